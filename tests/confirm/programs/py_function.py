"""What runs in Python at every execution is no offence; the line beside it is."""
import numpy as np
import tensorflow as tf

received = []


def host(x):
    received.append(float(x))
    print("host", float(x))
    return x + np.float32(1.0)


@tf.function
def step(x):
    print("trace")  # [print-in-graph] observed
    return tf.py_function(host, [x], tf.float32) + tf.numpy_function(lambda a: a * np.float32(2.0), [x], tf.float32)


for value in (1.0, 2.0, 3.0):
    print(float(step(tf.constant(value))))
print(received)
