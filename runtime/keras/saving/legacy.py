"""Configs as HDF5 files of whole models have them: layers by the names of their classes, without modules."""

from __future__ import annotations

import importlib

from runtime.keras import hooks
from runtime.keras.saving.config import (CustomObjectScope, deserialize_keras_object, get_registered_name, get_registered_object, public_config,
                                         serialize_keras_object)

_OF_KERAS_2 = ("module", "function_type", "output_shape_type", "output_shape_module")  # arguments of `Lambda` that Keras 3 does not know


def legacy_config(thing):
    """The config of a model, layer or other object; functions are told by their names."""
    if callable(thing) and not hasattr(thing, "get_config"):
        return get_registered_name(thing)
    if not hasattr(thing, "get_config"):
        return serialize_keras_object(thing)
    return {"class_name": get_registered_name(type(thing)), "config": _without_modules(serialize_keras_object(thing.get_config()))}


def _without_modules(config):
    """The config of a model, whose layers have their class and config alone."""
    if not isinstance(config.get("layers"), list):
        return config
    layers = []
    for layer in config["layers"]:
        kept = {"class_name": layer["registered_name"] if layer["module"] is None else layer["class_name"],
                "config": _without_modules(layer["config"])}
        layers.append({**kept, **{name: layer[name] for name in ("name", "inbound_nodes") if name in layer}})
    return {**config, "layers": layers}


def from_legacy_config(config, custom_objects=None):
    """The layer or model of a config without a module, which Keras 3 or Keras 2 wrote.

    Raises:
        ValueError: no config, or a class that is neither Keras's nor registered.
    """
    if not isinstance(config, dict) or "class_name" not in config or not isinstance(config.get("config"), dict):
        raise ValueError("The provided configuration is not a valid Keras configuration. Expected a dictionary containing a 'config' key. "
                         f"Received: config={config}")
    if "module" in config:
        return deserialize_keras_object(config, custom_objects)
    name, inner = config["class_name"], dict(config["config"])
    shape = inner.pop("batch_input_shape", None)
    if shape is not None and name == "InputLayer":
        inner["batch_shape"] = shape
    axis = inner.get("axis")
    if isinstance(axis, list) and len(axis) == 1:
        inner["axis"] = axis[0]
    if name == "Lambda":
        inner = {key: value for key, value in inner.items() if key not in _OF_KERAS_2}
        if isinstance(inner.get("function"), list):
            inner["function"] = {"class_name": "__lambda__", "config": {"code": inner["function"][0]}}
    with CustomObjectScope(custom_objects):
        cls = get_registered_object(name)
        if cls is not None:
            return cls.from_config(inner)
        cls = {model.__name__: model for model in hooks.model_classes()}.get(name) or getattr(
            importlib.import_module("runtime.keras.layers"), str(name), None)
        if not isinstance(cls, type) or not cls.__module__.startswith("runtime.keras"):
            raise ValueError(f"Unknown layer: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that this object is "
                             "included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize"
                             "#registering_the_custom_object for details.")
        return deserialize_keras_object(public_config(cls, inner))
