"""Gradients are tensors of the graph, or lists of some."""

import numpy as np
import tensorflow as tf


class Trainer:
    def __init__(self):
        self.w = tf.Variable(1.0)
        self.kept = None
        self.last = None

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = self.w * x
        gradient = tape.gradient(loss, self.w)
        if self.kept is None:
            self.kept = gradient  # [tensor-leaked-from-graph]
        self.last = gradient  # [tensor-leaked-from-graph]
        return loss

    @tf.function
    def clipped(self, x):
        weights = [self.w, self.w]
        with tf.GradientTape() as tape:
            loss = self.w * x
        gradients = tape.gradient(loss, weights)
        first = tuple(gradients[:1])
        rest = [one for one in gradients[1:] if one is not None]
        for one in gradients:
            if one is None:
                continue
        return [tf.clip_by_norm(one, 1.0) for one in (*first, *rest)], zip(gradients, weights)

    @tf.function
    def norm(self, x):
        with tf.GradientTape() as tape:
            loss = self.w * x
        return np.abs(tape.gradient(loss, self.w))  # [eager-only-call-in-graph]


trainer = Trainer()
trainer.step(tf.constant(1.0))
print(float(trainer.kept), float(trainer.last))
