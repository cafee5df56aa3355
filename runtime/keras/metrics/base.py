"""`Metric`, and the metrics that are sums and means."""

from __future__ import annotations

import runtime as tf
from runtime.keras import initializers
from runtime.keras.dtype_policies import computing
from runtime.keras.losses import masked_weight, squeeze_or_expand_to_same_rank
from runtime.keras.naming import auto_name, name_scope
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import get_mask
from runtime.keras.variable import Variable


class Metric(Configurable):  # not tracked: checkpoints hold no state of metrics, as in Keras 3
    """State that `update_state` accumulates and `result` reads; calling it does both.

    Attributes:
        direction: "up" where more is better, "down" where less is, None where that is not known.
    """

    direction = None

    def __init__(self, dtype=None, name=None):
        self.name = name or auto_name(type(self).__name__)
        self.dtype = computing(dtype)
        object.__setattr__(self, "_own", [])

    def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
        """A new Variable, zero by default."""
        return self.add_variable(shape, initializer, dtype, name=name)

    def add_variable(self, shape, initializer, dtype=None, aggregation="sum", name=None):
        """A new Variable; under a strategy each replica has its own, and `aggregation` tells how they become one value."""
        if "_own" not in self.__dict__:
            raise RuntimeError("You forgot to call `super().__init__()` in the `__init__()` method. Go add it!")
        with name_scope(self.name.replace("/", ">"), self):
            variable = Variable(initializers.get(initializer or "zeros"), shape, dtype or self.dtype, trainable=False, name=name,
                                aggregation=aggregation, synchronization="on_read")
        self._own.append(variable)
        return variable

    @property
    def variables(self):
        inner = [value for value in self.__dict__.values() if isinstance(value, Metric)]
        return [*self._own, *(variable for metric in inner for variable in metric.variables)]

    def reset_state(self):
        """All Variables to zero."""
        for variable in self.variables:
            variable.assign(tf.zeros(variable.shape, variable.dtype))

    def update_state(self, *args, **kwargs):
        raise NotImplementedError

    def result(self):
        raise NotImplementedError

    def get_config(self):
        """Subclasses add their constructor's other arguments."""
        return {"name": self.name, "dtype": self.dtype}

    def __call__(self, *args, **kwargs):
        self.update_state(*args, **kwargs)
        return self.result()

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}>"

    __str__ = __repr__


def _per_sample(values, sample_weight, reduce, dtype):
    """Values and weights reduced to one of each per sample, the weights multiplied in."""
    values = tf.cast(values, dtype)
    if sample_weight is not None:
        sample_weight = tf.cast(sample_weight, dtype)
        values, sample_weight = squeeze_or_expand_to_same_rank(values, sample_weight)
        rank = sample_weight.shape.rank
        if values.shape.rank > rank:
            values = reduce(values, list(range(rank, values.shape.rank)))
        sample_weight = tf.broadcast_to(sample_weight, tf.shape(values))
        values = values * sample_weight
        if rank > 1:
            sample_weight = reduce(sample_weight, list(range(1, rank)))
    if values.shape.rank > 1:
        values = reduce(values, list(range(1, values.shape.rank)))
    return values, sample_weight


class Sum(Metric):
    def __init__(self, name="sum", dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.total = self.add_weight(name="total")

    def update_state(self, values, sample_weight=None):
        values, _ = _per_sample(values, sample_weight, tf.reduce_sum, self.dtype)
        self.total.assign_add(tf.reduce_sum(values))

    def result(self):
        return tf.identity(self.total)


class Mean(Metric):
    """The mean of all values, weighted with `sample_weight`."""

    def __init__(self, name="mean", dtype=None):
        super().__init__(name=name, dtype=dtype)
        self.total = self.add_weight(name="total")
        self.count = self.add_weight(name="count")

    def update_state(self, values, sample_weight=None):
        values, sample_weight = _per_sample(values, sample_weight, tf.reduce_mean, self.dtype)
        self.total.assign_add(tf.reduce_sum(values))
        if sample_weight is not None:
            count = tf.reduce_sum(sample_weight)
        else:
            count = tf.shape(values)[0] if values.shape.rank else 1
        self.count.assign_add(tf.cast(count, self.dtype))

    def result(self):
        return tf.math.divide_no_nan(self.total, self.count)


class MeanMetricWrapper(Mean):
    """The mean of ``fn(y_true, y_pred, **kwargs)``."""

    def __init__(self, fn, name=None, dtype=None, **kwargs):
        super().__init__(name=name or auto_name(type(self).__name__), dtype=dtype)
        object.__setattr__(self, "_fn", fn)
        self._fn_kwargs = kwargs

    def update_state(self, y_true, y_pred, sample_weight=None):
        values = self._fn(y_true, y_pred, **self._fn_kwargs)
        super().update_state(values, masked_weight(sample_weight, get_mask(y_pred), self.dtype, "sum"))

    def get_config(self):
        return {**super().get_config(), "fn": serialize_keras_object(self._fn), **serialize_keras_object(self._fn_kwargs)}

    @classmethod
    def from_config(cls, config):
        return cls(**(deserialize_keras_object(config) if "fn" in config else config))


class RootMeanSquaredError(Mean):
    direction = "down"

    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = squeeze_or_expand_to_same_rank(tf.cast(y_true, self.dtype), tf.cast(y_pred, self.dtype))
        super().update_state(tf.math.squared_difference(y_true, y_pred), sample_weight)

    def result(self):
        return tf.sqrt(super().result())
