"""A thousand steps whose rounding may differ."""
import tensorflow as tf

w = tf.Variable([0.1, 0.2, 0.3])


@tf.function
def step():
    w.assign(tf.tanh(w * 1.01) + tf.sin(w) * 0.01)
    return tf.reduce_sum(w * w)


for number in range(1000):
    loss = step()
    if number % 200 == 0:
        print("loss", float(loss))
print("w", w.numpy())
