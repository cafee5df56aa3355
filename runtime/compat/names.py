"""Where the names of `tf.compat.v1` are that are loaded on first use, and those that are called otherwise in TensorFlow 2."""

from __future__ import annotations

REFUSED = frozenset({"lite", "mlir", "tpu", "xla"})  # names that say one sentence when they are used

_FACES = ("app", "data", "flags", "gfile", "image", "initializers", "io", "logging", "losses", "metrics", "nn", "python_io", "random", "saved_model",
          "sparse", "summary", "test", "train")


def _from(module, listed):
    return {name: (module, name) for name in listed.split()}


def _renamed(module, prefix, listed):
    return {prefix + name: (module, name) for name in listed.split()}


def _under(module, listed):
    return {name: f"{module}.{name}" for name in listed.split()}


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
    **_from("runtime.compat.faces.summary", "Summary"),
    **_from("runtime.summary.events", "SummaryMetadata"),
    "HistogramProto": ("runtime.summary.events", "Histogram"),
    **_from("runtime.compat.faces.io", "FixedLenFeature FixedLenSequenceFeature SparseFeature VarLenFeature parse_example parse_single_example "
                                       "parse_single_sequence_example"),
    **_from("runtime.compat.graphs.conversion", "convert_to_tensor_or_sparse_tensor convert_to_tensor_or_indexed_slices"),
    **_from("runtime.compat.faces.top", "all_variables arg_max arg_min assert_equal assert_greater assert_greater_equal assert_integer assert_less "
            "assert_less_equal assert_near assert_negative assert_non_negative assert_non_positive assert_none_equal assert_positive assert_rank "
            "assert_rank_at_least assert_rank_in assert_scalar assert_type batch_gather batch_to_space_nd bincount clip_by_average_norm "
            "colocate_with confusion_matrix container control_flow_v2_enabled count_nonzero decode_csv disable_tensor_equality "
            "disable_v2_tensorshape enable_tensor_equality enable_v2_tensorshape floor_div get_seed initialize_all_tables "
            "initialize_local_variables initialize_variables make_template model_variables moving_average_variables no_regularizer "
            "orthogonal_initializer Print random_poisson reduce_join resource_variables_enabled setdiff1d space_to_batch_nd sparse_to_dense "
            "string_split string_to_hash_bucket string_to_number to_bfloat16 to_complex64 to_complex128 uniform_unit_scaling_initializer "
            "verify_tensor_all_finite"),
    **_from("runtime.errors", "OpError"),
    "sparse_mask": ("runtime.sparse", "mask"),
    **_from("runtime.compat.faces.queues", "TFRecordReader TextLineReader WholeFileReader FixedLengthRecordReader IdentityReader ReaderBase"),
    **{name: ("runtime.version", name) for name in ("VERSION", "GIT_VERSION", "COMPILER_VERSION", "GRAPH_DEF_VERSION",
                                                    "GRAPH_DEF_VERSION_MIN_CONSUMER", "GRAPH_DEF_VERSION_MIN_PRODUCER")},
    **_from("runtime.proto.saved", "MetaGraphDef TensorInfo"),
    "resource_loader": ("runtime.compat.faces.resource_loader", None),
    **_renamed("runtime.compat.faces.sparse", "sparse_", "add concat fill_empty_rows maximum merge minimum placeholder reduce_max reduce_max_sparse "
               "reduce_sum reduce_sum_sparse reorder reset_shape reshape retain segment_mean segment_sqrt_n segment_sum slice softmax split "
               "to_indicator transpose"),
    "sparse_tensor_to_dense": ("runtime.compat.faces.sparse", "to_dense"),
    "sparse_tensor_dense_matmul": ("runtime.compat.faces.sparse", "matmul"),
    "initialize_all_variables": ("runtime.compat.graphs.graph_variables", "global_variables_initializer"),
}

#: name → the name in TensorFlow 2
RENAMED = {
    **_under("queue", "FIFOQueue PaddingFIFOQueue PriorityQueue QueueBase RandomShuffleQueue"),
    **_under(
        "math",
        "accumulate_n angle betainc ceil conj cumprod digamma erf erfc expm1 floordiv floormod igamma igammac imag "
        "invert_permutation is_finite is_inf is_nan is_non_decreasing is_strictly_increasing lbeta lgamma log log1p log_sigmoid "
        "logical_xor polygamma real reciprocal rint rsqrt segment_max segment_mean segment_min segment_prod segment_sum "
        "squared_difference unsorted_segment_max unsorted_segment_mean unsorted_segment_min unsorted_segment_prod "
        "unsorted_segment_sqrt_n unsorted_segment_sum zeta"),
    **_under("debugging", "assert_proper_iterable assert_same_float_dtype check_numerics is_numeric_tensor"),
    **_under("linalg", "cholesky cholesky_solve cross global_norm matrix_transpose qr svd trace"),
    **_under(
        "io",
        "decode_base64 decode_compressed decode_json_example decode_raw encode_base64 matching_files parse_tensor read_file "
        "serialize_tensor write_file"),
    **_under("nn", "depth_to_space space_to_depth"),
    **_under("quantization", "fake_quant_with_min_max_args fake_quant_with_min_max_args_gradient"),
    **_under("signal", "fft fft2d fft3d ifft ifft2d ifft3d"),
    **_under("image", "random_crop"),
    **_under("strings", "regex_replace substr"),
    **_under("random", "truncated_normal"),
    "NoGradient": "no_gradient", "NotDifferentiable": "no_gradient", "diag": "linalg.tensor_diag",
    "diag_part": "linalg.tensor_diag_part", "div": "math.divide", "div_no_nan": "math.divide_no_nan", "lin_space": "linspace",
    "matrix_band_part": "linalg.band_part", "matrix_determinant": "linalg.det", "matrix_diag": "linalg.diag",
    "matrix_diag_part": "linalg.diag_part", "matrix_inverse": "linalg.inv", "matrix_set_diag": "linalg.set_diag",
    "matrix_solve": "linalg.solve", "matrix_solve_ls": "linalg.lstsq", "matrix_square_root": "linalg.sqrtm",
    "matrix_triangular_solve": "linalg.triangular_solve", "mod": "math.floormod", "multinomial": "random.categorical",
    "random_gamma": "random.gamma", "random_normal": "random.normal", "random_shuffle": "random.shuffle",
    "random_uniform": "random.uniform", "reverse_v2": "reverse", "self_adjoint_eig": "linalg.eigh",
    "self_adjoint_eigvals": "linalg.eigvalsh", "string_join": "strings.join", "string_strip": "strings.strip",
    "string_to_hash_bucket_fast": "strings.to_hash_bucket_fast", "string_to_hash_bucket_strong": "strings.to_hash_bucket_strong",
    "tensor_scatter_add": "tensor_scatter_nd_add", "tensor_scatter_sub": "tensor_scatter_nd_sub",
    "tensor_scatter_update": "tensor_scatter_nd_update", "where_v2": "where",
}
