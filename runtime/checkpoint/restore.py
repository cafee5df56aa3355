"""Restoring: the nodes of a checkpoint are matched with objects, those that exist now and those that are made later."""

from __future__ import annotations

from collections import deque

from runtime.checkpoint.bundle import BundleReader
from runtime.checkpoint.by_name import restore_by_names
from runtime.checkpoint.object_graph import OBJECT_GRAPH_KEY
from runtime.core import errors
from runtime.core.logger import get_logger
from runtime.proto.saved import TrackableObjectGraph
from runtime.proto.wire import DecodeError


def read_object_graph(reader):
    """The object graph that a checkpoint holds. Raises DataLossError if it is damaged, NotFoundError if there is none."""
    try:
        message = TrackableObjectGraph.decode(reader.read(OBJECT_GRAPH_KEY).item())
    except DecodeError as error:
        raise errors.DataLossError(None, None, f"Unable to read the object graph of {reader.prefix}: {error}") from None
    for node in message.nodes:
        if any(not 0 <= child.node_id < len(message.nodes) for child in node.children):
            raise errors.DataLossError(None, None, f"Unable to read the object graph of {reader.prefix}: a node has a child "
                                       "that is not there")
    return message


class Restoration:
    """One restore: what has been matched, and what has not.

    Attributes:
        nodes: the checkpoint's nodes.
        objects: node index → the object that it was matched with.
        unused: (node index, attribute) pairs whose object has no such attribute.
    """

    def __init__(self, prefix, reader=None):
        self.reader = reader or BundleReader(prefix)
        if OBJECT_GRAPH_KEY not in self.reader:
            raise ValueError(f"{prefix} is a checkpoint without an object graph, as tf.compat.v1.train.Saver writes it.")
        self.nodes = read_object_graph(self.reader).nodes
        self.objects = {}
        self.unused = []
        self.expect_partial = False

    def start(self, view):
        """Match the root of `view`, an ObjectGraph, and all that hangs on it."""
        self._match(0, view.root, view.children_of)

    def _match(self, index, item, children_of=None):
        pending = deque([(index, item)])
        while pending:
            index, item = pending.popleft()
            known = self.objects.setdefault(index, item)
            if known is not item:
                get_logger().warning(
                    "Inconsistent references when loading the checkpoint into this object graph. For example, in the saved "
                    "checkpoint object, `model.layer.weight` and `model.layer_copy.weight` reference the same variable, while "
                    "in the current object these are two different variables. The referenced variables are:"
                    f"({known} and {item}).")
                continue
            node = self.nodes[index]
            self._assign(index, node, item)
            children = children_of(item) if children_of is not None else None
            for reference in node.children:
                child = item._lookup_dependency(reference.local_name) if children is None else \
                    children.get(reference.local_name)
                if child is None:
                    self._defer(item, reference)
                elif self.objects.get(reference.node_id) is not child:
                    pending.append((reference.node_id, child))

    def _defer(self, item, reference):
        item._deferred_restorations().setdefault(reference.local_name, []).append(
            lambda child: self._match(reference.node_id, child))

    def _assign(self, index, node, item):
        own = item._serialize_to_tensors_names()
        values = {}
        for attribute in node.attributes:
            if attribute.name in own:
                key, dtype = attribute.checkpoint_key, own[attribute.name]
                values[attribute.name] = {suffix: self.reader.read_as(key + suffix, each) for suffix, each in dtype.items()} \
                    if isinstance(dtype, dict) else self.reader.read_as(key, dtype)
            else:
                self.unused.append((index, attribute))
        if values:
            item._restore_from_tensors(values)

    # -- what has not been matched -------------------------------------------------------------------------------------
    def unresolved(self):
        """[node index] of nodes that have values and no object."""
        return [index for index, node in enumerate(self.nodes) if node.attributes and index not in self.objects]

    def node_names(self):
        """For each node the path to it, as error texts have it: ``(root).model.w``."""
        names, pending = {0: "(root)"}, deque([0])
        while pending:
            index = pending.popleft()
            for child in self.nodes[index].children:
                if child.node_id not in names:
                    names[child.node_id] = f"{names[index]}.{child.local_name}"
                    pending.append(child.node_id)
        return names

    def __del__(self):
        if getattr(self, "expect_partial", True):
            return
        missing = self.unresolved()
        if not missing and not self.unused:
            return
        logger, names = get_logger(), self.node_names()
        logger.warning(
            "Detecting that an object or model or tf.train.Checkpoint is being deleted with unrestored values. See the "
            "following logs for the specific values in question. To silence these warnings, use `status.expect_partial()`. See "
            "https://www.tensorflow.org/api_docs/python/tf/train/Checkpoint#restorefor details about the status object returned "
            "by the restore function.")
        for index in missing:
            logger.warning(f"Value in checkpoint could not be found in the restored object: {names.get(index, index)}")
        for index, attribute in self.unused:
            logger.warning("An attribute in the restored object could not be found in the checkpoint. Object: "
                           f"{names.get(index, index)}, attribute: {attribute.name}")


class CheckpointLoadStatus:
    """What `restore` returns: assertions on how far the checkpoint and the program agree."""

    def __init__(self, restoration, view):
        self._restoration = restoration
        self._view = view  # makes the ObjectGraph afresh: objects may have been added since

    def assert_consumed(self):
        """Raise AssertionError unless every value in the checkpoint has an object, and every object a value."""
        self.assert_existing_objects_matched()
        restoration = self._restoration
        missing = restoration.unresolved()
        if missing:
            name = restoration.node_names().get(missing[0], missing[0])
            raise AssertionError(f"Unresolved object in checkpoint {name}: {restoration.nodes[missing[0]].text()}")
        if restoration.unused:
            names = restoration.node_names()
            listed = "\n".join(f"{names[index]} ({restoration.objects[index]}): {attribute.name}"
                               for index, attribute in restoration.unused)
            raise AssertionError("Unused attributes in these objects (the attributes exist in the checkpoint but were not "
                                 f"restored):\n{listed}")
        return self

    def assert_existing_objects_matched(self):
        """Raise AssertionError if an object that exists now has no value in the checkpoint."""
        missing = self._unmatched(self._view())
        if missing:
            shown = missing[:10]
            raise AssertionError(
                f"Found {len(missing)} Python objects that were not bound to checkpointed values, likely due to changes in the "
                f"Python program. Showing {len(shown)} of {len(missing)} unmatched objects: {shown}")
        return self

    def assert_nontrivial_match(self):
        """Raise AssertionError if nothing but the root was matched."""
        view = self._view()
        if all(item is view.root for item in self._restoration.objects.values()):
            missing = self._unmatched(view)
            if missing:
                raise AssertionError(
                    "Nothing except the root object matched a checkpointed value. Typically this means that the checkpoint "
                    f"does not match the Python program. The following objects have no matching checkpointed value: {missing}")
            raise AssertionError(f"Nothing to load. No dependencies have been added to {view.root} yet.")
        return self

    def _unmatched(self, view):
        matched = {id(item) for item in self._restoration.objects.values()}
        return [item for item in view.objects if id(item) not in matched and item._serialize_to_tensors_names()]

    def expect_partial(self):
        """No warnings about values that find no object."""
        self._restoration.expect_partial = True
        return self

    def initialize_or_restore(self, session=None):
        """For programs that run either way: values are restored at once here."""

    run_restore_ops = initialize_or_restore


class InitializationOnlyStatus:
    """What ``restore(None)`` returns: nothing is restored, and all assertions fail."""

    def assert_consumed(self):
        raise AssertionError("No checkpoint specified (save_path=None); nothing is being restored.")

    assert_existing_objects_matched = assert_nontrivial_match = assert_consumed

    def expect_partial(self):
        return self

    def initialize_or_restore(self, session=None):
        """For programs that run either way: Variables are initialised when they are made."""


def restore(prefix, make_view):
    """Restore the objects of the ObjectGraph that `make_view()` gives from the checkpoint `prefix`; the status."""
    reader = BundleReader(prefix)
    if OBJECT_GRAPH_KEY not in reader:
        return restore_by_names(reader, make_view().objects)
    restoration = Restoration(prefix, reader)
    restoration.start(make_view())
    return CheckpointLoadStatus(restoration, make_view)
