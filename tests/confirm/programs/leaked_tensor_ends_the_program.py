"""The same, and nobody catches it."""
import tensorflow as tf

kept = []


@tf.function
def step(x):
    kept.append(x * 2.0)  # [outer-mutation-in-graph] observed kept
    return x


for value in (1.0, 2.0):
    step(tf.constant(value))
print("sum", sum(float(x) for x in kept))
