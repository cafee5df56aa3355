"""Operations of Keras 3 return tensors, and the weights of a layer are variables."""

import keras
from keras import layers, ops


class Detector(layers.Layer):
    def build(self, shape):
        self.found = self.add_weight(shape=(1,), dtype="int32", initializer="zeros", trainable=False)
        super().build(shape)

    def call(self, inputs):
        spread = self._spread(inputs)
        if spread > 1.0:  # [tensor-condition-without-autograph]
            inputs = inputs / spread
        elif ops.any(inputs < 0) and self.built:  # [tensor-condition-without-autograph]
            inputs = ops.nn.relu(inputs)
        kind = int(ops.convert_to_numpy(self.found)[0])  # [eager-only-call-in-graph]
        last = self.found.numpy()  # [eager-only-call-in-graph]
        return inputs * kind * last

    def _spread(self, inputs):
        rank = ops.ndim(inputs)
        if rank > 2 and ops.shape(inputs)[0] is not None:
            inputs = ops.reshape(inputs, (-1, ops.shape(inputs)[-1]))
        return ops.max(inputs) - ops.min(inputs)

    def report(self):
        return ops.convert_to_numpy(self.found), keras.random.uniform((2,)) > 0.5


class Table(layers.Layer):
    def add_weight(self, name):
        return name

    def build(self, shape):
        self.kind = self.add_weight("sum")

    def call(self, inputs):
        return ops.sum(inputs) if self.kind == "sum" else inputs


class Dates(layers.Layer):
    def call(self, inputs):
        if hasattr(inputs, "numpy"):
            return ops.convert_to_tensor([len(text) for text in ops.reshape(inputs, [-1]).numpy()])
        return ops.zeros_like(inputs)


class Sizes(keras.layers.Layer):
    """The number of elements is a tensor while a layer is traced, the other sizes are known."""

    def build(self, shape):
        self.kernel = self.add_weight(shape=(3,))

    def call(self, x):
        n = ops.shape(x)[0]
        if n % 2 == 0:  # [tensor-condition-without-autograph]
            x = x * 2
        if ops.shape(x)[1] % 2 == 0 or ops.shape(self.kernel)[0] > 3:
            x = x * 2
        shape = ops.shape(x)
        if len(shape) > 3 or shape[0] is None:
            x = x + 1
        return ops.reshape(x, (n, -1))
