"""`Trackable`: what checkpoints and SavedModels can find by walking attributes, and the restoring of what is made later."""

from __future__ import annotations

from runtime.core.hooks import tracked


class Trackable:
    """An object with named children. Each is a node of the object graph that checkpoints and SavedModels store."""

    def _trackable_children(self):
        """Name → child, in the order in which they were first assigned. Raises ValueError if it cannot be stored."""
        return {}

    def _serialize_to_tensors(self):
        """The object's own state: name → NumPy array, or a dict of arrays by what is added to the name in the file."""
        return {}

    def _serialize_to_tensors_names(self):
        """The names that `_serialize_to_tensors` gives, each with its DType or None, without computing the values."""
        return {}

    def _restore_from_tensors(self, tensors):
        """Take over the state that `_serialize_to_tensors` gave. Raises ValueError or OpError where it does not fit."""

    def _lookup_dependency(self, name):
        """The child called `name`, or None."""
        return self._trackable_children().get(name)

    def _deferred_restorations(self):
        """Name of a child that is yet to come → restorations, each a function of the child. Made on first use."""
        pending = self.__dict__.get("_self_deferred")
        if pending is None:
            pending = self.__dict__["_self_deferred"] = {}
        return pending

    def _child_added(self, name, child):
        """Restore `child`, if a checkpoint that was read before has a value for it."""
        pending = self.__dict__.get("_self_deferred")
        if pending and name in pending and isinstance(child, Trackable):
            for restore in pending.pop(name):
                restore(child)


class AutoTrackable(Trackable):
    """Tracks what is assigned to its attributes; lists, dicts and tuples are wrapped so that they are tracked as well."""

    def __setattr__(self, name, value):
        value = tracked(value)
        object.__setattr__(self, name, value)
        if "_self_deferred" in self.__dict__:
            self._child_added(name, value)

    def _trackable_children(self):
        untracked = self.__dict__.get("_self_untracked", ())  # of methods that take no part in it
        return {name: value for name, value in self.__dict__.items() if isinstance(value, Trackable) and name not in untracked}
