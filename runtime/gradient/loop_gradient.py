"""Gradients of `While`: a loop that runs backwards over what the forward loop has put on lists."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.context import context, graph_mode
from runtime.core.convert import constant
from runtime.core.op_def import gradient
from runtime.gradient.backprop import zeros_for
from runtime.gradient.indexed_slices import dense
from runtime.gradient.inner_graphs import (BackwardGraph, add_outputs, carries_gradient, is_of, original_count, own_copy,
                                           with_inputs_and_outputs)
from runtime.ops.control_flow import tensor_list
from runtime.ops.control_flow.subgraphs import new_inner_graph, scoped, unique_name
from runtime.ops.control_flow.while_loop import record_loop
from runtime.ops.identity import identity


@gradient("While", "StatelessWhile", takes_none=True)
def _while_grad(op, *dys):
    loop = _Loop(op)
    given = [index < len(dys) and dys[index] is not None for index in range(len(op.outputs))]
    positions = [index for index, output in enumerate(op.outputs)
                 if carries_gradient(output) and (index < loop.original_count or given[index])]
    seeds = [dys[index] if given[index] else zeros_for(op.outputs[index]) for index in positions]

    body = _BackwardBody(unique_name(loop.body.name + "_", "grad"), loop)
    body._blocks.scope = context.graph.get_name_scope()
    gradients = body.gradients([loop.body.outputs[index] for index in positions],
                               [loop.body.inputs[index] for index in positions])
    with graph_mode(body):
        gradients = [zeros_for(body.capture(loop.body.inputs[index])) if part is None else dense(part)
                     for index, part in zip(positions, gradients)]
    needs = body.close(gradients)
    # the counter of this loop, then, as in every loop, the limit, and the number of iterations that there were
    inputs = [constant(0, op.outputs[0].dtype, name="grad_counter"), op.inputs[1], op.outputs[0], *seeds, *needs]
    outputs = record_loop(inputs, _condition(body, inputs), body, "while_grad")
    outputs = [identity(output) for output in outputs[:3 + len(positions)]]
    results = [None] * len(op.inputs)
    for index, output in zip(positions, outputs[3:]):
        results[index] = output
    return results


def _condition(body, inputs):
    """The graph of ``counter < number of iterations`` for a loop over `inputs`."""
    graph = new_inner_graph(unique_name(body.name, "cond"))
    for tensor, inner in zip(inputs, body.inputs):
        graph.add_input(tensor.dtype, inner._dims, scoped(graph, "Placeholder"), tensor.handle_data)
    with graph_mode(graph):
        graph.outputs = [graph.inputs[0] < graph.inputs[2]]
    return graph


class _Loop:
    """The graphs of a While node, as copies that can be given more loop variables."""

    def __init__(self, op):
        self.op = op
        self._tapes = context.tapes  # none records while the backward body is built, but they must hear of new outputs
        op.attrs["cond"], op.attrs["body"] = own_copy(op.attrs["cond"]), own_copy(op.attrs["body"])
        self.original_count = original_count(self.body)

    cond = property(lambda self: self.op.attrs["cond"])
    body = property(lambda self: self.op.attrs["body"])

    def place(self, tensor):
        """Where the backward loop finds the values of `tensor` of the body.

        Returns:
            ("same", index) of a loop variable that never changes, or ("list", index) of a loop variable that is the list of
            its values in all iterations, which is added if there is none yet.
        """
        body = self.body
        for index, inner in enumerate(body.inputs):
            if inner is tensor and body.outputs[index] is tensor:
                return "same", index
        known = body.__dict__.get("lists", {})  # of this node alone: a copy of it may get others
        if id(tensor) not in known:
            index = self._add_list(tensor)
            self.body.lists = {**known, id(tensor): index}
        return "list", self.body.lists[id(tensor)]

    def _add_list(self, tensor):
        """A new loop variable: the list of the values that `tensor` takes. Returns its index."""
        op, body, cond = self.op, self.body, self.cond
        graph = op.graph
        with graph_mode(graph), graph.control_dependencies(None):
            before = len(graph.operations)
            empty = tensor_list.empty_tensor_list(tensor._dims, tensor.dtype)
        made = graph.operations[before:]
        del graph.operations[before:]  # the list comes before the loop, though it is made later
        at = next(index for index, operation in enumerate(graph.operations) if operation is op)
        graph.operations[at:at] = made
        inner = body.base.add_input(dtypes.variant, (), scoped(body.base, "accumulator"))
        body.base.inputs.pop()
        unused = cond.base.add_input(dtypes.variant, (), scoped(cond.base, "accumulator"))
        cond.base.inputs.pop()
        with graph_mode(body.base):
            pushed = tensor_list.tensor_list_push_back(inner, tensor)
        op.attrs["body"] = with_inputs_and_outputs(body, [*body.inputs, inner], [*body.outputs, pushed])
        op.attrs["cond"] = with_inputs_and_outputs(cond, [*cond.inputs, unused], cond.outputs)
        op.attrs["T"] = [*op.attrs["T"], dtypes.variant]
        op.attrs["output_shapes"] = [*op.attrs["output_shapes"], ()]
        op.inputs += (empty,)
        add_outputs(op, [pushed], self._tapes)
        return len(op.inputs) - 1


class _BackwardBody(BackwardGraph):
    """The body of the backward loop. It takes the forward body's values off the lists, last iteration first."""

    def __init__(self, name, loop):
        super().__init__(name, loop.body.base)
        self.loop = loop
        self._lists = []  # (tensor around the loop, its placeholder here, what is returned for the next iteration)
        self._popped = {}

    def _inner(self, tensor, name):
        tensor = self.forward_tensor(tensor)
        if not is_of(tensor, self.loop.body):
            return super()._inner(tensor, name)
        known = self._popped.get(id(tensor))
        if known is not None:
            return known
        constant_twin = self._known_constant(tensor)
        if constant_twin is not None:
            return constant_twin
        kind, index = self.loop.place(tensor)
        if kind == "same":
            return super()._inner(tensor, name)
        return self._pop(tensor, index)

    def _pop(self, tensor, index):
        outer = self.loop.op.outputs[index]
        held = self.add_input(dtypes.variant, (), scoped(self, "Placeholder"))
        self.inputs.pop()
        with graph_mode(self), self.control_dependencies(None):
            rest, value = tensor_list.tensor_list_pop_back(held, tensor.dtype, tensor._dims)
        value.handle_data = tensor.handle_data
        self._lists.append((outer, held, rest))
        self._popped[id(tensor)] = value
        return value

    def close(self, gradients):
        """Fix inputs and outputs. Returns the tensors around for the loop variables after counters and gradients."""
        count = self.loop.op.outputs[0].dtype
        given = self.inputs[:len(gradients)]
        counters = []
        for _ in range(3):
            counters.append(self.add_input(count, (), scoped(self, "Placeholder")))
        held = [inner for _, inner, _ in self._lists]
        captured = self.internal_captures
        with graph_mode(self):
            advanced = counters[0] + 1
        self.inputs[:] = [*counters, *given, *held, *captured]
        self.outputs = [advanced, *counters[1:], *gradients, *(rest for _, _, rest in self._lists), *captured]
        body = self.loop.body
        places = {id(tensor): index for index, tensor in enumerate(body.inputs)}
        return [outer for outer, _, _ in self._lists] + \
            [self.loop.op.inputs[places[id(outer)]] if is_of(outer, body) else outer for outer in self.external_captures]
