"""`KerasTensor`: shape and dtype of what a layer takes or gives, and the layer that gives it."""

from __future__ import annotations

import contextlib

from runtime.core import nest
from runtime.core.context import context, graph_mode
from runtime.core.dtypes import as_dtype
from runtime.core.func_graph import FuncGraph
from runtime.keras.naming import auto_name


class KerasTensor:
    """A stand-in without a value. `origin` is (layer, args, kwargs) of the call that gives it, None for others."""

    def __init__(self, shape, dtype="float32", name=None):
        self.shape, self.dtype = tuple(shape), dtype
        self.name = name or auto_name("keras_tensor")
        self.origin = None

    @property
    def ndim(self):
        return len(self.shape)

    def __array__(self, dtype=None, copy=None):
        raise ValueError("A KerasTensor is symbolic: it's a placeholder for a shape an a dtype. It doesn't have any actual "
                         "numerical value. You cannot convert it to a NumPy array.")

    def __tf_tensor__(self, dtype=None, name=None):
        raise ValueError("A KerasTensor cannot be used as input to a TensorFlow function. A KerasTensor is a symbolic placeholder "
                         "for a shape and dtype, used when constructing Keras Functional models or Keras Functions.")

    def __repr__(self):
        return f"<KerasTensor shape={self.shape}, dtype={self.dtype}, sparse=False, ragged=False, name={self.name}>"


def has_keras_tensors(*values):
    return any(isinstance(leaf, KerasTensor) for leaf in nest.flatten(values))


def call_symbolically(function, args=(), kwargs=None):
    """`function` run in a graph that is thrown away; KerasTensors stand for placeholders, in arguments and results."""
    graph = FuncGraph("scratch_graph")
    graph.is_scratch = True
    with graph_mode(graph):
        def placeholder(value):
            if isinstance(value, KerasTensor):
                return graph.add_input(as_dtype(value.dtype), value.shape, "keras_input")
            return value
        args, kwargs = nest.map_structure(placeholder, (tuple(args), kwargs or {}))
        outputs = function(*args, **kwargs)
        return nest.map_structure(lambda value: KerasTensor(value._dims, value.dtype.name), outputs)


@contextlib.contextmanager
def creating_variables():
    """Variables made in the block in a symbolic call are none that a graph function traced within it creates."""
    graph, policy = context.graph, context.variable_policy
    while graph is not None and not getattr(graph, "is_scratch", False):
        graph = graph.outer_graph
    if graph is not None:
        context.variable_policy = None
    try:
        yield
    finally:
        context.variable_policy = policy
