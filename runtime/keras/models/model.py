"""`keras.Model`: a layer that trains."""

from __future__ import annotations

import json

from runtime.core.tensor import Tensor
from runtime.keras import hooks
from runtime.keras.layers.base import Layer, shape_of_file, shapes_of, tensors_of
from runtime.keras.metrics import Metric
from runtime.keras.optimizers import Optimizer
from runtime.keras.saving.archive import load_weights, save_model, save_weights
from runtime.keras.saving.config import CustomObjectScope, serialize_keras_object
from runtime.keras.saving.export import export_model
from runtime.keras.summary import print_summary
from runtime.keras.symbolic import call_symbolically
from runtime.keras.training import Trainer
from runtime.ops.array import expand_dims, squeeze


class Model(Trainer, Layer):
    """A layer that trains. ``Model(inputs, outputs)`` makes it of KerasTensors; subclasses define `call`."""

    _keras_module = "keras"

    def __new__(cls, *args, **kwargs):
        if cls is Model and _is_functional(args, kwargs):
            cls = hooks.functional_class()
        return super().__new__(cls)  # without the arguments, as in Keras: a config that nobody wrote has their defaults

    def __init__(self, *args, **kwargs):
        if _is_functional(args, kwargs):
            functional = hooks.functional_class()
            _make_functional(type(self), functional)
            functional.__init__(self, *args, **kwargs)
            return
        Layer.__init__(self, *args, **kwargs)
        Trainer.__init__(self)

    def call(self, *args, **kwargs):
        raise NotImplementedError(f"Model {type(self).__name__} does not have a `call()` method implemented.")

    @property
    def layers(self):
        """The layers in the attributes of this one, in the order of assignment."""
        return [layer for layer in self._flatten_layers(include_self=False, recursive=False)]

    def get_layer(self, name=None, index=None):
        """The layer of that name or index. Raises ValueError if there is none, or if not one of both is given."""
        if (name is None) == (index is None):
            raise ValueError("Provide either a layer name or layer index at `get_layer`." if name is None else
                             f"Provide only a layer name or a layer index. Received: index={index}, name={name}.")
        if index is not None:
            if len(self.layers) <= index:
                raise ValueError(f"Was asked to retrieve layer at index {index} but model only has {len(self.layers)} layers.")
            return self.layers[index]
        for layer in self.layers:
            if layer.name == name:
                return layer
        raise ValueError(f"No such layer: {name}. Existing layers are: {[layer.name for layer in self.layers]}.")

    def summary(self, line_length=None, positions=None, print_fn=None, expand_nested=False, show_trainable=False,
                layer_range=None):
        """Print a table of the layers; `print_fn` gets it as one text."""
        print_summary(self, line_length, positions, print_fn, expand_nested, show_trainable, layer_range)

    def _build_for(self, arguments):
        if type(self).build is not Layer.build:
            return super()._build_for(arguments)
        if not self._builds_parts(arguments):
            return
        shapes = shapes_of(arguments)
        if shapes:
            object.__setattr__(self, "_build_shapes", ((next(iter(shapes.values())),), {}))
        object.__setattr__(self, "_path", self._path or self.name)
        self._lock_state()

    def build_from_config(self, config):
        """Build with the shapes of a build config, where it has some."""
        if config.get("input_shape") is None and config.get("shapes_dict") is None:
            return
        if type(self).build is not Layer.build:
            super().build_from_config(config)
        elif "input_shape" in config:
            call_symbolically(self.call, (tensors_of(shape_of_file(config["input_shape"]), self.compute_dtype),))
        else:
            call_symbolically(self.call, (), {name.removesuffix("_shape"): tensors_of(shape_of_file(shape), self.compute_dtype)
                                              for name, shape in config["shapes_dict"].items()})

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """The model of a config. Raises TypeError where the class does not take it."""
        with CustomObjectScope(custom_objects):
            if {"name", "layers", "input_layers", "output_layers"} <= set(config):
                made = hooks.revived_functional(cls, config, custom_objects)
                if made is not None:
                    return made
            try:
                return cls(**config)
            except TypeError as error:
                raise TypeError("Unable to revive model from config. When overriding the `get_config()` method, make sure that the "
                                f"returned config contains all items used as arguments in the  constructor to {cls}, which is the "
                                "default behavior. You can override this default behavior by defining a `from_config(cls, config)` class "
                                f"method to specify how to create an instance of {cls.__name__} from its config.\n\nReceived "
                                f"config={config}\n\nError encountered during deserialization: {error}") from error

    def save(self, filepath, overwrite=True, zipped=None, **kwargs):
        """Write the model to a `.keras` file; see `keras.models.save_model`."""
        save_model(self, filepath, overwrite, zipped, **kwargs)

    def export(self, filepath, format="tf_saved_model", verbose=None, input_signature=None, **kwargs):  # noqa: A002 - Keras's name
        """Write the model as a SavedModel with the endpoint `serve`."""
        export_model(self, filepath, format, verbose, input_signature)

    def save_weights(self, filepath, overwrite=True, **kwargs):
        """Write the weights to a `.weights.h5` file."""
        save_weights(self, filepath, overwrite, **kwargs)

    def load_weights(self, filepath, skip_mismatch=False, **kwargs):
        """Assign the weights in a `.weights.h5` or `.keras` file."""
        load_weights(self, filepath, skip_mismatch, **kwargs)

    def to_json(self, **kwargs):
        """The config as JSON text, which `keras.models.model_from_json` takes."""
        return json.dumps(serialize_keras_object(self), **kwargs)


def _is_functional(args, kwargs):
    return len(args) == 2 or len(args) == 1 and "outputs" in kwargs or "inputs" in kwargs and "outputs" in kwargs


def _make_functional(cls, functional):
    """Put `functional` in the place of `Model` among the bases of a subclass that is made of inputs and outputs."""
    if not issubclass(cls, functional):
        for base in cls.__bases__:
            if base is not Model and issubclass(base, Model):
                _make_functional(base, functional)
        cls.__bases__ = tuple(functional if base is Model else base for base in cls.__bases__)


def fitted(expected, value):
    """`value`, in the shape that the model was built for. Raises ValueError if it does not fit."""
    if not isinstance(value, Tensor):
        return value
    rank = len(expected.shape)
    dims = value._dims
    if len(dims) == rank - 1 and expected.shape[-1] == 1:
        value = expand_dims(value, -1)
    elif len(dims) == rank + 1 and dims[-1] == 1:
        value = squeeze(value, -1)
    if len(value._dims) != rank or any(a is not None and b is not None and a != b for a, b in zip(expected.shape[1:], value._dims[1:])):
        raise ValueError(f"Invalid input shape for input {value}. Expected shape {expected.shape}, but input has incompatible shape "
                         f"{value.shape}")
    return value


hooks.classes_with_weights.provide(lambda: (Layer, Optimizer, Metric))
