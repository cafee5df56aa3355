"""`tf.test`: numeric gradients, and what the build can do."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.absent import absent_from
from runtime.core.convert import convert_to_tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.core.refused import refused
from runtime.gradient.tape import GradientTape

_DIFFERENTIABLE = (dtypes.bfloat16, dtypes.float16, dtypes.float32, dtypes.float64, dtypes.complex64, dtypes.complex128)


def compute_gradient(f, x, delta=None):
    """(theoretical, numeric) Jacobians of ``f(*x)``: for each argument a matrix with a row for each element of the result.

    Args:
        x: the list of arguments. Complex numbers count as two elements.
        delta: how far the arguments are moved for the numeric ones, by default 1/1024.

    Raises:
        ValueError: `x` is no list.
        AssertionError: an argument is of a type that has no gradients.
    """
    if not isinstance(x, (list, tuple)):
        raise ValueError(f"`x` must be a list or tuple of values convertible to a Tensor (arguments to `f`), not a {type(x)}")
    delta = 1.0 / 1024 if delta is None else delta
    tensors = [convert_to_tensor(value) for value in x]
    for index, tensor in enumerate(tensors):
        assert tensor.dtype in _DIFFERENTIABLE, f"Cannot compute gradient for unsupported type {tensor.dtype.name} of argument {index}"
    result = f(*tensors)
    return (tuple(_theoretical(f, tensors, index, result) for index in range(len(tensors))),
            tuple(_numeric(f, tensors, index, result, delta) for index in range(len(tensors))))


def _real(array):
    """The real numbers that an array is made of, as a flat view of it."""
    array = array.reshape(-1)
    return array.view(array.real.dtype) if array.dtype.kind == "c" else array


def _theoretical(f, tensors, index, result):
    source, jacobian = tensors[index], []
    with GradientTape(persistent=True) as tape:
        tape.watch(source)
        target = f(*tensors)
    seed = np.zeros(result.shape, result.dtype.numpy_dtype)
    for row in range(_real(seed).size):
        _real(seed)[row] = 1
        gradient = tape.gradient(target, source, output_gradients=convert_to_tensor(seed.copy()))
        if isinstance(gradient, IndexedSlices):
            gradient = convert_to_tensor(gradient)
        jacobian.append(_real(np.zeros(source.shape, source.dtype.numpy_dtype) if gradient is None else np.asarray(gradient).copy()))
        _real(seed)[row] = 0
    columns = _real(np.asarray(source)).size
    return np.array(jacobian).reshape(len(jacobian), columns).astype(source.dtype.real_dtype.numpy_dtype)


def _numeric(f, tensors, index, result, delta):
    source = tensors[index]
    dtype = result.dtype.real_dtype.numpy_dtype
    wide = dtypes.WIDE.get(dtype, dtype)
    values = np.array(source)
    jacobian = np.zeros((_real(np.asarray(result)).size, _real(values).size), wide)
    for column in range(jacobian.shape[1]):
        ends = []
        for step in (delta, -delta):
            moved = values.copy()
            _real(moved)[column] += np.asarray(step, moved.real.dtype if moved.dtype.kind == "c" else moved.dtype)
            ends.append(_real(np.array(f(*tensors[:index], convert_to_tensor(moved), *tensors[index + 1:]))).astype(wide))
        jacobian[:, column] = (ends[0] - ends[1]) / np.asarray(2 * delta, wide)
    return jacobian.astype(source.dtype.real_dtype.numpy_dtype)


def is_built_with_cuda():
    """False: there is one CPU."""
    return False


is_built_with_rocm = is_built_with_gpu_support = is_built_with_cuda


def is_built_with_xla():
    """True, as of TensorFlow's packages; `jit_compile` changes nothing."""
    return True


def is_gpu_available(cuda_only=False, min_cuda_compute_capability=None):
    """False: there is one CPU."""
    return False


def gpu_device_name():
    """The empty string: there is none."""
    return ""


def is_cpu_target_available(target):
    """True: TensorFlow's compiler makes code for all of these. Raises AssertionError for another one."""
    if target not in ("x86", "x86_64", "arm", "aarch64", "ppc", "powerpc"):
        raise AssertionError(f"Unknown CPU target: {target}")
    return True


def with_eager_op_as_function(cls=None, only_as_function=False):
    """The class as it is."""
    return cls if cls is not None else lambda cls: cls


def disable_with_predicate(pred, skip_message):
    """A decorator of tests: skip them where `pred()` is true."""
    def decorator(test):
        def decorated(self, *args, **kwargs):
            if pred():
                self.skipTest(skip_message)
            else:
                return test(self, *args, **kwargs)
        return decorated
    return decorator


def assert_equal_graph_def(expected, actual):
    """Two `GraphDef`s have the same nodes, in any order. Raises AssertionError, or TypeError for other messages."""
    for name, message in (("actual", actual), ("expected", expected)):
        if type(message).__name__ != "GraphDef":
            raise TypeError(f"Expected tf.GraphDef for {name}, got {type(message).__name__}")
    nodes = [{node.name: node.encode() for node in message.message().node} for message in (expected, actual)]
    differing = sorted(name for name in nodes[0].keys() | nodes[1].keys() if nodes[0].get(name) != nodes[1].get(name))
    if differing:
        raise AssertionError(f"The graphs differ in the node {differing[0]}")


create_local_cluster = refused("create_local_cluster", "tf.test.create_local_cluster: there are no servers in the runtime, which is one process")
Benchmark = refused("Benchmark", "tf.test.Benchmark: times of the runtime say nothing of TensorFlow's")

__getattr__ = absent_from("tf.test", {
    "experimental": ("runtime.testing.experimental", None), "TestCase": "runtime.testing.case", "main": "runtime.testing.case"})
