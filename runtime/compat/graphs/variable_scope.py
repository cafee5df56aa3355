"""`tf.compat.v1.variable_scope` and `get_variable`: Variables of a plain graph by name, made once and shared."""

from __future__ import annotations

import contextlib
import enum

import numpy as np

from runtime.compat.graphs.graph_variables import GLOBAL_VARIABLES, LOCAL_VARIABLES, GraphVariable
from runtime.core import dtypes
from runtime.core.context import context, graph_mode, init_scope
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, is_compatible
from runtime.ops.random import init_ops
from runtime.variables import Variable
from runtime.compat.graphs.current import get_default_graph


_VALUES = (Tensor, Variable, list, tuple, int, float, bool, str, bytes, np.ndarray, np.generic)


class _Reuse(enum.Enum):
    AUTO_REUSE = 1


AUTO_REUSE = _Reuse.AUTO_REUSE


class VariableScope:
    """What is in force in a `variable_scope` block: the prefix of names, whether Variables are shared, the initializer.

    Attributes:
        reuse: False: Variables are made; True: they must exist; AUTO_REUSE: either.
    """

    def __init__(self, reuse, name="", initializer=None, name_scope="", dtype=dtypes.float32, regularizer=None):
        self.name, self.initializer, self.dtype, self.regularizer = name, initializer, dtype, regularizer
        self.original_name_scope = name_scope
        self._reuse = reuse

    @property
    def reuse(self):
        return self._reuse

    def reuse_variables(self):
        self._reuse = True

    def set_initializer(self, initializer):
        self.initializer = initializer

    def set_dtype(self, dtype):
        self.dtype = dtypes.as_dtype(dtype)

    def global_variables(self):
        return context.graph.get_collection(GLOBAL_VARIABLES, self.name + "/" if self.name else None)

    def trainable_variables(self):
        return context.graph.get_collection("trainable_variables", self.name + "/" if self.name else None)

    def get_variable(self, name, **options):
        return get_variable(name, **options)


class _Store:
    """The Variables of one graph by their full names, the scope in force, and how often each scope was opened."""

    def __init__(self):
        self.variables = {}
        self.scope = VariableScope(False)
        self.opened = {}


def _store():
    graph = get_default_graph()
    while graph.building_function and graph.outer_graph is not None:
        graph = graph.outer_graph
    if "variable_store" not in vars(graph):
        graph.variable_store = _Store()
    return graph.variable_store


def known_variables():
    """The Variables that `get_variable` has made in the graph, by their full names."""
    return _store().variables


def get_variable_scope():
    """The `VariableScope` in force."""
    return _store().scope


@contextlib.contextmanager
def variable_scope(name_or_scope, default_name=None, values=None, initializer=None, regularizer=None, caching_device=None,
                   partitioner=None, custom_getter=None, reuse=None, dtype=None, use_resource=None, constraint=None,
                   auxiliary_name_scope=True):
    """Prefix the names of Variables that `get_variable` makes in the block, and of ops.

    Args:
        name_or_scope: a name, or a VariableScope to open again; None with `default_name`, which is made unique.
        reuse: True: share the Variables that exist; AUTO_REUSE: make those that do not; None: as around.

    Raises:
        TypeError: neither a name nor a scope is given.
    """
    if default_name is None and name_or_scope is None:
        raise TypeError("If default_name is None then name_or_scope is required")
    store = _store()
    outer, opened = store.scope, store.opened
    if isinstance(name_or_scope, VariableScope):
        full = name_or_scope.name
        scope = VariableScope(name_or_scope.reuse if reuse is None else reuse, full, initializer or name_or_scope.initializer,
                              name_or_scope.original_name_scope, dtypes.as_dtype(dtype or name_or_scope.dtype),
                              regularizer or name_or_scope.regularizer)
        short = full.rpartition("/")[2]
    else:
        if not isinstance(name_or_scope, (str, type(None))):
            raise TypeError("VariableScope: name_or_scope must be a string or VariableScope.")
        if name_or_scope is None:
            if reuse:
                raise ValueError("reuse=True cannot be used without a name_or_scope")
            name_or_scope = _unique(store, outer.name, default_name)
        short = name_or_scope
        full = f"{outer.name}/{short}" if outer.name else short
        scope = VariableScope(outer.reuse or reuse or False, full, initializer or outer.initializer, "",
                              dtypes.as_dtype(dtype or outer.dtype), regularizer or outer.regularizer)
    opened[full] = opened.get(full, 0) + 1
    names = context.graph.name_scope(short) if context.graph is not None and auxiliary_name_scope and short else \
        contextlib.nullcontext("")
    store.scope = scope
    try:
        with names as name_scope:
            scope.original_name_scope = scope.original_name_scope or name_scope
            yield scope
    finally:
        store.scope = outer
        for name in [name for name in opened if name.startswith(full + "/")]:
            del opened[name]


def _unique(store, prefix, name):
    full = f"{prefix}/{name}" if prefix else name
    if not store.opened.get(full):
        return name
    count = 1
    while store.opened.get(f"{full}_{count}"):
        count += 1
    return f"{name}_{count}"


def get_variable(name, shape=None, dtype=None, initializer=None, regularizer=None, trainable=None, collections=None,
                 caching_device=None, partitioner=None, validate_shape=True, use_resource=None, custom_getter=None,
                 constraint=None, **_):
    """The Variable called `name` in the current `variable_scope`: a new one, or the one that is there if the scope reuses.

    Eager code shares none by name, as in TensorFlow.

    Raises:
        ValueError: it exists and is not to be reused, or the other way round; or its shape, dtype or initializer do not fit.
    """
    store = _store()
    scope = store.scope
    full = f"{scope.name}/{name}" if scope.name else name
    initializer = scope.initializer if initializer is None else initializer
    if isinstance(initializer, _VALUES):
        dtype = _value_dtype(initializer, dtype)
    dtype = dtypes.as_dtype(dtype or scope.dtype)
    known = store.variables.get(full) if context.graph is not None else None
    if known is not None:
        return _shared(full, known, scope.reuse, shape, dtype)
    if scope.reuse is True and context.graph is not None:
        raise ValueError(f"Variable {full} does not exist, or was not created with tf.get_variable(). Did you mean to set "
                         "reuse=tf.AUTO_REUSE in VarScope?")
    variable = _made(full, _initial(full, shape, dtype, initializer), store, {
        "name": full, "trainable": trainable, "dtype": dtype, "constraint": constraint}, collections)
    regularizer = scope.regularizer if regularizer is None else regularizer
    if regularizer is not None and context.graph is not None:
        with context.graph.name_scope(None), context.graph.name_scope(f"{full}/Regularizer/"):
            loss = regularizer(variable)
        if loss is not None:
            get_default_graph().add_to_collection("regularization_losses", loss)
    return variable


def _made(full, make, store, options, collections):
    """A new Variable: eager, of the plain graph, or of the one around the function that is traced."""
    if context.graph is None:
        return Variable(make, **options)
    function = context.graph if context.graph.building_function else None
    with init_scope() if function is not None else contextlib.nullcontext():
        is_eager = context.graph is None
    if is_eager:
        if not hasattr(function, "create_variable"):  # TensorFlow looks for the graph of the eager value
            raise AttributeError("Tensor.op is undefined when eager execution is enabled.")
        with function.name_scope(None):
            store.variables[full] = variable = Variable(make, **options, collections=collections)
        return variable
    if function is not None and context.variable_policy is not None:
        with function.name_scope(None):
            store.variables[full] = variable = Variable(make, **options)
        return variable
    with init_scope() if function is not None else contextlib.nullcontext(), context.graph.name_scope(None):
        store.variables[full] = variable = GraphVariable(make, **options, collections=collections)
    return variable


def get_local_variable(name, *args, **kwargs):
    """`get_variable`, not trainable and in the collection of local Variables."""
    kwargs = {**kwargs, "trainable": False, "collections": [LOCAL_VARIABLES]}
    return get_variable(name, *args, **kwargs)


def _shared(full, known, reuse, shape, dtype):
    if reuse is False:
        raise ValueError(f"Variable {full} already exists, disallowed. Did you mean to set reuse=True or reuse=tf.AUTO_REUSE in "
                         "VarScope?")
    if shape is not None and not is_compatible(as_dims(shape), known._dims):
        raise ValueError(f"Trying to share variable {full}, but specified shape {TensorShape(shape)} and found shape "
                         f"{known.shape}.")
    if dtype is not known.dtype:
        raise ValueError(f"Trying to share variable {full}, but specified dtype {dtype.name} and found dtype {known.dtype.name}.")
    return known


def _value_dtype(value, dtype):
    """The dtype of a value that a Variable starts with. Raises ValueError if another one is given."""
    with graph_mode(None):
        own = value.dtype if isinstance(value, (Tensor, Variable)) else convert_to_tensor(value).dtype
    if dtype is not None and dtypes.as_dtype(dtype) is not own:
        raise ValueError(f"Initializer type '{own}' and explicit dtype '{dtypes.as_dtype(dtype)}' don't match.")
    return own


def _initial(full, shape, dtype, initializer):
    """A function without arguments that makes the initial value."""
    if isinstance(initializer, _VALUES):
        if shape is not None:
            raise ValueError("If initializer is a constant, do not specify shape.")
        return lambda: convert_to_tensor(initializer, None if isinstance(initializer, (Tensor, Variable)) else dtype,
                                         name="initial_value")
    if shape is None:
        if initializer is not None and not isinstance(initializer, (type, init_ops.Initializer)):
            return initializer
        raise ValueError(f"Variable {full} did not get an initializer, so its `shape` argument must be specified.")
    dims = as_dims(shape)
    if dims is None or None in dims:
        if initializer is not None:
            raise ValueError(f"Shape of a new variable ({full}) must be fully defined, but instead was {TensorShape(dims)}.")
        raise ValueError("The initializer passed is not valid. It should be a callable with no arguments and the shape should not "
                         "be provided or an instance of `tf.keras.initializers.*' and `shape` should be fully defined.")
    if initializer is None:
        initializer = init_ops.GlorotUniform() if dtype.is_floating else init_ops.Zeros()
    if isinstance(initializer, type):
        initializer = initializer()
    return lambda: initializer(dims, dtype=dtype)
