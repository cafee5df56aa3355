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


class Table:
    def assign(self, x):
        return Table()


class Others(tf.Module):
    """What other objects call so gives another object."""

    def __init__(self):
        super().__init__()
        self.table = Table()
        self.optimizer = tf.keras.optimizers.SGD()

    @tf.function
    def step(self, x, gradients):
        self.table = self.table.assign(x)  # [outer-mutation-in-graph]
        self.optimizer = self.optimizer.apply_gradients(gradients)  # [outer-mutation-in-graph]
        return x

    def report(self):
        return self.table, self.optimizer


class Rows(tf.Module):
    """A frame of pandas, which takes columns by their names."""

    def __init__(self, rows):
        super().__init__()
        self.rows = rows

    @tf.function
    def step(self, x):
        self.rows = self.rows.assign(seen=True)  # [outer-mutation-in-graph]
        return x

    def report(self):
        return self.rows
