"""A program that trains its model in Python: nothing here traces it."""

import tensorflow as tf


class Model(tf.keras.Model):
    def call(self, x):
        print(x)
        return x


model = Model()
optimizer = tf.keras.optimizers.SGD()
for x in tf.data.Dataset.range(3):
    with tf.GradientTape() as tape:
        loss = model(x)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.variables), model.variables))
