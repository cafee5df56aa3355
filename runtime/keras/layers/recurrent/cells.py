"""One step of a recurrent layer: (inputs, states) → (output, new states)."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.keras import activations, constraints, initializers, random, regularizers
from runtime.keras.layers.base import BuiltinLayer, Layer
from runtime.keras.saving.config import deserialize_keras_object


class DropoutCell:
    """Masks of dropout, drawn once for all steps of a call. `dropout_masks` is how many a step needs, None for one alone."""

    dropout_masks = None
    _dropout_mask = _recurrent_dropout_mask = None

    def _drawn(self, step_input, rate):
        ones = tf.ones_like(step_input)
        if self.dropout_masks is None:
            return random.dropout(ones, rate, seed=self.seed_generator)
        return [random.dropout(ones, rate, seed=self.seed_generator) for _ in range(self.dropout_masks)]

    def get_dropout_mask(self, step_input):
        if self._dropout_mask is None and self.dropout > 0:
            object.__setattr__(self, "_dropout_mask", self._drawn(step_input, self.dropout))
        return self._dropout_mask

    def get_recurrent_dropout_mask(self, step_input):
        if self._recurrent_dropout_mask is None and self.recurrent_dropout > 0:
            object.__setattr__(self, "_recurrent_dropout_mask", self._drawn(step_input, self.recurrent_dropout))
        return self._recurrent_dropout_mask

    def reset_dropout_masks(self):
        object.__setattr__(self, "_dropout_mask", None)
        object.__setattr__(self, "_recurrent_dropout_mask", None)


class _Cell(DropoutCell, BuiltinLayer):
    """What the cells have in common. `_gates` kernels lie side by side in one."""

    _gates = 1

    def _set_up(self, units, settings):
        if units <= 0:
            raise ValueError(f"Received an invalid value for argument `units`, expected a positive integer, got {units}.")
        self.units = self.output_size = self.state_size = units
        get = {"initializer": initializers.get, "regularizer": regularizers.get, "constraint": constraints.get,
               "activation": activations.get}
        for name, value in settings.items():
            setattr(self, name, get.get(name.rsplit("_", 1)[-1], lambda value: value)(value))
        self.dropout, self.recurrent_dropout = min(1.0, max(0.0, self.dropout)), min(1.0, max(0.0, self.recurrent_dropout))

    def build(self, input_shape):
        wide = self.units * self._gates
        self.kernel = self._weight("kernel", (input_shape[-1], wide))
        self.recurrent_kernel = self._weight("recurrent_kernel", (self.units, wide), "recurrent")
        self.bias = self._weight("bias", self._bias_shape(wide)) if self.use_bias else None

    def _weight(self, name, shape, kind=None):
        kind = kind or name
        return self.add_weight(shape, getattr(self, f"_first_{kind}", None) or getattr(self, f"{kind}_initializer"), name=name,
                               regularizer=getattr(self, f"{kind}_regularizer"), constraint=getattr(self, f"{kind}_constraint"))

    def _bias_shape(self, wide):
        return (wide,)

    def get_initial_state(self, batch_size=None):
        """Zeros, one tensor (batch_size, size) per state."""
        sizes = self.state_size if isinstance(self.state_size, (list, tuple)) else [self.state_size]
        return [tf.zeros((batch_size, size), self.compute_dtype) for size in sizes]


class SimpleRNNCell(_Cell):
    """``activation(inputs @ kernel + bias + state @ recurrent_kernel)``."""

    def __init__(self, units, activation="tanh", use_bias=True, kernel_initializer="glorot_uniform", recurrent_initializer="orthogonal",
                 bias_initializer="zeros", kernel_regularizer=None, recurrent_regularizer=None, bias_regularizer=None,
                 kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, seed=None,
                 **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "units", "kwargs", "__class__")}
        super().__init__(**kwargs)
        self.seed_generator = random.SeedGenerator(seed)
        self._set_up(units, settings)

    def call(self, inputs, states, training=False):
        state = states[0] if isinstance(states, (list, tuple)) else states
        mask, recurrent_mask = self.get_dropout_mask(inputs), self.get_recurrent_dropout_mask(state)
        if training and mask is not None:
            inputs = inputs * mask
        h = tf.matmul(inputs, self.kernel)
        if self.bias is not None:
            h = h + self.bias
        if training and recurrent_mask is not None:
            state = state * recurrent_mask
        output = self.activation(h + tf.matmul(state, self.recurrent_kernel))
        return output, [output] if isinstance(states, (list, tuple)) else output


class LSTMCell(_Cell):
    """A step of long short-term memory, with the states [h, c]."""

    _gates = 4

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True, kernel_initializer="glorot_uniform",
                 recurrent_initializer="orthogonal", bias_initializer="zeros", unit_forget_bias=True, kernel_regularizer=None,
                 recurrent_regularizer=None, bias_regularizer=None, kernel_constraint=None, recurrent_constraint=None,
                 bias_constraint=None, dropout=0.0, recurrent_dropout=0.0, seed=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "units", "kwargs", "__class__")}
        kwargs.pop("implementation", None)
        super().__init__(**kwargs)
        self._set_up(units, settings)
        self.seed_generator = random.SeedGenerator(seed)
        self.state_size = [units, units]
        if self.recurrent_dropout:
            self.dropout_masks = 4

    @property
    def _first_bias(self):
        return self._forgetting_bias if self.unit_forget_bias else None

    def _forgetting_bias(self, shape, dtype=None):
        return tf.concat([self.bias_initializer((self.units,), dtype), tf.ones((self.units,), dtype),
                          self.bias_initializer((self.units * 2,), dtype)], 0)

    def call(self, inputs, states, training=False):
        h, c = states[0], states[1]
        mask = self.get_dropout_mask(inputs) if training and 0.0 < self.dropout < 1.0 else None
        if self.dropout_masks is None:
            z = tf.matmul(inputs if mask is None else inputs * mask, self.kernel) + tf.matmul(h, self.recurrent_kernel)
            gates = tf.split(z if self.bias is None else z + self.bias, 4, axis=1)
        else:
            gates = self._gates_of_four(inputs, h, mask, training)
        i, f = self.recurrent_activation(gates[0]), self.recurrent_activation(gates[1])
        c = f * c + i * self.activation(gates[2])
        h = self.recurrent_activation(gates[3]) * self.activation(c)
        return h, [h, c]

    def _gates_of_four(self, inputs, h, mask, training):
        """Each gate with its own masks."""
        recurrent_mask = self.get_recurrent_dropout_mask(h) if training and 0.0 < self.recurrent_dropout < 1.0 else None
        kernels, recurrent_kernels = tf.split(self.kernel, 4, axis=1), tf.split(self.recurrent_kernel, 4, axis=1)
        biases = tf.split(self.bias, 4, axis=0) if self.bias is not None else [0.0] * 4
        return [tf.matmul(inputs if mask is None else inputs * mask[k], kernels[k]) + biases[k]
                + tf.matmul(h if recurrent_mask is None else h * recurrent_mask[k], recurrent_kernels[k]) for k in range(4)]


class GRUCell(_Cell):
    """A step of a gated recurrent unit."""

    _gates = 3

    def __init__(self, units, activation="tanh", recurrent_activation="sigmoid", use_bias=True, kernel_initializer="glorot_uniform",
                 recurrent_initializer="orthogonal", bias_initializer="zeros", kernel_regularizer=None, recurrent_regularizer=None,
                 bias_regularizer=None, kernel_constraint=None, recurrent_constraint=None, bias_constraint=None, dropout=0.0,
                 recurrent_dropout=0.0, reset_after=True, seed=None, **kwargs):
        settings = {name: value for name, value in locals().items() if name not in ("self", "units", "kwargs", "__class__")}
        kwargs.pop("implementation", None)
        super().__init__(**kwargs)
        self._set_up(units, settings)
        self.seed_generator = random.SeedGenerator(seed)
        if self.recurrent_dropout:
            self.dropout_masks = 3

    def _bias_shape(self, wide):
        return (2, wide) if self.reset_after else (wide,)

    def call(self, inputs, states, training=False):
        h = states[0] if isinstance(states, (list, tuple)) else states
        mask = self.get_dropout_mask(inputs) if training and 0.0 < self.dropout < 1.0 else None
        recurrent_mask = (self.get_recurrent_dropout_mask(h)
                          if self.dropout_masks and training and 0.0 < self.recurrent_dropout < 1.0 else None)
        if self.bias is None:
            bias = recurrent_bias = None
        elif self.reset_after:
            bias, recurrent_bias = tf.unstack(tf.convert_to_tensor(self.bias))
        else:
            bias, recurrent_bias = self.bias, None
        if self.dropout_masks is None:
            x = tf.matmul(inputs if mask is None else inputs * mask, self.kernel)
            x_z, x_r, x_h = tf.split(x if bias is None else x + bias, 3, axis=-1)
        else:
            parts = [tf.matmul(inputs if mask is None else inputs * mask[k], kernel) for k, kernel in enumerate(
                tf.split(self.kernel, 3, axis=1))]
            x_z, x_r, x_h = parts if bias is None else [part + b for part, b in zip(parts, tf.split(bias, 3))]
        h_z, h_r, h_h = (h, h, h) if recurrent_mask is None else (h * m for m in recurrent_mask)
        k_z, k_r, k_h = tf.split(self.recurrent_kernel, 3, axis=1)
        b_z, b_r, b_h = (None,) * 3 if recurrent_bias is None else tf.split(recurrent_bias, 3)
        z = self.recurrent_activation(x_z + _affine(h_z, k_z, b_z))
        r = self.recurrent_activation(x_r + _affine(h_r, k_r, b_r))
        candidate = r * _affine(h_h, k_h, b_h) if self.reset_after else tf.matmul(r * h_h, k_h)
        h = z * h + (1 - z) * self.activation(x_h + candidate)
        return h, [h] if isinstance(states, (list, tuple)) else h


def _affine(x, kernel, bias):
    y = tf.matmul(x, kernel)
    return y if bias is None else y + bias


class StackedRNNCells(BuiltinLayer):
    """Cells one on top of the other; the states are a list with those of each."""

    def __init__(self, cells, **kwargs):
        super().__init__(**kwargs)
        for cell in cells:
            for attribute in ("call", "state_size"):
                if attribute not in dir(cell):
                    raise ValueError(f"All cells must have a `{attribute}` "
                                     f"{'method' if attribute == 'call' else 'attribute'}. Received cell without a `{attribute}`: {cell}")
        self.cells = cells

    @property
    def state_size(self):
        return [cell.state_size for cell in self.cells]

    @property
    def output_size(self):
        return output_size(self.cells[-1])

    def get_initial_state(self, batch_size=None):
        return [initial_state(cell, batch_size, self.compute_dtype) for cell in self.cells]

    def call(self, inputs, states, training=False, **kwargs):
        new_states = []
        for cell, state in zip(self.cells, states):
            nested = nest.is_nested(state)
            if isinstance(cell, Layer) and cell._call_has_training_arg:
                kwargs["training"] = training
            else:
                kwargs.pop("training", None)
            inputs, state = cell(inputs, list(state) if nested else [state], **kwargs)
            new_states.append(state[0] if len(state) == 1 and not nested else state)
        return inputs, new_states[0] if len(new_states) == 1 else new_states

    def build(self, input_shape):
        for cell in self.cells:
            if isinstance(cell, Layer) and not cell.built:
                cell.build(input_shape)
            input_shape = (input_shape[0], output_size(cell))

    @classmethod
    def from_config(cls, config):
        return cls(**{**config, "cells": [deserialize_keras_object(cell) for cell in config["cells"]]})


def output_size(cell):
    """How wide the output of a cell is: that of its first state if it does not say."""
    size = getattr(cell, "output_size", None)
    if size is not None:
        return size
    return cell.state_size[0] if isinstance(cell.state_size, (list, tuple)) else cell.state_size


def initial_state(cell, batch_size, dtype):
    """What the cell says, or zeros."""
    if hasattr(cell, "get_initial_state"):
        return cell.get_initial_state(batch_size=batch_size)
    if isinstance(cell.state_size, int):
        return tf.zeros((batch_size, cell.state_size), dtype)
    return [tf.zeros((batch_size, size), dtype) for size in cell.state_size]
