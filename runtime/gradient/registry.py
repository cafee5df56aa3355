"""Gradients that programs register: `tf.RegisterGradient`, `tf.no_gradient`."""

from __future__ import annotations

from runtime.core.op_def import register_gradient


class RegisterGradient:
    """Decorator: ``function(op, *gradients)`` is the gradient of an op, or one that `tf.Graph.gradient_override_map` names.

    Raises:
        TypeError: the name is no string.
        KeyError: there is one of that name.
    """

    __slots__ = ("_op_type",)

    def __init__(self, op_type):
        if not isinstance(op_type, str):
            raise TypeError("op_type must be a string")
        self._op_type = op_type

    def __call__(self, f):
        register_gradient(self._op_type, f)
        return f


def no_gradient(op_type):
    """Say that an op has no gradient by design: it is None."""
    if not isinstance(op_type, str):
        raise TypeError("op_type must be a string")
    register_gradient(op_type, None)
