"""Classes and functions by name, in a class that is a dict itself and in a dict of tuples."""


class Registry(dict):
    def register(self, name):
        def wrap(made):
            self[name] = made
            return made

        return wrap

    def build(self, spec):
        spec = dict(spec)
        return self[spec.pop("type")](**spec)


OPTIMIZERS = Registry()
OTHERS = Registry()
TERMS = {}


def term(name, weight=1.0):
    def wrap(function):
        TERMS[name] = (function, weight)
        return function

    return wrap


@OTHERS.register("noisy")
def noisy(x):
    print("nobody builds this one for a graph function", x)
