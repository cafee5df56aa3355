"""Gradients of calls of graph functions: a forward graph that also returns what the backward graph will need."""

from __future__ import annotations

import threading

from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient
from runtime.core.tensor import SymbolicTensor
from runtime.function.call_ops import call_op
from runtime.gradient.backprop import zeros_for
from runtime.gradient.inner_graphs import (BackwardGraph, Packing, add_outputs, carries_gradient, copy_graph,
                                            with_outputs)

_lock = threading.RLock()


def differentiable(graph):
    """The `Differentiable` of a FuncGraph, made on first use."""
    known = graph.__dict__.get("differentiable")
    if known is None:
        with _lock:
            known = graph.__dict__.get("differentiable")
            if known is None:
                known = graph.differentiable = Differentiable(graph)
    return known


class _Order:
    """A forward graph and the backward graph for it.

    Attributes:
        forward: FuncGraph: the original outputs, then the intermediate results that `backward` takes.
        backward: FuncGraph: gradients of the first outputs of `forward`, then `needs` → gradients of its inputs.
        differentiated: how many outputs of `forward` have gradients.
        needs: the tensors that `backward` takes besides gradients: of `forward`, or captured from outside.
    """

    def __init__(self, owner, graph, outputs):
        targets = [tensor for tensor in outputs if carries_gradient(tensor)]
        self.positions = [index for index, tensor in enumerate(outputs) if carries_gradient(tensor)]
        self.differentiated = len(outputs)
        self.backward = BackwardGraph(f"__backward_{graph.name}", graph)
        gradients = self.backward.gradients(targets, graph.inputs)
        self.packing = Packing(gradients)
        self.backward.outputs = self.packing.flat
        self.needs = self.backward.external_captures
        places = {id(tensor): ("input", index) for index, tensor in enumerate(graph.inputs)}
        whole = list(outputs)
        for index, tensor in enumerate(whole):
            places.setdefault(id(tensor), ("output", index))
        for tensor in self.needs:
            if id(tensor) not in places and type(tensor) is SymbolicTensor and tensor.op.graph is graph:
                places[id(tensor)] = ("output", len(whole))
                whole.append(tensor)
        self.places = [places.get(id(tensor), ("outside", tensor)) for tensor in self.needs]
        self.outputs = whole
        self.forward = with_outputs(graph, whole)
        self.forward.differentiable_order = self
        self.owner = owner


class Differentiable:
    """What differentiating calls of one FuncGraph takes."""

    def __init__(self, graph):
        self._copy = copy_graph(graph)
        self.output_count = len(graph.outputs)
        self._first = self._higher = None

    @property
    def forward(self):
        """The graph to run under the current tapes, so that they can differentiate the call as often as they may ask to."""
        tapes = [tape for tape in context.tapes if tape.records]
        if len(tapes) > 1 or any(tape._persistent for tape in tapes):
            return self.higher.forward
        return self.first.forward

    @property
    def first(self):
        """For gradients of the original outputs."""
        if self._first is None:
            with _lock:
                self._first = self._first or _Order(self, self._copy, self._copy.outputs)
        return self._first

    @property
    def higher(self):
        """For gradients of the intermediate results too, which second derivatives need."""
        if self._higher is None:
            with _lock:
                order = self.first
                while any(carries_gradient(tensor) for tensor in order.outputs[order.differentiated:]):
                    order = _Order(self, self._copy, order.outputs)
                self._higher = order
        return self._higher


def call(graph, inputs, name=None):
    """Record a call of `graph`, or run it, in the form that the current tapes need. Returns its outputs."""
    target = graph
    if context.graph is None and any(tape.could_record(inputs) for tape in context.tapes):
        target = differentiable(graph).forward
    op_def, attrs = call_op(target)
    return list(dispatch(op_def, inputs, attrs, name) or ())[:len(graph.outputs)]


@gradient("PartitionedCall", "StatefulPartitionedCall", takes_none=True)
def _call_grad(op, *dys):
    """The backward graph applied to the gradients; a call recorded in a graph is first made to return what that needs."""
    graph = op.attrs["f"]
    order = graph.__dict__.get("differentiable_order")
    owner = differentiable(graph) if order is None else order.owner
    if order is None:
        order = owner.first
        _extend(op, order.forward)
    backward = owner.first
    if any(dy is not None for dy in dys[owner.output_count:]):
        backward = owner.higher
        if order is not backward:
            _extend(op, backward.forward)
    seeds = [dys[index] if index < len(dys) and dys[index] is not None else zeros_for(op.outputs[index])
             for index in backward.positions]
    needs = [op.inputs[place] if kind == "input" else op.outputs[place] if kind == "output" else place
             for kind, place in backward.places]
    return backward.packing.unpack(call(backward.backward, seeds + needs))


def _extend(op, forward):
    """Let the node `op` call `forward`, which has the same first outputs as what it calls, and more."""
    op.attrs["f"] = forward
    op.attrs["Tout"] = [tensor.dtype for tensor in forward.outputs]
    add_outputs(op, forward.outputs[len(op.outputs):])
