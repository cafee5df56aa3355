"""Elements of datasets: structures of tensors, datasets and None; their specs, and the flat tuples that pipelines carry."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors, hooks, nest
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import TensorShape
from runtime.data.encoded import decode, encode
from runtime.function.tensor_spec import TensorSpec, TypeSpec


class NoneTensorSpec(TypeSpec):
    """The type of None in an element."""

    def flatten(self):
        return []

    def placeholder_value(self, placeholder_context):
        return None

    def __eq__(self, other):
        return isinstance(other, NoneTensorSpec)

    def __hash__(self):
        return hash(NoneTensorSpec)

    def __repr__(self):
        return "NoneTensorSpec()"


class DatasetSpec(TypeSpec):
    """The type of a dataset: that of its elements (`tf.data.DatasetSpec`)."""

    def __init__(self, element_spec, dataset_shape=()):
        self.element_spec = element_spec
        self._dataset_shape = TensorShape(dataset_shape)

    @property
    def value_type(self):
        return hooks.dataset_class()

    @staticmethod
    def from_value(value):
        return DatasetSpec(value.element_spec)

    def flatten(self):
        return [TensorSpec((), dtypes.variant)]

    def placeholder_value(self, placeholder_context):
        graph = placeholder_context.graph
        if graph is None:
            return self
        name = placeholder_context.naming_scope
        return self.build(graph.add_input(dtypes.variant, (), name or "Placeholder", user_name=name))

    def build(self, variant):
        return hooks.dataset_class("_VariantDataset")(variant, self.element_spec)

    def to_tensors(self, value):
        return [value._variant]

    def from_tensors(self, tensors):
        return self.build(next(tensors))

    def cast(self, value, cast_context):
        if not hasattr(value, "_variant") and not isinstance(value, DatasetSpec):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other):
        return type(self) is type(other) and self.element_spec == other.element_spec

    def __hash__(self):
        return hash((type(self), repr(self.element_spec)))

    def __repr__(self):
        return f"{type(self).__name__}({self.element_spec!r}, {self._dataset_shape!r})"


def is_structure(value):
    """Whether `value` holds components: a tuple or dict. Lists are tensors, as everywhere in `tf.data`."""
    return nest.is_nested(value) and not isinstance(value, list)


def flatten(structure):
    """The leaves; lists count as leaves."""
    if not is_structure(structure):
        return [structure]
    return [leaf for child in nest.children(structure) for leaf in flatten(child)]


def map_leaves(function, structure):
    if not is_structure(structure):
        return function(structure)
    return nest.rebuild(structure, [map_leaves(function, child) for child in nest.children(structure)])


def normalize(value, name="component"):
    """`value` with tensors for all its leaves but datasets, optionals and None."""
    count = iter(range(len(flatten(value))))

    def leaf(item):
        number = next(count)
        if is_component(item):
            return item
        return convert_to_tensor(item, _dtype_of_arrays(item), name=f"{name}_{number}")
    return map_leaves(leaf, value)


def _dtype_of_arrays(item):
    """The dtype of a list that holds nothing but arrays of one dtype, which datasets keep; None for others."""
    dtypes_inside = set(map(_dtype_of_arrays, item)) if isinstance(item, list) else {item.dtype if isinstance(item, np.ndarray) else None}
    return dtypes_inside.pop() if len(dtypes_inside) == 1 else None


def is_component(leaf):
    """Whether an element may hold `leaf` as it is: a tensor, a dataset, a sparse tensor, an optional or None."""
    return leaf is None or isinstance(leaf, Tensor) or (hasattr(leaf, "_components") and hasattr(leaf, "_type_spec"))


def spec_of(value):
    """The spec of a normalized value."""
    return map_leaves(_leaf_spec, value)


def _leaf_spec(leaf):
    if leaf is None:
        return NoneTensorSpec()
    spec = getattr(leaf, "_type_spec", None)
    return TensorSpec(leaf._dims, leaf.dtype) if spec is None else spec


def tensors_of(value):
    """The tensors of a normalized value, datasets and composites with a layout as their variants, sparse tensors as their three parts."""
    return [tensor for leaf in flatten(value) if leaf is not None for tensor in _tensors_of_leaf(leaf)]


def _tensors_of_leaf(leaf):
    if not hasattr(leaf, "_components"):
        return [leaf]
    return [encode(leaf._type_spec, leaf)] if _has_layout(leaf._type_spec) else leaf._components()


def _has_layout(leaf):
    return hasattr(type(leaf), "layout")


def flat_specs(spec):
    """A TensorSpec for each tensor of the elements."""
    return [part for leaf in flatten(spec) for part in ([TensorSpec((), dtypes.variant)] if _has_layout(leaf) else leaf.flatten())]


def types_and_shapes(spec):
    """The attributes `output_types` and `output_shapes` of dataset ops."""
    specs = flat_specs(spec)
    return {"output_types": [one.dtype for one in specs], "output_shapes": [one._dims for one in specs]}


def pack(spec, tensors):
    """The element whose tensors are `tensors`, an iterator."""
    return map_leaves(lambda leaf: decode(leaf, next(tensors)) if _has_layout(leaf) else leaf.from_tensors(tensors), spec)


def packer(spec):
    """A function from a flat tuple of arrays to the eager element."""
    dtype_list = [one.dtype for one in flat_specs(spec)]
    if isinstance(spec, TensorSpec):
        [dtype] = dtype_list
        return lambda values: EagerTensor(values[0], dtype)
    if type(spec) is tuple and all(isinstance(leaf, TensorSpec) for leaf in spec):
        return lambda values: tuple(map(EagerTensor, values, dtype_list))
    return lambda values: pack(spec, map(EagerTensor, values, dtype_list))


def batched(spec, size):
    """`spec` with a new first dimension."""
    return map_leaves(lambda leaf: leaf.batched(size) if _has_layout(leaf) else
                      TensorSpec(None if _dims(leaf) is None else (size, *leaf._dims), leaf.dtype), spec)


def unbatched(spec, refusal="Unbatching a tensor is only supported for rank >= 1"):
    """The spec of the rows of elements of `spec`. Raises ValueError if they have none."""
    if () in all_dims(spec):
        raise ValueError(refusal)
    return map_leaves(lambda leaf: leaf.unbatched() if _has_layout(leaf) else
                      TensorSpec(None if _dims(leaf) is None else leaf._dims[1:], leaf.dtype), spec)


def all_dims(spec):
    """The shape of each component, as tuples; None for unknown ranks."""
    return [leaf._dims if _has_layout(leaf) else _dims(leaf) for leaf in flatten(spec) if not isinstance(leaf, NoneTensorSpec)]


def rebatched(spec, batch_size, drop_remainder):
    """The spec of elements of `spec` in batches of `batch_size`. Raises ValueError if they have no rows, or not as many."""
    size = constant_value(convert_to_tensor(batch_size, dtypes.int64))
    if size is not None and size.ndim:
        raise errors.MissingOpError("the runtime rebatches to one size, not to several in turn")
    partial = size is not None and not drop_remainder
    dims = all_dims(spec)
    if partial and () in dims:
        raise ValueError("Invalid `batch_sizes`. Expected dataset with rank of >= 1 but found a dataset with scalar elements. Fix the "
                         "issue by adding the `batch` transformation to the dataset.")
    rows = unbatched(spec)
    known = [one[0] for one in dims if one is not None and one[0] is not None]
    if partial and len(set(known)) > 1:
        raise ValueError(f"Invalid `input_dataset.` The batch dimension of component 0 is {known[0]}, while the batch dimension of "
                         f"component i is [{' '.join(map(str, known))}].")
    whole = size is not None and (drop_remainder or bool(known) and size > 0 and known[0] % size == 0)
    return batched(rows, int(size) if whole else None)


def _dims(leaf):
    if not isinstance(leaf, TensorSpec):
        raise errors.MissingOpError(f"the runtime does not batch or slice elements of the type {leaf}")
    return leaf._dims


def relaxed(first, second):
    """The narrowest spec that covers both; None where they have nothing in common."""
    left, right = flatten(first), flatten(second)
    merged = [a.most_specific_common_supertype([b]) for a, b in zip(left, right)] if len(left) == len(right) else [None]
    if any(one is None for one in merged):
        return None
    remaining = iter(merged)
    return map_leaves(lambda _: next(remaining), first)


def to_ragged(spec, row_splits_dtype):
    """`spec` with ragged tensors in the place of tensors with sizes that are not known."""
    def leaf(one):
        if not isinstance(one, TensorSpec) or one._dims is None or None not in one._dims:
            return one
        ragged_rank = max(axis for axis, size in enumerate(one._dims) if size is None)
        return hooks.ragged_spec(one.shape, one.dtype, ragged_rank, row_splits_dtype)
    return map_leaves(leaf, spec)


def as_ragged(spec, value):
    """The variant of `value` in the layout of `spec`; anything without one as it is."""
    if not _has_layout(spec) or hasattr(value, "_components"):
        return value
    return encode(spec, spec.from_dense(value))


def as_kernel_array(value, dtype):
    """What one component of a Python element becomes. Raises TypeError or ValueError where it does not fit the dtype."""
    if isinstance(value, EagerTensor):
        return value._value
    if dtype is dtypes.string:
        return convert_to_tensor(value, dtype)._value
    return np.asarray(value, dtype.numpy_dtype)
