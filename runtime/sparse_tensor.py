"""`SparseTensor`: the elements of a tensor that are not zero, with their places; and its spec."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import constant_shape, convert_to_tensor
from runtime.core.tensor_shape import TensorShape, as_dims, generalise, is_subtype
from runtime.function.tensor_spec import TensorSpec, TypeSpec
from runtime.ops.cast import cast
from runtime.ops.reduction import reduce_prod


class SparseTensor:
    """``dense[indices[i]] = values[i]`` (`tf.SparseTensor`).

    Args:
        indices: int64 ``[n, rank]``; most ops want them in the order of the elements.
        values: any dtype, ``[n]``.
        dense_shape: int64 ``[rank]``.

    Raises:
        ValueError: the shapes do not fit each other.
    """

    acts_as_tensor = True
    _spec_dims = None

    def __init__(self, indices, values, dense_shape):
        self._indices = convert_to_tensor(indices, dtypes.int64, name="indices")
        self._values = convert_to_tensor(values, name="values")
        self._dense_shape = convert_to_tensor(dense_shape, dtypes.int64, name="dense_shape")
        places, numbers = self._indices.shape.with_rank(2), self._values.shape.with_rank(1)
        sizes = self._dense_shape.shape.with_rank(1)
        _agree(places[0], numbers[0])
        _agree(places[1], sizes[0])

    indices = property(lambda self: self._indices)
    values = property(lambda self: self._values)
    dense_shape = property(lambda self: self._dense_shape)
    dtype = property(lambda self: self._values.dtype)
    op = property(lambda self: self._values.op)
    graph = property(lambda self: self._indices.graph)

    @property
    def shape(self):
        """The static shape of the dense tensor, from the value of `dense_shape` or from the spec."""
        return TensorShape(constant_shape(self._dense_shape) if self._spec_dims is None else self._spec_dims)

    def get_shape(self):
        return self.shape

    @classmethod
    def from_value(cls, sparse_tensor_value):
        return cls(sparse_tensor_value.indices, sparse_tensor_value.values, sparse_tensor_value.dense_shape)

    def with_values(self, new_values):
        """The same places with other values."""
        return SparseTensor(self._indices, new_values, self._dense_shape)

    def _size(self, dtype, name):
        """What `tf.size` gives: the number of elements of the dense tensor."""
        return reduce_prod(cast(self._dense_shape, dtype), 0, name=name)

    # -- as a composite ----------------------------------------------------------------------------------------------
    @property
    def _type_spec(self):
        return SparseTensorSpec(self.shape, self.dtype)

    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    def _components(self):
        return [self._indices, self._values, self._dense_shape]

    def _from_components(self, parts):
        return self._type_spec._build(parts)

    def __repr__(self):
        return f"SparseTensor(indices={self._indices!s}, values={self._values!s}, dense_shape={self._dense_shape!s})"

    __str__ = __repr__


def _agree(first, second):
    if None not in (first, second) and first != second:
        raise ValueError(f"Dimensions {first} and {second} are not compatible")


class SparseTensorSpec(TypeSpec):
    """The type of a `SparseTensor`: its dense shape and its dtype (`tf.SparseTensorSpec`)."""

    value_type = SparseTensor

    def __init__(self, shape=None, dtype=dtypes.float32):
        self._dims = as_dims(shape)
        self.dtype = dtypes.as_dtype(dtype)
        rank = None if self._dims is None else len(self._dims)
        self.parts = (TensorSpec((None, rank), dtypes.int64), TensorSpec((None,), self.dtype), TensorSpec((rank,), dtypes.int64))

    @property
    def shape(self):
        return TensorShape(self._dims)

    @property
    def rank(self):
        return self.shape.rank

    @classmethod
    def from_value(cls, value):
        return value._type_spec

    def is_subtype_of(self, other):
        return isinstance(other, SparseTensorSpec) and self.dtype is other.dtype and is_subtype(self._dims, other._dims)

    def is_compatible_with(self, spec_or_value):
        spec = getattr(spec_or_value, "_type_spec", spec_or_value)
        return isinstance(spec, SparseTensorSpec) and spec.dtype is self.dtype and self.shape.is_compatible_with(spec.shape)

    def most_specific_common_supertype(self, others):
        dims = self._dims
        for other in others:
            if not isinstance(other, SparseTensorSpec) or other.dtype is not self.dtype:
                return None
            dims = generalise(dims, other._dims)
        return SparseTensorSpec(dims, self.dtype)

    def placeholder_value(self, placeholder_context):
        if placeholder_context.graph is None:
            return self
        return self._build([part.placeholder_value(placeholder_context) for part in self.parts])

    def _build(self, parts):
        made = SparseTensor(*parts)
        made._spec_dims = self._dims
        return made

    def to_tensors(self, value):
        return value._components()

    def from_tensors(self, tensors):
        return self._build([next(tensors) for _ in self.parts])

    def flatten(self):
        return list(self.parts)

    def cast(self, value, cast_context):
        if not self.is_compatible_with(value):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other):
        return isinstance(other, SparseTensorSpec) and self._dims == other._dims and self.dtype is other.dtype

    def __hash__(self):
        return hash((self._dims, self.dtype))

    def __repr__(self):
        return f"SparseTensorSpec({self.shape!r}, {self.dtype!r})"

