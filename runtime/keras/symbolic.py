"""`KerasTensor`: shape and dtype of what a layer takes or gives, and the layer that gives it."""

from __future__ import annotations

import contextlib
import warnings

from runtime.core import hooks, nest
from runtime.core.composite import CompositeTensor
from runtime.core.convert import convert_to_tensor
from runtime.core.context import context, graph_mode, init_scope
from runtime.core.dtypes import as_dtype
from runtime.core.func_graph import FuncGraph
from runtime.core.tensor import SymbolicTensor, Tensor, out_of_scope
from runtime.keras.naming import auto_name
from runtime.variables import ResourceVariable, Variable


class KerasTensor:
    """A stand-in without a value. `node` is the call that gives it, `index` which of its results this is; arithmetic works."""

    __array_priority__ = 100

    def __init__(self, shape, dtype="float32", sparse=False, ragged=False, name=None):
        if sparse and ragged:
            raise ValueError("KerasTensor cannot have `sparse=True` and `ragged=True` at the same time.")
        self.shape, self.dtype = tuple(shape), dtype
        self.sparse, self.ragged = bool(sparse), bool(ragged)
        self.name = name or auto_name("keras_tensor")
        self.node, self.index = None, 0

    def history(self):
        """[name of the operation, number of its call, number of the result], None for an input of no layer."""
        return None if self.node is None else [self.node.operation.name, self.node.number, self.index]

    @property
    def ndim(self):
        return len(self.shape)

    def __array__(self, dtype=None, copy=None):
        raise ValueError("A KerasTensor is symbolic: it's a placeholder for a shape an a dtype. It doesn't have any actual "
                         "numerical value. You cannot convert it to a NumPy array.")

    def __tf_tensor__(self, dtype=None, name=None):
        raise ValueError("A KerasTensor cannot be used as input to a TensorFlow function. A KerasTensor is a symbolic placeholder "
                         "for a shape and dtype, used when constructing Keras Functional models or Keras Functions. You can only use it as "
                         "input to a Keras layer or a Keras operation (from the namespaces `keras.layers` and `keras.ops`). Wrap the "
                         "function in a layer of your own to use it there.")

    def __repr__(self):
        return f"<KerasTensor shape={self.shape}, dtype={self.dtype}, sparse={self.sparse}, ragged={self.ragged}, name={self.name}>"


class Node:
    """One call of a layer or operation on KerasTensors: `inputs` and `outputs` are flat lists of them."""

    def __init__(self, operation, args, kwargs, outputs):
        self.operation, self.args, self.kwargs = operation, args, kwargs
        self.result = outputs
        self.inputs = [leaf for leaf in nest.flatten((args, kwargs)) if isinstance(leaf, KerasTensor)]
        self.outputs = nest.flatten(outputs)
        self.number = len(operation.nodes)
        operation.nodes.append(self)
        for index, output in enumerate(self.outputs):
            output.node, output.index = self, index


def is_keras_tensor(x):
    """Whether `x` is a KerasTensor."""
    return isinstance(x, KerasTensor)


def get_mask(value):
    """The mask that a tensor carries, None without."""
    return getattr(value, "_keras_mask", None)


def set_mask(value, mask):
    value._keras_mask = mask


def has_keras_tensors(*values):
    return any(isinstance(leaf, KerasTensor) for leaf in nest.flatten(values))


def copies(expected, given, outputs):
    """New KerasTensors like `outputs`, which a model has for inputs like `expected`; None if the inputs `given` have other shapes."""
    if any(a.shape != b.shape for a, b in zip(expected, given)):
        return None
    return nest.map_structure(lambda leaf: KerasTensor(leaf.shape, leaf.dtype, ragged=leaf.ragged), outputs)


def call_symbolically(function, args=(), kwargs=None):
    """`function` run in a graph that is thrown away; KerasTensors stand for placeholders, in arguments and results."""
    graph = FuncGraph("scratch_graph")
    graph.policy_outside = context.variable_policy
    with graph_mode(graph), _variables_outside():
        def placeholder(value):
            if not isinstance(value, KerasTensor):
                return value
            tensor = _ragged_input(graph, value) if value.ragged else graph.add_input(as_dtype(value.dtype), value.shape, "keras_input")
            if (mask := get_mask(value)) is not None:
                set_mask(tensor, placeholder(mask))
            return tensor
        args, kwargs = nest.map_structure(placeholder, (tuple(args), kwargs or {}))
        outputs = function(*args, **kwargs)
        return nest.map_structure(_described, outputs)


def _ragged_input(graph, value):
    spec = hooks.ragged_spec(value.shape, value.dtype, max(1, max(axis for axis, size in enumerate(value.shape) if size is None)))
    return spec.from_components([graph.add_input(part.dtype, part._dims, "keras_input") for part in spec.parts])


def _described(value):
    """The KerasTensor for a result."""
    if value is None:
        return None
    return KerasTensor(tuple(value.shape) if isinstance(value, CompositeTensor) else value._dims, as_dtype(value.dtype).name,
                       ragged=hasattr(value, "ragged_rank"))


def as_tensor(value, dtype=None):
    """`value` as a tensor, or the composite that it is."""
    return value if isinstance(value, CompositeTensor) else convert_to_tensor(value, dtype)


def _variable_outside(initial_value=None, **kwargs):
    """`tf.Variable` in a symbolic call outside of functions: the graph is thrown away, the Variable is not."""
    if callable(initial_value) and not isinstance(initial_value, (Tensor, Variable)):
        initial_value = initial_value()
    if isinstance(initial_value, SymbolicTensor):
        raise out_of_scope(initial_value, None)
    with init_scope():
        return ResourceVariable(initial_value=initial_value, **kwargs)


@contextlib.contextmanager
def _variables_outside():
    policy = context.variable_policy
    context.variable_policy = policy or _variable_outside
    try:
        yield
    finally:
        context.variable_policy = policy


def builds(function, arguments, name):
    """`function`, called symbolically, makes the weights of the layer `name`. False: it does not, the call itself is to make them."""
    try:
        call_symbolically(lambda **values: function(**values), kwargs={
            name: value for name, value in arguments.items() if name != "kwargs"})
    except Exception as error:  # noqa: BLE001 - as in Keras
        if not has_keras_tensors(list(arguments.values())):
            return False
        warnings.warn(
            f"Layer '{name}' looks like it has unbuilt state, but Keras is not able to trace the layer `call()` in order to build it "
            "automatically. Possible causes:\n1. The `call()` method of your layer may be crashing. Try to `__call__()` the layer "
            "eagerly on some test input first to see if it works. E.g. `x = np.random.random((3, 4)); y = layer(x)`\n2. If the "
            "`call()` method is correct, then you may need to implement the `def build(self, input_shape)` method on your layer. It "
            "should create all variables used by the layer (e.g. by calling `layer.build()` on all its children layers).\n"
            f"Exception encountered: ''{error}''", stacklevel=5)
    return True


@contextlib.contextmanager
def creating_variables():
    """Variables made in the block in symbolic calls are made as if outside of these: Keras makes them when the calls are done."""
    graph = context.graph
    outside = policy = context.variable_policy
    while graph is not None:
        outside = getattr(graph, "policy_outside", outside)
        graph = graph.outer_graph
    context.variable_policy = outside
    try:
        yield
    finally:
        context.variable_policy = policy
