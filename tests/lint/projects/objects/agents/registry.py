"""What other modules fill."""


class Registry:
    def __init__(self):
        self._entries = {}

    def register(self, name):
        def decorate(function):
            self._entries[name] = function
            return function

        return decorate

    def get(self, name):
        return self._entries[name]


LOSSES = Registry()
ACTIVATIONS = {}
SCHEDULES = {}
HISTORY = []


def activation(function):
    ACTIVATIONS[function.__name__] = function
    return function


def schedule(name):
    def decorate(function):
        SCHEDULES[name] = function
        return function

    return decorate
