"""Copying a part of one graph into another: initial values out of functions, functions cut down to some of their outputs."""

from __future__ import annotations

from runtime.core.context import graph_mode
from runtime.core.func_graph import PLACEHOLDER
from runtime.core.graph import Operation


class UnliftableError(Exception):
    """A tensor needs a placeholder that is not given."""

    ag_pass_through = True  # AutoGraph does not rewrite it


def lift(source, target, wanted, tensors):
    """Copy into `target` what of the FuncGraph `source` is needed for `wanted`. Returns id(operation) → its copy.

    Args:
        wanted: tensors and operations of `source`.
        tensors: id(tensor of `source`) → tensor of `target`; what is there is given, and the copies are added.

    Raises:
        UnliftableError: a placeholder is needed that is neither given nor stands for something outside.
    """
    captured = {id(inner): outer for outer, inner in source.captures}
    needed, operations = _needed(wanted, tensors, captured), {}
    with graph_mode(target):
        for old in source.operations:
            if id(old) not in needed or old.outputs and all(id(tensor) in tensors for tensor in old.outputs):
                continue
            if old.op_def is PLACEHOLDER:
                tensors[id(old.outputs[0])] = target.capture(captured[id(old.outputs[0])], old.name)
                continue
            new = target.add_operation(old.op_def, [tensors[id(tensor)] for tensor in old.inputs], old.attrs, old.name + "/")
            new.control_inputs = [operations[id(control)] for control in old.control_inputs if id(control) in operations]
            operations[id(old)] = new
            for before, after in zip(old.outputs, new.outputs):
                tensors.setdefault(id(before), after)
                after.handle_data = before.handle_data
    return operations


def _needed(wanted, given, captured):
    """The ids of the operations that `wanted` needs."""
    needed, reader = set(), {}
    for item in wanted:
        pending = [item if isinstance(item, Operation) else item.op] if id(item) not in given else []
        while pending:
            operation = pending.pop(0)
            if id(operation) in needed:
                continue
            needed.add(id(operation))
            if operation.op_def is PLACEHOLDER and id(operation.outputs[0]) not in captured:
                path = [operation]
                while id(path[-1]) in reader:
                    path.append(reader[id(path[-1])])
                steps = " <- ".join(f"{step.name} ({step.type})" for step in reversed(path))
                raise UnliftableError(f"Unable to lift tensor {item!r} because it depends transitively on placeholder {operation!r} via at "
                                      f"least one path, e.g.: {steps}")
            for before in [*(tensor.op for tensor in operation.inputs if id(tensor) not in given), *operation.control_inputs]:
                reader.setdefault(id(before), operation)
                pending.append(before)
    return needed
