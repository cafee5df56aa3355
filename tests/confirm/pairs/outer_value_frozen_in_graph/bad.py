"""A rate that never decays, a step that stays at the first, and a noise that cannot be switched off."""

import tensorflow as tf

rate = 1.0


@tf.function
def update(weight):
    return weight - rate * 0.1  # [outer-value-frozen-in-graph]


class Trainer:
    def __init__(self):
        self.step = 0
        self.noisy = True

    def train(self, x):
        self.step += 1
        return self.compute(x)

    def evaluate(self, x):
        self.noisy = False
        result = self.compute(x)
        self.noisy = True
        return result

    @tf.function
    def compute(self, x):
        if self.noisy:  # [outer-value-frozen-in-graph]
            x += 0.5
        return x * self.step  # [outer-value-frozen-in-graph]


weight = tf.constant(1.0)
trainer = Trainer()
for _ in range(3):
    weight = update(weight)
    rate *= 0.5
    print("trained:", trainer.train(tf.constant(1.0)).numpy())
print("weight:", weight.numpy())
print("evaluated:", trainer.evaluate(tf.constant(1.0)).numpy())
