"""Which operations of a graph must run, and in which order."""

from __future__ import annotations


def must_run(operation):
    """Whether every run executes `operation`, though nothing reads its outputs: TensorFlow keeps all side effects."""
    op_def = operation.op_def
    return op_def.stateful and not op_def.prunable


def _needs(operation):
    """What must have run before `operation`. Waiting for a pure operation alone does not make it run, as in TensorFlow."""
    return [tensor.op for tensor in operation.inputs] + \
        [control for control in operation.control_inputs if control.op_def.stateful or not control.outputs]


def schedule(graph):
    """The operations that outputs or side effects need, in an order that respects inputs and control inputs.

    Pure operations that nobody reads are left out, as TensorFlow does: if they would fail, they fail silently.
    Elsewhere the order is that of the program, so effects keep their order.
    """
    needed = set()
    pending = [tensor.op for tensor in graph.outputs] + [op for op in graph.operations if must_run(op)]
    pending += graph.control_outputs
    while pending:
        operation = pending.pop()
        if id(operation) in needed:
            continue
        needed.add(id(operation))
        pending.extend(_needs(operation))
    order, done = [], set()
    for operation in graph.operations:
        if id(operation) in needed:
            _visit(operation, done, order)
    return order


def _visit(operation, done, order):
    """Append `operation` after all that it needs; iterative, for graphs deeper than Python's stack."""
    stack = [(operation, None)]
    while stack:
        current, parents = stack[-1]
        if parents is None:
            if id(current) in done:
                stack.pop()
                continue
            done.add(id(current))
            parents = iter(_needs(current))
            stack[-1] = (current, parents)
        for parent in parents:
            if id(parent) not in done:
                stack.append((parent, None))
                break
        else:
            order.append(current)
            stack.pop()
