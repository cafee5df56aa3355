"""Iterators over datasets, their elements that may be missing (`tf.experimental.Optional`), and NumPy's view of them."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.dispatch import _eager_error, dispatch
from runtime.core.tensor import EagerTensor
from runtime.core.trackable import Trackable
from runtime.data import iterator_ops, structure
from runtime.function.tensor_spec import TensorSpec, TypeSpec
from runtime.autograph.operators.staging import for_iterator_stmt

_POSITION = "ITERATOR_POSITION"  # TensorFlow's own ITERATOR_STATE holds what its kernels buffer


class Iterator:
    """`tf.data.Iterator`: the base of all."""


class OwnedIterator(Iterator, Trackable):
    """What ``iter(dataset)`` gives: a place in the dataset, which functions may take, capture and move on.

    In a checkpoint it is the number of elements that were taken; restored, it takes as many again from its own dataset.
    """

    def __init__(self, dataset=None, handle=None, element_spec=None):
        self._element_spec = dataset.element_spec if element_spec is None else element_spec
        self._attrs = structure.types_and_shapes(self._element_spec)
        if handle is None:
            handle = dispatch(iterator_ops.ANONYMOUS_ITERATOR, (), self._attrs)
            dispatch(iterator_ops.MAKE_ITERATOR, (dataset._variant, handle))
        self._handle = handle
        self._state = handle._value if type(handle) is EagerTensor else None
        self._pack = structure.packer(self._element_spec)

    @property
    def element_spec(self):
        return self._element_spec

    def __iter__(self):
        return self

    def __next__(self):
        if context.graph is not None or self._state is None:
            return self.get_next()
        try:
            with np.errstate(all="ignore"):
                row = self._state.next()
        except errors.OpError as error:
            raise _eager_error(iterator_ops.GET_NEXT, error, None, (self._handle,), self._attrs) from None
        if row is None:
            raise StopIteration
        return self._pack(row)

    next = __next__

    def get_next(self, name=None):
        """The next element. Raises OutOfRangeError at the end."""
        return structure.pack(self._element_spec, iter(dispatch(iterator_ops.GET_NEXT, (self._handle,), self._attrs, name)))

    def get_next_as_optional(self):
        """The next element as an `Optional`, without a value at the end."""
        variant = dispatch(iterator_ops.GET_NEXT_AS_OPTIONAL, (self._handle,), self._attrs)
        return OptionalValue(variant, self._element_spec)

    def _serialize_to_tensors(self):
        return {_POSITION: np.array(self._state.taken, np.int64)}

    def _serialize_to_tensors_names(self):
        return {_POSITION: dtypes.int64}

    def _restore_from_tensors(self, tensors):
        with np.errstate(all="ignore"):
            self._state.begin(self._state.dataset, int(tensors[_POSITION]))

    def _components(self):
        return [self._handle]

    def _from_components(self, parts):
        return OwnedIterator(handle=parts[0], element_spec=self._element_spec)

    @property
    def _type_spec(self):
        return IteratorSpec(self._element_spec)

    def __tf_tracing_type__(self, tracing_context):
        return self._type_spec

    @staticmethod
    def _autograph_for_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts):
        if context.graph is None:
            return _python_loop(iter_, extra_test, body)
        return for_iterator_stmt(iter_, extra_test, body, get_state, set_state, symbol_names, opts)


def _python_loop(items, extra_test, body):
    for item in items:
        if extra_test is not None and not extra_test():
            break
        body(item)


class IteratorSpec(TypeSpec):
    """The type of an iterator: that of its elements."""

    def __init__(self, element_spec):
        self.element_spec = element_spec

    value_type = OwnedIterator

    def flatten(self):
        return [TensorSpec((), dtypes.resource)]

    def placeholder_value(self, placeholder_context):
        graph = placeholder_context.graph
        if graph is None:
            return self
        name = placeholder_context.naming_scope
        return self._build(graph.add_input(dtypes.resource, (), name or "Placeholder", user_name=name))

    def _build(self, handle):
        return OwnedIterator(handle=handle, element_spec=self.element_spec)

    def to_tensors(self, value):
        return [value._handle]

    def from_tensors(self, tensors):
        return self._build(next(tensors))

    def cast(self, value, cast_context):
        if not isinstance(value, (OwnedIterator, IteratorSpec)):
            raise TypeError(f"Can not cast {value!r} to {self!r}")
        return value

    def __eq__(self, other):
        return isinstance(other, IteratorSpec) and self.element_spec == other.element_spec

    def __hash__(self):
        return hash(("iterator", repr(self.element_spec)))

    def __repr__(self):
        return f"IteratorSpec({self.element_spec!r}, TensorShape([]))"


class Optional:
    """`tf.experimental.Optional`: an element that may be missing."""

    @staticmethod
    def from_value(value):
        value = structure.normalize(value)
        variant = dispatch(iterator_ops.FROM_VALUE, structure.tensors_of(value))
        return OptionalValue(variant, structure.spec_of(value))

    @staticmethod
    def empty(element_spec):
        return OptionalValue(dispatch(iterator_ops.NO_VALUE, ()), element_spec)


class OptionalValue(Optional):
    def __init__(self, variant, element_spec):
        self._variant = variant
        self._element_spec = element_spec

    @property
    def element_spec(self):
        return self._element_spec

    @property
    def _type_spec(self):
        return OptionalSpec(self._element_spec)

    def has_value(self, name=None):
        """Whether there is one, as a boolean tensor."""
        return dispatch(iterator_ops.HAS_VALUE, (self._variant,), None, name)

    def get_value(self, name=None):
        """The element. Raises InvalidArgumentError where there is none."""
        attrs = structure.types_and_shapes(self._element_spec)
        return structure.pack(self._element_spec, iter(dispatch(iterator_ops.GET_VALUE, (self._variant,), attrs, name)))

    def _components(self):
        return [self._variant]

    def _from_components(self, parts):
        return OptionalValue(parts[0], self._element_spec)


class OptionalSpec(structure.DatasetSpec):
    """The type of an optional."""

    value_type = OptionalValue

    def build(self, variant):
        return OptionalValue(variant, self.element_spec)

    def __repr__(self):
        return f"OptionalSpec({self.element_spec!r})"


class NumpyIterator:
    """What `Dataset.as_numpy_iterator` gives: elements with arrays and NumPy scalars for tensors."""

    def __init__(self, dataset):
        self._iterator = iter(dataset)

    def __iter__(self):
        return self

    def __next__(self):
        return structure.map_leaves(_as_numpy, next(self._iterator))

    next = __next__

    def __repr__(self):
        return f"NumpyIterator(iterator={self._iterator!r})"


def _as_numpy(leaf):
    if hasattr(leaf, "element_spec"):
        return leaf.as_numpy_iterator()
    return leaf if leaf is None else leaf.numpy()
