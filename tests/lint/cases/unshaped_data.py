"""Models that are trained with datasets whose elements tf.py_function makes: Keras needs their shapes."""

import numpy as np
import tensorflow as tf


def loaded(x, y):
    return x, y


def parse(x, y):
    return tf.numpy_function(loaded, [x, y], [tf.float32, tf.float32])


def parse_taken_apart(x, y):
    x, y = tf.py_function(loaded, [x, y], [tf.float32, tf.float32])
    return x, y


def parse_image(x, y):
    return parse_pixels(x), y


def parse_pixels(x):
    return tf.py_function(np.sqrt, [x], tf.float32)


def parse_shaped(x, y):
    x, y = tf.numpy_function(loaded, [x, y], [tf.float32, tf.float32])
    x.set_shape([3])
    y.set_shape([1])
    return x, y


def parse_shaped_by_helper(x, y):
    x, y = tf.numpy_function(loaded, [x, y], [tf.float32, tf.float32])
    fix(x, y)
    return x, y


def fix(x, y):
    x.set_shape([3])
    y.set_shape([1])


def parse_all(x, y):
    both = tf.numpy_function(loaded, [x, y], [tf.float32, tf.float32])
    for one, size in zip(both, (3, 1)):
        one.set_shape([size])
    return both


def parse_reshaped(x, y):
    x, y = parse(x, y)
    return tf.reshape(x, [3]), tf.ensure_shape(y, [1])


def simple():
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    model.compile("sgd", "mse")
    return model


class Steps(tf.keras.Model):
    """Its step gives the batch the shape that it needs."""

    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        x, y = data
        x, y = tf.reshape(x, [-1, 3]), tf.reshape(y, [-1, 1])
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x) - y) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        return {"loss": loss}


class Plain(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)


data = tf.data.Dataset.from_tensor_slices((np.ones([8, 3], np.float32), np.ones([8, 1], np.float32)))
simple().fit(data.map(parse).batch(4))  # [shape-lost-in-graph]
simple().evaluate(data.map(parse_taken_apart).shuffle(8).batch(4).prefetch(1))  # [shape-lost-in-graph]
model = simple()
batches = data.map(parse_image, num_parallel_calls=2).batch(4)
model.fit(batches, epochs=1)  # [shape-lost-in-graph]
simple().fit(data.batch(4), validation_data=data.map(parse).batch(4))  # [shape-lost-in-graph]
plain = Plain()
plain.compile("sgd", "mse")
plain.fit(x=batches)  # [shape-lost-in-graph]
simple().fit(data.map(lambda x, y: (x, parse_pixels(y))).batch(4))  # [shape-lost-in-graph]


def make(folder):
    return data.map(parse).batch(folder)


simple().fit(make(4))  # [shape-lost-in-graph]

simple().fit(data.map(parse_shaped).batch(4))
simple().fit(data.map(parse_shaped_by_helper).batch(4))
simple().fit(data.map(parse_all).batch(4))
simple().fit(data.map(parse_reshaped).batch(4))
simple().fit(data.map(parse).map(lambda x, y: (tf.reshape(x, [3]), tf.reshape(y, [1]))).batch(4))
simple().fit(data.batch(4))
simple().fit(data.map(parse_shaped).batch(4))
steps = Steps()
steps.compile("sgd", "mse")
steps.fit(data.map(parse).batch(4))
dense = tf.keras.layers.Dense(1)
for x, y in data.map(parse).batch(4):
    dense(x)
