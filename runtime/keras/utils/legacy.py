"""`keras.utils.legacy`: configs as Keras wrote them before version 3, a class name and the constructor's arguments."""

from __future__ import annotations

import inspect

from runtime.core.absent import absent_from
from runtime.keras.saving.config import CustomObjectScope, get_registered_name, get_registered_object

_PASSED_ON = "__passive_serialization__"  # marks configs of objects among the arguments


def serialize_keras_object(instance):
    """``{"class_name", "config"}`` of an object, or the name of a function. Raises ValueError for what has neither."""
    instance = inspect.unwrap(instance) if callable(instance) else instance
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        config = {}
        for key, item in instance.get_config().items():
            try:
                config[key] = item if isinstance(item, str) else serialize_keras_object(item)
                if isinstance(config[key], dict) and not isinstance(item, dict):
                    config[key][_PASSED_ON] = True
            except ValueError:
                config[key] = item
        return {"class_name": get_registered_name(type(instance)), "config": config}
    if hasattr(instance, "__name__"):
        return get_registered_name(instance)
    raise ValueError(f"Cannot serialize {instance} because it doesn't implement `get_config()`.")


def deserialize_keras_object(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object of a config or a name, out of `module_objects`, `custom_objects` or those that are registered; functions as they are.

    Raises:
        ValueError: nothing has that name, or it is no config.
    """
    if identifier is None:
        return None
    if isinstance(identifier, dict):
        cls, config = _class_and_config(identifier, module_objects, custom_objects, printable_module_name)
        with CustomObjectScope(custom_objects or {}):
            return cls.from_config(config) if hasattr(cls, "from_config") else cls(**config)
    if isinstance(identifier, str):
        found = get_registered_object(identifier, custom_objects, module_objects)
        if found is None:
            raise ValueError(f"Unknown {printable_module_name}: '{identifier}'. Please ensure you are using a "
                             "`keras.utils.custom_object_scope` and that this object is included in the scope. See "
                             "https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom_object for details.")
        return found() if isinstance(found, type) else found
    if inspect.isfunction(identifier):
        return identifier
    raise ValueError(f"Could not interpret serialized {printable_module_name}: {identifier}")


def _class_and_config(identifier, module_objects, custom_objects, what):
    if "class_name" not in identifier or "config" not in identifier:
        raise ValueError(f"Improper config format for {identifier}. Expecting python dict contains `class_name` and `config` as keys")
    name, config = identifier["class_name"], identifier["config"]
    cls = get_registered_object(name, custom_objects, module_objects)
    if cls is None:
        raise ValueError(f"Unknown {what}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that this object "
                         "is included in the scope. See "
                         "https://www.tensorflow.org/guide/keras/save_and_serialize#registering_the_custom_object for details.")
    if isinstance(config, list):
        return cls, config
    made = {}
    for key, item in config.items():
        if key != "name" and isinstance(item, dict) and _PASSED_ON in item:
            made[key] = deserialize_keras_object(item, module_objects, custom_objects, "config_item")
        elif key != "name" and isinstance(item, str) and inspect.isfunction(
                found := get_registered_object(item, custom_objects, module_objects)):
            made[key] = found
    config.update(made)
    return cls, config


__getattr__ = absent_from("tf.keras.utils.legacy")
