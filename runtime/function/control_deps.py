"""Automatic control dependencies: effects in a function's graph keep the order of the program, as in TensorFlow.

Per resource, a reader waits for the last writer and a writer for all readers since. Stateful ops without a resource
(prints, py_functions, assertions) form one chain of their own. Outputs wait for all of them.
"""

from __future__ import annotations

from runtime.core import dtypes
from runtime.execute.needs import must_run


def _resources(operation):
    """[(id of the resource tensor, only read)] of the resources that an operation uses."""
    used = {}
    for tensor in operation.inputs:
        if tensor.dtype is dtypes.resource:
            used[id(tensor)] = operation.op_def.reads_only or _reads_in_graphs(operation, tensor)
    return list(used.items())


def _reads_in_graphs(operation, tensor):
    """Whether the graphs that `operation` calls only read the resource `tensor`."""
    graphs = [value for value in operation.attrs.values() if hasattr(value, "operations")]
    if not graphs:
        return False
    offset = 1 if operation.op_def.role in ("branch", "case") else 0
    for graph in graphs:
        for position, argument in enumerate(operation.inputs[offset:]):
            if argument is not tensor or position >= len(graph.inputs):
                continue
            inner = graph.inputs[position]
            for consumer in graph.operations:
                if any(item is inner for item in consumer.inputs):
                    if not (consumer.op_def.reads_only or _reads_in_graphs(consumer, inner)):
                        return False
    return True


def add_control_dependencies(graph, start=0):
    """Add the control inputs to the operations of the FuncGraph `graph`, from the `start`-th on.

    Returns:
        The operations that every run must execute.
    """
    last_write, reads, chain, required = {}, {}, None, []
    for operation in graph.operations[start:]:
        if not operation.op_def.stateful or operation.op_def.random:
            continue
        waits = []
        resources = _resources(operation)
        for key, only_read in resources:
            if only_read:
                if key in last_write:
                    waits.append(last_write[key])
                reads.setdefault(key, []).append(operation)
            else:
                waits += reads.pop(key, [])
                if key in last_write:
                    waits.append(last_write[key])
                last_write[key] = operation
        if not resources and must_run(operation):
            if chain is not None:
                waits.append(chain)
            chain = operation
        known = {id(control) for control in operation.control_inputs}
        for wait in waits:
            if id(wait) not in known and wait is not operation:
                known.add(id(wait))
                operation.control_inputs.append(wait)
        required.append(operation)
    return required
