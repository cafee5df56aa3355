"""MobileNet, version 3: blocks as in version 2, whose channels are weighted."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import check_activation, correct_padding, divisible, finished, image_input, pooled, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions

# expansion, filters, whether the kernel is the wide one, stride, whether channels are weighted, whether the activation is the hard one
_SMALL = ((1, 16, 0, 2, 1, 0), (72.0 / 16, 24, 0, 2, 0, 0), (88.0 / 24, 24, 0, 1, 0, 0), (4, 40, 1, 2, 1, 1), (6, 40, 1, 1, 1, 1),
          (6, 40, 1, 1, 1, 1), (3, 48, 1, 1, 1, 1), (3, 48, 1, 1, 1, 1), (6, 96, 1, 2, 1, 1), (6, 96, 1, 1, 1, 1), (6, 96, 1, 1, 1, 1))
_LARGE = ((1, 16, 0, 1, 0, 0), (4, 24, 0, 2, 0, 0), (3, 24, 0, 1, 0, 0), (3, 40, 1, 2, 1, 0), (3, 40, 1, 1, 1, 0), (3, 40, 1, 1, 1, 0),
          (6, 80, 0, 2, 0, 1), (2.5, 80, 0, 1, 0, 1), (2.3, 80, 0, 1, 0, 1), (2.3, 80, 0, 1, 0, 1), (6, 112, 0, 1, 1, 1), (6, 112, 0, 1, 1, 1),
          (6, 160, 1, 2, 1, 1), (6, 160, 1, 1, 1, 1), (6, 160, 1, 1, 1, 1))


def _relu(x):
    return layers.ReLU()(x)


def _hard_swish(x):
    return layers.Activation("hard_swish")(x)


def _normalised(x, name):
    return layers.BatchNormalization(axis=-1, epsilon=1e-3, momentum=0.999, name=name)(x)


def _weighted(inputs, filters, name):
    """Channels times weights that are computed from their means."""
    x = layers.GlobalAveragePooling2D(keepdims=True, name=f"{name}squeeze_excite_avg_pool")(inputs)
    x = layers.Conv2D(divisible(filters * 0.25), 1, padding="same", name=f"{name}squeeze_excite_conv")(x)
    x = layers.ReLU(name=f"{name}squeeze_excite_relu")(x)
    x = layers.Conv2D(filters, 1, padding="same", name=f"{name}squeeze_excite_conv_1")(x)
    x = layers.ReLU(6.0)(x + 3.0) * (1.0 / 6.0)
    return layers.Multiply(name=f"{name}squeeze_excite_mul")([inputs, x])


def _block(x, expansion, filters, kernel, stride, is_weighted, activation, number):
    shortcut, channels = x, x.shape[-1]
    name = f"expanded_conv_{number}_" if number else "expanded_conv_"
    if number:
        x = layers.Conv2D(divisible(channels * expansion), 1, padding="same", use_bias=False, name=f"{name}expand")(x)
        x = activation(_normalised(x, f"{name}expand_bn"))
    if stride == 2:
        x = layers.ZeroPadding2D(correct_padding(x, kernel), name=f"{name}depthwise_pad")(x)
    x = layers.DepthwiseConv2D(kernel, strides=stride, padding="same" if stride == 1 else "valid", use_bias=False, name=f"{name}depthwise")(x)
    x = activation(_normalised(x, f"{name}depthwise_bn"))
    if is_weighted:
        x = _weighted(x, divisible(channels * expansion), name)
    x = layers.Conv2D(filters, 1, padding="same", use_bias=False, name=f"{name}project")(x)
    x = _normalised(x, f"{name}project_bn")
    return layers.Add(name=f"{name}add")([shortcut, x]) if stride == 1 and channels == filters else x


def _mobilenet(function_name, kind, blocks, last):
    def function(input_shape=None, alpha=1.0, minimalistic=False, include_top=True, weights="imagenet", input_tensor=None, classes=1000,
                 pooling=None, dropout_rate=0.2, classifier_activation="softmax", include_preprocessing=True, name=function_name):
        shape = input_shape or (tuple(input_tensor.shape[1:3]) + (3,) if input_tensor is not None else (None, None, 3))
        image = image_input(weights, False, classes, input_tensor, shape)
        if weights == "imagenet" and alpha not in ((1.0,) if minimalistic else (0.75, 1.0)):
            raise ValueError("If imagenet weights are being loaded, alpha can be one of `0.75`, `1.0` for non minimalistic or `1.0` for "
                             "minimalistic only.")
        model = f"{kind}{'_minimalistic' if minimalistic else ''}_224_{alpha}_float"
        path = weights_file(weights, f"weights_mobilenet_v3_{model}{'' if include_top else '_no_top_v2'}.h5")
        wide, activation = (3, _relu) if minimalistic else (5, _hard_swish)
        x = layers.Rescaling(scale=1.0 / 127.5, offset=-1.0)(image) if include_preprocessing else image
        x = layers.Conv2D(16, 3, strides=(2, 2), padding="same", use_bias=False, name="conv")(x)
        x = activation(_normalised(x, "conv_bn"))
        for number, (expansion, filters, is_wide, stride, is_weighted, is_hard) in enumerate(blocks):
            x = _block(x, expansion, divisible(filters * alpha), wide if is_wide else 3, stride, is_weighted and not minimalistic,
                       activation if is_hard else _relu, number)
        x = layers.Conv2D(divisible(x.shape[-1] * 6), 1, padding="same", use_bias=False, name="conv_1")(x)
        x = activation(_normalised(x, "conv_1_bn"))
        if include_top:
            x = layers.GlobalAveragePooling2D(keepdims=True)(x)
            x = layers.Conv2D(divisible(last * alpha) if alpha > 1.0 else last, 1, padding="same", use_bias=True, name="conv_2")(x)
            x = activation(x)
            x = layers.Dropout(dropout_rate)(x) if dropout_rate > 0 else x
            x = layers.Flatten()(layers.Conv2D(classes, 1, padding="same", name="logits")(x))
            check_activation(classifier_activation, weights)
            x = layers.Activation(classifier_activation, name="predictions")(x)
        else:
            x = pooled(x, pooling, "avg_pool", "max_pool")
        return finished(image, input_tensor, x, name, path)
    function.__name__ = function.__qualname__ = function_name
    function.__doc__ = f"The architecture {function_name}. Raises FileNotFoundError where the weights of ImageNet are not there."
    return function


MobileNetV3Small = _mobilenet("MobileNetV3Small", "small", _SMALL, 1024)
MobileNetV3Large = _mobilenet("MobileNetV3Large", "large", _LARGE, 1280)


def preprocess_input(x, data_format=None):
    """`x` itself: the model has a layer for that."""
    return x
