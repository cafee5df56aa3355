"""Code that also runs in TensorFlow 2 is traced by Keras there."""

import tensorflow as tf

session = tf.Session() if tf.__version__.startswith("1.") else None
log = tf.math.log


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        print("building")  # [print-in-graph]
        return tf.compat.v1.to_float(log(x))
