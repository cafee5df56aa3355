"""`tf.compat.v1.train.Saver`: checkpoints that know Variables by name."""

from __future__ import annotations

import os

import numpy as np

from runtime.checkpoint import bundle
from runtime.checkpoint.checkpoint import load_checkpoint
from runtime.checkpoint.kept import KeptCheckpoints
from runtime.compat.graphs import meta_graph
from runtime.compat.graphs.graph_variables import GLOBAL_VARIABLES
from runtime.core import errors
from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.logger import get_logger
from runtime.core.scopes import name_scope
from runtime.ops import state
from runtime.ops.io.checkpoints import RESTORE_V2, SAVE_V2
from runtime.ops.control_flow.control_flow import control_dependencies, group
from runtime.ops.identity import identity
from runtime.ops.placeholders import placeholder_with_default
from runtime.proto.saved import SaverDef


class Saver:
    """Saves and restores Variables, in sessions, or eagerly where `var_list` is given.

    Args:
        var_list: Variables, or a dict of them by the names they have in files; all of the graph by default.
        max_to_keep: how many checkpoints to keep; 0 or None for all.
        keep_checkpoint_every_n_hours: of those that would be deleted, keep one every so many hours.
        name: scope of the ops.
        allow_empty: there may be no Variables.

    Raises:
        ValueError: there are no Variables, or two of one name.
        RuntimeError: execution is eager, and there is no `var_list`.
    """

    def __init__(self, var_list=None, reshape=False, sharded=False, max_to_keep=5, keep_checkpoint_every_n_hours=10000.0, name=None,
                 restore_sequentially=False, saver_def=None, builder=None, defer_build=False, allow_empty=False, write_version=2,
                 pad_step_number=False, save_relative_paths=False, filename=None):
        if saver_def is not None or builder is not None:
            raise NotImplementedError("the runtime's Saver takes neither saver_def nor builder")
        self._given, self._name, self._allow_empty, self._pad = var_list, name, allow_empty, pad_step_number
        self._kept = KeptCheckpoints(max_to_keep, keep_checkpoint_every_n_hours)
        self._variables = None
        self._eager = context.graph is None
        if self._eager:
            get_logger().warning(
                "Saver is deprecated, please switch to tf.train.Checkpoint or tf.keras.Model.save_weights for training checkpoints. "
                "When executing eagerly variables do not necessarily have unique names, and so the variable.name-based lookups Saver "
                "performs are error-prone.")
            if var_list is None:
                raise RuntimeError("When eager execution is enabled, `var_list` must specify a list or dict of variables to save")
        if not defer_build:
            self.build()

    def build(self):
        """Make the ops, if that has not been done."""
        if self._variables is not None:
            return
        given = self._given if self._given is not None else context.graph.get_collection(GLOBAL_VARIABLES)
        self._variables = dict(given) if hasattr(given, "keys") else _by_name(given)
        if not self._variables and not self._allow_empty:
            raise ValueError("No variables to save")
        if not self._eager and self._variables:
            self._build(dict(sorted(self._variables.items())))

    def _build(self, variables):
        names = np.array([name.encode() for name in variables], object)
        slices = np.array([b""] * len(variables), object)
        types = [variable.dtype for variable in variables.values()]
        with control_dependencies(None), name_scope(self._name or "save"):
            file = placeholder_with_default(constant("model", name="filename/input"), None, name="filename")
            prefix = placeholder_with_default(file, None, name="Const")
            with name_scope("SaveV2") as scope:
                arguments = (prefix, constant(names, name="tensor_names"), constant(slices, name="shape_and_slices"))
            save = dispatch(SAVE_V2, (*arguments, *(variable._graph_element for variable in variables.values())), {}, scope)
            with control_dependencies([save]):
                self._save = identity(prefix, name="control_dependency")
            with name_scope("RestoreV2") as scope:
                arguments = (prefix, constant(names, name="tensor_names"), constant(slices, name="shape_and_slices"))
            restored = dispatch(RESTORE_V2, arguments, {"dtypes": types}, scope)
            assigned = [dispatch(state.ASSIGN, (variable.handle, identity(value)))
                        for variable, value in zip(variables.values(), restored)]
            self._restore = group(*assigned, name="restore_all")
            self._prefix = prefix

    # -- its graph ------------------------------------------------------------------------------------------------------
    @property
    def saver_def(self):
        """The message that says which nodes save and restore."""
        return SaverDef(filename_tensor_name=self._prefix.name, save_tensor_name=self._save.name, restore_op_name=self._restore.name,
                        max_to_keep=self._kept._max_to_keep or 0, keep_checkpoint_every_n_hours=self._kept._hours or 0.0, version=2)

    def as_saver_def(self):
        return self.saver_def

    def export_meta_graph(self, filename=None, collection_list=None, as_text=False, export_scope=None, clear_devices=False,
                          clear_extraneous_savers=False, strip_default_attrs=False, save_debug_info=False):
        """The message of the graph, its collections and this Saver, which is also written to a file."""
        return meta_graph.export(filename, saver_def=self.saver_def if self._variables else None, collection_list=collection_list,
                                 as_text=as_text)

    # -- saving ----------------------------------------------------------------------------------------------------
    def save(self, sess, save_path, global_step=None, latest_filename=None, meta_graph_suffix="meta", write_meta_graph=True,
             write_state=True, strip_default_attrs=False, save_debug_info=False):
        """Write a checkpoint. Returns its prefix: `save_path`, and ``-STEP`` where `global_step` is given.

        The graph is written besides, with the suffix ``.meta``, unless it cannot be, or `write_meta_graph` is false.

        Raises:
            TypeError: `sess` is no session.
            FailedPreconditionError: a Variable has no value.
        """
        self.build()
        path = os.fspath(save_path)
        if global_step is not None:
            if not isinstance(global_step, (int, np.integer)):
                global_step = int(np.asarray(global_step if self._eager else sess.run(global_step)))
            path = f"{path}-{global_step:08d}" if self._pad else f"{path}-{global_step}"
        if not self._eager and not hasattr(sess, "run"):
            raise TypeError(f"'sess' must be a Session; {sess}")
        if self._eager:
            os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
            bundle.write(path, {name: variable.handle._value.read() for name, variable in self._variables.items()})
        elif self._variables:
            sess.run(self._save, {self._prefix: path})
        if write_meta_graph and not self._eager:
            with sess.graph.as_default():
                self.export_meta_graph(f"{path}.{meta_graph_suffix}")
        if write_state and self._variables:
            self._kept.add(path)
            if self._kept.sweep():
                _warn_of_removal()
            self._kept.write(os.path.dirname(path), latest_filename or "checkpoint")
        return path

    def restore(self, sess, save_path):
        """Give the Variables the values of a checkpoint. Raises ValueError if there is none, NotFoundError if a name is not in it."""
        if self._variables is not None and not self._variables:
            return
        if save_path is None:
            raise ValueError("Can't load save_path when it is None.")
        path = os.fspath(save_path)
        if not bundle.exists(path):
            raise ValueError(f"The passed save_path is not a valid checkpoint: {path}")
        get_logger().info("Restoring parameters from %s", path)
        if self._eager:
            reader = bundle.BundleReader(path)
            for name, variable in self._variables.items():
                variable._restore_from_tensors({"VARIABLE_VALUE": reader.read_as(name, variable.dtype)})
            return
        try:
            sess.run(self._restore, {self._prefix: path})
        except errors.NotFoundError as error:
            raise errors.NotFoundError(error.node_def, error.op, (
                "Restoring from checkpoint failed. This is most likely due to a Variable name or other graph key that is missing from "
                "the checkpoint. Please ensure that you have not altered the graph expected based on the checkpoint. Original "
                f"error:\n\n{error.message}")) from None

    # -- which there are -------------------------------------------------------------------------------------------
    @property
    def last_checkpoints(self):
        """Prefixes of the checkpoints that may be deleted in turn, oldest first."""
        return list(self._kept.times)

    def set_last_checkpoints(self, last_checkpoints):
        """Take `last_checkpoints`, prefixes, for those that this Saver has written."""
        self._kept.times = dict.fromkeys(last_checkpoints, self._kept.last_preserved)

    def set_last_checkpoints_with_time(self, last_checkpoints_with_time):
        """As `set_last_checkpoints`, for pairs of a prefix and a time."""
        self._kept.times = dict(last_checkpoints_with_time)

    def recover_last_checkpoints(self, checkpoint_paths):
        """Take those of `checkpoint_paths` that exist for what this Saver has written."""
        self._kept.times = {path: os.path.getmtime(f"{path}.index") for path in checkpoint_paths if bundle.exists(path)}


def _warn_of_removal():
    """TensorFlow's own use of a deprecated function: the warning names a line of the library."""
    warn_deprecated("remove_checkpoint", "tensorflow.python.checkpoint.checkpoint_management",
                    "Use standard file APIs to delete files with this prefix.")


def _by_name(variables):
    found = {}
    for variable in variables:
        name = variable.name.removesuffix(":0")
        if name in found:
            raise ValueError(f"At least two variables have the same name: {name}")
        found[name] = variable
    return found


def checkpoint_exists(checkpoint_prefix):
    """Whether there is a checkpoint with this prefix."""
    warn_deprecated("checkpoint_exists", "tensorflow.python.checkpoint.checkpoint_management",
                    "Use standard file APIs to check for files with this prefix.")
    return bundle.exists(os.fspath(checkpoint_prefix))


def new_checkpoint_reader(filepattern):
    """`tf.compat.v1.train.NewCheckpointReader`: what `tf.train.load_checkpoint` gives, of a file's prefix."""
    return load_checkpoint(filepattern)
