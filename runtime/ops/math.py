"""Arithmetic and elementary functions, elementwise: ops, kernels, gradients and `tf.math`'s names for them."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import LIGHT, TypeList, gradient, op, static
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops import creation, infer, types
from runtime.ops.broadcast import elementwise_gradient
from runtime.ops.cast import cast, complex_, conj, real
from runtime.ops.complex_parts import imag
from runtime.ops.kernels.expressions import Expression, expression
from runtime.ops.select import where
from runtime.ops.scope import named, scope


# -- functions of two arguments -----------------------------------------------------------------------------------

def binary_op(op_name, kernel, allowed, grad=None, args="x y", commutative=False, elementwise=True, unserved="", lower=None, weight=16):
    """Declare an elementwise op of two tensors of one type; `grad(x, y, z, dz)` gives both gradients unreduced.

    `lower`: the kernel as an expression, unless `kernel` itself is one.
    `elementwise=False`: the kernel looks at all elements at once, if only to see when a series has converged.
    """
    first, second, result = [*args.split(), "z"][:3]
    return op(op_name, f"{first}: T, {second}: T -> {result}: T", kernel=kernel, infer=infer.broadcast, types={"T": allowed},
              lower=lower or _expression(kernel), weight=weight, grad=grad and elementwise_gradient(grad), commutative=commutative,
              elementwise=elementwise, unserved={"T": unserved})


def _expression(kernel):
    return kernel if isinstance(kernel, Expression) else None


def binary(public, op_name, kernel, allowed, grad=None, default=None, commutative=False, unserved="", lower=None,
           weight=16):
    """`binary_op`, and its public function; `default` is the node's name if not the op's."""
    op_def = binary_op(op_name, kernel, allowed, grad, commutative=commutative, unserved=unserved, lower=lower, weight=weight)

    if default is None:
        def function(x, y, name=None):
            return dispatch(op_def, (x, y), None, name)
    else:
        def function(x, y, name=None):
            return dispatch(op_def, (x, y), None, name if name or context.graph is None else default)
    return named(function, public, f"`{op_name}` of two tensors of one dtype, broadcast to a common shape.")


def _divides_by_zero(x, y):
    """Whether integers are divided by zero: those of an empty tensor are not."""
    return y.dtype.kind in "iu" and not np.all(y) and x.size > 0


def _nonzero(x, y):
    if _divides_by_zero(x, y):
        raise errors.InvalidArgumentError(None, None, "Integer division by zero")


def _of_floats(function):
    """An expression that holds for floats alone: integers are divided by zero with an error."""
    return expression(lambda x, y: function(x, y) if x.dtype.kind not in "iu" else NotImplemented)


def _floats_floor_mod(x, y):
    rest = np.fmod(x, y)
    return np.where((rest != 0) & ((y < 0) != (rest < 0)), rest + y, rest)


_FLOOR_DIV = _of_floats(lambda x, y: np.floor(np.divide(x, y)))
_FLOOR_MOD = _of_floats(_floats_floor_mod)
_TRUNCATE_DIV = _of_floats(lambda x, y: np.trunc(np.divide(x, y)))
_TRUNCATE_MOD = _of_floats(np.fmod)
_POW = _of_floats(np.power)


def _floor_div(x, y):
    if x.dtype.kind in "iu":
        _nonzero(x, y)
        return np.floor_divide(x, y)
    return _FLOOR_DIV(x, y)


def _floor_mod(x, y):
    if x.dtype.kind in "iu":
        _nonzero(x, y)
        return np.remainder(x, y)
    return _FLOOR_MOD(x, y)


def _truncated(kernel):
    def truncated(x, y):
        if _divides_by_zero(x, y):
            raise errors.InternalError(None, None, "Unexpected error in binary operator (only integer div and mod should "
                                       "have errors)")
        return kernel(x, y)
    return truncated


def _truncate_div(x, y):
    if x.dtype.kind not in "iu":
        return _TRUNCATE_DIV(x, y)
    quotient = np.floor_divide(x, y)
    return np.where((quotient < 0) & (quotient * y != x), quotient + x.dtype.type(1), quotient).astype(x.dtype)


def _power(x, y):
    if x.dtype.kind == "i" and np.any(y < 0):
        raise errors.InvalidArgumentError(None, None, "Integers to negative integer powers are not allowed")
    return np.power(x, y)


def _where_zero(condition, value):
    """`value` with zeros where `condition` holds."""
    return np.where(condition, 0, value)


def _pow_grad(x, y, z, dz):
    x_, y_, z_ = conj(x), conj(y), conj(z)
    log_x = _safe_log(x_)
    return dz * y_ * pow_(x_, y_ - 1), dz * z_ * log_x


def _safe_log(x):
    positive = x != 0 if x.dtype.is_complex else x > 0
    return where(positive, log(where(positive, x, creation.ones_like(x))), creation.zeros_like(x))


def _choice_grad(choose):
    """Gradient of maximum and minimum: all of it to the first argument where both are equal."""
    def grad(x, y, z, dz):
        first, zeros = choose(x, y), creation.zeros_like(dz)
        return where(first, dz, zeros), where(first, zeros, dz)
    return grad


def _squared_difference(x, y):
    return np.real(np.conj(x - y) * (x - y)).astype(x.dtype) if x.dtype.kind == "c" else np.square(np.subtract(x, y))


def _squared_difference_grad(x, y, z, dz):
    slope = 2 * dz * (x - y)  # TensorFlow does not conjugate it
    return slope, -slope


ADD_V2 = op("AddV2", "x: T, y: T -> z: T", kernel=np.add, infer=infer.broadcast, commutative=True, weight=LIGHT,
            types={"T": TypeList("bfloat16 float16 float32 float64 uint8 uint16 uint32 uint64 int8 int16 int32 int64 "
                                 "complex64 complex128")},
            grad=elementwise_gradient(lambda x, y, z, dz: (dz, dz)))
ADD = op("Add", "x: T, y: T -> z: T", kernel=np.add, infer=infer.broadcast, grad=ADD_V2.grad,
         types={"T": TypeList("bfloat16 float16 float32 float64 uint8 int8 int16 int32 int64 complex64 complex128 string")})

subtract = binary("subtract", "Sub", np.subtract, TypeList(
    "bfloat16 float16 float32 float64 uint8 int8 uint16 int16 int32 int64 complex64 complex128 uint32 uint64"),
    lambda x, y, z, dz: (dz, -dz), weight=LIGHT)
multiply = binary("multiply", "Mul", np.multiply, TypeList(
    "bfloat16 float16 float32 float64 uint8 int8 uint16 int16 int32 uint32 uint64 int64 complex64 complex128"),
    lambda x, y, z, dz: (multiply(dz, conj(y)), multiply(conj(x), dz)), commutative=True, weight=LIGHT)
realdiv = binary("real_div", "RealDiv", np.divide, types.ARITHMETIC,
                 lambda x, y, z, dz: (realdiv(dz, conj(y)), dz * realdiv(realdiv(-conj(x), conj(y)), conj(y))),
                 unserved="uint8 int8 uint16 int16 int32 uint32 uint64 int64", weight=LIGHT)
floordiv = binary("floordiv", "FloorDiv", _floor_div, types.ARITHMETIC, default="floordiv", lower=_FLOOR_DIV,
                  unserved="complex64 complex128")
floormod = mod = binary("floor_mod", "FloorMod", _floor_mod, TypeList(
    "int8 int16 int32 int64 uint8 uint16 uint32 uint64 bfloat16 float16 float32 float64"),
    lambda x, y, z, dz: (dz, -dz * floordiv(x, y)), lower=_FLOOR_MOD)
truncatediv = binary("truncate_div", "TruncateDiv", _truncated(_truncate_div), types.ARITHMETIC, lower=_TRUNCATE_DIV,
                     unserved="complex64 complex128")
truncatemod = binary("truncate_mod", "TruncateMod", _truncated(np.fmod),
                     TypeList("int32 int64 bfloat16 float16 float32 float64"), lower=_TRUNCATE_MOD, unserved="bfloat16 float16")
pow_ = binary("pow", "Pow", _power, TypeList("bfloat16 float32 float16 float64 int8 int16 int32 int64 complex64 complex128"),
              _pow_grad, lower=_POW)
maximum = binary("maximum", "Maximum", np.maximum, TypeList(
    "bfloat16 float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64"),
    _choice_grad(lambda x, y: x >= y), weight=LIGHT)
minimum = binary("minimum", "Minimum", np.minimum, TypeList(
    "bfloat16 float16 float32 float64 int8 uint8 int16 uint16 int32 uint32 int64 uint64"),
    _choice_grad(lambda x, y: x <= y), weight=LIGHT)
squared_difference = binary("squared_difference", "SquaredDifference",
                            _squared_difference, types.COMMON, lower=expression(
                                lambda x, y: np.square(np.subtract(x, y)) if x.dtype.kind != "c" else NotImplemented),
                            grad=_squared_difference_grad, commutative=True)
_ATAN2 = binary_op("Atan2", np.arctan2, types.FLOAT, args="y x",
                   grad=lambda y, x, z, dz: (dz * x / (square(x) + square(y)), dz * -y / (square(x) + square(y))))
_NEXT_AFTER = binary_op("NextAfter", np.nextafter, TypeList("float64 float32"), args="x1 x2 output",
                        grad=lambda x, y, z, dz: (dz, creation.zeros_like(y) * dz))
static("AddV2", "Sub", "Mul", "Maximum", "Minimum", "FloorDiv", "FloorMod")
_div_no_nan = binary("_div_no_nan", "DivNoNan", expression(lambda x, y: _where_zero(y == 0, np.divide(x, y))),
                     TypeList("float16 float32 bfloat16 float64 complex64 complex128"),
                     lambda x, y, z, dz: (_div_no_nan(dz, conj(y)),
                                          dz * _div_no_nan(_div_no_nan(-conj(x), conj(y)), conj(y))))
_mul_no_nan = binary("_mul_no_nan", "MulNoNan", expression(lambda x, y: _where_zero(y == 0, np.multiply(x, y))), types.INEXACT,
                     lambda x, y, z, dz: (_mul_no_nan(dz, y), _mul_no_nan(x, dz)))  # nor these


def _not_zero(x):
    """1 where x is not 0, else 0: the slope of what the x… functions divide or multiply."""
    return cast(x != 0, x.dtype)


_xdivy = binary("_xdivy", "Xdivy", expression(lambda x, y: _where_zero(x == 0, np.divide(x, y))), types.HALF_FIRST_INEXACT,
                lambda x, y, z, dz: (dz * _xdivy(_not_zero(x), y), dz * _xdivy(-x, square(y))))
xlogy = binary("xlogy", "Xlogy", expression(lambda x, y: _where_zero(x == 0, np.multiply(x, np.log(y)))), types.HALF_FIRST_INEXACT,
               lambda x, y, z, dz: (dz * xlogy(_not_zero(x), y), dz * _xdivy(x, y)))
_xlog1py = binary("_xlog1py", "Xlog1py", expression(lambda x, y: _where_zero(x == 0, np.multiply(x, np.log1p(y)))),
                  types.HALF_FIRST_INEXACT,
                  lambda x, y, z, dz: (dz * _xlog1py(_not_zero(x), y), dz * _xdivy(x, y + 1)))


def atan2(y, x, name=None):
    """The angle of the point (x, y), in the right quadrant."""
    return dispatch(_ATAN2, (y, x), None, name)


def nextafter(x1, x2, name=None):
    """The number next to `x1` in the direction of `x2`."""
    return dispatch(_NEXT_AFTER, (x1, x2), None, name)


nextafter.__name__ = "next_after"


def add(x, y, name=None):
    """The sum; of strings the concatenation. Raises InvalidArgumentError (in graphs TypeError) if dtypes differ."""
    if type(x) is not EagerTensor or type(y) is not EagerTensor or context.graph is not None:
        with scope(name, "Add") as name:
            x = convert_to_tensor(x, name="x")
            y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
            return dispatch(ADD if x.dtype is dtypes.string else ADD_V2, (x, y), None, name)
    return dispatch(ADD if x.dtype is dtypes.string else ADD_V2, (x, y), None, name)


_QUOTIENT = {dtypes.uint8: dtypes.float32, dtypes.int8: dtypes.float32, dtypes.uint16: dtypes.float32,
             dtypes.int16: dtypes.float32, dtypes.uint32: dtypes.float64, dtypes.int32: dtypes.float64,
             dtypes.uint64: dtypes.float64, dtypes.int64: dtypes.float64, dtypes.bfloat16: None, dtypes.float16: None,
             dtypes.float32: None, dtypes.float64: None, dtypes.complex64: None, dtypes.complex128: None}


def truediv(x, y, name=None):
    """The quotient as Python 3 has it: small integers give float32, int32 and wider float64.

    Raises:
        TypeError: the dtypes differ or are no numbers.
    """
    if type(x) is EagerTensor and type(y) is EagerTensor and context.graph is None and x.dtype is y.dtype and \
            x.dtype in types.INEXACT:
        return realdiv(x, y, name)
    with scope(name, "truediv") as name:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        if x.dtype is not y.dtype:
            raise TypeError(f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}.")
        x, y = _as_quotient(x, y, "__truediv__")
        return realdiv(x, y, name)


def _as_quotient(x, y, where):
    """Both in the dtype of their quotient. Raises TypeError for what is no number."""
    try:
        wide = _QUOTIENT[x.dtype]
    except KeyError:
        raise TypeError(f"Invalid dtype {x.dtype!r} in {where}. Expected one of "
                        f"{{{', '.join(map(repr, _QUOTIENT))}}}.") from None
    return (x, y) if wide is None else (cast(x, wide), cast(y, wide))


def divide(x, y, name=None):
    """``x / y``: `truediv`, a Python `x` taking the dtype of a tensor `y`."""
    if name is not None:
        return truediv(x, y, name)
    if not is_tensor(x):
        x = convert_to_tensor(x, y.dtype if is_tensor(y) else None)
    return x / y


def is_tensor(value):
    """Whether `value` is a tensor or a Variable."""
    return isinstance(value, Tensor) or isinstance(getattr(value, "dtype", None), dtypes.DType)


def divide_no_nan(x, y, name=None):
    """The quotient, 0 where `y` is 0."""
    with scope(name, "div_no_nan") as name:
        if not is_tensor(x) and is_tensor(y):
            y = convert_to_tensor(y, name="y")
            x = convert_to_tensor(x, dtype_hint=y.dtype, name="x")
        else:
            x = convert_to_tensor(x, name="x")
            y = convert_to_tensor(y, dtype_hint=x.dtype, name="y")
        if x.dtype is not y.dtype:
            raise TypeError(f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}.")
        x, y = _as_quotient(x, y, "tf.math.divide_no_nan")
        return _div_no_nan(x, y, name)


divide_no_nan.__name__ = "div_no_nan"


def multiply_no_nan(x, y, name=None):
    """The product, 0 where `y` is 0 even if `x` is infinite or NaN."""
    with scope(name, "multiply_no_nan") as name:
        x = convert_to_tensor(x, name="x")
        y = convert_to_tensor(y, x.dtype if not is_tensor(y) else None, name="y")
        if x.dtype is not y.dtype:
            raise TypeError(f"`x` and `y` must have the same dtype, got {x.dtype!r} != {y.dtype!r}")
        return _mul_no_nan(x, y, name)


def xdivy(x, y, name=None):
    """``x / y``, 0 where `x` is 0."""
    with scope(name, "xdivy"):
        return _xdivy(x, y)


def xlog1py(x, y, name=None):
    """``x * log1p(y)``, 0 where `x` is 0."""
    with scope(name, "xlog1py"):
        return _xlog1py(x, y)


def reciprocal_no_nan(x, name=None):
    """``1 / x``, 0 where `x` is 0."""
    with scope(name, "reciprocal_no_nan") as name:
        x = convert_to_tensor(x, name="x")
        return _div_no_nan(convert_to_tensor(1, x.dtype, name="one"), x, name)


def scalar_mul(scalar, x, name=None):
    """`x` times a 0-D tensor or number. Raises ValueError if `scalar` has a rank."""
    if isinstance(x, IndexedSlices):
        return x._with(scalar_mul(scalar, x.values, name))
    with scope(name, "scalar_mul") as name:
        if not is_tensor(x):
            x = convert_to_tensor(x)
        scalar = convert_to_tensor(scalar, x.dtype, name="scalar")
        if scalar._dims is not None and scalar._dims != ():
            raise ValueError(f"The input scalar must be a 0-D value. Received shape {scalar.shape}.")
        return multiply(scalar, x, name)


# -- functions of one argument ------------------------------------------------------------------------------------

def unary(public, op_name, kernel, allowed, grad=None, output="T", arg="x", result="y", default=None, unserved="", lower=None,
          weight=16):
    """Declare an elementwise op of one tensor and return its public function; `grad(x, y, dy)` gives its gradient."""
    op_def = op(op_name, f"{arg}: T -> {result}: {output}", kernel=kernel, lower=lower or _expression(kernel), infer=infer.same,
                types={"T": allowed}, weight=weight,
                grad=grad and (lambda op, dy: [grad(op.inputs[0], op.outputs[0], dy)]), elementwise=True, unserved={"T": unserved})
    if default is None and arg == "x":
        def function(x, name=None):
            return dispatch(op_def, (x,), None, name)
    elif default is not None:
        def function(x, name=None):
            with scope(name, default):
                return dispatch(op_def, (x,), None, None)
    else:
        def function(features, name=None):
            return dispatch(op_def, (features,), None, name)
    return named(function, public, f"`{op_name}` of each element.")


def _softplus(x):
    limit = np.log(np.finfo(x.dtype).eps) + 2
    exp_x = np.exp(x)
    return np.where(x > -limit, x, np.where(x < limit, exp_x, np.log1p(exp_x)))


def _sigmoid(x):
    if x.dtype != np.float16:
        return 1 / (1 + np.exp(-x))
    small = np.exp(-np.abs(x))  # half precision overflows soon
    return np.where(x >= 0, 1, small) / (1 + small)


def _gradient_op(op_name, kernel, grad, conjugates=False):
    """Declare the op that gives a function's gradient from its result y and from dy, in which it is linear.

    Of complex numbers y is the conjugate of the result, or the kernel conjugates it, as TensorFlow's does.
    """
    def y_and_dy(op, upstream):
        y, dy = conj(op.inputs[0]), conj(op.inputs[1])
        if conjugates:
            return [grad(y, op.inputs[1], op.outputs[0], conj(upstream)), dispatch(op_def, (y, upstream))]
        return [grad(y, dy, conj(op.outputs[0]), upstream), dispatch(op_def, (y, upstream))]

    def of_conjugate(y, dy):
        return kernel(np.conj(y) if y.dtype.kind == "c" else y, dy)

    op_def = op(op_name, "y: T, dy: T -> z: T", infer=infer.same, types={"T": types.INEXACT}, grad=y_and_dy,
                lower=expression(of_conjugate if conjugates else kernel))
    return op_def


def _slope(op_def, y, dy):
    return dispatch(op_def, (conj(y), dy))


def _plain_slope(op_def, y, dy):
    return dispatch(op_def, (y, dy))


def _zero_stays_zero(kernel):
    """A gradient of zero stays zero where the slope is infinite: the arm of `where` that is not taken."""
    return lambda y, dy: _where_zero(dy == 0, kernel(y, dy))


_SQRT_GRAD = _gradient_op("SqrtGrad", _zero_stays_zero(lambda y, dy: dy * 0.5 / y),
                          lambda y, dy, z, up: -(up / y) * z, conjugates=True)
_RSQRT_GRAD = _gradient_op("RsqrtGrad", _zero_stays_zero(lambda y, dy: dy * -0.5 * y * (y * y)),
                           lambda y, dy, z, up: -1.5 * up * dy * square(y), conjugates=True)
_RECIPROCAL_GRAD = _gradient_op("ReciprocalGrad", _zero_stays_zero(lambda y, dy: -dy * y * y),
                                lambda y, dy, z, up: up * -2.0 * dy * y, conjugates=True)
_TANH_GRAD = _gradient_op("TanhGrad", lambda y, dy: dy * (1 - np.square(y)), lambda y, dy, z, up: up * -2.0 * dy * y)
_SIGMOID_GRAD = _gradient_op("SigmoidGrad", lambda y, dy: dy * y * (1 - y),
                             lambda y, dy, z, up: up * dy - 2.0 * (up * dy) * y)

negative = unary("neg", "Neg", np.negative, types.SIGNED_COMPLEX, lambda x, y, dy: -dy, weight=LIGHT)
square = unary("square", "Square", np.square, TypeList(
    "bfloat16 float16 float32 float64 int8 int16 int32 int64 uint8 uint16 uint32 uint64 complex64 complex128"),
    lambda x, y, dy: multiply(dy, multiply(conj(x), constant(2, x.dtype))), weight=LIGHT)
sqrt = unary("sqrt", "Sqrt", np.sqrt, types.INEXACT, lambda x, y, dy: _plain_slope(_SQRT_GRAD, y, dy), weight=LIGHT)
rsqrt = unary("rsqrt", "Rsqrt", expression(lambda x: 1 / np.sqrt(x)), types.INEXACT, lambda x, y, dy: _plain_slope(_RSQRT_GRAD, y, dy))
reciprocal = unary("reciprocal", "Reciprocal", np.reciprocal, types.SIGNED_COMPLEX,
                   lambda x, y, dy: _plain_slope(_RECIPROCAL_GRAD, y, dy), unserved="int8 int16 int32 int64")
exp = unary("exp", "Exp", np.exp, types.INEXACT, lambda x, y, dy: dy * conj(y))
expm1 = unary("expm1", "Expm1", np.expm1, types.INEXACT, lambda x, y, dy: dy * exp(conj(x)))
log = unary("log", "Log", np.log, types.INEXACT, lambda x, y, dy: dy * reciprocal(conj(x)))
log1p = unary("log1p", "Log1p", np.log1p, types.INEXACT, lambda x, y, dy: dy * reciprocal(1 + conj(x)))
sin = unary("sin", "Sin", np.sin, types.INEXACT, lambda x, y, dy: dy * cos(conj(x)))
cos = unary("cos", "Cos", np.cos, types.INEXACT, lambda x, y, dy: -dy * sin(conj(x)))
tan = unary("tan", "Tan", np.tan, types.INEXACT, lambda x, y, dy: dy * square(reciprocal(cos(conj(x)))))
asin = unary("asin", "Asin", np.arcsin, types.INEXACT, lambda x, y, dy: dy * reciprocal(sqrt(1 - square(conj(x)))))
acos = unary("acos", "Acos", np.arccos, types.INEXACT, lambda x, y, dy: -dy * reciprocal(sqrt(1 - square(conj(x)))))
atan = unary("atan", "Atan", np.arctan, types.INEXACT, lambda x, y, dy: dy * reciprocal(1 + square(conj(x))))
sinh = unary("sinh", "Sinh", np.sinh, types.INEXACT, lambda x, y, dy: dy * cosh(conj(x)))
cosh = unary("cosh", "Cosh", np.cosh, types.INEXACT, lambda x, y, dy: dy * sinh(conj(x)))
tanh = unary("tanh", "Tanh", np.tanh, types.INEXACT, lambda x, y, dy: _slope(_TANH_GRAD, y, dy))
asinh = unary("asinh", "Asinh", np.arcsinh, types.INEXACT, lambda x, y, dy: dy / cosh(conj(y)))
acosh = unary("acosh", "Acosh", np.arccosh, types.INEXACT, lambda x, y, dy: dy / sinh(conj(y)))
atanh = unary("atanh", "Atanh", np.arctanh, types.INEXACT, lambda x, y, dy: dy * reciprocal(1 - square(conj(x))))
sigmoid = unary("sigmoid", "Sigmoid", expression(_sigmoid), types.INEXACT, lambda x, y, dy: _slope(_SIGMOID_GRAD, y, dy))
softplus = unary("softplus", "Softplus", expression(_softplus), types.HALF_FIRST, lambda x, y, dy: dy * sigmoid(x), arg="features",
                 result="activations")
_SOFTSIGN_GRAD = op("SoftsignGrad", "gradients: T, features: T -> backprops: T", types={"T": types.HALF_FIRST},
                    infer=infer.same, lower=expression(lambda dy, x: dy / np.square(1 + np.abs(x))))
softsign = unary("softsign", "Softsign", expression(lambda x: x / (1 + np.abs(x))), types.HALF_FIRST, arg="features",
                 result="activations", grad=lambda x, y, dy: dispatch(_SOFTSIGN_GRAD, (dy, x)))
rint = unary("rint", "Rint", np.rint, types.FLOAT, unserved="bfloat16 float16")
floor = unary("floor", "Floor", np.floor, types.FLOAT, weight=LIGHT)
ceil = unary("ceil", "Ceil", np.ceil, types.FLOAT, weight=LIGHT)
is_nan = unary("is_nan", "IsNan", np.isnan, types.FLOAT, output="bool", weight=LIGHT)
is_inf = unary("is_inf", "IsInf", np.isinf, types.FLOAT, output="bool", weight=LIGHT)
is_finite = unary("is_finite", "IsFinite", np.isfinite, types.FLOAT, output="bool", weight=LIGHT)

_ABS = op("Abs", "x: T -> y: T", kernel=np.abs, weight=LIGHT, infer=infer.same, types={"T": types.SIGNED},
          grad=lambda op, dy: [dy * sign(op.inputs[0])])
_COMPLEX_ABS = op("ComplexAbs", "x: T -> y: Tout", attrs={"Tout": dtypes.float32}, kernel=lambda x, Tout: np.abs(x),
                  infer=infer.same, types={"T": types.COMPLEX, "Tout": types.SINGLE_DOUBLE},
                  grad=lambda op, dy: [complex_(_div_no_nan(dy * real(op.inputs[0]), op.outputs[0]),
                                                _div_no_nan(dy * imag(op.inputs[0]), op.outputs[0]))])
_SIGN = op("Sign", "x: T -> y: T", kernel=np.sign, weight=LIGHT, infer=infer.same, types={"T": types.SIGNED_COMPLEX},
           grad=lambda op, dy: [creation.zeros_like(op.inputs[0])])
_ROUND = op("Round", "x: T -> y: T", lower=expression(lambda x: np.positive(x) if x.dtype.kind in "iu" else np.rint(x)),
            infer=infer.same, types={"T": types.SIGNED_COMPLEX}, unserved={"T": "int8 int16 complex64 complex128"})


@gradient("Ceil", "Floor", "FloorDiv", "Rint", "Round", "TruncateDiv")
def _of_steps(op, dy):
    """TensorFlow registers these with a gradient that is None: they are flat but for their steps."""
    return [None] * len(op.inputs)


def abs_(x, name=None):
    """The absolute value; of complex numbers the magnitude, as a real tensor."""
    if type(x) is EagerTensor and context.graph is None and x.dtype not in types.COMPLEX:
        return dispatch(_ABS, (x,), None, name)
    with scope(name, "Abs") as name:
        x = convert_to_tensor(x, name="x")
        if x.dtype.is_complex:
            return dispatch(_COMPLEX_ABS, (x,), {"Tout": x.dtype.real_dtype}, name)
        return dispatch(_ABS, (x,), None, name)


def sign(x, name=None):
    """-1, 0 or 1 with the sign of each element; for complex numbers ``x / |x|``."""
    x = convert_to_tensor(x)
    if x.dtype.is_complex:
        magnitude = cast(dispatch(_COMPLEX_ABS, (x,), {"Tout": x.dtype.real_dtype}), x.dtype)
        return _div_no_nan(x, magnitude, name)
    return dispatch(_SIGN, (x,), None, name)


def round_(x, name=None):
    """The nearest integer, halves to even; integers are returned as they are."""
    x = convert_to_tensor(x, name="x")
    return x if x.dtype.is_integer else dispatch(_ROUND, (x,), None, name)


abs_.__name__, round_.__name__ = "abs", "round"


def log_sigmoid(x, name=None):
    """``log(sigmoid(x))``, without overflow."""
    with scope(name, "LogSigmoid") as name:
        x = convert_to_tensor(x, name="x")
        return negative(softplus(-x), name)
