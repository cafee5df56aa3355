"""`tf.random.Generator`: random numbers from a state kept in a Variable."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context, init_scope
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.random_seed import random_bits
from runtime.core.tensor import SymbolicTensor
from runtime.core.trackable import AutoTrackable
from runtime.ops import infer
from runtime.ops.array import reshape, shape
from runtime.ops.identity import bitcast
from runtime.ops.cast import cast
from runtime.ops.creation import zeros, zeros_like
from runtime.ops.joining import concat, stack
from runtime.ops.random.philox import RESERVED
from runtime.ops.reduction import reduce_prod
from runtime.ops.scope import scope
from runtime.ops.random.stateless_random import (NORMAL, TRUNCATED_NORMAL, Algorithm, affine_normal, algorithm_number, bounded,
                                                 unsupported_algorithm)
from runtime.variables import Variable


def _skip_kernel(handle, alg, delta):
    if alg not in (1, 3):
        raise errors.UnimplementedError(None, None, "Non-XLA devices don't support the ThreeFry algorithm.")
    before = handle.read()
    counter = (int(before[0]) % 2**64 | int(before[1]) % 2**64 << 64) + int(delta) * RESERVED
    after = before.copy()
    after[:2] = np.array([counter % 2**64, (counter >> 64) % 2**64], np.uint64).view(np.int64)
    handle.value = after
    return before


def _skip_infer(inputs, attrs):
    infer.with_rank(inputs[1]._dims, 0)
    infer.with_rank(inputs[2]._dims, 0)
    data = inputs[0].handle_data
    return (None,) if data is None else data[0]


READ_AND_SKIP = op("RngReadAndSkip", "resource: resource, alg: int32, delta: uint64 -> value: int64", kernel=_skip_kernel,
                   infer=_skip_infer, stateful=True)


def _state_size(alg):
    if alg == Algorithm.THREEFRY.value:
        return 2
    if alg in (1, 3):
        return 3
    raise unsupported_algorithm(alg)


def _signed(value):
    """A 64-bit integer as int64 holds it."""
    return (value + 2**63) % 2**64 - 2**63 if isinstance(value, int) else value


def _state_from(seed, size):
    """A state of `size` int64 numbers from an integer, or from a vector, which is cut or padded with zeros on the left."""
    if isinstance(seed, SymbolicTensor):
        numbers = reshape(cast(seed, dtypes.int64), [-1])[:size]
        return concat([zeros([size - shape(numbers)[0]], dtypes.int64), numbers], 0)
    if isinstance(seed, int):
        seed = [_signed(seed >> 64 * i & (2**64 - 1)) for i in range(size)]
    elif isinstance(seed, (list, tuple)):
        seed = [_signed(item) for item in seed]
    numbers = np.array(seed).astype(np.int64).reshape(-1)[:size]
    return np.concatenate([np.zeros(size - len(numbers), np.int64), numbers])


def create_rng_state(seed, alg):
    """`tf.random.create_rng_state`: the state of a generator, int64 [3], for an integer or a vector."""
    return convert_to_tensor(_state_from(seed, _state_size(algorithm_number(alg))))


def _replica():
    """What `tf.distribute` knows of the replica that runs, or None."""
    return context.strategies[-1].replica if context.strategies else None


class Generator(AutoTrackable):
    """A random number generator (`tf.random.Generator`), made by `from_seed`, `from_state` or their kin.

    Attributes:
        state: Variable, int64 [3]: the counter, low half first, and the key.
        algorithm: its number.
    """

    def __init__(self, copy_from=None, state=None, alg=None):
        if copy_from is not None:
            assert (alg or state) is None
            self._set_up(copy_from.state.value(), copy_from.algorithm)
            return
        assert alg is not None and state is not None
        alg = algorithm_number(alg)
        state = cast([_signed(item) for item in state] if isinstance(state, (list, tuple)) else state, dtypes.int64)
        state.shape.assert_is_compatible_with([_state_size(alg)])
        self._set_up(state, alg)

    def _set_up(self, state, alg):
        self._state_var = Variable(state, dtype=dtypes.int64, trainable=False, name="StateVar")
        self._alg = alg
        self._of_strategy = bool(context.strategies)

    @classmethod
    def from_state(cls, state, alg):
        """A generator in the given state. Raises ValueError if its size is not that of the algorithm's states."""
        return cls(alg=alg, state=state)

    @classmethod
    def from_seed(cls, seed, alg=None):
        """A generator for an integer or a vector."""
        alg = algorithm_number(Algorithm.PHILOX if alg is None else alg)
        return cls(alg=alg, state=_state_from(seed, _state_size(alg)))

    @classmethod
    def from_non_deterministic_state(cls, alg=None):
        """A generator that starts somewhere else in each run."""
        with init_scope():
            alg = algorithm_number(Algorithm.PHILOX if alg is None else alg)
            state = [random_bits() for _ in range(_state_size(alg))]
            return cls(alg=alg, state=np.array(state, np.uint64).view(np.int64))

    @classmethod
    def from_key_counter(cls, key, counter, alg):
        """A generator with this key (a number) and counter (two numbers)."""
        alg = algorithm_number(alg)
        return cls(alg=alg, state=[*counter, key])

    @property
    def state(self):
        return self._state_var

    @property
    def algorithm(self):
        return self._alg

    @property
    def key(self):
        """The key, int64 []. The counter is the rest of the state."""
        return self._state_var[-1]

    def reset(self, state):
        """Go to `state`. Raises ValueError if its size does not fit."""
        state = cast(state, dtypes.int64)
        state.shape.assert_is_compatible_with([_state_size(self._alg)])
        self._state_var.assign(state)

    def reset_from_seed(self, seed):
        self.reset(_state_from(seed, _state_size(self._alg)))

    def reset_from_key_counter(self, key, counter):
        self.reset([*counter, key])

    def skip(self, delta):
        """Go on as if `delta` numbers had been drawn; the state before."""
        alg = cast(self._alg, dtypes.int32)
        delta = cast(delta, dtypes.uint64)
        if context.graph is not None:
            context.graph.watch_variable(self._state_var)
        if self._of_strategy and _replica() is None:  # all replicas go on
            return [dispatch(READ_AND_SKIP, (part.handle, alg, delta)) for part in getattr(self._state_var, "values", (self._state_var,))][0]
        return dispatch(READ_AND_SKIP, (self._state_var.handle, alg, delta))

    def _start(self, shape):
        """Key, counter and algorithm for an op of `shape` numbers, which are thereby used up."""
        before = self.skip(reduce_prod(shape))
        size = _state_size(self._alg) - 1
        counter = bitcast(before[:size], dtypes.uint64)
        key = key_of_all = bitcast(before[size:size + 1], dtypes.uint64)
        replica = _replica() if self._of_strategy else None
        if replica is not None:  # the replicas draw different numbers from the same state
            number = cast(stack([replica.replica_id_in_sync_group, 0]), dtypes.uint64)
            key = bounded([1], lambda _: (key_of_all, number, self._alg), None, None, dtypes.uint64, None)
        return key, counter, self._alg

    def normal(self, shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
        """Floats of a normal distribution."""
        with scope(name, "stateful_normal") as name:
            return affine_normal(NORMAL, shape, self._start, mean, stddev, dtype, name)

    def truncated_normal(self, shape, mean=0.0, stddev=1.0, dtype=dtypes.float32, name=None):
        """Floats of a normal distribution, none beyond two standard deviations."""
        with scope(name, "truncated_normal") as name:
            return affine_normal(TRUNCATED_NORMAL, shape, self._start, mean, stddev, dtype, name)

    def uniform(self, shape, minval=0, maxval=None, dtype=dtypes.float32, name=None):
        """Numbers in [minval, maxval); integers of the whole range if both are None.

        Raises:
            ValueError: `dtype` is an integer type and just one bound is given.
        """
        dtype = dtypes.as_dtype(dtype)
        if dtype.is_integer:
            if (minval is None) != (maxval is None):
                raise ValueError(f"For integer dtype {dtype}, minval and maxval must be both `None` or both non-`None`; got "
                                 f"minval={minval} and maxval={maxval}")
        elif maxval is None:
            maxval = 1
        with scope(name, "stateful_uniform") as name:
            return bounded(shape, self._start, minval, maxval, dtype, name)

    def uniform_full_int(self, shape, dtype=dtypes.uint64, name=None):
        """Integers of the whole range of `dtype`."""
        with scope(name, "stateful_uniform_full_int") as name:
            return bounded(shape, self._start, None, None, dtypes.as_dtype(dtype), name)

    def make_seeds(self, count=1):
        """Seeds for stateless ops, int64 [2, count]."""
        keys = self.uniform_full_int([count], dtypes.int64)
        return stack([keys, zeros_like(keys)])

    def split(self, count=1):
        """`count` new generators that share nothing with this one."""
        keys = np.asarray(self.uniform_full_int([count], dtypes.int64))
        return [Generator(state=[0, 0, int(key)], alg=self._alg) for key in keys]


_global_generator = None


def get_global_generator():
    """`tf.random.get_global_generator`: made on first use, not deterministic."""
    global _global_generator
    if _global_generator is None:
        with init_scope():
            _global_generator = Generator.from_non_deterministic_state()
    return _global_generator


def set_global_generator(generator):
    """`tf.random.set_global_generator`. Functions keep the generator that they were traced with."""
    global _global_generator
    _global_generator = generator
