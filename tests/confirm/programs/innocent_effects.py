"""Effects of TensorFlow's own, Python effects outside, and a Python function in the graph."""
import os
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


def progress():
    """A bar that is drawn over as often as chance has it."""
    for number in range(1, 4):
        for _ in range(os.urandom(1)[0] % 4 + 1):
            print(f"\r\x1b[1m{number}/3\x1b[0m {os.urandom(1)[0]}ms/step", end="", flush=True)
        step(tf.constant(float(number)))
    print("\b" * 8 + f"\r3/3 {os.urandom(1)[0]}ms/step")


@tf.function
def up_to(limit):
    total = tf.constant(0)
    for number in tf.data.Dataset.range(10):  # AutoGraph makes it a take_while, which warns of itself
        total += tf.cast(number, tf.int32)
        if total > limit:
            break
    return total


progress()
print(int(up_to(tf.constant(10))))
