"""Conditions: the ops `If` and `Case`, `tf.cond`, `tf.case`, `tf.switch_case`; grouping: `tf.group`, `tf.tuple`."""

from __future__ import annotations

import functools

import numpy as np

from runtime.core import errors, nest
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import is_stateful
from runtime.core.graph import Operation
from runtime.core.op_def import REQUIRED, op
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.core.tensor_shape import generalise
from runtime.execute import run
from runtime.ops.scope import scope as named_scope
from runtime.ops.kernels.truth import scalar, truth
from runtime.ops.control_flow.subgraphs import (copy_handle_data, match_captures, new_inner_graph, outer_inputs, trace_inner,
                                                unique_name, waiting)
from runtime.ops.array import squeeze
from runtime.ops.identity import NO_OP, identity


# -- the ops -------------------------------------------------------------------------------------------------------

def _if_kernel(cond, *inputs, then_branch, else_branch, **_):
    return run(then_branch if truth(cond) else else_branch, inputs)


def _case_kernel(branch_index, *inputs, branches, **_):
    index = int(scalar(branch_index, "Case"))
    return run(branches[index if 0 <= index < len(branches) else -1], inputs)


def output_shapes(inputs, attrs):
    return attrs["output_shapes"]


_IF = {"then_branch": REQUIRED, "else_branch": REQUIRED, "Tout": REQUIRED, "output_shapes": REQUIRED}
_CASE = {"branches": REQUIRED, "Tout": REQUIRED, "output_shapes": REQUIRED}
IF, STATELESS_IF = (op(name, "cond: Tcond, input: [Tin] -> output: [Tout]", kernel=_if_kernel, infer=output_shapes, attrs=_IF,
                       role="branch", stateful=stateful) for name, stateful in (("If", True), ("StatelessIf", False)))
CASE, STATELESS_CASE = (op(name, "branch_index: int32, input: [Tin] -> output: [Tout]", kernel=_case_kernel,
                           infer=output_shapes, attrs=_CASE, role="case", stateful=stateful)
                        for name, stateful in (("Case", True), ("StatelessCase", False)))


def record_branches(kind, selector, branches, name):
    """Record an If or a Case node over branches that take captures alone. Returns its outputs."""
    inputs = outer_inputs(match_captures(branches))
    with waiting(*branches):
        return record_node(kind, selector, branches, inputs, name)


def record_node(kind, selector, branches, inputs, name):
    """Record an If or a Case node. Returns its outputs.

    Args:
        kind: ``"If"`` (the branch for true comes first) or ``"Case"``.
        branches: FuncGraphs with the same inputs, whose outputs agree in dtype.
        name: of the node; a scope's name with its slash.
    """
    stateful = any(map(is_stateful, branches))
    outputs = [graph.outputs for graph in branches]
    attrs = {"Tout": [tensor.dtype for tensor in outputs[0]],
             "output_shapes": [functools.reduce(generalise, (tensor._dims for tensor in tensors))
                               for tensors in zip(*outputs)]}
    if kind == "Case":
        attrs["branches"] = list(branches)
        op_def = CASE if stateful else STATELESS_CASE
    else:
        attrs["then_branch"], attrs["else_branch"] = branches
        op_def = IF if stateful else STATELESS_IF
    node = dispatch(op_def, [selector, *inputs], attrs, name)
    result = list(node) if outputs[0] else []
    copy_handle_data(result, *outputs)
    return result


# -- conditions ----------------------------------------------------------------------------------------------------
_MISSING = object()


def cond(pred, true_fn=_MISSING, false_fn=_MISSING, name=None):
    """``true_fn()`` if `pred` holds, else ``false_fn()`` (`tf.cond`).

    Eagerly one of them runs. In graphs both are traced, and must return the same structure of tensors.

    Args:
        pred: boolean scalar tensor; a Python bool eagerly only.

    Raises:
        TypeError: a function is missing or not callable; in graphs also: `pred` is a Python bool, results do not match.
    """
    for function, role in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if function is _MISSING:
            raise TypeError(f"cond(): '{role}' argument required")
    for function, role in ((true_fn, "true_fn"), (false_fn, "false_fn")):
        if not callable(function):
            raise TypeError(f"'{role}' must be callable.")
    if context.graph is None:
        if not isinstance(pred, bool):
            pred = convert_to_tensor(pred)
        if isinstance(pred, Tensor) and np.size(pred._value) > 1:
            raise ValueError("The truth value of an array with more than one element is ambiguous. Use a.any() or a.all()")
        return true_fn() if pred else false_fn()
    if isinstance(pred, bool):
        raise TypeError("pred must not be a Python bool", pred)
    with context.graph.name_scope(name or "cond") as scope:
        pred = scalar_condition(convert_to_tensor(pred, name="pred"))
        graphs = []
        for kind, function in (("true", true_fn), ("false", false_fn)):
            graph = new_inner_graph(unique_name(scope, kind))
            graphs.append(trace_inner(function, graph, in_place_of_operations=pred))
        _check_captures(graphs, ("true_fn", "false_fn"))
        _check_same_outputs(graphs, "cond")
        return _packed(record_branches("If", pred, graphs, scope), graphs)


def scalar_condition(pred):
    """`pred` without its axes, unless it is known to be a scalar."""
    if isinstance(pred, Tensor) and (pred._dims is None or pred._dims):
        return squeeze(pred)
    return pred


def _packed(outputs, graphs):
    """The outputs behind identities, in the structure that the branches return."""
    results = []
    for output in outputs:
        result = identity(output)
        result.handle_data = output.handle_data
        results.append(result)
    structured = graphs[0].structured_outputs
    remaining = iter(results)
    flat = [None if leaf is None else next(remaining) for leaf in nest.flatten(structured, expand_composites=True)]
    return nest.pack_sequence_as(structured, flat, expand_composites=True)


def _check_same_outputs(graphs, kind):
    """Raise TypeError if the branches return different structures or dtypes."""
    first = graphs[0]
    if kind == "cond":
        names, whole = ("true_fn", "false_fn"), "tf.cond"
    else:
        names, whole = [f"branches[{index}]" for index in range(len(graphs))], "tf.switch_case"
    counts = [len(nest.flatten(graph.structured_outputs)) for graph in graphs]
    if len(set(counts)) > 1:
        raise AssertionError(counts)
    for name, graph in zip(names[1:], graphs[1:]):
        detail = _difference(first, graph)
        if detail is not None:
            raise TypeError(
                f"{names[0]} and {name} arguments to {whole} must have the same number, type, and overall structure of return "
                f"values.\n\n{names[0]} output: {first.structured_outputs}\n{name} output: {graph.structured_outputs}\n\n"
                f"Error details:\n{detail}")
        if len(first.outputs) != len(graph.outputs):
            raise ValueError(f"Lengths of branch outputs of {'cond' if kind == 'cond' else 'case'} must match.\n"
                             + "".join(f"len(graphs[{i}].outputs): {len(g.outputs)}\n" for i, g in enumerate(graphs)))


def _difference(first, second):
    """In what the outputs of two graphs do not match, or None."""
    try:
        nest.assert_same_structure(first.structured_outputs, second.structured_outputs, expand_composites=True)
    except (ValueError, TypeError) as error:
        return str(error)
    for one, other in zip(first.outputs, second.outputs):
        if one.dtype is not other.dtype:
            return f"{one} and {other} have different types"
    return None


def switch_case(branch_index, branch_fns, default=None, name="switch_case"):
    """The result of function number `branch_index`; of `default`, or else the last one, if there is none (`tf.switch_case`).

    Args:
        branch_index: integer scalar tensor.
        branch_fns: list of functions, or dict or list of pairs from 0, 1, … to functions.

    Raises:
        TypeError, ValueError: a bad index, key or function; results of different structures in graphs.
    """
    functions = _checked_branches(branch_fns, default, branch_index)
    with named_scope(name, "switch_case"):
        if context.graph is None:
            if branch_index._dims:
                raise errors.InvalidArgumentError(
                    None, None, "{{function_node __wrapped__Select_device_/job:localhost/replica:0/task:0/device:CPU:0}} "
                    "'then' must be at least a vector, but saw shape: [] [Op:Select] name: ")
            index = int(branch_index)
            return functions[index if 0 <= index < len(functions) else -1]()
        with context.graph.name_scope("indexed_case") as scope:
            index = convert_to_tensor(branch_index, name="branch_index")
            graphs = []
            for position, function in enumerate(functions):
                graph = new_inner_graph(unique_name(scope, f"branch{position}"))
                graphs.append(trace_inner(function, graph, in_place_of_operations=index))
            _check_captures(graphs, [f"branch {position}" for position in range(len(graphs))])
            _check_same_outputs(graphs, "case")
            return _packed(record_branches("Case", index, graphs, scope), graphs)


def _check_captures(graphs, names):
    """Raise ValueError where a branch reads a tensor of another one."""
    for graph, name in zip(graphs, names):
        for tensor in graph.external_captures:
            for other, owner in zip(graphs, names):
                if isinstance(tensor, SymbolicTensor) and tensor.graph is other:
                    raise ValueError(f"Tensor {tensor.name} in {owner} is accessed from {name}.")


def _checked_branches(branch_fns, default, branch_index):
    if not isinstance(branch_index, Tensor):
        raise TypeError(f"'branch_index' must be a Tensor, got {type(branch_index)}")
    if not branch_index.dtype.is_integer:
        raise TypeError(f"'branch_index' must be an integer Tensor, got {branch_index.dtype}")
    if not branch_fns:
        raise ValueError("Must provide at least one item in 'branch_fns'")
    if not isinstance(branch_fns, (list, tuple, dict)):
        raise TypeError("'branch_fns' must be a list, tuple, or dict")
    pairs = list(branch_fns.items()) if isinstance(branch_fns, dict) else list(branch_fns)
    if all(callable(function) for function in pairs):
        pairs = list(enumerate(pairs))
    for pair in pairs:
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise TypeError(f"Each entry in 'branch_fns' must be a 2-tuple. Received {pair}.")
        key, function = pair
        if not isinstance(key, int):
            raise TypeError(f"key must be a Python `int`, got {type(key)}")
        if not callable(function):
            raise TypeError(f"fn for key {key} must be callable.")
    keys = [key for key, _ in pairs]
    if sorted(keys) != list(range(len(keys))):
        raise ValueError(f"branch indices (keys) must form contiguous range of [0 to {len(keys)}) but found "
                         f"{{{','.join(map(str, sorted(keys)))}}}")
    functions = [function for _, function in sorted(pairs, key=lambda pair: pair[0])]
    return functions if default is None else [*functions, default]


# -- grouping ------------------------------------------------------------------------------------------------------

class _EagerScope:
    """What `tf.control_dependencies` is eagerly: nothing, but that callables among the inputs are called."""

    def __enter__(self):
        return None

    def __exit__(self, *error):
        return False

    def __repr__(self):
        return f"<tensorflow.python.framework.ops.NullContextmanager object at {id(self):#x}>"


def control_dependencies(control_inputs):
    """``with tf.control_dependencies([op, tensor]):`` operations made in the block run after these."""
    if context.graph is not None:
        return context.graph.control_dependencies(control_inputs)
    if control_inputs:
        for item in control_inputs:
            if callable(item):
                item()
    return _EagerScope()


def no_op(name=None):
    """An operation that does nothing (`tf.no_op`): something to hang control dependencies on."""
    return dispatch(NO_OP, (), None, name)


def group(*inputs, **kwargs):
    """An operation that is done when all `inputs` are (`tf.group`). None eagerly.

    Raises:
        ValueError: an unknown keyword.
        TypeError: an input is neither an operation nor a tensor.
    """
    if context.graph is None:
        return None
    name = kwargs.pop("name", None)
    if kwargs:
        raise ValueError("Unknown keyword arguments: " + ", ".join(kwargs))
    with context.graph.name_scope(name or "group_deps") as scope:
        operations = []
        for item in nest.flatten(inputs, expand_composites=True):
            if isinstance(item, Operation):
                operations.append(item)
            elif hasattr(item, "op") and isinstance(item.op, Operation):
                operations.append(item.op)
            else:
                raise TypeError(f"'inputs' should be zero or more (nested) Tensors. Received '{item}' with type "
                                f"'{type(item)}'.")
        with context.graph.control_dependencies(operations):
            return no_op(scope)


def tuple_(tensors, control_inputs=None, name=None):
    """`tensors`, each available only when all are computed (`tf.tuple`). None stays None.

    Raises:
        ValueError: there is nothing to wait for.
    """
    if context.graph is None:
        return tensors
    with context.graph.name_scope(name or "tuple"):
        tensors = [item if item is None or isinstance(item, Operation) else convert_to_tensor(item) for item in tensors]
        waits = [item if isinstance(item, Operation) else item.op for item in tensors if item is not None]
        for item in control_inputs or ():
            if not isinstance(item, (Operation, Tensor)):
                raise TypeError(f"'control_inputs' must only contain Operation or Tensor. Received: {type(item)}")
            waits.append(item if isinstance(item, Operation) else item.op)
        if not waits:
            raise ValueError(f"'tensors' must have at least one Tensor. Received: {tensors}.")
        barrier = group(*waits)
        with context.graph.control_dependencies([barrier]):
            return [None if item is None else barrier if isinstance(item, Operation)
                    else identity(item, name="control_dependency") for item in tensors]
