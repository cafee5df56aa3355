"""Random numbers by rejection: the gamma distribution (Marsaglia and Tsang) and Poisson's (Knuth; Hörmann).

Each output draws from counters of its own, one number after the other, in float64, as TensorFlow's kernels do.
"""

from __future__ import annotations

import math

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.random import philox
from runtime.ops.kernels.special import random_gamma_grad
from runtime.ops.array import broadcast_dynamic_shape, shape as shape_of
from runtime.ops.broadcast import unbroadcast
from runtime.ops.math import maximum, truediv
from runtime.ops.random.random import output_shape, seeds, shape_tensor, stateful
from runtime.ops.rearrange import broadcast_to
from runtime.ops.scope import scope
from runtime.ops.random.stateless_random import key_counter_alg, start, started


class _Draws:
    """Uniform and normal numbers for one output. Of a pair the second one is used first."""

    def __init__(self, key, counter):
        self._key = key
        self._counter = counter
        self._uniforms = []
        self._normals = []

    def _block(self):
        block = philox.block(self._key, self._counter)
        self._counter = (self._counter + 1) % 2**128
        return block

    @staticmethod
    def _unit(high, low):
        return ((high & 0xFFFFF) << 32 | low) / 2.0**52

    def uniform(self):
        if not self._uniforms:
            a, b, c, d = self._block()
            self._uniforms = [self._unit(a, b), self._unit(c, d)]
        return self._uniforms.pop()

    def normal(self):
        if not self._normals:
            a, b, c, d = self._block()
            radius = math.sqrt(-2.0 * math.log(max(self._unit(a, b), 1e-7)))
            angle = 2 * math.pi * self._unit(c, d)
            self._normals = [math.sin(angle) * radius, math.cos(angle) * radius]
        return self._normals.pop()


def _gamma(draws, alpha):
    if alpha == 1.0:
        return -math.log1p(-draws.uniform())
    d = alpha + (2.0 / 3 if alpha < 1 else -1.0 / 3)
    c = 1.0 / 3 / math.sqrt(d)
    while True:
        x = draws.normal()
        v = 1 + c * x
        if v <= 0:
            continue
        v = v * v * v
        u = draws.uniform()
        if u < 1 - 0.0331 * (x * x) * (x * x) or _log(u) < 0.5 * x * x + d * (1 - v + math.log(v)):
            return d * v * draws.uniform() ** (1 / alpha) if alpha < 1 else d * v


def _log(x):
    return math.log(x) if x > 0 else -math.inf


def _poisson(draws, rate, limit):
    if not 0 <= rate < math.inf:
        return math.nan
    if rate < 10:
        bound, product, count = math.exp(-rate), 1.0, 0.0
        while True:
            product *= draws.uniform()
            if product <= bound and count <= limit:
                return count
            count += 1
    b = 0.931 + 2.53 * math.sqrt(rate)
    a = -0.059 + 0.02483 * b
    inverse_acceptance = 1.1239 + 1.1328 / (b - 3.4)
    while True:
        u = draws.uniform() - 0.5
        v = draws.uniform()
        shifted = 0.5 - abs(u)
        k = math.floor((2 * a / shifted + b) * u + rate + 0.43) if shifted else math.inf
        if k > limit:
            continue
        if shifted >= 0.07 and v <= 0.9277 - 3.6224 / (b - 2):
            return k
        if k < 0 or (shifted < 0.013 and v > shifted):
            continue
        if _log(v * inverse_acceptance / (a / (shifted * shifted) + b)) <= -rate + k * math.log(rate) - math.lgamma(k + 1):
            return k


def _fill(key, counter, count, parameters, draw, dtype):
    """`count` samples for each parameter: [count, parameters]. Outputs are numbered parameter by parameter."""
    result = np.empty((count, parameters.size), dtype)
    for at, parameter in enumerate(parameters.reshape(-1).astype(np.float64).tolist()):
        for sample in range(count):
            draws = _Draws(key, (counter + philox.RESERVED * (at * count + sample)) % 2**128)
            result[sample, at] = draw(draws, parameter)
    return result


def _limit(dtype):
    return np.finfo(dtype).max if dtype.kind == "f" else np.iinfo(dtype).max


def _poisson_of(dtype):
    limit = float(_limit(dtype))
    return lambda draws, rate: _poisson(draws, rate, limit)


def _draw(generator, shape, parameters, draw, dtype):
    if np.ndim(shape) != 1:
        raise errors.InvalidArgumentError(None, None, "shape must be a vector of {int32,int64}, got shape: "
                                          f"Tensor<type: int32 shape: {text(np.shape(shape))} values: {shape}>")
    dims = output_shape(shape)
    count = math.prod(dims)
    key, counter = generator.reserve(count * parameters.size * philox.RESERVED)
    return _fill(key, counter, count, parameters, draw, dtype).reshape((*dims, *parameters.shape))


def _draw_gamma(generator, shape, alpha):
    return _draw(generator, shape, alpha, _gamma, alpha.dtype)


def _draw_poisson(generator, shape, rate, dtype):
    return _draw(generator, shape, rate, _poisson_of(dtype.numpy_dtype), dtype.numpy_dtype)


def _infer(inputs, attrs):
    infer.with_rank(inputs[0]._dims, 1)
    outer, inner = constant_shape(inputs[0]), inputs[1]._dims
    return None if outer is None or inner is None else outer + inner


_RATES = {"S": types.INDEX, "R": types.DRAWN}
RANDOM_GAMMA = stateful("RandomGamma", "shape: S, alpha: T -> output: T", _draw_gamma, infer=_infer,
                        types={"S": types.INDEX, "T": "float16 float32 float64"})
RANDOM_POISSON = stateful("RandomPoissonV2", "shape: S, rate: R -> output: dtype", _draw_poisson, infer=_infer,
                          attrs={"dtype": dtypes.int64}, types={**_RATES, "dtype": types.DRAWN})


def _stateless(key, counter, shape, parameters, draw, dtype):
    dims = output_shape(shape)
    inner = parameters.shape
    if dims[len(dims) - len(inner):] != inner:
        raise errors.InvalidArgumentError(None, None, "Shape passed in must end with broadcasted shape.")
    count = math.prod(dims) // parameters.size if parameters.size else 0
    return _fill(key, counter, count, parameters, draw, dtype).reshape(dims)


def _stateless_gamma_kernel(shape, key, counter, alg, alpha):
    return _stateless(*started(key, counter, alg), shape, alpha, _gamma, alpha.dtype)


def _stateless_poisson_kernel(shape, seed, lam, dtype):
    return _stateless(*start(seed), shape, lam, _poisson_of(dtype.numpy_dtype), dtype.numpy_dtype)


def _infer_whole(inputs, attrs):
    return constant_shape(inputs[0])


STATELESS_GAMMA = op("StatelessRandomGammaV3", "shape: shape_dtype, key: uint64, counter: uint64, alg: int32, alpha: dtype "
                     "-> output: dtype", kernel=_stateless_gamma_kernel, infer=_infer_whole, types={"dtype": "float16 float32 float64", "shape_dtype": types.INDEX})
STATELESS_POISSON = op("StatelessRandomPoisson", "shape: T, seed: Tseed, lam: Rtype -> output: dtype",
                       kernel=_stateless_poisson_kernel, infer=_infer_whole, attrs={"dtype": REQUIRED}, types={"Rtype": types.DRAWN, "dtype": types.DRAWN, "T": types.INDEX, "Tseed": types.INDEX})
not_differentiable("StatelessRandomPoisson")


_GAMMA_GRAD = op("RandomGammaGrad", "alpha: T, sample: T -> output: T", kernel=random_gamma_grad, infer=infer.broadcast,
                 types={"T": types.SINGLE_DOUBLE})


@gradient("RandomGamma", "StatelessRandomGammaV3")
def _gamma_grad(operation, dy):
    """By implicit differentiation (Figurnov et al. 2018): how the sample moves with alpha, its quantile held."""
    alpha = operation.inputs[-1]
    by_alpha = dispatch(_GAMMA_GRAD, (alpha, operation.outputs[0]))
    return [None] * (len(operation.inputs) - 1) + [unbroadcast(dy * by_alpha, alpha)]


def _broadcast(alpha, beta, dtype):
    """(alpha in the shape that both have together, beta)."""
    alpha = convert_to_tensor(alpha, dtype, name="alpha")
    beta = convert_to_tensor(1 if beta is None else beta, dtype, name="beta")
    return broadcast_to(alpha, broadcast_dynamic_shape(shape_of(alpha), shape_of(beta))), beta


def _scaled(drawn, beta):
    return maximum(np.finfo(drawn.dtype.as_numpy_dtype).tiny, truediv(drawn, beta))


def gamma(shape, alpha, beta=None, dtype=dtypes.float32, seed=None, name=None):
    """`tf.random.gamma`: `shape` samples for each of `alpha` (the shape) and `beta` (the rate), which broadcast."""
    with scope(name, "random_gamma"):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        alpha, beta = _broadcast(alpha, beta, dtypes.as_dtype(dtype))
        return _scaled(dispatch(RANDOM_GAMMA, (shape, alpha), seeds(seed)), beta)


def poisson(shape, lam, dtype=dtypes.float32, seed=None, name=None):
    """`tf.random.poisson`: `shape` samples for each rate in `lam`."""
    with scope(name, "random_poisson"):
        shape = convert_to_tensor(shape, dtypes.int32, name="shape")
        return dispatch(RANDOM_POISSON, (shape, lam), {**seeds(seed), "dtype": _count_dtype(dtype)})


def _count_dtype(dtype):
    """The dtype of samples. Raises TypeError in a graph, InvalidArgumentError eagerly, if it cannot hold counts."""
    dtype = dtypes.as_dtype(dtype)
    if dtype in types.DRAWN:
        return dtype
    if context.graph is not None:
        raise TypeError(f"Value passed to parameter 'dtype' has DataType {dtype.name} not in list of allowed values: "
                        f"{', '.join(types.DRAWN.names)}")
    raise errors.InvalidArgumentError(
        None, None, f"Value for attr 'dtype' of {dtype.kernel_name} is not in the list of allowed values: "
        f"{', '.join(dtypes.BY_NAME[name].kernel_name for name in types.DRAWN.names)}\n\t; NodeDef: {{{{node RandomPoissonV2}}}}; "
        "Op<name=RandomPoissonV2> [Op:RandomPoissonV2] name: ")


def stateless_gamma(shape, seed, alpha, beta=None, dtype=dtypes.float32, name=None):
    """`tf.random.stateless_gamma`: samples of `shape`, which must end with the shape of `alpha` and `beta` together."""
    with scope(name, "stateless_random_gamma"):
        shape = shape_tensor(shape)
        alpha, beta = _broadcast(alpha, beta, dtypes.as_dtype(dtype))
        return _scaled(dispatch(STATELESS_GAMMA, (shape, *key_counter_alg(seed, "auto_select"), alpha)), beta)


def stateless_poisson(shape, seed, lam, dtype=dtypes.int32, name=None):
    """`tf.random.stateless_poisson`: samples of `shape`, which must end with the shape of `lam`."""
    with scope(name, "stateless_random_poisson"):
        return dispatch(STATELESS_POISSON, (shape_tensor(shape), seed, lam), {"dtype": _count_dtype(dtype)})
