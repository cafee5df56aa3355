"""Shape functions that read the values of inputs: what is known of these while a graph is built, and the error texts.

TensorFlow's texts name the inputs that a shape function had read before it failed. `reading` keeps account of that.
"""

from __future__ import annotations

import functools

import numpy as np

from runtime.core.convert import constant_shape, constant_value, convert_to_tensor, shape_across_captures
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.core.tensor_shape import merge_named as merge  # noqa: F401 - shape functions find it here
from runtime.execute.kernels import bound_kernel

_FOLD_LIMIT = 100  # nodes; a larger subgraph is not worth running just to learn a shape


class Reader:
    """The inputs of a node under construction, as its shape function sees them."""

    __slots__ = ("inputs", "values", "shapes")

    def __init__(self, inputs):
        self.inputs = inputs
        self.values = []
        self.shapes = []

    def __len__(self):
        return len(self.inputs)

    def dims(self, index):
        """The static shape of an input."""
        return self.inputs[index]._dims

    def value(self, index):
        """The value of an input as an array, None if it does not follow from constants."""
        index %= len(self.inputs)
        if index not in self.values:
            self.values.append(index)
        return folded(self.inputs[index])

    def peek(self, index):
        """As `value`, without a trace in the error text."""
        return folded(self.inputs[index])

    def shape(self, index):
        """The shape that an input denotes, with None for sizes that are not known; None if the rank is not.

        Raises:
            ValueError: it holds a size below -1.
        """
        index %= len(self.inputs)
        tensor = self.inputs[index]
        value = folded(tensor)
        if value is not None and not value.ndim and value == -1:
            return None
        if tensor._dims is not None and len(tensor._dims) != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {len(tensor._dims)}")
        if index not in self.shapes:
            self.shapes.append(index)
        if value is None:
            return constant_shape(tensor)
        for size in value.tolist():
            if size < -1:
                error = ValueError(f"Invalid value in tensor used for shape: {size}")
                error.bare = True  # TensorFlow does not say for which node
                raise error
        return tuple(None if size < 0 else size for size in value.tolist())


class _Blind(Reader):
    """The inputs by their static shapes alone."""

    def value(self, index):
        return None

    peek = value

    def shape(self, index):
        dims = self.dims(index)
        if dims is not None and len(dims) != 1:
            raise ValueError(f"Shape must be rank 1 but is rank {len(dims)}")
        return (None,) * dims[0] if dims and dims[0] is not None else None


def reading(function):
    """``function(read: Reader, attrs)`` as a shape function."""
    @functools.wraps(function)
    def infer(inputs, attrs):
        read = Reader(inputs)
        try:
            return function(read, attrs)
        except ValueError as error:
            error.value_inputs = sorted(read.values)
            error.shape_inputs = sorted(read.shapes)
            if read.values or read.shapes:
                function(_Blind(inputs), attrs)  # TensorFlow looks at shapes first: what they tell comes first
            raise
    return infer


def narrowed(result, shape):
    """`result`, whose shape is the value of `shape`, if that is a tensor: of it more is known than a shape function sees."""
    if type(result) is SymbolicTensor and isinstance(shape, Tensor) and (result._dims is None or None in result._dims):
        result.set_shape(shape_across_captures(convert_to_tensor(shape)))
    return result


def with_rank_at_most(dims, rank):
    """`dims`. Raises ValueError if the rank is higher."""
    if dims is not None and len(dims) > rank:
        raise ValueError(f"Shape must be at most rank {rank} but is rank {len(dims)}")
    return dims


def with_size(size, wanted):
    """`wanted`. Raises ValueError if `size` is known to be another."""
    if size is not None and wanted is not None and size != wanted:
        raise ValueError(f"Dimension must be {wanted} but is {size}")
    return size if wanted is None else wanted


def divide(size, divisor, where=""):
    """``size / divisor``, None if not known. Raises ValueError if it is not whole."""
    if size is None or divisor is None:
        return None
    if divisor == 0 or size % divisor:
        raise ValueError(f"Dimension size must be evenly divisible by {divisor} but is {size}{where}")
    return size // divisor


def folded(tensor):
    """The value of `tensor` if it follows from constants alone, by whatever pure ops; else None."""
    value = constant_value(tensor)
    if value is None and getattr(tensor, "op", None) is not None:
        value = _fold(tensor, {}, [_FOLD_LIMIT])
    return None if value is None else np.asarray(value)


def _fold(tensor, memo, budget):
    operation = tensor.op
    if operation not in memo:
        memo[operation] = _run(operation, memo, budget)
    return None if memo[operation] is None else memo[operation][tensor.value_index]


def _run(operation, memo, budget):
    """The outputs of a node of constants, None if it is no such node."""
    op_def = operation.op_def
    budget[0] -= 1
    if budget[0] < 0 or op_def.stateful or op_def.kernel is None:
        return None
    if op_def.single:
        value = constant_value(operation.outputs[0])
        if value is not None:
            return [value]
    if not operation.inputs or any(hasattr(value, "operations") for value in operation.attrs.values()):
        return None
    values = []
    for tensor in operation.inputs:
        value = _fold(tensor, memo, budget)
        if value is None:
            return None
        values.append(value)
    try:
        with np.errstate(all="ignore"):
            result = bound_kernel(operation)(*values)
    except Exception:  # the node will fail when it runs, and say so then
        return None
    return [result] if op_def.single else result
