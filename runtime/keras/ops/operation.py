"""Functions of `keras.ops` that work on tensors and, as nodes of a model, on KerasTensors."""

from __future__ import annotations

import functools
import inspect

from runtime.keras.naming import auto_name
from runtime.keras import hooks
from runtime.keras.saving.config import Configurable, deserialize_keras_object
from runtime.keras.symbolic import Node, call_symbolically, has_keras_tensors

OPERATIONS = {}  # class name → class
hooks.operation.provide(OPERATIONS.get)


class Operation(Configurable):
    """A function within a model of KerasTensors. `settings` are its arguments beside the tensors."""

    _call_has_training_arg = built = False

    def __init__(self, name=None, **settings):
        self.name = name or auto_name(type(self).__name__)
        self.settings, self.nodes = settings, []

    def __call__(self, *args, **kwargs):
        if not has_keras_tensors(args, kwargs):
            return self.call(*args, **kwargs)
        outputs = call_symbolically(self.call, args, kwargs)
        Node(self, args, kwargs, outputs)
        return outputs

    def call(self, *args, **kwargs):
        return self.function(*args, **kwargs, **self.settings)

    def get_config(self):
        return {"name": self.name, **self.settings}

    @classmethod
    def from_config(cls, config):
        """Raises ValueError for a setting that the runtime's function does not have, unless it is None or False."""
        known = inspect.signature(cls.function).parameters
        for name, value in config.items():
            if name not in known and name != "name" and value not in (None, False):
                raise ValueError(f"the runtime's {cls.__name__} has no {name}={value!r}")
        return cls(**{name: deserialize_keras_object(value) for name, value in config.items() if name in known or name == "name"})

    def __repr__(self):
        return f"<Operation name={self.name}>"


def operation(name, tensors, module="numpy"):
    """A decorator: `name` is Keras's class of the function in `module`; its first `tensors` parameters are tensors, the others settings.

    With 0, all arguments that have no name are tensors.
    """
    def decorator(function):
        cls = type(name, (Operation,), {"function": staticmethod(function), "_keras_module": f"keras.src.ops.{module}",
                                        "__module__": __name__})
        OPERATIONS[name] = cls

        @functools.wraps(function)
        def call(*args, **kwargs):
            if not has_keras_tensors(args, kwargs):
                return function(*args, **kwargs)
            parameters = list(inspect.signature(function).parameters)
            count = tensors or len(args)  # 0: all that have no name
            settings = dict(zip(parameters[tensors:], args[count:]))
            settings.update((key, value) for key, value in kwargs.items() if key in parameters[tensors:])
            others = {key: value for key, value in kwargs.items() if key not in settings}
            return cls(**settings)(*args[:count], **others)
        return call
    return decorator
