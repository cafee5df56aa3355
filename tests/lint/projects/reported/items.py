"""Lists in loops over tensors: tensorflow/tensorflow#57756, #47139."""

import tensorflow as tf


class Outer(tf.keras.Model):
    def __init__(self, model):
        super().__init__()
        self.model = model

    @tf.function
    def gradient(self, x):
        ghat = [tf.zeros_like(v) for v in self.model.trainable_variables]
        for i in tf.range(10):
            update = [tf.ones_like(v) for v in self.model.trainable_variables]
            for j in range(len(ghat)):
                ghat[j] = ghat[j] + update[j]  # [unsupported-in-tensor-loop]
        return ghat


@tf.function
def pairs():
    a = tf.convert_to_tensor([[1.0, 2.0]])
    found = []
    for row in a:
        inner = []
        for other in a:
            inner.append(tf.reduce_sum(row * other))  # [unsupported-in-tensor-loop]
        found.append(inner)  # [unsupported-in-tensor-loop]
    return found
