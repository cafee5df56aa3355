"""The clock is read in the graph, the rest outside: it is passed in as tensors."""

import os
import tempfile

import tensorflow as tf

folder = tempfile.mkdtemp()
log = os.path.join(folder, "log.txt")
rates = os.path.join(folder, "rate.txt")


def read_rate():
    with open(rates) as file:
        return tf.constant(float(file.read()))


def write():
    with open(log, "a") as file:
        file.write("step\n")


@tf.function
def step(x, scale, rate):
    tf.py_function(write, [], [])
    return x * scale * rate, tf.timestamp()


x = tf.constant(1.0)
times = set()
for turn in range(1, 4):
    os.environ["SCALE"] = str(turn)
    with open(rates, "w") as file:
        file.write(str(0.1 ** turn))
    result, now = step(x, tf.constant(float(os.environ["SCALE"])), read_rate())
    times.add(float(now))
    print("result:", result.numpy())
print("times:", len(times))
with open(log) as file:
    print("lines:", len(file.readlines()))
