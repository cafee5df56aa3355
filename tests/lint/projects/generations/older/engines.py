import tensorflow as tf
from tensorflow import keras

Base = keras.engine.base_layer.Layer


class Scaled(Base):
    scale = 2.0


class Soft(tf.keras.layers.Layer):
    def call(self, x):
        if tf.reduce_any(x < 0.0):
            x = tf.abs(x)
        return x
