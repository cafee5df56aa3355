"""`tf.compat.v1.train`: Adagrad, Adadelta, RMSProp, Ftrl and the proximal optimizers of TensorFlow 1."""

from __future__ import annotations

import numpy as np

from runtime.compat.training import apply_ops as ops
from runtime.compat.training.optimizer import Optimizer
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.ops.array import shape as shape_of
from runtime.ops.cast import cast
from runtime.ops.creation import fill
from runtime.ops.identity import identity
from runtime.ops.math import maximum


def _full(variable, value):
    """The initial value of a slot: `value` everywhere."""
    dims = variable._dims
    if dims is not None and None not in dims:
        return lambda: np.full(dims, value, variable.dtype.numpy_dtype)
    return lambda: cast(fill(shape_of(variable), value), variable.dtype)


def _warn_of_dtype(initializer):
    """TensorFlow's own use of a deprecated argument, which it warns of."""
    warn_deprecated(f"calling {initializer}.__init__", "tensorflow.python.ops.init_ops",
                    "Call initializer instance with the dtype argument instead of passing it to the constructor", argument="dtype")


def _not_positive(name, value):
    raise ValueError(f"{name} must be positive: {value}")


class _OfNumbers(Optimizer):
    """The base of optimizers that give an op some numbers: `numbers` are their attributes, in the order of TensorFlow's tensors.

    Attributes:
        slots: (name, initial value) of the Variables for each Variable.
    """

    numbers = ()
    slots = ()

    def _create_slots(self, variables):
        for variable in variables:
            for name, value in self.slots:
                self._slot(variable, name, _full(variable, value))

    def _prepare(self):
        self._tensors = {}
        for name in self.numbers:
            value = getattr(self, name)
            self._tensors[name] = convert_to_tensor(value() if callable(value) else value, name=name.lstrip("_"))

    def _numbers(self, variable, *names):
        return [cast(self._tensors[name], variable.dtype) for name in names]

    def _handles(self, variable):
        return [variable.handle, *(self.get_slot(variable, name).handle for name, _ in self.slots)]


class AdagradOptimizer(_OfNumbers):
    """``accumulator += gradient²; variable -= learning_rate * gradient / √accumulator``."""

    numbers = ("_learning_rate",)

    def __init__(self, learning_rate, initial_accumulator_value=0.1, use_locking=False, name="Adagrad"):
        if initial_accumulator_value <= 0.0:
            _not_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self.slots = (("accumulator", initial_accumulator_value),)

    def _create_slots(self, variables):
        _warn_of_dtype("Constant")
        super()._create_slots(variables)

    def _apply(self, gradient, variable):
        return dispatch(ops.ADAGRAD[0], (*self._handles(variable), *self._numbers(variable, "_learning_rate"), gradient))

    def _apply_rows(self, values, variable, indices):
        return dispatch(ops.ADAGRAD[1], (*self._handles(variable), *self._numbers(variable, "_learning_rate"), values, indices))


class AdadeltaOptimizer(_OfNumbers):
    """Adadelta: steps are as large as steps were before, for their gradients."""

    numbers = ("_lr", "_rho", "_epsilon")
    slots = (("accum", 0), ("accum_update", 0))

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-08, use_locking=False, name="Adadelta"):
        super().__init__(use_locking, name)
        self._lr, self._rho, self._epsilon = learning_rate, rho, epsilon

    def _apply(self, gradient, variable):
        return dispatch(ops.ADADELTA[0], (*self._handles(variable), *self._numbers(variable, *self.numbers), gradient))

    def _apply_rows(self, values, variable, indices):
        return dispatch(ops.ADADELTA[1], (*self._handles(variable), *self._numbers(variable, *self.numbers), values, indices))


class RMSPropOptimizer(_OfNumbers):
    """Gradients divided by the root of the mean of their squares, or, if `centered`, of their variance."""

    numbers = ("_learning_rate", "_decay", "_momentum", "_epsilon")

    def __init__(self, learning_rate, decay=0.9, momentum=0.0, epsilon=1e-10, use_locking=False, centered=False, name="RMSProp"):
        super().__init__(use_locking, name)
        self._learning_rate, self._decay, self._momentum, self._epsilon = learning_rate, decay, momentum, epsilon
        self._ops = ops.CENTERED_RMS_PROP if centered else ops.RMS_PROP
        self.slots = (("rms", 1), *([("mg", 0)] if centered else []), ("momentum", 0))

    def _create_slots(self, variables):
        _warn_of_dtype("Ones")
        super()._create_slots(variables)

    def _handles(self, variable):
        names = ("mg", "rms", "momentum") if len(self.slots) == 3 else ("rms", "momentum")
        return [variable.handle, *(self.get_slot(variable, name).handle for name in names)]

    def _apply(self, gradient, variable):
        return dispatch(self._ops[0], (*self._handles(variable), *self._numbers(variable, *self.numbers), gradient))

    def _apply_rows(self, values, variable, indices):
        return dispatch(self._ops[1], (*self._handles(variable), *self._numbers(variable, *self.numbers), values, indices))


class FtrlOptimizer(_OfNumbers):
    """"Follow the regularized leader": the weights that would have been best so far, with norms kept small."""

    numbers = ("_learning_rate", "_l1_regularization_strength", "_adjusted_l2_regularization_strength", "_beta",
               "_l2_shrinkage_regularization_strength", "_learning_rate_power")

    def __init__(self, learning_rate, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, use_locking=False, name="Ftrl", accum_name=None, linear_name=None,
                 l2_shrinkage_regularization_strength=0.0, beta=None):
        super().__init__(use_locking, name)
        given = {"initial_accumulator_value": initial_accumulator_value, "l1_regularization_strength": l1_regularization_strength,
                 "l2_regularization_strength": l2_regularization_strength,
                 "l2_shrinkage_regularization_strength": l2_shrinkage_regularization_strength}
        if initial_accumulator_value < 0.0:
            self._refuse("initial_accumulator_value", initial_accumulator_value)
        if learning_rate_power > 0.0:
            self._refuse("learning_rate_power", learning_rate_power, "negative")
        for what, value in list(given.items())[1:]:
            if value < 0.0:
                self._refuse(what, value)
        self._learning_rate, self._learning_rate_power = learning_rate, learning_rate_power
        self._l1_regularization_strength, self._l2 = l1_regularization_strength, l2_regularization_strength
        self._l2_shrinkage_regularization_strength, self._beta = l2_shrinkage_regularization_strength, 0.0 if beta is None else beta
        self.slots = (("accum", initial_accumulator_value), ("linear", 0))
        self._slot_names = {"accum": accum_name, "linear": linear_name}

    @staticmethod
    def _refuse(name, value, sign="positive"):
        raise ValueError(f"{name} {value:f} needs to be {sign} or zero")

    @property
    def _adjusted_l2_regularization_strength(self):
        return self._l2 + self._beta / (2.0 * maximum(self._learning_rate, 1e-36))

    def _inputs(self, variable):
        shrinks = self._l2_shrinkage_regularization_strength > 0.0
        numbers = self._numbers(variable, "_learning_rate", "_l1_regularization_strength", "_adjusted_l2_regularization_strength",
                                *(["_l2_shrinkage_regularization_strength"] if shrinks else []), "_learning_rate_power")
        return (ops.FTRL_V2 if shrinks else ops.FTRL), numbers

    def _apply(self, gradient, variable):
        pair, numbers = self._inputs(variable)
        return dispatch(pair[0], (*self._handles(variable), gradient, *numbers))

    def _apply_rows(self, values, variable, indices):
        pair, numbers = self._inputs(variable)
        return dispatch(pair[1], (*self._handles(variable), values, indices, *numbers))


class ProximalGradientDescentOptimizer(_OfNumbers):
    """Gradient descent, after which norms are made smaller."""

    numbers = ("_learning_rate", "_l1_regularization_strength", "_l2_regularization_strength")

    def __init__(self, learning_rate, l1_regularization_strength=0.0, l2_regularization_strength=0.0, use_locking=False,
                 name="ProximalGradientDescent"):
        super().__init__(use_locking, name)
        self._learning_rate = learning_rate
        self._l1_regularization_strength, self._l2_regularization_strength = l1_regularization_strength, l2_regularization_strength

    def _apply(self, gradient, variable):
        return dispatch(ops.PROXIMAL_DESCENT[0], (variable.handle, *self._numbers(variable, *self.numbers), gradient))

    def _apply_rows(self, values, variable, indices):
        return dispatch(ops.PROXIMAL_DESCENT[1], (variable.handle, *self._numbers(variable, *self.numbers), values, indices))


class ProximalAdagradOptimizer(ProximalGradientDescentOptimizer):
    """Adagrad, after which norms are made smaller."""

    def __init__(self, learning_rate, initial_accumulator_value=0.1, l1_regularization_strength=0.0, l2_regularization_strength=0.0,
                 use_locking=False, name="ProximalAdagrad"):
        if initial_accumulator_value <= 0.0:
            _not_positive("initial_accumulator_value", initial_accumulator_value)
        super().__init__(learning_rate, l1_regularization_strength, l2_regularization_strength, use_locking, name)
        self.slots = (("accumulator", initial_accumulator_value),)

    def _apply(self, gradient, variable):
        return dispatch(ops.PROXIMAL_ADAGRAD[0], (*self._handles(variable), *self._numbers(variable, *self.numbers), gradient))

    def _apply_rows(self, values, variable, indices):
        return dispatch(ops.PROXIMAL_ADAGRAD[1], (*self._handles(variable), *self._numbers(variable, *self.numbers), values, indices))


class AdagradDAOptimizer(_OfNumbers):
    """Adagrad by the sums of all gradients so far, for sparse models."""

    numbers = ("_learning_rate",)

    def __init__(self, learning_rate, global_step, initial_gradient_squared_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, use_locking=False, name="AdagradDA"):
        if initial_gradient_squared_accumulator_value <= 0.0:
            _not_positive("initial_gradient_squared_accumulator_value", initial_gradient_squared_accumulator_value)
        super().__init__(use_locking, name)
        self._learning_rate, self._global_step = learning_rate, global_step
        self._l1, self._l2 = l1_regularization_strength, l2_regularization_strength
        self.slots = (("gradient_accumulator", 0), ("gradient_squared_accumulator", initial_gradient_squared_accumulator_value))

    def _prepare(self):
        super()._prepare()
        self._step = identity(self._global_step) + 1

    def _inputs(self, variable):
        return [*self._numbers(variable, "_learning_rate"), cast(self._l1, variable.dtype), cast(self._l2, variable.dtype), identity(self._step)]

    def _apply(self, gradient, variable):
        return dispatch(ops.ADAGRAD_DA[0], (*self._handles(variable), gradient, *self._inputs(variable)))

    def _apply_rows(self, values, variable, indices):
        return dispatch(ops.ADAGRAD_DA[1], (*self._handles(variable), values, indices, *self._inputs(variable)))
