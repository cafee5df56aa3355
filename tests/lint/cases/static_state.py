"""What is known of a tensor without its value is the same for all calls of a graph: to keep it changes nothing that a call sees."""

import tensorflow as tf


class Inner(tf.keras.layers.Layer):
    _size = None

    def build(self, shape):
        self._size = shape


class Outer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Inner()

    def call(self, x):
        if x.shape != self.inner._size:
            self.inner.build(x.shape)
        return x


class Plain:
    def __init__(self):
        self._size = None

    def prepare(self, shape):
        self._size = shape

    @tf.function
    def run(self, x):
        if self._size != x.shape:
            self.prepare(x.shape)
        return x * 2


p = Plain()
p.run(tf.ones(3))
print(p._size)
class Plain:
    def __init__(self):
        self.a = self.b = self.c = self.d = self.e = self.f = self.g = self.h = None

    def prepare(self, shape, batch, n):
        self.b = tuple(shape)
        self.c = shape[1:]
        self.d = shape.as_list()  # [outer-mutation-in-graph]
        self.e = batch  # [outer-mutation-in-graph]
        self.f = len(shape)
        self.g = n  # [outer-mutation-in-graph]
        self.h = shape

    @tf.function
    def run(self, x):
        self.a = x.shape.as_list()
        self.prepare(x.shape, x.shape[0], x.shape[-1])
        return x * 2

    @property
    def all(self):
        return self.a, self.b, self.c, self.d, self.e, self.f, self.g, self.h


p = Plain()
p.run(tf.ones((3, 2)))
print(p.all, p.a, p.b, p.c, p.d, p.e, p.f, p.g, p.h)
