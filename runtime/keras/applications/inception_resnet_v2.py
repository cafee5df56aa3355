"""Inception-ResNet, version 2: Inception's branches, scaled and added to their input."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing
from runtime.keras.layers.base import BuiltinLayer

_BRANCHES = {"block35": (((32, 1),), ((32, 1), (32, 3)), ((32, 1), (48, 3), (64, 3))),
             "block17": (((192, 1),), ((128, 1), (160, [1, 7]), (192, [7, 1]))),
             "block8": (((192, 1),), ((192, 1), (224, [1, 3]), (256, [3, 1])))}


class CustomScaleLayer(BuiltinLayer):
    """The first input plus `scale` times the second."""

    def __init__(self, scale, **kwargs):
        super().__init__(**kwargs)
        self.scale = scale

    def call(self, inputs):
        return inputs[0] + inputs[1] * self.scale

    def compute_output_shape(self, input_shape):
        return input_shape[0]


def _conv(x, filters, kernel_size, strides=1, padding="same", name=None):
    x = layers.Conv2D(filters, kernel_size, strides=strides, padding=padding, use_bias=False, name=name)(x)
    x = layers.BatchNormalization(axis=3, scale=False, name=None if name is None else f"{name}_bn")(x)
    return layers.Activation("relu", name=None if name is None else f"{name}_ac")(x)


def _chain(x, *convolutions):
    for filters, kernel_size, *halves in convolutions:
        x = _conv(x, filters, kernel_size, *((2, "valid") if halves else ()))
    return x


def _block(x, scale, kind, number, activation="relu"):
    name = f"{kind}_{number}"
    mixed = layers.Concatenate(axis=3, name=f"{name}_mixed")([_chain(x, *branch) for branch in _BRANCHES[kind]])
    up = layers.Conv2D(x.shape[3], 1, padding="same", name=f"{name}_conv")(mixed)
    x = CustomScaleLayer(scale)([x, up])
    return x if activation is None else layers.Activation(activation, name=f"{name}_ac")(x)


def inception_resnet(include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
                     classifier_activation="softmax", name="inception_resnet_v2"):
    """The model."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape, 299, 75)
    path = weights_file(weights, f"inception_resnet_v2_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    x = _conv(image, 32, 3, 2, "valid")
    x = _conv(_conv(x, 32, 3, padding="valid"), 64, 3)
    x = layers.MaxPooling2D(3, strides=2)(x)
    x = _conv(_conv(x, 80, 1, padding="valid"), 192, 3, padding="valid")
    x = layers.MaxPooling2D(3, strides=2)(x)
    branches = [_chain(x, (96, 1)), _chain(x, (48, 1), (64, 5)), _chain(x, (64, 1), (96, 3), (96, 3))]
    branches.append(_conv(layers.AveragePooling2D(3, strides=1, padding="same")(x), 64, 1))
    x = layers.Concatenate(axis=3, name="mixed_5b")(branches)
    for number in range(1, 11):
        x = _block(x, 0.17, "block35", number)
    x = layers.Concatenate(axis=3, name="mixed_6a")([_chain(x, (384, 3, 2)), _chain(x, (256, 1), (256, 3), (384, 3, 2)),
                                                     layers.MaxPooling2D(3, strides=2, padding="valid")(x)])
    for number in range(1, 21):
        x = _block(x, 0.1, "block17", number)
    x = layers.Concatenate(axis=3, name="mixed_7a")([
        _chain(x, (256, 1), (384, 3, 2)), _chain(x, (256, 1), (288, 3, 2)), _chain(x, (256, 1), (288, 3), (320, 3, 2)),
        layers.MaxPooling2D(3, strides=2, padding="valid")(x)])
    for number in range(1, 10):
        x = _block(x, 0.2, "block8", number)
    x = _conv(_block(x, 1.0, "block8", 10, None), 1536, 1, name="conv_7b")
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, name, path)


InceptionResNetV2 = variant("InceptionResNetV2", inception_resnet, "inception_resnet_v2")
preprocess_input = preprocessing("tf")
