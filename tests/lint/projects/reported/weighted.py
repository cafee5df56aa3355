"""Lists of tensors in loops: keras-team/keras#15360, tensorflow/tensorflow#29504."""

import tensorflow as tf
from keras.layers import Layer


class WeightedLayer(Layer):
    def __init__(self, n, m, **kwargs):
        super().__init__(**kwargs)
        self.n = n
        self.m = m

    def call(self, input_):
        found = []
        self.batch_size = tf.shape(input_)[0]
        for batch in tf.range(self.batch_size):  # [tensor-condition-without-autograph]
            cp = input_[batch, 0, :]
            for d in range(1, self.n):
                cp = tf.matmul(tf.reshape(cp, [-1, 1]), tf.reshape(input_[batch, d, :], [1, -1]))
            found.append(tf.reshape(cp, (1, -1)))
        return tf.reshape(tf.stack(found), (self.batch_size, -1))


@tf.function
def with_loop(n):
    digits = []
    for i in tf.range(n):
        digits.append(i)  # [unsupported-in-tensor-loop]
    return tf.add_n(digits)


with_loop(5)
