"""A module that imports what Keras 3 has not got is of Keras 2: AutoGraph converts `call`."""

import tensorflow as tf
from keras.layers.merge import concatenate
from keras.models import Model


class Gated(Model):
    def call(self, x):
        if tf.reduce_sum(x) > 0:
            x = concatenate([x, x])
        return x

    def train_step(self, data):
        if tf.reduce_sum(data) > 0:  # [tensor-condition-without-autograph]
            data = -data
        return {"loss": data}
