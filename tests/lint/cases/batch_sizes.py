"""The size of a batch that is not known at the trace: Keras traces for batches of any size."""

import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import backend as K


class Padded(keras.layers.Layer):
    def call(self, inputs):
        batch = inputs.shape[0]
        zeros = tf.zeros((batch, 3))  # [eager-only-call-in-graph]
        return tf.concat([inputs, zeros], 1)


class Noisy(keras.layers.Layer):
    def call(self, inputs):
        mean, spread = inputs
        return mean + spread * tf.random.normal(shape=mean.shape)  # [eager-only-call-in-graph]


class Looped(keras.layers.Layer):
    def call(self, inputs):
        size, width = inputs.shape
        rows = [inputs[i] * float(width) for i in range(size)]  # [eager-only-call-in-graph]
        return tf.stack(rows)


class Split(keras.layers.Layer):
    """Sizes of features are known, and so are those that a test asks for first."""

    def call(self, inputs):
        size = K.int_shape(inputs)[0]
        if size is not None:
            return inputs / size
        width = inputs.shape[1] // 2
        inputs = tf.reshape(inputs, (-1, 2, width))
        inputs = tf.reshape(inputs, (tf.shape(inputs)[0], inputs.shape[1] * inputs.shape[2]))
        tf.debugging.assert_equal(tf.shape(inputs)[0], inputs.shape[0] or tf.shape(inputs)[0])
        return tf.ensure_shape(inputs, [inputs.shape[0], 2 * width])


class Unused(keras.layers.Layer):
    """Nothing shows how it is run."""

    def call(self, inputs):
        return tf.zeros((inputs.shape[0], 3))


class Stepped(keras.Model):
    def __init__(self):
        super().__init__()
        self.body = keras.Sequential([Padded(), Looped(), Split(), keras.layers.Dense(1)])

    def call(self, inputs):
        return self.body(inputs)

    def predict_step(self, data):
        x, y = data
        size = x.get_shape()[0]
        print_size = "%s rows" % size
        return self(x) + tf.ones([size, 1]), print_size, y.shape[1] * 2  # [eager-only-call-in-graph]


def scaled(y_true, y_pred):
    total = tf.reduce_sum(tf.square(y_true - y_pred))
    return total / y_true.shape[0]  # [eager-only-call-in-graph]


def guarded(y_true, y_pred):
    try:
        return tf.reduce_sum(y_pred) / y_pred.shape[0]
    except (TypeError, ValueError):
        return tf.reduce_mean(y_pred)


model = Stepped()
model.compile("sgd", loss=scaled, metrics=[guarded])
model.fit(np.ones((5, 4)), np.ones((5, 1)))
noisy = Noisy()

numbers = tf.data.Dataset.range(10)
halves = numbers.batch(4).map(lambda x: tf.cast(x, tf.float32) / x.shape[0])  # [eager-only-call-in-graph]
wholes = numbers.batch(4).take(2).map(lambda x: tf.ones((x.shape[0], 2)))  # [eager-only-call-in-graph]
singles = numbers.map(lambda x: tf.ones((x.shape[0], 2)))
others = numbers.batch(4).unbatch().map(lambda x: tf.ones((x.shape[0], 2)))
