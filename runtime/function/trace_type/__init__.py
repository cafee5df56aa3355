"""Trace types: one object that is cache key, generalisation, placeholder, cast and signature of an argument.

The kinds and their rules follow `tf.types.experimental.TraceType` of TensorFlow 2.21: Python values by equality,
objects by weak reference, containers by kind and contents, tensors by `TensorSpec`.
"""

from __future__ import annotations

import collections.abc as abc
import weakref

import numpy as np

from runtime.core import hooks, nest
from runtime.core.context import graph_mode
from runtime.function.trace_type.base import CastContext, Exact, Literal, PlaceholderContext, Reference, TraceType, TracingContext, Weakref
from runtime.function.trace_type.containers import Attrs, CustomNest, Dict, List, NamedTuple, Tuple

__all__ = ["Attrs", "CastContext", "CustomNest", "Dict", "Exact", "List", "Literal", "NamedTuple", "PlaceholderContext", "Reference",
           "TraceType", "TracingContext", "Tuple", "Weakref", "from_value", "is_array", "placeholders"]


def from_value(value, context=None):
    """The TraceType of `value`.

    Raises:
        TypeError: `value` is neither hashable nor of a kind that has a type.
    """
    context = context or TracingContext()
    if isinstance(value, TraceType):
        if context.is_legacy_signature:
            return value
        return Literal(value) if not hasattr(value, "spec_type") else value
    protocol = getattr(value, "__tf_tracing_type__", None)
    if protocol is not None and not isinstance(value, type):
        generated = protocol(context)
        if isinstance(generated, TraceType):
            return generated
        raise TypeError(f"Expected an instance of TraceType for Tracing Protocol call to {value} but got {generated}")
    if nest._is_namedtuple(value):
        kind = value.__class__  # a module's wrapper of a named tuple counts as what it holds
        return NamedTuple(kind.__name__, value._fields, [from_value(item, context) for item in value], kind)
    if isinstance(value, abc.Mapping):
        return Dict({key: from_value(item, context) for key, item in value.items()}, type(value))
    if nest._is_attrs(value):
        names = [a.name for a in type(value).__attrs_attrs__]
        return Attrs(type(value).__name__, names, [from_value(getattr(value, name), context) for name in names],
                     type(value))
    if nest._is_nested_dataclass(value):
        metadata, components = value.__tf_flatten__()
        return CustomNest(type(value), metadata, [from_value(item, context) for item in components])
    if isinstance(value, tuple):
        return Tuple(*(from_value(item, context) for item in value))
    if isinstance(value, list):
        return List(*(from_value(item, context) for item in value))
    if is_array(value):
        return hooks.array_spec(value)
    try:
        ref = weakref.ref(value)
    except TypeError:
        ref = None
    try:
        return Literal(value) if ref is None else Weakref(ref)
    except TypeError:
        raise TypeError(f"Could not generate a generic TraceType for {value!r}.Please verify that it is "
                        "immutable/hashable. Otherwise, consider implementing the Tracing Protocol for it.") from None


def is_array(value):
    """Whether TensorFlow takes `value` for an array: NumPy's arrays and scalars, and what has ``__array__``."""
    if isinstance(value, (np.ndarray, np.generic)):
        return not isinstance(value, str)
    return hasattr(value, "__array__") and not isinstance(value, type) and not hasattr(value, "__tf_tensor__")


def placeholders(traced, graph, name):
    """The placeholder value of `traced` in `graph`, its tensors named after the argument `name`."""
    context = PlaceholderContext(graph)
    with graph_mode(graph), context.naming(name):
        return traced.placeholder_value(context)
