"""Variables that a function creates on its first call: their storage is made at once, their values when they are known."""

from __future__ import annotations

import weakref

from runtime.core import hooks
from runtime.core.context import context, init_scope
from runtime.core.dispatch import dispatch
from runtime.core.scopes import get_current_name_scope, name_scope
from runtime.core.tensor import EagerTensor, SymbolicTensor
from runtime.execute.interpreter import Interpreter
from runtime.ops import state
from runtime.variables import ResourceVariable
from runtime.ops.control_flow.control_flow import cond, no_op

CREATED_LATER = ("tf.function only supports singleton tf.Variables created on the first call. Make sure the tf.Variable is only created "
                 "once or created outside tf.function. See https://www.tensorflow.org/guide/function#creating_tfvariables for more "
                 "information.")
INITIALISED_BY_ARGUMENTS = ("Could not initialise the Variables that the function creates: their initial values depend on its "
                            "arguments. Call the function once first.")


class UnliftedInitializerVariable(ResourceVariable):
    """A Variable made during a trace. Its graph sets it to the initial value if nothing has done so before."""

    def __init__(self, initial_value=None, creation=None, name=None, **kwargs):
        outer = get_current_name_scope()
        self._scope = f"{outer}/{name or 'Variable'}" if outer else name or "Variable"  # unlike its nodes' scope, never numbered
        with name_scope(name or "Variable"):
            super().__init__(initial_value=initial_value, name=name, **kwargs)
        creation.add(self, self._initial_tensor)

    def _set_up(self, name, trainable, handle, constraint, synchronization, aggregation):
        handle._value.name = self._scope
        super()._set_up(self._scope, trainable, handle, constraint, synchronization, aggregation)

    def _initialize(self, value):
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
        with init_scope():
            is_eager = context.graph is None
        if not is_eager:
            variable = hooks.lifted_variable(**kwargs)
            self.variables.append(weakref.ref(variable))
            return variable
        return UnliftedInitializerVariable(creation=self, **kwargs)

    def add(self, variable, initial):
        self.variables.append(weakref.ref(variable))
        if isinstance(initial, SymbolicTensor):  # else it was made in an init_scope, and has its value
            self._initial.append((variable.handle._value, initial))

    def initialise(self, again=False):
        """Compute the initial values without the function's arguments. False if one needs them; then none is set."""
        parts = [_Part(initial) for _, initial in self._initial]
        if not all(part.is_closed for part in parts):
            return False
        for (handle, _), part in zip(self._initial, parts):
            if handle.value is None or again:
                handle.value = part.compute()
        return True


class _Part:
    """The part of a graph that one tensor needs, as a graph that can be run by itself."""

    def __init__(self, tensor):
        graph = tensor.graph
        needed, pending = set(), [tensor.op]
        while pending:
            operation = pending.pop()
            if id(operation) not in needed:
                needed.add(id(operation))
                pending += [item.op for item in operation.inputs] + operation.control_inputs
        self.operations = [operation for operation in graph.operations if id(operation) in needed]
        self.outputs = [tensor]
        self.control_outputs = []
        captured = [(outer, inner) for outer, inner in graph.captures if id(inner.op) in needed and type(outer) is EagerTensor]
        self.inputs = [inner for _, inner in captured]
        self._values = [outer._value for outer, _ in captured]
        known = {id(inner.op) for inner in self.inputs}
        self.is_closed = all(id(operation) in known for operation in self.operations if operation.op_def.is_placeholder)

    def compute(self):
        return Interpreter(self).run(*self._values)[0]
