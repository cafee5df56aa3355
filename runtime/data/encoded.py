"""Composite elements of datasets: one variant tensor each, whose value holds the arrays of the parts.

A spec of such elements has a `layout`, which knows how these arrays are cut into rows and stacked.
"""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, gradient, op


class Encoded:
    """The arrays of a composite in the layout that its rows have."""

    __slots__ = ("arrays", "layout", "__weakref__")
    shape, ndim, size, dtype, data = (), 0, 1, dtypes.variant, None

    def __init__(self, arrays, layout):
        self.arrays = tuple(arrays)
        self.layout = layout

    def __len__(self):
        """How many rows there are."""
        return self.layout.count(self.arrays)

    def __iter__(self):
        """The rows."""
        layout = self.layout.of_rows()
        return (Encoded(arrays, layout) for arrays in self.layout.rows(self.arrays))

    @staticmethod
    def stacked(items):
        """The composite whose rows are `items`."""
        layout = items[0].layout.of_stacked()
        return Encoded(layout.stacked([item.arrays for item in items]), layout)


ENCODE = op("CompositeTensorVariantFromComponents", "components: [Tcomponents] -> encoded: variant", attrs={"layout": REQUIRED},
            kernel=lambda *components, layout: Encoded(components, layout), infer=lambda inputs, attrs: ())
DECODE = op("CompositeTensorVariantToComponents", "encoded: variant -> components: [output_types]",
            kernel=lambda encoded, output_types, output_shapes: list(encoded.arrays),
            infer=lambda inputs, attrs: list(attrs["output_shapes"]), attrs={"output_types": REQUIRED, "output_shapes": REQUIRED})


@gradient("CompositeTensorVariantFromComponents")
def _encode_grad(operation, dy):
    """The gradients of the parts are in a variant too."""
    return dispatch(DECODE, (dy,), {"output_types": [part.dtype for part in operation.inputs],
                                    "output_shapes": [part._dims for part in operation.inputs]})


@gradient("CompositeTensorVariantToComponents")
def _decode_grad(operation, *dys):
    return [dispatch(ENCODE, dys, {"layout": None})]


def encode(spec, value):
    """The variant tensor that stands for `value`."""
    return dispatch(ENCODE, spec.to_encoded(value), {"layout": spec.layout})


def decode(spec, variant):
    """The value of the type `spec` that a variant tensor stands for."""
    parts = spec.encoded_parts
    return spec.from_encoded(dispatch(DECODE, (variant,), {"output_types": [part.dtype for part in parts],
                                                              "output_shapes": [part._dims for part in parts]}))
