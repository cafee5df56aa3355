"""Bidirectional and TimeDistributed."""

from __future__ import annotations

import runtime as tf
from runtime.keras.layers.base import BuiltinLayer, Layer
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object


class Wrapper(BuiltinLayer):
    """A layer around another one. Raises ValueError for what is no layer."""

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(f"Layer {layer} supplied to Wrapper isn't a supported layer type. Please ensure wrapped layer is a valid "
                             "Keras layer.")
        super().__init__(**kwargs)
        self.layer = layer

    def build(self, input_shape=None):
        if not self.layer.built:
            self.layer.build(input_shape)

    @classmethod
    def from_config(cls, config):
        return cls(**{**config, "layer": deserialize_keras_object(config["layer"])})


class TimeDistributed(Wrapper):
    """A layer for each step: (batch, steps, …) → (batch, steps, …). Raises ValueError below three dimensions."""

    def __init__(self, layer, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `TimeDistributed` layer with a `keras.layers.Layer` instance. Received: {layer}")
        super().__init__(layer, **kwargs)
        self.supports_masking = True

    @staticmethod
    def _of_a_step(shape):
        if not isinstance(shape, (tuple, list)) or len(shape) < 3:
            raise ValueError("`TimeDistributed` Layer should be passed an `input_shape` with at least 3 dimensions, "
                             f"received: {shape}")
        return (shape[0], *shape[2:])

    def build(self, input_shape):
        super().build(self._of_a_step(input_shape))

    def compute_output_shape(self, input_shape):
        inner = self.layer.compute_output_shape(self._of_a_step(input_shape))
        return (inner[0], input_shape[1], *inner[1:])

    def call(self, inputs, training=None, mask=None):
        def swapped(tensor):
            return tf.transpose(tensor, [1, 0, *range(2, tensor.shape.rank)])

        steps = swapped(inputs)
        masks = swapped(mask) if mask is not None and "mask" in self.layer._mask_arguments else None
        kwargs = {"training": training} if self.layer._call_has_training_arg else {}

        def step(time):
            return self.layer.call(steps[time], **kwargs, **({} if masks is None else {"mask": masks[time]}))

        if steps.shape[0] is not None:
            return swapped(tf.stack([step(time) for time in range(steps.shape[0])]))
        return swapped(tf.map_fn(step, tf.range(tf.shape(steps)[0]), fn_output_signature=self.compute_dtype))


class Bidirectional(BuiltinLayer):
    """A recurrent layer forwards, and a copy of it backwards; `merge_mode` is concat, sum, mul, ave or None for both.

    Raises:
        ValueError: no layers, another merge mode, or a backward layer that runs forwards too.
    """

    def __init__(self, layer, merge_mode="concat", weights=None, backward_layer=None, **kwargs):
        if not isinstance(layer, Layer):
            raise ValueError(f"Please initialize `Bidirectional` layer with a `keras.layers.Layer` instance. Received: {layer}")
        if backward_layer is not None and not isinstance(backward_layer, Layer):
            raise ValueError(f"`backward_layer` need to be a `keras.layers.Layer` instance. Received: {backward_layer}")
        if merge_mode not in ("sum", "mul", "ave", "concat", None):
            raise ValueError(f"Invalid merge mode. Received: {merge_mode}. Merge mode should be one of "
                             '{"sum", "mul", "ave", "concat", None}')
        if weights is not None:
            raise ValueError("the runtime's Bidirectional has no `weights`; use set_weights")
        super().__init__(**kwargs)
        self.forward_layer = _copy(layer, "forward_")
        self.backward_layer = _copy(layer, "backward_", go_backwards=True) if backward_layer is None else backward_layer
        if self.forward_layer.go_backwards == self.backward_layer.go_backwards:
            raise ValueError("Forward layer and backward layer should have different `go_backwards` value. Received: "
                             f"forward_layer.go_backwards {self.forward_layer.go_backwards}, "
                             f"backward_layer.go_backwards={self.backward_layer.go_backwards}")
        for inner in (self.forward_layer, self.backward_layer):
            if hasattr(inner, "zero_output_for_mask"):
                inner.zero_output_for_mask = layer.return_sequences
        self.merge_mode, self.stateful = merge_mode, layer.stateful
        self.return_sequences, self.return_state = layer.return_sequences, layer.return_state
        self.supports_masking = True

    def build(self, sequences_shape, initial_state_shape=None):
        for layer in (self.forward_layer, self.backward_layer):
            if not layer.built:
                layer.build(sequences_shape)

    def call(self, sequences, initial_state=None, mask=None, training=None):
        kwargs = {"training": training} if self.forward_layer._call_has_training_arg else {}
        if "mask" in self.forward_layer._mask_arguments:
            kwargs["mask"] = mask
        half = len(initial_state) // 2 if initial_state is not None else 0
        first, second = (initial_state[:half], initial_state[half:]) if half else (None, None)
        y = self.forward_layer(sequences, initial_state=first, **kwargs)
        y_back = self.backward_layer(sequences, initial_state=second, **kwargs)
        states = ()
        if self.return_state:
            states = (*y[1:], *y_back[1:])
            y, y_back = y[0], y_back[0]
        if self.return_sequences:
            y_back = tf.reverse(y_back, [1])
        if self.merge_mode is None:
            return (y, y_back, *states)
        merged = {"concat": lambda: tf.concat([y, y_back], -1), "sum": lambda: y + y_back, "ave": lambda: (y + y_back) / 2,
                  "mul": lambda: y * y_back}[self.merge_mode]()
        return (merged, *states) if self.return_state else merged

    def reset_state(self):
        self.forward_layer.reset_state()
        self.backward_layer.reset_state()

    def compute_mask(self, inputs, previous_mask):
        mask = previous_mask[0] if isinstance(previous_mask, (list, tuple)) else previous_mask
        mask = mask if self.return_sequences else None
        return mask if self.merge_mode else (mask, mask)

    def compute_output_shape(self, sequences_shape, initial_state_shape=None):
        shape, states = self.forward_layer.compute_output_shape(sequences_shape), ()
        if self.return_state:
            shape, states = shape[0], tuple(shape[1:])
        if self.merge_mode is None:
            return (shape, shape, *states, *states)
        shape = (*shape[:-1], shape[-1] * 2) if self.merge_mode == "concat" else tuple(shape)
        return (shape, *states, *states) if self.return_state else shape

    def get_config(self):
        return {**self._base_config(), "merge_mode": self.merge_mode, "layer": serialize_keras_object(self.forward_layer),
                "backward_layer": serialize_keras_object(self.backward_layer)}

    @classmethod
    def from_config(cls, config):
        layers = {name: deserialize_keras_object(config[name]) for name in ("layer", "backward_layer") if config.get(name) is not None}
        return cls(**{**config, **layers})


def _copy(layer, prefix, **changes):
    config = serialize_keras_object(layer)
    config["config"] = {**config["config"], **changes, "name": prefix + layer.name.removeprefix(prefix)}
    return deserialize_keras_object(config)
