"""A training loop of one's own over a shuffled dataset."""
import numpy as np
import tensorflow as tf


class Net(tf.Module):
    def __init__(self):
        self.w = tf.Variable(tf.random.normal([64, 64], seed=1))
        self.v = tf.Variable(tf.random.normal([64, 1], seed=2))

    def __call__(self, x):
        return tf.nn.relu(x @ self.w) @ self.v


net = Net()
optimizer = tf.keras.optimizers.SGD(1e-3)


@tf.function
def step(x, y):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean((net(x) - y) ** 2)
    optimizer.apply_gradients(zip(tape.gradient(loss, [net.w, net.v]), [net.w, net.v]))
    return loss


x = np.random.RandomState(0).rand(512, 64).astype("float32")
batches = tf.data.Dataset.from_tensor_slices((x, np.ones((512, 1), "float32"))).shuffle(100).batch(32)
for _ in range(2):
    for x, y in batches:
        loss = step(x, y)
    tf.print(loss)
