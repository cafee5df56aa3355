"""The backward pass that tapes and `tf.gradients` share."""

from __future__ import annotations

import collections
import contextlib
import enum

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.indexed_slices import total
from runtime.core.dispatch import dispatch
from runtime.core.op_def import OPS, REGISTERED
from runtime.ops import state
from runtime.ops.creation import ones, ones_like, zeros, zeros_like


class UnconnectedGradients(enum.Enum):
    """What the gradient of something that the target does not depend on is."""

    NONE = "none"
    ZERO = "zero"


def unconnected_kind(value):
    """`value` as `UnconnectedGradients`. Raises ValueError with TensorFlow's text."""
    try:
        return UnconnectedGradients(value)
    except ValueError:
        raise ValueError(f"Unknown value for unconnected_gradients: {value!r}") from None


def value_dims(tensor):
    """The static shape of gradients of `tensor`: that of the value behind a resource."""
    if tensor.dtype is dtypes.resource:
        return tensor.handle_data[0] if tensor.handle_data else None
    return tensor._dims


def value_dtype(tensor):
    """The dtype of gradients of `tensor`."""
    if tensor.dtype is dtypes.resource and tensor.handle_data:
        return tensor.handle_data[1]
    return tensor.dtype


def _filled(tensor, whole, like):
    dims = value_dims(tensor)
    if dims is not None and None not in dims and tensor.dtype is not dtypes.variant:
        return whole(dims, value_dtype(tensor))
    if tensor.dtype is dtypes.resource:
        tensor = dispatch(state.READ, (tensor,), {"dtype": value_dtype(tensor)})
    return like(convert_to_tensor(tensor))


def zeros_for(tensor):
    """Zeros in the shape of `tensor`'s gradient; for a list of tensors, a list of zeros."""
    return _filled(tensor, zeros, zeros_like)


def ones_for(tensor):
    """Ones in the shape of `tensor`'s gradient: where backward passes start."""
    return _filled(tensor, ones, ones_like)


def _same(tensor):
    return tensor


def _no_entry(node):
    return f"gradient registry has no entry for: {node.op_def.name}"


def backpropagate(targets, seeds, sources, producer, scope=None, resolve=_same, unregistered=_no_entry, check=None):
    """Gradients of the sum of `targets`, each weighted by its seed, with respect to `sources`.

    Nodes are taken in TensorFlow's order (breadth first from the targets, a node once all its readers are done), which
    fixes the order in which gradients are summed.

    Args:
        targets, sources: lists of tensors.
        seeds: the gradient that each target starts with, None to leave it out.
        producer: tensor → the record or operation that made it; None where the pass ends.
        scope: node → context manager in which its gradient function runs.
        resolve: tensor → the tensor that it stands for.
        unregistered: node → the text of the LookupError if nothing is registered for its op.
        check: called with each node and the gradients of its inputs.

    Returns:
        For each source a tensor, an `IndexedSlices`, or None if no target depends on it.
    """
    pending = _count_readers(targets, producer, resolve)
    waiting = {}  # id(tensor) → its gradients so far
    for target, seed in zip(targets, seeds):
        if seed is not None:
            waiting.setdefault(id(target), []).append(seed)
    kept = {id(source): None for source in sources}
    ready = collections.deque()
    queued = set()
    for target in targets:
        node = producer(target)
        if node is not None and not pending[id(node)] and id(node) not in queued:
            queued.add(id(node))
            ready.append(node)
    while ready:
        node = ready.popleft()
        gradients = []
        for output in node.outputs:
            parts = waiting.pop(id(output), None)
            gradient = total(parts) if parts else None
            if id(output) in kept:
                kept[id(output)] = gradient
            gradients.append(gradient)
        if any(gradient is not None for gradient in gradients):
            with scope(node) if scope is not None else contextlib.nullcontext():
                results = input_gradients(node, gradients, unregistered)
            if check is not None:
                check(node, results)
            for tensor, gradient in zip(node.inputs, results):
                if gradient is not None:
                    waiting.setdefault(id(resolve(tensor)), []).append(gradient)
        for tensor in node.inputs:
            before = producer(resolve(tensor))
            if before is not None:
                pending[id(before)] -= 1
                if not pending[id(before)]:
                    ready.append(before)
    for source in sources:
        parts = waiting.get(id(source))
        if parts:
            kept[id(source)] = total(parts)
            waiting[id(source)] = [kept[id(source)]]
    return [kept[id(source)] for source in sources]


def _count_readers(targets, producer, resolve):
    """id(node) → how many inputs of needed nodes it feeds; the nodes that the targets need."""
    pending = {}
    stack = []
    for target in targets:
        node = producer(target)
        if node is not None and id(node) not in pending:
            pending[id(node)] = 0
            stack.append(node)
    while stack:
        for tensor in stack.pop().inputs:
            node = producer(resolve(tensor))
            if node is not None:
                if id(node) in pending:
                    pending[id(node)] += 1
                else:
                    pending[id(node)] = 1
                    stack.append(node)
    return pending


def input_gradients(node, gradients, unregistered=_no_entry):
    """What the gradient function of `node` makes of the gradients of its outputs: one, or None, for each input."""
    other = node.attrs.get("_gradient_op_type")
    function, known = (node.op_def.grad, node.op_def.differentiable is not None) if other is None else _registered(other)
    if function is None:
        if not known:
            raise LookupError(unregistered(node))
        return [None] * len(node.inputs)
    if other is not None or not node.op_def.takes_none:
        gradients = [zeros_for(output) if gradient is None and output.dtype in dtypes.TRAINABLE else gradient
                     for gradient, output in zip(gradients, node.outputs)]
    results = function(node, *gradients)
    if not isinstance(results, (list, tuple)):
        results = [results]
    if len(results) != len(node.inputs):
        raise ValueError(f"the gradient function of {node.op_def.name} returned {len(results)} gradients for "
                         f"{len(node.inputs)} inputs")
    return results


def _registered(name):
    """(the gradient of that name: one of the program's, or that of an op; whether there is an entry)."""
    if name in REGISTERED:
        return REGISTERED[name], True
    return (OPS[name].grad, OPS[name].differentiable is not None) if name in OPS else (None, False)


def fill_unconnected(gradients, sources, kind):
    """`gradients` with zeros for None where `kind` says so."""
    if kind is UnconnectedGradients.NONE:
        return gradients
    return [zeros_for(source) if gradient is None else gradient for gradient, source in zip(gradients, sources)]


def flat_gradient(gradient):
    """The tensors that make up a gradient: three for an `IndexedSlices`, none for None."""
    if gradient is None:
        return []
    return gradient._components() if isinstance(gradient, IndexedSlices) else [gradient]
