"""Which names of TensorFlow return a single tensor, and which Python needs the value of one."""

from graphlint.frameworks import keras

#: Names that return one tensor, whatever they are given. Those that return several (`tf.split`, `tf.unstack`,
#: `tf.meshgrid`, `tf.nn.moments`…) are left out: Python may go over what they return.
_NAMES = {
    "tensorflow": """
        abs acos acosh add add_n argmax argmin argsort asin asinh atan atan2 atanh batch_to_space bitcast boolean_mask
        broadcast_to cast ceil clip_by_norm clip_by_value complex concat constant convert_to_tensor cos cosh cumsum divide
        edit_distance eigvals einsum ensure_shape equal exp expand_dims eye fill floor floormod floordiv gather gather_nd
        greater greater_equal hessians histogram_fixed_width histogram_fixed_width_bins identity is_nan is_inf is_finite less
        less_equal linspace log log_sigmoid logical_and logical_not logical_or logical_xor matmul matrix_square_root
        maximum minimum mod multiply negative norm not_equal one_hot ones ones_like pad pow random_normal
        random_uniform range rank realdiv reciprocal reduce_all reduce_any reduce_logsumexp reduce_max reduce_mean
        reduce_min reduce_prod reduce_sum repeat reshape reverse reverse_sequence roll round
        rsqrt saturate_cast scatter_nd searchsorted sequence_mask shape sigmoid sign sin sinh size slice sort
        space_to_batch sqrt square squared_difference squeeze stack stop_gradient strided_slice
        subtract tan tanh tensor_scatter_nd_add tensor_scatter_nd_max tensor_scatter_nd_min tensor_scatter_nd_sub
        tensor_scatter_nd_update tensordot tile timestamp to_double to_float to_int32 to_int64 transpose truediv truncatediv
        truncatemod unsorted_segment_sum where zeros zeros_like random_shuffle log1p expm1 div lgamma
        as_string batch_to_space_nd broadcast_dynamic_shape dynamic_stitch extract_volume_patches fingerprint
        guarantee_const parallel_stack scalar_mul space_to_batch_nd tensor_scatter_add tensor_scatter_sub truncated_normal
        unravel_index
    """,
    "tensorflow.math": """
        abs acos acosh add add_n angle argmax argmin asin asinh atan atan2 atanh bessel_i0 bessel_i1 betainc bincount ceil
        confusion_matrix conj cos cosh count_nonzero cumprod cumsum cumulative_logsumexp digamma divide divide_no_nan
        equal erf erfc erfcinv erfinv exp expm1 floor floordiv floormod greater greater_equal igamma igammac imag in_top_k
        invert_permutation is_finite is_inf is_nan is_non_decreasing is_strictly_increasing l2_normalize lbeta less
        less_equal lgamma log log1p log_sigmoid log_softmax logical_and logical_not logical_or logical_xor maximum minimum
        mod multiply multiply_no_nan ndtri negative nextafter not_equal polygamma polyval pow real reciprocal
        reciprocal_no_nan reduce_all reduce_any reduce_euclidean_norm reduce_logsumexp reduce_max reduce_mean reduce_min
        reduce_prod reduce_std reduce_sum reduce_variance rint round rsqrt scalar_mul segment_max segment_mean segment_min
        segment_prod segment_sum sigmoid sign sin sinh sobol_sample softmax softplus softsign special.dawsn sqrt square
        squared_difference subtract tan tanh truediv unsorted_segment_max unsorted_segment_mean unsorted_segment_min
        unsorted_segment_prod unsorted_segment_sqrt_n unsorted_segment_sum xdivy xlog1py xlogy zero_fraction zeta
        accumulate_n bessel_i0e bessel_i1e special.bessel_i0 special.bessel_i0e special.bessel_i1 special.bessel_i1e
        special.bessel_j0 special.bessel_j1 special.bessel_k0 special.bessel_k0e special.bessel_k1 special.bessel_k1e
        special.bessel_y0 special.bessel_y1 special.expint special.fresnel_cos special.fresnel_sin special.spence
    """,
    "tensorflow.linalg": """
        adjoint band_part cholesky cholesky_solve cross det diag diag_part eigvals eigvalsh einsum expm eye
        global_norm inv l2_normalize logm lstsq matmul matrix_rank matrix_transpose matvec norm pinv set_diag solve sqrtm
        tensor_diag tensor_diag_part tensordot trace triangular_solve tridiagonal_matmul tridiagonal_solve
        banded_triangular_solve logdet lu_matrix_inverse lu_reconstruct lu_solve
    """,
    "tensorflow.nn": """
        atrous_conv2d avg_pool avg_pool1d avg_pool2d avg_pool3d batch_normalization bias_add conv1d conv2d conv2d_transpose
        conv3d convolution crelu ctc_loss depth_to_space depthwise_conv2d dilation2d dropout elu embedding_lookup
        embedding_lookup_sparse erosion2d gelu in_top_k l2_loss l2_normalize leaky_relu local_response_normalization
        log_poisson_loss log_softmax lrn max_pool max_pool1d max_pool2d max_pool3d nce_loss pool relu relu6 relu_layer
        safe_embedding_lookup_sparse sampled_softmax_loss scale_regularization_loss selu separable_conv2d sigmoid
        sigmoid_cross_entropy_with_logits silu softmax softmax_cross_entropy_with_logits softplus softsign space_to_depth
        sparse_softmax_cross_entropy_with_logits swish tanh weighted_cross_entropy_with_logits with_space_to_batch
        zero_fraction
        atrous_conv2d_transpose batch_norm_with_global_normalization compute_average_loss conv1d_transpose
        conv3d_transpose conv_transpose depthwise_conv2d_backprop_filter depthwise_conv2d_backprop_input space_to_batch
    """,
    "tensorflow.random": """
        categorical gamma normal poisson shuffle stateless_categorical stateless_gamma stateless_normal stateless_poisson
        stateless_truncated_normal stateless_uniform truncated_normal uniform
        stateless_binomial stateless_parameterized_truncated_normal experimental.index_shuffle experimental.stateless_shuffle
    """,
    "tensorflow.image": """
        adjust_brightness adjust_contrast adjust_gamma adjust_hue adjust_saturation central_crop
        convert_image_dtype crop_and_resize crop_to_bounding_box decode_and_crop_jpeg decode_bmp decode_gif decode_image
        decode_jpeg decode_png encode_jpeg encode_png extract_patches flip_left_right flip_up_down grayscale_to_rgb
        hsv_to_rgb non_max_suppression pad_to_bounding_box per_image_standardization psnr random_brightness random_contrast
        random_crop random_flip_left_right random_flip_up_down random_hue random_saturation resize
        resize_with_crop_or_pad resize_with_pad rgb_to_grayscale rgb_to_hsv rot90 sobel_edges ssim total_variation
        transpose yiq_to_rgb
        adjust_jpeg_quality decode_webp draw_bounding_boxes extract_glimpse extract_jpeg_shape is_jpeg
        non_max_suppression_overlaps random_jpeg_quality rgb_to_yiq rgb_to_yuv ssim_multiscale stateless_random_brightness
        stateless_random_contrast stateless_random_crop stateless_random_flip_left_right stateless_random_flip_up_down
        stateless_random_hue stateless_random_jpeg_quality stateless_random_saturation yuv_to_rgb
    """,
    "tensorflow.io": """
        decode_base64 decode_bmp decode_gif decode_image decode_jpeg decode_png decode_raw encode_base64
        encode_jpeg encode_png parse_tensor read_file serialize_tensor
        decode_and_crop_jpeg decode_compressed decode_webp
    """,
    "tensorflow.strings": """
        as_string format join length lower reduce_join regex_full_match regex_replace split strip substr
        to_hash_bucket to_hash_bucket_fast to_hash_bucket_strong to_number unicode_encode unicode_script unicode_transcode
        upper unsorted_segment_join
    """,
    "tensorflow.signal": """
        dct fft fft2d fft3d fftnd fftshift frame hamming_window hann_window idct ifft ifft2d ifft3d ifftnd ifftshift
        inverse_mdct inverse_stft irfft irfft2d irfft3d irfftnd kaiser_bessel_derived_window kaiser_window
        linear_to_mel_weight_matrix mdct mfccs_from_log_mel_spectrograms overlap_and_add rfft rfft2d rfft3d rfftnd stft
        vorbis_window
    """,
    "tensorflow.audio": "encode_wav",
    "tensorflow.quantization": """
        dequantize fake_quant_with_min_max_args fake_quant_with_min_max_vars fake_quant_with_min_max_vars_per_channel
        quantize_and_dequantize quantize_and_dequantize_v2
    """,
    "tensorflow.bitwise": "bitwise_and bitwise_or bitwise_xor invert left_shift right_shift",
    "tensorflow.sets": "size",
    "tensorflow.dtypes": "bitcast cast complex saturate_cast",
    "tensorflow.experimental.numpy": """
        abs absolute add all allclose amax amin angle any append arange arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax
        argmin argsort around array array_equal asanyarray asarray ascontiguousarray average bitwise_and bitwise_not bitwise_or
        bitwise_xor broadcast_to cbrt ceil clip compress concatenate conj conjugate copy cos cosh count_nonzero cross cumprod cumsum
        deg2rad diag diagflat diagonal diff divide dot dstack einsum empty empty_like equal exp exp2 expand_dims expm1 eye fabs fix
        flatten flip fliplr flipud float_power floor floor_divide full full_like gcd geomspace greater greater_equal heaviside hstack
        hypot identity imag inner isclose iscomplex isfinite isinf isnan isneginf isposinf isreal kron lcm less less_equal linspace
        log log10 log1p log2 logaddexp logaddexp2 logical_and logical_not logical_or logical_xor logspace matmul max maximum mean min
        minimum mod moveaxis multiply nanmean nanprod nansum negative nextafter not_equal ones ones_like outer pad polyval positive
        power prod ptp rad2deg ravel real reciprocal remainder repeat reshape roll rot90 round select sign signbit sin sinc sinh sort
        sqrt square squeeze stack std subtract sum swapaxes take take_along_axis tan tanh tensordot tile trace transpose tri tril triu
        true_divide vander var vdot vstack where zeros zeros_like
        random.normal random.poisson random.rand random.randint random.randn random.random random.standard_normal random.uniform
    """,
    "keras.backend": """
        abs all any argmax argmin batch_flatten binary_crossentropy cast categorical_crossentropy clip concatenate constant
        cumsum dot equal exp expand_dims flatten greater greater_equal hard_sigmoid l2_normalize less less_equal log max
        maximum mean min minimum not_equal one_hot ones_like permute_dimensions pow prod relu repeat_elements reshape round
        sigmoid softmax sparse_categorical_crossentropy sqrt square squeeze stack std stop_gradient sum switch tanh tile
        transpose var zeros_like
    """,
    "keras.ops": """
        abs absolute adaptive_average_pool adaptive_max_pool add all allclose amax amin angle any append arange
        arccos arccosh arcsin arcsinh arctan arctan2 arctanh argmax argmin argpartition argsort array average
        average_pool batch_normalization binary_crossentropy bincount bitwise_and bitwise_invert bitwise_left_shift
        bitwise_not bitwise_or bitwise_right_shift bitwise_xor blackman broadcast_to cast categorical_crossentropy
        cbrt cdist ceil celu cholesky cholesky_inverse clip concatenate conj conjugate conv conv_transpose
        convert_to_tensor correlate cos cosh count_nonzero cumprod cumsum deg2rad depthwise_conv det diag diagflat
        diagonal diff digitize divide divide_no_nan dot dstack einsum elu empty empty_like equal erf erfc erfinv exp
        exp2 expand_dims expm1 eye fabs flip fliplr flipud floor floor_divide fmax fmin fmod full full_like gcd gelu
        geomspace glu greater greater_equal hamming hanning hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh
        heaviside hstack hypot i0 identity imag in_top_k inner inv irfft isclose isfinite isinf isnan isneginf
        isposinf isreal layer_normalization lcm ldexp leaky_relu left_shift less less_equal linspace log log10 log1p
        log2 log_sigmoid log_softmax logaddexp logaddexp2 logdet logical_and logical_not logical_or logical_xor
        logspace logsumexp lstsq matmul matrix_rank max max_pool maximum mean median min minimum mod moveaxis
        multi_hot multiply nan_to_num nanargmax nanargmin nancumprod nancumsum nanmax nanmean nanmedian nanmin
        nanpercentile nanprod nanquantile nanstd nansum nanvar negative nextafter norm normalize not_equal one_hot
        ones ones_like outer pad percentile pinv polar power prod psnr ptp quantile rad2deg ravel real reciprocal
        relu relu6 repeat reshape right_shift rms_normalization roll rot90 round rsqrt saturate_cast scatter
        scatter_update searchsorted segment_max segment_min segment_prod segment_sum selu separable_conv sigmoid
        sign signbit silu sin sinc sinh size slice slice_update soft_shrink softmax softplus softsign solve
        solve_triangular sort space_to_depth sparse_categorical_crossentropy sparse_plus sparse_sigmoid sparsemax
        sqrt square squareplus squeeze stack std stop_gradient subtract sum swapaxes swish take take_along_axis tan
        tanh tanh_shrink tensordot threshold tile trace transpose trapezoid tri tril triu true_divide trunc unfold
        vander var vdot view view_as_complex view_as_real vstack zeros zeros_like
        bartlett copy corrcoef cross ctc_loss depth_to_space dot_product_attention extract_sequences fold isin istft kaiser
        kron rearrange select
    """,
    "keras.random": "beta binomial categorical dropout gamma normal randint shuffle truncated_normal uniform",
    "keras.activations": """
        celu elu exponential gelu glu hard_shrink hard_sigmoid hard_silu hard_swish hard_tanh leaky_relu log_sigmoid
        log_softmax mish relu relu6 selu sigmoid silu soft_shrink softmax softplus softsign sparse_plus sparse_sigmoid
        sparsemax squareplus swish tanh tanh_shrink threshold
    """,
    "keras.metrics": """
        binary_accuracy binary_crossentropy categorical_accuracy categorical_crossentropy hinge kl_divergence
        mean_absolute_error mean_absolute_percentage_error mean_squared_error mean_squared_logarithmic_error poisson
        sparse_categorical_accuracy sparse_categorical_crossentropy sparse_top_k_categorical_accuracy squared_hinge
        top_k_categorical_accuracy
    """,
    "keras.losses": """
        binary_focal_crossentropy categorical_focal_crossentropy categorical_hinge ctc dice mean_absolute_percentage_error
        mean_squared_logarithmic_error tversky
        binary_crossentropy categorical_crossentropy cosine_similarity hinge huber kl_divergence kld log_cosh mae mape mse
        msle mean_absolute_error mean_squared_error poisson sparse_categorical_crossentropy squared_hinge
    """,
    "tensorflow.sparse": "reduce_max reduce_sum segment_mean segment_sqrt_n segment_sum sparse_dense_matmul to_dense to_indicator",
}
TENSORS: frozenset[str] = frozenset(f"{prefix}.{name}" for prefix, names in _NAMES.items() for name in names.split())

#: Names that return one tensor where they are given more than one argument: of a condition alone, `where` gives the indices.
OF_MORE = frozenset({"keras.ops.where"})

#: Names that return a Python list of tensors.
LISTS = frozenset(
    {f"{module}.{name}" for module in ("tensorflow", "keras.ops") for name in "split unstack meshgrid".split()}
    | {f"tensorflow.{name}" for name in "dynamic_partition identity_n shape_n".split()}
    | {f"keras.ops.{name}" for name in "array_split dsplit hsplit vsplit".split()}
)
#: Names that return a tuple of tensors, and of how many.
TUPLES: dict[str, int] = {
    f"{module}.{name}": count
    for module, count, names in (
        ("tensorflow", 2, "unique nn.moments nn.top_k math.top_k nn.max_pool_with_argmax nn.weighted_moments audio.decode_wav"),
        ("tensorflow", 2, "linalg.eig linalg.eigh linalg.lu linalg.normalize linalg.qr linalg.slogdet image.image_gradients"),
        ("tensorflow", 2, "eig image.non_max_suppression_with_scores"),
        ("keras.backend", 2, "rnn"),
        ("tensorflow", 3, "unique_with_counts image.sample_distorted_bounding_box"),
        ("keras.ops", 2, "eig eigh fft fft2 ifft2 lu_factor moments qr rfft slogdet stft top_k"),
    )
    for name in names.split()
}
#: Of these names, the ones that add a list to their tensors.
AND_LIST = frozenset({"keras.backend.rnn"})
#: Operations that take one tensor first, and no list, tuple or dict of tensors.
TAKE_ONE = frozenset(
    {name for name in TENSORS if name.startswith(("tensorflow.io.", "tensorflow.image."))}
    | {f"tensorflow.{name}" for name in "cast one_hot expand_dims squeeze reshape".split()}
    | {f"tensorflow.io.{name}" for name in "parse_single_example parse_single_sequence_example parse_example decode_csv".split()}
    | {f"tensorflow.strings.{name}" for name in "split lower upper strip length to_number regex_replace substr".split()}
    | {f"tensorflow.image.{name}" for name in "decode_image sample_distorted_bounding_box".split()}
)
#: The beginnings of operations that nobody gives a Python number first.
TAKE_ARRAYS = tuple(
    f"tensorflow.{name}" for name in "nn. image. linalg. reduce_ matmul shape transpose argmax gather reshape squeeze".split()
)
#: What an `input_signature` is made of, where the argument is one tensor.
SPECS = frozenset({"tensorflow.TensorSpec", "tensorflow.python.framework.tensor_spec.TensorSpec"})
#: These call a function with tensors, or structures of tensors.
GIVES_TENSORS = frozenset(
    f"tensorflow.{name}" for name in "while_loop map_fn scan foldl foldr vectorized_map".split()
)
#: And these make a graph of it.
STAGES = GIVES_TENSORS | {f"tensorflow.{name}" for name in ("cond", "case", "switch_case")}


def is_tensor(kind: str | None, method: str | None) -> bool:
    """Whether a method of a kind of object returns one tensor: a layer that is called, the result of a metric."""
    if kind is None or not kind.startswith("keras."):
        return False
    group = kind.split(".")[1]
    if group == "metrics":
        return method in ("__call__", "result")
    return method == "__call__" and (group == "losses" or kind in keras.ONE_TENSOR)


#: What objects are called that are models: calling one gives tensors.
MODELS = frozenset("model net network generator discriminator encoder decoder actor critic policy backbone classifier student teacher".split())


def is_model(kind: str | None, method: str | None) -> bool:
    """Whether a method of a kind of object is the call of a layer or model: it returns a tensor, or a structure of some."""
    return is_network(kind, method) or method == "__call__" and kind is not None and kind.startswith(("keras.layers.", "keras.Layer"))


def is_network(kind: str | None, method: str | None) -> bool:
    """Whether a method of a kind of object is the call of a model, which has layers of its own."""
    return method == "__call__" and kind is not None and kind.startswith(("keras.Model", "keras.Sequential", "keras.models."))


#: Methods of an eager tensor that give its value to Python. It has no `item` or `tolist`: they fail eagerly too.
EAGER_METHODS = frozenset({"numpy"})
#: Functions that do.
EAGER_FUNCTIONS = frozenset({"keras.ops.convert_to_numpy", "tensorflow.constant"})
#: Functions of Keras that hand what they are given on to NumPy, with what that raises.
BY_NUMPY: dict[str, str] = {
    **dict.fromkeys(("keras.preprocessing.sequence.pad_sequences", "keras.utils.pad_sequences"), "TypeError"),
    **{
        f"keras.{package}.{name}": "NotImplementedError"
        for package in ("preprocessing.image", "utils")
        for name in ("array_to_img", "img_to_array", "save_img")
    },
    **{f"keras.preprocessing.image.{name}_channel_shift": "NotImplementedError" for name in ("apply", "random")},
    **{
        f"keras.preprocessing.image.random_{name}": "OperatorNotAllowedInGraphError"
        for name in ("rotation", "shear", "shift", "zoom")
    },
}
#: Functions of other packages that make arrays of what they are given, or look into it, with what a symbolic tensor raises there.
BY_OTHERS: dict[str, str] = {
    f"{package}.{name}": raised
    for package, raised, names in (
        ("PIL.Image", "AttributeError", "fromarray"),
        ("matplotlib.pyplot", "NotImplementedError", "bar contourf hist imshow pcolormesh plot scatter"),
        ("cv2", "TypeError", "getRotationMatrix2D"),
        ("skimage.transform", "TypeError", "resize rescale"),
        ("skimage.io", "NotImplementedError", "imsave"),
        ("skimage.util", "AttributeError", "random_noise"),
        ("skimage.exposure", "AttributeError", "equalize_hist"),
        ("librosa", "NotImplementedError", "amplitude_to_db db_to_power power_to_db"),
        ("pandas", "NotImplementedError", "DataFrame"),
        ("pandas", "TypeError", "Series get_dummies to_datetime to_numeric"),
        ("re", "TypeError", "findall match search split sub"),
        ("functools", "TypeError", "reduce"),
        ("json", "TypeError", "loads"),
        ("base64", "TypeError", "b64decode b64encode"),
        ("itertools", "OperatorNotAllowedInGraphError", "accumulate chain combinations islice pairwise permutations product"),
        ("collections", "OperatorNotAllowedInGraphError", "Counter deque"),
    )
    for name in names.split()
}
#: Packages of which all functions do.
OTHERS = {"sklearn": "NotImplementedError", "skimage": "NotImplementedError", "cv2": "cv2.error", "librosa": "ParameterError"}
#: Functions of TensorFlow that go over a list in Python, with what a symbolic tensor in its place raises.
OF_LISTS = {"tensorflow.strings.join": "TypeError", "tensorflow.add_n": "OperatorNotAllowedInGraphError"}
#: Functions that take sizes, none of which may be None, and numbers: tried on TensorFlow 2.21.
TAKES_SIZES = frozenset(
    [
        f"tensorflow.{name}"
        for name in """
            zeros ones fill reshape tile broadcast_to random.normal random.uniform random.truncated_normal range eye one_hot repeat
            linspace slice cast constant convert_to_tensor divide math.divide multiply math.multiply split sqrt math.sqrt
        """.split()
    ]
    + [f"keras.{name}" for name in "ops.zeros ops.ones ops.reshape ops.broadcast_to ops.cast ops.tile ops.arange random.normal random.uniform".split()]
    + ["numpy.zeros", "numpy.ones", "numpy.sqrt", "math.sqrt"]
)
#: What takes a static shape, of numbers, and at which position.
STATIC_SHAPES = {
    "tensorflow.TensorShape": 0,
    "tensorflow.TensorSpec": 0,
    "tensorflow.RaggedTensorSpec": 0,
    "tensorflow.ensure_shape": 1,
    "set_shape": 0,
}
#: Objects of scikit-learn that are fitted to arrays, and their methods.
ESTIMATOR = "sklearn.Estimator"
OF_ESTIMATORS = frozenset(
    "fit fit_predict fit_transform inverse_transform kneighbors partial_fit predict predict_proba score transform".split()
)
#: Functions of Keras that give the value of a tensor; they take a variable, too. Each raises AttributeError.
OF_KERAS = frozenset(f"keras.backend.{name}" for name in ("get_value", "eval", "batch_get_value"))
#: Attributes that a symbolic tensor has.
ATTRIBUTES = frozenset({"shape", "dtype", "name", "op", "graph", "device", "get_shape", "set_shape"})
#: Functions of NumPy that take a symbolic tensor: they look at its shape alone, catch what it raises, or take no array at all.
NUMPY_STATIC = frozenset(
    {
        f"numpy.{name}"
        for name in """
            ndim shape iterable isscalar issubdtype dtype finfo iinfo errstate set_printoptions printoptions
            seterr broadcast_shapes array_equal array_equiv vectorize frompyfunc ufunc newaxis lib random flip result_type array2string
        """.split()
    }
)
#: Builtins that need a value, or go over one, whatever AutoGraph does.
NEEDS_VALUE = frozenset(
    f"builtins.{name}"
    for name in "bool complex list tuple enumerate zip sum min max any all reversed iter map filter chr bin hex oct".split()
)
#: Builtins that AutoGraph turns into ops: without it they need a value too.
CONVERTED = frozenset(f"builtins.{name}" for name in ("float", "int", "len", "range", "sorted"))
#: What is raised instead of OperatorNotAllowedInGraphError (builtins) or NotImplementedError (NumPy).
TYPE_ERRORS = frozenset(
    {f"builtins.{name}" for name in "complex reversed chr bin hex oct float int len range".split()}
    | {f"numpy.{name}" for name in "zeros ones empty eye identity tri".split()}
)
#: Functions whose first argument is a path, which a symbolic tensor is not, with what they raise.
TAKES_PATH: dict[str, str] = {
    **{
        f"{package}.{name}": "TypeError"
        for package, names in (
            ("builtins", "open"),
            ("os", "listdir makedirs mkdir remove rename rmdir scandir stat unlink"),
            ("os.path", "abspath basename dirname exists expanduser getsize isdir isfile join normpath split splitext"),
            ("numpy", "load save"),
            ("pathlib", "Path"),
            ("shutil", "copy"),
            ("librosa", "load"),
            ("soundfile", "read"),
            ("scipy.io.wavfile", "read"),
            ("nibabel", "load"),
            ("pydicom", "dcmread"),
            ("tensorflow.data.Dataset", "load"),
        )
        for name in names.split()
    },
    "PIL.Image.open": "AttributeError",
    "cv2.imread": "cv2.error",
    "pandas.read_csv": "ValueError",
    **dict.fromkeys(("imageio.imread", "imageio.v2.imread", "imageio.v3.imread", "skimage.io.imread"), "OSError"),
}
#: What makes a text of its arguments.
FORMATS = frozenset({"builtins.str", "builtins.repr", "builtins.format", "builtins.ascii"})
#: Functions that tell of what type something is.
TYPE_TESTS = {
    **{
        f"{prefix}.{name}": ("tensorflow.is_tensor",)
        for prefix, names in {
            "tensorflow": "is_tensor",
            "tensorflow.python.framework.tensor_util": "is_tensor is_tf_type",
            "keras.backend": "is_tensor",
            "keras.ops": "is_tensor",
        }.items()
        for name in names.split()
    },
    "tensorflow.is_symbolic_tensor": ("tensorflow.Tensor",),
    "numpy.isscalar": ("builtins.bool", "builtins.complex", "builtins.float", "builtins.int", "builtins.str"),
    "builtins.callable": ("builtins.function",),
    "tensorflow.nest.is_nested": ("builtins.dict", "builtins.list", "builtins.tuple"),
    "tensorflow.python.util.nest.is_nested": ("builtins.dict", "builtins.list", "builtins.tuple"),
}
#: Types of which a symbolic tensor is an instance, and packages and types of which it is not.
TENSOR_TYPES = frozenset({"tensorflow.Tensor", "tensorflow.is_tensor", "tensorflow.python.framework.ops.Tensor"})
OTHER_TYPES = tuple(
    """
    builtins. numpy. collections. numbers. types. typing. tensorflow.Variable tensorflow.RaggedTensor tensorflow.SparseTensor
    tensorflow.sparse.SparseTensor tensorflow.python.framework.ops.EagerTensor tensorflow.__internal__.EagerTensor
    tensorflow.data. tensorflow.TensorArray
    """.split()
)
#: Calls of these run a function that is written elsewhere without AutoGraph.
UNCONVERTED_CALLERS = frozenset(
    """
    builtins.map builtins.filter builtins.sorted builtins.max builtins.min functools.reduce tensorflow.vectorized_map
    tensorflow.scan tensorflow.while_loop tensorflow.nest.map_structure
    """.split()
)
#: Decorators that take a function out of AutoGraph.
UNCONVERTED = frozenset(
    """
    tensorflow.autograph.experimental.do_not_convert tensorflow.autograph.do_not_convert tensorflow.custom_gradient
    """.split()
)
#: What returns a function that AutoGraph has converted, wherever that is called.
CONVERTS = "tensorflow.autograph.to_graph"
#: Methods of a TensorArray that return another one, which holds what was written.
FUNCTIONAL_METHODS = frozenset({"write", "scatter", "split", "unstack"})
#: Methods of variables, optimizers and metrics that put operations into the graph.
OPERATION_METHODS = frozenset("assign assign_add assign_sub apply_gradients minimize update_state".split())
#: Functions whose names promise a change, and which return a new tensor.
FUNCTIONAL_UPDATES = frozenset(
    [f"tensorflow.tensor_scatter_nd_{name}" for name in ("add", "max", "min", "sub", "update")]
    + [f"tensorflow.{name}" for name in ("stop_gradient", "clip_by_value", "clip_by_norm", "random.shuffle")]
)
#: Functions that do nothing but return a tensor: a statement of one alone has forgotten it. A name that is not read may do without.
PURE = frozenset(
    f"tensorflow.{name}"
    for name in """
        minimum maximum add subtract multiply divide where concat reshape transpose cast squeeze expand_dims tile pad
        reverse roll sort boolean_mask clip_by_global_norm sqrt square exp abs round
        math.minimum math.maximum math.add math.subtract math.multiply math.divide math.log math.exp math.sqrt math.l2_normalize
        nn.softmax nn.relu nn.dropout nn.l2_normalize linalg.normalize
    """.split()
) | frozenset(
    f"keras.{module}.{name}"
    for module in ("backend", "ops")
    for name in """
        abs cast clip concatenate dropout exp expand_dims log maximum minimum permute_dimensions pow relu repeat reshape round scatter_update sigmoid
        slice_update softmax sqrt square squeeze stop_gradient transpose where
    """.split()
)
