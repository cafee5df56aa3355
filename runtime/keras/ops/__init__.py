"""`keras.ops`: NumPy-like functions of tensors, which KerasTensors may be given to as well."""

from runtime.core.absent import absent_from
from runtime.keras.ops.core import (arange, cond, convert_to_numpy, convert_to_tensor, custom_gradient, empty, eye, fori_loop, full,
    identity, linspace, map_ as map, meshgrid, ndim, ones, scan, scatter, scatter_update, segment_sum, shape, size, slice_update, switch,
    vectorized_map, while_loop, zeros, is_tensor)
from runtime.keras.ops.functions import (abs_ as abs, absolute, add, all_ as all, any_ as any, arccos, arcsin, arctan, arctan2, argmax,
    argmin, argsort, average_pool, binary_crossentropy, broadcast_to, cast, categorical_crossentropy, ceil, clip, concatenate, conv, copy,
    cos, cosh, count_nonzero, cumsum, divide, dot, dropout, einsum, elu, equal, erf, exp, expand_dims, expm1, flip, floor, floor_divide,
    full_like, gelu, get_item, greater, greater_equal, hard_sigmoid, in_top_k, isfinite, isinf, isnan, leaky_relu, less, less_equal, log,
    log1p, log_sigmoid, log_softmax, logical_and, logical_not, logical_or, logsumexp, matmul, max_ as max, max_pool, maximum, mean, min_
    as min, minimum, mod, moments, moveaxis, multiply, negative, norm, normalize, not_equal, one_hot, ones_like, outer, pad, power, prod,
    ravel, reciprocal, relu, relu6, repeat, reshape, roll, round_ as round, rsqrt, selu, sigmoid, sign, silu, sin, sinh, slice_ as slice,
    softmax, softplus, softsign, sort, sparse_categorical_crossentropy, split, sqrt, square, squeeze, stack, std, stop_gradient, subtract,
    sum_ as sum, swapaxes, swish, take, take_along_axis, tan, tanh, tensordot, tile, top_k, transpose, tril, triu, true_divide, unstack,
    var, where, zeros_like)
from runtime.keras.ops import image
from runtime.keras.ops.operation import OPERATIONS
from runtime.keras.ops.operators import install as _install

_install(globals())
__getattr__ = absent_from("tf.keras.ops")
