"""`Part`: what of a plain graph must run to get some of its tensors, when others are given. Sessions run graphs this way."""

from __future__ import annotations

from runtime.core.op_def import REQUIRED, op

VAR_HANDLE = op("VarHandleOp", "-> resource: resource", role="variable", stateful=True, prunable=True, infer=lambda inputs, attrs: (),
                attrs={"container": "", "shared_name": "", "debug_name": "", "dtype": REQUIRED, "shape": None,
                       "allowed_devices": ()})


class Part:
    """The nodes that the tensors and operations `fetched` need, the values `fed` given; compiled like a FuncGraph.

    Unlike a function's graph it has no effects but those that something fetched waits for.

    Attributes:
        operations: in the graph's order.
        inputs: the fed tensors, then the handles of Variables; `handles` are the operations that make the latter.
        outputs: the fetched tensors.
        control_outputs: the fetched operations.
        given: ids of the operations whose outputs are inputs: they are not run, nor what only they need.
        unfed: placeholders that a run needs and nobody feeds.
        memories: id(operation) → kernel with a memory, which all parts that a session runs share.
    """

    name = "session"

    def __init__(self, graph, fetched, fed, memories):
        self.outputs = [item for item in fetched if hasattr(item, "op")]
        self.control_outputs = [item for item in fetched if not hasattr(item, "op")]
        given = {id(tensor) for tensor in fed}
        needed, pending = {}, [*(tensor.op for tensor in self.outputs if id(tensor) not in given), *self.control_outputs]
        while pending:
            operation = pending.pop()
            if id(operation) not in needed:
                needed[id(operation)] = operation
                pending += [tensor.op for tensor in operation.inputs if id(tensor) not in given]
                pending += operation.control_inputs
        self.handles = [operation for operation in needed.values() if operation.op_def.role == "variable"]
        self.inputs = [*fed, *(operation.outputs[0] for operation in self.handles)]
        self.given = {id(tensor.op) for tensor in self.inputs}
        self.operations = [operation for operation in graph.operations
                           if id(operation) in needed or id(operation) in self.given]
        self.unfed = [operation for operation in self.operations
                      if operation.op_def.is_placeholder and id(operation) not in self.given]
        self.memories = memories
