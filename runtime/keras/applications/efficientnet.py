"""EfficientNet: depth, width and the size of pictures grow together."""

from __future__ import annotations

import math

from runtime.keras import initializers, layers
from runtime.keras.applications.building import classifier, correct_padding, divisible, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions

_BLOCKS = ((3, 1, 32, 16, 1, 1), (3, 2, 16, 24, 6, 2), (5, 2, 24, 40, 6, 2), (3, 3, 40, 80, 6, 2), (5, 3, 80, 112, 6, 1), (5, 4, 112, 192, 6, 2),
           (3, 1, 192, 320, 6, 1))  # kernel, how many, filters in and out, how much wider inside, stride
_DEVIATIONS = (0.229, 0.224, 0.225)


def _initializer():
    return initializers.VarianceScaling(2.0, "fan_out", "truncated_normal")


def _conv(filters, kernel, name, **settings):
    return layers.Conv2D(filters, kernel, use_bias=False, kernel_initializer=_initializer(), name=name, **settings)


def _active(x, name):
    return layers.Activation("swish", name=f"{name}activation")(layers.BatchNormalization(axis=3, name=f"{name}bn")(x))


def _block(inputs, kernel, filters_in, filters, expansion, stride, drop_rate, name):
    wide, x = filters_in * expansion, inputs
    if expansion != 1:
        x = _active(_conv(wide, 1, f"{name}expand_conv", padding="same")(x), f"{name}expand_")
    if stride == 2:
        x = layers.ZeroPadding2D(correct_padding(x, kernel), name=f"{name}dwconv_pad")(x)
    x = layers.DepthwiseConv2D(kernel, strides=stride, padding="valid" if stride == 2 else "same", use_bias=False,
                               depthwise_initializer=_initializer(), name=f"{name}dwconv")(x)
    x = _active(x, name)
    weights = layers.GlobalAveragePooling2D(name=f"{name}se_squeeze")(x)
    weights = layers.Reshape((1, 1, wide), name=f"{name}se_reshape")(weights)
    weights = layers.Conv2D(max(1, int(filters_in * 0.25)), 1, padding="same", activation="swish", kernel_initializer=_initializer(),
                            name=f"{name}se_reduce")(weights)
    weights = layers.Conv2D(wide, 1, padding="same", activation="sigmoid", kernel_initializer=_initializer(), name=f"{name}se_expand")(weights)
    x = layers.multiply([x, weights], name=f"{name}se_excite")
    x = layers.BatchNormalization(axis=3, name=f"{name}project_bn")(_conv(filters, 1, f"{name}project_conv", padding="same")(x))
    if stride != 1 or filters_in != filters:
        return x
    if drop_rate > 0:
        x = layers.Dropout(drop_rate, noise_shape=(None, 1, 1, 1), name=f"{name}drop")(x)
    return layers.add([x, inputs], name=f"{name}add")


def efficientnet(width, depth, size, dropout_rate, include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None,
                 classes=1000, classifier_activation="softmax", name="efficientnet"):
    """The model with so many times the filters and layers of the smallest."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape, size)
    path = weights_file(weights, f"{name}{'' if include_top else '_notop'}.h5")
    x = layers.Normalization(axis=3)(layers.Rescaling(1.0 / 255.0)(image))
    if weights == "imagenet":
        x = layers.Rescaling([1.0 / math.sqrt(deviation) for deviation in _DEVIATIONS])(x)
    x = layers.ZeroPadding2D(correct_padding(x, 3), name="stem_conv_pad")(x)
    x = _active(_conv(divisible(32 * width), 3, "stem_conv", strides=2, padding="valid")(x), "stem_")
    repeats = [int(math.ceil(depth * block[1])) for block in _BLOCKS]
    done, total = 0, float(sum(repeats))
    for number, (count, (kernel, _, filters_in, filters, expansion, stride)) in enumerate(zip(repeats, _BLOCKS), 1):
        filters_in, filters = divisible(filters_in * width), divisible(filters * width)
        for repeat in range(count):
            first = repeat == 0
            x = _block(x, kernel, filters_in if first else filters, filters, expansion, stride if first else 1, 0.2 * done / total,
                       f"block{number}{chr(repeat + 97)}_")
            done += 1
    x = _active(_conv(divisible(1280 * width), 1, "top_conv", padding="same")(x), "top_")
    if include_top:
        x = layers.GlobalAveragePooling2D(name="avg_pool")(x)
        x = layers.Dropout(dropout_rate, name="top_dropout")(x)
        x = classifier(x, classes, classifier_activation, weights,
                       kernel_initializer=initializers.VarianceScaling(1.0 / 3.0, "fan_out", "uniform"))
    else:
        x = pooled(x, pooling, "avg_pool", "max_pool")
    return finished(image, input_tensor, x, name, path)


EfficientNetB0, EfficientNetB1, EfficientNetB2, EfficientNetB3, EfficientNetB4, EfficientNetB5, EfficientNetB6, EfficientNetB7 = (
    variant(f"EfficientNetB{number}", efficientnet, width=width, depth=depth, size=size, dropout_rate=dropout)
    for number, (width, depth, size, dropout) in enumerate((
        (1.0, 1.0, 224, 0.2), (1.0, 1.1, 240, 0.2), (1.1, 1.2, 260, 0.3), (1.2, 1.4, 300, 0.3), (1.4, 1.8, 380, 0.4), (1.6, 2.2, 456, 0.4),
        (1.8, 2.6, 528, 0.5), (2.0, 3.1, 600, 0.5))))


def preprocess_input(x, data_format=None):
    """`x` itself: the model has layers for that."""
    return x
