"""What programs see of the objects in checkpoints: `tf.train.TrackableView`, and `PythonState` for state of their own."""

from __future__ import annotations

import abc
import weakref

import numpy as np

from runtime.checkpoint.object_graph import ObjectGraph
from runtime.core import dtypes
from runtime.core.trackable import Trackable


class PythonState(Trackable, metaclass=abc.ABCMeta):
    """An object whose state is a byte string in checkpoints."""

    @abc.abstractmethod
    def serialize(self):
        """The state as a byte string."""

    @abc.abstractmethod
    def deserialize(self, string_value):
        """Take over the state that `serialize` gave."""

    def _serialize_to_tensors_names(self):
        return {"py_state": dtypes.string}

    def _serialize_to_tensors(self):
        state = self.serialize()
        return {"py_state": np.array(state.encode() if isinstance(state, str) else state, object)}

    def _restore_from_tensors(self, tensors):
        self.deserialize(np.asarray(tensors["py_state"]).item())


class TrackableView:
    """The objects that can be reached from `root`.

    Args:
        root: an object, or a weak reference to one.
    """

    def __init__(self, root):
        self._reference = root if isinstance(root, weakref.ref) else weakref.ref(root)

    @property
    def root(self):
        found = self._reference()
        assert found is not None
        return found

    @classmethod
    def children(cls, obj, save_type="checkpoint", **kwargs):
        """Name → child of `obj`."""
        return dict(obj._trackable_children())

    def descendants(self):
        """The root and all below it, breadth first."""
        return ObjectGraph(self.root).objects
