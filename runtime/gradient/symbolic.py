"""`tf.gradients` and `tf.hessians`: symbolic derivatives between tensors of the graph that is being built."""

from __future__ import annotations

from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.gradient.backprop import (TRAINABLE, UnconnectedGradients, backpropagate, fill_unconnected, unconnected_kind,
                                       value_dtype)


def gradients(ys, xs, grad_ys=None, name="gradients", gate_gradients=False, aggregation_method=None, stop_gradients=None,
              unconnected_gradients=UnconnectedGradients.NONE):
    """Derivatives of the sum of `ys` with respect to each of `xs` (`tf.gradients`).

    Args:
        ys, xs: a tensor or a list of them; Variables too among `xs`.
        grad_ys: weights of `ys`, None for ones.
        stop_gradients: tensors that count as constants.

    Returns:
        A list as long as `xs`: tensors, `IndexedSlices`, or None where nothing depends on it.

    Raises:
        RuntimeError: no graph is being built.
    """
    graph = context.graph
    if graph is None:
        raise RuntimeError("tf.gradients is not supported when eager execution is enabled. Use tf.GradientTape instead.")
    kind = unconnected_kind(unconnected_gradients)
    targets = _as_list(ys)
    sources = _as_list(xs)
    stops = _as_list(stop_gradients) if stop_gradients is not None else []
    weights = [None] * len(targets) if grad_ys is None else list(grad_ys) if isinstance(grad_ys, (list, tuple)) else [grad_ys]
    if len(weights) != len(targets):
        raise ValueError(f"Passed {len(weights)} grad_ys for {len(targets)} ys")
    with graph.name_scope(name or "gradients") as scope:
        targets = [convert_to_tensor(y, name="y") for y in targets]
        sources = [convert_to_tensor(getattr(x, "handle", x) if not isinstance(x, Tensor) else x, name="x") for x in sources]
        stops = [convert_to_tensor(getattr(s, "handle", s) if not isinstance(s, Tensor) else s) for s in stops]
        seeds = [_seed(y, weight, index) for index, (y, weight) in enumerate(zip(targets, weights))]
        results = graph_gradients(targets, sources, seeds, graph, scope, stops)
    return fill_unconnected(results, sources, kind)


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _seed(y, weight, index):
    """The gradient that the target `y` starts with.

    Raises:
        TypeError: the weight's dtype does not suit `y`.
    """
    from runtime.ops.array import shape
    from runtime.ops.creation import fill
    if weight is not None:
        weight = convert_to_tensor(weight, name=f"grad_ys_{index}")
        if y.dtype.is_floating and not weight.dtype.is_floating:
            raise TypeError(f"Gradient type {weight.dtype.name} generated for real-valued tensor {y} with type "
                            f"{y.dtype.name} must be real")
        return weight
    if y.dtype not in TRAINABLE:
        return None
    sizes = shape(y)
    with context.graph.name_scope(f"grad_ys_{index}") as scope:
        return fill(sizes, constant(1, value_dtype(y)), name=scope)


def graph_gradients(targets, sources, seeds, graph, scope="", stops=()):
    """Gradients between tensors of `graph`, built in the current graph, which is `graph` or one that captures from it.

    Args:
        seeds: the gradient of each target; None leaves it out.
        scope: prefix of the names of new nodes.
        stops: tensors through which no gradient flows.
    """
    between = _reached(graph, sources, stops)
    barred = {id(tensor) for tensor in stops}

    def producer(tensor):
        return tensor.op if id(tensor.op) in between and id(tensor) not in barred else None

    def named(operation):
        return context.graph.name_scope(f"{operation.name}_grad")

    return backpropagate(targets, seeds, sources, producer, named)


def _reached(graph, sources, stops):
    """ids of the operations that compute something from `sources`."""
    tensors = {id(source) for source in sources}
    barred = {id(tensor) for tensor in stops}
    reached = set()
    for operation in graph.operations:
        if any(id(tensor) in tensors for tensor in operation.inputs):
            reached.add(id(operation))
            tensors.update(id(output) for output in operation.outputs if output.dtype in TRAINABLE and id(output) not in barred)
    return reached


def hessians(ys, xs, gate_gradients=False, aggregation_method=None, name="hessians"):
    """Second derivatives of the sum of `ys` by each of `xs`: shape ``x.shape + x.shape`` each (`tf.hessians`)."""
    from runtime.gradient.jacobian import rows
    from runtime.ops.array import reshape, shape
    from runtime.ops.joining import concat
    result = []
    first = gradients(ys, xs, gate_gradients=gate_gradients, aggregation_method=aggregation_method)
    for gradient, x in zip(first, _as_list(xs)):
        flat = reshape(gradient, [-1])
        [stacked] = rows(lambda index: gradients(flat[index], x), shape(flat)[0], [flat.dtype])
        sizes = shape(x)
        result.append(reshape(stacked, concat([sizes, sizes], 0)))
    return result
