"""RNN: a cell over the steps of a sequence; LSTM, GRU and SimpleRNN are such with a cell of their own."""

from __future__ import annotations

import inspect

import runtime as tf
from runtime.core import nest
from runtime.keras.layers.base import BuiltinLayer, Layer
from runtime.keras.layers.input_spec import InputSpec
from runtime.keras.layers.recurrent.cells import (DropoutCell, GRUCell, LSTMCell, SimpleRNNCell, StackedRNNCells, output_size)
from runtime.keras.naming import name_scope
from runtime.keras.saving.config import deserialize_keras_object
from runtime.keras.variable import Variable


class RNN(BuiltinLayer):
    """(batch, steps, …) → (batch, units), or (batch, steps, units) with `return_sequences`; with `return_state` a tuple with the states.

    Args:
        cell: a layer or object with `call(inputs, states)` and `state_size`; a list of them is stacked.
        stateful: start each batch with the states that the one before ended with.
        zero_output_for_mask: zeros where the mask is False, instead of the output before.

    Raises:
        ValueError: a cell without `call` or `state_size`.
    """

    _untracked = ("_arguments", "states")

    def __init__(self, cell, return_sequences=False, return_state=False, go_backwards=False, stateful=False, unroll=False,
                 zero_output_for_mask=False, **kwargs):
        cell = StackedRNNCells(cell) if isinstance(cell, (list, tuple)) else cell
        if "call" not in dir(cell):
            raise ValueError(f"Argument `cell` should have a `call` method. Received: cell={cell}")
        if "state_size" not in dir(cell):
            raise ValueError("The RNN cell should have a `state_size` attribute (single integer or list of integers, one integer per RNN "
                             f"state). Received: cell={cell}")
        super().__init__(**kwargs)
        self.zero_output_for_mask, self.cell, self.return_sequences, self.return_state = (
            zero_output_for_mask, cell, return_sequences, return_state)
        self.go_backwards, self.stateful, self.unroll = go_backwards, stateful, unroll
        self.supports_masking = True
        self.states = None
        self.state_size = [cell.state_size] if isinstance(cell.state_size, int) else list(cell.state_size)

    def build(self, sequences_shape, initial_state_shape=None):
        if isinstance(self.cell, Layer) and not self.cell.built:
            self.cell.build((sequences_shape[0], *sequences_shape[2:]))
        if self.stateful:
            if sequences_shape[0] is None:
                raise ValueError("When using `stateful=True` in a RNN, the batch size must be static. Found dynamic batch size: "
                                 f"sequence.shape={sequences_shape}")
            with name_scope(self.name, self):
                states = nest.map_structure(lambda value: Variable(value, trainable=False, dtype=self.dtype, name="rnn_state"),
                                            self.get_initial_state(sequences_shape[0]))
            object.__setattr__(self, "states", states)

    def get_initial_state(self, batch_size):
        """What the cell says, or zeros, as a list."""
        if not hasattr(self.cell, "get_initial_state"):
            return [tf.zeros((batch_size, size), self.compute_dtype) for size in self.state_size]
        state = self.cell.get_initial_state(batch_size=batch_size)
        return list(state) if nest.is_nested(state) else [state]

    def reset_state(self):
        """The states of a stateful layer to zero."""
        for state in nest.flatten(self.states) if self.states is not None else ():
            state.assign(tf.zeros(state.shape, state.dtype))

    reset_states = reset_state

    def call(self, sequences, initial_state=None, mask=None, training=False):
        if self.unroll and sequences.shape[1] is None:
            raise ValueError("Cannot unroll a RNN if the time dimension is undefined. \n- If using a Sequential model, specify the time "
                             "dimension by passing an `Input()` as your first layer.\n- If using the functional API, specify the time "
                             "dimension by passing a `shape` or `batch_shape` argument to your `Input()`.")
        if initial_state is None:
            initial_state = self.states if self.stateful else self.get_initial_state(_batch_size(sequences))
        initial_state = list(initial_state) if nest.is_nested(initial_state) else [initial_state]
        states = nest.map_structure(lambda state: tf.cast(state, self.compute_dtype), initial_state)
        _draw_dropout_masks(self.cell, sequences[:, 0, :], states)
        mask = None if mask is None else nest.flatten(mask)[0]
        output, states = self._loop(sequences, states, mask, training)
        _forget_dropout_masks(self.cell)
        if self.stateful:
            for own, state in zip(nest.flatten(self.states), nest.flatten(states)):
                own.assign(state)
        return (output, *states) if self.return_state else output

    def _step(self, inputs, states, training):
        kwargs = {"training": training} if isinstance(self.cell, Layer) and self.cell._call_has_training_arg else {}
        call = self.cell if callable(self.cell) else self.cell.call
        output, states = call(inputs, states, **kwargs)
        return output, list(states) if nest.is_nested(states) else [states]

    def _loop(self, sequences, states, mask, training):
        """(output, states): all steps in a loop of the graph, or one after the other with `unroll`."""
        steps = _swapped(sequences)
        if mask is not None:
            mask = _swapped(tf.cast(mask, tf.bool) if mask.shape.rank > 2 else tf.expand_dims(tf.cast(mask, tf.bool), -1))
        if self.go_backwards:
            steps, mask = tf.reverse(steps, [0]), None if mask is None else tf.reverse(mask, [0])
        count = steps.shape[0] if steps.shape[0] is not None else tf.shape(steps)[0]
        flat = nest.flatten(states)
        zero = tf.zeros((_batch_size(sequences), output_size(self.cell)), self.compute_dtype)

        def step(inputs, before, output_before, step_mask):
            output, after = self._step(inputs, nest.pack_sequence_as(states, before), training)
            after = nest.flatten(after)
            if step_mask is not None:
                output = _chosen(step_mask, output, zero if self.zero_output_for_mask else output_before)
                after = [_chosen(step_mask, new, old) for new, old in zip(after, before)]
            return output, after

        if self.unroll:
            outputs, output = [], zero
            for time in range(count):
                output, flat = step(steps[time], flat, output, None if mask is None else mask[time])
                outputs.append(output)
            result = _swapped(tf.stack(outputs)) if self.return_sequences else outputs[-1]
            return result, nest.pack_sequence_as(states, flat)
        step(steps[0], flat, zero, None)  # Keras runs the cell once more, for the dtype of its output
        inputs = tf.TensorArray(steps.dtype, size=count).unstack(steps)
        masks = None if mask is None else tf.TensorArray(tf.bool, size=count).unstack(mask)
        kept = (tf.TensorArray(self.compute_dtype, size=count, element_shape=zero.shape),) if self.return_sequences else ()

        def body(time, kept, output_before, before):
            output, after = step(inputs.read(time), before, output_before, None if masks is None else masks.read(time))
            for tensor, first in zip((output, *after), (zero, *flat)):
                tensor.set_shape(first.shape)
            return time + 1, tuple(array.write(time, output) for array in kept), output, tuple(after)

        _, kept, output, flat = tf.while_loop(lambda time, *_: time < count, body, (0, kept, zero, tuple(flat)),
                                              maximum_iterations=count)
        if kept:
            output = _swapped(kept[0].stack())
            output.set_shape((*sequences.shape[:2], *output.shape[2:]))
        return output, nest.pack_sequence_as(states, list(flat))

    def compute_mask(self, inputs, previous_mask):
        mask = nest.flatten(previous_mask)[0] if self.return_sequences else None
        return [mask, *(None for _ in self.state_size)] if self.return_state else mask

    def compute_output_shape(self, sequences_shape, initial_state_shape=None):
        batch, units = sequences_shape[0], output_size(self.cell)
        output = (batch, sequences_shape[1], units) if self.return_sequences else (batch, units)
        if not self.return_state:
            return output
        return (output, *((batch, size) if isinstance(size, int) else [(batch, s) for s in size] for size in self.state_size))

    @classmethod
    def from_config(cls, config):
        return cls(**{**config, "cell": deserialize_keras_object(config["cell"])})


def _batch_size(sequences):
    return sequences.shape[0] if sequences.shape[0] is not None else tf.shape(sequences)[0]


def _swapped(tensor):
    return tf.transpose(tensor, [1, 0, *range(2, tensor.shape.rank)])


def _chosen(mask, new, old):
    for _ in range(new.shape.rank - mask.shape.rank):
        mask = tf.expand_dims(mask, -1)
    return tf.where(mask, new, old)


def _draw_dropout_masks(cell, inputs, states):
    if isinstance(cell, DropoutCell):
        cell.get_dropout_mask(inputs)
        cell.get_recurrent_dropout_mask(states[0] if isinstance(states, (list, tuple)) else states)
    elif isinstance(cell, StackedRNNCells) and any(getattr(c, "dropout", 0) or getattr(c, "recurrent_dropout", 0) for c in cell.cells):
        for inner, state in zip(cell.cells, states):
            _draw_dropout_masks(inner, inputs, state)
            inputs, _ = inner(inputs, list(state) if nest.is_nested(state) else [state])


def _forget_dropout_masks(cell):
    for inner in cell.cells if isinstance(cell, StackedRNNCells) else (cell,):
        if isinstance(inner, DropoutCell):
            inner.reset_dropout_masks()


class _OwnCell(RNN):
    """An RNN whose cell is of `_cell_class`, made of this layer's own arguments."""

    def __init__(self, units, *args, activity_regularizer=None, **kwargs):
        parameters = list(inspect.signature(self._cell_class.__init__).parameters)[2:-1]
        settings = {**dict(zip(parameters, args)), **{name: kwargs.pop(name) for name in parameters if name in kwargs}}
        kwargs.pop("use_cudnn", None)
        kwargs.pop("implementation", None)
        cell = self._cell_class(units, **settings, dtype=kwargs.get("dtype"), trainable=kwargs.get("trainable", True),
                                name=self._cell_name)
        super().__init__(cell, activity_regularizer=activity_regularizer, **kwargs)
        self.input_spec = InputSpec(ndim=3)

    def __getattr__(self, name):
        """What was given for the cell: `units`, `activation`, …"""
        cell = self.__dict__.get("cell")
        if cell is None or name.startswith("_") or name not in inspect.signature(self._cell_class.__init__).parameters:
            raise AttributeError(f"'{type(self).__name__}' object has no attribute '{name}'")
        return getattr(cell, name)

    def get_config(self):
        own = {name: getattr(self, name) for name in list(inspect.signature(RNN.__init__).parameters)[2:-1]}
        of_cell = {name: value for name, value in self.cell.get_config().items() if name not in ("name", "trainable", "dtype")}
        return {"activity_regularizer": None, **self._base_config(), **own, **of_cell}

    @classmethod
    def from_config(cls, config):
        return cls(**config)


class LSTM(_OwnCell):
    """Long short-term memory."""

    _cell_class, _cell_name = LSTMCell, "lstm_cell"


class GRU(_OwnCell):
    """Gated recurrent units."""

    _cell_class, _cell_name = GRUCell, "gru_cell"


class SimpleRNN(_OwnCell):
    """A fully connected layer of the inputs and its own last outputs."""

    _cell_class, _cell_name = SimpleRNNCell, "simple_rnn_cell"

    def get_config(self):
        config = super().get_config()
        del config["seed"]  # as Keras has it
        return config
