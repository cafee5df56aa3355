"""Graph functions called from several threads at once: which is first is chance, and no difference."""
from concurrent.futures import ThreadPoolExecutor
import time

import tensorflow as tf

counts = []


@tf.function
def step(x):
    print("in a thread")  # [print-in-graph] observed
    return x + 1


@tf.function
def innocent(x):
    return x * 2


def work(value):
    for number in range(4):
        time.sleep(0.001 * (value % 3))
        print("result", value, int(step(tf.constant(value))), int(innocent(tf.constant(value + number))))
        counts.append(value)


work(10)
with ThreadPoolExecutor(4) as pool:
    futures = [pool.submit(work, value) for value in range(8)]
    work(20)
print(sum(counts))
