"""Layers that are made in call: keras-team/keras#11736, calmiLovesAI/Basic_CNNs_TensorFlow2#13."""

import tensorflow as tf
from tensorflow.keras.layers import Dense, Layer


class CustomLayer(Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units

    def call(self, inputs):
        output = Dense(self.units)(inputs)  # [variable-created-in-graph]
        return output


class BottleNeck(Layer):
    def __init__(self, growth):
        super().__init__()
        self.conv = tf.keras.layers.Conv2D(growth, 3)  # [variable-created-in-graph]

    def call(self, x, training=None):
        return self.conv(x)


class DenseBlock(Layer):
    def __init__(self, num_layers, growth):
        super().__init__()
        self.num_layers = num_layers
        self.growth = growth
        self.features_list = []

    def _make_layer(self, x, training):
        y = BottleNeck(self.growth)(x, training=training)
        self.features_list.append(y)
        return tf.concat(self.features_list, axis=-1)

    def call(self, inputs, training=None):
        self.features_list.append(inputs)
        x = self._make_layer(inputs, training)
        for _ in range(1, self.num_layers):
            x = self._make_layer(x, training)
        self.features_list.clear()
        return x
