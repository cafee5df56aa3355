"""Methods that Python calls by itself: operators, items, iteration, context managers."""

import tensorflow as tf


class Section:
    def __enter__(self):
        print("enter")  # [print-in-graph]

    def __exit__(self, *exception):
        print("exit")  # [print-in-graph]


class Value:
    def __add__(self, other):
        print("add")  # [print-in-graph]
        return other

    def __getitem__(self, i):
        print(i)  # [print-in-graph]

    def __iter__(self):
        print("iter")  # [print-in-graph]
        return self

    def __next__(self):
        print("next")  # [print-in-graph]

    @tf.function
    def run(self, x):
        self + x
        self[0]
        return x


@tf.function
def step(x, v: Value):
    with Section():
        x += 1
    w = Value() + x
    Value()[x]
    for i in Value():
        x += i
    v[1]
    return w
