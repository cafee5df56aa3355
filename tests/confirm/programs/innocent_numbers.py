"""Results that differ in rounding or in type alone."""
import numpy as np
import tensorflow as tf

data = np.linspace(0.0, 1.0, 1000).astype("float32")


@tf.function
def chain(x):
    for _ in range(20):
        x = tf.tanh(x * 1.1 + 0.1)
    return tf.reduce_sum(x), 3, "text", None, [1.5, (2, np.float64(0.25))]


for _ in range(3):
    result = chain(tf.constant(data))
    print(f"sum {float(result[0]):.4f}")
