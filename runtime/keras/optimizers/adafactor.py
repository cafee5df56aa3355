"""`Adafactor`: of the mean squares of a matrix, those of its rows and columns alone are kept."""

from __future__ import annotations

import runtime as tf
from runtime.keras.optimizers.base import Optimizer
from runtime.keras.variable import Variable


class Adafactor(Optimizer):
    """Steps of the size of the weights. With `relative_step`, the learning rate is at most one over the root of the step's number."""

    def __init__(self, learning_rate=0.001, beta_2_decay=-0.8, epsilon_1=1e-30, epsilon_2=1e-3, clip_threshold=1.0, relative_step=True,
                 **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_2_decay, self.epsilon_1, self.epsilon_2 = beta_2_decay, epsilon_1, epsilon_2
        self.clip_threshold, self.relative_step = clip_threshold, relative_step

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._r, self._c, self._v = [], [], []
        for variable in variables:
            shape, name = tuple(variable.shape), variable.name
            if len(shape) < 2:  # nothing to factor; Keras has two Variables there all the same
                for kept in (self._r, self._c):
                    kept.append(Variable(0, name=name, trainable=False))
                    self._variables.append(kept[-1])
            else:
                self._r.append(self.add_variable(shape[:-1], dtype=variable.dtype, name=name))
                self._c.append(self.add_variable((*shape[:-2], shape[-1]), dtype=variable.dtype, name=name))
            self._v.append(self.add_variable_from_reference(variable, "velocity"))

    def update_step(self, gradient, variable, learning_rate):
        index, gradient = self._index(variable), tf.convert_to_tensor(gradient)
        step = tf.cast(self.iterations + 1, variable.dtype)
        if self.relative_step and not callable(self._learning_rate):
            learning_rate = tf.minimum(learning_rate, 1 / tf.sqrt(step))
        rate = tf.maximum(tf.cast(self.epsilon_2, variable.dtype), _root_mean_square(variable)) * tf.minimum(learning_rate, 1 / tf.sqrt(step))
        squares = tf.square(gradient) + self.epsilon_1
        share = 1 - tf.pow(step, self.beta_2_decay)
        velocity = self._v[index]
        if len(variable.shape) >= 2:
            rows, columns = self._r[index], self._c[index]
            rows.assign(share * rows + (1 - share) * tf.reduce_mean(squares, -1))
            columns.assign(share * columns + (1 - share) * tf.reduce_mean(squares, -2))
            of_rows = tf.expand_dims(rows / tf.reduce_mean(rows, -1, keepdims=True), -1)
            velocity.assign(of_rows * tf.expand_dims(columns, -2))
        else:
            velocity.assign(share * velocity + (1 - share) * squares)
        direction = gradient / tf.sqrt(velocity)
        direction = direction / tf.maximum(tf.cast(1.0, variable.dtype), _root_mean_square(direction) / self.clip_threshold)
        variable.assign_sub(rate * direction)


def _root_mean_square(x):
    return tf.sqrt(tf.reduce_mean(tf.square(x)))
