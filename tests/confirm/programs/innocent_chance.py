"""Random numbers of TensorFlow, clocks outside, addresses: chance, not divergence."""
import time

import numpy as np
import tensorflow as tf

tf.random.set_seed(7)
weights = tf.Variable(tf.random.normal([4]))
noise = np.random.normal(size=4).astype("float32")


@tf.function
def draw(x):
    return x + tf.random.normal([4])


@tf.function
def update(x):
    weights.assign_sub(0.1 * (weights * x + tf.random.uniform([4])))
    return tf.reduce_sum(weights)


class Plain:
    pass


started = time.time()
for value in range(3):
    drawn = draw(tf.constant(noise))
    print("drawn", drawn.numpy())
    print("sum", float(update(drawn)))
print(Plain(), draw, f"took {time.time() - started:.6f} s")
