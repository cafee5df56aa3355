"""Stateful random ops: each kernel owns a Philox generator that its two seeds start (`tf.random.normal` and so on).

Numbers are TensorFlow's, bit for bit, for a given seed. Eagerly, calls with equal op, seeds and types share a generator;
in a graph each node has one. `tf.random.set_seed` restarts them all.
"""

from __future__ import annotations

import functools
import math

import numpy as np

from runtime.core import dtypes, errors, random_seed
from runtime.core.context import context
from runtime.core.convert import constant_shape, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, not_differentiable, op
from runtime.core.random_seed import set_seed  # noqa: F401 - part of the public face
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.random import philox
from runtime.ops.math import add, multiply, subtract
from runtime.ops.shapes import narrowed
from runtime.ops.scope import scope


def output_shape(shape):
    """The sizes that a shape input holds. Raises InvalidArgumentError as kernels do."""
    shape = np.asarray(shape)
    if shape.ndim != 1:
        raise errors.InvalidArgumentError(None, None, "shape must be a vector of {int32,int64}, got shape "
                                          f"[{','.join(map(str, shape.shape))}]")
    dims = tuple(shape.tolist())
    for size in dims:
        if size < 0:
            raise errors.InvalidArgumentError(None, None, f"Dimension {size} must be >= 0")
    return dims


def check_bounds(minval, maxval, count):
    """Raise InvalidArgumentError unless both are scalars and, where numbers are wanted, in order."""
    for name, bound in (("minval", minval), ("maxval", maxval)):
        if np.ndim(bound):
            raise errors.InvalidArgumentError(None, None, f"{name} must be 0-D, got shape "
                                              f"[{','.join(map(str, np.shape(bound)))}]")
    if count and minval >= maxval:
        raise errors.InvalidArgumentError(None, None, f"Need minval < maxval, got {minval} >= {maxval}")


def infer_shape(inputs, attrs):
    """The shape that the first input denotes."""
    infer.with_rank(inputs[0]._dims, 1)
    return constant_shape(inputs[0])


def infer_int_shape(inputs, attrs):
    for name, bound in zip(("minval", "maxval"), inputs[-2:]):
        if bound._dims:
            raise ValueError(f"{name} must be a scalar; got a tensor of shape {text(bound._dims)}")
    return infer_shape(inputs, attrs)


@functools.lru_cache(maxsize=4096)
def _shared(generation, draw, seed, seed2, key):
    """The generator of all eager kernels that are equal."""
    return philox.Generator(seed, seed2)


def stateful(name, signature, draw, **properties):
    """Declare an op whose kernel is ``draw(generator, *inputs, **attrs)``."""
    def kernel(*inputs, seed, seed2, **attrs):
        key = tuple(getattr(value, "dtype", None) for value in inputs), tuple(attrs.values()), context.place
        return draw(_shared(random_seed.generation(), draw, seed, seed2, key), *inputs, **attrs)

    def instance(seed, seed2, **attrs):
        return functools.partial(draw, philox.Generator(seed, seed2), **attrs)

    attrs = {"seed": 0, "seed2": 0, **properties.pop("attrs", {})}
    return op(name, signature, kernel=kernel, instance=instance, attrs=attrs, stateful=True, prunable=True, random=True,
              **properties)


def _filler(distribution):
    def draw(generator, shape, dtype):
        dims = output_shape(shape)
        count = math.prod(dims)
        return distribution(*generator.reserve(count * philox.RESERVED), count, dtype.numpy_dtype).reshape(dims)
    return draw


def _draw_int(generator, shape, minval, maxval):
    dims = output_shape(shape)
    count = math.prod(dims)
    check_bounds(minval, maxval, count)
    key, counter = generator.reserve(count * philox.RESERVED)
    return philox.uniform_int(key, counter, count, minval, maxval, np.asarray(minval).dtype).reshape(dims)


def _draw_shuffle(generator, value):
    if value.size <= 1 or value.shape[0] <= 1:
        return value
    size = value.shape[0]
    return value[philox.permutation(*generator.reserve((size + 2) // 4), size)]


def _draw_multinomial(generator, logits, num_samples, output_dtype):
    check_categorical(logits, num_samples)
    rows, samples = len(logits), int(num_samples)
    key, counter = generator.reserve(rows * 2 * (-(-samples // 4) * 4) * philox.RESERVED)
    return categorical_from(key, counter, logits, samples, output_dtype)


def check_categorical(logits, num_samples):
    """Raise InvalidArgumentError as Multinomial's kernels do."""
    text = None
    if logits.ndim != 2:
        text = f"logits should be a matrix, got shape [{','.join(map(str, logits.shape))}]"
    elif np.ndim(num_samples):
        text = f"num_samples should be a scalar, got shape [{','.join(map(str, np.shape(num_samples)))}]"
    elif num_samples < 0:
        text = f"num_samples should be non-negative, got {num_samples}"
    elif not logits.shape[1]:
        text = "num_classes should be positive, got 0"
    if text:
        raise errors.InvalidArgumentError(None, None, text)


def categorical_from(key, counter, logits, samples, output_dtype):
    """`samples` classes for each row of `logits`, by the inverse of the cumulative distribution.

    All rows draw from one sequence, as TensorFlow's kernel does where one thread does all the work.
    """
    drawn = philox.uniform(key, counter, len(logits) * samples, np.dtype(np.float64)).reshape(len(logits), samples)
    result = np.empty(drawn.shape, output_dtype.numpy_dtype)
    for row, (scores, points) in enumerate(zip(logits, drawn)):
        finite = np.isfinite(scores)
        top = float(scores[finite].max()) if finite.any() else float(np.finfo(scores.dtype).min)
        weights = np.exp(scores.astype(np.float64) - top)
        weights[~finite] = 0
        cumulative = np.cumsum(weights)
        result[row] = np.searchsorted(cumulative, points * cumulative[-1], side="right")
    return result


def infer_categorical(inputs, attrs):
    rows = infer.with_rank(inputs[0]._dims, 2)[0]
    infer.with_rank(inputs[1]._dims, 0)
    samples = constant_value(inputs[1])
    if samples is not None and samples < 0:
        error = ValueError(f"Dimension size, given by scalar input 1, must be non-negative but is {samples}")
        error.value_inputs = (1,)
        raise error
    return rows, None if samples is None else int(samples)


_FILL = {"attrs": {"dtype": REQUIRED}, "types": {"dtype": types.HALF_FIRST, "T": types.INDEX}, "infer": infer_shape}
RANDOM_UNIFORM = stateful("RandomUniform", "shape: T -> output: dtype", _filler(philox.uniform), **_FILL)
RANDOM_NORMAL = stateful("RandomStandardNormal", "shape: T -> output: dtype", _filler(philox.normal), **_FILL)
TRUNCATED_NORMAL = stateful("TruncatedNormal", "shape: T -> output: dtype", _filler(philox.truncated_normal), **_FILL)
RANDOM_UNIFORM_INT = stateful("RandomUniformInt", "shape: T, minval: Tout, maxval: Tout -> output: Tout", _draw_int,
                               infer=infer_int_shape, types={"T": types.INDEX, "Tout": types.INDEX})
RANDOM_SHUFFLE = stateful("RandomShuffle", "value: T -> output: T", _draw_shuffle, infer=infer.same)
MULTINOMIAL = stateful("Multinomial", "logits: T, num_samples: int32 -> output: output_dtype", _draw_multinomial,
                        attrs={"output_dtype": dtypes.int64}, infer=infer_categorical,
                        types={"T": types.REAL, "output_dtype": types.INDEX},
                        unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})
not_differentiable("Multinomial", "RandomShuffle", "RandomStandardNormal", "RandomUniform", "TruncatedNormal")


def shape_tensor(shape):
    """A shape given as integers, a TensorShape or tensors, as a tensor; an empty list is int32."""
    if isinstance(shape, Tensor):
        return shape if shape.dtype in types.INDEX else convert_to_tensor(shape, name="shape")
    return convert_to_tensor(shape, dtypes.int32 if isinstance(shape, (list, tuple)) and not shape else None, name="shape")


def seeds(seed):
    """The seed attributes of an op that is given `seed`."""
    first, second = random_seed.get_seed(seed)
    return {"seed": int(first or 0), "seed2": int(second or 0)}


def _normal(op_def, default, wanted, mean, stddev, dtype, seed, name):
    with scope(name, default) as name:
        dtype = dtypes.as_dtype(dtype)
        shape = shape_tensor(wanted)
        mean = convert_to_tensor(mean, dtype, name="mean")
        stddev = convert_to_tensor(stddev, dtype, name="stddev")
        drawn = dispatch(op_def, (shape,), {**seeds(seed), "dtype": dtype})
        return narrowed(add(multiply(drawn, stddev, name="mul"), mean, name=name), wanted)


def normal(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, seed=None, name=None):
    """`tf.random.normal`: floats of a normal distribution; `mean` and `stddev` broadcast with `shape`."""
    return _normal(RANDOM_NORMAL, "random_normal", shape, mean, stddev, dtype, seed, name)


def truncated_normal(shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, seed=None, name=None):
    """`tf.random.truncated_normal`: as `normal`, values beyond two standard deviations drawn again."""
    return _normal(TRUNCATED_NORMAL, "truncated_normal", shape, mean, stddev, dtype, seed, name)


_UNIFORM = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64)


def check_dtype(dtype, accepted):
    dtype = dtypes.as_dtype(dtype)
    if dtype not in accepted:
        raise ValueError(f"Argument `dtype` got invalid value {dtype}. Accepted dtypes are {accepted}.")
    return dtype


def uniform(shape, minval=0, maxval=None, dtype=dtypes.float32, seed=None, name=None):
    """`tf.random.uniform`: numbers in [minval, maxval).

    Raises:
        ValueError: `dtype` is an integer type and `maxval` is missing, or no dtype of random numbers.
    """
    dtype = check_dtype(dtype, _UNIFORM)
    if maxval is None:
        if dtype.is_integer:
            raise ValueError(f"Must specify maxval for integer dtype {dtype!r}")
        maxval = 1
    return narrowed(_uniform(shape, minval, maxval, dtype, seed, name), shape)


def _uniform(shape, minval, maxval, dtype, seed, name):
    with scope(name, "random_uniform") as name:
        shape = shape_tensor(shape)
        from_zero = isinstance(minval, int) and minval == 0
        to_one = isinstance(maxval, int) and maxval == 1
        if not from_zero or not to_one or dtype.is_integer:
            minval = convert_to_tensor(minval, dtype, name="min")
            maxval = convert_to_tensor(maxval, dtype, name="max")
        if dtype.is_integer:
            return dispatch(RANDOM_UNIFORM_INT, (shape, minval, maxval), seeds(seed), name)
        drawn = dispatch(RANDOM_UNIFORM, (shape,), {**seeds(seed), "dtype": dtype})
        if not from_zero:
            return add(multiply(drawn, subtract(maxval, minval, name="sub"), name="mul"), minval, name=name)
        return drawn if to_one else multiply(drawn, maxval)


def shuffle(value, seed=None, name=None):
    """`tf.random.shuffle`: `value` with its rows in random order."""
    return dispatch(RANDOM_SHUFFLE, (value,), seeds(seed), name)


def categorical(logits, num_samples, dtype=None, seed=None, name=None):
    """`tf.random.categorical`: classes drawn by unnormalised log-probabilities, [batch, num_samples].

    Raises:
        ValueError: `dtype` is neither int32 nor int64.
    """
    with scope(name, "categorical"):
        logits = convert_to_tensor(logits, name="logits")
        dtype = check_dtype(dtype or dtypes.int64, (dtypes.int32, dtypes.int64))
        return dispatch(MULTINOMIAL, (logits, num_samples), {**seeds(seed), "output_dtype": dtype})
