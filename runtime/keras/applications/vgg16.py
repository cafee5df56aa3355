"""VGG: convolutions one after the other."""

from __future__ import annotations

from runtime.keras import layers
from runtime.keras.applications.building import classifier, finished, image_input, pooled, variant, weights_file
from runtime.keras.applications.imagenet_utils import decode_predictions, preprocessing


def vgg(blocks, include_top=True, weights="imagenet", input_tensor=None, input_shape=None, pooling=None, classes=1000,
        classifier_activation="softmax", name="vgg", weights_name=None):
    """The model with so many convolutions in its five blocks."""
    x = image = image_input(weights, include_top, classes, input_tensor, input_shape)
    path = weights_file(weights, f"{weights_name}_weights_tf_dim_ordering_tf_kernels{'' if include_top else '_notop'}.h5")
    for block, (count, filters) in enumerate(zip(blocks, (64, 128, 256, 512, 512)), 1):
        for number in range(1, count + 1):
            x = layers.Conv2D(filters, (3, 3), activation="relu", padding="same", name=f"block{block}_conv{number}")(x)
        x = layers.MaxPooling2D((2, 2), strides=(2, 2), name=f"block{block}_pool")(x)
    if include_top:
        x = layers.Flatten(name="flatten")(x)
        x = layers.Dense(4096, activation="relu", name="fc1")(x)
        x = layers.Dense(4096, activation="relu", name="fc2")(x)
        x = classifier(x, classes, classifier_activation, weights)
    else:
        x = pooled(x, pooling)
    return finished(image, input_tensor, x, name, path)


VGG16 = variant("VGG16", vgg, blocks=(2, 2, 3, 3, 3), weights_name="vgg16")
preprocess_input = preprocessing("caffe")
