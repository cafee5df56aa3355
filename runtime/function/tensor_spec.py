"""`tf.TensorSpec` and its kin: the trace types of tensors and Variables."""

from __future__ import annotations

import weakref

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.func_graph import FuncGraph
from runtime.core.graph import _NAME
from runtime.core.logger import get_logger
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, generalise, is_compatible, is_subtype
from runtime.function.trace_type import Exact, TracingContext, from_value
from runtime.core.indexed_slices import IndexedSlices
from runtime.variables import ResourceVariable, Variable


class TypeSpec(Exact):
    """The base of all specs (`tf.TypeSpec`)."""

    spec_type = True  # it may be passed to get_concrete_function in place of a value


class TensorSpec(TypeSpec):
    """Shape, dtype and name of a tensor.

    Args:
        shape: what `TensorShape` takes; None for an unknown rank.
        dtype: element type, float32 by default.
        name: name of the placeholder, and of the keyword in flat calls.
    """

    def __init__(self, shape, dtype=dtypes.float32, name=None):
        self._dims = as_dims(shape)
        self.dtype = dtypes.as_dtype(dtype)
        self.name = name

    @property
    def shape(self):
        return TensorShape(self._dims)

    @property
    def value_type(self):
        return Tensor

    @classmethod
    def from_spec(cls, spec, name=None):
        return cls(spec.shape, spec.dtype, name or spec.name)

    @classmethod
    def from_tensor(cls, tensor, name=None):
        """The spec of `tensor`; symbolic tensors lend their op's name. Raises ValueError for anything else."""
        if isinstance(tensor, SymbolicTensor):
            return cls(tensor._dims, tensor.dtype, name or tensor.op.name)
        if isinstance(tensor, EagerTensor):
            return cls(tensor._dims, tensor.dtype, name)
        raise ValueError(f"`tensor` should be a tf.Tensor, but got type {type(tensor)}.")

    def is_compatible_with(self, spec_or_tensor):
        dtype = getattr(spec_or_tensor, "dtype", None)
        dims = spec_or_tensor.shape if dtype is not None else None
        return dtype is self.dtype and is_compatible(self._dims, as_dims(dims))

    def is_subtype_of(self, other):
        return (isinstance(other, TensorSpec) and (not self.name or self.name == other.name)
                and self.dtype is other.dtype and is_subtype(self._dims, other._dims))

    def most_specific_common_supertype(self, others):
        dims, name = self._dims, self.name
        for other in others:
            if not isinstance(other, TensorSpec) or other.dtype is not self.dtype:
                return None
            dims = generalise(dims, other._dims)
            name = name if name == other.name else None
        return TensorSpec(dims, self.dtype, name)

    def most_specific_compatible_type(self, other):
        """The narrowest spec of both. Raises ValueError where dtypes differ."""
        warn_deprecated("TypeSpec.most_specific_compatible_type", "tensorflow.python.framework.type_spec",
                        "Use most_specific_common_supertype instead.")
        if not isinstance(other, TensorSpec) or (self.dtype, self.name) != (other.dtype, other.name):
            raise ValueError(f"No TypeSpec is compatible with both {self} and {other}")
        return TensorSpec(generalise(self._dims, other._dims), self.dtype)

    def placeholder_value(self, placeholder_context):
        graph = placeholder_context.graph
        if graph is None:
            return self
        name = self.name or placeholder_context.naming_scope
        return graph.add_input(self.dtype, self._dims, _node_name(name), user_name=name)

    def to_tensors(self, value):
        value = self.cast(value, None)
        if not is_subtype(value._dims, self._dims):
            raise TypeError(f"Received tensor of shape {value.shape} instead of {self.shape}")
        return [value]

    def from_tensors(self, tensors):
        return next(tensors)

    def flatten(self):
        return [self]

    def cast(self, value, cast_context):
        if cast_context is not None and cast_context.allow_specs and isinstance(value, TensorSpec):
            assert value.is_subtype_of(self), f"Can not cast {value!r} to {self!r}"
            return self
        if not isinstance(value, Tensor):
            value = convert_to_tensor(value, self.dtype)
        actual = TensorSpec(value._dims, value.dtype, self.name)
        if not actual.is_subtype_of(self):
            if not self.is_subtype_of(actual):
                raise TypeError(f"Can not cast {actual!r} to {self!r}")
            value.set_shape(self._dims)
        return value

    def __eq__(self, other):
        return (isinstance(other, TensorSpec) and self._dims == other._dims and self.dtype is other.dtype
                and self.name == other.name)

    def __hash__(self):
        return hash((self._dims, self.dtype))

    def __repr__(self):
        return f"TensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r})"

    def __reduce__(self):
        return type(self), (self._dims, self.dtype, self.name)


def _node_name(name):
    """`name` if a node may have it; a warning, and "Placeholder", if not."""
    if name and not _NAME.match(name):
        get_logger().warning(f"`{name}` is not a valid node name. Accepted names conform to Regex /{_NAME}/")
        return "Placeholder"
    return name or "Placeholder"


class BoundedTensorSpec(TensorSpec):
    """A TensorSpec with bounds, kept for programs that name them; the bounds take no part in tracing."""

    def __init__(self, shape, dtype, minimum, maximum, name=None):
        super().__init__(shape, dtype, name)
        self.minimum = np.array(minimum, self.dtype.numpy_dtype)
        self.maximum = np.array(maximum, self.dtype.numpy_dtype)

    def __repr__(self):
        return (f"BoundedTensorSpec(shape={self.shape}, dtype={self.dtype!r}, name={self.name!r}, "
                f"minimum={self.minimum!r}, maximum={self.maximum!r})")


@hooks.variable_spec.provide
class VariableSpec(TypeSpec):
    """Shape, dtype and alias number of a Variable: which Variable it is does not count, which ones are the same does."""

    def __init__(self, shape, dtype=dtypes.float32, trainable=True, alias_id=None, variable=None):
        self._dims = as_dims(shape)
        self.dtype = dtypes.as_dtype(dtype)
        self.trainable = trainable
        self.alias_id = alias_id
        self._variable = weakref.ref(variable) if variable is not None else lambda: None  # the one the spec was made of

    @property
    def shape(self):
        return TensorShape(self._dims)

    @property
    def name(self):
        return None

    def _key(self):
        return self._dims, self.dtype, self.trainable, self.alias_id

    def is_subtype_of(self, other):
        if not isinstance(other, VariableSpec) or self.dtype is not other.dtype or self.trainable != other.trainable:
            return False
        return is_subtype(self._dims, other._dims) and (self.alias_id == other.alias_id or other.alias_id is None)

    def most_specific_common_supertype(self, others):
        dims = self._dims
        for other in others:
            if not isinstance(other, VariableSpec) or (other.dtype, other.trainable, other.alias_id) != \
                    (self.dtype, self.trainable, self.alias_id):
                return None
            dims = generalise(dims, other._dims)
        return VariableSpec(dims, self.dtype, self.trainable, self.alias_id, self._variable())

    def placeholder_value(self, placeholder_context):
        graph = placeholder_context.graph
        if graph is None:
            return self
        if placeholder_context.has_placeholder(self.alias_id):
            return placeholder_context.get_placeholder(self.alias_id)
        name = placeholder_context.naming_scope
        handle = graph.add_input(dtypes.resource, (), _node_name(name),
                                 handle_data=(self._dims, self.dtype), user_name=name)
        variable = self._variable()
        if variable is None:
            variable = ResourceVariable(handle=handle, name=name or "Variable", trainable=self.trainable)
        else:  # the trace sees the Variable of its first call, and cannot tell it from a closure's
            graph.add_argument(variable.handle, handle)
        placeholder_context.add_placeholder(self.alias_id, variable)
        return variable

    def to_tensors(self, value):
        if value.trainable:
            for tape in context.tapes:
                tape.watch_variable(value)
        if isinstance(context.graph, FuncGraph):
            context.graph.watch_variable(value)
        return [value.handle]

    def from_tensors(self, tensors):
        return next(tensors)

    def flatten(self):
        return [TensorSpec((), dtypes.resource)]

    def cast(self, value, cast_context):
        if isinstance(value, Variable) or isinstance(value, VariableSpec) and cast_context and cast_context.allow_specs:
            return value
        raise AssertionError  # without a text, as in TensorFlow

    def __eq__(self, other):
        return isinstance(other, VariableSpec) and self._key() == other._key()

    def __hash__(self):
        return hash(self._key())

    def __repr__(self):
        return (f"VariableSpec(shape={self.shape}, dtype={self.dtype!r}, trainable={self.trainable!r}, "
                f"alias_id={self.alias_id!r})")


class IndexedSlicesSpec(TypeSpec):
    """The type of an `IndexedSlices`: the specs of its values and indices, and whether the dense shape is a tensor."""

    def __init__(self, shape=None, dtype=dtypes.float32, indices_dtype=dtypes.int64, dense_shape_dtype=None,
                 indices_shape=None):
        self._dims = as_dims(shape)
        self.dtype = dtypes.as_dtype(dtype)
        rows = as_dims(indices_shape)
        inner = None if self._dims is None else ((rows or (None,))[:1] + self._dims[1:])
        self.parts = (TensorSpec(inner, dtype), TensorSpec(rows or (None,), indices_dtype))
        if dense_shape_dtype is not None:
            self.parts += (TensorSpec((None if self._dims is None else len(self._dims),), dense_shape_dtype),)

    @property
    def shape(self):
        return TensorShape(self._dims)

    @classmethod
    def from_value(cls, slices):
        dense = slices.dense_shape
        dims = slices.shape.merge_with([None, *slices.values.shape[1:]]) if slices.values.shape.rank else slices.shape
        return cls(dims, slices.dtype, slices.indices.dtype, None if dense is None else dense.dtype,
                   slices.indices.shape)

    def _all(self, other, relation):
        return isinstance(other, IndexedSlicesSpec) and len(self.parts) == len(other.parts) and is_subtype(
            self._dims, other._dims) and all(relation(a, b) for a, b in zip(self.parts, other.parts))

    def is_subtype_of(self, other):
        return self._all(other, TensorSpec.is_subtype_of)

    def placeholder_value(self, placeholder_context):
        if placeholder_context.graph is None:
            return self
        return self._build([part.placeholder_value(placeholder_context) for part in self.parts])

    @staticmethod
    def _build(parts):
        return IndexedSlices(*parts)

    def to_tensors(self, value):
        return [tensor for tensor in (value.values, value.indices, value.dense_shape) if tensor is not None]

    def from_tensors(self, tensors):
        return self._build([next(tensors) for _ in self.parts])

    def flatten(self):
        return list(self.parts)

    def cast(self, value, cast_context):
        return value

    def __eq__(self, other):
        return self._all(other, TensorSpec.__eq__) and self._dims == other._dims

    def __hash__(self):
        return hash((self._dims, self.parts))

    def __repr__(self):
        dense = repr(self.parts[2].dtype) if len(self.parts) > 2 else None
        rows = None if self.parts[1]._dims == (None,) else self.parts[1].shape
        return f"IndexedSlicesSpec({self.shape!r}, {self.dtype!r}, {self.parts[1].dtype!r}, {dense}, {rows!r})"


@hooks.array_spec.provide
def array_spec(value):
    """The TensorSpec of an array. Raises TypeError for an array that no tensor can hold."""
    array = value if isinstance(value, (np.ndarray, np.generic)) else np.asarray(value)
    return TensorSpec(array.shape, dtypes.as_dtype(array.dtype))


def tensor_tracing_type(tensor, context):
    """``Tensor.__tf_tracing_type__``."""
    return TensorSpec(tensor._dims, tensor.dtype)


def type_spec_from_value(value):
    """`tf.type_spec_from_value`: the spec of a tensor, array or Variable. Raises TypeError for other values."""
    spec = from_value(value, TracingContext())
    if isinstance(spec, TypeSpec):
        return spec
    if isinstance(value, (bool, int, float, str, bytes, list)):
        return tensor_tracing_type(convert_to_tensor(value), None)
    raise TypeError(f"Could not build a TypeSpec for {value!r} of unsupported type {type(value)}.")


Tensor.__tf_tracing_type__ = tensor_tracing_type


hooks.slices_spec.provide(IndexedSlicesSpec.from_value)
