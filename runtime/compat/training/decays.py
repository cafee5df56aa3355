"""Learning rates that change with the step, as TensorFlow 1 has them: a tensor in graphs, eagerly a function."""

from __future__ import annotations

import math

import runtime as tf
from runtime.core.context import context


def _by_mode(compute):
    return compute if context.graph is None else compute()


def _step(global_step, dtype):
    return tf.cast(global_step, dtype)


def _rate(learning_rate, name):
    return tf.convert_to_tensor(learning_rate() if callable(learning_rate) and not hasattr(learning_rate, "__tf_tensor__") else learning_rate,
                                name=name)


def _periods(global_step, decay_steps, dtype, staircase):
    periods = _step(global_step, dtype) / tf.cast(decay_steps, dtype)
    return tf.floor(periods) if staircase else periods


def exponential_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """``learning_rate * decay_rate ** (global_step / decay_steps)``."""

    def compute():
        rate = _rate(learning_rate, "learning_rate")
        return rate * tf.cast(decay_rate, rate.dtype) ** _periods(global_step, decay_steps, rate.dtype, staircase)
    return _by_mode(compute)


def natural_exp_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """``learning_rate * exp(-decay_rate * global_step / decay_steps)``."""
    return exponential_decay(learning_rate, global_step, decay_steps, tf.exp(-decay_rate), staircase, name)


def inverse_time_decay(learning_rate, global_step, decay_steps, decay_rate, staircase=False, name=None):
    """``learning_rate / (1 + decay_rate * global_step / decay_steps)``."""

    def compute():
        rate = _rate(learning_rate, "learning_rate")
        return rate / (1 + tf.cast(decay_rate, rate.dtype) * _periods(global_step, decay_steps, rate.dtype, staircase))
    return _by_mode(compute)


def polynomial_decay(learning_rate, global_step, decay_steps, end_learning_rate=0.0001, power=1.0, cycle=False, name=None):
    """From `learning_rate` to `end_learning_rate` in `decay_steps` steps; with `cycle` again and again, each time slower."""

    def compute():
        rate = _rate(learning_rate, "learning_rate")
        end, step, steps = tf.cast(end_learning_rate, rate.dtype), _step(global_step, rate.dtype), tf.cast(decay_steps, rate.dtype)
        if cycle:
            steps = steps * tf.where(tf.equal(step, 0), 1.0, tf.math.ceil(step / steps))
        else:
            step = tf.minimum(step, steps)
        return (rate - end) * (1 - step / steps) ** tf.cast(power, rate.dtype) + end
    return _by_mode(compute)


def cosine_decay(learning_rate, global_step, decay_steps, alpha=0.0, name=None):
    """Half a wave of the cosine, from `learning_rate` to `alpha` times it."""

    def compute():
        rate = _rate(learning_rate, "learning_rate")
        steps = tf.cast(decay_steps, rate.dtype)
        part = tf.minimum(_step(global_step, rate.dtype), steps) / steps
        return rate * ((1 - alpha) * 0.5 * (1 + tf.cos(tf.constant(math.pi, rate.dtype) * part)) + alpha)
    return _by_mode(compute)


def cosine_decay_restarts(learning_rate, global_step, first_decay_steps, t_mul=2.0, m_mul=1.0, alpha=0.0, name=None):
    """`cosine_decay` again and again, each time `t_mul` times as long and `m_mul` times as high."""

    def compute():
        rate = _rate(learning_rate, "initial_learning_rate")
        longer, higher, low = (tf.cast(value, rate.dtype) for value in (t_mul, m_mul, alpha))
        done = _step(global_step, rate.dtype) / tf.cast(first_decay_steps, rate.dtype)

        def equal_periods():
            restarts = tf.floor(done)
            return restarts, done - restarts

        def growing_periods():
            restarts = tf.floor(tf.math.log(1.0 - done * (1.0 - longer)) / tf.math.log(longer))
            before = (1.0 - longer ** restarts) / (1.0 - longer)
            return restarts, (done - before) / longer ** restarts

        restarts, part = tf.cond(tf.equal(longer, 1.0), equal_periods, growing_periods)
        wave = 0.5 * higher ** restarts * (1.0 + tf.cos(tf.constant(math.pi, rate.dtype) * part))
        return rate * ((1 - low) * wave + low)
    return _by_mode(compute)


def _linear_cosine(learning_rate, global_step, decay_steps, num_periods, alpha, beta, noise):
    def compute():
        rate = _rate(learning_rate, "initial_learning_rate")
        steps, periods, low, least = (tf.cast(value, rate.dtype) for value in (decay_steps, num_periods, alpha, beta))
        step = tf.minimum(_step(global_step, rate.dtype), steps)
        line = noise((steps - step) / steps, step)
        wave = 0.5 * (1.0 + tf.cos(tf.constant(math.pi, rate.dtype) * (2.0 * periods * (step / steps))))
        return rate * ((low + line) * wave + least)
    return _by_mode(compute)


def linear_cosine_decay(learning_rate, global_step, decay_steps, num_periods=0.5, alpha=0.0, beta=0.001, name=None):
    """A line to zero, times waves of the cosine."""
    return _linear_cosine(learning_rate, global_step, decay_steps, num_periods, alpha, beta, lambda line, step: line)


def noisy_linear_cosine_decay(learning_rate, global_step, decay_steps, initial_variance=1.0, variance_decay=0.55, num_periods=0.5, alpha=0.0,
                              beta=0.001, name=None):
    """`linear_cosine_decay` of a line with normal noise, which gets less with the steps."""

    def noisy(line, step):
        variance = tf.cast(initial_variance, line.dtype) / (1.0 + step) ** tf.cast(variance_decay, line.dtype)
        return line + tf.random.normal(line.shape, stddev=tf.sqrt(variance), dtype=line.dtype)
    return _linear_cosine(learning_rate, global_step, decay_steps, num_periods, alpha, beta, noisy)


def piecewise_constant(x, boundaries, values, name=None):
    """``values[i]`` between ``boundaries[i - 1]`` and ``boundaries[i]``, which belongs to it."""
    if len(boundaries) != len(values) - 1:
        raise ValueError("The length of boundaries should be 1 less than the length of values")

    def compute():
        step = tf.convert_to_tensor(x() if callable(x) and not hasattr(x, "__tf_tensor__") else x)
        found = tf.convert_to_tensor(values[-1])
        for boundary, value in list(zip(boundaries, values))[::-1]:
            found = tf.where(step <= tf.cast(boundary, step.dtype), tf.cast(value, found.dtype), found)
        return found
    return _by_mode(compute)


piecewise_constant_decay = piecewise_constant
