"""Gradients of `If` and `Case`: a node of the same kind whose branches are the gradients of the branches."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context, graph_mode
from runtime.core.op_def import gradient
from runtime.gradient.backprop import zeros_for
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.inner_graphs import (BackwardGraph, Packing, add_outputs, carries_gradient, is_of, own_copy,
                                           original_count, with_outputs)
from runtime.ops.array import shape
from runtime.ops.identity import identity
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import record_node
from runtime.ops.creation import range_
from runtime.ops.control_flow.subgraphs import scoped, unique_name
from runtime.ops.control_flow.tensor_list import empty_tensor_list


@gradient("If", "StatelessIf", "Case", "StatelessCase", takes_none=True)
def _branches_grad(op, *dys):
    branches = _Branches(op)
    positions = [index for index, output in enumerate(op.outputs) if carries_gradient(output)
                 and (index < branches.original_count or index < len(dys) and dys[index] is not None)]
    seeds = [dys[index] if index < len(dys) and dys[index] is not None else zeros_for(op.outputs[index])
             for index in positions]
    graphs, gradients = [], []
    for number, graph in enumerate(branches.graphs):
        backward = BackwardGraph(unique_name(graph.name + "_", "grad"), graph.base)
        backward._blocks.scope = context.graph.get_name_scope()
        graphs.append(backward)
        gradients.append(backward.gradients([graph.outputs[index] for index in positions], graph.inputs))
    packing = _same_form(graphs, gradients, branches.graphs)
    if not packing.flat:
        return [None] * len(op.inputs)
    needs = branches.match_inputs(graphs, len(positions))
    outputs = record_node(branches.kind, op.inputs[0], graphs, seeds + needs, None)
    return [None, *packing.unpack([identity(output) for output in outputs])]


class _Branches:
    """The branches of a node, as copies that can be given more outputs."""

    def __init__(self, op):
        self.op = op
        self.kind = "Case" if "branches" in op.attrs else "If"
        self.graphs = [own_copy(graph) for graph in self._attrs()]
        self.original_count = original_count(self.graphs[0])
        self._store()

    def _attrs(self):
        attrs = self.op.attrs
        return attrs["branches"] if self.kind == "Case" else [attrs["then_branch"], attrs["else_branch"]]

    def _store(self):
        if self.kind == "Case":
            self.op.attrs["branches"] = list(self.graphs)
        else:
            self.op.attrs["then_branch"], self.op.attrs["else_branch"] = self.graphs

    def match_inputs(self, backward_graphs, given):
        """Let all backward graphs take the same inputs after the first `given`. Returns the tensors around for them."""
        entries = []  # [tensor, {number of the graph: its placeholder}]
        for number, backward in enumerate(backward_graphs):
            for needed, inner in backward.captures:
                tensor = self._outer(number, needed)
                entry = next((entry for entry in entries if entry[0] is tensor and number not in entry[1]), None)
                if entry is None:
                    entries.append([tensor, {number: inner}])
                else:
                    entry[1][number] = inner
        for number, backward in enumerate(backward_graphs):
            arguments = backward.inputs[:given]
            for tensor, inner in entries:
                if number not in inner:
                    inner[number] = backward.add_input(tensor.dtype, tensor._dims, scoped(backward, "Placeholder"),
                                                       tensor.handle_data)
            backward.inputs[:] = arguments + [inner[number] for _, inner in entries]
        return [tensor for tensor, _ in entries]

    def _outer(self, number, needed):
        """Where the tensor `needed` of branch `number` can be had around the node."""
        graph = self.graphs[number]
        if not is_of(needed, graph):
            return needed
        for index, tensor in enumerate(graph.inputs):
            if tensor is needed:
                return self.op.inputs[1 + index]
        for index, tensor in enumerate(graph.outputs):
            if tensor is needed:
                return self.op.outputs[index]
        for other, branch in enumerate(self.graphs):
            tensor = needed if other == number else _stand_in(branch.base, needed)
            self.graphs[other] = with_outputs(branch, [*branch.outputs, tensor])
        self._store()
        self.op.attrs["Tout"] = [*self.op.attrs["Tout"], needed.dtype]
        self.op.attrs["output_shapes"] = [*self.op.attrs["output_shapes"], needed._dims]
        add_outputs(self.op, [needed])
        return self.op.outputs[-1]


def _stand_in(graph, like):
    """What a branch returns in place of an intermediate result of another: nothing that is ever used has this value."""
    with graph_mode(graph):
        if like.dtype is dtypes.variant:
            return empty_tensor_list(None, dtypes.float32)
        dims = tuple(size or 0 for size in like._dims or ())
        zero = np.array(b"", object) if like.dtype is dtypes.string else np.zeros((), like.dtype.numpy_dtype)
        return graph.constant(np.broadcast_to(zero, dims), like.dtype)


def _as_slices(gradient):
    """`gradient` with all its rows listed, if it is dense."""
    if isinstance(gradient, IndexedSlices):
        return gradient
    sizes = shape(gradient)
    return IndexedSlices(gradient, range_(sizes[0]), sizes)


def _same_form(graphs, gradients, forward):
    """Let all branches return gradients of the same inputs, in the same form. Returns their `Packing`."""
    count = len(gradients[0])
    unified = [[] for _ in graphs]
    for index in range(count):
        column = [row[index] for row in gradients]
        if all(gradient is None for gradient in column):
            for row in unified:
                row.append(None)
            continue
        sliced = any(isinstance(gradient, IndexedSlices) for gradient in column)
        for graph, gradient, branch, row in zip(graphs, column, forward, unified):
            with graph_mode(graph):
                if gradient is None:
                    gradient = zeros_for(graph.capture(branch.inputs[index]))
                row.append(_as_slices(gradient) if sliced else gradient)
    for index, first in enumerate(unified[0]):
        if isinstance(first, IndexedSlices) and len({row[index].indices.dtype for row in unified}) > 1:
            for graph, row in zip(graphs, unified):
                with graph_mode(graph):
                    part = row[index]
                    row[index] = IndexedSlices(part.values, cast(part.indices, dtypes.int64), part.dense_shape)
    for graph, row in zip(graphs, unified):
        packing = Packing(row)
        graph.outputs = packing.flat
    return packing
