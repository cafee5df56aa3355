"""Every kind of storage that lives outside."""
import collections

import numpy as np
import tensorflow as tf

history = []
table = {}
names = set()
recent = collections.deque(maxlen=10)
array = np.zeros(3)
calls = 0


class Trainer:
    created = 0

    def __init__(self):
        self.steps = 0
        self.log = {"losses": []}

    @tf.function
    def step(self, x):
        self.steps += 1  # [outer-mutation-in-graph] observed self.steps
        self.log["losses"].append(1)  # [outer-mutation-in-graph] observed self.log['losses']
        Trainer.created += 1  # [outer-mutation-in-graph] observed Trainer.created
        return x


def counter():
    n = 0

    @tf.function
    def add(x):
        nonlocal n
        n += 1  # [outer-mutation-in-graph] observed n
        return x

    return add


@tf.function
def step(x, items):
    global calls
    calls += 1  # [outer-mutation-in-graph] observed calls
    history.append(x)  # [outer-mutation-in-graph] observed history
    table[len(table)] = 1  # [outer-mutation-in-graph] observed table
    names.add(f"name {calls}")  # [outer-mutation-in-graph] observed names
    recent.append(calls)  # [outer-mutation-in-graph] observed recent
    array[0] += 1  # [outer-mutation-in-graph] observed array
    local = []
    local.append(x)
    return local[0]


def main():
    trainer, add = Trainer(), counter()
    for value in (1, 2, 3):
        trainer.step(tf.constant(value))
        add(tf.constant(value))
        step(tf.constant(value), ())


main()
