"""`tf.name_scope`: prefixes for the names of ops in graphs, and of Variables everywhere."""

from __future__ import annotations

from runtime.core.context import context


def get_current_name_scope():
    """The name scope that is open, without the slash at its end: `tf.get_current_name_scope`."""
    return (context.eager_scope[:-1] if context.graph is None else context.graph.get_name_scope()) or ""


class name_scope:
    """Prefix names made in the block with `name`; ``as scope`` gives the full prefix, with a slash at its end.

    Raises:
        ValueError: `name` is not a string.
    """

    __qualname__ = "name_scope_v2"  # what TensorFlow's texts call it

    def __init__(self, name):
        if not isinstance(name, str):
            raise ValueError("name for name_scope must be a string.")
        self._name = name
        self._exits = []

    @property
    def name(self):
        return self._name

    def __enter__(self):
        graph = context.graph
        if graph is not None:
            scope = graph.name_scope(self._name)
            self._exits.append(lambda *error: scope.__exit__(*error))
            return scope.__enter__()
        outer = context.eager_scope
        if not self._name:
            context.eager_scope = ""
        elif self._name.endswith("/"):
            context.eager_scope = self._name
        else:
            context.eager_scope = f"{outer}{self._name}/"
        self._exits.append(lambda *error: setattr(context, "eager_scope", outer))
        return context.eager_scope

    def __exit__(self, *error):
        self._exits.pop()(*error)
        return False
