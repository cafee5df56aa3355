"""Objects that a program may give by name or config, as Keras's ``get`` functions find them."""

from __future__ import annotations

from runtime.keras.naming import to_snake_case
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object


class Names:
    """Finds one kind of object (`kind` for error texts) by class or function name."""

    def __init__(self, kind, things, aliases=None):
        self._kind = kind
        self._things = {thing.__name__: thing for thing in things}
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
            found = self._things.get(identifier)
            if found is None:
                found = deserialize_keras_object(identifier)
                found = None if isinstance(found, str) else found
        if isinstance(found, type):
            return found()
        if not callable(found):
            raise ValueError(f"Could not interpret {self._kind} identifier: {identifier}")
        return found

    def deserialize(self, config, custom_objects=None):
        """The object of a config; configs without a module name the class alone."""
        if isinstance(config, str):
            return self.get(config)
        if isinstance(config, dict) and "module" not in config and config.get("class_name") in self._things:
            return self._things[config["class_name"]].from_config(config.get("config") or {})
        return deserialize_keras_object(config, custom_objects=custom_objects)

    def serialize(self, thing):
        """The config of an object, or the name of one of these functions."""
        config = serialize_keras_object(thing)
        is_own = isinstance(config, dict) and config.get("class_name") == "function" and self.has(config["config"])
        return config["config"] if is_own else config
