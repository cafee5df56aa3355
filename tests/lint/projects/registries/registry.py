"""A registry of a project's own, whose entries are told apart by their keys."""


class Registry:
    def __init__(self, name):
        self.name = name
        self._items = {}

    def register(self, key):
        def put(made):
            self._items[key] = made
            return made

        return put

    def get(self, key):
        if key not in self._items:
            raise KeyError(key)
        return self._items[key]

    def build(self, key, **options):
        return self._items[key](**options)


class Rules(dict):
    def __call__(self, key):
        def put(rule):
            self[key] = rule
            return rule

        return put


LOSSES = Registry("losses")
LAYERS = Registry("layers")
RULES = Rules()
STEPS = {}


def step(function):
    STEPS[function.__name__] = function
    return function
