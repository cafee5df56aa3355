"""`keras.optimizers.schedules`: learning rates that depend on the step."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object


class LearningRateSchedule(Configurable):
    """``schedule(step)`` gives the learning rate."""

    _keras_module = "keras.optimizers.schedules"

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
    """From the first rate to `end_learning_rate` in `decay_steps`; with `cycle`, in ever longer periods."""

    def __init__(self, initial_learning_rate, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False,
                 name="PolynomialDecay"):
        self.initial_learning_rate, self.decay_steps, self.end_learning_rate = initial_learning_rate, decay_steps, end_learning_rate
        self.power, self.cycle, self.name = power, cycle, name

    def __call__(self, step):
        step, steps = tf.cast(step, tf.float32), tf.cast(self.decay_steps, tf.float32)
        if self.cycle:
            steps = steps * tf.where(tf.equal(step, 0.0), 1.0, tf.math.ceil(step / steps))
        else:
            step = tf.minimum(step, steps)
        p = step / steps
        return (self.initial_learning_rate - self.end_learning_rate) * tf.pow(1.0 - p, self.power) + self.end_learning_rate


class CosineDecay(LearningRateSchedule):
    """Half a cosine from the first rate (or `warmup_target`, after a straight rise to it) to `alpha` times it."""

    def __init__(self, initial_learning_rate, decay_steps, alpha=0.0, name="CosineDecay", warmup_target=None, warmup_steps=0):
        self.initial_learning_rate, self.decay_steps, self.alpha, self.name = initial_learning_rate, decay_steps, alpha, name
        self.warmup_target, self.warmup_steps = warmup_target, warmup_steps
        if decay_steps <= 0:
            raise ValueError(f"Argument `decay_steps` must be > 0. Received: decay_steps={decay_steps}")

    def _decayed(self, step, steps, rate):
        cosine = 0.5 * (1.0 + tf.cos(tf.constant(math.pi, tf.float32) * (step / steps)))
        return rate * ((1 - self.alpha) * cosine + self.alpha)

    def __call__(self, step):
        step, steps = tf.cast(step, tf.float32), tf.cast(self.decay_steps, tf.float32)
        if self.warmup_target is None:
            return self._decayed(tf.minimum(step, steps), steps, self.initial_learning_rate)
        warmup = tf.cast(self.warmup_steps, tf.float32)
        limited = tf.minimum(step, steps + warmup)
        rising = self.initial_learning_rate + (self.warmup_target - self.initial_learning_rate) * (limited / warmup)
        return tf.where(limited < warmup, rising, self._decayed(limited - warmup, steps, self.warmup_target))


class CosineDecayRestarts(LearningRateSchedule):
    """Half cosines one after the other, each `t_mul` times as long and `m_mul` times as high."""

    def __init__(self, initial_learning_rate, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name="SGDRDecay"):
        self.initial_learning_rate, self.first_decay_steps, self.t_mul, self.m_mul = initial_learning_rate, first_decay_steps, t_mul, m_mul
        self.alpha, self.name = alpha, name

    def __call__(self, step):
        done = tf.cast(step, tf.float32) / tf.cast(self.first_decay_steps, tf.float32)
        if self.t_mul == 1.0:
            restart = tf.floor(done)
            share = done - restart
        else:
            restart = tf.floor(tf.math.log(1.0 - done * (1.0 - self.t_mul)) / math.log(self.t_mul))
            share = (done - (1.0 - self.t_mul ** restart) / (1.0 - self.t_mul)) / self.t_mul ** restart
        cosine = 0.5 * self.m_mul ** restart * (1.0 + tf.cos(tf.constant(math.pi, tf.float32) * share))
        return self.initial_learning_rate * ((1 - self.alpha) * cosine + self.alpha)


def serialize(learning_rate_schedule):
    return serialize_keras_object(learning_rate_schedule)


def deserialize(config, custom_objects=None):
    return deserialize_keras_object(config, custom_objects)


__getattr__ = absent_from("tf.keras.optimizers.schedules")
