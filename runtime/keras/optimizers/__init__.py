"""`keras.optimizers`."""

from __future__ import annotations

import runtime as tf
from runtime.keras.optimizers import schedules
from runtime.keras.optimizers.adafactor import Adafactor
from runtime.keras.optimizers.base import Optimizer
from runtime.keras.optimizers.lamb import Lamb
from runtime.keras.optimizers.loss_scale import LossScaleOptimizer
from runtime.keras.optimizers.muon import Muon
from runtime.keras.optimizers.schedule_free import ScheduleFreeAdamW
from runtime.keras.optimizers.slices import add_to, combine, each, squared, subtract_from
from runtime.core.absent import absent_from
from runtime.keras.registry import Names


class SGD(Optimizer):
    """Gradient descent with `momentum`. Raises ValueError unless that is a float from 0 to 1."""

    def __init__(self, learning_rate=0.01, momentum=0.0, nesterov=False, **kwargs):
        super().__init__(learning_rate, **kwargs)
        if not isinstance(momentum, float) or not 0 <= momentum <= 1:
            raise ValueError("`momentum` must be a float between [0, 1].")
        self.momentum, self.nesterov = momentum, nesterov

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self.momentums = [self.add_variable_from_reference(v, "momentum") for v in variables] if self.momentum else []

    def update_step(self, gradient, variable, learning_rate):
        step = each(lambda values: values * learning_rate, gradient)
        if not self.momentum:
            subtract_from(variable, step)
            return
        step = tf.convert_to_tensor(step)
        momentum = tf.cast(self.momentum, variable.dtype)
        state = self.momentums[self._index(variable)]
        state.assign(state * momentum - step)
        variable.assign_add(state * momentum - step if self.nesterov else tf.convert_to_tensor(state))


class Adam(Optimizer):
    """Adam: steps of a running mean of gradients over the root of that of their squares."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon, self.amsgrad = beta_1, beta_2, epsilon, amsgrad

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._momentums, self._velocities = self._states(variables, "momentum", "velocity")
        if self.amsgrad:
            self._velocity_hats = [self.add_variable_from_reference(v, "velocity_hat") for v in variables]

    def update_step(self, gradient, variable, learning_rate):
        index = self._index(variable)
        m, v = self._momentums[index], self._velocities[index]
        step = tf.cast(self.iterations + 1, variable.dtype)
        correction_1, correction_2 = (1 - tf.pow(tf.cast(beta, variable.dtype), step) for beta in (self.beta_1, self.beta_2))
        alpha = learning_rate * tf.sqrt(correction_2) / correction_1
        m.assign_add((tf.convert_to_tensor(gradient) - m) * (1 - self.beta_1))
        v.assign_add((tf.convert_to_tensor(squared(gradient)) - v) * (1 - self.beta_2))
        if self.amsgrad:
            v_hat = self._velocity_hats[index]
            v_hat.assign(tf.maximum(v_hat, v))
            v = v_hat
        variable.assign_sub(m * alpha / (tf.sqrt(v) + self.epsilon))


class AdamW(Adam):
    """Adam with weight decay."""

    def __init__(self, learning_rate=0.001, weight_decay=0.004, beta_1=0.9, beta_2=0.999, epsilon=1e-7, amsgrad=False, **kwargs):
        super().__init__(learning_rate, beta_1, beta_2, epsilon, amsgrad, weight_decay=weight_decay, **kwargs)


class RMSprop(Optimizer):
    """Gradients over the root of a running mean of their squares."""

    def __init__(self, learning_rate=0.001, rho=0.9, momentum=0.0, epsilon=1e-7, centered=False, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.rho, self.momentum, self.epsilon, self.centered = rho, momentum, epsilon, centered

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._velocities = [self.add_variable_from_reference(v, "velocity") for v in variables]
        self._momentums = [self.add_variable_from_reference(v, "momentum") for v in variables] if self.momentum > 0 else []
        self._average_gradients = [self.add_variable_from_reference(v, "average_gradient")
                                   for v in variables] if self.centered else []

    def update_step(self, gradient, variable, learning_rate):
        index = self._index(variable)
        velocity = self._velocities[index]
        velocity.assign(self.rho * velocity + tf.convert_to_tensor(each(lambda values: (1 - self.rho) * tf.square(values), gradient)))
        if self.centered:
            average = self._average_gradients[index]
            average.assign(self.rho * average + tf.convert_to_tensor(each(lambda values: (1 - self.rho) * values, gradient)))
            denominator = velocity - tf.square(average) + self.epsilon
        else:
            denominator = velocity + self.epsilon
        increment = _over_root(each(lambda values: learning_rate * values, gradient), denominator)
        if self.momentum > 0:
            momentum = self._momentums[index]
            momentum.assign(self.momentum * momentum + tf.convert_to_tensor(increment))
            increment = tf.convert_to_tensor(momentum)
        subtract_from(variable, increment)


class Adagrad(Optimizer):
    """Gradients over the root of the sum of all their squares."""

    def __init__(self, learning_rate=0.001, initial_accumulator_value=0.1, epsilon=1e-7, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.initial_accumulator_value, self.epsilon = initial_accumulator_value, epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._accumulators = [self.add_variable_from_reference(v, "accumulator", self.initial_accumulator_value) for v in variables]

    def update_step(self, gradient, variable, learning_rate):
        accumulator = self._accumulators[self._index(variable)]
        add_to(accumulator, squared(gradient))
        subtract_from(variable, _over_root(each(lambda values: learning_rate * values, gradient), accumulator + self.epsilon))


class Adadelta(Optimizer):
    """Steps of the size of a running mean of the steps before."""

    def __init__(self, learning_rate=0.001, rho=0.95, epsilon=1e-7, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.rho, self.epsilon = rho, epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._accumulated_grads, self._accumulated_delta_vars = self._states(variables, "accumulated_grad", "accumulated_delta_var")

    def update_step(self, gradient, variable, learning_rate):
        index = self._index(variable)
        squares, steps = self._accumulated_grads[index], self._accumulated_delta_vars[index]
        squares.assign(self.rho * squares + tf.convert_to_tensor(each(lambda values: (1 - self.rho) * tf.square(values), gradient)))
        step = combine(lambda values, root: root * values, gradient, tf.sqrt(steps + self.epsilon))
        step = each(tf.negative, _over_root(step, squares + self.epsilon))
        steps.assign(self.rho * steps + tf.convert_to_tensor(each(lambda values: (1 - self.rho) * tf.square(values), step)))
        add_to(variable, each(lambda values: learning_rate * values, step))


class Adamax(Optimizer):
    """Adam with the greatest absolute value in place of the root."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._m, self._u = self._states(variables, "momentum", "norm")

    def update_step(self, gradient, variable, learning_rate):
        index = self._index(variable)
        m, u = self._m[index], self._u[index]
        correction = 1 - tf.pow(tf.cast(self.beta_1, variable.dtype), tf.cast(self.iterations + 1, variable.dtype))
        m.assign_add((tf.convert_to_tensor(gradient) - m) * (1 - self.beta_1))
        u.assign(tf.maximum(self.beta_2 * u, tf.convert_to_tensor(each(tf.abs, gradient))))
        variable.assign_sub(learning_rate * m / (correction * (u + self.epsilon)))


class Nadam(Optimizer):
    """Adam with Nesterov's momentum."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.999, epsilon=1e-7, **kwargs):
        super().__init__(learning_rate, **kwargs)
        self.beta_1, self.beta_2, self.epsilon = beta_1, beta_2, epsilon

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._momentums, self._velocities = self._states(variables, "momentum", "velocity")
        dtype = variables[0].dtype if variables else "float32"
        self._u_product = self._variable(1.0, (), dtype if isinstance(dtype, str) else dtype.name, None)

    def _decayed(self, step, dtype):
        return tf.cast(self.beta_1, dtype) * (1 - 0.5 * tf.pow(tf.cast(0.96, dtype), tf.cast(step, dtype)))

    def _update_steps(self, gradients, variables, rate):
        self._u_product.assign(self._u_product * self._decayed(self.iterations + 1, self._u_product.dtype))
        super()._update_steps(gradients, variables, rate)

    def update_step(self, gradient, variable, learning_rate):
        index, dtype = self._index(variable), variable.dtype
        m, v = self._momentums[index], self._velocities[index]
        now, following = self._decayed(self.iterations + 1, dtype), self._decayed(self.iterations + 2, dtype)
        product = tf.cast(self._u_product, dtype)
        correction = 1 - tf.pow(tf.cast(self.beta_2, dtype), tf.cast(self.iterations + 1, dtype))
        m.assign_add((tf.convert_to_tensor(gradient) - m) * (1 - self.beta_1))
        v.assign_add((tf.convert_to_tensor(squared(gradient)) - v) * (1 - self.beta_2))
        direction = following * m / (1 - product * following) + (1 - now) * tf.convert_to_tensor(gradient) / (1 - product)
        variable.assign_sub(direction * learning_rate / (tf.sqrt(v / correction) + self.epsilon))


class Lion(Optimizer):
    """Steps of one size, with the sign of a running mean of gradients."""

    def __init__(self, learning_rate=0.001, beta_1=0.9, beta_2=0.99, **kwargs):
        super().__init__(learning_rate, **kwargs)
        if beta_1 <= 0 or beta_1 > 1:
            raise ValueError("Argument `beta_1` must be in the [0, 1] range. Otherwise, the optimizer degenerates to SignSGD. Received: "
                             f"beta_1={beta_1}.")
        self.beta_1, self.beta_2 = beta_1, beta_2

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        self._momentums = [self.add_variable_from_reference(v, "momentum") for v in variables]

    def update_step(self, gradient, variable, learning_rate):
        m, gradient = self._momentums[self._index(variable)], tf.convert_to_tensor(gradient)
        variable.assign_sub(learning_rate * tf.sign(m * self.beta_1 + gradient * (1 - self.beta_1)))
        m.assign(m * self.beta_2 + gradient * (1 - self.beta_2))


class Ftrl(Optimizer):
    """Follow the regularised leader: weights from the sums of gradients and of their squares."""

    def __init__(self, learning_rate=0.001, learning_rate_power=-0.5, initial_accumulator_value=0.1, l1_regularization_strength=0.0,
                 l2_regularization_strength=0.0, l2_shrinkage_regularization_strength=0.0, beta=0.0, **kwargs):
        super().__init__(learning_rate, **kwargs)
        for name, value, sign in (("initial_accumulator_value", initial_accumulator_value, 1),
                                  ("learning_rate_power", learning_rate_power, -1),
                                  ("l1_regularization_strength", l1_regularization_strength, 1),
                                  ("l2_regularization_strength", l2_regularization_strength, 1),
                                  ("l2_shrinkage_regularization_strength", l2_shrinkage_regularization_strength, 1)):
            if value * sign < 0:
                raise ValueError(f"`{name}` needs to be {'positive' if sign > 0 else 'negative'} or zero. Received: {name}={value}.")
        self.learning_rate_power, self.initial_accumulator_value, self.beta = learning_rate_power, initial_accumulator_value, beta
        self.l1_regularization_strength, self.l2_regularization_strength = l1_regularization_strength, l2_regularization_strength
        self.l2_shrinkage_regularization_strength = l2_shrinkage_regularization_strength

    def build(self, variables):
        if self.built:
            return
        super().build(variables)
        pairs = [(self.add_variable_from_reference(v, "accumulator", self.initial_accumulator_value),
                  self.add_variable_from_reference(v, "linear")) for v in variables]
        self._accumulators, self._linears = [a for a, _ in pairs], [b for _, b in pairs]

    def update_step(self, gradient, variable, learning_rate):
        index, power, l1 = self._index(variable), -self.learning_rate_power, self.l1_regularization_strength
        squares, linear = self._accumulators[index], self._linears[index]
        l2 = self.l2_regularization_strength + self.beta / (2.0 * learning_rate)
        new = squares + tf.convert_to_tensor(squared(gradient))
        linear.assign_add(tf.convert_to_tensor(gradient) + 2 * self.l2_shrinkage_regularization_strength * variable
                          - (tf.pow(new, power) - tf.pow(squares, power)) / learning_rate * variable)
        variable.assign((tf.clip_by_value(linear, -l1, l1) - linear) / (tf.pow(new, power) / learning_rate + 2 * l2))
        squares.assign(new)


def _over_root(gradient, squares):
    """`gradient` over the root of `squares`, as TensorFlow computes it eagerly, and in graphs, where it rewrites this."""
    if tf.executing_eagerly():
        return combine(tf.divide, gradient, tf.sqrt(squares))
    return combine(tf.multiply, gradient, tf.math.rsqrt(squares))


_classes = [SGD, Adam, AdamW, RMSprop, Adagrad, Adadelta, Adamax, Nadam, Ftrl, Lion, Adafactor, Muon, ScheduleFreeAdamW,
            LossScaleOptimizer]  # those with a name that Keras finds: not Lamb
_named = Names("optimizer", _classes, fold=True)
serialize, deserialize = _named.serialize, _named.deserialize


def get(identifier):
    """An optimizer for a name, config or object; None for None. Raises ValueError for other things."""
    if identifier is None or isinstance(identifier, Optimizer):
        return identifier
    if isinstance(identifier, (dict, str)):
        found = deserialize(identifier if isinstance(identifier, dict) else {"class_name": identifier, "config": {}})
        if isinstance(found, Optimizer):
            return found
    raise ValueError(f"Could not interpret optimizer identifier: {identifier}")


__getattr__ = absent_from("tf.keras.optimizers", {"legacy": "runtime.keras.optimizers.legacy"})
