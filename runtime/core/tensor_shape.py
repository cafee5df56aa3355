"""`TensorShape`: a shape that may be known in full, in part or not at all.

Inside the runtime a shape is a plain tuple with None for an unknown size, or None for an unknown rank;
`TensorShape` is the public dress of it.
"""

from __future__ import annotations


def _size(dimension):
    if dimension is None or type(dimension) is int:
        size = dimension
    elif hasattr(dimension, "__index__"):
        size = dimension.__index__()
    else:
        raise TypeError(f"Dimension value must be integer or None or have an __index__ method, got value "
                        f"'{dimension!r}' with type '{type(dimension)!r}'")
    if size is not None and size < 0:
        raise ValueError(f"Dimension {size} must be >= 0")
    return size


def as_dims(shape):
    """Plain tuple (None where unknown) of a TensorShape, an int, an iterable of sizes, or None."""
    if isinstance(shape, float):
        _size(shape)
    if shape is None or type(shape) is tuple and all(type(d) is int for d in shape):
        return shape
    if isinstance(shape, TensorShape):
        return shape._dims
    if hasattr(shape, "__index__") and not hasattr(shape, "__len__"):
        return (_size(shape),)
    sizes = shape
    if hasattr(shape, "__iter__"):
        try:
            sizes = iter(shape)
        except TypeError:  # a scalar, or a tensor without a value: one size, or none
            return (_size(shape),)
    try:
        return tuple(_size(dimension) for dimension in sizes)
    except TypeError as error:
        if not hasattr(shape, "__iter__"):
            raise TypeError(f"Failed to convert {shape!r} to a TensorShape") from error
        if isinstance(shape, (str, dict)):
            first = next(iter(shape))
            raise TypeError(f"Failed to convert '{shape!r}' to a shape: '{first!r}'could not be converted to a dimension. A "
                            "shape should either be single dimension (e.g. 10), or an iterable of dimensions (e.g. [1, 10, "
                            "None]).") from error
        raise


def text(dims):
    """How kernels and shape functions write a shape in error texts: ``[2,?]``."""
    return "<unknown>" if dims is None else "[" + ",".join("?" if d is None else str(d) for d in dims) + "]"


def merge(left, right):
    """The shape that both describe. Raises ValueError where they contradict each other."""
    if left is None or right is None:
        return left if right is None else right
    if len(left) != len(right) or any(a is not None and b is not None and a != b for a, b in zip(left, right)):
        raise ValueError(f"Shapes {TensorShape(left)} and {TensorShape(right)} are not compatible")
    return tuple(b if a is None else a for a, b in zip(left, right))


def merge_named(left, right, where=""):
    """`merge` with the text of TensorFlow's shape functions, which names the axis."""
    if left is None or right is None:
        return right if left is None else left
    if len(left) != len(right):
        raise ValueError(f"Shapes must be equal rank, but are {len(left)} and {len(right)}{where}")
    for axis, (a, b) in enumerate(zip(left, right)):
        if a is not None and b is not None and a != b:
            raise ValueError(f"Dimension {axis} in both shapes must be equal, but are {a} and {b}. Shapes are "
                             f"{text(left)} and {text(right)}.{where}")
    return tuple(b if a is None else a for a, b in zip(left, right))


def generalise(left, right):
    """The most specific shape that both are instances of."""
    if left is None or right is None or len(left) != len(right):
        return None
    return tuple(a if a == b else None for a, b in zip(left, right))


def is_compatible(left, right):
    """Whether one tensor could have both shapes."""
    if left is None or right is None:
        return True
    return len(left) == len(right) and all(a is None or b is None or a == b for a, b in zip(left, right))


def is_subtype(narrow, wide):
    """Whether every tensor of shape `narrow` also has shape `wide`."""
    if wide is None:
        return True
    return narrow is not None and len(narrow) == len(wide) and all(b is None or a == b for a, b in zip(narrow, wide))


class Dimension:
    """One size of a shape, as TensorFlow 1 had it: `value` is an int, or None where it is not known."""

    __slots__ = ("value",)

    def __init__(self, value):
        self.value = _size(value)

    def __eq__(self, other):
        other = other.value if isinstance(other, Dimension) else other
        return None if self.value is None or other is None else self.value == other

    def is_compatible_with(self, other):
        """Whether both may be the same size."""
        other = other.value if isinstance(other, Dimension) else other
        return self.value is None or other is None or self.value == other

    def assert_is_compatible_with(self, other):
        """Raise ValueError if the sizes are not the same."""
        if not self.is_compatible_with(other):
            raise ValueError(f"Dimensions {self} and {other} are not compatible")

    def __int__(self):
        return self.value

    __index__ = __int__

    def __hash__(self):
        return hash(self.value)

    def __repr__(self):
        return f"Dimension({self.value})"

    def __str__(self):
        return "?" if self.value is None else str(self.value)


class TensorShape:
    """A possibly partial shape (`tf.TensorShape`): sizes are ints or None; the rank may be unknown."""

    __slots__ = ("_dims", "__weakref__")

    def __init__(self, dims):
        self._dims = as_dims(dims)

    @property
    def rank(self):
        return None if self._dims is None else len(self._dims)

    ndims = rank

    @property
    def dims(self):
        return None if self._dims is None else [Dimension(size) for size in self._dims]

    def as_list(self):
        if self._dims is None:
            raise ValueError("as_list() is not defined on an unknown TensorShape.")
        return list(self._dims)

    def num_elements(self):
        if not self.is_fully_defined():
            return None
        total = 1
        for size in self._dims:
            total *= size
        return total

    def is_fully_defined(self):
        return self._dims is not None and None not in self._dims

    def assert_is_fully_defined(self):
        if not self.is_fully_defined():
            raise ValueError(f"Shape {self} is not fully defined")

    def is_compatible_with(self, other):
        return is_compatible(self._dims, as_dims(other))

    def assert_is_compatible_with(self, other):
        if not self.is_compatible_with(other):
            raise ValueError(f"Shapes {self} and {other} are incompatible")

    def is_subtype_of(self, other):
        return is_subtype(self._dims, other._dims)

    def most_specific_common_supertype(self, others):
        dims = self._dims
        for other in others:
            if not isinstance(other, TensorShape):
                return None
            dims = generalise(dims, other._dims)
        return TensorShape(dims)

    def most_specific_compatible_shape(self, other):
        return TensorShape(generalise(self._dims, as_dims(other)))

    def merge_with(self, other):
        return TensorShape(merge(self._dims, as_dims(other)))

    def concatenate(self, other):
        other = as_dims(other)
        return TensorShape(None if self._dims is None or other is None else self._dims + other)

    def with_rank(self, rank):
        if self._dims is not None and len(self._dims) != rank:
            raise ValueError(f"Shape {self} must have rank {rank}")
        return TensorShape([None] * rank) if self._dims is None else self

    def with_rank_at_least(self, rank):
        if self._dims is not None and len(self._dims) < rank:
            raise ValueError(f"Shape {self} must have rank at least {rank}")
        return self

    def with_rank_at_most(self, rank):
        if self._dims is not None and len(self._dims) > rank:
            raise ValueError(f"Shape {self} must have rank at most {rank}")
        return self

    def assert_has_rank(self, rank):
        if self.rank not in (None, rank):
            raise ValueError(f"Shape {self} must have rank {rank}")

    def assert_same_rank(self, other):
        other = TensorShape(other)
        if None not in (self.rank, other.rank) and self.rank != other.rank:
            raise ValueError(f"Shapes {self} and {other} must have the same rank")

    def __len__(self):
        if self._dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(self._dims)

    def __bool__(self):
        return self._dims is not None

    def __iter__(self):
        if self._dims is None:
            raise ValueError("Cannot iterate over a shape with unknown rank.")
        return iter(self._dims)

    def __getitem__(self, key):
        if self._dims is None:
            if not isinstance(key, slice):
                return None
            if key.step is None and key.stop is not None and key.stop >= 0 and (key.start or 0) >= 0:
                return TensorShape([None] * max(key.stop - (key.start or 0), 0))
            return TensorShape(None)
        return TensorShape(self._dims[key]) if isinstance(key, slice) else self._dims[key]

    def __eq__(self, other):
        try:
            return self._dims == as_dims(other)
        except (TypeError, ValueError):
            return NotImplemented

    def __hash__(self):
        return hash(self._dims)

    def __add__(self, other):
        return self.concatenate(other)

    def __radd__(self, other):
        return TensorShape(other).concatenate(self)

    def __repr__(self):
        return f"TensorShape({None if self._dims is None else list(self._dims)})"

    def __str__(self):
        if self._dims is None:
            return "<unknown>"
        return f"({self._dims[0]},)" if len(self._dims) == 1 else "(" + ", ".join(map(str, self._dims)) + ")"

    def __reduce__(self):
        return TensorShape, (self._dims,)
