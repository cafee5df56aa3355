"""`tf.gradients` and `tf.hessians`: symbolic derivatives between tensors of the graph that is being built."""

from __future__ import annotations

from runtime.core import hooks
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dtypes import TRAINABLE
from runtime.core.dtypes import bool_, resource, variant
from runtime.core.func_graph import FuncGraph
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.gradient.backprop import (UnconnectedGradients, backpropagate, fill_unconnected, unconnected_kind)
from runtime.ops.array import reshape, shape
from runtime.ops.creation import fill
from runtime.ops.identity import identity
from runtime.ops.joining import concat


class AggregationMethod:
    """Kept for programs that name them: the ways in which TensorFlow may sum gradients, all with one result."""

    ADD_N = 0
    DEFAULT = 0
    EXPERIMENTAL_TREE = 1
    EXPERIMENTAL_ACCUMULATE_N = 2


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
    with graph.name_scope(name or "gradients"):
        if len(weights) != len(targets):
            raise ValueError(f"Length mismatch. Passed {len(weights)} grad_ys for {len(targets)} ys")
        targets = [convert_to_tensor(y, name="y") for y in targets]
        seeds = [_seed(y, weight, index) for index, (y, weight) in enumerate(zip(targets, weights))]
        sources, stops = [_tensor(x) for x in sources], [_tensor(stop) for stop in stops]
        graphs = _with_outer(graph)
        outermost = _resolver(graphs)
        targets, sources, stops = ([outermost(tensor) for tensor in tensors] for tensors in (targets, sources, stops))
        results = graph_gradients(targets, sources, seeds, graphs, stops, outermost)
    return fill_unconnected(results, sources, kind)


def _tensor(value):
    return value if isinstance(value, Tensor) else convert_to_tensor(getattr(value, "handle", value), name="x")


def _with_outer(graph):
    """`graph` and those around it, outermost first."""
    graphs = []
    while graph is not None:
        graphs.insert(0, graph)
        graph = graph.outer_graph
    return graphs


def _resolver(graphs):
    """tensor → what was captured, if it stands for a capture of one of `graphs`."""
    captured = {id(inner): outer for graph in graphs if isinstance(graph, FuncGraph) for outer, inner in graph.captures}

    def outermost(tensor):
        while id(tensor) in captured:
            tensor = captured[id(tensor)]
        return tensor

    return outermost


def _as_list(value):
    return list(value) if isinstance(value, (list, tuple)) else [value]


def _seed(y, weight, index):
    """The gradient that the target `y` starts with.

    Raises:
        TypeError: the weight's dtype does not suit `y`.
    """
    if weight is not None:
        weight = convert_to_tensor(weight, name=f"grad_ys_{index}")
        real = weight.dtype.is_floating or weight.dtype.is_integer
        if (y.dtype.is_floating or y.dtype.is_integer) and not real:
            raise TypeError(f"Gradient type {weight.dtype.name} generated for real-valued tensor {y} with type {y.dtype.name} "
                            "must be real or integer")
        if y.dtype.is_complex and not weight.dtype.is_complex:
            raise TypeError(f"Gradient type {weight.dtype.name} generated for complex-valued tensor {y} with type "
                            f"{y.dtype.name} must be real")
        return identity(weight, name=f"grad_ys_{index}")
    if y.dtype.is_complex:
        raise TypeError(f"Gradients of complex tensors ({y}) must set grad_ys (y.dtype = {y.dtype.name})")
    if y.dtype in (resource, variant):
        return None
    sizes = shape(y)
    with context.graph.name_scope(f"grad_ys_{index}") as scope:
        return fill(sizes, constant(True if y.dtype is bool_ else 1, y.dtype), name=scope)


def graph_gradients(targets, sources, seeds, graphs, stops=(), resolve=None):
    """Gradients between tensors of `graphs`, built in the current graph, which captures what it needs of them.

    Args:
        seeds: the gradient of each target; None leaves it out.
        graphs: list of graphs, each inside the one before it.
        stops: tensors through which no gradient flows.
        resolve: as for `backpropagate`.
    """
    resolve = resolve or (lambda tensor: tensor)
    between = _reached(graphs, sources, stops, resolve)
    barred = {id(tensor) for tensor in stops}

    def producer(tensor):
        return tensor.op if type(tensor) is SymbolicTensor and id(tensor.op) in between and id(tensor) not in barred else None

    def named(operation):
        return context.graph.name_scope(f"{operation.name}_grad")

    return backpropagate(targets, seeds, sources, producer, named, resolve, _unregistered, _check_shapes)


def _check_shapes(operation, results):
    """Give the gradients of the inputs of `operation` the inputs' static shapes. Raises ValueError if they cannot have them."""
    for index, (tensor, gradient) in enumerate(zip(operation.inputs, results)):
        if type(gradient) is SymbolicTensor and tensor.dtype is not resource:
            try:
                gradient.set_shape(tensor.shape)
            except ValueError:
                raise ValueError("Incompatible shapes between op input and calculated input gradient. Forward operation: "
                                 f"{operation.name}. Input index: {index}. Original input shape: {tensor.shape}. Calculated input "
                                 f"gradient shape: {gradient.shape}") from None


def _unregistered(operation):
    return (f"No gradient defined for operation'{operation.name}' (op type: {operation.type}). In general every operation must have "
            "an associated `@tf.RegisterGradient` for correct autodiff, which this op is lacking. If you want to pretend this "
            "operation is a constant in your program, you may insert `tf.stop_gradient`. This can be useful to silence the error in "
            "cases where you know gradients are not needed, e.g. the forward pass of tf.custom_gradient. Please see more details in "
            "https://www.tensorflow.org/api_docs/python/tf/custom_gradient.")


def _reached(graphs, sources, stops, resolve):
    """ids of the operations that compute something from `sources`."""
    tensors = {id(source) for source in sources}
    barred = {id(tensor) for tensor in stops}
    reached = set()
    for graph in graphs:
        for operation in graph.operations:
            if any(id(resolve(tensor)) in tensors for tensor in operation.inputs):
                reached.add(id(operation))
                tensors.update(id(output) for output in operation.outputs
                               if output.dtype in TRAINABLE and id(output) not in barred)
    return reached


def hessians(ys, xs, gate_gradients=False, aggregation_method=None, name="hessians"):
    """Second derivatives of the sum of `ys` by each of `xs`: shape ``x.shape + x.shape`` each (`tf.hessians`)."""
    result = []
    first = gradients(ys, xs, gate_gradients=gate_gradients, aggregation_method=aggregation_method)
    for gradient, x in zip(first, _as_list(xs)):
        flat = reshape(gradient, [-1])
        [stacked] = hooks.gradient_rows(lambda index: gradients(flat[index], x), shape(flat)[0], [flat.dtype])
        sizes = shape(x)
        result.append(reshape(stacked, concat([sizes, sizes], 0)))
    return result
