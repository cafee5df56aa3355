"""DenseNet: each layer sees the results of all before it."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing


def _rectified(x, bn, relu):
    return layers.Activation("relu", name=relu)(layers.BatchNormalization(axis=3, epsilon=1.001e-5, name=bn)(x))


def _dense_block(x, count, name):
    for number in range(1, count + 1):
        own = f"{name}_block{number}"
        new = _rectified(x, f"{own}_0_bn", f"{own}_0_relu")
        new = layers.Conv2D(128, 1, use_bias=False, name=f"{own}_1_conv")(new)
        new = _rectified(new, f"{own}_1_bn", f"{own}_1_relu")
        new = layers.Conv2D(32, 3, padding="same", use_bias=False, name=f"{own}_2_conv")(new)
        x = layers.Concatenate(axis=3, name=f"{own}_concat")([x, new])
    return x


def _transition(x, name):
    x = _rectified(x, f"{name}_bn", f"{name}_relu")
    x = layers.Conv2D(int(x.shape[3] * 0.5), 1, use_bias=False, name=f"{name}_conv")(x)
    return layers.AveragePooling2D(2, strides=2, name=f"{name}_pool")(x)


def densenet(blocks, include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
             classifier_activation="softmax", name="densenet", weights_name=None):
    """The model with so many layers in its four blocks."""
    image = image_input(weights, include_top, classes, input_tensor, input_shape)
    path = weights_file(weights, f"{weights_name}_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    x = layers.ZeroPadding2D(((3, 3), (3, 3)))(image)
    x = layers.Conv2D(64, 7, strides=2, use_bias=False, name="conv1_conv")(x)
    x = _rectified(x, "conv1_bn", "conv1_relu")
    x = layers.ZeroPadding2D(((1, 1), (1, 1)))(x)
    x = layers.MaxPooling2D(3, strides=2, name="pool1")(x)
    for number, count in enumerate(blocks, 2):
        x = _dense_block(x, count, f"conv{number}")
        x = _transition(x, f"pool{number}") if number < 5 else _rectified(x, "bn", "relu")
    if include_top:
        x = classifier(layers.GlobalAveragePooling2D(name="avg_pool")(x), classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling, "avg_pool", "max_pool")
    return finished(image, input_tensor, x, name, path)


DenseNet121 = variant("DenseNet121", densenet, blocks=(6, 12, 24, 16), weights_name="densenet121")
DenseNet169 = variant("DenseNet169", densenet, blocks=(6, 12, 32, 32), weights_name="densenet169")
DenseNet201 = variant("DenseNet201", densenet, blocks=(6, 12, 48, 32), weights_name="densenet201")
preprocess_input = preprocessing("torch")
