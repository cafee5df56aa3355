"""Python that lives and dies within one trace, and Python outside."""
import collections
import datetime
import os
import random
import uuid

import numpy as np
import tensorflow as tf

Pair = collections.namedtuple("Pair", "first second")
random.seed(1)
generator = np.random.RandomState(2)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)
        return self


@tf.function
def step(x, options):
    stack = Stack()
    table = collections.defaultdict(list)
    for name in sorted(options):
        table[name].append(x * options[name])
        stack.push(table[name][0])
    counts = np.arange(x.shape[0]).tolist()
    counts[0] += 1
    return Pair(tf.add_n(stack.items), {"counts": counts, "shape": x.shape})


for _ in range(3):
    data = tf.constant(generator.normal(size=4).astype("float32"))
    result = step(data, {"b": 2.0, "a": 0.5})
    print(result.first.numpy(), [int(count) for count in result.second["counts"]], random.random())
print(os.getpid(), uuid.uuid4(), datetime.datetime.now(), {"x", "y", "z"})
