"""Variables of plain graphs: a node for the storage, and nodes that set it to the initial value, which sessions run."""

from __future__ import annotations

from runtime.core.context import context, init_scope
from runtime.core.dispatch import dispatch
from runtime.core.tensor_shape import as_dims, is_compatible
from runtime.core.tensor import Tensor, out_of_scope
from runtime.execute.part import VAR_HANDLE
from runtime.function.lift import lift
from runtime.ops import state
from runtime.ops.control_flow.control_flow import cond, group
from runtime.variables import ResourceVariable, Variable, VariableAggregation, VariableSynchronization
from runtime.compat.graphs.current import get_default_graph
from runtime.compat.graphs.session import default_session, evaluate
from runtime.core.convert import constant
from runtime.core.deprecation import warn_deprecated
from runtime.ops.comparison import logical_not
from runtime.ops.gather_scatter import boolean_mask
from runtime.ops.joining import stack

GLOBAL_VARIABLES, LOCAL_VARIABLES, TRAINABLE_VARIABLES = "variables", "local_variables", "trainable_variables"


class GraphVariable(ResourceVariable):
    """What ``tf.Variable(…)`` makes in a plain graph.

    Attributes:
        initializer: the operation that gives it its first value.
        initial_value: the tensor with that value.
    """

    initializer = initial_value = None  # instead of the properties of eager Variables

    def __init__(self, initial_value=None, trainable=None, validate_shape=True, name=None, dtype=None, constraint=None,
                 synchronization=VariableSynchronization.AUTO, aggregation=VariableAggregation.NONE, shape=None,
                 collections=None, handle=None, **_):
        if handle is not None:
            super().__init__(handle=handle, name=name, trainable=trainable)
            return
        if initial_value is None:
            raise ValueError("The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a "
                             "`variable_def`. You provided neither.")
        if constraint is not None and not callable(constraint):
            raise ValueError(f"Argument `constraint` must be None or a callable. a callable. Got a {type(constraint)}:  {constraint}")
        graph = context.graph
        with graph.control_dependencies(None), graph.name_scope(name or "Variable") as scope:
            self.initial_value = self._first(graph, initial_value, dtype)
            dims = self.initial_value._dims if shape is None and validate_shape else as_dims(shape)
            if not is_compatible(self.initial_value._dims, dims):
                raise ValueError(f"In this `tf.Variable` creation, the initial value's shape ({self.initial_value.shape}) is not compatible "
                                 f"with the explicitly supplied `shape` argument ({shape}).")
            own = scope[:-1]
            handle = dispatch(VAR_HANDLE, (), {"shared_name": own, "debug_name": own, "dtype": self.initial_value.dtype,
                                               "shape": dims}, scope)
            handle.handle_data = dims, self.initial_value.dtype
            self._set_up(own, trainable, handle, constraint, synchronization, aggregation)
            with graph.name_scope("IsInitialized"):
                self._is_initialized = dispatch(state.IS_INITIALIZED, (handle,))
            with graph.name_scope("Assign") as inner:
                self.initializer = dispatch(state.ASSIGN, (handle, self.initial_value), None, inner)
            with graph.name_scope("Read"):
                self._graph_element = dispatch(state.READ, (handle,), {"dtype": self.dtype})
        if collections is None:
            collections = [GLOBAL_VARIABLES]
        if self.trainable and TRAINABLE_VARIABLES not in collections and LOCAL_VARIABLES not in collections:
            collections = [*collections, TRAINABLE_VARIABLES]
        graph.add_to_collections(collections, self)

    def _first(self, graph, initial_value, dtype):
        if callable(initial_value) and not isinstance(initial_value, (Tensor, Variable)) or not isinstance(
                initial_value, (Tensor, Variable)):
            with graph.name_scope("Initializer"):
                return self._initial(initial_value, dtype)
        return self._initial(initial_value, dtype)

    def value(self):
        if context.graph is None:
            raise out_of_scope(self.handle, None)
        return super().value()

    def eval(self, session=None):
        """The value in `session`, by default the default one."""
        return evaluate(self._graph_element, None, session)

    def load(self, value, session=None):
        """Set the value in `session`, by default the default one."""
        warn_deprecated("Variable.load", "tensorflow.python.ops.variables",
                        "Prefer Variable.assign which has equivalent behavior in 2.X.")
        session = session or default_session("Cannot execute operation using `run()`")
        session.run(self.initializer, {self.initializer.inputs[1]: value})

    def initialized_value(self):
        """The value, or the initial value before the initializer has run."""
        return cond(self.is_initialized(), self.read_value, lambda: self.initial_value)

    def _done(self, operation, read_value):
        return _UnreadGraphVariable(self, operation) if read_value else operation

    def __hash__(self):
        return id(self)


class LiftedVariable(GraphVariable):
    """What ``tf.Variable(…)`` makes while a function is traced in a plain graph: it, and its initializer, are that graph's."""

    def __init__(self, initial_value=None, name=None, dtype=None, **kwargs):
        function = context.graph
        if initial_value is not None:
            with function.name_scope(name or "Variable"):
                initial_value = self._first(function, initial_value, dtype)
        with init_scope():
            graph = context.graph
            if isinstance(initial_value, Tensor) and initial_value.graph is function:
                tensors = {}
                lift(function, graph, [initial_value], tensors)
                initial_value = tensors[id(initial_value)]
            super().__init__(initial_value, name=name, **kwargs)
            if self.trainable:
                graph.get_collection_ref(TRAINABLE_VARIABLES).remove(self)


GraphVariable.__eq__ = lambda self, other: self is other  # as in TensorFlow, where v1 graphs compare by identity
GraphVariable.__ne__ = lambda self, other: self is not other


class _UnreadGraphVariable(GraphVariable):
    """What an assignment returns: the same storage, read after the assignment."""

    def __init__(self, variable, operation):
        self._set_up(operation.name, variable.trainable, variable.handle, variable.constraint, variable.synchronization,
                     variable.aggregation)
        self._assignment = operation
        self.initializer = variable.initializer
        with context.graph.control_dependencies([operation]):
            self._graph_element = dispatch(state.READ, (self.handle,), {"dtype": self.dtype})

    @property
    def name(self):
        return self._name

    @property
    def op(self):
        return self._assignment

    def value(self):
        with context.graph.control_dependencies([self._assignment]):
            return super().value()


def _collected(name):
    def function(scope=None):
        return _graph().get_collection(name, scope)
    return function


def _graph():
    return get_default_graph()


global_variables, local_variables, trainable_variables = map(_collected, (GLOBAL_VARIABLES, LOCAL_VARIABLES,
                                                                          TRAINABLE_VARIABLES))
global_variables.__name__, local_variables.__name__ = "global_variables", "local_variables"
trainable_variables.__name__ = "trainable_variables"


def variables_initializer(var_list, name="init"):
    """An operation that runs the initializers of `var_list`; eagerly None."""
    if context.graph is None:
        return None
    return group(*(variable.initializer for variable in var_list), name=name)


def global_variables_initializer():
    """An operation that gives all Variables of the graph their first values; eagerly None: they have them."""
    return variables_initializer(global_variables())


def local_variables_initializer():
    """`global_variables_initializer` for the Variables of the collection `LOCAL_VARIABLES`."""
    return variables_initializer(local_variables())


def report_uninitialized_variables(var_list=None, name="report_uninitialized_variables"):
    """The names of the Variables that have no value yet, as a string tensor."""
    variables = global_variables() + local_variables() if var_list is None else var_list
    if not variables:
        return constant([], dtype="string")
    with context.graph.name_scope(name):
        ready = stack([dispatch(state.IS_INITIALIZED, (variable.handle,)) for variable in variables])
        return boolean_mask(constant([variable._name for variable in variables]), logical_not(ready))
