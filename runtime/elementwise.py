"""The public functions that do the same to each element: what types other than tensors may do to all of them at once."""

from __future__ import annotations

import runtime

# What TensorFlow maps over the values: functions of one value, and of two.
OF_ONE = {
    "": "bitcast clip_by_value identity ones_like saturate_cast stop_gradient zeros_like cast",
    "bitwise": "invert",
    "debugging": "check_numerics",
    "dtypes": "saturate_cast cast",
    "io": "decode_base64 decode_compressed encode_base64",
    "math": "abs acos acosh angle asin asinh atan atanh bessel_i0 bessel_i0e bessel_i1 bessel_i1e ceil conj cos cosh digamma erf erfc "
            "erfcinv erfinv exp expm1 floor imag is_finite is_inf is_nan lgamma log log1p log_sigmoid logical_not ndtri negative nextafter real "
            "reciprocal reciprocal_no_nan rint round rsqrt sigmoid sign sin sinh softplus sqrt square tan tanh",
    "nn": "elu gelu leaky_relu log_softmax relu relu6 selu silu softsign",
    "strings": "as_string length lower regex_full_match regex_replace strip substr to_hash_bucket to_hash_bucket_fast "
               "to_hash_bucket_strong to_number unicode_script unicode_transcode upper",
}
OF_TWO = {
    "": "complex realdiv truncatediv truncatemod",
    "bitwise": "bitwise_and bitwise_or bitwise_xor left_shift right_shift",
    "math": "add atan2 divide divide_no_nan equal floordiv floormod greater greater_equal less less_equal logical_and logical_or "
            "logical_xor maximum minimum multiply multiply_no_nan not_equal pow scalar_mul squared_difference subtract truediv xdivy xlog1py "
            "xlogy zeta",
    "nn": "sigmoid_cross_entropy_with_logits",
}
CHECKS_OF_TWO = {
    "debugging": "assert_equal assert_greater assert_greater_equal assert_less assert_less_equal assert_near assert_none_equal",
}


def public(module, name):
    """The public function of that name, or None if the runtime does not have it."""
    return getattr(getattr(runtime, module) if module else runtime, name, None)


def functions(table):
    found = (public(module, name) for module, names in table.items() for name in names.split())
    return {function for function in found if hasattr(function, "overrides")}
