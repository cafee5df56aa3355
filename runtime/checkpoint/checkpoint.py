"""`tf.train.Checkpoint`, and functions that look into checkpoints."""

from __future__ import annotations

import os
import weakref

import numpy as np

from runtime.checkpoint import bundle, state_file
from runtime.checkpoint.object_graph import ObjectGraph, assert_trackable
from runtime.checkpoint.restore import InitializationOnlyStatus, restore
from runtime.core import dtypes, errors
from runtime.core.context import context, init_scope
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.trackable import AutoTrackable
from runtime.variables import Variable
from runtime.ops.io.checkpoints import SAVE_V2
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.identity import identity


class Checkpoint(AutoTrackable):
    """Saves and restores the values of the objects that it holds, found by walking attributes.

    Args:
        root: the object whose attributes are the top level; by default the checkpoint itself.
        **kwargs: further objects, under these names.

    Raises:
        ValueError: something is not trackable, or is in `root` under the same name.
    """

    def __init__(self, root=None, **kwargs):
        object.__setattr__(self, "_root_reference", root)
        object.__setattr__(self, "_attached", {})
        top = self._root
        counter = None
        if root is not None:
            assert_trackable(top, "root")
            counter = top._lookup_dependency("save_counter")
            object.__setattr__(self, "root", root)
        object.__setattr__(self, "_counter", counter)
        for name in sorted(kwargs):
            setattr(self, name, kwargs[name])
            value = getattr(self, name)
            value = value() if isinstance(value, weakref.ref) else value
            assert_trackable(value, name)
            if root is not None:
                child = top._lookup_dependency(name)
                if child is None:
                    self._attached[name] = value
                elif child is not value:
                    raise ValueError(f"Cannot create a Checkpoint with keyword argument {name} if root.{name} already exists.")

    @property
    def _root(self):
        root = self._root_reference
        return self if root is None else root() if isinstance(root, weakref.ref) else root

    def _trackable_children(self):
        children = super()._trackable_children()
        for name in ("_root_reference", "_counter", "root"):
            if self._root_reference is not None or name != "root":
                children.pop(name, None)
        if self._counter is not None:
            children["save_counter"] = self._counter
        return children

    def _view(self):
        """The objects to save: those that hang on the root, and on this checkpoint if the root is another object."""
        attached = dict(self._attached)
        if self._root is not self and self._counter is not None:
            attached["save_counter"] = self._counter
        return ObjectGraph(self._root, attached)

    @property
    def save_counter(self):
        """int64 Variable: how often `save` was called. It is saved and restored as well."""
        if self._counter is None:
            with init_scope():
                counter = Variable(constant(0, dtypes.int64), trainable=False, name="save_counter")
            object.__setattr__(self, "_counter", counter)
            self._root._child_added("save_counter", counter)
        return self._counter

    def write(self, file_prefix, options=None):
        """Write all values to the files ``PREFIX.index`` and ``PREFIX.data-…``, in functions whenever they run. Returns the prefix.

        Raises:
            NotImplementedError: called in a plain graph.
            ValueError: a container was changed in a way that checkpoints cannot follow.
        """
        tensors = self._view().serialise()
        if context.graph is not None:
            return _write_in_function(file_prefix, tensors)
        prefix = os.fspath(file_prefix)
        os.makedirs(os.path.dirname(prefix) or ".", exist_ok=True)
        bundle.write(prefix, tensors)
        return prefix

    def save(self, file_prefix, options=None):
        """As `write`, to a prefix that ends in the number of the save, which is noted in the file ``checkpoint``."""
        refuse_in_graphs("Checkpoint.save")
        counter = self.save_counter
        counter.assign_add(1)
        prefix = self.write(f"{os.fspath(file_prefix)}-{int(counter.numpy())}")
        state_file.write(os.path.dirname(prefix), prefix, [prefix])
        return prefix

    def read(self, save_path, options=None):
        """Restore values from a checkpoint that `write` made. Objects that are made later get theirs when they are assigned.

        Returns:
            A status with ``assert_consumed()`` and the like.

        Raises:
            NotFoundError: there is no such checkpoint.
            DataLossError: its files are damaged.
            ValueError: a value does not fit the Variable that it belongs to.
        """
        if save_path is None:
            return InitializationOnlyStatus()
        refuse_in_graphs("Checkpoint.read")
        return restore(os.fspath(save_path), self._view)

    def restore(self, save_path, options=None):
        """As `read`, for checkpoints that `save` made, and for folders of SavedModels."""
        path = os.fspath(save_path) if save_path is not None else None
        if path is not None and os.path.isfile(os.path.join(path, "saved_model.pb")):
            path = os.path.join(path, "variables", "variables")
        try:
            status = self.read(path)
        except errors.NotFoundError as error:
            raise errors.NotFoundError(None, None, f"Error when restoring from checkpoint or SavedModel at {save_path}: "
                                       f"{error.message}\nPlease double-check that the path is correct. You may be missing the "
                                       "checkpoint suffix (e.g. the '-1' in 'path/to/ckpt-1').") from None
        self.save_counter  # noqa: B018 - made now, so that it takes the restored value
        return status

    def sync(self):
        """For programs that save in the background: all is written at once here."""


def refuse_in_graphs(name):
    """Raise NotImplementedError where ops are recorded: `name` has to run at once."""
    if context.graph is None:
        return
    if name == "Checkpoint.save" and context.graph.building_function:
        raise NotImplementedError(
            "Calling tf.train.Checkpoint.save() from a function is not supported, as save() modifies saving metadata in ways not "
            "supported by TensorFlow Operations. Consider using tf.train.Checkpoint.write(), a lower-level API which does not update "
            "metadata. tf.train.latest_checkpoint and related APIs will not see this checkpoint.")
    raise NotImplementedError(f"tf.train.{name} cannot be called in a function or graph. Call it from eager code; graphs and sessions "
                              "have tf.compat.v1.train.Saver.")


def _write_in_function(file_prefix, tensors):
    """Record the op that writes `tensors`; the prefix as a tensor."""
    if not context.graph.building_function:
        refuse_in_graphs("Checkpoint.write")
    prefix = convert_to_tensor(file_prefix, dtypes.string)
    names = np.array([name.encode() for name in tensors], object)
    with control_dependencies([dispatch(SAVE_V2, (prefix, names, np.array([b""] * len(names), object), *tensors.values()), {})]):
        return identity(prefix)


class CheckpointOptions:
    """Kept for programs that name it; the options are about devices and threads, which there are none of here."""

    def __init__(self, experimental_io_device=None, experimental_enable_async_checkpoint=False, **_):
        self.experimental_io_device = experimental_io_device
        self.experimental_enable_async_checkpoint = experimental_enable_async_checkpoint


class CheckpointReader:
    """Looks into a checkpoint, by keys."""

    def __init__(self, prefix):
        self._reader = bundle.BundleReader(prefix)

    def get_tensor(self, name):
        """The value as a NumPy array; a scalar as a Python object of bytes or a NumPy scalar."""
        value = self._reader.read(name)
        return value[()] if value.ndim == 0 else value

    def has_tensor(self, name):
        return name in self._reader

    def get_variable_to_shape_map(self):
        return {key: list(self._reader.dims(key) or ()) for key in self._reader.entries}

    def get_variable_to_dtype_map(self):
        return {key: self._reader.dtype(key) for key in self._reader.entries}


def load_checkpoint(ckpt_dir_or_file):
    """`tf.train.load_checkpoint`: a CheckpointReader for a prefix, or for the latest checkpoint of a folder.

    Raises:
        ValueError: the folder has no checkpoint.
        NotFoundError, DataLossError: the files are not there, or damaged.
    """
    path = os.fspath(ckpt_dir_or_file)
    if os.path.isdir(path):
        latest = state_file.latest_checkpoint(path)
        if latest is None:
            raise ValueError(f"Couldn't find 'checkpoint' file or checkpoints in given directory {path}")
        path = latest
    return CheckpointReader(path)


def load_variable(ckpt_dir_or_file, name):
    """`tf.train.load_variable`: one value, as a NumPy array."""
    return load_checkpoint(ckpt_dir_or_file).get_tensor(name.removesuffix(":0"))


def list_variables(ckpt_dir_or_file):
    """`tf.train.list_variables`: [(key, shape as a list)], sorted."""
    return sorted(load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map().items())
