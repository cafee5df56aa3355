"""Initial values out of checkpoints: `tf.compat.v1.train.init_from_checkpoint` and `warm_start`."""

from __future__ import annotations

import collections
import os

import numpy as np

from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.graph_variables import GLOBAL_VARIABLES, TRAINABLE_VARIABLES
from runtime.compat.graphs.variable_scope import known_variables
from runtime.core.context import context
from runtime.core.convert import constant
from runtime.core.dispatch import dispatch
from runtime.core.logger import get_logger
from runtime.core.refused import RefusedError
from runtime.core.scopes import name_scope
from runtime.ops import state
from runtime.ops.io.checkpoints import RESTORE_V2
from runtime.ops.identity import identity
from runtime.train import latest_checkpoint, load_checkpoint
from runtime.variables import Variable


def _file(path):
    path = os.fspath(path)
    return latest_checkpoint(path) if os.path.isdir(path) else path


def _start_from(variable, file, tensor):
    """Let the initializer of `variable` read a tensor of the file; eagerly read it now."""
    if context.graph is None:
        variable.assign(load_checkpoint(file).get_tensor(tensor))
        return
    with get_default_graph().control_dependencies(None), name_scope("checkpoint_initializer") as scope:
        inputs = (constant(file, name="prefix"), constant(np.array([tensor.encode()], object), name="tensor_names"),
                  constant(np.array([b""], object), name="shape_and_slices"))
        [value] = dispatch(RESTORE_V2, inputs, {"dtypes": [variable.dtype]}, scope)
    variable.initializer = dispatch(state.ASSIGN, (variable.handle, identity(value)))
    value.set_shape(variable.shape)
    variable.initial_value = value


def init_from_checkpoint(ckpt_dir_or_file, assignment_map):
    """Let Variables start with the values of a checkpoint.

    Args:
        assignment_map: a dict, or pairs: name in the file → a Variable, or its name; or a scope in the file, which ends in "/" → a scope.

    Raises:
        ValueError: the file has no such tensor, or one of another shape.
    """
    file, shapes = _file(ckpt_dir_or_file), load_checkpoint(ckpt_dir_or_file).get_variable_to_shape_map()
    pairs = assignment_map.items() if hasattr(assignment_map, "items") else assignment_map
    for tensor, target in sorted(pairs, key=lambda pair: pair[0]):
        known = known_variables()
        variable = target if isinstance(target, Variable) else known.get(target)
        if variable is None:
            _start_scope(file, shapes, tensor, target, known, ckpt_dir_or_file)
            continue
        if tensor not in shapes:
            raise ValueError(f"Tensor {tensor} is not found in {ckpt_dir_or_file} checkpoint {shapes}")
        if not variable.shape.is_compatible_with(shapes[tensor]):
            raise ValueError(f"Shape of variable {variable.name} ({variable.shape}) doesn't match with shape of tensor {tensor} "
                             f"({shapes[tensor]}) from checkpoint reader.")
        _start_from(variable, file, tensor)


def _start_scope(file, shapes, tensor, target, known, given):
    scope = target.rpartition("/")[0]
    if not tensor.endswith("/"):
        raise ValueError(f"Assignment map with scope only name {scope} should map to scope only {tensor}. Should be 'scope/': 'other_scope/'.")
    for name in sorted(name for name in known if not scope or name.startswith(scope + "/")):
        rest = name[len(scope):] if target == "/" else name[len(scope) + 1:]
        full = (rest if tensor == "/" else tensor + rest).removesuffix("/")
        if full not in shapes:
            raise ValueError(f"Tensor {full} ({name[len(scope) + 1:]} in {tensor}) is not found in {given} checkpoint")
        _start_from(known[name], file, full)


class VocabInfo(collections.namedtuple("VocabInfo", ["new_vocab", "new_vocab_size", "num_oov_buckets", "old_vocab", "old_vocab_size",
                                                     "backup_initializer", "axis"])):
    """How the rows of a Variable that belong to words are found again in a checkpoint with another vocabulary."""

    def __new__(cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size=-1, backup_initializer=None, axis=0):
        if axis not in (0, 1):
            raise ValueError(f"The only supported values for the axis argument are 0 and 1.  Provided axis: {axis}")
        return super().__new__(cls, new_vocab, new_vocab_size, num_oov_buckets, old_vocab, old_vocab_size, backup_initializer, axis)


def _chosen(chosen):
    graph = get_default_graph()
    if isinstance(chosen, str) or chosen is None:
        get_logger().info("Warm-starting variables only in TRAINABLE_VARIABLES.")
        return graph.get_collection(TRAINABLE_VARIABLES, chosen)
    if not isinstance(chosen, list):
        raise ValueError(f"`vars_to_warm_start must be a `list` or `str`.  Given type is {type(chosen)}")
    if all(isinstance(one, str) for one in chosen):
        return [variable for scope in chosen for variable in graph.get_collection(GLOBAL_VARIABLES, scope)]
    if all(isinstance(one, Variable) for one in chosen):
        return chosen
    raise ValueError("If `vars_to_warm_start` is a list, it must be all `Variable` or all `str`.  "
                     f"Given types are {[type(one) for one in chosen]}")


def warm_start(ckpt_to_initialize_from, vars_to_warm_start=".*", var_name_to_vocab_info=None, var_name_to_prev_var_name=None):
    """Let Variables start with the values that a checkpoint has under their names.

    Args:
        vars_to_warm_start: a pattern of names, or a list of names or Variables.
        var_name_to_prev_var_name: name → the name in the file.

    Raises:
        ValueError: an argument is of another kind, or a name is not used.
        RefusedError: vocabularies are given.
    """
    if var_name_to_vocab_info:
        raise RefusedError("tf.compat.v1.train.warm_start: the runtime does not map vocabularies; give Variables of the same words")
    get_logger().info(f"Warm-starting from: {ckpt_to_initialize_from}")
    before, used, mapped = var_name_to_prev_var_name or {}, set(), {}
    variables = {variable.name.removesuffix(":0"): variable for variable in _chosen(vars_to_warm_start)}
    for name, variable in variables.items():
        if name in before:
            used.add(name)
        mapped[before.get(name, name)] = variable
    if mapped:
        init_from_checkpoint(ckpt_to_initialize_from, mapped)
    get_logger().info("Warm-started %d variables.", len(variables))
    if set(before) - used:
        raise ValueError("You provided the following variables in var_name_to_prev_var_name that were not used: "
                         f"{set(before) - used}.  Perhaps you misspelled them?  Here is the list of viable variable names: {variables.keys()}")
