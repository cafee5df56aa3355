"""Ops that update a Variable with a gradient: each for all of it, and for the rows that IndexedSlices have."""

from __future__ import annotations

import numpy as np

from runtime.core.errors import invalid
from runtime.core.op_def import op
from runtime.ops import types

_INTEGERS = "int32 uint8 int16 int8 int64 uint16 uint32 uint64"
_COMPLEX = f"{_INTEGERS} complex64 complex128"
_SHORT = f"{_COMPLEX} bfloat16 float16"


class _Rows:
    """Some rows of the storage of a Variable, as if they were all of it."""

    def __init__(self, storage, rows):
        self._storage, self._rows = storage, rows

    def read(self):
        return self._storage.read()[self._rows]

    @property
    def value(self):
        return self.read()

    @value.setter
    def value(self, new):
        whole = np.array(self._storage.read())
        whole[self._rows] = new
        self._storage.value = whole


def _of_rows(step, inputs):
    """The kernel that takes the step for the rows whose numbers are the input `indices`."""
    names = [part.partition(":")[0].strip() for part in inputs]
    at, storages = names.index("indices"), sum("resource" in part for part in inputs)

    def kernel(*args, **attrs):
        args = list(args)
        indices = args.pop(at)
        count = args[0].read().shape[0]
        outside = np.flatnonzero((indices < 0) | (indices >= count))
        if len(outside):
            raise invalid(f"Index {indices[outside[0]]} at offset {outside[0]} in indices is out of range")
        step(*(_Rows(one, indices) for one in args[:storages]), *args[storages:], **attrs)
    return kernel


def _pair(name, signature, step, sparse=None, unserved=_INTEGERS, of_rows="", **attrs):
    """(the op for all of a Variable, the op for some rows).

    Args:
        sparse: the signature of the latter, if indices do not stand at the end.
        unserved, of_rows: dtypes that TensorFlow has no kernel for; those that the latter has none for besides.
    """
    attrs = {"use_locking": False, **attrs}
    sparse = sparse or f"{signature}, indices: Tindices"
    common = {"attrs": attrs, "stateful": True}
    return (op(f"ResourceApply{name}", f"{signature} ->", kernel=step, types={"T": types.NUMBER}, unserved={"T": unserved}, **common),
            op(f"ResourceSparseApply{name}", f"{sparse} ->", kernel=_of_rows(step, sparse.split(",")),
               types={"T": types.NUMBER, "Tindices": types.INDEX}, unserved={"T": f"{unserved} {of_rows}"}, **common))


def _momentum(var, accum, lr, grad, momentum, use_locking, use_nesterov):
    accum.value = accum.read() * momentum + grad
    step = grad * lr + accum.value * momentum * lr if use_nesterov else accum.value * lr
    var.value = var.read() - step


def _adagrad(var, accum, lr, grad, use_locking, update_slots):
    if update_slots:
        accum.value = accum.read() + grad * grad
    var.value = var.read() - grad * lr / np.sqrt(accum.read())


def _adadelta(var, accum, accum_update, lr, rho, epsilon, grad, use_locking):
    one = grad.dtype.type(1)
    accum.value = accum.read() * rho + grad * grad * (one - rho)
    update = np.sqrt(accum_update.read() + epsilon) / np.sqrt(accum.value + epsilon) * grad
    var.value = var.read() - update * lr
    accum_update.value = accum_update.read() * rho + update * update * (one - rho)


def _rms_prop(var, ms, mom, lr, rho, momentum, epsilon, grad, use_locking):
    one = grad.dtype.type(1)
    ms.value = ms.read() + (grad * grad - ms.read()) * (one - rho)
    mom.value = mom.read() * momentum + grad * lr / np.sqrt(ms.value + epsilon)
    var.value = var.read() - mom.value


def _centered_rms_prop(var, mg, ms, mom, lr, rho, momentum, epsilon, grad, use_locking):
    one = grad.dtype.type(1)
    ms.value = ms.read() + (grad * grad - ms.read()) * (one - rho)
    mg.value = mg.read() + (grad - mg.read()) * (one - rho)
    mom.value = mom.read() * momentum + grad * lr / np.sqrt(ms.value - mg.value * mg.value + epsilon)
    var.value = var.read() - mom.value


def _ftrl(var, accum, linear, grad, lr, l1, l2, lr_power, use_locking, multiply_linear_by_lr):
    _ftrl_v2(var, accum, linear, grad, lr, l1, l2, grad.dtype.type(0), lr_power, use_locking, multiply_linear_by_lr)


def _ftrl_v2(var, accum, linear, grad, lr, l1, l2, l2_shrinkage, lr_power, use_locking, multiply_linear_by_lr):
    two, rate = grad.dtype.type(2), grad.dtype.type(1) if multiply_linear_by_lr else lr
    scale = lr if multiply_linear_by_lr else grad.dtype.type(1)
    old = accum.read()
    new = old + grad * grad
    root = np.sqrt if lr_power == -0.5 else lambda value: value ** -lr_power
    linear.value = linear.read() + (grad + two * l2_shrinkage * var.read()) * scale - (root(new) - root(old)) / rate * var.read()
    numerator = l1 * scale * np.sign(linear.value) - linear.value
    denominator = root(new) / rate + two * l2 * scale
    var.value = np.where(np.abs(linear.value) > l1 * scale, numerator / denominator, grad.dtype.type(0))
    accum.value = new


def _shrunk(value, l1, l2, rate):
    """The value that is near to `value` and has small norms."""
    one = value.dtype.type(1)
    if l1 > 0:
        return np.sign(value) * np.maximum(np.abs(value) - rate * l1, value.dtype.type(0)) / (one + l2 * rate)
    return value / (one + l2 * rate)


def _proximal_descent(var, alpha, l1, l2, delta, use_locking):
    var.value = _shrunk(var.read() - delta * alpha, l1, l2, alpha)


def _proximal_adagrad(var, accum, lr, l1, l2, grad, use_locking):
    accum.value = accum.read() + grad * grad
    rate = lr / np.sqrt(accum.value)
    var.value = _shrunk(var.read() - grad * rate, l1, l2, rate)


def _adagrad_da(var, gradient_accumulator, gradient_squared_accumulator, grad, lr, l1, l2, global_step, use_locking):
    sums, squares, step = gradient_accumulator, gradient_squared_accumulator, grad.dtype.type(global_step)
    sums.value = sums.read() + grad
    squares.value = squares.read() + grad * grad
    pulled = np.sign(sums.value) * np.maximum(np.abs(sums.value) - l1 * step, grad.dtype.type(0)) if l1 > 0 else sums.value
    var.value = -lr * pulled / (l2 * step * lr + np.sqrt(squares.value))


_VAR_AND = "var: resource, accum: resource"
_FTRL = f"{_VAR_AND}, linear: resource, grad: T"
_RMS = "mom: resource, lr: T, rho: T, momentum: T, epsilon: T, grad: T"
_DA = "var: resource, gradient_accumulator: resource, gradient_squared_accumulator: resource, grad: T"

MOMENTUM = _pair("Momentum", f"{_VAR_AND}, lr: T, grad: T, momentum: T", _momentum, f"{_VAR_AND}, lr: T, grad: T, indices: Tindices, momentum: T",
                 use_nesterov=False)
ADAGRAD = _pair("Adagrad", f"{_VAR_AND}, lr: T, grad: T", _adagrad, update_slots=True)
ADADELTA = _pair("Adadelta", f"{_VAR_AND}, accum_update: resource, lr: T, rho: T, epsilon: T, grad: T", _adadelta)
RMS_PROP = _pair("RMSProp", f"var: resource, ms: resource, {_RMS}", _rms_prop, of_rows="bfloat16")
CENTERED_RMS_PROP = _pair("CenteredRMSProp", f"var: resource, mg: resource, ms: resource, {_RMS}", _centered_rms_prop, of_rows="bfloat16")
FTRL = _pair("Ftrl", f"{_FTRL}, lr: T, l1: T, l2: T, lr_power: T", _ftrl, f"{_FTRL}, indices: Tindices, lr: T, l1: T, l2: T, lr_power: T",
             unserved=_COMPLEX, multiply_linear_by_lr=False)
FTRL_V2 = _pair("FtrlV2", f"{_FTRL}, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T", _ftrl_v2,
                f"{_FTRL}, indices: Tindices, lr: T, l1: T, l2: T, l2_shrinkage: T, lr_power: T", unserved=_COMPLEX,
                multiply_linear_by_lr=False)
PROXIMAL_DESCENT = _pair("ProximalGradientDescent", "var: resource, alpha: T, l1: T, l2: T, delta: T", _proximal_descent,
                         "var: resource, alpha: T, l1: T, l2: T, grad: T, indices: Tindices", _SHORT)
PROXIMAL_ADAGRAD = _pair("ProximalAdagrad", f"{_VAR_AND}, lr: T, l1: T, l2: T, grad: T", _proximal_adagrad, unserved=_SHORT)
ADAGRAD_DA = _pair("AdagradDA", f"{_DA}, lr: T, l1: T, l2: T, global_step: int64", _adagrad_da,
                   f"{_DA}, indices: Tindices, lr: T, l1: T, l2: T, global_step: int64", _SHORT)
