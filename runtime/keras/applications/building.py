"""What the architectures have in common: their inputs, the layers at their end, and files of weights."""

from __future__ import annotations

import os
import warnings

from runtime.keras import activations, layers
from runtime.keras.models.functional import Functional, get_source_inputs
from runtime.keras.symbolic import KerasTensor


def image_input(weights, include_top, classes, input_tensor, input_shape, default_size=224, min_size=32):
    """The KerasTensor of the pictures.

    Raises:
        ValueError: weights that are neither None, "imagenet" nor a file, or shapes that the architecture does not take.
    """
    if not (weights in ("imagenet", None) or os.path.exists(weights)):
        raise ValueError("The `weights` argument should be either `None` (random initialization), 'imagenet' (pre-training on ImageNet), or the "
                         f"path to the weights file to be loaded.  Received: weights={weights}")
    if weights == "imagenet" and include_top and classes != 1000:
        raise ValueError("If using `weights='imagenet'` with `include_top=True`, `classes` should be 1000.  "
                         f"Received classes={classes}")
    shape = _shape(input_shape, default_size, min_size, include_top, weights)
    return input_tensor if isinstance(input_tensor, KerasTensor) else layers.Input(shape)


def _shape(shape, default_size, min_size, include_top, weights):
    channels = 3
    if weights != "imagenet" and shape and len(shape) == 3:
        channels = shape[-1]
        if channels not in (1, 3):
            warnings.warn("This model usually expects 1 or 3 input channels. However, it was passed an input_shape "
                          f"with {channels} input channels.", stacklevel=5)
    default = (default_size, default_size, channels)
    if weights == "imagenet" and include_top:
        if shape is not None and shape != default:
            raise ValueError("When setting `include_top=True` and loading `imagenet` weights, "
                             f"`input_shape` should be {default}.  Received: input_shape={shape}")
        return default
    if shape:
        if len(shape) != 3:
            raise ValueError("`input_shape` must be a tuple of three integers.")
        if shape[-1] != 3 and weights == "imagenet":
            raise ValueError(f"The input must have 3 channels; Received `input_shape={shape}`")
        if any(size is not None and size < min_size for size in shape[:2]):
            raise ValueError(f"Input size must be at least {min_size}x{min_size}; Received: input_shape={shape}")
    else:
        shape = default if include_top else (None, None, 3)
    if include_top and None in shape:
        raise ValueError(f"If `include_top` is True, you should specify a static `input_shape`. Received: input_shape={shape}")
    return shape


def correct_padding(inputs, kernel_size):
    """The zeros around pictures with which a convolution with strides of 2 has the centres of TensorFlow's other models."""
    kernel_size = (kernel_size, kernel_size) if isinstance(kernel_size, int) else kernel_size
    sizes = inputs.shape[1:3]
    adjust = (1, 1) if sizes[0] is None else tuple(1 - size % 2 for size in sizes)
    return tuple((size // 2 - less, size // 2) for size, less in zip(kernel_size, adjust))


def divisible(filters, divisor=8):
    """The number of filters rounded to a multiple of `divisor`, by at most a tenth downwards."""
    found = max(divisor, int(filters + divisor / 2) // divisor * divisor)
    return found + divisor if found < 0.9 * filters else found


def check_activation(activation, weights):
    """Raises ValueError for other activations than softmax and none of models whose weights are given."""
    if weights is not None and activations.get(activation) not in (activations.softmax, activations.linear):
        raise ValueError("Only `None` and `softmax` activations are allowed for the `classifier_activation` argument when using pretrained "
                         f"weights, with `include_top=True`; Received: classifier_activation={activations.get(activation)}")


def classifier(x, classes, activation, weights, **settings):
    """The dense layer at the end."""
    check_activation(activation, weights)
    return layers.Dense(classes, activation=activation, name="predictions", **settings)(x)


def pooled(x, pooling, average_name=None, max_name=None):
    """The mean or greatest value of each channel, or `x` itself."""
    if pooling == "avg":
        return layers.GlobalAveragePooling2D(name=average_name)(x)
    return layers.GlobalMaxPooling2D(name=max_name)(x) if pooling == "max" else x


def weights_file(weights, file_name):
    """The path of the weights, None without. `file_name` is that of ImageNet's. Raises FileNotFoundError where these are missing."""
    return cached(file_name, "or pass weights=None") if weights == "imagenet" else weights


def finished(image, input_tensor, x, name, path):
    """The model, with the weights in a file if there is one."""
    model = Functional(image if input_tensor is None else get_source_inputs(image), x, name=name)
    if path is not None:
        model.load_weights(path)
    return model


def cached(file_name, way_out):
    """The path of a file in Keras's folder. Raises FileNotFoundError where it is missing: nothing is downloaded."""
    folder = os.path.join(os.environ.get("KERAS_HOME", os.path.join(os.path.expanduser("~"), ".keras")), "models")
    path = os.path.join(folder, file_name)
    if not os.path.isfile(path):
        raise FileNotFoundError(f"the runtime downloads nothing: put {file_name} into {folder}, {way_out}")
    return path


def variant(function_name, build, name=None, **given):
    """A public function that builds a model; `name` is the model's own name by default."""
    own = function_name.lower() if name is None else name

    def function(include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
                 classifier_activation="softmax", name=own):  # the order in which Keras has them
        return build(include_top=include_top, weights=weights, input_tensor=input_tensor, input_shape=input_shape, pooling=pooling,
                     classes=classes, classifier_activation=classifier_activation, name=name, **given)
    function.__name__ = function.__qualname__ = function_name
    function.__doc__ = f"The architecture {function_name}. Raises FileNotFoundError where the weights of ImageNet are not there."
    return function
