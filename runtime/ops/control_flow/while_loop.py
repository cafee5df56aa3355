"""Loops: the ops `While` and `StatelessWhile`, and `tf.while_loop`."""

from __future__ import annotations

from runtime.core import dtypes, nest
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import is_stateful
from runtime.core.op_def import REQUIRED, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, is_subtype
from runtime.execute import run
from runtime.ops.control_flow.control_flow import output_shapes, scalar_condition
from runtime.ops.kernels.truth import truth
from runtime.ops.control_flow.subgraphs import (add_unused_capture, copy_handle_data, new_inner_graph, outer_inputs, scoped,
                                                trace_inner, unique_name, waiting)
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.comparison import logical_and
from runtime.ops.identity import identity, stop_gradient


def _while_kernel(*inputs, cond, body, **_):
    values = list(inputs)
    while truth(run(cond, values)[0], "While"):
        values = run(body, values)
    return values


_ATTRS = {"cond": REQUIRED, "body": REQUIRED, "output_shapes": REQUIRED, "parallel_iterations": 10}
WHILE, STATELESS_WHILE = (op(name, "input: [T] -> output: [T]", kernel=_while_kernel, infer=output_shapes, attrs=_ATTRS,
                             role="loop", stateful=stateful) for name, stateful in (("While", True), ("StatelessWhile", False)))


def record_loop(inputs, cond, body, name, parallel_iterations=10):
    """Record a While node over the loop variables `inputs`. Returns its outputs.

    Args:
        cond: FuncGraph that takes the loop variables and returns a boolean scalar.
        body: FuncGraph that takes the loop variables and returns them for the next iteration.
        name: of the node; a scope's name with its slash.
    """
    attrs = {"cond": cond, "body": body, "parallel_iterations": parallel_iterations,
             "output_shapes": [tensor._dims for tensor in body.inputs]}
    op_def = WHILE if is_stateful(cond) or is_stateful(body) else STATELESS_WHILE
    outputs = list(dispatch(op_def, inputs, attrs, name))
    copy_handle_data(outputs, body.inputs)
    return outputs


def while_loop(cond, body, loop_vars, shape_invariants=None, parallel_iterations=10, back_prop=True, swap_memory=False,
               maximum_iterations=None, name=None):
    """Repeat ``loop_vars = body(*loop_vars)`` while ``cond(*loop_vars)`` holds (`tf.while_loop`).

    Eagerly a Python loop. In graphs `cond` and `body` are traced once and become one node.

    Args:
        loop_vars: list or tuple of tensors, TensorArrays and nests of them.
        shape_invariants: for each loop variable a shape that it has in every iteration; their own shapes if left out.
        maximum_iterations: stop after so many at the latest.

    Returns:
        The loop variables after the last iteration, in the structure of `loop_vars`.

    Raises:
        TypeError, ValueError: a loop variable changes its dtype, structure, or shape beyond its invariant.
    """
    if not callable(cond):
        raise TypeError("'cond' must be callable.")
    if not callable(body):
        raise TypeError("'body' must be callable.")
    if parallel_iterations < 1:
        raise TypeError("'parallel_iterations' must be a positive integer.")
    loop_vars = nest.map_structure(_read, loop_vars)
    if context.graph is None:
        return _eager_loop(cond, body, loop_vars, maximum_iterations)
    return _graph_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, maximum_iterations, name, back_prop)


def _read(value):
    """The value of a Variable; anything else as it is."""
    return convert_to_tensor(value) if hasattr(value, "handle") and hasattr(value, "assign") else value


def _eager_loop(cond, body, loop_vars, maximum_iterations):
    if not isinstance(loop_vars, (list, tuple)) or not loop_vars:
        raise ValueError("'loop_vars' must be provided.")
    limit = None
    if maximum_iterations is not None:
        limit = convert_to_tensor(maximum_iterations, name="maximum_iterations")
        if limit._dims:
            raise ValueError(f"'maximum_iterations' must be a scalar. Received shape: {limit.shape}")
        limit = int(limit)
    structure = nest.map_structure(_spec, list(loop_vars))
    count = 0
    while cond(*loop_vars) if limit is None else count < limit and _boolean(cond(*loop_vars)):
        loop_vars = body(*loop_vars)
        nest.assert_same_structure(structure, list(loop_vars))
        count += 1
    return nest.map_structure(lambda x: x if hasattr(x, "_components") else convert_to_tensor(x), loop_vars)


def _boolean(value):
    return bool(convert_to_tensor(value, dtypes.bool_)) if not isinstance(value, Tensor) else bool(value)


def _spec(value):
    if hasattr(value, "_components"):
        return value
    if value is None:
        return None
    value = value if isinstance(value, Tensor) else convert_to_tensor(value)
    return TensorSpec(value._dims, value.dtype)


# -- in graphs -----------------------------------------------------------------------------------------------------

def _graph_loop(cond, body, loop_vars, shape_invariants, parallel_iterations, maximum_iterations, name, back_prop):
    original = loop_vars
    len(original)  # TensorFlow wants a sequence, and says so by failing here
    loop_vars = nest.map_structure(_as_loop_variable, original, expand_composites=True)
    flat = nest.flatten(loop_vars, expand_composites=True)
    invariants = _invariants(loop_vars, flat, shape_invariants)
    with context.graph.name_scope(name or "while") as scope:
        names = unique_name(scope, "cond"), unique_name(scope, "body")
        limit = _limit(maximum_iterations)
        counter = constant(0, dtypes.int32 if maximum_iterations is None else limit.dtype, name="loop_counter")
        inputs = [counter, limit, *flat]
        dims = [(), limit._dims, *invariants]

        def structured(arguments):
            return _like(original, iter(arguments))

        def wrapped_cond(count, limit, *arguments):
            holds = scalar_condition(cond(*structured(arguments)))
            if maximum_iterations is None:
                return holds
            return _logical_and(count < limit, holds)

        cond_graph = new_inner_graph(names[0])
        arguments = _placeholders(cond_graph, inputs, dims)
        trace_inner(wrapped_cond, cond_graph, arguments, described=cond)

        def wrapped_body(count, limit, *arguments):
            for tensor in cond_graph.external_captures:
                body_graph.capture(tensor)
            outputs = body(*structured(arguments))
            if not nest.is_nested(outputs):
                outputs = [outputs]
            nest.assert_same_structure(nest.map_structure(_read, outputs), original, check_types=False,
                                       expand_composites=True)
            return [count + 1, limit, *outputs]

        body_graph = new_inner_graph(names[1])
        arguments = _placeholders(body_graph, inputs, dims)
        trace_inner(wrapped_body, body_graph, arguments, described=body)
        _check_counts(cond_graph, body_graph, len(inputs))
        _check_loop_variables(body_graph, inputs, dims)
        captured = close_body(cond_graph, body_graph)
        inputs_and_captures = inputs + outer_inputs(captured, start=len(inputs))
        with waiting(cond_graph, body_graph):
            outputs = record_loop(inputs_and_captures, cond_graph, body_graph, scope, parallel_iterations)
    if not context.graph.building_function:
        with context.graph.name_scope(scope):
            outputs = [_handle_of(output, identity(output)) for output in outputs[:len(inputs)]]
    results = outputs[2:len(inputs)]
    if not back_prop:
        results = [stop_gradient(tensor) for tensor in results]
    return structured(results)


def _handle_of(tensor, copy):
    copy.handle_data = tensor.handle_data
    return copy


def close_body(cond_graph, body_graph):
    """Make captures loop variables that never change. Returns the captured tensors of the graph around.

    Afterwards both graphs take the same inputs, and the body returns as many outputs.
    """
    captured = body_graph.external_captures
    body_graph.outputs.extend(body_graph.internal_captures)
    for tensor in captured:
        if id(tensor) not in cond_graph._captures:
            add_unused_capture(cond_graph, tensor)
    arguments = len(cond_graph.inputs) - len(cond_graph.captures)
    cond_graph.inputs[arguments:] = [cond_graph._captures[id(tensor)][1] for tensor in captured]
    return captured


def _like(structure, items):
    """`structure` with other leaves; TensorArrays keep what is known of them."""
    if hasattr(structure, "_with_flow"):
        return structure._with_flow(next(items))
    if hasattr(structure, "_components"):
        return structure._from_components([next(items) for _ in structure._components()])
    if nest.is_nested(structure):
        return nest.rebuild(structure, [_like(item, items) for item in nest.children(structure)])
    return next(items)


def _as_loop_variable(value):
    if value is None:
        raise ValueError("None values not supported.")
    return convert_to_tensor(value)


def _logical_and(first, second):
    if not isinstance(second, Tensor) and not isinstance(second, bool):
        raise TypeError(f"Expected bool passed to parameter 'y' of op 'LogicalAnd', got {second!r} of type "
                        f"{type(second).__name__!r} instead. Error: Expected bool, but got {second} of type "
                        f"{type(second).__name__!r}.")
    return logical_and(first, second)


def _limit(maximum_iterations):
    """The loop variable that holds the largest number of iterations; -1 for no limit."""
    if maximum_iterations is None:
        return constant(-1, dtypes.int32, name="maximum_iterations")
    return convert_to_tensor(maximum_iterations, name="maximum_iterations")


def _invariants(loop_vars, flat, shape_invariants):
    """The static shape of each flat loop variable inside the loop.

    Raises:
        ValueError: `shape_invariants` has another structure.
    """
    if shape_invariants is None:
        return [tensor._dims for tensor in flat]
    if not hasattr(shape_invariants, "__iter__"):
        shape_invariants = [shape_invariants]
    return _flat_shapes(loop_vars, shape_invariants)


def _flat_shapes(structure, shapes):
    """The shapes in `shapes`, a structure like `structure` with shapes or specs for leaves, as plain tuples."""
    result = []

    def visit(value, shape):
        if hasattr(value, "_components"):  # the shape of a TensorArray says nothing about what carries it
            result.extend(part._dims for part in value._components())
        elif nest.is_nested(value):
            if not nest.is_nested(shape) or isinstance(shape, TensorShape) or \
                    len(nest.children(value)) != len(nest.children(shape)):
                nest.assert_same_structure(value, shape, check_types=False)
            for one, other in zip(nest.children(value), nest.children(shape)):
                visit(one, other)
        else:
            result.append(value._dims if shape is None else as_dims(getattr(shape, "shape", shape)))

    visit(structure, shapes)
    return result


def _placeholders(graph, tensors, dims):
    """Inputs of `graph` for the loop variables: named ones for the counter and the limit, `Placeholder` for the rest."""
    result = []
    for index, (tensor, shape) in enumerate(zip(tensors, dims)):
        name = scoped(graph, tensor.op.name if index < 2 else "Placeholder")
        result.append(graph.add_input(tensor.dtype, shape, name, tensor.handle_data, user_name=None))
    return result


def _check_counts(cond_graph, body_graph, count):
    if len(cond_graph.outputs) != 1:
        raise AssertionError(f"cond_graph has {len(cond_graph.outputs)} outputs; Expected: 1")
    if len(body_graph.outputs) != count:
        raise AssertionError(f"body_graph has {len(body_graph.outputs)} outputs; Expected: {count}")


def _check_loop_variables(body_graph, inputs, dims):
    """Raise if a loop variable leaves the body with another dtype, or a shape that its invariant does not cover."""
    for position, (output, before, shape) in enumerate(zip(body_graph.outputs, inputs, dims)):
        if position >= 2 and not is_subtype(output._dims, shape):
            raise ValueError(
                f"Input tensor `{before.name}` enters the loop with shape {TensorShape(shape)}, but has shape {output.shape} "
                "after one iteration. To allow the shape to vary across iterations, use the `shape_invariants` argument of "
                "tf.while_loop to specify a less-specific shape.")
    for inner, output, before in zip(body_graph.inputs, body_graph.outputs, inputs):
        if inner.dtype is not output.dtype:
            raise TypeError(f"Loop var {before.name} enters the loop with type {inner.dtype} but has type {output.dtype} "
                            f"after 1 iteration. {before.name} type should remain constant.")
