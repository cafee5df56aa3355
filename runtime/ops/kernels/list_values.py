"""`TensorList`: the values of dtype `variant`, immutable lists of arrays of which new versions are cheap to make."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.tensor_shape import merge, text

_SET, _PUSHED, _POPPED = range(3)
_new = object.__new__


class TensorList:
    """An immutable list of arrays, None for elements that are not set. Writing to the newest version takes constant time.

    All versions that were made one from the other share one Python list, which is in the state of the newest; an older
    version knows what to undo, and takes a list of its own when somebody uses it after all.

    Attributes:
        element_dtype: DType of the elements.
        element_dims: static shape of the elements as far as it is promised.
    """

    __slots__ = ("_items", "_undo", "_fresh", "element_dtype", "element_dims", "_numpy_dtype", "__weakref__")
    dtype = dtypes.variant
    shape = ()
    ndim = 0

    def __init__(self, items, element_dtype, element_dims, fresh=False):
        self._items = items
        self._undo = None
        self._fresh = fresh  # nodes without effects may share it, so the first write to it copies
        self.element_dtype = element_dtype
        self.element_dims = element_dims
        self._numpy_dtype = element_dtype.numpy_dtype

    def items(self):
        """The elements; not to be changed."""
        if self._items is None:
            chain, newest = [], self
            while newest._items is None:
                chain.append(newest._undo)
                newest = newest._undo[-1]
            items = list(newest._items)
            for kind, *values, _ in reversed(chain):
                if kind == _SET:
                    items[values[0]] = values[1]
                elif kind == _PUSHED:
                    items.pop()
                else:
                    items.append(values[0])
            self._items, self._undo = items, None
        return self._items

    def _own(self):
        """(the Python list to change, whether this version gives it away)."""
        items = self._items
        if items is None or self._fresh:
            return list(self.items()), False
        return items, True

    def _newer(self, items):
        newer = _new(TensorList)
        newer._items = items
        newer._fresh = False
        newer.element_dtype = self.element_dtype
        newer.element_dims = self.element_dims
        newer._numpy_dtype = self._numpy_dtype
        return newer

    def with_item(self, index, value):
        items, given_away = self._own()
        before = items[index]
        items[index] = value
        newer = self._newer(items)
        if given_away:
            self._items = None
            self._undo = _SET, index, before, newer
        return newer

    def pushed(self, value):
        items, given_away = self._own()
        items.append(value)
        newer = self._newer(items)
        if given_away:
            self._items = None
            self._undo = _PUSHED, newer
        return newer

    def popped(self):
        """(the list without its last element, that element). Raises IndexError if there is none."""
        items, given_away = self._own()
        value = items.pop()
        newer = self._newer(items)
        if given_away:
            self._items = None
            self._undo = _POPPED, value, newer
        return newer, value

    def like(self, items):
        return TensorList(items, self.element_dtype, self.element_dims)

    def __len__(self):
        return len(self.items())

    def __add__(self, other):
        if isinstance(other, OneElement):
            return other + self
        mine, theirs = self.items(), other.items()
        if len(mine) != len(theirs):
            raise errors.InvalidArgumentError(None, None, f"Trying to add two lists of tensors with different lengths. One is "
                                              f"{len(mine)} and the other is {len(theirs)}")
        return self.like([b if a is None else a if b is None else np.add(a, b) for a, b in zip(mine, theirs)])

    def zeros_like(self):
        return self.like([None if item is None else np.zeros_like(item) for item in self.items()])

    def known_dims(self):
        """`element_dims`, merged with the shapes of the elements that are set."""
        dims = self.element_dims
        for item in self.items():
            if item is not None and not isinstance(item, TensorList):
                dims = merged_dims(dims, np.shape(item))
        return dims

    def __repr__(self):
        return "<TensorList>"

    __str__ = __repr__


class Blank(TensorList):
    """A list of `length` elements of which none is set."""

    __slots__ = ("length",)

    def __init__(self, length, element_dtype, element_dims):
        super().__init__(None, element_dtype, element_dims, fresh=True)
        self.length = length

    def items(self):
        if self._items is None:
            self._items = [None] * self.length
        return self._items

    def __len__(self):
        return self.length


class OneElement(Blank):
    """A list of `length` elements of which only one is set: the gradient of reading one. Adding it takes constant time."""

    __slots__ = ("index", "value")

    def __init__(self, length, index, value, element_dtype, element_dims):
        super().__init__(length, element_dtype, element_dims)
        self.index = index
        self.value = value

    def items(self):
        if self._items is None:
            self._items = [None] * self.length
            self._items[self.index] = self.value
        return self._items

    def __add__(self, other):
        if type(other) is not OneElement and len(other) == self.length:
            before = other.items()[self.index]
            return other.with_item(self.index, self.value if before is None else before + self.value)
        return TensorList(list(self.items()), self.element_dtype, self.element_dims) + \
            TensorList(list(other.items()), other.element_dtype, other.element_dims)


def merged_dims(left, right):
    """The shape that both describe. Raises InvalidArgumentError with the kernels' text."""
    try:
        return merge(left, right)
    except ValueError:
        how = "Incompatible ranks" if len(left) != len(right) else "Incompatible shapes"
        raise errors.InvalidArgumentError(
            None, None, f"PartialTensorShape: {how} during merge: {text(left)} vs. {text(right)}") from None
