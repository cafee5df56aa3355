"""LSTM."""

from __future__ import annotations

import runtime as tf
from runtime.keras import activations, initializers, regularizers
from runtime.keras.layers.base import Layer
from runtime.keras.naming import auto_name, name_scope


class LSTM(Layer):
    """Long short-term memory: (batch, steps, features) → (batch, units), or (batch, steps, units) with `return_sequences`.

    With `return_state`, a list of the outputs and the two last states.
    """

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True, kernel_initializer="glorot_uniform",
                 recurrent_initializer="orthogonal", bias_initializer="zeros", unit_forget_bias=True, kernel_regularizer=None,
                 return_sequences=False, return_state=False, go_backwards=False, **kwargs):
        super().__init__(**kwargs)
        self.units, self.use_bias, self.unit_forget_bias = units, use_bias, unit_forget_bias
        self.activation, self.recurrent_activation = activations.get(activation), activations.get(recurrent_activation)
        self.kernel_initializer = initializers.get(kernel_initializer)
        self.recurrent_initializer = initializers.get(recurrent_initializer)
        self.bias_initializer = initializers.get(bias_initializer)
        self.kernel_regularizer = regularizers.get(kernel_regularizer)
        self.return_sequences, self.return_state, self.go_backwards = return_sequences, return_state, go_backwards
        self._cell_name = auto_name("lstm_cell")
        self._min_ndim = 3

    def _first_bias(self, shape, dtype=None):
        parts = [self.bias_initializer((self.units,), dtype), tf.ones((self.units,), dtype),
                 self.bias_initializer((self.units * 2,), dtype)]
        return tf.concat(parts, 0)

    def build(self, input_shape):
        with name_scope(self._cell_name):
            self.kernel = self._weight("kernel", (input_shape[-1], self.units * 4), self.kernel_initializer, self.kernel_regularizer)
            self.recurrent_kernel = self._weight("recurrent_kernel", (self.units, self.units * 4), self.recurrent_initializer)
            self.bias = self._weight("bias", (self.units * 4,), self._first_bias if self.unit_forget_bias else
                                     self.bias_initializer) if self.use_bias else None
        self._last_axis = input_shape[-1]

    def _weight(self, name, shape, initializer, regularizer=None):
        from runtime.keras.variable import Variable
        variable = Variable(initializer, shape, self.dtype, self.trainable, name=name)
        variable.regularizer = regularizer
        return variable

    def call(self, inputs, initial_state=None, training=False):
        steps = tf.transpose(inputs, [1, 0, 2])
        if self.go_backwards:
            steps = tf.reverse(steps, [0])
        count = tf.shape(steps)[0]
        zeros = tf.zeros([tf.shape(inputs)[0], self.units], inputs.dtype)
        h, c = (zeros, zeros) if initial_state is None else initial_state
        outputs = tf.TensorArray(inputs.dtype, size=count, element_shape=(inputs.shape[0], self.units))
        steps = tf.TensorArray(inputs.dtype, size=count).unstack(steps)

        def step(time, outputs, h, c):
            z = tf.matmul(steps.read(time), self.kernel) + tf.matmul(h, self.recurrent_kernel)
            i, f, g, o = tf.split(z if self.bias is None else z + self.bias, 4, axis=1)
            c = self.recurrent_activation(f) * c + self.recurrent_activation(i) * self.activation(g)
            h = self.recurrent_activation(o) * self.activation(c)
            h.set_shape((inputs.shape[0], self.units))
            c.set_shape((inputs.shape[0], self.units))
            return time + 1, outputs.write(time, h), h, c

        _, outputs, h, c = tf.while_loop(lambda time, *_: time < count, step, (0, outputs, h, c), shape_invariants=None)
        result = tf.transpose(outputs.stack(), [1, 0, 2]) if self.return_sequences else h
        return [result, h, c] if self.return_state else result

    def compute_output_shape(self, input_shape):
        output = (*input_shape[:2], self.units) if self.return_sequences else (input_shape[0], self.units)
        return [output, *[(input_shape[0], self.units)] * 2] if self.return_state else output
