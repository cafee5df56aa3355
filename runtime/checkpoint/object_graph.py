"""The object graph: which objects a checkpoint covers, how they hang together, and under which keys their values are kept."""

from __future__ import annotations

from collections import deque

import numpy as np

from runtime.core.trackable import Trackable
from runtime.proto.saved import (BoolValue, ObjectReference, SerializedTensor, TrackableObject, TrackableObjectGraph)

OBJECT_GRAPH_KEY = "_CHECKPOINTABLE_OBJECT_GRAPH"
_SUFFIX = "/.ATTRIBUTES/"


class ObjectGraph:
    """The objects that can be reached from `root`, breadth first.

    Args:
        root: a Trackable.
        attached: further children of the root.

    Attributes:
        objects: the objects; that of index i is node i.
        paths: for each the shortest path of names that leads to it.
        children: for each a dict name → index.

    Raises:
        ValueError: a container was changed in a way that checkpoints cannot follow.
    """

    def __init__(self, root, attached=None):
        self.root = root
        self._attached = attached or {}
        self.objects, self.paths, self.children = [root], [()], []
        self.index = {id(root): 0}
        pending = deque([root])
        while pending:
            current = pending.popleft()
            path = self.paths[self.index[id(current)]]
            found = {}
            for name, child in self.children_of(current).items():
                if id(child) not in self.index:
                    self.index[id(child)] = len(self.objects)
                    self.objects.append(child)
                    self.paths.append(path + (name,))
                    pending.append(child)
                found[name] = self.index[id(child)]
            self.children.append(found)

    def children_of(self, item):
        children = item._trackable_children()
        return {**children, **self._attached} if item is self.root else children

    def has_values(self):
        """For each node whether it or one below it has values to store."""
        known = [bool(item._serialize_to_tensors_names()) for item in self.objects]
        parents = [[] for _ in known]
        for index, children in enumerate(self.children):
            for child in children.values():
                parents[child].append(index)
        pending = [index for index, has in enumerate(known) if has]
        while pending:
            for parent in parents[pending.pop()]:
                if not known[parent]:
                    known[parent] = True
                    pending.append(parent)
        return known

    def serialise(self):
        """Tensors by key, the graph's own message among them."""
        tensors, message = {}, TrackableObjectGraph()
        for item, path, children, has in zip(self.objects, self.paths, self.children, self.has_values()):
            node = TrackableObject(children=[ObjectReference(node_id=index, local_name=name)
                                             for name, index in children.items()])
            for name, value in item._serialize_to_tensors().items():
                key = checkpoint_key(path, name)
                tensors.update({key + suffix: part for suffix, part in value.items()} if isinstance(value, dict) else {key: value})
                node.attributes.append(SerializedTensor(name=name, full_name=getattr(item, "_shared_name", ""),
                                                        checkpoint_key=key))
            if has:
                node.has_checkpoint_values = BoolValue(value=True)
            message.nodes.append(node)
        tensors[OBJECT_GRAPH_KEY] = np.array(message.encode(), object)
        return tensors


def checkpoint_key(path, attribute):
    """``model/layers/0/.ATTRIBUTES/VARIABLE_VALUE``"""
    return ("/".join(map(_escaped, path)) + _SUFFIX + _escaped(attribute)).removeprefix("/")


def _escaped(name):
    return name.replace(".", "..").replace("/", ".S")


def assert_trackable(value, name):
    if not isinstance(value, Trackable):
        raise ValueError(f"`Checkpoint` was expecting {name} to be a trackable object (an object derived from `Trackable`), "
                         f"got {value}. If you believe this object should be trackable (i.e. it is part of the TensorFlow "
                         "Python API and manages state), please open an issue.")
