"""Extension types as rows of others: in datasets, and in `tf.map_fn`."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, nest
from runtime.core.tensor_shape import TensorShape
from runtime.extension.fields import made, values_of
from runtime.extension.spec import ExtensionTypeSpec
from runtime.function.composite_spec import CompositeSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops import array
from runtime.ops.cast import cast


def batched(spec, size):
    """The type of `size` values of the type `spec`, stacked."""
    if isinstance(spec, BatchableExtensionTypeSpec):
        return spec.__batch_encoder__.batch(spec, size)
    if isinstance(spec, TensorSpec):
        return TensorSpec(None if spec._dims is None else (size, *spec._dims), spec.dtype)
    return spec.batched(size)


def unbatched(spec):
    """The type of a row of values of the type `spec`."""
    if isinstance(spec, BatchableExtensionTypeSpec):
        return spec.__batch_encoder__.unbatch(spec)
    if isinstance(spec, TensorSpec):
        if spec._dims == ():
            raise ValueError("Unbatching a tensor is only supported for rank >= 1")
        return TensorSpec(None if spec._dims is None else spec._dims[1:], spec.dtype)
    return spec.unbatched()


class ExtensionTypeBatchEncoder:
    """How values of an extension type are taken apart, so that what is stacked or cut can be put together again."""

    def batch(self, spec, batch_size):
        """The spec of `batch_size` values."""
        return self._mapped(spec, lambda leaf: batched(leaf, batch_size), lambda shape: TensorShape([batch_size]).concatenate(shape))

    def unbatch(self, spec):
        """The spec of a row."""
        return self._mapped(spec, unbatched, lambda shape: shape[1:])

    @staticmethod
    def _mapped(spec, on_spec, on_shape):
        def leaf(item):
            if isinstance(item, (TensorSpec, CompositeSpec)):
                return on_spec(item)
            return on_shape(item) if isinstance(item, TensorShape) else item
        return made(type(spec), {name: nest.map_structure(leaf, item) for name, item in values_of(spec).items()})

    def encode(self, spec, value, minimum_rank=0):
        """What is stacked, cut or concatenated in the place of `value`: a structure of tensors and composites."""
        return spec._to_components(value)

    def decode(self, spec, encoded_value):
        """The value of what `encode` gave, or of what was made of it."""
        return spec._from_components(encoded_value)

    def encoding_specs(self, spec):
        """The specs of what `encode` gives."""
        return spec._component_specs


class BatchableExtensionTypeSpec(ExtensionTypeSpec):
    """The spec of a `BatchableExtensionType`."""

    __batch_encoder__ = ExtensionTypeBatchEncoder()

    def _encoding(self):
        specs = self.__batch_encoder__.encoding_specs(self)
        return specs, nest.flatten(specs)

    # -- datasets --------------------------------------------------------------------------------------------------------
    @property
    def layout(self):
        """How the arrays of a value are cut into rows."""
        return _Layout([_leaf_layout(spec) for spec in self._encoding()[1]])

    @property
    def encoded_parts(self):
        return nest.flatten(self._encoding()[0], expand_composites=True)

    def to_encoded(self, value):
        return nest.flatten(self.__batch_encoder__.encode(self, value), expand_composites=True)

    def from_encoded(self, tensors):
        return self.__batch_encoder__.decode(self, nest.pack_sequence_as(self._encoding()[0], list(tensors), expand_composites=True))

    @property
    def _dims(self):
        """The sizes that all parts have in common: (), (rows,) or None."""
        all_dims = [getattr(spec, "_dims", None) for spec in self._encoding()[1]]
        if () in all_dims:
            return ()
        rows = {dims[0] for dims in all_dims if dims} - {None}
        return (rows.pop(),) if len(rows) == 1 else None

    def batched(self, size):
        return self.__batch_encoder__.batch(self, size)

    def unbatched(self):
        return self.__batch_encoder__.unbatch(self)

    # -- map_fn ----------------------------------------------------------------------------------------------------------
    def _encoded(self, value):
        return nest.flatten(self.__batch_encoder__.encode(self, value, minimum_rank=1))

    def count(self, value):
        first, spec = self._encoded(value)[0], self._encoding()[1][0]
        return array.shape(first)[0] if isinstance(spec, TensorSpec) else cast(spec.count(first), dtypes.int32)

    def row(self, value, index):
        rows = self.__batch_encoder__.unbatch(self)
        cut = [item[index] if isinstance(spec, TensorSpec) else spec.row(item, index)
               for item, spec in zip(self._encoded(value), self._encoding()[1])]
        return self.__batch_encoder__.decode(rows, nest.pack_sequence_as(rows._encoding()[0], cut))

    @property
    def pieces(self):
        return [piece for spec in self._encoding()[1] for piece in _pieces(spec)]

    def to_pieces(self, value):
        encoded = nest.flatten(self.__batch_encoder__.encode(self, value))
        return [piece for item, spec in zip(encoded, self._encoding()[1])
                for piece in ([array.expand_dims(item, 0)] if isinstance(spec, TensorSpec) else spec.to_pieces(item))]

    def from_pieces(self, tensors, rows):
        """The value whose rows had these pieces, one behind the other."""
        given, made_of = iter(tensors), self.__batch_encoder__.batch(self, rows)
        parts = []
        for spec in self._encoding()[1]:
            own = [next(given) for _ in _pieces(spec)]
            parts.append(own[0] if isinstance(spec, TensorSpec) else spec.from_pieces(own, rows))
        return self.__batch_encoder__.decode(made_of, nest.pack_sequence_as(made_of._encoding()[0], parts))


def _pieces(spec):
    if isinstance(spec, TensorSpec):
        return [TensorSpec(None if spec._dims is None else (1, *spec._dims), spec.dtype)]
    return spec.pieces


class _DenseLayout:
    """One array, cut along its first axis."""

    width = 1

    def of_rows(self):
        return self

    of_stacked = of_rows

    def count(self, arrays):
        return len(arrays[0])

    def rows(self, arrays):
        return ((row if isinstance(row, (np.ndarray, np.generic)) else np.array(row, object),) for row in arrays[0])

    def stacked(self, items):
        return (np.stack([np.asarray(item[0]) for item in items]),)


def _leaf_layout(spec):
    """(the layout of one encoded part, how many arrays it has)."""
    if isinstance(spec, TensorSpec):
        return _DenseLayout(), 1
    return spec.layout, len(spec.encoded_parts)


class _Layout:
    """The layouts of all parts, side by side."""

    def __init__(self, parts):
        self._parts = parts

    def of_rows(self):
        return _Layout([(layout.of_rows(), width) for layout, width in self._parts])

    def of_stacked(self):
        return _Layout([(layout.of_stacked(), width) for layout, width in self._parts])

    def _cut(self, arrays):
        start = 0
        for layout, width in self._parts:
            yield layout, arrays[start:start + width]
            start += width

    def count(self, arrays):
        layout, first = next(self._cut(arrays))
        return layout.count(first)

    def rows(self, arrays):
        return (sum(map(tuple, row), ()) for row in zip(*(layout.rows(part) for layout, part in self._cut(arrays))))

    def stacked(self, items):
        cut = [[part for _, part in self._cut(item)] for item in items]
        return sum((tuple(layout.stacked([item[index] for item in cut])) for index, (layout, _) in enumerate(self._parts)), ())
