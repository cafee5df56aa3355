"""`tf.compat.v1.placeholder` and `placeholder_with_default`: nodes that a session is given the values of."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import PLACEHOLDER
from runtime.core.op_def import REQUIRED, gradient, op
from runtime.core.tensor_shape import TensorShape, as_dims, is_compatible


def _infer_default(inputs, attrs):
    if not is_compatible(inputs[0]._dims, attrs["shape"]):
        raise ValueError(f"Dimension mismatch: {TensorShape(inputs[0]._dims)} is not compatible with {TensorShape(attrs['shape'])}")
    return attrs["shape"]


PLACEHOLDER_WITH_DEFAULT = op("PlaceholderWithDefault", "input: dtype -> output: dtype", kernel=lambda value, shape: value,
                              infer=_infer_default, attrs={"shape": REQUIRED})


@gradient("PlaceholderWithDefault")
def _default_grad(operation, dy):
    return [dy]


def placeholder(dtype, shape=None, name=None):
    """A tensor whose value `Session.run` is given in `feed_dict`.

    Raises:
        RuntimeError: execution is eager.
    """
    if context.graph is None:
        raise RuntimeError("tf.placeholder() is not compatible with eager execution.")
    dtype = dtypes.as_dtype(dtype)
    return dispatch(PLACEHOLDER, (), {"dtype": dtype, "shape": as_dims(shape)}, name)


def placeholder_with_default(input, shape, name=None):
    """`input`, unless `feed_dict` has another value of the static shape `shape`."""
    return dispatch(PLACEHOLDER_WITH_DEFAULT, (input,), {"shape": as_dims(shape)}, name)
