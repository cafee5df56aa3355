"""A history with one entry."""

import tensorflow as tf

history = []


@tf.function
def step(x):
    history.append("step")  # [outer-mutation-in-graph]
    return x * 2.0


results = [float(step(tf.constant(value))) for value in (1.0, 2.0)]
print("results:", results, "steps:", len(history))
