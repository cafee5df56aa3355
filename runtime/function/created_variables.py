"""Variables that a function creates on its first call: their storage is made at once, their values when they are known."""

from __future__ import annotations

import weakref

import numpy as np

from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.scopes import name_scope
from runtime.execute.schedule import schedule
from runtime.ops import state
from runtime.variables import ResourceVariable


class UnliftedInitializerVariable(ResourceVariable):
    """A Variable made during a trace. Its graph sets it to the initial value if nothing has done so before."""

    def __init__(self, initial_value=None, creation=None, name=None, **kwargs):
        with name_scope(name or "Variable") as scope:
            self._scope = scope[:-1]
            super().__init__(initial_value=initial_value, name=name, **kwargs)
        creation.add(self, self._initial_tensor)

    def _set_up(self, name, trainable, handle, constraint, synchronization, aggregation):
        handle._value.name = self._scope
        super()._set_up(self._scope, trainable, handle, constraint, synchronization, aggregation)

    def _initialize(self, value):
        from runtime.ops.control_flow import cond, no_op
        self._initial_tensor = value
        if context.graph is None:  # in an init_scope the value is there at once
            super()._initialize(value)
            return
        ready = dispatch(state.IS_INITIALIZED, (self.handle,))
        cond(ready, no_op, lambda: dispatch(state.ASSIGN, (self.handle, value)), name="cond")


class Creation:
    """The Variables of one first trace.

    Attributes:
        variables: weak references, in the order of creation.
    """

    def __init__(self):
        self.variables = []
        self._initial = []

    def create(self, **kwargs):
        return UnliftedInitializerVariable(creation=self, **kwargs)

    def add(self, variable, initial):
        self.variables.append(weakref.ref(variable))
        self._initial.append((variable.handle._value, initial))

    def initialise(self, graph, again=False):
        """Compute the initial values without the function's arguments. False if one needs them; then none is set."""
        plans = [_Part(graph, initial) for _, initial in self._initial]
        if not all(part.is_closed for part in plans):
            return False
        for (handle, _), part in zip(self._initial, plans):
            if handle.value is None or again:
                handle.value = part.compute()
        return True


class _Part:
    """The part of a graph that one tensor needs."""

    def __init__(self, graph, tensor):
        self.graph = graph
        self.outputs = [tensor]
        self.control_outputs = []
        self.operations = []
        needed, pending = {}, [tensor.graph.capture(tensor).op] if tensor.graph is graph else [tensor.op]
        while pending:
            operation = pending.pop()
            if id(operation) not in needed:
                needed[id(operation)] = operation
                pending += [item.op for item in operation.inputs] + operation.control_inputs
        self.operations = [operation for operation in tensor.graph.operations if id(operation) in needed]
        self._captured = {id(inner): outer for outer, inner in tensor.graph.captures}
        self.is_closed = all(id(operation.outputs[0]) in self._captured for operation in self.operations
                             if operation.type == "Placeholder")

    def compute(self):
        values = {key: outer._value for key, outer in self._captured.items()}
        with np.errstate(all="ignore"):
            for operation in schedule(self):
                if operation.type == "Placeholder":
                    continue
                result = operation.op_def.kernel(*(values[id(item)] for item in operation.inputs),
                                                 **operation.kernel_attrs())
                for output, value in zip(operation.outputs, (result,) if operation.op_def.single else result or ()):
                    values[id(output)] = value
        return values[id(self.outputs[0])]
