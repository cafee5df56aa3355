"""State that the graph changes is a Variable; the caller keeps the history."""

import tensorflow as tf

history = []


def remember(items, item):
    items.append(item)


class Trainer:
    def __init__(self):
        self.steps = tf.Variable(0)

    @tf.function
    def step(self, x):
        self.steps.assign_add(1)
        parts = []
        remember(parts, x * 2.0)
        return parts[0]


trainer = Trainer()
for value in (1.0, 2.0, 3.0):
    trainer.step(tf.constant(value))
    remember(history, "step")
print("steps:", int(trainer.steps))
print("history:", history)
