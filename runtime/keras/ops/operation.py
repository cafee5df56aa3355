"""Functions of `keras.ops` that work on tensors and, as nodes of a model, on KerasTensors."""

from __future__ import annotations

import functools
import inspect

from runtime.keras.naming import auto_name
from runtime.keras.saving.config import Configurable
from runtime.keras.symbolic import Node, call_symbolically, has_keras_tensors

OPERATIONS = {}  # class name → class


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

    def __repr__(self):
        return f"<Operation name={self.name}>"


def operation(name, tensors, module="numpy"):
    """A decorator: `name` is Keras's class of the function in `module`; its first `tensors` parameters are tensors, the others settings."""
    def decorator(function):
        cls = type(name, (Operation,), {"function": staticmethod(function), "_keras_module": f"keras.src.ops.{module}",
                                        "__module__": __name__})
        OPERATIONS[name] = cls

        @functools.wraps(function)
        def call(*args, **kwargs):
            if not has_keras_tensors(args, kwargs):
                return function(*args, **kwargs)
            parameters = list(inspect.signature(function).parameters)
            settings = dict(zip(parameters[tensors:], args[tensors:]))
            settings.update((key, value) for key, value in kwargs.items() if key in parameters[tensors:])
            others = {key: value for key, value in kwargs.items() if key not in settings}
            return cls(**settings)(*args[:tensors], **others)
        return call
    return decorator
