"""A clock that stands still, a setting that cannot be changed, a file that is read once, and a log with one line."""

import os
import tempfile
import time

import tensorflow as tf

folder = tempfile.mkdtemp()
log = os.path.join(folder, "log.txt")
rates = os.path.join(folder, "rate.txt")


def read_rate():
    with open(rates) as file:  # [world-read-in-graph]
        return float(file.read())


@tf.function
def step(x):
    now = time.perf_counter_ns()  # [world-read-in-graph]
    scale = float(os.environ["SCALE"])  # [world-read-in-graph]
    with open(log, "a") as file:  # [world-read-in-graph]
        file.write("step\n")
    return x * scale * read_rate(), tf.constant(now)


x = tf.constant(1.0)
times = set()
for turn in range(1, 4):
    os.environ["SCALE"] = str(turn)
    with open(rates, "w") as file:
        file.write(str(0.1 ** turn))
    result, now = step(x)
    times.add(int(now))
    print("result:", result.numpy())
print("times:", len(times))
with open(log) as file:
    print("lines:", len(file.readlines()))
