import tensorflow as tf


class Trainer:
    def __init__(self):
        self.rate = 0.5
        self.weight = tf.Variable(8.0)

    @tf.function
    def step(self):
        self.weight.assign_sub(self.rate)
        return self.weight.read_value()


trainer = Trainer()
for epoch in range(3):
    print("weight %.3f" % trainer.step())
    trainer.rate = trainer.rate / 2
