"""A loop that stops when the loss is small: frozen noise makes it take another number of steps."""
import numpy as np
import tensorflow as tf

np.random.seed(3)
weight = tf.Variable(1.0)


@tf.function
def step():
    noise = np.random.uniform(0.0, 0.5)  # [numpy-random-in-graph] observed
    weight.assign(weight * noise)
    return weight.read_value()


steps = 0
while step() > 1e-3:
    steps += 1
print("steps:", steps)
