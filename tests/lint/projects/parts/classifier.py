import tensorflow as tf

from quantize import Quantizer


class Classifier(tf.Module):
    def __init__(self, updater):
        super().__init__()
        self.quantizers = (Quantizer(8), Quantizer(8))
        self.updater = updater
        self.weights = tf.Variable(tf.ones([3]))

    @tf.function
    def predict(self, x):
        return self.quantizers[1](self.quantizers[0](x))  # [outer-value-frozen-in-graph]

    @tf.function
    def step(self, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self.weights * x)
        self.updater.apply(tape.gradient(loss, [self.weights]), [self.weights])  # [outer-value-frozen-in-graph]

    def calibrate(self):
        for quantizer in self.quantizers:
            quantizer.freeze()
