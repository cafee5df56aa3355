"""A training step in innocence, but for a counter."""
import numpy as np
import tensorflow as tf

rng = np.random.default_rng(0)
x = rng.normal(size=(64, 3)).astype("float32")
y = x @ np.array([[1.0], [-2.0], [0.5]], "float32")
w = tf.Variable(tf.zeros([3, 1]))
state = {"steps": 0}


@tf.function
def step(x, y):
    state["steps"] += 1  # [outer-mutation-in-graph] observed state['steps']
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(tf.square(tf.matmul(x, w) - y))
    w.assign_sub(0.1 * tape.gradient(loss, w))
    return loss


for _ in range(30):
    rows = rng.choice(64, 16)
    loss = step(tf.constant(x[rows]), tf.constant(y[rows]))
print(f"loss {float(loss):.5f}", w.numpy().round(3).tolist())
