"""Which names of TensorFlow return tensors of one dtype, and which keep that of their argument."""

#: dtypes by the kind that Python has for them.
KINDS = {
    **{name: "float" for name in "float16 float32 float64 bfloat16 half double float".split()},
    **{name: "int" for name in "int8 int16 int32 int64 uint8 uint16 uint32 uint64 int".split()},
    "bool": "bool",
    "string": "str",
    "str": "str",
}


def _names(module: str, names: str) -> frozenset[str]:
    return frozenset(f"{module}.{name}" for name in names.split())


#: They take no integers, or make floating numbers of them.
FLOATING = (
    _names("tensorflow", "sqrt exp log sigmoid tanh sin cos reduce_mean norm random.normal random.truncated_normal")
    | _names("tensorflow.math", "sqrt rsqrt exp log log1p sigmoid tanh sin cos softplus reduce_mean reduce_std reduce_variance")
    | _names("tensorflow.nn", "softmax log_softmax sigmoid tanh elu selu gelu softplus sigmoid_cross_entropy_with_logits")
    | _names("tensorflow.nn", "softmax_cross_entropy_with_logits sparse_softmax_cross_entropy_with_logits")
    | frozenset(("builtins.float", "numpy.inf", "numpy.nan", "numpy.pi", "math.inf", "math.pi", "math.e", "math.nan"))
)
INTEGER = _names("tensorflow", "argmax argmin shape size rank math.argmax math.argmin math.count_nonzero") | {"builtins.int", "builtins.len"}
BOOLEAN = _names("tensorflow", "reduce_any reduce_all math.reduce_any math.reduce_all equal greater less logical_and logical_or")
#: They return floating numbers unless they are given a dtype.
FLOATING_BY_DEFAULT = _names("tensorflow", "zeros ones random.uniform eye")
#: They take no bools, and return none.
NUMERIC = _names("tensorflow", "reduce_sum reduce_max reduce_min reduce_prod abs square negative add subtract multiply math.mod math.floormod") | _names(
    "tensorflow.math", "reduce_sum reduce_max reduce_min reduce_prod reduce_mean abs square negative add subtract multiply floordiv"
)
#: They return what their first argument holds.
KEEPING = _names("tensorflow", "abs square reduce_sum reduce_max reduce_min reduce_prod identity reshape squeeze expand_dims constant") | _names(
    "tensorflow", "convert_to_tensor negative maximum minimum add subtract multiply transpose stop_gradient clip_by_value"
)
