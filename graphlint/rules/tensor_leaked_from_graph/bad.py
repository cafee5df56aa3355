"""A loss that cannot be read."""

import tensorflow as tf


class Trainer:
    @tf.function
    def step(self, x):
        self.loss = x * x  # [tensor-leaked-from-graph]


trainer = Trainer()
trainer.step(tf.constant(3.0))
print("loss:", trainer.loss.numpy())
