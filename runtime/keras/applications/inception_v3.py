"""Inception, version 3: blocks of branches with convolutions of several sizes."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing


def _conv(x, filters, rows, columns, padding="same", strides=(1, 1)):
    x = layers.Conv2D(filters, (rows, columns), strides=strides, padding=padding, use_bias=False)(x)
    return layers.Activation("relu")(layers.BatchNormalization(axis=3, scale=False)(x))


def _chain(x, *convolutions):
    """Convolutions of (filters, rows, columns) one after the other; with a fourth member they halve pictures."""
    for filters, rows, columns, *halves in convolutions:
        x = _conv(x, filters, rows, columns, *(("valid", (2, 2)) if halves else ()))
    return x


def _mean(x, filters):
    return _conv(layers.AveragePooling2D((3, 3), strides=(1, 1), padding="same")(x), filters, 1, 1)


def _joined(branches, name=None):
    return layers.concatenate(branches, axis=3, name=name)


def _block_of_5(x, filters, name):
    return _joined([_chain(x, (64, 1, 1)), _chain(x, (48, 1, 1), (64, 5, 5)), _chain(x, (64, 1, 1), (96, 3, 3), (96, 3, 3)), _mean(x, filters)],
                   name)


def _block_of_7(x, n, name):
    return _joined([_chain(x, (192, 1, 1)), _chain(x, (n, 1, 1), (n, 1, 7), (192, 7, 1)),
                    _chain(x, (n, 1, 1), (n, 7, 1), (n, 1, 7), (n, 7, 1), (192, 1, 7)), _mean(x, 192)], name)


def _block_of_forks(x, number):
    first, second = _chain(x, (320, 1, 1)), _chain(x, (384, 1, 1))
    second = _joined([_chain(second, (384, 1, 3)), _chain(second, (384, 3, 1))], f"mixed9_{number}")
    third = _chain(x, (448, 1, 1), (384, 3, 3))
    third = _joined([_chain(third, (384, 1, 3)), _chain(third, (384, 3, 1))])
    return _joined([first, second, third, _mean(x, 192)], f"mixed{9 + number}")


def inception(include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
              classifier_activation="softmax", name="inception_v3"):
    """The model."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape, 299, 75)
    path = weights_file(weights, f"inception_v3_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    x = _conv(image, 32, 3, 3, "valid", (2, 2))
    x = _conv(_conv(x, 32, 3, 3, "valid"), 64, 3, 3)
    x = layers.MaxPooling2D((3, 3), strides=(2, 2))(x)
    x = _conv(_conv(x, 80, 1, 1, "valid"), 192, 3, 3, "valid")
    x = layers.MaxPooling2D((3, 3), strides=(2, 2))(x)
    for number, filters in enumerate((32, 64, 64)):
        x = _block_of_5(x, filters, f"mixed{number}")
    x = _joined([_chain(x, (384, 3, 3, 2)), _chain(x, (64, 1, 1), (96, 3, 3), (96, 3, 3, 2)), layers.MaxPooling2D((3, 3), strides=(2, 2))(x)],
                "mixed3")
    for number, filters in enumerate((128, 160, 160, 192), 4):
        x = _block_of_7(x, filters, f"mixed{number}")
    x = _joined([_chain(x, (192, 1, 1), (320, 3, 3, 2)), _chain(x, (192, 1, 1), (192, 1, 7), (192, 7, 1), (192, 3, 3, 2)),
                 layers.MaxPooling2D((3, 3), strides=(2, 2))(x)], "mixed8")
    for number in range(2):
        x = _block_of_forks(x, number)
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, name, path)


InceptionV3 = variant("InceptionV3", inception, "inception_v3")
preprocess_input = preprocessing("tf")
