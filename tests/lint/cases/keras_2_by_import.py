"""`tf_keras` is Keras 2, whatever the option says: AutoGraph converts `call`."""

import tensorflow as tf
import tf_keras as keras


class Noise(keras.layers.Layer):
    def call(self, x, training=None):
        if tf.reduce_all(tf.equal(x, 0.0)):
            x = x + 1
        print("once")  # [print-in-graph]
        return tf.reshape(x, (tf.shape(x)[0],) + (1,) * (len(tf.shape(x)) - 1))


class Trained(keras.Model):
    def train_step(self, data):
        loss = tf.reduce_sum(data)
        if loss > 0:  # [tensor-condition-without-autograph]
            loss += 1
        return {"loss": loss}
