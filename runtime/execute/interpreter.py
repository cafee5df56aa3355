"""A plain interpreter of graphs: one node after the other. Slow and simple; what compiled plans are checked against.

Subclasses override `run_node` to count, print or compare.
"""

from __future__ import annotations

import numpy as np

from runtime.execute.kernels import bound_kernel
from runtime.ops.kernels.truth import truth
from runtime.execute.needs import needs


class Interpreter:
    """Runs a FuncGraph node by node: ``Interpreter(graph).run(*arrays)`` → list of arrays.

    Args:
        wanted: positions of the graph's outputs to compute; all by default.
    """

    def __init__(self, graph, wanted=None):
        self.graph = graph
        self.needs = needs(graph, wanted)
        self._kernels = {id(operation): bound_kernel(operation) for operation in self.needs.order
                         if operation.op_def.kernel}
        self._inner = {}  # (id(operation), name of the graph attribute) → interpreter

    def run(self, *args):
        """Outputs for `args` (arguments, then captures). Kernel errors come out as they are raised."""
        values = {id(tensor): value for tensor, value in zip(self.graph.inputs, args)}
        with np.errstate(all="ignore"):
            for operation in self.needs.order:
                if operation.op_def.is_placeholder:
                    continue
                inputs = [None if tensor is None else values[id(tensor)] for tensor in self.needs.inputs(operation)]
                for tensor, value in zip(operation.outputs, self.run_node(operation, inputs)):
                    values[id(tensor)] = value
        return [values[id(tensor)] for tensor in self.needs.outputs]

    def run_node(self, operation, inputs):
        """The outputs of one operation, as a sequence; None in place of inputs and outputs that nobody reads."""
        if operation.op_def.role == "call":
            return self._run_inner(operation, "f", inputs)
        if operation.op_def.role == "branch":
            return self._run_inner(operation, "then_branch" if truth(inputs[0]) else "else_branch", inputs[1:])
        if operation.op_def.role == "loop":
            while truth(self._interpreter(operation, "cond", None).run(*inputs)[0], "While"):
                inputs = self._run_inner(operation, "body", inputs)
            return inputs
        result = self._kernels[id(operation)](*inputs)
        return (result,) if operation.op_def.single else result or ()

    def _run_inner(self, operation, attr, inputs):
        positions = self.needs.read(operation)
        results = [None] * len(operation.outputs)
        for position, value in zip(positions, self._interpreter(operation, attr, positions).run(*inputs)):
            results[position] = value
        return results

    def _interpreter(self, operation, attr, wanted):
        key = id(operation), attr
        if key not in self._inner:
            self._inner[key] = type(self)(operation.attrs[attr], wanted)
        return self._inner[key]
