"""Models made again from others or from text, with new weights."""

from __future__ import annotations

import json

from runtime.core import nest
from runtime.keras.layers.core import Input, InputLayer
from runtime.keras.models.functional import Functional
from runtime.keras.models.sequential import Sequential
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import KerasTensor


def clone_model(model, input_tensors=None, clone_function=None):
    """A model of new layers with the same configs; `clone_function(layer)` may give other ones.

    Raises:
        ValueError: `input_tensors` that are no KerasTensors, or a subclassed model and a `clone_function`.
    """
    if not isinstance(model, (Sequential, Functional)):
        if clone_function is not None or input_tensors is not None:
            raise ValueError("Arguments `clone_function` and `input_tensors` are only supported for Sequential models or Functional "
                             f"models. Received model of type '{type(model).__name__}', with clone_function={clone_function} and "
                             f"input_tensors={input_tensors}")
        return deserialize_keras_object(serialize_keras_object(model), {type(model).__name__: type(model)})
    clone = clone_function or (lambda layer: type(layer).from_config(layer.get_config()))
    if isinstance(model, Sequential):
        layers = [layer if isinstance(layer, InputLayer) else clone(layer) for layer in model.all_layers]
        if layers and isinstance(layers[0], InputLayer):
            layers[0] = InputLayer(batch_shape=layers[0].batch_shape, dtype=layers[0].dtype, name=layers[0].name)
        return type(model)(layers, name=model.name)
    return _cloned(model, input_tensors, clone)


def _cloned(model, input_tensors, clone):
    if input_tensors is not None:
        for leaf in nest.flatten(input_tensors):
            if not isinstance(leaf, KerasTensor):
                raise ValueError(f"`input_tensors` must be KerasTensors. Received invalid value: {leaf} (of type {type(leaf)})")
    inputs = nest.flatten(input_tensors) if input_tensors is not None else [
        Input(batch_shape=leaf.shape, dtype=leaf.dtype, name=leaf.node.operation.name) for leaf in model.inputs]
    values = {id(old): new for old, new in zip(model.inputs, inputs)}
    clones = {}

    def known(leaf):
        return values[id(leaf)] if isinstance(leaf, KerasTensor) else leaf

    for nodes in model.nodes_by_depth:
        for node in nodes:
            if not node.inputs:
                continue
            operation = clones.setdefault(id(node.operation), None) or clone(node.operation)
            clones[id(node.operation)] = operation
            args, kwargs = nest.map_structure(known, (node.args, node.kwargs))
            for old, new in zip(node.outputs, nest.flatten(operation(*args, **kwargs))):
                values[id(old)] = new
    outputs = nest.map_structure(known, model.output)
    return type(model)(nest.pack_sequence_as(model.input, inputs), outputs, name=model.name)


def model_from_json(json_string, custom_objects=None):
    """The model of what `to_json` gave, with new weights."""
    return deserialize_keras_object(json.loads(json_string), custom_objects)
