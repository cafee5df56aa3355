import tensorflow as tf
from helpers import log
from tf_shim import keras


@tf.function
def step(x):
    log(x)  # [print-in-graph]
    return x


class Net(keras.layers.Layer):
    def call(self, x):
        print(x)  # [print-in-graph]
        return x
