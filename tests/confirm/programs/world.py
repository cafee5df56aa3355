"""Clocks, settings, files and the machine, read while a graph is built."""
import os
import tempfile
import time

import tensorflow as tf

path = os.path.join(tempfile.mkdtemp(), "notes.txt")


@tf.function
def clock(x):
    now = time.perf_counter_ns() % 1_000_003  # [world-read-in-graph] observed
    return x + now


@tf.function
def setting(x):
    return x * float(os.environ["SCALE"])  # [world-read-in-graph] observed


@tf.function
def lookup(x):
    return x * float(os.getenv("SCALE"))  # [world-read-in-graph] observed


def read():
    with open(path) as file:  # [world-read-in-graph] observed
        return float(file.read())


@tf.function
def from_file(x):
    return x + read()


@tf.function
def exists(x):
    if os.path.exists(path + ".2"):  # [world-read-in-graph] observed
        return x
    return -x


@tf.function
def entries(x):
    return x + len(os.listdir(os.path.dirname(path)))  # [world-read-in-graph] observed


@tf.function
def slept(x):
    time.sleep(0.001)  # [world-read-in-graph] not observed
    return x


for step in range(1, 4):
    os.environ["SCALE"] = str(step)
    with open(path, "w") as file:
        file.write(str(step))
    for function in (clock, setting, lookup, from_file, exists, entries, slept):
        function(tf.constant(1.0))
    with open(f"{path}.{step}", "w"):
        pass
