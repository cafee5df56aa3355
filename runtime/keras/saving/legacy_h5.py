"""Whole models, and weights by layers, in HDF5 files (`.h5`), as Keras 2 wrote them and Keras 3 still does. Needs h5py."""

from __future__ import annotations

import json
import os
import warnings

import numpy as np

from runtime.core.logger import get_absl_logger
from runtime.keras import hooks
from runtime.keras.saving.config import CustomObjectScope, sharing
from runtime.keras.saving.legacy import from_legacy_config, legacy_config
from runtime.keras.saving.weights import import_h5py, member, numbers, opened

_KERAS_VERSION = "3.15.1"  # whose files these are
_HEADER = 64512  # bytes that an attribute may have
_OF_COMPILE = ("loss", "loss_weights", "metrics", "weighted_metrics", "run_eagerly", "steps_per_execution", "jit_compile")


def save_model_to_h5(model, path, include_optimizer=True):
    """Write config, weights and, if the model is compiled, the optimizer and its state."""
    get_absl_logger().warning(
        "You are saving your model as an HDF5 file via `model.save()` or `keras.saving.save_model(model)`. This file format is considered "
        "legacy. We recommend using instead the native Keras format, e.g. `model.save('my_model.keras')` or "
        "`keras.saving.save_model(model, 'my_model.keras')`. ")
    h5py = import_h5py(f"saving {path}")
    attributes = {"keras_version": _KERAS_VERSION, "backend": "tensorflow", "model_config": json.dumps(legacy_config(model)).encode()}
    if model.optimizer is not None and include_optimizer and model.compiled:
        given = model._settings.config
        config = {name: _mapped(legacy_config, given[name]) for name in _OF_COMPILE}
        attributes["training_config"] = json.dumps({**config, "optimizer_config": legacy_config(model.optimizer)}).encode()
    if os.path.dirname(path):
        os.makedirs(os.path.dirname(path), exist_ok=True)
    with h5py.File(path, "w") as file:
        file.attrs.update(attributes)
        _write_layers(file.create_group("model_weights"), model)
        if model.optimizer is not None and include_optimizer:
            _write_weights(file.create_group("optimizer_weights"), model.optimizer.variables)


def load_model_from_h5(path, custom_objects=None, compile=True, safe_mode=True):  # noqa: A002 - Keras's name
    """The model in a file that `save_model_to_h5`, Keras 3 or Keras 2 wrote.

    Raises:
        ValueError: a file without a model, one that is damaged, or weights that do not fit.
    """
    with opened(path, path, f"loading {path}") as (file, size), sharing(safe_mode), CustomObjectScope(custom_objects):
        config = file.attrs.get("model_config")
        if config is None:
            raise ValueError(f"No model config found in the file at {path}.")
        model = from_legacy_config(_json(config, path))
        if not isinstance(model, hooks.model_classes()[0]):
            raise ValueError(f"{path} describes a {type(model).__name__}, which is no model")
        _read_layers(member(file, "model_weights", path), model, path, size)
        if not compile:
            return model
        training = file.attrs.get("training_config")
        if training is None:
            get_absl_logger().warning("No training configuration found in the save file, so the model was *not* compiled. Compile it manually.")
            return model
        model.compile(**hooks.compile_arguments(_json(training, path)))
        get_absl_logger().warning("Compiled the loaded model, but the compiled metrics have yet to be built. `model.compile_metrics` will be "
                                  "empty until you train or evaluate the model.")
        if "optimizer_weights" in file:
            values = _values(member(file, "optimizer_weights", path), path, size)
            model.optimizer.build(model.trainable_variables)
            try:
                model.optimizer.set_weights(values)
            except ValueError:
                get_absl_logger().warning("Error in loading the saved optimizer state. As a result, your model is starting with a freshly "
                                          "initialized optimizer.")
    return model


def load_weights_from_h5(model, path, by_name=False, skip_mismatch=False):
    """Assign the weights in a file of a whole model, or one that Keras 2's `save_weights` wrote: layer by layer, or by their names.

    Raises:
        ValueError: weights that do not fit, or a damaged file.
    """
    if not os.path.isfile(path):
        raise FileNotFoundError(f"[Errno 2] Unable to synchronously open file (unable to open file: name = '{path}', errno = 2, "
                                "error message = 'No such file or directory', flags = 0, o_flags = 0)")
    with opened(path, path, f"loading {path}") as (file, size):
        group = member(file, "model_weights", path) if "layer_names" not in file.attrs and "model_weights" in file else file
        (_read_by_name if by_name else _read_layers)(group, model, path, size, skip_mismatch)


def _json(text, path):
    try:
        return json.loads(text.decode() if hasattr(text, "decode") else text)
    except (ValueError, TypeError, RecursionError) as error:
        raise ValueError(f"{path} is no `.h5` file of a model, or it is damaged: {error}") from None


def _mapped(function, value):
    if isinstance(value, dict):
        return {key: _mapped(function, item) for key, item in value.items()}
    return [_mapped(function, item) for item in value] if isinstance(value, (list, tuple)) else function(value)


def _ordered(layer):
    """The weights in the order of these files: those that train first."""
    return layer.trainable_weights + layer.non_trainable_weights


# -- writing -----------------------------------------------------------------------------------------------------------
def _write_layers(group, model):
    _write_names(group, "layer_names", [layer.name for layer in model.layers])
    group.attrs.update({"backend": "tensorflow", "keras_version": _KERAS_VERSION})
    for layer in sorted(model.layers, key=lambda layer: layer.name):
        _write_weights(group.create_group(layer.name), _ordered(layer))
    _write_weights(group.create_group("top_level_model_weights"), model._own_weights())


def _write_weights(group, weights):
    _write_names(group, "weight_names", [weight.path for weight in weights])
    for weight in weights:
        group.create_dataset(weight.path, data=np.asarray(weight.numpy()))


def _write_names(group, name, names):
    """Names as one attribute, or as several where one has no room for them."""
    names, count = [name.encode() for name in names], 1
    if any(len(one) > _HEADER for one in names):
        raise RuntimeError(f"The following attributes cannot be saved to HDF5 file because they are larger than {_HEADER} bytes: "
                           f"{[one for one in names if len(one) > _HEADER]}")
    array = np.asarray(names)
    while any(part.nbytes > _HEADER for part in np.array_split(array, count)):
        count += 1
    if count == 1:
        group.attrs[name] = names
        return
    for number, part in enumerate(np.array_split(array, count)):
        group.attrs[f"{name}{number}"] = part


# -- reading -----------------------------------------------------------------------------------------------------------
def _names(group, name):
    if name in group.attrs:
        found = list(group.attrs[name])
    else:
        found, number = [], 0
        while f"{name}{number}" in group.attrs:
            found += list(group.attrs[f"{name}{number}"])
            number += 1
    return [one.decode() if hasattr(one, "decode") else one for one in found]


def _values(group, path, size):
    return [numbers(group, name, path, size) for name in _names(group, "weight_names")]


def _read_layers(group, model, path, size, skip_mismatch=False):
    layers = [layer for layer in model.layers if _ordered(layer)]
    names = [name for name in _names(group, "layer_names") if _names(member(group, name, path), "weight_names")]
    if len(names) != len(layers):
        raise ValueError(f"Layer count mismatch when loading weights from file. Model expected {len(layers)} layers, found {len(names)} "
                         "saved layers.")
    for number, (layer, name) in enumerate(zip(layers, names)):
        weights, values = _ordered(layer), _values(member(group, name, path), path, size)
        if len(values) != len(weights):
            raise ValueError(f"Weight count mismatch for layer #{number} (named {layer.name} in the current model, {name} in the save file). "
                             f"Layer expects {len(weights)} weight(s). Received {len(values)} saved weight(s)")
        _assign(weights, values, f"layer #{number} (named {layer.name})", skip_mismatch)
    if "top_level_model_weights" in group:
        weights, values = model._own_weights(), _values(member(group, "top_level_model_weights", path), path, size)
        if len(values) != len(weights):
            raise ValueError("Weight count mismatch for top-level weights when loading weights from file. Model expects "
                             f"{len(weights)} top-level weight(s). Received {len(values)} saved top-level weight(s)")
        _assign(weights, values, "top-level model", skip_mismatch)


def _read_by_name(group, model, path, size, skip_mismatch=False):
    for number, name in enumerate(_names(group, "layer_names")):
        values = _values(member(group, name, path), path, size)
        for layer in model.layers:
            if layer.name != name:
                continue
            weights = _ordered(layer)
            if len(values) == len(weights):
                _assign(weights, values, f"layer #{number} (named {layer.name})", skip_mismatch)
            elif skip_mismatch:
                warnings.warn(f"Skipping loading of weights for layer #{number} (named {layer.name}) due to mismatch in number of weights. "
                              f"Layer expects {len(weights)} weight(s). Received {len(values)} saved weight(s)", stacklevel=4)
            else:
                raise ValueError(f"Weight count mismatch for layer #{number} (named {layer.name}). Layer expects {len(weights)} weight(s). "
                                 f"Received {len(values)} saved weight(s)")


def _assign(weights, values, what, skip_mismatch):
    for weight, value in zip(weights, values):
        if tuple(weight.shape) == value.shape:
            weight.assign(value)
            continue
        told = (f"for weight {weight.path}. Weight expects shape {tuple(weight.shape)}. Received saved weight with shape {value.shape}")
        if not skip_mismatch:
            raise ValueError(f"Shape mismatch in {what}{told}")
        warnings.warn(f"Skipping loading weights for {what}due to mismatch in shape {told}", stacklevel=5)
