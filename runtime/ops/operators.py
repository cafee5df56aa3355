"""Python's operators on tensors and Variables, all installed from one table."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.ops import bitwise, comparison, math
from runtime.ops.cast import cast
from runtime.ops.linalg.linalg import matmul
from runtime.ops.scope import scope
from runtime.ops.indexing import getitem


def _add(x, y, name=None):
    if not isinstance(y, Tensor):
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
    return dispatch(math.ADD if x.dtype is dtypes.string else math.ADD_V2, (x, y), None, name)


def _multiply(x, y, name=None):
    if getattr(x, "dtype", None) is dtypes.bool_ or getattr(y, "dtype", None) is dtypes.bool_:
        return cast(math.multiply(cast(x, dtypes.int32), cast(y, dtypes.int32), name), dtypes.bool_)
    return math.multiply(x, y, name)


def _by_kind(logical, bitwise):
    def function(x, y, name=None):
        if x.dtype is dtypes.bool_:
            return logical(x, y, name)
        return bitwise(x, y)
    return function


def _div(x, y, name=None):
    """The quotient as Python 2 had it."""
    warn_deprecated("div", "tensorflow.python.ops.math_ops", "Deprecated in favor of operator or tf.math.divide.", depth=1)
    return (math.realdiv if x.dtype.is_floating or x.dtype.is_complex else math.floordiv)(x, y, name=name)


def _invert(x):
    return comparison.logical_not(x) if x.dtype is dtypes.bool_ else bitwise.invert(x)


# Binary operators: the name that Python and TensorFlow's nodes share → function(x, y, name).
BINARY = {
    "add": _add, "sub": math.subtract, "mul": _multiply, "truediv": math.truediv, "div": _div, "floordiv": math.floordiv,
    "mod": math.floormod, "pow": math.pow_, "matmul": lambda a, b, name=None: matmul(a, b, name=name),
    "and": _by_kind(comparison.logical_and, bitwise.bitwise_and),
    "or": _by_kind(comparison.logical_or, bitwise.bitwise_or),
    "xor": _by_kind(comparison.logical_xor, bitwise.bitwise_xor),
}
UNARY = {"neg": math.negative, "abs": math.abs_, "invert": _invert}
COMPARISON = {"lt": comparison.less, "le": comparison.less_equal, "gt": comparison.greater, "ge": comparison.greater_equal}
_SWAPPED = {"lt": "gt", "le": "ge", "gt": "lt", "ge": "le"}


def _binary(name, function):
    reflected = f"__r{name}__"

    def operator(x, y):
        try:
            if context.graph is None:
                return function(x, y)
            with scope(None, name) as inside:
                return function(x, y, inside)
        except (TypeError, ValueError) as error:
            if not hasattr(type(y), reflected):
                raise
            try:
                result = getattr(y, reflected)(x)  # the right operand may know what to do with a tensor
            except (TypeError, ValueError):
                raise error from None
            if result is NotImplemented:
                raise
            return result

    def reflected_operator(y, x):
        if context.graph is None:
            return function(convert_to_tensor(x, y.dtype, name="x"), y)
        with scope(None, name) as inside:
            return function(convert_to_tensor(x, y.dtype, name="x"), y, inside)

    return operator, reflected_operator


def _getitem(x, key):
    return getitem(x, key)


def _round(x, ndigits=None):
    raise AttributeError(f"{type(x).__name__} object has no attribute 'astype'. \n        If you are looking for numpy-related "
                         "methods, please run the following:\n        "
                         "tf.experimental.numpy.experimental_enable_numpy_behavior()\n      ")


def _table():
    table = {"__getitem__": _getitem, "__round__": _round}
    for name, function in BINARY.items():
        table[f"__{name}__"], table[f"__r{name}__"] = _binary(name, function)
    for name, function in UNARY.items():
        table[f"__{name}__"] = lambda x, function=function: function(x)
    for name, function in COMPARISON.items():
        table[f"__{name}__"] = _comparison(function, f"__{_SWAPPED[name]}__")
    return table


def _comparison(function, swapped):
    def operator(x, y):
        return getattr(y, swapped)(x) if isinstance(y, CompositeTensor) and hasattr(type(y), swapped) else function(x, y)
    return operator


def _on_value(function, read):
    """`function` on what a Variable holds now."""
    def operator(variable, *args):
        return function(read(variable), *args)
    return operator


def install(cls, read=lambda variable: variable.value()):
    """Give `cls` (`Tensor`, or a class whose value `read` gives) all operators."""
    for name, function in _table().items():
        if name == "__getitem__" and name in vars(cls):
            continue  # Variables give slices that can be assigned to
        setattr(cls, name, function if issubclass(cls, Tensor) else _on_value(function, read))
    cls.__eq__, cls.__ne__ = _comparison(comparison.tensor_equals, "__eq__"), _comparison(comparison.tensor_not_equals, "__ne__")


install(Tensor)
Tensor.OVERLOADABLE_OPERATORS = {*_table(), "__div__", "__eq__", "__ne__", "__rdiv__"} - {"__round__"}
