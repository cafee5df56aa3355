"""The rate is passed in, the step is a Variable, and the flag is an argument."""

import tensorflow as tf

rate = 1.0


@tf.function
def update(weight, rate):
    return weight - rate * 0.1


class Trainer:
    def __init__(self):
        self.step = tf.Variable(0.0)

    def train(self, x):
        self.step.assign_add(1.0)
        return self.compute(x, noisy=True)

    def evaluate(self, x):
        return self.compute(x, noisy=False)

    @tf.function
    def compute(self, x, noisy):
        if noisy:
            x += 0.5
        return x * self.step


weight = tf.constant(1.0)
trainer = Trainer()
for _ in range(3):
    weight = update(weight, tf.constant(rate))
    rate *= 0.5
    print("trained:", trainer.train(tf.constant(1.0)).numpy())
print("weight:", weight.numpy())
print("evaluated:", trainer.evaluate(tf.constant(1.0)).numpy())
