"""Where the names of `tf.compat.v1` are that are loaded on first use, and those that are called otherwise in TensorFlow 2."""

from __future__ import annotations

REFUSED = frozenset({"lite", "mlir", "tpu", "xla"})  # names that say one sentence when they are used

_FACES = ("app", "data", "flags", "gfile", "image", "initializers", "io", "logging", "losses", "metrics", "nn", "python_io", "random", "saved_model",
          "sparse", "summary", "test", "train")


def _from(module, listed):
    return {name: (module, name) for name in listed.split()}


def _renamed(module, prefix, listed):
    return {prefix + name: (module, name) for name in listed.split()}


#: name → (module, the name there, or None for the module)
ELSEWHERE = {
    **{name: (f"runtime.compat.faces.{name}", None) for name in _FACES},
    "feature_column": ("runtime.feature_column.v1", None),
    "ragged": ("runtime.ragged.v1", None),
    "layers": ("runtime.compat.faces.gone", "layers"),
    **_from("runtime.compat.graphs.session", "IndexedSlicesValue"),
    **_from("runtime.sparse_tensor", "SparseTensorValue"),
    **_from("runtime.core.tensor_shape", "Dimension"),
    **_from("runtime.queue", "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"),
    **_from("runtime.compat", "dimension_value dimension_at_index"),
    **_from("runtime.compat.graphs.messages", "ConfigProto GPUOptions GraphOptions OptimizerOptions RunMetadata RunOptions"),
    **_from("runtime.compat.graphs.wrapped_function", "wrap_function"),
    **_from("runtime.core.graph_text", "GraphDef"),
    **_from("runtime.proto.graph", "AttrValue NodeDef"),
    **_from("runtime.compat.graphs.graph_variables", ""),
    **_from("runtime.compat.faces.summary", "Summary"),
    **_from("runtime.compat.faces.io", "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature parse_example parse_single_example "
                                       "parse_single_sequence_example"),
    **_from("runtime.compat.graphs.conversion", "convert_to_tensor_or_sparse_tensor convert_to_tensor_or_indexed_slices"),
    **_renamed("runtime.compat.faces.sparse", "sparse_", "add concat fill_empty_rows maximum merge minimum placeholder reduce_max reduce_max_sparse "
               "reduce_sum reduce_sum_sparse reorder reset_shape reshape retain segment_mean segment_sqrt_n segment_sum slice softmax split "
               "to_indicator transpose"),
    "sparse_tensor_to_dense": ("runtime.compat.faces.sparse", "to_dense"),
    "sparse_tensor_dense_matmul": ("runtime.compat.faces.sparse", "matmul"),
    "initialize_all_variables": ("runtime.compat.graphs.graph_variables", "global_variables_initializer"),
}

RENAMED = {
    "assert_less_equal": "debugging.assert_less_equal", "assert_greater_equal": "debugging.assert_greater_equal",
    "assert_non_negative": "debugging.assert_non_negative", "assert_positive": "debugging.assert_positive",
    "div_no_nan": "math.divide_no_nan", "random_crop": "image.random_crop", "random_normal": "random.normal",
    "random_uniform": "random.uniform", "truncated_normal": "random.truncated_normal", "random_shuffle": "random.shuffle", "log": "math.log",
    "log1p": "math.log1p", "ceil": "math.ceil", "rsqrt": "math.rsqrt", "mod": "math.floormod", "div": "math.divide", "is_nan": "math.is_nan",
    "matrix_inverse": "linalg.inv", "string_join": "strings.join", "log_sigmoid": "math.log_sigmoid", "lin_space": "linspace",
    "decode_raw": "io.decode_raw", "regex_replace": "strings.regex_replace", "substr": "strings.substr",
    "depth_to_space": "nn.depth_to_space", "space_to_depth": "nn.space_to_depth", "floordiv": "math.floordiv", "floormod": "math.floormod",
    "multinomial": "random.categorical",
}
