"""Questions that the operators ask about values."""

from runtime.core.tensor import Tensor
from runtime.ops.ranges import RANGE
from runtime.ops.control_flow.tensor_array import TensorArray
from runtime.variables import Variable


def is_tensor(value):
    """Whether `value` is a tensor or is one in TensorFlow's functions: a Variable, a composite tensor."""
    # Asked of the class: an Undefined has every attribute.
    kind = type(value)
    return isinstance(value, (Tensor, Variable)) or (
        hasattr(kind, "_components") and kind is not TensorArray and not hasattr(kind, "_autograph_for_stmt"))


def is_dense(value):
    """Whether `value` may be the condition of a staged `if` or `while`."""
    return is_tensor(value) and type(value).__name__ != "SparseTensor"


def is_range(value):
    """Whether `value` is what `tf.range` made in a graph."""
    return isinstance(value, Tensor) and getattr(getattr(value, "op", None), "op_def", None) is RANGE
