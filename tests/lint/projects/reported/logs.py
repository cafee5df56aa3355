"""A loss that is logged: YosefLab/epitome#51."""

import tensorflow as tf


class Peaks:
    def __init__(self, data, model):
        self.dataset = data
        self.model = model
        self.optimizer = tf.keras.optimizers.Adam()

    def train(self, steps):
        @tf.function
        def train_step(f):
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean(self.model(f))
            self.optimizer.apply_gradients(zip(tape.gradient(loss, self.model.trainable_variables), self.model.trainable_variables))
            return loss

        @tf.function
        def loopiter():
            for i, f in self.dataset.take(steps).enumerate():
                loss = train_step(f)
                if i % 100 == 0:
                    tf.compat.v1.logging.info(str(i) + " " + str(tf.reduce_mean(loss)))  # [print-in-graph]

        return loopiter()
