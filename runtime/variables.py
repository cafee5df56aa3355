"""`tf.Variable`: mutable state that eager code and graphs share."""

from __future__ import annotations

import contextlib
import enum
import itertools

import numpy as np

from runtime.core import dtypes, errors, hooks
from runtime.core.context import context, init_scope
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.func_graph import FuncGraph
from runtime.core.tensor import EagerTensor, Reference, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, is_compatible
from runtime.core.trackable import Trackable
from runtime.ops import state
from runtime.core.indexed_slices import IndexedSlices
from runtime.ops.gather_scatter import gather_nd
from runtime.ops.identity import identity
from runtime.ops.indexing import assign_to_slice, getitem

_handles = itertools.count()


class VariableSynchronization(enum.Enum):
    """When the parts of a Variable that `tf.distribute` makes are brought together."""

    AUTO = 0
    NONE = 1
    ON_WRITE = 2
    ON_READ = 3


class VariableAggregation(enum.Enum):
    """How the parts of a Variable that `tf.distribute` makes become one value."""

    NONE = 0
    SUM = 1
    MEAN = 2
    ONLY_FIRST_REPLICA = 3


class _VariableMeta(type):
    def __call__(cls, *args, **kwargs):
        if cls is not Variable:
            return super().__call__(*args, **kwargs)
        if args:
            kwargs = dict(zip(_POSITIONAL, args)) | kwargs
        create = _create
        for creator in context.variable_creators:
            create = _bound_creator(creator, create)
        return create(**kwargs)


def _bound_creator(creator, following):
    return lambda **kwargs: creator(following, **kwargs)


def _create(**kwargs):
    graph = context.graph
    if graph is not None and not graph.building_function:
        return hooks.graph_variable(**kwargs)
    return (context.variable_policy or ResourceVariable)(**kwargs)


@contextlib.contextmanager
def variable_creator_scope(variable_creator):
    """Let ``variable_creator(next_creator, **kwargs)`` make the Variables that are created in the block."""
    outer = context.variable_creators
    context.variable_creators = outer + (variable_creator,)
    try:
        yield
    finally:
        context.variable_creators = outer


_POSITIONAL = ("initial_value", "trainable", "validate_shape", "caching_device", "name", "variable_def", "dtype",
               "import_scope", "constraint", "synchronization", "aggregation", "shape")


class Variable(Trackable, metaclass=_VariableMeta):
    """Mutable state: holds one tensor, which reads and assignments share between eager code and graphs.

    Raises:
        ValueError: no initial value, or one whose shape contradicts `shape`.
    """

    __array_priority__ = 100


class ResourceVariable(Variable):
    """What ``tf.Variable(…)`` makes. `handle` is the resource tensor that graphs capture."""

    _place = "/job:localhost/replica:0/task:0/device:CPU:0"
    _narrowed = None  # (dims,) after `set_shape`, which the handle does not learn of

    def __init__(self, initial_value=None, trainable=None, validate_shape=True, caching_device=None, name=None,
                 variable_def=None, dtype=None, import_scope=None, constraint=None,
                 synchronization=VariableSynchronization.AUTO, aggregation=VariableAggregation.NONE, shape=None,
                 handle=None, **_):
        if constraint is not None and not callable(constraint):
            raise ValueError("Argument `constraint` must be None or a callable. a callable. Got a "
                             f"{type(constraint)}:  {constraint}")
        if handle is not None:
            self._set_up(name, trainable, handle, constraint, synchronization, aggregation)
            return
        if initial_value is None:
            raise ValueError("The `initial_value` arg to `tf.Variable` must be specified except when you are not providing a "
                             "`variable_def`. You provided neither.")
        value = self._initial(initial_value, dtype)
        dims = value._dims if shape is None and validate_shape else as_dims(shape)
        if not is_compatible(value._dims, dims):
            raise ValueError(f"In this `tf.Variable` creation, the initial value's shape ({value.shape}) is not compatible "
                             f"with the explicitly supplied `shape` argument ({shape}).")
        name = name or "Variable"
        scope = context.graph.get_name_scope() + "/" if context.graph and context.graph.get_name_scope() else \
            context.eager_scope
        if name.endswith("/"):  # a whole name, as of a scope
            scope, name = "", name[:-1]
        self._set_up(scope + name, trainable, self._new_handle(scope + name, dims, value.dtype), constraint,
                     synchronization, aggregation)
        self._initialize(value)

    @staticmethod
    def _initial(initial_value, dtype):
        if callable(initial_value) and not isinstance(initial_value, (Tensor, Variable)):
            initial_value = initial_value()
        return convert_to_tensor(initial_value, dtype, name="initial_value")

    def _set_up(self, name, trainable, handle, constraint, synchronization, aggregation):
        self._name = name
        self.trainable = True if trainable is None else trainable
        self.handle = handle
        self.constraint = constraint
        self.synchronization = synchronization
        self.aggregation = aggregation

    @staticmethod
    def _new_handle(name, dims, dtype):
        return EagerTensor(state.ResourceHandle(f"{name}/{next(_handles)}", dims, dtype), dtypes.resource)

    def _initialize(self, value):
        dispatch(state.ASSIGN, (self.handle, value))

    # -- properties ------------------------------------------------------------------------------------------------
    @property
    def name(self):
        return f"{self._name}:0"

    @property
    def _shared_name(self):
        return self._name

    @property
    def dtype(self):
        return self.handle.handle_data[1]

    @property
    def _dims(self):
        return self.handle.handle_data[0] if self._narrowed is None else self._narrowed[0]

    @property
    def shape(self):
        return TensorShape(self._dims)

    def get_shape(self):
        return self.shape

    @property
    def device(self):
        return self._place

    @property
    def graph(self):
        return self.handle.graph

    @property
    def op(self):
        return self.handle.op

    def eval(self, session=None):
        """Raises RuntimeError: there are no sessions."""
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    def to_proto(self, export_scope=None):
        """Raises RuntimeError: only sessions need it."""
        raise RuntimeError("This operation is not supported when eager execution is enabled.")

    @property
    def initial_value(self):
        raise RuntimeError("This property is not supported when eager execution is enabled.")

    @property
    def initializer(self):
        return None

    @property
    def create(self):
        return None

    def is_initialized(self, name=None):
        return dispatch(state.IS_INITIALIZED, (self.handle,), name=name)

    # -- reading ---------------------------------------------------------------------------------------------------
    def value(self):
        """The value now, as a tensor."""
        graph = context.graph
        if graph is None:
            if not context.tapes:
                return EagerTensor(self.handle._value.read(), self.dtype)
        elif isinstance(graph, FuncGraph):
            graph.watch_variable(self)
        if context.tapes and self.trainable:
            for tape in context.tapes:
                tape.watch_variable(self)
        return dispatch(state.READ, (self.handle,), {"dtype": self.dtype})

    def read_value(self):
        """The value now, as a tensor of its own name (`Read`, `Identity`)."""
        if context.graph is None:
            return identity(self.value())
        with context.graph.name_scope("Read"):
            value = self.value()
        return identity(value)

    def __tf_tracing_type__(self, tracing_context):
        return hooks.variable_spec(self._dims, self.dtype, self.trainable, tracing_context.alias(id(self)), self)

    def __tf_tensor__(self, dtype=None, name=None):
        value = self.value()
        if dtype is not None and value.dtype is not dtypes.as_dtype(dtype):
            raise ValueError(f"Incompatible type conversion requested to type {dtypes.as_dtype(dtype).name} for `tf.Variable "
                             f"of type {value.dtype.name}. (Variable: {self})")
        return value

    def numpy(self):
        """The value as a NumPy array or scalar. Raises NotImplementedError in a graph."""
        if context.graph is not None:
            raise NotImplementedError("numpy() is only available when eager execution is enabled.")
        return self.value().numpy()

    def sparse_read(self, indices, name=None):
        """The rows at `indices`; their gradient is IndexedSlices."""
        if isinstance(context.graph, FuncGraph):
            context.graph.watch_variable(self)
        for tape in context.tapes if self.trainable else ():
            tape.watch_variable(self)
        return dispatch(state.GATHER, (self.handle, indices), {"dtype": self.dtype},
                        "Gather" if name is None and context.graph is not None else name)

    def gather_nd(self, indices, name=None):
        return gather_nd(self.value(), indices, name=name)

    # -- checkpoints -----------------------------------------------------------------------------------------------
    def _serialize_to_tensors(self):
        return {"VARIABLE_VALUE": self.handle._value.read() if context.graph is None else self.read_value()}

    def _serialize_to_tensors_names(self):
        return {"VARIABLE_VALUE": self.dtype}

    def _restore_from_tensors(self, tensors):
        value = tensors["VARIABLE_VALUE"]
        if not is_compatible(self._dims, value.shape):
            raise ValueError(f"Received incompatible tensor with shape {value.shape} when attempting to restore variable with "
                             f"shape {self.shape} and name {self.name}.")
        self.handle._value.value = value

    # -- assignment ------------------------------------------------------------------------------------------------
    def assign(self, value, use_locking=None, name=None, read_value=True):
        """Replace the value. Raises ValueError if the shape does not fit."""
        value = convert_to_tensor(value, self.dtype)
        if not is_compatible(self._dims, value._dims):
            if self.name is None:
                where = ""
            else:
                where = " " + str(self.name)
            raise ValueError(f"Cannot assign value to variable '{where}': Shape mismatch.The variable shape {self.shape}, and "
                             f"the assigned value shape {value.shape} are incompatible.")
        return self._done(dispatch(state.ASSIGN, (self.handle, value),
                                   {"validate_shape": self.shape.is_fully_defined()}, name), read_value)

    def assign_add(self, delta, use_locking=None, name=None, read_value=True):
        """Add `delta` to the value."""
        return self._accumulate(state.ASSIGN_ADD, delta, name, read_value)

    def assign_sub(self, delta, use_locking=None, name=None, read_value=True):
        """Subtract `delta` from the value."""
        return self._accumulate(state.ASSIGN_SUB, delta, name, read_value)

    def _accumulate(self, op_def, delta, name, read_value):
        return self._done(dispatch(op_def, (self.handle, convert_to_tensor(delta, self.dtype)), None, name), read_value)

    def _done(self, operation, read_value):
        if isinstance(context.graph, FuncGraph):
            context.graph.watch_variable(self)
        return _UnreadVariable(self, operation) if read_value else operation

    def _scatter(self, kind, sparse_delta, name):
        if not isinstance(sparse_delta, IndexedSlices):
            raise TypeError(f"Argument `sparse_delta` must be a `tf.IndexedSlices`. Received arg: {sparse_delta}")
        return self._done(dispatch(state.SCATTER[kind], (self.handle, sparse_delta.indices, convert_to_tensor(
            sparse_delta.values, self.dtype)), None, name), True)

    def scatter_add(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("add", sparse_delta, name)

    def scatter_sub(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("sub", sparse_delta, name)

    def scatter_mul(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("mul", sparse_delta, name)

    def scatter_div(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("div", sparse_delta, name)

    def scatter_min(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("min", sparse_delta, name)

    def scatter_max(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("max", sparse_delta, name)

    def scatter_update(self, sparse_delta, use_locking=False, name=None):
        return self._scatter("update", sparse_delta, name)

    def batch_scatter_update(self, sparse_delta, use_locking=False, name=None):
        """Update rows within each batch entry: the last dimension of the indices picks along the same axis."""
        indices = convert_to_tensor(sparse_delta.indices)
        batch = np.indices(indices.shape.as_list())[:-1]
        full = np.stack([*batch, np.asarray(indices)], axis=-1)
        return self.scatter_nd_update(full, sparse_delta.values, name)

    def _scatter_nd(self, kind, indices, updates, name):
        return self._done(dispatch(state.SCATTER_ND[kind], (self.handle, indices, convert_to_tensor(updates, self.dtype)),
                                   None, name), True)

    def scatter_nd_add(self, indices, updates, name=None):
        return self._scatter_nd("add", indices, updates, name)

    def scatter_nd_sub(self, indices, updates, name=None):
        return self._scatter_nd("sub", indices, updates, name)

    def scatter_nd_update(self, indices, updates, name=None):
        return self._scatter_nd("update", indices, updates, name)

    def scatter_nd_min(self, indices, updates, name=None):
        return self._scatter_nd("min", indices, updates, name)

    def scatter_nd_max(self, indices, updates, name=None):
        return self._scatter_nd("max", indices, updates, name)

    def count_up_to(self, limit):
        """Deprecated in TensorFlow: add one, and return the value before. Raises OutOfRangeError at `limit`."""
        warn_deprecated("BaseResourceVariable.count_up_to", "tensorflow.python.ops.resource_variable_ops",
                        "Prefer Dataset.range instead.")
        if self.dtype not in state.COUNTED:
            raise errors.InvalidArgumentError(None, None, f"Value for attr 'T' of {self.dtype.kernel_name} is not in the list of "
                                              "allowed values: int32, int64")
        return dispatch(state.COUNT_UP_TO, (self.handle,), {"limit": limit, "T": self.dtype})

    def load(self, value, session=None):
        """Deprecated in TensorFlow: `assign`."""
        warn_deprecated("Variable.load", "tensorflow.python.ops.variables",
                        "Prefer Variable.assign which has equivalent behavior in 2.X.")
        self.assign(value)

    def initialized_value(self):
        """Deprecated in TensorFlow, where it raises NotImplementedError for every Variable."""
        warn_deprecated("Variable.initialized_value", "tensorflow.python.ops.variables",
                        "Use Variable.read_value. Variables in 2.X are initialized automatically both in eager and graph (inside "
                        "tf.defun) contexts.")
        raise NotImplementedError

    def __getitem__(self, index):
        """A slice of the value; its method ``assign(value)`` changes that part of the Variable."""

        def assign(value, name=None):
            return self._done(assign_to_slice(self.handle, index, convert_to_tensor(value, self.dtype)), True)

        part = getitem(self.value(), index)
        part.assign = assign
        return part

    def set_shape(self, shape):
        """Narrow the static shape. Raises ValueError if it contradicts `shape`."""
        self._narrowed = (self.shape.merge_with(shape)._dims,)

    # -- Python ----------------------------------------------------------------------------------------------------
    def __iadd__(self, other):
        raise _in_place("variable", "+=", "variable.assign_add(value)", "variable + value")

    def __isub__(self, other):
        raise _in_place("variable", "-=", "variable.assign_sub(value)", "variable * value")

    def __imul__(self, other):
        raise _in_place("var", "*=", "var.assign(var * value)", "var * value")

    def __itruediv__(self, other):
        raise _in_place("var", "/=", "var.assign(var / value)", "var / value")

    def __ipow__(self, other):
        raise _in_place("var", "**=", "var.assign(var ** value)", "var ** value")

    def ref(self):
        return Reference(self)

    def experimental_ref(self):
        warn_deprecated("Variable.experimental_ref", "tensorflow.python.ops.variables", "Use ref() instead.")
        return self.ref()

    def __hash__(self):
        raise TypeError(f"Variable is unhashable. Instead, use variable.ref() as the key. (Variable: {self})")

    def __iter__(self):
        return iter(self.read_value())

    def __bool__(self):
        return bool(self.value())

    def __int__(self):
        return int(self.value())

    def __float__(self):
        return float(self.value())

    def __complex__(self):
        return complex(self.value())

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self.numpy(), dtype=dtype)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        if context.graph is not None:
            raise NotImplementedError("__deepcopy__() is only available when eager execution is enabled.")
        with init_scope():
            copy = ResourceVariable(self.value(), self.trainable, name=self._name, shape=self._dims)
        memo[id(self)] = copy
        return copy

    def __repr__(self):
        text = f"<tf.Variable '{self.name}' shape={self.shape} dtype={self.dtype.name}"
        if context.graph is None and type(self.handle) is EagerTensor:
            try:
                value = self.read_value()._value_text(True)
            except Exception:  # a text must always be there, also while a debugger looks
                value = "<unavailable>"
            return f"{text}, numpy={value}>"
        return text + ">"

    __str__ = __repr__


def _in_place(name, operator, instead, tensor):
    return RuntimeError(f"`{name} {operator} value` with `tf.Variable`s is not supported. Use `{instead}` to modify the variable, or "
                        f"`out = {tensor}` if you need to get a new output Tensor.")


class _UnreadVariable(ResourceVariable):
    """What an assignment returns: the same storage, read after the assignment."""

    def __init__(self, variable, operation):
        self._set_up("UnreadVariable", variable.trainable, variable.handle, variable.constraint, variable.synchronization,
                     variable.aggregation)
        self._assignment = operation

    @property
    def name(self):
        return "UnreadVariable"

    @property
    def op(self):
        return self._assignment

    def value(self):
        if self._assignment is None or context.graph is None:
            return super().value()
        with context.graph.control_dependencies([self._assignment]):
            return super().value()

