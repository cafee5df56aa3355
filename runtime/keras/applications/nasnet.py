"""NASNet: cells that a search has found."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, correct_padding, finished, image_input, pooled, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing
from runtime.keras.naming import name_scope


def _normalised(x, name):
    return layers.BatchNormalization(axis=-1, momentum=0.9997, epsilon=1e-3, name=name)(x)


def _conv(x, filters, name):
    return layers.Conv2D(filters, (1, 1), strides=(1, 1), padding="same", name=name, use_bias=False, kernel_initializer="he_normal")(x)


def _separable(x, filters, kernel_size=(3, 3), strides=(1, 1), name=None):
    with name_scope(f"separable_conv_block_{name}"):
        x = layers.Activation("relu")(x)
        padding = "same"
        if strides == (2, 2):
            x, padding = layers.ZeroPadding2D(correct_padding(x, kernel_size), name=f"separable_conv_1_pad_{name}")(x), "valid"
        x = layers.SeparableConv2D(filters, kernel_size, strides=strides, name=f"separable_conv_1_{name}", padding=padding,
                                   use_bias=False)(x)
        x = layers.Activation("relu")(_normalised(x, f"separable_conv_1_bn_{name}"))
        x = layers.SeparableConv2D(filters, kernel_size, name=f"separable_conv_2_{name}", padding="same", use_bias=False)(x)
        return _normalised(x, f"separable_conv_2_bn_{name}")


def _adjusted(p, ip, filters, name):
    """The result of the cell before the last, in the shape of the last's."""
    with name_scope("adjust_block"):
        if p is None:
            return ip
        if p.shape[-2] != ip.shape[-2]:
            with name_scope(f"adjust_reduction_block_{name}"):
                return _halved(p, filters, name)
        if p.shape[-1] != filters:
            with name_scope(f"adjust_projection_block_{name}"):
                p = _conv(layers.Activation("relu")(p), filters, f"adjust_conv_projection_{name}")
                return _normalised(p, f"adjust_bn_{name}")
        return p


def _halved(p, filters, name):
    p = layers.Activation("relu", name=f"adjust_relu_1_{name}")(p)
    first = layers.AveragePooling2D((1, 1), strides=(2, 2), padding="valid", name=f"adjust_avg_pool_1_{name}")(p)
    first = _conv(first, filters // 2, f"adjust_conv_1_{name}")
    second = layers.Cropping2D(((1, 0), (1, 0)))(layers.ZeroPadding2D(((0, 1), (0, 1)))(p))
    second = layers.AveragePooling2D((1, 1), strides=(2, 2), padding="valid", name=f"adjust_avg_pool_2_{name}")(second)
    second = _conv(second, filters // 2, f"adjust_conv_2_{name}")
    return _normalised(layers.concatenate([first, second], axis=-1), f"adjust_bn_{name}")


def _mean(x, name):
    return layers.AveragePooling2D((3, 3), strides=(1, 1), padding="same", name=name)(x)


def _normal_cell(ip, p, filters, name):
    with name_scope(f"normal_A_block_{name}"):
        p = _adjusted(p, ip, filters, name)
        h = _normalised(_conv(layers.Activation("relu")(ip), filters, f"normal_conv_1_{name}"), f"normal_bn_1_{name}")
        with name_scope("block_1"):
            left = _separable(h, filters, (5, 5), name=f"normal_left1_{name}")
            x1 = layers.add([left, _separable(p, filters, name=f"normal_right1_{name}")], name=f"normal_add_1_{name}")
        with name_scope("block_2"):
            left = _separable(p, filters, (5, 5), name=f"normal_left2_{name}")
            x2 = layers.add([left, _separable(p, filters, name=f"normal_right2_{name}")], name=f"normal_add_2_{name}")
        with name_scope("block_3"):
            x3 = layers.add([_mean(h, f"normal_left3_{name}"), p], name=f"normal_add_3_{name}")
        with name_scope("block_4"):
            x4 = layers.add([_mean(p, f"normal_left4_{name}"), _mean(p, f"normal_right4_{name}")], name=f"normal_add_4_{name}")
        with name_scope("block_5"):
            x5 = layers.add([_separable(h, filters, name=f"normal_left5_{name}"), h], name=f"normal_add_5_{name}")
        return layers.concatenate([p, x1, x2, x3, x4, x5], axis=-1, name=f"normal_concat_{name}"), ip


def _reduction_cell(ip, p, filters, name):
    half = (2, 2)
    with name_scope(f"reduction_A_block_{name}"):
        p = _adjusted(p, ip, filters, name)
        h = _normalised(_conv(layers.Activation("relu")(ip), filters, f"reduction_conv_1_{name}"), f"reduction_bn_1_{name}")
        padded = layers.ZeroPadding2D(correct_padding(h, 3), name=f"reduction_pad_1_{name}")(h)
        with name_scope("block_1"):
            left = _separable(h, filters, (5, 5), half, f"reduction_left1_{name}")
            x1 = layers.add([left, _separable(p, filters, (7, 7), half, f"reduction_right1_{name}")], name=f"reduction_add_1_{name}")
        with name_scope("block_2"):
            left = layers.MaxPooling2D((3, 3), strides=half, padding="valid", name=f"reduction_left2_{name}")(padded)
            x2 = layers.add([left, _separable(p, filters, (7, 7), half, f"reduction_right2_{name}")], name=f"reduction_add_2_{name}")
        with name_scope("block_3"):
            left = layers.AveragePooling2D((3, 3), strides=half, padding="valid", name=f"reduction_left3_{name}")(padded)
            x3 = layers.add([left, _separable(p, filters, (5, 5), half, f"reduction_right3_{name}")], name=f"reduction_add3_{name}")
        with name_scope("block_4"):
            x4 = layers.add([x2, _mean(x1, f"reduction_left4_{name}")])
        with name_scope("block_5"):
            left = _separable(x1, filters, name=f"reduction_left4_{name}")
            right = layers.MaxPooling2D((3, 3), strides=half, padding="valid", name=f"reduction_right5_{name}")(padded)
            x5 = layers.add([left, right], name=f"reduction_add4_{name}")
        return layers.concatenate([x2, x3, x4, x5], axis=-1, name=f"reduction_concat_{name}"), ip


def _nasnet(image, filters, blocks, stem_filters, skips):
    """The cells: three groups of normal ones, with those that halve pictures before each."""
    x = layers.Conv2D(stem_filters, (3, 3), strides=(2, 2), padding="valid", use_bias=False, name="stem_conv1",
                      kernel_initializer="he_normal")(image)
    x, p = _normalised(x, "stem_bn1"), None
    x, p = _reduction_cell(x, p, filters // 4, "stem_1")
    x, p = _reduction_cell(x, p, filters // 2, "stem_2")
    for group in range(3):
        if group:
            x, before = _reduction_cell(x, p, filters * 2 ** group, f"reduce_{group * blocks}")
            p = p if skips else before
        for number in range(blocks):
            x, p = _normal_cell(x, p, filters * 2 ** group, f"{group * blocks + number + (1 if group else 0)}")
    return layers.Activation("relu")(x)


def _architecture(function_name, own_name, size, filters, blocks, stem_filters, skips):
    def function(input_shape=None, include_top=True, weights="imagenet", input_tensor=None, pooling=None, classes=1000,
                 classifier_activation="softmax", name=own_name):
        if size == 224 and not include_top and input_shape is None:
            input_shape = (224, 224, 3)
        image = image_input(weights, include_top, classes, input_tensor, input_shape, size)
        path = weights_file(weights, f"{own_name}{'' if include_top else '_no_top'}.h5")
        x = _nasnet(image, filters, blocks, stem_filters, skips)
        if include_top:
            x = classifier(layers.GlobalAveragePooling2D()(x), classes, classifier_activation, weights)
        else:
            x = pooled(x, pooling)
        return finished(image, input_tensor, x, name, path)
    function.__name__ = function.__qualname__ = function_name
    function.__doc__ = f"The architecture {function_name}. Raises FileNotFoundError where the weights of ImageNet are not there."
    return function


NASNetMobile = _architecture("NASNetMobile", "nasnet_mobile", 224, 44, 4, 32, False)
NASNetLarge = _architecture("NASNetLarge", "nasnet_large", 331, 168, 6, 96, True)
preprocess_input = preprocessing("tf")
