"""`keras.optimizers.schedules`: learning rates that depend on the step."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core.absent import absent_from


class LearningRateSchedule:
    """``schedule(step)`` gives the learning rate."""

    def __call__(self, step):
        raise NotImplementedError(f"Learning rate schedule '{type(self).__name__}' must override `__call__(self, step)`.")


class ExponentialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, decay_rate, staircase=False, name="ExponentialDecay"):
        self.initial_learning_rate, self.decay_steps, self.decay_rate = initial_learning_rate, decay_steps, decay_rate
        self.staircase, self.name = staircase, name
        if decay_steps <= 0:
            raise ValueError(f"Argument `decay_steps` must be > 0. Received: decay_steps={decay_steps}")

    def __call__(self, step):
        p = tf.cast(step, tf.float32) / tf.cast(self.decay_steps, tf.float32)
        if self.staircase:
            p = tf.floor(p)
        return self.initial_learning_rate * tf.pow(tf.constant(self.decay_rate, tf.float32), p)


class InverseTimeDecay(ExponentialDecay):
    def __call__(self, step):
        p = tf.cast(step, tf.float32) / tf.cast(self.decay_steps, tf.float32)
        if self.staircase:
            p = tf.floor(p)
        return self.initial_learning_rate / (1.0 + self.decay_rate * p)


class PiecewiseConstantDecay(LearningRateSchedule):
    """`values[i]` up to step `boundaries[i]`. Raises ValueError unless there is one value more than boundaries."""

    def __init__(self, boundaries, values, name="PiecewiseConstant"):
        if len(boundaries) != len(values) - 1:
            raise ValueError("The length of boundaries should be 1 less than the length of values. Received: "
                             f"boundaries={boundaries} of length {len(boundaries)}, and values={values} of length {len(values)}.")
        self.boundaries, self.values, self.name = boundaries, values, name

    def __call__(self, step):
        step = tf.convert_to_tensor(step)
        rate = tf.constant(self.values[-1], tf.float32)
        for boundary, value in reversed(list(zip(self.boundaries, self.values))):
            rate = tf.where(step <= tf.cast(boundary, step.dtype), tf.constant(value, tf.float32), rate)
        return rate


class PolynomialDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False,
                 name="PolynomialDecay"):
        if cycle:
            raise ValueError("the runtime's PolynomialDecay has no `cycle`")
        self.initial_learning_rate, self.decay_steps, self.end_learning_rate = initial_learning_rate, decay_steps, end_learning_rate
        self.power, self.name = power, name

    def __call__(self, step):
        steps = tf.cast(self.decay_steps, tf.float32)
        p = tf.minimum(tf.cast(step, tf.float32), steps) / steps
        return (self.initial_learning_rate - self.end_learning_rate) * tf.pow(1.0 - p, self.power) + self.end_learning_rate


class CosineDecay(LearningRateSchedule):
    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name="CosineDecay"):
        self.initial_learning_rate, self.decay_steps, self.alpha, self.name = initial_learning_rate, decay_steps, alpha, name

    def __call__(self, step):
        steps = tf.cast(self.decay_steps, tf.float32)
        p = tf.minimum(tf.cast(step, tf.float32), steps) / steps
        cosine = 0.5 * (1.0 + tf.cos(tf.constant(math.pi, tf.float32) * p))
        return self.initial_learning_rate * ((1 - self.alpha) * cosine + self.alpha)


__getattr__ = absent_from("tf.keras.optimizers.schedules")
