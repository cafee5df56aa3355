"""A history with one entry and a counter that stays at one."""

import tensorflow as tf

history = []


def remember(items, item):
    items.append(item)  # [outer-mutation-in-graph]


class Trainer:
    def __init__(self):
        self.steps = 0

    @tf.function
    def step(self, x):
        self.steps += 1  # [outer-mutation-in-graph]
        remember(history, "step")
        return x * 2.0


trainer = Trainer()
for value in (1.0, 2.0, 3.0):
    trainer.step(tf.constant(value))
print("steps:", trainer.steps)
print("history:", history)
