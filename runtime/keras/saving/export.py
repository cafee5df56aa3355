"""Models as SavedModels with a `serve` endpoint, for TensorFlow Serving and the like."""

from __future__ import annotations

import os

import runtime as tf
from runtime.core import nest
from runtime.core.trackable import AutoTrackable


def export_model(model, filepath, format="tf_saved_model", verbose=None, input_signature=None):  # noqa: A002 - Keras's name
    """Write a SavedModel whose functions `serve` and the signature `serving_default` run `model` for inference.

    Raises:
        ValueError: a model that is not built, or another format than ``tf_saved_model``.
    """
    if format != "tf_saved_model":
        raise ValueError(f"Unrecognized format={format}. The runtime has the format 'tf_saved_model' alone.")
    if not model.built:
        raise ValueError("The model provided has not yet been built. It must be built before export.")
    specs = input_signature if input_signature is not None else [_signature(model)]
    archive = AutoTrackable()
    archive.variables, archive.trainable_variables = model.variables, model.trainable_variables
    archive.non_trainable_variables = model.non_trainable_variables
    tables = (tf.lookup.StaticHashTable, tf.lookup.experimental.MutableHashTable)
    archive._misc_assets = [value for layer in model._flatten_layers() for value in vars(layer).values() if isinstance(value, tables)]

    @tf.function(input_signature=specs, autograph=False)
    def serve(args_0):
        return model(args_0, training=False) if model._call_has_training_arg else model(args_0)

    archive.serve = serve
    concrete = serve.get_concrete_function()
    path = os.fspath(filepath)
    tf.saved_model.save(archive, path, signatures={"serve": concrete, "serving_default": concrete})
    if verbose or verbose is None:
        print(f"Saved artifact at '{path}'. The following endpoints are available:\n\n* Endpoint 'serve'\n{_described(specs, concrete)}")


def _signature(model):
    """TensorSpecs of the model's inputs, with an open batch size."""
    if hasattr(model, "inputs"):
        return nest.map_structure(lambda leaf: tf.TensorSpec((None, *leaf.shape[1:]), leaf.dtype, leaf.name), model.input)
    shapes, named = model.__dict__.get("_build_shapes", ((), {}))
    shape = next(iter((*shapes, *named.values())), None)
    if shape is None:
        raise ValueError("The input shapes of the model are not known; pass `input_signature`, a list of TensorSpecs.")
    if isinstance(shape, (tuple, list)) and shape and not isinstance(shape[0], (tuple, list)):
        return tf.TensorSpec((None, *shape[1:]), model.dtype)
    return [tf.TensorSpec((None, *one[1:]), model.dtype) for one in shape]


def _described(specs, concrete):
    """The endpoint's arguments and results, a line for each."""
    results = nest.map_structure(lambda tensor: tf.TensorSpec(tensor.shape, tensor.dtype), concrete.structured_outputs)
    captures = [f"  {id(tensor)}: {tf.TensorSpec(tensor.shape, tensor.dtype)}" for tensor in concrete.captured_inputs]
    return "\n".join([f"  args_0 (POSITIONAL_ONLY): {specs[0]}", "Output Type:", f"  {results}", "Captures:", *(captures or ["  None"])])
