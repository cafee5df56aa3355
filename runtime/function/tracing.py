"""Tracing: run a Python function once in a FuncGraph of its own, and tidy up what it left there."""

from __future__ import annotations

import inspect

from runtime.core import nest
from runtime.core.context import context, graph_mode
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import FuncGraph
from runtime.core.tensor import Tensor
from runtime.function.control_deps import add_control_dependencies
from runtime.core.graph import Operation
from runtime.ops.identity import NO_OP, identity


def trace(python_function, args, kwargs, graph, variable_policy=None, described=None, tapes=()):
    """Fill `graph` by calling ``python_function(*args, **kwargs)`` in it.

    Args:
        args, kwargs: values to call with; their tensors are placeholders of `graph`.
        graph: a new FuncGraph whose inputs are these placeholders.
        variable_policy: called in place of ``tf.Variable`` while the function runs.
        described: the function that error texts name, if it is another one.
        tapes: the tapes that go on recording: those of the function around, for a branch or a loop body.

    Raises:
        ValueError: the function changed its arguments.
        TypeError: it returned something that cannot leave a graph.
        Whatever the function raises.
    """
    described = described or python_function
    before = _copy((args, kwargs))
    outer_tapes, context.tapes = context.tapes, tapes
    outer_policy, context.variable_policy = context.variable_policy, variable_policy
    outer_device = context.device
    if not graph.is_inside_function:
        context.device = ""
    try:
        with graph_mode(graph):
            returned = python_function(*args, **kwargs)
            returned = nest.map_structure(_variable_to_tensor, returned)
            results = []
            structured = nest.map_structure(lambda value: _convert(value, described, results), returned,
                                            expand_composites=True)
            _check_unchanged(before, _copy((args, kwargs)), described)
            _finish(graph, _plain(structured), results)
    finally:
        context.tapes = outer_tapes
        context.variable_policy = outer_policy
        context.device = outer_device
    return graph


def _finish(graph, structured, results):
    graph.structured_outputs = structured
    graph.outputs.extend(leaf for leaf in nest.flatten(structured, expand_composites=True) if leaf is not None)
    required = add_control_dependencies(graph) if graph.keeps_effects else ()
    if not results:
        graph.control_outputs.extend(required)
    elif required:
        barrier = dispatch(NO_OP, ())
        barrier.control_inputs.extend(op for op in required if op not in barrier.control_inputs)
        graph.control_outputs.append(barrier)
        for tensor in results:
            tensor.op.control_inputs.append(barrier)
    graph.finished = True


def _copy(structure):
    """New containers around the same leaves."""
    return nest.pack_sequence_as(structure, nest.flatten(structure))


def _variable_to_tensor(value):
    read = getattr(value, "value", None)
    return read() if getattr(value, "handle", None) is not None and callable(read) and hasattr(value, "assign") else value


def _convert(value, described, results):
    """A returned leaf as a tensor of the graph, behind an Identity as TensorFlow makes it."""
    if value is None:
        return None
    if not hasattr(value, "_marks_itself"):
        try:
            if isinstance(value, Operation):
                raise TypeError
            value = convert_to_tensor(value)
        except (ValueError, TypeError) as error:
            if isinstance(value, Tensor):
                raise
            raise TypeError(
                "To be compatible with tf.function, Python functions must return zero or more Tensors or ExtensionTypes or "
                f"None values; in compilation of {described}, found return value of type {type(value).__name__}, which is "
                "not a Tensor or ExtensionType.") from error
    result = identity(value)
    results.append(result)
    return result


def _check_unchanged(before, after, described):
    """Raise ValueError if a container among the arguments was changed; each is a pair (args, kwargs)."""
    if not _differs(before, after):
        return
    target = inspect.unwrap(described)
    signature = inspect.signature(target)
    text = f"{getattr(target, '__qualname__', getattr(target, '__name__', target))}{signature} should not modify its Python " \
        "input arguments."
    try:
        old, new = (signature.bind(*args, **kwargs).arguments for args, kwargs in (before, after))
    except TypeError as error:
        raise ValueError(f"{text} Check if it modifies any lists or dicts passed as arguments. Modifying a copy is allowed."
                         ) from error
    changed = [name for name in new if _differs(old[name], new[name])]
    raise ValueError(f"{text} Modifying a copy is allowed. The following parameter(s) were modified: {', '.join(changed)}")


def _differs(old, new):
    """Whether the containers or the identity of a leaf differ."""
    try:
        nest.assert_same_structure(old, new)
    except (ValueError, TypeError):
        return True
    return any(a is not b for a, b in zip(nest.flatten(old), nest.flatten(new)))


def _plain(structure):
    """`structure` with dicts for defaultdicts: a result does not bring its default factory along."""
    if not nest.is_nested(structure):
        return structure
    items = [_plain(item) for item in nest.children(structure)]
    if hasattr(structure, "default_factory"):
        return dict(zip(sorted(structure), items))
    return nest.rebuild(structure, items)


def new_graph(name):
    """A FuncGraph for a function called `name`; its seed is the one in force around it."""
    graph = FuncGraph(name)
    if graph.outer_graph is not None:
        graph.seed = graph.outer_graph.seed
    return graph
