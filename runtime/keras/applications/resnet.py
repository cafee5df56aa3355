"""ResNet: blocks of convolutions whose results are added to their inputs."""

from __future__ import annotations

import functools

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing


def _normalised(x, name):
    return layers.BatchNormalization(axis=3, epsilon=1.001e-5, name=name)(x)


def _rectified(x, name):
    return layers.Activation("relu", name=name)(x)


def _block_1(x, filters, name, stride=1, is_first=False):
    shortcut = x
    if is_first:
        shortcut = _normalised(layers.Conv2D(4 * filters, 1, strides=stride, name=f"{name}_0_conv")(x), f"{name}_0_bn")
    x = layers.Conv2D(filters, 1, strides=stride, name=f"{name}_1_conv")(x)
    x = _rectified(_normalised(x, f"{name}_1_bn"), f"{name}_1_relu")
    x = layers.Conv2D(filters, 3, padding="same", name=f"{name}_2_conv")(x)
    x = _rectified(_normalised(x, f"{name}_2_bn"), f"{name}_2_relu")
    x = _normalised(layers.Conv2D(4 * filters, 1, name=f"{name}_3_conv")(x), f"{name}_3_bn")
    return _rectified(layers.Add(name=f"{name}_add")([shortcut, x]), f"{name}_out")


def _block_2(x, filters, name, stride=1, is_first=False):
    before = _rectified(_normalised(x, f"{name}_preact_bn"), f"{name}_preact_relu")
    if is_first:
        shortcut = layers.Conv2D(4 * filters, 1, strides=stride, name=f"{name}_0_conv")(before)
    else:
        shortcut = layers.MaxPooling2D(1, strides=stride)(x) if stride > 1 else x
    x = layers.Conv2D(filters, 1, strides=1, use_bias=False, name=f"{name}_1_conv")(before)
    x = _rectified(_normalised(x, f"{name}_1_bn"), f"{name}_1_relu")
    x = layers.ZeroPadding2D(((1, 1), (1, 1)), name=f"{name}_2_pad")(x)
    x = layers.Conv2D(filters, 3, strides=stride, use_bias=False, name=f"{name}_2_conv")(x)
    x = _rectified(_normalised(x, f"{name}_2_bn"), f"{name}_2_relu")
    x = layers.Conv2D(4 * filters, 1, name=f"{name}_3_conv")(x)
    return layers.Add(name=f"{name}_out")([shortcut, x])


def _stacks(x, blocks, is_second):
    """Four stacks; the first version halves pictures where a stack begins, the second where it ends."""
    for stack, (count, filters) in enumerate(zip(blocks, (64, 128, 256, 512))):
        for number in range(1, count + 1):
            name = f"conv{stack + 2}_block{number}"
            if is_second:
                x = _block_2(x, filters, name, 2 if number == count and stack < 3 else 1, number == 1)
            else:
                x = _block_1(x, filters, name, 2 if number == 1 and stack > 0 else 1, number == 1)
    return x


def resnet(blocks, is_second, include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
           classifier_activation="softmax", name="resnet", weights_name=None):
    """The model with so many blocks in its four stacks; `is_second` for version 2."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape)
    path = weights_file(weights, f"{weights_name}_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    x = layers.ZeroPadding2D(((3, 3), (3, 3)), name="conv1_pad")(image)
    x = layers.Conv2D(64, 7, strides=2, use_bias=True, name="conv1_conv")(x)
    if not is_second:
        x = _rectified(_normalised(x, "conv1_bn"), "conv1_relu")
    x = layers.ZeroPadding2D(((1, 1), (1, 1)), name="pool1_pad")(x)
    x = layers.MaxPooling2D(3, strides=2, name="pool1_pool")(x)
    x = _stacks(x, blocks, is_second)
    if is_second:
        x = _rectified(_normalised(x, "post_bn"), "post_relu")
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling, "avg_pool", "max_pool")
    return finished(image, input_tensor, x, name, path)


_first = functools.partial(resnet, is_second=False)
ResNet50 = variant("ResNet50", _first, blocks=(3, 4, 6, 3), weights_name="resnet50")
ResNet101 = variant("ResNet101", _first, blocks=(3, 4, 23, 3), weights_name="resnet101")
ResNet152 = variant("ResNet152", _first, blocks=(3, 8, 36, 3), weights_name="resnet152")
preprocess_input = preprocessing("caffe")
