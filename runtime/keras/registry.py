"""Objects that a program may give by name, as Keras's ``get`` functions find them."""

from __future__ import annotations

from runtime.keras.naming import to_snake_case


class Names:
    """Finds one kind of object (`kind` for error texts) by class or function name."""

    def __init__(self, kind, things, aliases=None):
        self._kind = kind
        self._things = {thing.__name__: thing for thing in things}
        for thing in things:
            self._things.setdefault(to_snake_case(thing.__name__), thing)
        self._things.update(aliases or {})

    def get(self, identifier):
        """The object for a name, class or object; None for None.

        Raises:
            ValueError: nothing has that name, or it is no callable.
        """
        if identifier is None:
            return None
        found = identifier
        if isinstance(identifier, str):
            found = self._things.get(identifier)
        if isinstance(found, type):
            return found()
        if not callable(found):
            raise ValueError(f"Could not interpret {self._kind} identifier: {identifier}")
        return found
