import tensorflow as tf
from helpers import log
from tf_shim import keras


@tf.function
def step(x):
    log(x)
    return x


class Net(keras.layers.Layer):
    def call(self, x):
        print(x)
        return x
