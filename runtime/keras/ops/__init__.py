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
from runtime.keras.ops.arrays import (
    append, array, array_split, bartlett, blackman, diag, diagflat, diagonal, digitize, dsplit, dstack, dtype,
    empty_like, fliplr, flipud, geomspace, hamming, hanning, hsplit, hstack, isin, kaiser, kron, logspace, multi_hot, nonzero,
    rot90, searchsorted, select, trace, tri, unravel_index, vander, view, vsplit, vstack)
from runtime.keras.ops.elementwise import (
    allclose, angle, arccosh, arcsinh, arctanh, bitwise_and, bitwise_invert, bitwise_left_shift, bitwise_not, bitwise_or,
    bitwise_right_shift, bitwise_xor, cbrt, celu, conj, conjugate, deg2rad, divide_no_nan, erfc, erfinv, exp2, fabs, fmax, fmin,
    fmod, gcd, glu, hard_shrink, hard_silu, hard_swish, hard_tanh, heaviside, hypot, imag, isclose, isneginf, isposinf, isreal, lcm,
    left_shift, log10, log2, logaddexp, logical_xor, nan_to_num, nextafter, rad2deg, real, right_shift, saturate_cast, signbit,
    sinc, soft_shrink, sparse_plus, sparse_sigmoid, sparsemax, squareplus, tanh_shrink, threshold, trunc)
from runtime.keras.ops.linear_algebra import (
    batch_normalization, cdist, cholesky, cholesky_inverse, correlate, cross, depth_to_space, det, dot_product_attention, eig, eigh,
    inner, inv, layer_normalization, logdet, lstsq, matrix_rank, pinv, psnr, qr, rms_normalization, slogdet, solve,
    solve_triangular, space_to_depth, svd, vdot)
from runtime.keras.ops.statistics import (
    amax, amin, average, bincount, corrcoef, cumprod, diff, histogram, median, nanargmax, nanargmin, nancumprod, nancumsum, nanmax,
    nanmean, nanmedian, nanmin, nanpercentile, nanprod, nanquantile, nanstd, nansum, nanvar, percentile, ptp, quantile, segment_max,
    segment_min, segment_prod, trapezoid)
from runtime.keras.losses.ctc import ctc_loss
from runtime.keras.ops import image
from runtime.keras.ops.operation import OPERATIONS
from runtime.keras.ops.operators import install as _install

_install(globals())
__getattr__ = absent_from("tf.keras.ops", {"nn": "runtime.keras.ops.nn", "numpy": "runtime.keras.ops.numpy", "linalg": "runtime.keras.ops.linalg"})
