"""`keras.legacy.saving` and `keras.utils.legacy`: objects as class and config, with the tables of names that the caller gives."""

from __future__ import annotations

import inspect

from runtime.core.absent import absent_from
from runtime.keras.saving.config import CustomObjectScope, get_registered_name, get_registered_object

_PASSIVE = "__passive_serialization__"  # marks configs of objects inside of configs


def serialize_keras_object(instance):
    """``{"class_name", "config"}`` of an object, the name of a function; None for None. Raises ValueError for others."""
    instance = inspect.unwrap(instance)
    if instance is None:
        return None
    if hasattr(instance, "get_config"):
        return {"class_name": get_registered_name(type(instance)), "config": {key: _part(item) for key, item in instance.get_config().items()}}
    if hasattr(instance, "__name__"):
        return get_registered_name(instance)
    raise ValueError(f"Cannot serialize {instance} because it doesn't implement `get_config()`.")


def _part(item):
    if isinstance(item, str):
        return item
    try:
        told = serialize_keras_object(item)
    except ValueError:
        return item
    return {**told, _PASSIVE: True} if isinstance(told, dict) else told


def deserialize_keras_object(identifier, module_objects=None, custom_objects=None, printable_module_name="object"):
    """The object of a config, or the function or an instance of the class of a name; functions stay as they are.

    Args:
        module_objects: name → class or function.
        printable_module_name: what error texts call it.

    Raises:
        ValueError: an unknown name, or no config.
    """
    def unknown(name):
        return ValueError(f"Unknown {printable_module_name}: '{name}'. Please ensure you are using a `keras.utils.custom_object_scope` and that "
                          "this object is included in the scope. See https://www.tensorflow.org/guide/keras/save_and_serialize"
                          "#registering_the_custom_object for details.")

    def known(name):
        return get_registered_object(name, custom_objects, module_objects)

    if identifier is None or inspect.isfunction(identifier):
        return identifier
    if isinstance(identifier, str):
        found = known(identifier)
        if found is None:
            raise unknown(identifier)
        return found() if inspect.isclass(found) else found
    if not isinstance(identifier, dict):
        raise ValueError(f"Could not interpret serialized {printable_module_name}: {identifier}")
    if "class_name" not in identifier or "config" not in identifier:
        raise ValueError(f"Improper config format for {identifier}. Expecting python dict contains `class_name` and `config` as keys")
    cls, config = known(identifier["class_name"]), identifier["config"]
    if cls is None:
        raise unknown(identifier["class_name"])
    if isinstance(config, dict):
        config = {key: _made(key, item, known, module_objects, custom_objects) for key, item in config.items()}
    with CustomObjectScope(custom_objects):
        return cls.from_config(config) if hasattr(cls, "from_config") else cls(**config)


def _made(key, item, known, module_objects, custom_objects):
    if key == "name":
        return item
    if isinstance(item, dict) and _PASSIVE in item:
        return deserialize_keras_object(item, module_objects, custom_objects, "config_item")
    found = known(item) if isinstance(item, str) else None
    return found if inspect.isfunction(found) else item


__getattr__ = absent_from("tf.keras.legacy.saving")
