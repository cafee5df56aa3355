"""Xception: separable convolutions with shortcuts."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing


def _conv(x, filters, name, **settings):
    x = layers.Conv2D(filters, (3, 3), use_bias=False, name=name, **settings)(x)
    x = layers.BatchNormalization(axis=-1, name=f"{name}_bn")(x)
    return layers.Activation("relu", name=f"{name}_act")(x)


def _separable(x, filters, name):
    x = layers.SeparableConv2D(filters, (3, 3), padding="same", use_bias=False, name=name)(x)
    return layers.BatchNormalization(axis=-1, name=f"{name}_bn")(x)


def _rectified(x, name):
    return layers.Activation("relu", name=f"{name}_act")(x)


def _halving(x, number, filters):
    """Two separable convolutions and a maximum of windows; the first block is not rectified before it begins."""
    name = f"block{number}"
    residual = layers.Conv2D(filters[-1], (1, 1), strides=(2, 2), padding="same", use_bias=False)(x)
    residual = layers.BatchNormalization(axis=-1)(residual)
    for place, count in enumerate(filters, 1):
        if place > 1 or number > 2:
            x = _rectified(x, f"{name}_sepconv{place}")
        x = _separable(x, count, f"{name}_sepconv{place}")
    x = layers.MaxPooling2D((3, 3), strides=(2, 2), padding="same", name=f"{name}_pool")(x)
    return layers.add([x, residual])


def xception(include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
             classifier_activation="softmax", name="xception"):
    """The model."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape, 299, 71)
    path = weights_file(weights, f"xception_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    x = _conv(image, 32, "block1_conv1", strides=(2, 2))
    x = _conv(x, 64, "block1_conv2")
    for number, filters in ((2, 128), (3, 256), (4, 728)):
        x = _halving(x, number, (filters, filters))
    for number in range(5, 13):
        residual = x
        for place in (1, 2, 3):
            x = _separable(_rectified(x, f"block{number}_sepconv{place}"), 728, f"block{number}_sepconv{place}")
        x = layers.add([x, residual])
    x = _halving(x, 13, (728, 1024))
    for place, filters in ((1, 1536), (2, 2048)):
        x = _rectified(_separable(x, filters, f"block14_sepconv{place}"), f"block14_sepconv{place}")
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, name, path)


Xception = variant("Xception", xception)
preprocess_input = preprocessing("tf")
