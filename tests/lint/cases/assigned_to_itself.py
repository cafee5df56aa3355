"""``v = v.assign_add(x)``: of `tf.Variable` that is the variable, of a weight of Keras 3 a tensor of the graph that has no `assign_add`."""

import tensorflow as tf


class AvgMetric(tf.keras.metrics.Metric):
    def __init__(self, **kwargs):
        super().__init__(**kwargs)
        self.val = self.add_weight(name="val", initializer="zero")

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.val = self.val.assign_add(tf.reduce_sum(y_true))  # [tensor-leaked-from-graph]

    def result(self):
        return self.val


class Counter(tf.Module):
    def __init__(self):
        super().__init__()
        self.n = tf.Variable(0.0)

    @tf.function
    def step(self, x):
        self.n = self.n.assign_add(1.0)
        return x * self.n

    def report(self):
        return self.n.numpy()
