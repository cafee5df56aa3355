"""Tensors of which nothing is known at the trace, not even how many dimensions they have: what makes them, and what needs to know."""

#: What runs Python and returns tensors of unknown rank, one for each dtype of its third argument.
OPENS = frozenset({"tensorflow.py_function", "tensorflow.numpy_function", "tensorflow.py_func"})
#: The position and name of the dtypes among the arguments.
DTYPES = 2, "Tout"

_ELEMENTWISE = """
    abs add cast ceil clip_by_value cos divide equal exp expand_dims expm1 floor greater greater_equal identity less less_equal log log1p
    logical_and logical_not logical_or maximum minimum multiply negative not_equal pow reverse round rsqrt sigmoid sign sin sqrt square
    stop_gradient subtract tanh truediv
"""
_IMAGES = """
    adjust_brightness adjust_contrast adjust_gamma convert_image_dtype flip_left_right flip_up_down per_image_standardization
    random_brightness random_contrast random_flip_left_right random_flip_up_down
"""
#: What returns a tensor of the rank of its first argument: unknown, if that is.
KEEPS = frozenset(
    [f"tensorflow.{group}{name}" for name in _ELEMENTWISE.split() for group in ("", "math.")]
    + [f"tensorflow.image.{name}" for name in _IMAGES.split()]
    + [f"tensorflow.nn.{name}" for name in "elu gelu leaky_relu log_softmax relu relu6 sigmoid silu softmax softplus swish tanh".split()]
)
#: What raises ValueError where it does not know the rank of an argument, and which argument that is, by position and name.
NEEDS = {
    "tensorflow.unstack": (0, "value"),
    "tensorflow.boolean_mask": (1, "mask"),
    "tensorflow.nn.max_pool": (0, "input"),
    "tensorflow.nn.avg_pool": (0, "input"),
    **{
        f"tensorflow.image.{name}": (0, first)
        for name, first in {
            "resize": "images", "resize_images": "images", "central_crop": "image", "total_variation": "images", "random_jpeg_quality": "image",
        }.items()
    },
    "keras.utils.to_categorical": (0, "x"),
    "keras.preprocessing.image.smart_resize": (0, "x"),
}  # fmt: skip
#: Of these, those that another argument tells what they would ask for: `num`.
COUNTED = frozenset({"tensorflow.unstack"})
#: Layers that ask for it whether they have been called before or not.
LAYERS = frozenset(
    f"keras.layers.{name}"
    for name in """
        AveragePooling2D BatchNormalization Bidirectional Conv1D Conv1DTranspose Conv2D Conv2DTranspose Conv3D Conv3DTranspose Dense
        DepthwiseConv2D Flatten GRU GlobalAveragePooling1D GlobalAveragePooling2D LayerNormalization LSTM MaxPooling2D Permute Resizing
        SeparableConv2D
    """.split()
)
