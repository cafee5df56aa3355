"""`tf.compat.v1.train`: the optimizers of TensorFlow 1 (gradient descent, momentum, Adam)."""

from __future__ import annotations

import contextlib

import numpy as np

from runtime.compat.training.apply_ops import MOMENTUM
from runtime.compat.training.optimizer import Optimizer, number
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.ops import types
from runtime.ops.cast import cast
from runtime.ops.creation import zeros, zeros_like


def _descend(var, alpha, delta, use_locking):
    var.value = var.read() - alpha * delta


def _adam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, use_locking, use_nesterov):
    one = grad.dtype.type(1)
    alpha = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m.value = m.read() + (grad - m.read()) * (one - beta1)
    v.value = v.read() + (grad * grad - v.read()) * (one - beta2)
    step = grad * (one - beta1) + beta1 * m.value if use_nesterov else m.value
    var.value = var.read() - step * alpha / (np.sqrt(v.value) + epsilon)


APPLY_GRADIENT_DESCENT = op("ResourceApplyGradientDescent", "var: resource, alpha: T, delta: T ->", kernel=_descend,
                            attrs={"use_locking": False}, stateful=True, types={"T": types.NUMBER},
                            unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})
APPLY_ADAM = op("ResourceApplyAdam", "var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, beta1: T, "
                "beta2: T, epsilon: T, grad: T ->", kernel=_adam, attrs={"use_locking": False, "use_nesterov": False},
                stateful=True, types={"T": types.NUMBER}, unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})


class GradientDescentOptimizer(Optimizer):
    """``variable -= learning_rate * gradient``."""

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(use_locking, name)
        self._rate = learning_rate

    def _prepare(self):
        rate = self._rate() if callable(self._rate) else self._rate
        self._tensor = convert_to_tensor(rate, name="learning_rate")

    def _apply(self, gradient, variable):
        return dispatch(APPLY_GRADIENT_DESCENT, (variable.handle, _cast(self._tensor, variable), gradient))


def _cast(tensor, variable):
    return tensor if tensor.dtype is variable.dtype else cast(tensor, variable.dtype)


class MomentumOptimizer(Optimizer):
    """``accumulation = momentum * accumulation + gradient; variable -= learning_rate * accumulation``."""

    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(use_locking, name)
        self._rate, self._momentum, self._nesterov = learning_rate, momentum, use_nesterov

    def _create_slots(self, variables):
        for variable in variables:
            self._slot(variable, "momentum", lambda variable=variable: _zeros(variable))

    def _apply(self, gradient, variable):
        return dispatch(MOMENTUM[0], (variable.handle, self.get_slot(variable, "momentum").handle,
                                         number(self._rate, variable, "learning_rate"), gradient,
                                         number(self._momentum, variable, "momentum")), {"use_nesterov": self._nesterov})

    def _apply_rows(self, values, variable, indices):
        return dispatch(MOMENTUM[1], (variable.handle, self.get_slot(variable, "momentum").handle, number(self._rate, variable, "learning_rate"),
                                      values, indices, number(self._momentum, variable, "momentum")), {"use_nesterov": self._nesterov})


def _zeros(variable):
    dims = variable._dims
    return zeros(dims, variable.dtype) if dims is not None and None not in dims else zeros_like(variable.initial_value)


class AdamOptimizer(Optimizer):
    """Adam, by its paper's second formula, where `epsilon` is the "epsilon hat"."""

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-08, use_locking=False, name="Adam"):
        super().__init__(use_locking, name)
        self._rate, self._beta1, self._beta2, self._epsilon = learning_rate, beta1, beta2, epsilon
        self._powers = None

    def _create_slots(self, variables):
        if self._powers is None:
            self._powers = self._new(np.float32(self._beta1), "beta1_power"), self._new(np.float32(self._beta2), "beta2_power")
        for name in ("m", "v"):
            for variable in variables:
                self._slot(variable, name, lambda variable=variable: _zeros(variable))

    def _shared(self):
        return self._powers or ()

    def _apply(self, gradient, variable):
        powers = [_cast(power.value(), variable) for power in self._powers]
        numbers = [number(value, variable, name) for value, name in
                   ((self._rate, "learning_rate"), (self._beta1, "beta1"), (self._beta2, "beta2"), (self._epsilon, "epsilon"))]
        return dispatch(APPLY_ADAM, (variable.handle, self.get_slot(variable, "m").handle, self.get_slot(variable, "v").handle,
                                     *powers, *numbers, gradient))

    def _finish(self, updates):
        after = contextlib.nullcontext() if context.graph is None else context.graph.control_dependencies(updates)
        with after:
            return [power.assign(power * number(beta, power, "beta"), read_value=False)
                    for power, beta in zip(self._powers, (self._beta1, self._beta2))]
