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


class Embedding(keras.layers.Layer):
    def __init__(self, name=None, dynamic=True, **kwargs):
        super().__init__(name=name, dynamic=dynamic, **kwargs)

    def call(self, x):
        return x.numpy()


class F1(keras.metrics.Metric):
    def __init__(self):
        super().__init__(dynamic=True)

    def update_state(self, y_true, y_pred, sample_weight=None):
        print(y_true)
