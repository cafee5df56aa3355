"""Tensors: `EagerTensor` holds a value, `SymbolicTensor` stands for the output of a node of a graph.

Operators (``+``, ``[]``, ``==`` …) are installed on `Tensor` by `runtime.ops.operators`, from one table.
"""

from __future__ import annotations

import itertools

import numpy as np

from runtime.core import dtypes, errors, hooks
from runtime.core.context import context
from runtime.core.deprecation import warn_deprecated
from runtime.core.tensor_shape import TensorShape, as_dims, is_compatible, merge_named

_ids = itertools.count(1)

_NUMPY_METHODS = frozenset({"T", "astype", "ravel", "transpose", "reshape", "clip", "size", "tolist", "data"})
_AUTOGRAPH_HINT = (
    " You can attempt the following resolutions to the problem: If you are running in Graph mode, use Eager execution "
    "mode or decorate this function with @tf.function. If you are using AutoGraph, you can try decorating this function "
    "with @tf.function. If that does not work, then you may be using an unsupported feature or your source code may not "
    "be visible to AutoGraph. See https://github.com/tensorflow/tensorflow/blob/master/tensorflow/python/autograph/"
    "g3doc/reference/limitations.md#access-to-source-code for more information.")


class Reference:
    """What `tensor.ref()` gives: hashable, equal for the same object only."""

    __slots__ = ("_wrapped",)

    def __init__(self, wrapped):
        self._wrapped = wrapped

    def deref(self):
        return self._wrapped

    def __eq__(self, other):
        return isinstance(other, Reference) and self._wrapped is other._wrapped

    def __hash__(self):
        return id(self._wrapped)

    def __repr__(self):
        return f"<Reference wrapping {self._wrapped!r}>"


class Tensor:
    """An n-dimensional array of one dtype (`tf.Tensor`): the base of eager and symbolic tensors."""

    __slots__ = ()
    __array_priority__ = 100  # NumPy arrays leave `array + tensor` to us

    @property
    def shape(self):
        """The static shape as a `TensorShape`."""
        return TensorShape(self._dims)

    def get_shape(self):
        return self.shape

    @property
    def ndim(self):
        dims = self._dims
        if dims is None:
            raise ValueError("Cannot take the length of shape with unknown rank.")
        return len(dims)

    def ref(self):
        """A hashable reference to this tensor."""
        return Reference(self)

    experimental_ref = ref

    def __hash__(self):
        raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")

    def __len__(self):
        raise NotImplementedError

    def __deepcopy__(self, memo):
        return self


class _TensorIterator:
    """Iterates over the first dimension."""

    __slots__ = ("_tensor", "_index", "_limit")

    def __init__(self, tensor, limit):
        self._tensor, self._index, self._limit = tensor, 0, limit

    def __iter__(self):
        return self

    def __next__(self):
        if self._index == self._limit:
            raise StopIteration
        self._index += 1
        return self._tensor[self._index - 1]


class EagerTensor(Tensor):
    """A tensor with a value: a NumPy array or scalar; bytes in an object array for strings; a handle for resources."""

    __slots__ = ("_value", "dtype", "_number", "__weakref__", "__dict__")  # the last for what programs hang on tensors

    def __init__(self, value, dtype=None):
        if dtype is None:
            try:
                dtype = dtypes.FROM_NUMPY[value.dtype]
            except AttributeError:  # NumPy hands out bare bytes for 0-d object arrays
                value = np.array(value, object)
                dtype = dtypes.string
        self._value = value
        self.dtype = dtype

    @property
    def _dims(self):
        return self._value.shape

    @property
    def _id(self):
        try:
            return self._number
        except AttributeError:
            self._number = next(_ids)
            return self._number

    @property
    def handle_data(self):
        return self._value.data if self.dtype is dtypes.resource else None

    @property
    def device(self):
        return "/job:localhost/replica:0/task:0/device:CPU:0"

    backing_device = device

    def cpu(self):
        warn_deprecated("_EagerTensorBase.cpu", "tensorflow.python.framework.ops",
                        "Use tf.identity with explicit device placement instead.")
        return self

    def gpu(self, gpu_index=0):
        """Raises RuntimeError: there is no such device."""
        warn_deprecated("_EagerTensorBase.gpu", "tensorflow.python.framework.ops", "Use tf.identity instead.")
        raise RuntimeError(f"GPU:{gpu_index} unknown device.")

    def eval(self, feed_dict=None, session=None):
        """Raises NotImplementedError: there are no sessions."""
        raise NotImplementedError("eval is not supported when eager execution is enabled, is .numpy() what you're looking for?")

    def consumers(self):
        """Raises NotImplementedError: only graphs know who reads a tensor."""
        raise NotImplementedError("Tensor.consumers is undefined when eager execution is enabled.")

    def set_shape(self, shape):
        """Check that the tensor has `shape`. Raises ValueError if it does not."""
        if not is_compatible(self._dims, as_dims(shape)):
            raise ValueError(f"Tensor's shape {self._dims} is not compatible with supplied shape {TensorShape(shape)}.")

    def numpy(self):
        """The value: a copied array, or a NumPy scalar (bytes for a string)."""
        if self.dtype.numpy_dtype is None:
            raise errors.InvalidArgumentError(None, None, f"Cannot convert a Tensor of dtype {self.dtype.name} to a "
                                              "NumPy array.")
        value = self._value
        return value[()] if value.ndim == 0 else value.copy()

    def _numpy(self):
        return np.asarray(self._value)

    def _scalar(self):
        return self._value[()]

    def __getattr__(self, attribute):
        if attribute in _NUMPY_METHODS:
            raise AttributeError(
                f"EagerTensor object has no attribute '{attribute}'. \n        If you are looking for numpy-related methods, "
                "please run the following:\n        tf.experimental.numpy.experimental_enable_numpy_behavior()\n      ")
        if attribute in ("graph", "name", "op", "value_index"):
            raise AttributeError(f"Tensor.{attribute} is undefined when eager execution is enabled.")
        raise AttributeError(f"'EagerTensor' object has no attribute '{attribute}'")

    def __dlpack__(self, **kwargs):
        array = np.asarray(self)
        return (array if array.flags.writeable else array.copy()).__dlpack__(**kwargs)

    def __dlpack_device__(self):
        return 1, 0

    def __array__(self, dtype=None, copy=None):
        value = np.asarray(self._value)
        return np.array(value, dtype=dtype) if copy is None or copy else value.astype(dtype or value.dtype, copy=False)

    def __buffer__(self, flags):  # Python asks for it from 3.12 on
        return memoryview(np.asarray(self._value)).toreadonly()

    def __bool__(self):
        value = self._value
        return bool(value) if value.size else False

    def __int__(self):
        return int(self._scalar())

    def __float__(self):
        return float(self._scalar())

    def __complex__(self):
        return complex(self._scalar())

    def __index__(self):
        return self._scalar().__index__()

    def __len__(self):
        if not self._value.ndim:
            raise TypeError("Scalar tensor has no `len()`")
        return self._value.shape[0]

    def __iter__(self):
        if not self._value.ndim:
            raise TypeError("Cannot iterate over a scalar tensor.")
        return _TensorIterator(self, self._value.shape[0])

    def __format__(self, spec):
        return self._numpy()[()].__format__(spec) if self._value.ndim == 0 else format(self._numpy(), spec)

    def __copy__(self):
        return self

    def __reduce__(self):
        return EagerTensor, (self._value, self.dtype)

    def __str__(self):
        return f"tf.Tensor({self._value_text(False)}, shape={self._dims_text()}, dtype={self.dtype.name})"

    def __repr__(self):
        kind = "value" if self.dtype.numpy_dtype is None else "numpy"
        return f"<tf.Tensor: shape={self._dims_text()}, dtype={self.dtype.name}, {kind}={self._value_text(True)}>"

    def _dims_text(self):
        return str(self._dims)

    def _value_text(self, is_repr):
        if self.dtype.numpy_dtype is None:
            return repr(self._value)
        value = np.asarray(self._value)
        if value.ndim:
            text = repr(value) if is_repr else str(value)
        else:
            text = repr(value.item()) if is_repr else str(value[()])
        return "\n" + text if "\n" in text else text


_TASK = "/job:localhost/replica:0/task:0"


class SymbolicTensor(Tensor):
    """Output `value_index` of a node. `handle_data` is (shape, dtype) of the variable behind a resource."""

    __slots__ = ("op", "value_index", "dtype", "_dims", "handle_data", "__weakref__", "__dict__")

    def __init__(self, op, value_index, dtype, dims):
        self.op = op
        self.value_index = value_index
        self.dtype = dtype
        self._dims = dims
        self.handle_data = None

    @property
    def graph(self):
        return self.op.graph

    @property
    def name(self):
        return f"{self.op.name}:{self.value_index}"

    @property
    def device(self):
        pinned = self.op.op_def.calls_python and self.graph.building_function and not getattr(self.op.attrs["token"], "of_gradient", False)
        return self.op.device or (_TASK if pinned else "")

    _id = property(id)

    def __hash__(self):
        if self.op.graph.building_function:
            raise TypeError("Tensor is unhashable. Instead, use tensor.ref() as the key.")
        return id(self)  # tensors of plain graphs are keys, as those of `feed_dict`

    def eval(self, feed_dict=None, session=None):
        """The value in `session`, by default the default one, of `tf.compat.v1`."""
        return hooks.evaluated(self, feed_dict, session)

    def set_shape(self, shape):
        """Merge `shape` into the static shape. Raises ValueError if they contradict each other."""
        self._dims = merge_named(self._dims, as_dims(shape))

    def consumers(self):
        """The operations of the graph that read this tensor."""
        return [op for op in self.graph.operations if any(t is self for t in op.inputs)]

    def __array__(self, dtype=None, copy=None):
        raise NotImplementedError(
            f"Cannot convert a symbolic tf.Tensor ({self.name}) to a numpy array. This error may indicate that you're "
            "trying to pass a Tensor to a NumPy call, which is not supported.")

    def __bool__(self):
        self._disallow("Using a symbolic `tf.Tensor` as a Python `bool`")

    def __iter__(self):
        if context.graph is None:
            raise out_of_scope(self, None)
        self._disallow("Iterating over a symbolic `tf.Tensor`")

    def _disallow(self, what):
        raise errors.OperatorNotAllowedInGraphError(f"{what} is not allowed.{_AUTOGRAPH_HINT}")

    def __len__(self):
        raise TypeError(f"len is not well defined for a symbolic Tensor ({self.name}). Please call `x.shape` rather than "
                        "`len(x)` for shape information.")

    def __copy__(self):
        return self

    def __getattr__(self, attribute):
        if attribute in _NUMPY_METHODS:
            raise AttributeError(f"SymbolicTensor object has no attribute '{attribute}'. If you are looking for "
                                 "numpy-related methods, please run the following:\nfrom tensorflow.python.ops.numpy_ops "
                                 "import np_config\nnp_config.enable_numpy_behavior()")
        raise AttributeError(f"'SymbolicTensor' object has no attribute '{attribute}'")

    def __str__(self):
        shape = "" if self._dims is None else f", shape={self.shape}"
        device = f", device={self.device}" if self.device else ""
        return f'Tensor("{self.name}"{shape}, dtype={self.dtype.name}{device})'

    def __repr__(self):
        return f"<tf.Tensor '{self.name}' shape={self.shape} dtype={self.dtype.name}>"


_LEAK_URL = ("https://www.tensorflow.org/guide/function#all_outputs_of_a_tffunction_must_be_return_values for more "
             "information.")


def out_of_scope(tensor, graph):
    """The exception for using `tensor` in `graph` (None: eagerly) though it belongs to another, finished trace.

    TensorFlow raises TypeError where the whole function is over, InaccessibleTensorError where the tensor comes from a
    branch or loop inside the graph that wants it.
    """
    inner = tensor.graph
    while inner is not None and inner is not graph:
        inner = inner.outer_graph
    is_inside = graph is not None and inner is graph
    where = f"from {graph!r}" if is_inside else "from here"
    kind = errors.InaccessibleTensorError if is_inside else TypeError
    return kind(
        f"{tensor!r} is out of scope and cannot be used here. Use return values, explicit Python locals or TensorFlow "
        f"collections to access it.\nPlease see {_LEAK_URL}\n\n{tensor!r} was defined here:\n"
        f"{tensor.op.traceback_text()}\nThe tensor {tensor!r} cannot be accessed {where}, because it was defined in "
        f"{tensor.graph!r}, which is out of scope.")
