"""`tf.compat.v1`: the names of TensorFlow 1 that work on eager tensors and in graph functions.

Sessions and placeholders are not here; whatever TensorFlow 2 has under the same name is taken from there.
"""

from __future__ import annotations

import runtime as _tf
from runtime.core import dtypes as _dtypes
from runtime.core.context import context as _context
from runtime.core.deprecation import warn_deprecated as _warn_deprecated
from runtime.core.tensor_shape import as_dims as _as_dims
from runtime.ops import init_ops as _init
from runtime.ops.cast import cast as _cast
from runtime.ops.init_ops import (Constant as constant_initializer, GlorotNormal as glorot_normal_initializer,  # noqa: F401
                                  GlorotUniform as glorot_uniform_initializer, Ones as ones_initializer,
                                  RandomNormalV1 as random_normal_initializer, RandomUniformV1 as random_uniform_initializer,
                                  TruncatedNormalV1 as truncated_normal_initializer,
                                  VarianceScaling as variance_scaling_initializer, Zeros as zeros_initializer)


def assign(ref, value, validate_shape=None, use_locking=None, name=None):
    """``ref.assign(value)``."""
    return ref.assign(value, name=name)


def assign_add(ref, value, use_locking=None, name=None):
    return ref.assign_add(value, name=name)


def assign_sub(ref, value, use_locking=None, name=None):
    return ref.assign_sub(value, name=name)


def _caster(name, dtype):
    def function(x, name=name):
        _warn_deprecated(function.__name__, "tensorflow.python.ops.math_ops", "Use `tf.cast` instead.")
        return _cast(x, dtype, name=name)
    function.__name__ = function.__qualname__ = f"to_{name[2:].lower()}"
    function.__doc__ = f"`x` as {dtype.name}."
    return function


to_float = _caster("ToFloat", _dtypes.float32)
to_double = _caster("ToDouble", _dtypes.float64)
to_int32 = _caster("ToInt32", _dtypes.int32)
to_int64 = _caster("ToInt64", _dtypes.int64)

_PY_FUNC = """tf.py_func is deprecated in TF V2. Instead, there are two
    options available in V2.
    - tf.py_function takes a python function which manipulates tf eager
    tensors instead of numpy arrays. It's easy to convert a tf eager tensor to
    an ndarray (just call tensor.numpy()) but having access to eager tensors
    means `tf.py_function`s can use accelerators such as GPUs as well as
    being differentiable using a gradient tape.
    - tf.numpy_function maintains the semantics of the deprecated tf.py_func
    (it is not differentiable, and manipulates numpy arrays). It drops the
    stateful argument making all functions stateful.
    """


def py_func(func, inp, Tout, stateful=True, name=None):
    """`tf.numpy_function` under its old name."""
    _warn_deprecated("py_func", "tensorflow.python.ops.script_ops", _PY_FUNC)
    return _tf.numpy_function(func, inp, Tout, stateful=stateful, name=name)


def get_variable(name, shape=None, dtype=None, initializer=None, trainable=None, **_):
    """A new Variable: eager code and functions share none by name, as in TensorFlow without a variable scope.

    Raises:
        ValueError: neither `shape` nor an initial value is given.
    """
    dtype = _dtypes.as_dtype(dtype or _dtypes.float32)
    if initializer is None:
        initializer = glorot_uniform_initializer() if dtype.is_floating else zeros_initializer()
    if isinstance(initializer, type):
        initializer = initializer()
    if not callable(initializer) or isinstance(initializer, (_tf.Tensor, _tf.Variable)):
        return _tf.Variable(initializer, name=name, trainable=trainable, dtype=dtype if shape is not None else None)
    if shape is None:
        raise ValueError(f"Shape of a new variable ({name}) must be fully defined, but instead was <unknown>.")
    dims = _as_dims(shape)
    make = (lambda: initializer(dims, dtype)) if isinstance(initializer, _init.Initializer) else \
        (lambda: initializer(dims, dtype=dtype))
    return _tf.Variable(make, name=name, trainable=trainable, dtype=dtype)


def placeholder(dtype, shape=None, name=None):
    """Raises RuntimeError: placeholders need a session."""
    raise RuntimeError("tf.placeholder() is not compatible with eager execution.")


def enable_eager_execution(*_, **__):
    """Nothing to do: execution is eager."""


enable_v2_behavior = enable_eager_execution


def global_variables_initializer():
    """None: Variables have their values from the start."""
    return None


def executing_eagerly_outside_functions():
    """Whether ops would run at once outside all functions being traced."""
    with _tf.init_scope():
        return _tf.executing_eagerly()


def get_default_graph():
    """The graph that ops are recorded into; a new, empty one in eager code."""
    return _context.graph or _tf.Graph()


def set_random_seed(seed):
    _tf.random.set_seed(seed)


def __getattr__(name):
    if name.startswith("__"):
        raise AttributeError(name)
    try:
        return getattr(_tf, name)
    except AttributeError:
        raise AttributeError(f"the runtime has no tf.compat.v1.{name}: it has no sessions, only what works on eager tensors "
                             "and in graph functions") from None
