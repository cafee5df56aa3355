"""Classes whose own `__call__` runs `call`: Keras does not trace it, and layers may be made in it."""

import tensorflow as tf


class Part(tf.keras.Model):
    def __init__(self, plain=True):
        super().__init__()
        self.plain = plain

    def __call__(self, inputs, **options):
        if not self.plain:
            return super().__call__(inputs, **options)
        return self.call(inputs, **options)


class Head(Part):
    def call(self, inputs):
        return tf.keras.layers.Dense(3)(inputs)  # [variable-created-in-graph]


class Usual(tf.keras.Model):
    def __call__(self, inputs, **options):
        return super().__call__(inputs, **options)

    def call(self, inputs):
        return tf.keras.layers.Dense(3)(inputs)  # [variable-created-in-graph]


head = Head()


@tf.function
def step(x):
    return head(x)


inputs = tf.keras.Input((2,))
model = tf.keras.Model(inputs, Head()(inputs))
model.fit(tf.ones([2, 2]), tf.ones([2, 3]))
