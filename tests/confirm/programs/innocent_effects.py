"""Effects of TensorFlow's own, Python effects outside, and a Python function in the graph."""
import sys

import tensorflow as tf

steps = tf.Variable(0)
history = []
received = []


@tf.function
def step(x):
    steps.assign_add(1)
    tf.print("step", steps, output_stream=sys.stdout)
    tf.print("to stderr", x)
    parts = []
    parts.append(x)
    tf.py_function(lambda value: received.append(float(value)), [x], [])
    return {"double": x * 2.0, "parts": parts}


for value in (1.0, 2.0, 3.0):
    print("result", float(step(tf.constant(value))["double"]))
    history.append(value)
print(len(history), len(received), int(steps))
