"""MobileNet: convolutions of each channel by itself, then across the channels."""

from __future__ import annotations

import warnings

from runtime.keras import layers
from runtime.keras.applications.building import check_activation, finished, image_input, pooled, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing

_FILTERS = (64, 128, 128, 256, 256, 512, 512, 512, 512, 512, 512, 1024, 1024)
_HALVING = (2, 4, 6, 12)  # the blocks with strides of 2
_SIZES = (128, 160, 192, 224)  # of pictures, with weights of ImageNet


def _rectified(x, name):
    return layers.ReLU(6.0, name=f"{name}_relu")(layers.BatchNormalization(axis=-1, name=f"{name}_bn")(x))


def MobileNet(input_shape=None, alpha=1.0, depth_multiplier=1, dropout=1e-3, include_top=True, weights="imagenet", input_tensor=None,
              pooling=None, classes=1000, classifier_activation="softmax", name=None):  # noqa: N802 - Keras's name
    """The architecture MobileNet; `alpha` scales the number of filters. Raises FileNotFoundError where ImageNet's weights are not there."""
    size = input_shape[0] if input_shape is not None and input_shape[0] == input_shape[1] and input_shape[0] in _SIZES else 224
    image = image_input(weights, include_top, classes, input_tensor, input_shape, size)
    rows = input_shape[0] if input_shape else size if include_top else None
    if weights == "imagenet":
        rows = _checked(rows, input_shape, alpha, depth_multiplier)
    share = {1.0: "1_0", 0.75: "7_5", 0.5: "5_0"}.get(alpha, "2_5")
    path = weights_file(weights, f"mobilenet_{share}_{rows}_tf{'' if include_top else '_no_top'}.h5")
    x = layers.Conv2D(int(32 * alpha), (3, 3), padding="same", use_bias=False, strides=(2, 2), name="conv1")(image)
    x = _rectified(x, "conv1")
    for number, filters in enumerate(_FILTERS, 1):
        strides = (2, 2) if number in _HALVING else (1, 1)
        if strides == (2, 2):
            x = layers.ZeroPadding2D(((0, 1), (0, 1)), name=f"conv_pad_{number}")(x)
        x = layers.DepthwiseConv2D((3, 3), padding="same" if strides == (1, 1) else "valid", depth_multiplier=depth_multiplier,
                                   strides=strides, use_bias=False, name=f"conv_dw_{number}")(x)
        x = _rectified(x, f"conv_dw_{number}")
        x = layers.Conv2D(int(filters * alpha), (1, 1), padding="same", use_bias=False, strides=(1, 1), name=f"conv_pw_{number}")(x)
        x = _rectified(x, f"conv_pw_{number}")
    if include_top:
        x = layers.GlobalAveragePooling2D(keepdims=True)(x)
        x = layers.Dropout(dropout, name="dropout")(x)
        x = layers.Conv2D(classes, (1, 1), padding="same", name="conv_preds")(x)
        x = layers.Reshape((classes,), name="reshape_2")(x)
        check_activation(classifier_activation, weights)
        x = layers.Activation(classifier_activation, name="predictions")(x)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, f"mobilenet_{alpha:0.2f}_{rows}" if name is None else name, path)


def _checked(rows, input_shape, alpha, depth_multiplier):
    """The size of pictures that there are weights for."""
    if depth_multiplier != 1:
        raise ValueError("If imagenet weights are being loaded, depth multiplier must be 1.  "
                         f"Received depth_multiplier={depth_multiplier}")
    if alpha not in (0.25, 0.50, 0.75, 1.0):
        raise ValueError("If imagenet weights are being loaded, alpha can be one of`0.25`, `0.50`, `0.75` or `1.0` only.  "
                         f"Received alpha={alpha}")
    if rows not in _SIZES or input_shape and input_shape[1] != rows:
        warnings.warn("`input_shape` is undefined or non-square, or `rows` is not in [128, 160, 192, 224]. Weights for input shape (224, 224) "
                      "will be loaded as the default.", stacklevel=3)
        return 224
    return rows


preprocess_input = preprocessing("tf")
