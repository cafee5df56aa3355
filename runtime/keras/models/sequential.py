"""`keras.Sequential`: layers one after the other."""

from __future__ import annotations

from runtime.core.trackable import AutoTrackable
from runtime.keras.layers.base import Layer
from runtime.keras.layers.core import InputLayer
from runtime.keras.models.model import Model, fitted
from runtime.keras.naming import auto_name
from runtime.keras.saving.config import serialize_keras_object
from runtime.keras.saving.legacy import from_legacy_config
from runtime.keras.symbolic import KerasTensor, call_symbolically, copies


class Sequential(Model):
    """Layers that each take what the one before gives; built once the shape of the input is known."""

    _functional = None  # of a built model: what checkpoints have its layers under, since Keras has a functional model there

    def __init__(self, layers=None, trainable=True, name=None):
        super().__init__(trainable=trainable, name=name)
        object.__setattr__(self, "_chain", [])
        self._tracked = []
        for layer in layers or ():
            self._append(layer)
        if self._chain:
            self._maybe_build()

    def add(self, layer):
        """Append a layer. Raises ValueError for what is no layer or has the name of another."""
        self._append(layer)
        self._maybe_build()

    def pop(self):
        """Take the last layer away, and return it."""
        layer = self._chain.pop()
        self._tracked.pop()
        self._reset()
        self._maybe_build()
        return layer

    def _reset(self):
        object.__setattr__(self, "built", False)
        object.__setattr__(self, "_input", None)
        object.__setattr__(self, "_output", None)
        object.__setattr__(self, "_functional", None)

    def _append(self, layer):
        shape = getattr(layer, "_input_shape_arg", None)
        if not self._chain and shape is not None:
            self._append(InputLayer(shape=shape))
        if isinstance(layer, KerasTensor):
            layer = layer.node.operation if layer.node and isinstance(layer.node.operation, InputLayer) else layer
        if not isinstance(layer, Layer):
            raise ValueError("Only instances of `keras.Layer` can be added to a Sequential model. "
                             f"Received: {layer} (of type {type(layer)})")
        if any(other.name == layer.name and other is not layer for other in self._chain):
            raise ValueError(f"All layers added to a Sequential model should have unique names. Name '{layer.name}' is already the "
                             "name of a layer in this model. Update the `name` argument to pass a unique name.")
        self._chain.append(layer)
        if not isinstance(layer, InputLayer):
            self._tracked.append(layer)
        self._reset()

    def _maybe_build(self):
        if len(self._chain) > 1 and isinstance(self._chain[0], InputLayer):
            self.build(self._chain[0].batch_shape)

    def build(self, input_shape=None):
        """Make the weights for inputs of `input_shape`. Raises ValueError without layers or for another shape than before."""
        if input_shape is None:
            return
        if not self._chain:
            raise ValueError(f"Sequential model {self.name} cannot be built because it has no layers. Call `model.add(layer)`.")
        if not isinstance(self._chain[0], InputLayer):
            self._chain.insert(0, InputLayer(batch_shape=tuple(input_shape), dtype=self._chain[0].compute_dtype))
        elif self._chain[0].batch_shape != tuple(input_shape):
            raise ValueError(f"Sequential model '{self.name}' has already been configured to use input shape "
                             f"{self._chain[0].batch_shape}. You cannot build it with input_shape {tuple(input_shape)}")
        x = self._chain[0].output
        for layer in self._chain[1:]:
            try:
                x = layer(x)
            except NotImplementedError:  # a layer that cannot tell its output's shape: the model stays a mere sequence
                return
        object.__setattr__(self, "_input", self._chain[0].output)
        object.__setattr__(self, "_output", x)
        auto_name("functional")  # Keras makes a functional model here, which takes a name
        functional = AutoTrackable()
        functional._operations = list(self._chain)
        object.__setattr__(self, "_functional", functional)
        self._child_added("_functional", functional)

    def _trackable_children(self):
        return {name: child for name, child in super()._trackable_children().items() if name != "_tracked"}

    def _lock_state(self):
        """`add` may always follow."""

    def get_config(self):
        config = {**self._base_config(), "layers": [serialize_keras_object(layer) for layer in self._chain]}
        return {**config, "build_input_shape": self._chain[0].batch_shape} if self.__dict__.get("_input") is not None else config

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """Raises ValueError for a config without a name and layers."""
        if "name" not in config:
            raise ValueError("A Sequential model configuration must be a dictionary containing the 'name' and 'layers' keys. "
                             f"Received: config={config}")
        model = cls(name=config["name"])
        for layer in config["layers"]:
            model.add(from_legacy_config(layer, custom_objects))
        shape = config.get("build_input_shape")
        if shape and model.__dict__.get("_input") is None:
            model.build(tuple(shape))
        return model

    def _build_for(self, arguments):
        value = next(iter(arguments.values()))
        dims = value.shape if isinstance(value, KerasTensor) else value._dims
        self.build(dims)

    @property
    def layers(self):
        return list(self._tracked)

    @property
    def all_layers(self):
        """`layers`, and the InputLayer before them."""
        return list(self._chain)

    def call(self, inputs, training=None, mask=None):
        if self.__dict__.get("_input") is not None:
            inputs = fitted(self._input, inputs)
        for layer in self._tracked:
            inputs = layer(inputs, training=training) if layer._call_has_training_arg and training is not None else layer(inputs)
        return inputs

    def compute_output_shape(self, input_shape):
        for layer in self._tracked:
            input_shape = layer.compute_output_shape(input_shape)
        return input_shape

    def compute_output_spec(self, inputs, training=None, mask=None):
        """Its own output for an input of its own shape; else as `call` computes it."""
        spec = None if self.__dict__.get("_input") is None else copies([self._input], [inputs], self._output)
        return call_symbolically(self.call, (inputs,), {"training": training, "mask": mask}) if spec is None else spec

    def _known(self, what, name):
        if self.__dict__.get("_input") is None:
            raise AttributeError(f"Sequential model '{self.name}' has no defined {name} yet.")
        return what()

    @property
    def input(self):
        return self._known(lambda: self._input, "input")

    @property
    def output(self):
        return self._known(lambda: self._output, "output")

    @property
    def inputs(self):
        return self._known(lambda: [self._input], "inputs")

    @property
    def outputs(self):
        return self._known(lambda: [self._output], "outputs")

    @property
    def input_shape(self):
        return self._known(lambda: self._input.shape, "input shape")

    @property
    def output_shape(self):
        return self._known(lambda: self._output.shape, "output shape")
