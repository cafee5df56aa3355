"""Comparisons and logic."""

from __future__ import annotations

import numpy as np

from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.tensor import SymbolicTensor
from runtime.core.op_def import LIGHT, not_differentiable, op, static
from runtime.ops import infer, types
from runtime.ops.kernels.expressions import expression
from runtime.ops.scope import named


# -- comparisons --------------------------------------------------------------------------------------------------

def _comparison(public, op_name, kernel):
    op_def = op(op_name, "x: T, y: T -> z: bool", kernel=kernel, infer=infer.broadcast, types={"T": types.REAL}, weight=LIGHT)

    def function(x, y, name=None):
        return dispatch(op_def, (x, y), None, name)
    return named(function, public, f"`{op_name}` of two tensors of one dtype, broadcast to a common shape.")


less = _comparison("less", "Less", np.less)
less_equal = _comparison("less_equal", "LessEqual", np.less_equal)
greater = _comparison("greater", "Greater", np.greater)
greater_equal = _comparison("greater_equal", "GreaterEqual", np.greater_equal)


def _equality(op_name, ufunc, otherwise):
    def kernel(x, y, incompatible_shape_error):
        try:
            return ufunc(x, y, dtype=bool) if x.dtype.kind != "O" else np.asarray(ufunc(x, y), bool)
        except ValueError:
            if incompatible_shape_error:
                raise
            return otherwise

    def expressed(x, y, incompatible_shape_error):
        return ufunc(x, y) if incompatible_shape_error and x.dtype.kind != "O" else NotImplemented

    def inferred(inputs, attrs):
        try:
            return infer.broadcast(inputs, attrs)
        except ValueError:
            if attrs["incompatible_shape_error"]:
                raise
            return None

    return op(op_name, "x: T, y: T -> z: bool", attrs={"incompatible_shape_error": True}, kernel=kernel, infer=inferred,
              commutative=True, lower=expression(expressed), elementwise=True)


_EQUAL = _equality("Equal", np.equal, np.False_)
_NOT_EQUAL = _equality("NotEqual", np.not_equal, np.True_)
static("Equal", "NotEqual", told=True)
_TOLERANT = {"incompatible_shape_error": False}


def equal(x, y, name=None):
    """Elementwise equality. Raises an error if the shapes do not broadcast."""
    return dispatch(_EQUAL, (x, y), None, name)


def not_equal(x, y, name=None):
    """Elementwise inequality. Raises an error if the shapes do not broadcast."""
    return dispatch(_NOT_EQUAL, (x, y), None, name)


def _by_identity(x):
    """Tensors of plain graphs compare as objects do, as in TensorFlow 1."""
    if type(x) is SymbolicTensor and not x.op.graph.building_function:
        return True
    graph = context.graph
    if graph is None:
        return False
    while graph.outer_graph is not None:
        graph = graph.outer_graph
    return not graph.building_function


def equal_if_broadcast(x, y):
    """Elementwise equality; False where the shapes do not broadcast."""
    return dispatch(_EQUAL, (x, y), _TOLERANT)


def tensor_equals(x, y):
    """``x == y``: elementwise; False for None and for shapes that do not broadcast."""
    if y is None:
        return False
    if (context.graph is not None or type(x) is SymbolicTensor) and _by_identity(x):
        return x is y
    return dispatch(_EQUAL, (x, y), _TOLERANT)


def tensor_not_equals(x, y):
    """``x != y``: elementwise; True for None and for shapes that do not broadcast."""
    if y is None:
        return True
    if (context.graph is not None or type(x) is SymbolicTensor) and _by_identity(x):
        return x is not y
    return dispatch(_NOT_EQUAL, (x, y), _TOLERANT)


# -- logic --------------------------------------------------------------------------------------------------------

def _logical(public, op_name, kernel):
    op_def = op(op_name, "x: bool, y: bool -> z: bool", kernel=kernel, infer=infer.broadcast, commutative=True, weight=LIGHT)

    def function(x, y, name=None):
        return dispatch(op_def, (x, y), None, name)
    return named(function, public, f"`{op_name}` of two tensors of booleans, broadcast to a common shape.")


logical_and = _logical("logical_and", "LogicalAnd", np.logical_and)
logical_or = _logical("logical_or", "LogicalOr", np.logical_or)
_LOGICAL_NOT = op("LogicalNot", "x: bool -> y: bool", kernel=np.logical_not, infer=infer.same, weight=LIGHT)
not_differentiable("Equal", "NotEqual", "Greater", "GreaterEqual", "Less", "LessEqual", "LogicalAnd", "LogicalNot", "LogicalOr")


def logical_not(x, name=None):
    """The other boolean."""
    return dispatch(_LOGICAL_NOT, (x,), None, name)


def logical_xor(x, y, name="LogicalXor"):
    """True where exactly one of both is."""
    return logical_and(logical_or(x, y), logical_not(logical_and(x, y)), name)
