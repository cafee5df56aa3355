"""Assertions (`tf.debugging.assert_*`, `tf.Assert`, `check_numerics`): at once where the values are known, else when run."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, not_differentiable, op
from runtime.core.tensor import EagerTensor, Tensor
from runtime.ops import comparison, infer, types
from runtime.ops.identity import identity
from runtime.ops.control_flow.control_flow import cond, control_dependencies, no_op
from runtime.ops.kernels.formatting import summarize_first
from runtime.ops.math import abs_, add, multiply, subtract
from runtime.ops.reduction import reduce_all
from runtime.ops.scope import scope


def _assert_kernel(condition, *data, summarize):
    if np.ndim(condition):
        raise errors.InvalidArgumentError(None, None, "In[0] should be a scalar: "
                                          f"[{','.join(map(str, np.shape(condition)))}]")
    if not condition:
        parts = (b"[" + summarize_first(array, summarize) + b"]" for array in data)
        raise errors.InvalidArgumentError(None, None, "assertion failed: " + b" ".join(parts).decode("utf-8", "replace"))
    return ()


ASSERT = op("Assert", "condition: bool, data: [T] ->", kernel=_assert_kernel, attrs={"summarize": 3}, stateful=True)


def _check_numerics_kernel(tensor, message):
    found = [name for name, test in (("Inf", np.isinf), ("NaN", np.isnan)) if test(tensor).any()]
    if found:
        raise errors.InvalidArgumentError(None, None, f"{message} : Tensor had {' and '.join(found)} values")
    return tensor


CHECK_NUMERICS = op("CheckNumerics", "tensor: T -> output: T", kernel=_check_numerics_kernel, infer=infer.same,
                    attrs={"message": REQUIRED}, types={"T": types.FLOAT}, stateful=True,
                    grad=lambda operation, dy: [check_numerics(dy, "Not a number (NaN) or infinity (Inf) values detected in "
                                                                   f"gradient. {operation.attrs['message'].encode()!r}")])


def check_numerics(tensor, message, name=None):
    """`tf.debugging.check_numerics`: `tensor`; running it raises InvalidArgumentError if it holds NaN or infinity."""
    if not isinstance(message, (str, bytes)):
        raise TypeError(f"Expected string for argument 'message' not {message!r}.")
    return dispatch(CHECK_NUMERICS, (tensor,), {"message": message}, name)


def assert_all_finite(x, message, name=None):
    """`tf.debugging.assert_all_finite`: `x`, after `check_numerics`."""
    with scope(name, "VerifyFinite"):
        x = convert_to_tensor(x, name="x")
        verified = check_numerics(x, message)
        if context.graph is None:
            return x
        with control_dependencies([verified]):
            return identity(x, name="control_dependency")


# -- Assert ------------------------------------------------------------------------------------------------------------

def _eager_summary(item, summarize):
    value = np.asarray(convert_to_tensor(item))
    if not value.ndim:
        return str(value[()]) if summarize else ""
    flat = value.reshape(-1)
    shown = [str(element) for element in flat[:flat.size if summarize < 0 else summarize]]
    return ", ".join(shown + ["..."] if len(shown) < flat.size else shown)


def assert_(condition, data, summarize=None, name=None):
    """`tf.debugging.Assert`: raise InvalidArgumentError with `data` unless `condition` is true.

    Args:
        data: list of tensors or Python values to show.
        summarize: how many elements of each to show (3); -1 for all.

    Returns:
        None eagerly, the operation in a graph.
    """
    if context.graph is None:
        if not condition:
            if isinstance(data, Tensor):
                raise TypeError("values must be a sequence.")
            text = "\n".join(_eager_summary(item, 3 if summarize is None else summarize) for item in data)
            raise errors.InvalidArgumentError(None, None, f"Expected '{condition!s}' to be true. Summarized data: {text}")
        return None
    with scope(name, "Assert"):
        if isinstance(data, Tensor):
            raise TypeError("values must be a sequence.")
        tensors = [convert_to_tensor(item) for item in data]
        attrs = {"summarize": 3 if summarize is None else summarize}
        if all(tensor.dtype in (dtypes.string, dtypes.int32) for tensor in tensors):
            return dispatch(ASSERT, (condition, *data), attrs, "Assert")
        condition = convert_to_tensor(condition, name="Condition")
        guarded = cond(condition, no_op, lambda: dispatch(ASSERT, (condition, *data), attrs, "Assert"), name="AssertGuard")
        return getattr(guarded, "op", guarded)
not_differentiable("Assert")


# -- comparisons -------------------------------------------------------------------------------------------------------

def label_of(tensor):
    """How texts name a tensor: by what is known of it eagerly, by its name in a graph."""
    return f"shape={tensor.shape} dtype={tensor.dtype.name}" if isinstance(tensor, EagerTensor) else tensor.name


def name_of(tensor):
    return "" if isinstance(tensor, EagerTensor) else tensor.name


def prefix_of(message):
    return f"{message}.  " if message else ""


def _static_text(item):
    value = constant_value(item) if isinstance(item, Tensor) else item
    return str(item if value is None else value)


def _eager_text(item, summarize):
    if not isinstance(item, EagerTensor):
        return str(item)
    value = item.numpy()
    if np.isscalar(value):
        return str(value)
    flat = value.reshape(-1)
    shown = [str(element) for element in flat[:summarize]]
    return str(shown + ["..."] if len(shown) < flat.size else shown)


def _differences(sign, x, y, summarize, test):
    """The lines that tell where `x` and `y` differ."""
    lines = [f"Condition x {sign} y did not hold."]
    if summarize <= 0:
        return lines
    if x.shape == y.shape and x._dims:
        wrong = ~np.asarray(test)
        indices = np.argwhere(wrong)
        count = min(len(indices), summarize)
        lines += [f"Indices of first {count} different values:", indices[:count]]
        for name, tensor in (("x", x), ("y", y)):
            lines += [f"Corresponding {name} values:", tensor.numpy()[wrong][:count]]
    for name, tensor in (("x", x), ("y", y)):
        flat = tensor.numpy().reshape((-1,))
        count = min(flat.size, summarize)
        lines += [f"First {count} elements of {name}:", flat[:count]]
    return lines


def _compare(sign, name, default, compare, x, y, message, summarize, data=None):
    with scope(name, default):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, name="y")
        if context.graph is None:
            test = compare(x, y)
            if np.all(test):
                return None
            if summarize is None:
                summarize = 3
            elif summarize < 0:
                summarize = 1e9
            if data is None:
                data = _differences(sign, x, y, summarize, test)
            if message is not None:
                data = [message, *data]
            raise errors.InvalidArgumentError(None, None, "\n".join(_eager_text(item, summarize) for item in data))
        if data is None:
            data = [f"Condition x {sign} y did not hold element-wise:", f"x ({x.name}) = ", x, f"y ({y.name}) = ", y]
        if message is not None:
            data = [message, *data]
        condition = reduce_all(compare(x, y))
        left, right = constant_value(x), constant_value(y)
        if left is not None and right is not None and not np.all(_STATIC[sign](left, right)):
            raise errors.InvalidArgumentError(None, None, "\n".join(map(_static_text, data)))
        return assert_(condition, data, summarize=summarize)


_STATIC = {"==": np.equal, "!=": np.not_equal, "<": np.less, "<=": np.less_equal, ">": np.greater, ">=": np.greater_equal}


def assert_equal(x, y, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x == y`` everywhere."""
    with scope(name, "assert_equal"):
        if x is y:
            return None if context.graph is None else no_op()
    return _compare("==", name, "assert_equal", comparison.equal, x, y, message, summarize)


def assert_none_equal(x, y, summarize=None, message=None, name=None):
    """Raise InvalidArgumentError unless ``x != y`` everywhere."""
    return _compare("!=", name, "assert_none_equal", comparison.not_equal, x, y, message, summarize)


def assert_less(x, y, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x < y`` everywhere."""
    return _compare("<", name, "assert_less", comparison.less, x, y, message, summarize)


def assert_less_equal(x, y, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x <= y`` everywhere."""
    return _compare("<=", name, "assert_less_equal", comparison.less_equal, x, y, message, summarize)


def assert_greater(x, y, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x > y`` everywhere."""
    return _compare(">", name, "assert_greater", comparison.greater, x, y, message, summarize)


def assert_greater_equal(x, y, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x >= y`` everywhere."""
    return _compare(">=", name, "assert_greater_equal", comparison.greater_equal, x, y, message, summarize)


def _compare_with_zero(sign, default, x, message, summarize, name):
    with scope(name, default):
        x = convert_to_tensor(x, name="x")
        data = [prefix_of(message), f"Condition x {sign} 0 did not hold element-wise:", f"x ({label_of(x)}) = ", x]
        if default == "assert_non_positive":
            data[1:3] = [data[1] + data[2]]  # TensorFlow's text lacks this newline
        zero = convert_to_tensor(0, x.dtype)
        strict = "=" not in sign
        inner, compare = ("assert_less", comparison.less) if strict else ("assert_less_equal", comparison.less_equal)
        left, right = (x, zero) if sign.startswith("<") else (zero, x)
        return _compare("<" if strict else "<=", None, inner, compare, left, right, None, summarize, data)


def assert_positive(x, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x > 0`` everywhere."""
    return _compare_with_zero(">", "assert_positive", x, message, summarize, name)


def assert_negative(x, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x < 0`` everywhere."""
    return _compare_with_zero("<", "assert_negative", x, message, summarize, name)


def assert_non_negative(x, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x >= 0`` everywhere."""
    return _compare_with_zero(">=", "assert_non_negative", x, message, summarize, name)


def assert_non_positive(x, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``x <= 0`` everywhere."""
    return _compare_with_zero("<=", "assert_non_positive", x, message, summarize, name)


def assert_near(x, y, rtol=None, atol=None, message=None, summarize=None, name=None):
    """Raise InvalidArgumentError unless ``|x - y| < atol + rtol * |y|`` everywhere; both default to ten units of precision."""
    with scope(name, "assert_near"):
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype, name="y")
        if rtol is None or atol is None:
            # Python's name of the type, as TensorFlow's text has it where there is no such precision
            precision = 10 * np.finfo(x.dtype.as_numpy_dtype).eps
        rtol = convert_to_tensor(precision if rtol is None else rtol, x.dtype, name="rtol")
        atol = convert_to_tensor(precision if atol is None else atol, x.dtype, name="atol")
        data = [prefix_of(message), f"x and y not equal to tolerance rtol = {rtol!s}, atol = {atol!s}",
                f"x ({label_of(x)}) = ", x, f"y ({label_of(y)}) = ", y]
        tolerance = add(atol, multiply(rtol, abs_(y), name="mul"), name="add")
        condition = reduce_all(comparison.less(abs_(subtract(x, y, name="sub")), tolerance))
        return assert_(condition, data, summarize=summarize)


# -- types -------------------------------------------------------------------------------------------------------------

def assert_type(tensor, tf_type, message=None, name=None):
    """Raise TypeError unless `tensor` has the dtype `tf_type`."""
    tf_type = dtypes.as_dtype(tf_type)
    with scope(name, "assert_type"):
        tensor = tensor if isinstance(tensor, CompositeTensor) else convert_to_tensor(tensor, name="tensor")
        if tensor.dtype is not tf_type:
            raise TypeError(f"{prefix_of(message)}{isinstance(tensor, Tensor) and name_of(tensor) or 'tensor'} must be of type {tf_type!r}; got "
                            f"{tensor.dtype!r}")
        if context.graph is not None:
            no_op(name="statically_determined_correct_type")


def assert_integer(x, message=None, name=None):
    """Raise TypeError unless `x` has an integer dtype."""
    with scope(name, "assert_integer"):
        x = convert_to_tensor(x, name="x")
        if not x.dtype.is_integer:
            raise TypeError(f'{prefix_of(message)}Expected "x" to be integer type.  Found: {name_of(x) or "tensor"} of dtype '
                            f"{x.dtype}")


def assert_scalar(tensor, message=None, name=None):
    """Raise ValueError if `tensor` is known not to be a scalar."""
    with scope(name, "assert_scalar") as scoped:
        tensor = convert_to_tensor(tensor, name=scoped)
        if tensor._dims != ():
            which = "" if isinstance(tensor, EagerTensor) else f" for {tensor.name}"
            raise ValueError(f"{prefix_of(message)}Expected scalar shape{which}, saw shape: {tensor.shape}.")


def assert_proper_iterable(values):
    """Raise TypeError if `values` is no iterable, or a tensor, an array or text."""
    if isinstance(values, (Tensor, np.ndarray, str, bytes)):
        raise TypeError(f'Expected argument "values" to be a "proper" iterable.  Found: {type(values)}')
    if not hasattr(values, "__iter__"):
        raise TypeError(f'Expected argument "values" to be iterable.  Found: {type(values)}')


def assert_same_float_dtype(tensors=None, dtype=None):
    """The floating dtype that all `tensors` have; float32 if there are none. Raises ValueError otherwise."""
    expected, first = dtype, None
    for tensor in tensors or ():
        if expected is None:
            expected, first = tensor.dtype, tensor
        elif tensor.dtype is not expected:
            raise ValueError(f"{name_of(tensor) or tensor!s}, type={tensor.dtype}, must be of the same type ({expected})"
                             f"{f' as {name_of(first) or first!s}' if first is not None else ''}.")
    expected = expected or dtypes.float32
    if not expected.is_floating:
        raise ValueError(f"Expected floating point type, got {expected}.")
    return expected


def is_numeric_tensor(tensor):
    """Whether `tensor` is a tensor of numbers."""
    return isinstance(tensor, Tensor) and tensor.dtype.is_numeric
