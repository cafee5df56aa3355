"""Models and weights that are replaced: tensorflow/tensorflow#35826, #44980, #27525."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

strategy = tf.distribute.MirroredStrategy()
with strategy.scope():
    inputs = keras.Input((4,))
    first = keras.layers.Dense(3)
    second = keras.layers.Dense(3)
    model = keras.Model(inputs, first(inputs))
    optimizer = keras.optimizers.Adam()


    def train_step(x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))  # [outer-value-frozen-in-graph]
        print(len(model.trainable_weights))  # [print-in-graph]
        grads = tape.gradient(loss, model.trainable_weights)
        optimizer.apply_gradients(zip(grads, model.trainable_weights))

    @tf.function
    def distributed(x):
        strategy.run(train_step, args=(x,))

    for x in [tf.ones([1, 4])]:
        distributed(x)
    model = keras.Model(inputs, second(model.output))
    for x in [tf.ones([1, 4])]:
        distributed(x)


class Network:
    def call(self, x):
        self.weights = tf.zeros((4, 5), dtype=tf.double)
        self.encoder_graph(x)
        self.weights = tf.zeros((2, 3), dtype=tf.double)
        return self.encoder_graph(x).shape == self.encoder_eager(x).shape

    def encoder_eager(self, x):
        return tf.matmul(x, self.weights)  # [outer-value-frozen-in-graph]

    @tf.function
    def encoder_graph(self, x):
        return self.encoder_eager(x)


class Net(keras.Model):
    def __init__(self, n):
        super().__init__()
        self.dense = keras.layers.Dense(n)

    def call(self, x):
        return self.dense(x)


loss_object = keras.losses.MeanSquaredError()


@tf.function
def train(model, optimizer, x, y):
    with tf.GradientTape() as tape:
        loss = loss_object(y, model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def main():
    for n in range(1, 5):
        net = Net(n)
        opt = keras.optimizers.Adam()
        for x, y in [(tf.ones([1, 2]), tf.ones([1, 2]))]:
            train(net, opt, x, y)  # [variable-created-in-graph]
