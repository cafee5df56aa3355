"""Objects that a program may give by name or config, as Keras's ``get`` functions find them."""

from __future__ import annotations

import types

from runtime.keras.naming import to_snake_case
from runtime.keras.saving.config import deserialize_keras_object, get_registered_object, public_config, serialize_keras_object


class Names:
    """Finds one kind of object by class or function name.

    Args:
        kind: for error texts.
        things: classes and functions; they are found by their names, and by those in snake case.
        aliases: further names.
        as_config: strings are taken for configs without arguments, so that they may also name custom objects.
        fold: names are found whatever their case is.
    """

    def __init__(self, kind, things, aliases=None, as_config=False, fold=False):
        self._kind, self._as_config, self._fold = kind, as_config, fold
        self._things = {thing.__name__: thing for thing in things}
        if fold:
            self._things = {name.lower(): thing for name, thing in self._things.items()}
        else:
            for thing in things:
                self._things.setdefault(to_snake_case(thing.__name__), thing)
        self._things.update(aliases or {})

    def has(self, name):
        return name in self._things

    def get(self, identifier):
        """The object for a name, config, class or object; None for None.

        Raises:
            ValueError: nothing has that name, or it is no callable.
        """
        if identifier is None:
            return None
        found = identifier
        if isinstance(identifier, dict):
            found = self.deserialize(identifier)
        elif isinstance(identifier, str):
            found = self.deserialize({"class_name": identifier, "config": {}}) if self._as_config else self._things.get(identifier)
        if isinstance(found, type):
            return found()
        if not callable(found):
            raise ValueError(f"Could not interpret {self._kind} identifier: {identifier}")
        return found

    def deserialize(self, config, custom_objects=None):
        """The object of a config, or the function of a name; a name that is unknown is given back, as Keras does.

        Raises:
            ValueError: a dict that is no config.
            TypeError: the config of a class that is not registered.
        """
        if not isinstance(config, (dict, str)):
            return deserialize_keras_object(config, custom_objects)
        inner = None
        if isinstance(config, dict):
            if "class_name" not in config:
                raise ValueError(f"Unknown `config` as a `dict`, config={config}")
            inner = config.get("config")
            if _is_custom(config, custom_objects):
                return deserialize_keras_object(config, custom_objects)
            if config["class_name"] == "function":
                name = inner if config["module"] == "builtins" else config["registered_name"]
            elif config.get("module", "") is None:
                raise TypeError(f"Cannot deserialize object of type `{config['class_name']}`. If `{config['class_name']}` is a custom class, "
                                "please register it using the `@keras.saving.register_keras_serializable()` decorator.")
            else:
                name = config["class_name"]
        else:
            found = get_registered_object(config, custom_objects)
            if found is not None:
                return found
            name = config
        thing = self._things.get(name.lower() if self._fold else name)
        if thing is None or isinstance(thing, types.FunctionType):
            return name if thing is None else thing
        return deserialize_keras_object(public_config(thing, inner or {}), custom_objects)

    def serialize(self, thing):
        """The config of an object or function."""
        return serialize_keras_object(thing)


def _is_custom(config, custom_objects):
    names = config["class_name"], config.get("registered_name"), config.get("config")
    return any(isinstance(name, str) and get_registered_object(name, custom_objects) is not None for name in names)
