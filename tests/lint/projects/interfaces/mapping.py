"""What an implementation reads within the trace, another class reads after it."""

import tensorflow as tf

from base import Mapping


class Mapped(Mapping):
    @tf.function
    def run(self, inputs: tf.Tensor):
        self.keep(inputs)  # [tensor-leaked-from-graph]
        return self.apply()


class Doubled(Mapped):
    def apply(self):
        return self.inputs * 2.0
