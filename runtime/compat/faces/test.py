"""`tf.compat.v1.test`: `tf.test` with the forms of TensorFlow 1."""

from __future__ import annotations

import os

import numpy as np

from runtime import test as _test
from runtime.compat.faces.test_folder import shared_folder
from runtime.compat.graphs.session import get_default_session
from runtime.core import dtypes
from runtime.core.deprecation import warn_deprecated
from runtime.gradient.symbolic import gradients
from runtime.ops.creation import ones_like

_MODULE = "tensorflow.python.ops.gradient_checker"
_INSTEAD = ("Use tf.test.compute_gradient in 2.0, which has better support for functions. Note that the two versions have different usage, so code "
            "change is needed.")


def get_temp_dir():
    """A folder for the files of tests, the same one in all of this process."""
    return shared_folder()


def test_src_dir_path(relative_path):
    """A path in the folders that Bazel runs tests in."""
    return os.path.join(os.environ["TEST_SRCDIR"], os.environ["TEST_WORKSPACE"], "tensorflow", relative_path)


def _jacobians(x, x_shape, y, y_shape, start, delta, init, feeds):
    session = get_default_session()
    dtype = x.dtype.real_dtype.numpy_dtype
    values = np.random.random_sample(x_shape).astype(x.dtype.numpy_dtype) if start is None else np.asarray(start, x.dtype.numpy_dtype)
    if init is not None:
        session.run(init)
    dy = ones_like(y)
    dx = gradients(y, x, grad_ys=dy)[0]
    theoretical = np.zeros((int(np.prod(x_shape)), int(np.prod(y_shape))), dtype)
    numeric = np.zeros_like(theoretical)
    for column in range(theoretical.shape[1]):
        seed = np.zeros(y_shape, y.dtype.numpy_dtype)
        seed.reshape(-1)[column] = 1
        theoretical[:, column] = np.asarray(session.run(dx, {**feeds, x: values, dy: seed})).reshape(-1)
    for row in range(theoretical.shape[0]):
        ends = []
        for step in (delta, -delta):
            moved = values.copy()
            moved.reshape(-1)[row] += step
            ends.append(np.asarray(session.run(y, {**feeds, x: moved})))
        numeric[row] = ((ends[0] - ends[1]) / (2 * delta)).reshape(-1)
    return theoretical, numeric


def compute_gradient(x, x_shape, y, y_shape, x_init_value=None, delta=1e-3, init_targets=None, extra_feed_dict=None):
    """(theoretical, numeric) Jacobians of the graph's tensor `y` for `x`, by the default session; lists of them for a list of `x`."""
    warn_deprecated("compute_gradient", _MODULE, _INSTEAD)
    return _compute(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict or {})


def _compute(x, x_shape, y, y_shape, start, delta, init, feeds):
    if isinstance(x, list):
        return [_jacobians(one, shape, y, y_shape, None if start is None else start[index], delta, init, feeds)
                for index, (one, shape) in enumerate(zip(x, x_shape))]
    for tensor in (x, y):
        if tensor.dtype not in (dtypes.float16, dtypes.bfloat16, dtypes.float32, dtypes.float64):
            raise TypeError(f"tf.compat.v1.test.compute_gradient: the runtime takes floats only, and got {tensor.dtype.name}")
    return _jacobians(x, x_shape, y, y_shape, start, delta, init, feeds)


def compute_gradient_error(x, x_shape, y, y_shape, x_init_value=None, delta=1e-3, init_targets=None, extra_feed_dict=None):
    """The largest difference between the two Jacobians."""
    warn_deprecated("compute_gradient_error", _MODULE, _INSTEAD)
    found = _compute(x, x_shape, y, y_shape, x_init_value, delta, init_targets, extra_feed_dict or {})
    pairs = found if isinstance(found, list) else [found]
    return max([float(np.fabs(theoretical - numeric).max(initial=0)) for theoretical, numeric in pairs], default=0)


def __getattr__(name):
    return getattr(_test, name)
