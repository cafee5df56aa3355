"""The ops of iterators and optionals: they take elements out of the pipelines that the ops of datasets make."""

from __future__ import annotations

from itertools import islice

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.errors import invalid
from runtime.core.dispatch import dispatch
from runtime.core.op_def import gradient, op
from runtime.data.pipeline import TYPED, quiet


class IteratorState:
    """The place in a pipeline that an iterator has come to: the value of its resource tensor."""

    __slots__ = ("dataset", "rows", "taken", "_drawn", "__weakref__")
    shape, ndim, size, dtype, data = (), 0, 1, dtypes.resource, None

    def __init__(self):
        self.dataset, self.rows, self.taken, self._drawn = (), iter(()), 0, []

    def begin(self, dataset, taken):
        """Stand before the element that comes after the first `taken` ones."""
        self.dataset, self.taken = dataset, taken
        self.rows = islice(iter(dataset), taken, None) if taken else iter(dataset)
        # The seeds are drawn now, though the pipeline begins with the first element.
        self._drawn = [(seeds, seeds.draw()) for seeds in dataset.all_seeds()]

    def next(self):
        """The next element; None at the end."""
        self.taken += 1
        if not self._drawn:
            return next(self.rows, None)
        for seeds, pair in self._drawn:
            seeds.drawn.append(pair)
        try:
            return next(self.rows, None)
        finally:
            self._drawn = [(seeds, seeds.drawn.pop(0)) for seeds, _ in self._drawn if seeds.drawn]


class Element:
    """The value of an optional: a flat tuple of arrays, or None."""

    __slots__ = ("row",)
    shape, ndim, size, dtype, data = (), 0, 1, dtypes.variant, None

    def __init__(self, row):
        self.row = row


def _begin(dataset, state):
    state.begin(dataset, 0)


@quiet
def _next(state, output_types, output_shapes):
    row = state.next()
    if row is None:
        raise errors.OutOfRangeError(None, None, "End of sequence")
    return list(row)


def _value(optional, output_types, output_shapes):
    if optional.row is None:
        raise invalid("The given optional does not have a value.")
    return list(optional.row)


def _shapes(inputs, attrs):
    return list(attrs["output_shapes"])


ANONYMOUS_ITERATOR = op("AnonymousIteratorV3", "-> handle: resource", infer=lambda inputs, attrs: (), attrs=TYPED,
                        kernel=lambda output_types, output_shapes: IteratorState(), stateful=True, prunable=True)
MAKE_ITERATOR = op("MakeIterator", "dataset: variant, iterator: resource ->", kernel=_begin, stateful=True)
GET_NEXT = op("IteratorGetNext", "iterator: resource -> components: [output_types]", kernel=_next, infer=_shapes, attrs=TYPED,
              stateful=True)
GET_NEXT_AS_OPTIONAL = op("IteratorGetNextAsOptional", "iterator: resource -> optional: variant", attrs=TYPED, stateful=True,
                          kernel=quiet(lambda state, **_: Element(state.next())), infer=lambda inputs, attrs: ())
HAS_VALUE = op("OptionalHasValue", "optional: variant -> has_value: bool", infer=lambda inputs, attrs: (),
               kernel=lambda optional: np.bool_(optional.row is not None))
GET_VALUE = op("OptionalGetValue", "optional: variant -> components: [output_types]", kernel=_value, infer=_shapes, attrs=TYPED)
FROM_VALUE = op("OptionalFromValue", "components: [Toutput_types] -> optional: variant", infer=lambda inputs, attrs: (),
                kernel=lambda *row: Element(row))

NO_VALUE = op("OptionalNone", "-> optional: variant", kernel=lambda: Element(None), infer=lambda inputs, attrs: ())


@gradient("OptionalGetValue")
def _value_grad(op, *dys):
    return [dispatch(FROM_VALUE, dys, None)]


@gradient("OptionalFromValue")
def _from_value_grad(op, dy):
    return list(dispatch(GET_VALUE, (dy,), {"output_types": [one.dtype for one in op.inputs],
                                            "output_shapes": [one._dims for one in op.inputs]}))
