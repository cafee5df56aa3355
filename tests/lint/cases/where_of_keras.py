"""`keras.ops.where` gives a tensor of three arguments, and of a condition alone a list of indices, as many as there are axes."""

import keras
from keras import ops


class Penalty(keras.layers.Layer):
    def call(self, x):
        total = ops.sum(x)
        self.last = ops.where(total > 0, ops.zeros_like(total), total)  # [tensor-leaked-from-graph]
        return x


class Kept(keras.layers.Layer):
    def call(self, x):
        if ops.where(x > 0, x1=x, x2=0.0):  # [tensor-condition-without-autograph]
            x = ops.relu(x)
        return x


class Indices(keras.layers.Layer):
    def call(self, x):
        rows, columns = ops.where(x > 0)
        found = ops.where(x > 1)
        if found and len(found) == 2:
            rows = rows + columns
        return ops.stack([rows, *found])
