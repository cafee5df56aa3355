"""MobileNet, version 2: narrow layers are added, wide ones lie between them."""

from __future__ import annotations

import warnings

from runtime.keras import layers
from runtime.keras.applications.building import classifier, correct_padding, divisible, finished, image_input, pooled, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing

_BLOCKS = ((16, 1, 1), (24, 2, 6), (24, 1, 6), (32, 2, 6), (32, 1, 6), (32, 1, 6), (64, 2, 6), (64, 1, 6), (64, 1, 6), (64, 1, 6), (96, 1, 6),
           (96, 1, 6), (96, 1, 6), (160, 2, 6), (160, 1, 6), (160, 1, 6), (320, 1, 6))  # filters, stride, how much wider inside
_SIZES = (96, 128, 160, 192, 224)  # of pictures, with weights of ImageNet


def _normalised(x, name):
    return layers.BatchNormalization(axis=-1, epsilon=1e-3, momentum=0.999, name=name)(x)


def _block(inputs, filters, stride, expansion, number):
    channels, x = inputs.shape[-1], inputs
    name = f"block_{number}_" if number else "expanded_conv_"
    if number:
        x = layers.Conv2D(expansion * channels, 1, padding="same", use_bias=False, name=f"{name}expand")(x)
        x = layers.ReLU(6.0, name=f"{name}expand_relu")(_normalised(x, f"{name}expand_BN"))
    if stride == 2:
        x = layers.ZeroPadding2D(correct_padding(x, 3), name=f"{name}pad")(x)
    x = layers.DepthwiseConv2D(3, strides=stride, use_bias=False, padding="same" if stride == 1 else "valid", name=f"{name}depthwise")(x)
    x = layers.ReLU(6.0, name=f"{name}depthwise_relu")(_normalised(x, f"{name}depthwise_BN"))
    x = layers.Conv2D(filters, 1, padding="same", use_bias=False, name=f"{name}project")(x)
    x = _normalised(x, f"{name}project_BN")
    return layers.Add(name=f"{name}add")([inputs, x]) if channels == filters and stride == 1 else x


def MobileNetV2(input_shape=None, alpha=1.0, include_top=True, weights="imagenet", input_tensor=None, pooling=None, classes=1000,
                classifier_activation="softmax", name=None):  # noqa: N802 - Keras's name
    """The architecture MobileNetV2; `alpha` scales the number of filters. Raises FileNotFoundError where ImageNet's weights are not there."""
    told = input_shape if input_shape is not None else input_tensor.shape[1:3] if input_tensor is not None else (224, 224)
    size = told[0] if told[0] == told[1] and told[0] in _SIZES else 224
    image = image_input(weights, include_top, classes, input_tensor, input_shape, size)
    rows = input_shape[0] if input_shape else size if include_top else None
    if weights == "imagenet":
        if alpha not in (0.35, 0.50, 0.75, 1.0, 1.3, 1.4):
            raise ValueError("If imagenet weights are being loaded, alpha must be one of `0.35`, `0.50`, `0.75`, `1.0`, `1.3` or `1.4` only; "
                             f"Received `alpha={alpha}`")
        if rows not in _SIZES or input_shape and input_shape[1] != rows:
            rows = 224
            warnings.warn("`input_shape` is undefined or non-square, or `rows` is not in [96, 128, 160, 192, 224]. Weights for input shape "
                          "(224, 224) will be loaded as the default.", stacklevel=2)
    path = weights_file(weights, f"mobilenet_v2_weights_tf_dim_ordering_tf_kernels_{float(alpha)}_{rows}{'' if include_top else '_no_top'}.h5")
    x = layers.Conv2D(divisible(32 * alpha), 3, strides=(2, 2), padding="same", use_bias=False, name="Conv1")(image)
    x = layers.ReLU(6.0, name="Conv1_relu")(_normalised(x, "bn_Conv1"))
    for number, (filters, stride, expansion) in enumerate(_BLOCKS):
        x = _block(x, divisible(int(filters * alpha)), stride, expansion, number)
    x = layers.Conv2D(divisible(1280 * alpha) if alpha > 1.0 else 1280, 1, use_bias=False, name="Conv_1")(x)
    x = layers.ReLU(6.0, name="out_relu")(_normalised(x, "Conv_1_bn"))
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D()(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, f"mobilenetv2_{alpha:0.2f}_{rows}" if name is None else name, path)


preprocess_input = preprocessing("tf")
