"""`LossScaleOptimizer`: losses are scaled up so that gradients of float16 do not vanish."""

from __future__ import annotations

import runtime as tf
from runtime.keras.optimizers.base import Optimizer
from runtime.keras.optimizers.slices import each
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object

_DEFAULTS = {"weight_decay": None, "clipnorm": None, "global_clipnorm": None, "clipvalue": None, "use_ema": False, "ema_momentum": 0.99,
             "ema_overwrite_frequency": None, "loss_scale_factor": None, "gradient_accumulation_steps": None}


class LossScaleOptimizer(Optimizer):
    """Gives `inner_optimizer` gradients that are divided by the scale.

    The scale is halved, and the step left out, where a gradient is not finite. It doubles after `dynamic_growth_steps` finite ones.

    Raises:
        ValueError: arguments that belong to the inner optimizer.
    """

    def __init__(self, inner_optimizer, initial_scale=2.0 ** 15, dynamic_growth_steps=2000, name=None, **kwargs):
        if not kwargs.pop("dynamic", True):
            raise ValueError("LossScaleOptimizer no longer supports `dynamic=False`. Instead, simply set `loss_scale_factor` directly on the "
                             "`inner_optimizer`.")
        for argument, default in _DEFAULTS.items():
            if kwargs.pop(argument, default) != default:
                raise ValueError(f"LossScaleOptimizer does not support `{argument}`. Instead, set `{argument}` on the `inner_optimizer`.")
        if kwargs:
            raise ValueError(f"LossScaleOptimizer does not support arguments: `{'`, `'.join(kwargs)}`.")
        super().__init__(0.0, name=name)
        self.inner_optimizer, self.initial_scale, self.dynamic_growth_steps = inner_optimizer, initial_scale, dynamic_growth_steps
        inner_optimizer.loss_scale_factor = None

    def build(self, variables):
        self.step_counter = self.add_variable((), dtype="int64", name="step_counter")
        self.dynamic_scale = self.add_variable((), self.initial_scale, dtype="float32", name="dynamic_scale")
        self.inner_optimizer.build(variables)
        super().build(variables)

    @property
    def variables(self):
        """Its own, then those of the inner optimizer."""
        return [*self._variables, *self.inner_optimizer.variables]

    def _apply(self, gradients, variables):
        finite = [tf.reduce_all(tf.math.is_finite(getattr(gradient, "values", gradient))) for gradient in gradients if gradient is not None]

        def scale_down():
            self.step_counter.assign(0)
            self.dynamic_scale.assign(self.dynamic_scale * 0.5)

        tf.cond(tf.reduce_all(finite), lambda: self._step(gradients, variables), scale_down)

    def _step(self, gradients, variables):
        def unscaled(gradient):
            return each(lambda values: values / tf.cast(self.dynamic_scale, values.dtype), gradient)

        def scale_up():
            self.step_counter.assign(0)
            self.dynamic_scale.assign(self.dynamic_scale * 2.0)

        def count():
            self.step_counter.assign_add(1)

        self.inner_optimizer.apply([None if gradient is None else unscaled(gradient) for gradient in gradients], variables)
        tf.cond(tf.equal(self.step_counter, self.dynamic_growth_steps - 1), scale_up, count)

    @property
    def learning_rate(self):
        """That of the inner optimizer."""
        return self.inner_optimizer.learning_rate

    @learning_rate.setter
    def learning_rate(self, value):
        self.inner_optimizer.learning_rate = value

    @property
    def iterations(self):
        """Those of the inner optimizer: steps that were not left out."""
        return self.inner_optimizer.iterations

    def scale_loss(self, loss):
        """The loss times the scale."""
        return loss * (self.dynamic_scale if self.built else self.initial_scale)

    def finalize_variable_values(self, var_list):
        self.inner_optimizer.finalize_variable_values(var_list)

    def get_config(self):
        return {"name": self.name, "inner_optimizer": serialize_keras_object(self.inner_optimizer), "initial_scale": self.initial_scale,
                "dynamic_growth_steps": self.dynamic_growth_steps}

    @classmethod
    def from_config(cls, config, custom_objects=None):
        """Raises KeyError without an inner optimizer."""
        config = dict(config)
        return cls(deserialize_keras_object(config.pop("inner_optimizer"), custom_objects), **config)
