"""`keras.Variable`: a `tf.Variable` with a path, which trains or not as its layer says."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.context import init_scope
from runtime.core.composite import CompositeTensor
from runtime.core.convert import convert_to_tensor
from runtime.core.tensor import Reference, Tensor
from runtime.core.trackable import Trackable
from runtime.keras import hooks
from runtime.keras.naming import auto_name, current_path
from runtime.keras.precision import autocast, floatx
from runtime.keras.symbolic import KerasTensor, creating_variables
from runtime.ops import operators
from runtime.ops.cast import cast
from runtime.variables import Variable as _TensorFlowVariable
from runtime.variables import VariableAggregation, VariableSynchronization


_AGGREGATIONS = {None: VariableAggregation.NONE, **{kind.name.lower(): kind for kind in VariableAggregation}}
_SYNCHRONIZATIONS = {None: VariableSynchronization.NONE, **{kind.name.lower(): kind for kind in VariableSynchronization}}


def standardize_dtype(dtype):
    """The name of a dtype; `floatx()` for None and `"int32"`/`"float32"` for Python's types."""
    if dtype is None:
        return floatx()
    # A dtype of NumPy compares equal to Python's type: np.dtype("float64") == float.
    if dtype is int or isinstance(dtype, str) and dtype == "int":
        return "int64"
    if dtype is float or isinstance(dtype, str) and dtype == "float":
        return "float32"
    if dtype is bool:
        return "bool"
    if isinstance(dtype, int):
        raise ValueError(f"Invalid dtype: {dtype}")
    try:
        return dtypes.as_dtype(dtype).name
    except TypeError:
        raise ValueError(f"Invalid dtype: {dtype}") from None


class Variable(Trackable):
    """State of a layer, metric or optimizer. It acts as a tensor in all functions.

    Args:
        initializer: a value, the name of an initializer, or a callable of (shape, dtype).
        shape: fully known; required with a callable.

    Raises:
        ValueError: a name with ``/``, an initializer without a shape, a shape with unknown dimensions.
    """

    __array_priority__ = 100
    acts_as_tensor = True  # for `tf.is_tensor`

    def __init__(self, initializer, shape=None, dtype=None, trainable=True, autocast=True, aggregation="none",
                 synchronization="auto", name=None):
        name = name or auto_name(type(self).__name__)
        if not isinstance(name, str) or "/" in name:
            raise ValueError(f"Argument `name` must be a string and cannot contain character `/`. Received: name={name}")
        self.name = name
        parent = current_path()
        self.path = f"{parent}/{name}" if parent else name
        self._trainable = self.trainable_as_made = bool(trainable)
        self.aggregation, self.synchronization, self.autocast = aggregation, synchronization, autocast
        self.regularizer = self.constraint = None
        if isinstance(initializer, str):
            initializer = hooks.initializer(initializer)
        with creating_variables(), init_scope():
            if callable(initializer) and not hasattr(initializer, "__tf_tensor__"):
                if shape is None:
                    raise ValueError("When creating a Variable from an initializer, the `shape` argument should be specified. "
                                     f"Received: initializer={initializer} and shape={shape}")
                shape = tuple(shape)
                if None in shape:
                    raise ValueError("Shapes used to initialize variables must be fully-defined (no `None` dimensions). "
                                     f"Received: shape={shape} for variable path='{self.path}'")
                value = convert_to_tensor(initializer(shape, dtype=standardize_dtype(dtype)))
            else:
                value = convert_to_tensor(initializer)
                if dtype is not None:
                    value = cast(value, standardize_dtype(dtype))
                elif value.dtype is dtypes.float64 and not isinstance(initializer, np.ndarray):
                    value = cast(value, dtypes.float32)
            self._value = _TensorFlowVariable(value, trainable=trainable, name=name, aggregation=_AGGREGATIONS[aggregation],
                                              synchronization=_SYNCHRONIZATIONS[synchronization])

    @property
    def value(self):
        """The `tf.Variable` that holds the value; its value in another dtype where a layer computes in that."""
        return self._value if self._read_dtype is None else self._read()

    @property
    def _read_dtype(self):
        """The dtype that the value is cast to where it is read, None where it is not."""
        dtype = autocast.dtype
        return dtype if dtype is not None and self.autocast and self._value.dtype.is_floating and self._value.dtype.name != dtype else None

    def _read(self):
        """The value, as the innermost layer computes."""
        dtype = self._read_dtype
        value = self._value.value()
        return value if dtype is None else cast(value, dtype)

    @property
    def saved_as(self):
        """What a SavedModel holds in its place."""
        return self._value

    @property
    def handle(self):
        return self._value.handle

    @property
    def dtype(self):
        return self._read_dtype or self._value.dtype.name

    @property
    def shape(self):
        return self._value.shape

    @property
    def ndim(self):
        return len(self._value._dims)

    @property
    def trainable(self):
        return self._trainable

    @trainable.setter
    def trainable(self, value):
        self._trainable = self._value.trainable = bool(value)

    def assign(self, value):
        """Replace the value; `value` is cast to the dtype. Returns the new value. Raises ValueError for another shape."""
        value = self._fitting(value)
        if value._dims != self._value._dims:
            raise ValueError("The shape of the target variable and the shape of the target value in `variable.assign(value)` must "
                             f"match. variable.shape={self.shape}, Received: value.shape={value.shape}. Target variable: {self}")
        self._value.assign(value, read_value=False)
        return value

    def _fitting(self, value, dtype=None):
        dtype = self._value.dtype if dtype is None else dtypes.as_dtype(dtype)
        value = convert_to_tensor(value, dtype_hint=dtype)
        return value if value.dtype is dtype else cast(value, dtype)

    def assign_add(self, value):
        """Add `value`; it is cast to the dtype."""
        return self.assign(self._read() + self._fitting(value, self._read_dtype))

    def assign_sub(self, value):
        """Subtract `value`; it is cast to the dtype."""
        return self.assign(self._read() - self._fitting(value, self._read_dtype))

    def numpy(self):
        return np.array(self._value.numpy())[()]

    def __array__(self, dtype=None, copy=None):
        return np.asarray(self._value.numpy(), dtype=dtype)

    def __tf_tensor__(self, dtype=None, name=None):
        return self._value.__tf_tensor__(dtype, name) if self._read_dtype is None else convert_to_tensor(self._read(), dtype, name)

    def _serialize_to_tensors(self):
        return self._value._serialize_to_tensors()

    def _serialize_to_tensors_names(self):
        return self._value._serialize_to_tensors_names()

    def _restore_from_tensors(self, tensors):
        self._value._restore_from_tensors(tensors)

    def ref(self):
        return Reference(self)

    def __hash__(self):
        return id(self)

    def __int__(self):
        return int(self._value)

    def __float__(self):
        return float(self._value)

    def __bool__(self):
        raise TypeError("A Keras Variable cannot be used as a boolean.")

    def __len__(self):
        return self.shape[0]

    def __iter__(self):
        return iter(self._value.value())

    def __repr__(self):
        try:
            value = f", value={self.numpy()}"
        except NotImplementedError:  # within a graph
            value = ""
        return f"<Variable path={self.path}, shape={self.shape}, dtype={self.dtype}{value}>"

    __str__ = __repr__


operators.install(Variable, Variable._read)


def is_tensor(value):
    """Whether `value` is a tensor or a Variable, or stands for a tensor."""
    return isinstance(value, (Tensor, KerasTensor, Variable, _TensorFlowVariable, CompositeTensor))
