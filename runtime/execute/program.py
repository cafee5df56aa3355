"""Programs: what is left to run of a graph. Passes make one of another, until code is made of the last."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.op_def import OF_UFUNC
from runtime.execute.kernels import bound_kernel
from runtime.ops.kernels.expressions import takes_out

_SHARE_LIMIT = 64  # elements of an array that takes part in a comparison of nodes


class Node:
    """One thing to run.

    Attributes:
        operation: the operation of the graph that it comes from, which errors name.
        inputs: tensors, None in place of those whose values nobody needs.
        outputs: tensors.
        function: what is called for each; the kernel of the operation, without its attributes, unless it was lowered.
        is_step: whether the operation was lowered, and this is one of its steps.
        whole: of a step that may fail, because shapes may not fit, the inputs of the operation; else None.
    """

    __slots__ = ("operation", "inputs", "outputs", "function", "is_step", "whole")

    def __init__(self, operation, inputs, outputs=None, function=None, whole=None):
        self.operation = operation
        self.inputs = inputs
        self.is_step = function is not None
        self.outputs = operation.outputs if outputs is None else outputs
        self.function = operation.op_def.kernel if function is None else function
        self.whole = whole

    def reading(self, sources):
        """The node with other inputs: `sources` has id(tensor) → the tensor in its place."""
        if not sources or not any(id(tensor) in sources for tensor in self.inputs):
            return self
        inputs = [sources.get(id(tensor), tensor) for tensor in self.inputs]
        whole = None if self.whole is None else [sources.get(id(tensor), tensor) for tensor in self.whole]
        return Node(self.operation, inputs, self.outputs, self.function if self.is_step else None, whole)

    @property
    def read(self):
        """The tensors whose values it takes."""
        return [tensor for tensor in self.inputs if tensor is not None]

    @property
    def needed(self):
        """The tensors that must be there until it is done."""
        return self.read if self.whole is None else [*self.read, *self.whole]

    @property
    def is_elementwise(self):
        if self.is_step:
            return all(tensor.dtype is not dtypes.resource for tensor in self.inputs)
        return self.operation.op_def.elementwise and not self.operation.op_def.stateful

    @property
    def cannot_fail(self):
        """Whether no values of the inputs make it raise an error."""
        if self.is_step:
            return self.whole is None
        shapes = [tensor._dims for tensor in self.inputs]
        return isinstance(self.function, np.ufunc) and all(dims is not None and None not in dims for dims in shapes)

    @property
    def takes_out(self):
        """Whether the result, an array of its own, can be written into a given one."""
        return takes_out(self.function) and getattr(self.function, "signature", None) is None

    @property
    def weight(self):
        return _weight(self.function) if self.is_step else self.operation.op_def.weight

    def bound(self, memories=None):
        """What to call with the values of the inputs; `memories` as for `bound_kernel`."""
        return self.function if self.is_step else bound_kernel(self.operation, memories)

    def __repr__(self):
        return getattr(self.function, "__name__", repr(self.function)) if self.is_step else self.operation.type


def _weight(function):
    op_def = OF_UFUNC.get(function) if isinstance(function, np.ufunc) else None
    return 1 if op_def is None else op_def.weight


class Result:
    """What a step gives, in the place of a tensor."""

    __slots__ = ("dtype", "_dims")

    def __init__(self, dtype, dims):
        self.dtype = dtype
        self._dims = dims


class Program:
    """The nodes of a graph that is applied to expressions.

    Attributes:
        nodes: in the order in which to run them; `Node`, or a `Group` of them.
        arguments: id(tensor) → expression, for the inputs of the graph.
        distinct: those expressions that are variables of which it is known that no two are one.
        constants: id(tensor) → NumPy value.
        outputs: tensors.
        needs: what of the graph is needed.
    """

    def __init__(self, nodes, arguments, constants, outputs, needs, distinct=frozenset(), held=()):
        self.nodes = nodes
        self.arguments = arguments
        self.constants = constants
        self.outputs = outputs
        self.needs = needs
        self.distinct = distinct
        self.held = held  # tensors that only this program knows: their ids must stay theirs

    def replaced(self, nodes, sources=None, constants=None, held=()):
        """The program with other nodes; `sources` has id(tensor) → the tensor in its place."""
        outputs = [sources.get(id(tensor), tensor) for tensor in self.outputs] if sources else self.outputs
        return Program(nodes, self.arguments, constants or self.constants, outputs, self.needs, self.distinct, (*self.held, *held))

    def variable(self, handle):
        """What names the variable behind the tensor `handle`, if it is an argument."""
        return self.arguments.get(id(handle))

    def is_scalar(self, tensor):
        value = self.constants.get(id(tensor))
        return tensor._dims == () if value is None else np.size(value) == 1

    def fits(self, tensor, dims):
        """Whether each element of `tensor` meets elements of an array of shape `dims`: it is of that shape, a scalar or a row of it."""
        return tensor._dims == dims or tensor._dims == () or dims is not None and tensor._dims is not None and (
            is_row(tensor, dims) or self.is_scalar(tensor) and len(tensor._dims) <= len(dims))

    def __str__(self):
        """One line for each node, for reading."""
        names = dict(self.arguments)

        def name(tensor):
            if tensor is None:
                return "_"
            if id(tensor) in self.constants:
                value = self.constants[id(tensor)]
                return str(value) if np.size(value) == 1 else f"constant {np.shape(value)}"
            return names.setdefault(id(tensor), f"%{len(names)}")

        lines = []

        def show(node, indent):
            nodes = getattr(node, "nodes", None)
            if nodes is not None:
                lines.append(f"{indent}group of {len(nodes)}:")
                for inner in nodes:
                    show(inner, indent + "    ")
                return
            results = ", ".join(name(tensor) for tensor in node.outputs)
            lines.append(f"{indent}{results + ' = ' if results else ''}{node!r}({', '.join(map(name, node.inputs))})")

        for node in self.nodes:
            show(node, "")
        return "\n".join([*lines, f"return {', '.join(map(name, self.outputs))}"])


def row(dims):
    """`dims` without the ones in front."""
    start = 0
    while start < len(dims) and dims[start] == 1:
        start += 1
    return tuple(dims[start:])


def is_row(tensor, dims):
    """Whether `tensor` repeats along the first dimensions of an array of shape `dims`, as a bias does."""
    own = row(tensor._dims or ())
    return 0 < len(own) <= len(dims) and len(tensor._dims) <= len(dims) and None not in own and tuple(dims[-len(own):]) == own


def array_key(value):
    """Equal for arrays of the same dtype, shape and bits; None if it is too large or of strings."""
    value = np.asarray(value)
    if value.size > _SHARE_LIMIT or value.dtype.kind == "O":
        return None
    return value.dtype.str, value.shape, value.tobytes()
