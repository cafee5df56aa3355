"""`tf.TensorArray`: an array of tensors that loops write one by one.

Eagerly a Python list that all versions share; in graphs a list of tensors, of which writing makes a new version.
"""

from __future__ import annotations

import sys
import traceback

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant_value, convert_to_tensor
from runtime.core.logger import get_logger
from runtime.core.tensor import EagerTensor, Tensor
from runtime.core.tensor_shape import TensorShape, as_dims, is_compatible, merge
from runtime.ops.control_flow import tensor_list as lists
from runtime.ops.scope import scope
from runtime.ops.cast import cast
from runtime.ops.control_flow.control_flow import no_op
from runtime.ops.creation import zeros
from runtime.ops.identity import identity
from runtime.ops.joining import concat, split, stack, unstack


class TensorArray:
    """An array of tensors of one dtype (`tf.TensorArray`).

    Args:
        dtype: of the elements.
        size: number of elements; needed unless `flow` is given.
        dynamic_size: writing past the end makes the array longer.
        clear_after_read: eagerly, elements can be read once only (the default).
        infer_shape: the first element fixes the shape of all.
        element_shape: shape of the elements as far as it is known.
    """

    def __init__(self, dtype, size=None, dynamic_size=None, clear_after_read=None, tensor_array_name=None, handle=None,
                 flow=None, infer_shape=True, element_shape=None, colocate_with_first_write_call=True, name=None):
        eager = context.graph is None and (flow is None or flow.dtype is not dtypes.variant)
        kind = _Eager if eager else _InGraph
        self._implementation = kind(dtypes.as_dtype(dtype), size, bool(dynamic_size), clear_after_read is not False, flow,
                                    infer_shape, as_dims(element_shape), name)

    @classmethod
    def _around(cls, implementation):
        array = cls.__new__(cls)
        array._implementation = implementation
        return array

    @property
    def flow(self):
        """What carries the elements through a graph."""
        return self._implementation.flow

    handle = None

    @property
    def dtype(self):
        return self._implementation.dtype

    @property
    def element_shape(self):
        return TensorShape(self._implementation.dims)

    @property
    def dynamic_size(self):
        return self._implementation.dynamic_size

    def identity(self):
        return TensorArray._around(self._implementation.identity())

    def grad(self, source, flow=None, name=None):
        if context.graph is not None:
            raise NotImplementedError
        raise NotImplementedError("TensorArray.grad is not supported when executing eagerly; eager's gradient implementation "
                                  "does not use/need this function to compute gradients of operations that use TensorArrays.")

    def read(self, index, name=None):
        """The element number `index`."""
        return self._implementation.read(index, name)

    def write(self, index, value, name=None):
        """The array with element number `index` set to `value`."""
        return _should_use(TensorArray._around(self._implementation.write(index, value, name)))

    def stack(self, name=None):
        """The elements as the rows of one tensor."""
        return self._implementation.stack(name)

    def gather(self, indices, name=None):
        """Some elements as the rows of one tensor."""
        return self._implementation.gather(indices, name)

    def concat(self, name=None):
        """The elements joined along their first axis."""
        return self._implementation.concat(name)

    def unstack(self, value, name=None):
        """The array whose elements are the rows of `value`."""
        return _should_use(TensorArray._around(self._implementation.unstack(value, name)))

    def scatter(self, indices, value, name=None):
        """The array with the elements at `indices` set to the rows of `value`."""
        return _should_use(TensorArray._around(self._implementation.scatter(indices, value, name)))

    def split(self, value, lengths, name=None):
        """The array whose elements are consecutive parts of `value`, of these lengths."""
        return _should_use(TensorArray._around(self._implementation.split(value, lengths, name)))

    def size(self, name=None):
        """The number of elements."""
        return self._implementation.size(name)

    def close(self, name=None):
        return self._implementation.close(name)

    # -- passing through loops, branches and functions -----------------------------------------------------------------
    def _components(self):
        return [self._implementation.as_flow()]

    def _from_components(self, components):
        if isinstance(components[0], EagerTensor):  # out of a graph function comes the bare list, as in TensorFlow
            return components[0]
        return TensorArray._around(self._implementation.with_flow(components[0], keep_size=False))

    def _with_flow(self, flow):
        return TensorArray._around(self._implementation.with_flow(flow, keep_size=True))

    def __repr__(self):
        return f"<tensorflow.python.ops.tensor_array_ops.TensorArray object at {id(self):#x}>"


class ShouldUseWrapper(TensorArray):
    """What writing gives eagerly: logs an error if it is dropped unused, for then the program means another array."""

    def __init__(self, array):
        set_attribute = object.__setattr__
        set_attribute(self, "_implementation", array._implementation)
        frame = sys._getframe(3)  # kept, as in TensorFlow: an array in a local variable there is in a cycle, and freed late
        set_attribute(self, "_unused", (repr(array), TensorArray, list(_callers(frame)), frame))

    def __getattribute__(self, name):
        if name not in ("__class__", "__del__"):
            object.__setattr__(self, "_unused", None)
        return object.__getattribute__(self, name)

    def mark_used(self):
        """Log nothing when this is dropped."""

    def __repr__(self):
        return f"<tensorflow.python.util.tf_should_use.ShouldUseWrapper object at {id(self):#x}>"

    def __del__(self):
        unused = object.__getattribute__(self, "_unused")
        if unused is not None:
            line = "=" * 34
            made = "".join(map(str.rstrip, traceback.format_list(traceback.StackSummary.from_list(unused[2][::-1]))))
            get_logger().error(f'{line}\nObject was never used (type {unused[1]}):\n{unused[0]}\nIf you want to mark it as '
                               f'used call its "mark_used()" method.\nIt was originally created here:\n{made}\n{line}')


def _callers(frame):
    while frame is not None:
        yield frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name, None
        frame = frame.f_back


def _should_use(array):
    return ShouldUseWrapper(array) if context.graph is None else array


class _Eager:
    """Elements in a Python list, None for those that are not set or have been read."""

    def __init__(self, dtype, size, dynamic_size, clear_after_read, flow, infer_shape, dims, name):
        if size is None:
            raise ValueError("Size must be declared for TensorArrays when eager execution is enabled.")
        self.dtype = dtype
        self.dynamic_size = dynamic_size
        self.dims = dims
        self._clear_after_read = clear_after_read
        self._infer_shape = infer_shape
        self._read = set()
        self._elements = [None] * (int(size) if isinstance(size, EagerTensor) else range(size).stop)

    @property
    def flow(self):
        return convert_to_tensor(0, dtypes.int32)

    def as_flow(self):
        return lists.tensor_list_from_tensor(self.stack(None), self.dims)

    def with_flow(self, flow, keep_size):
        return _InGraph(self.dtype, len(self._elements) if keep_size else None, self.dynamic_size, True, flow,
                        self._infer_shape, self.dims, None)

    def identity(self):
        return self

    def _zero(self, index):
        """Element number `index`; if it is not set, zeros, which it then keeps."""
        if self._elements[index] is None:
            if self.dims is None or None in self.dims:
                raise ValueError(f"Cannot convert a partially known TensorShape {TensorShape(self.dims)} to a Tensor.")
            self._elements[index] = zeros(self.dims, self.dtype)
        return self._elements[index]

    def read(self, index, name):
        if isinstance(index, EagerTensor):
            index = int(index)
        if index < 0:
            raise errors.OutOfRangeError(None, None, f"Reading from negative indices (index {index}) is not allowed.")
        if index >= len(self._elements):
            raise errors.OutOfRangeError(None, None, f"Tried to read from index {index} but array size is: "
                                         f"{len(self._elements)} ")
        if self._elements[index] is None and index in self._read:
            raise errors.InvalidArgumentError(None, None, f"Could not read index {index} twice because it was cleared after a "
                                              "previous read (perhaps try setting clear_after_read = false?)")
        element = self._zero(index)
        if self._clear_after_read:
            self._elements[index] = None
            self._read.add(index)
        return element

    def write(self, index, value, name):
        if isinstance(index, EagerTensor):
            index = int(index)
        size = len(self._elements)
        if index < 0:
            raise errors.OutOfRangeError(None, None, f"Writing to negative indices (index {index}) is not allowed.")
        if index >= size:
            if not self.dynamic_size:
                raise errors.OutOfRangeError(None, None, f"Tried to write to index {index} but array is not resizeable and "
                                             f"size is: {size} ")
            self._elements.extend([None] * (index - size + 1))
        value = convert_to_tensor(value, dtype_hint=self.dtype, name="value")
        if value.dtype is not self.dtype:
            raise errors.InvalidArgumentError(None, None, f"TensorArray dtype is {self.dtype.name} but Op is trying to write "
                                              f"dtype {value.dtype.name} ")
        if not is_compatible(self.dims, value._dims):
            raise ValueError(f"Incompatible shape for value ({value.shape}), expected ({TensorShape(self.dims)})")
        if self._infer_shape:
            self.dims = merge(self.dims, value._dims)
        self._elements[index] = value
        return self

    def stack(self, name):
        elements = [self._zero(index) for index in range(len(self._elements))]
        if not elements:
            return zeros((0, *(self.dims if self.dims is not None and None not in self.dims else ())), self.dtype)
        return convert_to_tensor(elements, self.dtype, name=name)

    def gather(self, indices, name):
        if isinstance(indices, EagerTensor):
            indices = indices._value.tolist()
        elements = [self._zero(int(index)) for index in indices]
        return stack(elements) if elements else convert_to_tensor([], name=name)

    def concat(self, name):
        elements = [self._zero(index) for index in range(len(self._elements))]
        for index, element in enumerate(elements):
            if not element._dims:
                raise errors.InvalidArgumentError(None, None, f"Concat saw a scalar shape at index {index} but requires at "
                                                  "least vectors.")
        return concat(elements, 0)

    def unstack(self, value, name):
        elements = list(unstack(convert_to_tensor(value)))  # the tape keeps the op's own list
        if len(elements) > len(self._elements) and not self.dynamic_size:
            raise ValueError(f"Cannot unstack {len(elements)} tensors into a TensorArray of static size "
                             f"{len(self._elements)} ")
        self._elements = elements
        return self

    def scatter(self, indices, value, name):
        indices = convert_to_tensor(indices)._value.tolist()
        for index, element in zip(indices, unstack(convert_to_tensor(value))):
            self.write(index, element, None)
        return self

    def split(self, value, lengths, name):
        value = convert_to_tensor(value, dtype_hint=self.dtype, name="value")
        lengths = convert_to_tensor(lengths)
        total = int(lengths._value.sum())
        problem = None
        if lengths.ndim != 1:
            problem = f"Expected lengths to be a vector, received shape: {list(lengths._dims)} "
        elif not value.ndim:
            problem = f"Expected value to be at least a vector, but received shape: {list(value._dims)} "
        elif total != value._dims[0]:
            problem = ("Expected sum of lengths to be equal to values.shape[0], but sum of lengths is "
                       f"{total} and value's shape is: {list(value._dims)} ")
        elif not self.dynamic_size and lengths._dims[0] != len(self._elements):
            problem = (f"TensorArray's size is not equal to the size of lengths ({len(self._elements)} vs. "
                       f"{lengths._dims[0]}), and the TensorArray is not marked as dynamically resizeable.")
        if problem:
            raise errors.InvalidArgumentError(None, None, problem)
        self._elements = list(split(value, lengths))
        return self

    def size(self, name):
        return convert_to_tensor(len(self._elements))

    def close(self, name):
        del self._elements[:]


class _InGraph:
    """One version of the array: a list of tensors in the graph."""

    def __init__(self, dtype, size, dynamic_size, clear_after_read, flow, infer_shape, dims, name):
        self.dtype = dtype
        self.dynamic_size = dynamic_size
        self._size = size
        self._infer_shape = infer_shape
        self._shape = [dims]  # one for all versions: what one learns all know
        if flow is None:
            if size is None:
                raise ValueError("Argument `size` must be provided if argument `flow` is not provided.")
            with scope(name, "TensorArrayV2") as name:
                flow = lists.tensor_list_reserve(dims, size, dtype, name)
        self.flow = flow

    @property
    def dims(self):
        return self._shape[0]

    def as_flow(self):
        return self.flow

    def with_flow(self, flow, keep_size=True):
        other = _InGraph(self.dtype, self._size if keep_size else None, self.dynamic_size, True, flow, self._infer_shape,
                         self.dims, None)
        if keep_size:
            other._shape = self._shape
        return other

    def identity(self):
        return self.with_flow(identity(self.flow))

    def _learn(self, dims):
        """Merge `dims` into what is known of all elements. Raises ValueError if they contradict it."""
        if not is_compatible(self.dims, dims):
            raise ValueError(f"Inconsistent shapes: saw {TensorShape(dims)} but expected {TensorShape(self.dims)} ")
        if self._infer_shape:
            self._shape[0] = merge(self.dims, dims)

    def read(self, index, name):
        with scope(name, "TensorArrayV2Read"):
            return lists.tensor_list_get_item(self.flow, index, self.dtype, self.dims)

    def write(self, index, value, name):
        with scope(name, "TensorArrayV2Write"):
            value = self._converted(value)
            self._learn(value._dims)
            return self.with_flow(lists.tensor_list_set_item(self.flow, index, value, self.dynamic_size))

    def _converted(self, value):
        return convert_to_tensor(value, dtype_hint=self.dtype, name="value")

    def stack(self, name):
        with scope(name, "TensorArrayV2Stack"):
            count = None
            if not self.dynamic_size and self._size is not None:
                count = constant_value(self._size) if isinstance(self._size, Tensor) else self._size
            return lists.tensor_list_stack(self.flow, self.dtype, -1 if count is None else int(count), self.dims)

    def gather(self, indices, name):
        return lists.tensor_list_gather(self.flow, convert_to_tensor(indices, dtypes.int32) if _is_empty(indices) else indices,
                                        self.dtype, self.dims, name)

    def concat(self, name):
        dims = None if not self.dims else (None, *self.dims[1:])
        return lists.tensor_list_concat(self.flow, self.dtype, dims, name)

    def unstack(self, value, name):
        with scope(name, "TensorArrayUnstack"):
            value = self._converted(value)
            rest = value._dims[1:] if value._dims is not None else None
            self._learn(rest)
            return self.with_flow(lists.tensor_list_from_tensor(value, rest))

    def scatter(self, indices, value, name):
        with scope(name, "TensorArrayScatter"):
            value = self._converted(value)
            self._learn(value._dims[1:] if value._dims is not None else None)
            return self.with_flow(lists.tensor_list_scatter(value, indices, self.flow))

    def split(self, value, lengths, name):
        with scope(name, "TensorArraySplit"):
            value = self._converted(value)
            lengths = cast(lengths, dtypes.int64)
            known = constant_value(lengths)
            if value._dims is not None and known is not None and known.size and known.max() == known.min():
                self._learn((int(known[0]), *value._dims[1:]))
            return self.with_flow(lists.tensor_list_split(value, self.dims, lengths))

    def size(self, name):
        if not self.dynamic_size and self._size is not None:
            return convert_to_tensor(self._size, dtypes.int32)
        return lists.tensor_list_length(self.flow, name)

    def close(self, name):
        return no_op()


def _is_empty(indices):
    return not isinstance(indices, Tensor) and not np.size(indices)
