"""Names that TensorFlow has and that mean nothing on one CPU: they can be imported and asked for, and say one sentence when they are used."""

from __future__ import annotations


class RefusedError(NotImplementedError):
    """What a refused name says when it is used."""


class _RefusedType(type):
    """A class of which there are no instances, and whose attributes are refused as well."""

    def __call__(cls, *args, **kwargs):
        raise RefusedError(cls._why)

    def __getattr__(cls, name):
        if name.startswith("_"):
            raise AttributeError(name)
        return refused(f"{cls.__name__}.{name}", cls._why)


def refused(name, why):
    """A class for a name of TensorFlow that may be asked for, be the base of another class and stand in an `isinstance`, but not be called."""
    return _RefusedType(name, (), {"_why": why, "__module__": "runtime"})


def refused_module(module, why, names):
    """A `__getattr__` for a public module: these names are refused."""
    def __getattr__(name):
        if name not in names:
            raise AttributeError(f"the runtime has no {module}.{name}; `graphlint explain runtime` says what it has")
        return made.setdefault(name, refused(name, f"{module}.{name}: {why}"))
    made = {}
    return __getattr__


def is_refused(value):
    """Whether a value is such a name."""
    return isinstance(value, _RefusedType)
