"""A plain interpreter of graphs: one node after the other. Slow and simple; what compiled plans are checked against.

Subclasses override `run_node` to count, print or compare.
"""

from __future__ import annotations

import numpy as np

from runtime.execute.kernels import bound_kernel
from runtime.execute.schedule import schedule


class Interpreter:
    """Runs a FuncGraph node by node: ``Interpreter(graph).run(*arrays)`` → list of arrays."""

    def __init__(self, graph):
        self.graph = graph
        self.order = schedule(graph)
        self._kernels = {id(operation): bound_kernel(operation) for operation in self.order if operation.op_def.kernel}

    def run(self, *args):
        """Outputs for `args` (arguments, then captures). Kernel errors come out as they are raised."""
        values = {id(tensor): value for tensor, value in zip(self.graph.inputs, args)}
        with np.errstate(all="ignore"):
            for operation in self.order:
                if operation.type == "Placeholder":
                    continue
                results = self.run_node(operation, [values[id(tensor)] for tensor in operation.inputs])
                for tensor, value in zip(operation.outputs, results):
                    values[id(tensor)] = value
        return [values[id(tensor)] for tensor in self.graph.outputs]

    def run_node(self, operation, inputs):
        """The outputs of one operation, as a sequence."""
        result = self._kernels[id(operation)](*inputs)
        return (result,) if operation.op_def.single else result or ()
