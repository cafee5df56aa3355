"""Graphs before code is made of them: constants folded, equal nodes shared, identities and no-ops gone."""

from __future__ import annotations

import numpy as np

from runtime.core import errors
from runtime.execute.kernels import bound_kernel
from runtime.execute.schedule import schedule

_FOLD_LIMIT = 1 << 20  # elements; larger constants are cheaper to compute than to keep
_SHARE_LIMIT = 64      # elements of an array attribute that takes part in a comparison of nodes


class Simplified:
    """What is left to run of `graph` when it is applied to the expressions `args`, one for each of its inputs.

    `wanted` are the positions of the outputs to compute, all by default.

    Attributes:
        nodes: operations, in the order in which to run them.
        arguments: id(tensor) → expression, for the inputs.
        constants: id(tensor) → NumPy value.
    """

    def __init__(self, graph, args, wanted=None):
        self.schedule = schedule(graph, wanted)
        self.nodes = []
        self.arguments = {}
        self.constants = {}
        self._sources = {}  # id(tensor) → the tensor whose value serves
        self._shared = {}   # node key → operation
        self._take_arguments(graph, args)
        for operation in self.schedule.order:
            if operation.type == "Const":
                self.constants[id(operation.outputs[0])] = operation.attrs["value"]
            elif operation.type == "Identity":
                self._sources[id(operation.outputs[0])] = self.source(operation.inputs[0])
            elif operation.type not in ("Placeholder", "NoOp") and not self._fold(operation) and not self._share(operation):
                self.nodes.append(operation)
        self.outputs = [self.source(tensor) for tensor in self.schedule.outputs]

    def _take_arguments(self, graph, args):
        first = {}
        for tensor, name in zip(graph.inputs, args):
            if tensor.op.type == "Const" and not hasattr(graph, "given"):  # a small captured value
                self.constants[id(tensor)] = tensor.op.attrs["value"]
            else:
                self.arguments[id(tensor)] = name
                self._sources[id(tensor)] = first.setdefault(name, tensor)

    def source(self, tensor):
        """The tensor that has the value of `tensor`: itself unless an equal node serves."""
        return self._sources.get(id(tensor), tensor)

    def inputs(self, operation):
        """What `operation` reads. Inputs of calls, branches and loops that nobody needs inside are left out."""
        return [self.source(tensor) for tensor in self.schedule.inputs(operation) if tensor is not None]

    def _fold(self, operation):
        """Compute a pure node of constants now. A node that fails is left to fail when it is run."""
        if operation.op_def.stateful or not operation.outputs or operation.control_inputs:
            return False
        inputs = self.inputs(operation)
        if not all(id(tensor) in self.constants for tensor in inputs):
            return False
        if any(tensor.dtype.numpy_dtype is None for tensor in operation.outputs) or _holds_graph(operation):
            return False
        try:
            with np.errstate(all="ignore"):
                result = bound_kernel(operation)(*(self.constants[id(tensor)] for tensor in inputs))
        except (errors.OpError, ValueError, TypeError, OverflowError, MemoryError):
            return False
        results = (result,) if operation.op_def.single else result
        if sum(np.size(value) for value in results) > _FOLD_LIMIT:
            return False
        for tensor, value in zip(operation.outputs, results):
            self.constants[id(tensor)] = value
        return True

    def _share(self, operation):
        """Let an equal earlier node serve."""
        if operation.op_def.stateful or not operation.outputs or _holds_graph(operation):
            return False
        key = self._key(operation)
        if key is None:
            return False
        twin = self._shared.setdefault(key, operation)
        if twin is operation:
            return False
        for mine, theirs in zip(operation.outputs, twin.outputs):
            self._sources[id(mine)] = theirs
        return True

    def _key(self, operation):
        """Equal for nodes that compute the same from the same; None if that cannot be told cheaply."""
        inputs = []
        for tensor in self.inputs(operation):
            value = self.constants.get(id(tensor))
            inputs.append(id(tensor) if value is None else array_key(value))
        if None in inputs:
            return None
        if operation.op_def.commutative:
            inputs.sort(key=repr)
        attrs = []
        for name, value in operation.attrs.items():
            if isinstance(value, np.ndarray):
                value = array_key(value)
            elif isinstance(value, list):
                value = tuple(value)
            attrs.append((name, type(value), value))
        key = (operation.type, tuple(inputs), tuple(attrs), tuple(id(control) for control in operation.control_inputs))
        try:
            hash(key)
        except TypeError:
            return None
        return key


def _holds_graph(operation):
    return any(hasattr(value, "operations") or isinstance(value, list) and any(hasattr(item, "operations") for item in value)
               for value in operation.attrs.values())


def array_key(value):
    """Equal for arrays of the same dtype, shape and bits; None if it is too large or of strings."""
    value = np.asarray(value)
    if value.size > _SHARE_LIMIT or value.dtype.kind == "O":
        return None
    return value.dtype.str, value.shape, value.tobytes()
