"""Stateless random ops: the numbers follow from a seed of two integers, or from a key and a counter."""

from __future__ import annotations

import enum
import math

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.ops import infer, types
from runtime.ops.random import philox
from runtime.ops.array import reshape
from runtime.ops.cast import cast
from runtime.ops.bitwise import bitwise_or, left_shift
from runtime.ops.creation import zeros
from runtime.ops.joining import stack
from runtime.ops.math import add, multiply, subtract
from runtime.ops.random.random import (categorical_from, check_bounds, check_categorical, check_dtype, infer_categorical,
                                       infer_shape, output_shape, shape_tensor)
from runtime.ops.shapes import narrowed
from runtime.ops.scope import scope


class Algorithm(enum.Enum):
    """`tf.random.Algorithm`. On a CPU `AUTO_SELECT` is Philox, the only one that works there."""

    PHILOX = 1
    THREEFRY = 2
    AUTO_SELECT = 3


_BY_NAME = {"philox": 1, "threefry": 2, "autoselect": 3}


def algorithm_number(alg):
    """`alg` (a name, number or Algorithm) as an integer; tensors as they are.

    Raises:
        ValueError: there is no algorithm of that name.
        TypeError: `alg` is something else.
    """
    if alg is None:
        return Algorithm.AUTO_SELECT.value
    if isinstance(alg, (int, Tensor)):
        return alg
    if isinstance(alg, Algorithm):
        return alg.value
    if not isinstance(alg, str):
        raise TypeError(f"Can't convert argument `alg` (of value {alg} and type {type(alg)}) to int.")
    number = _BY_NAME.get(alg.strip().lower().replace("-", "").replace("_", ""))
    if number is None:
        raise unsupported_algorithm(alg)
    return number


def unsupported_algorithm(alg):
    names = ("philox", "threefry", "auto_select") if isinstance(alg, str) else (1, 2, 3)
    return ValueError(f"Argument `alg` got unsupported value {alg}. Supported values are {names[0]} for the Philox algorithm, "
                      f"{names[1]} for the ThreeFry algorithm, and {names[2]} for auto-selection.")


def start(seed):
    """(key, counter) for a seed of two integers: Philox itself scrambles them, with a fixed key."""
    if np.shape(seed) != (2,):
        raise errors.InvalidArgumentError(None, None,
                                          f"seed must have shape [2], not [{','.join(map(str, np.shape(seed)))}]")
    first, second = (int(value) % 2**64 for value in seed)
    mixed = philox.bits(0x02461E293EC8F720, first | second << 64, 4).astype(object)
    return int(mixed[0] | mixed[1] << 32), int(mixed[2] | mixed[3] << 32) << 64


def _key_counter_kernel(seed):
    key, counter = start(seed)
    return np.array([key], np.uint64), np.array([counter & (2**64 - 1), counter >> 64], np.uint64)


GET_KEY_COUNTER = op("StatelessRandomGetKeyCounter", "seed: Tseed -> key: uint64, counter: uint64",
                     kernel=_key_counter_kernel, infer=lambda inputs, attrs: [_seed_vector(inputs[0]), (2,)],
                     types={"Tseed": types.INDEX})


def _seed_vector(seed):
    size = infer.with_rank(seed._dims, 1)[0]
    if size not in (None, 2):
        raise ValueError(f"Dimension must be 2 but is {size}")
    return (1,)


def started(key, counter, alg):
    """Key and counter inputs as integers. Raises InvalidArgumentError for what Philox cannot start from."""
    if alg not in (1, 2, 3):
        raise errors.InvalidArgumentError(None, None, f"Unsupported algorithm id: {alg}")
    if np.ndim(counter) != 1 or len(counter) < 2:
        raise errors.InvalidArgumentError(
            None, None, "counter must be a vector with length at least 2; got shape: "
            f"[{','.join(map(str, np.shape(counter)))}]. (Note that batched counters are not supported yet.)")
    if np.shape(key) != (1,):
        raise errors.InvalidArgumentError(None, None, "key must have shape [1], not "
                                          f"[{','.join(map(str, np.shape(key)))}]. (Note that batched keys are not supported "
                                          "yet.)")
    return int(key[0]), int(counter[0]) | int(counter[1]) << 64


def _filler(distribution):
    def kernel(shape, key, counter, alg, dtype):
        dims = output_shape(shape)
        count = math.prod(dims)
        return distribution(*started(key, counter, alg), count, dtype.numpy_dtype).reshape(dims)
    return kernel


def _int_kernel(shape, key, counter, alg, minval, maxval):
    dims = output_shape(shape)
    count = math.prod(dims)
    check_bounds(minval, maxval, count)
    dtype = np.asarray(minval).dtype
    return philox.uniform_int(*started(key, counter, alg), count, minval, maxval, dtype).reshape(dims)


def _shuffle_kernel(value, key, counter, alg):
    if value.size <= 1 or value.shape[0] <= 1:
        return value
    return value[philox.permutation(*started(key, counter, alg), value.shape[0])]


def _multinomial_kernel(logits, num_samples, seed, output_dtype):
    check_categorical(logits, num_samples)
    return categorical_from(*start(seed), logits, int(num_samples), output_dtype)


def _fill_op(name, distribution, allowed):
    return op(name, "shape: Tshape, key: uint64, counter: uint64, alg: int32 -> output: dtype", kernel=_filler(distribution),
              infer=infer_shape, attrs={"dtype": dtypes.float32}, types={"dtype": allowed, "Tshape": types.INDEX})


UNIFORM = _fill_op("StatelessRandomUniformV2", philox.uniform, types.HALF_FIRST)
NORMAL = _fill_op("StatelessRandomNormalV2", philox.normal, types.HALF_FIRST)
TRUNCATED_NORMAL = _fill_op("StatelessTruncatedNormalV2", philox.truncated_normal, types.HALF_FIRST)
FULL_INT = _fill_op("StatelessRandomUniformFullIntV2", philox.full_int,
                    "int32 int64 uint32 uint64")
UNIFORM_INT = op("StatelessRandomUniformIntV2",
                 "shape: Tshape, key: uint64, counter: uint64, alg: int32, minval: dtype, maxval: dtype -> output: dtype",
                 kernel=_int_kernel, infer=infer_shape, types={"Tshape": types.INDEX, "dtype": "int32 int64 uint32 uint64"}, unserved={"dtype": "uint32 uint64"})
SHUFFLE = op("StatelessShuffle", "value: T, key: uint64, counter: uint64, alg: int32 -> output: T", kernel=_shuffle_kernel,
             infer=infer.same)
MULTINOMIAL = op("StatelessMultinomial", "logits: T, num_samples: int32, seed: Tseed -> output: output_dtype",
                 kernel=_multinomial_kernel, infer=infer_categorical, attrs={"output_dtype": dtypes.int64},
                 types={"T": types.REAL, "Tseed": types.INDEX, "output_dtype": types.INDEX}, unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})
not_differentiable("StatelessMultinomial", "StatelessRandomNormalV2", "StatelessRandomUniformFullIntV2",
                   "StatelessRandomUniformIntV2", "StatelessRandomUniformV2", "StatelessTruncatedNormalV2")


def key_counter_alg(seed, alg):
    """The inputs that start an op from `seed`."""
    alg = algorithm_number(alg)
    if alg == Algorithm.THREEFRY.value:
        halves = cast(seed, dtypes.uint64)
        return reshape(bitwise_or(halves[0], left_shift(halves[1], np.uint64(32))), [1]), zeros([1], dtypes.uint64), alg
    if alg not in (1, 3):
        raise unsupported_algorithm(alg)
    key, counter = dispatch(GET_KEY_COUNTER, (seed,))
    return key, counter, alg


def affine_normal(op_def, shape, start, mean, stddev, dtype, name):
    """Numbers of a normal distribution from `start()` → (key, counter, alg); to be called within a scope."""
    dtype = dtypes.as_dtype(dtype)
    shape = shape_tensor(shape)
    mean = convert_to_tensor(mean, dtype, name="mean")
    stddev = convert_to_tensor(stddev, dtype, name="stddev")
    drawn = dispatch(op_def, (shape, *start(shape)), {"dtype": dtype})
    return add(multiply(drawn, stddev, name="mul"), mean, name=name)


def bounded(shape, start, minval, maxval, dtype, name):
    """Uniform numbers from `start(shape)` → (key, counter, alg); the whole range of integers if there are no bounds."""
    shape = shape_tensor(shape)
    if dtype.is_integer and minval is None:
        return dispatch(FULL_INT, (shape, *start(shape)), {"dtype": dtype}, name)
    minval = convert_to_tensor(minval, dtype, name="min")
    maxval = convert_to_tensor(maxval, dtype, name="max")
    if dtype.is_integer:
        return dispatch(UNIFORM_INT, (shape, *start(shape), minval, maxval), None, name)
    drawn = dispatch(UNIFORM, (shape, *start(shape)), {"dtype": dtype})
    return add(multiply(drawn, subtract(maxval, minval, name="sub"), name="mul"), minval, name=name)


def stateless_normal(shape, seed, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None, alg="auto_select"):
    """`tf.random.stateless_normal`: floats of a normal distribution. `seed`: two integers, [2]."""
    with scope(name, "stateless_random_normal") as name:
        return narrowed(affine_normal(NORMAL, shape, lambda _: key_counter_alg(seed, alg), mean, stddev, dtype, name), shape)


def stateless_truncated_normal(shape, seed, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None, alg="auto_select"):
    """`tf.random.stateless_truncated_normal`: none beyond two standard deviations. `seed`: two integers, [2]."""
    with scope(name, "stateless_truncated_normal") as name:
        return narrowed(affine_normal(TRUNCATED_NORMAL, shape, lambda _: key_counter_alg(seed, alg), mean, stddev, dtype, name), shape)


_UNIFORM = (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64, dtypes.int32, dtypes.int64, dtypes.uint32,
            dtypes.uint64)


def stateless_uniform(shape, seed, minval=0, maxval=None, dtype=dtypes.float32, name=None, alg="auto_select"):
    """`tf.random.stateless_uniform`: numbers in [minval, maxval); integers of the whole range where both are None.

    Raises:
        ValueError: `dtype` is an integer type and just one bound is given, or it is unsigned and has bounds.
    """
    dtype = check_dtype(dtype, _UNIFORM)
    if dtype.is_integer:
        if (minval is None) != (maxval is None):
            raise ValueError(f"For integer `dtype` argument {dtype}, argument `minval` and `maxval` must be both None or not "
                             f"None. Got `minval`={minval} and `maxval`={maxval}.")
        if minval is not None and dtype.is_unsigned:
            raise ValueError(f"Argument `dtype` got invalid value {dtype} when argument `minval` is not None. Please don't "
                             "use unsigned integers in this case.")
    elif maxval is None:
        maxval = 1
    with scope(name, "stateless_random_uniform") as name:
        return narrowed(bounded(shape, lambda _: key_counter_alg(seed, alg), minval, maxval, dtype, name), shape)


def stateless_categorical(logits, num_samples, seed, dtype=dtypes.int64, name=None):
    """`tf.random.stateless_categorical`: classes by unnormalised log-probabilities, [batch, num_samples]."""
    with scope(name, "stateless_categorical"):
        logits = convert_to_tensor(logits, name="logits")
        return dispatch(MULTINOMIAL, (logits, num_samples, seed), {"output_dtype": dtypes.as_dtype(dtype or dtypes.int64)})


def stateless_shuffle(value, seed, alg="auto_select", name=None):
    """`tf.random.experimental.stateless_shuffle`: `value` with its rows in an order that follows from `seed`."""
    with scope(name, "stateless_shuffle"):
        return dispatch(SHUFFLE, (value, *key_counter_alg(seed, alg)))


def split(seed, num=2, alg="auto_select"):
    """`tf.random.split`: `num` new seeds from one, [num, 2]."""
    seed = convert_to_tensor(seed)
    return stateless_uniform([num, 2], seed, minval=None, maxval=None, dtype=seed.dtype, alg=alg)


def fold_in(seed, data, alg="auto_select"):
    """`tf.random.fold_in`: a new seed from `seed` and the integer `data`."""
    data = convert_to_tensor(data)
    return stack([stateless_uniform([], seed, minval=None, maxval=None, dtype=data.dtype, alg=alg), data])
