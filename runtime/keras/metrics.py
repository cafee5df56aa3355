"""`keras.metrics`: running totals in Variables."""

from __future__ import annotations

import runtime as tf
from runtime.core.trackable import AutoTrackable
from runtime.keras import initializers, losses
from runtime.keras.losses import as_dtype_of, squeeze_or_expand_to_same_rank
from runtime.keras.naming import auto_name, name_scope
from runtime.core.absent import absent_from
from runtime.keras.registry import Names
from runtime.keras.variable import Variable, standardize_dtype


class Metric(AutoTrackable):
    """State that `update_state` accumulates and `result` reads; calling it does both."""

    def __init__(self, dtype=None, name=None):
        self.name = name or auto_name(type(self).__name__)
        self.dtype = standardize_dtype(dtype)
        object.__setattr__(self, "_own", [])

    def add_weight(self, shape=(), initializer=None, dtype=None, name=None):
        """A new Variable, zero by default."""
        if "_own" not in self.__dict__:
            raise RuntimeError("You forgot to call `super().__init__()` in the `__init__()` method. Go add it!")
        with name_scope(self.name.replace("/", ">"), self):
            variable = Variable(initializers.get(initializer or "zeros"), shape, dtype or self.dtype, trainable=False, name=name)
        self._own.append(variable)
        return variable

    def add_variable(self, shape, initializer, dtype=None, aggregation="sum", name=None):
        return self.add_weight(shape, initializer, dtype, name)

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
        super().update_state(self._fn(y_true, y_pred, **self._fn_kwargs), sample_weight)


class RootMeanSquaredError(Mean):
    def __init__(self, name="root_mean_squared_error", dtype=None):
        super().__init__(name, dtype)

    def update_state(self, y_true, y_pred, sample_weight=None):
        y_true, y_pred = squeeze_or_expand_to_same_rank(tf.cast(y_true, self.dtype), tf.cast(y_pred, self.dtype))
        super().update_state(tf.math.squared_difference(y_true, y_pred), sample_weight)

    def result(self):
        return tf.sqrt(super().result())


def accuracy(y_true, y_pred):
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = squeeze_or_expand_to_same_rank(as_dtype_of(y_true, y_pred), y_pred)
    return tf.cast(y_true == y_pred, "float32")


def binary_accuracy(y_true, y_pred, threshold=0.5):
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = squeeze_or_expand_to_same_rank(tf.convert_to_tensor(y_true), y_pred)
    return tf.cast(as_dtype_of(y_true, y_pred) == tf.cast(y_pred > threshold, y_pred.dtype), "float32")


def categorical_accuracy(y_true, y_pred):
    matches = tf.argmax(y_true, -1) == tf.argmax(y_pred, -1)
    return tf.cast(matches, "float32")


def sparse_categorical_accuracy(y_true, y_pred):
    y_true, y_pred = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = tf.squeeze(y_true, -1)
    return tf.cast(tf.cast(y_true, tf.int64) == tf.argmax(y_pred, -1), "float32")


def _wrapper(name, fn, **defaults):
    def __init__(self, *args, **kwargs):
        names = ["name", "dtype", *defaults]
        given = {"name": fn.__name__, "dtype": None, **defaults, **dict(zip(names, args)), **kwargs}
        MeanMetricWrapper.__init__(self, fn, **given)
    return type(name, (MeanMetricWrapper,), {"__init__": __init__, "__module__": __name__})


Accuracy = _wrapper("Accuracy", accuracy)
BinaryAccuracy = _wrapper("BinaryAccuracy", binary_accuracy, threshold=0.5)
CategoricalAccuracy = _wrapper("CategoricalAccuracy", categorical_accuracy)
SparseCategoricalAccuracy = _wrapper("SparseCategoricalAccuracy", sparse_categorical_accuracy)
MeanSquaredError = _wrapper("MeanSquaredError", losses.mean_squared_error)
MeanAbsoluteError = _wrapper("MeanAbsoluteError", losses.mean_absolute_error)
BinaryCrossentropy = _wrapper("BinaryCrossentropy", losses.binary_crossentropy, from_logits=False, label_smoothing=0)
CategoricalCrossentropy = _wrapper("CategoricalCrossentropy", losses.categorical_crossentropy, from_logits=False,
                                   label_smoothing=0)
SparseCategoricalCrossentropy = _wrapper("SparseCategoricalCrossentropy", losses.sparse_categorical_crossentropy,
                                         from_logits=False)

get = Names("metric", [Mean, Sum, RootMeanSquaredError, Accuracy, BinaryAccuracy, CategoricalAccuracy, SparseCategoricalAccuracy,
                       MeanSquaredError, MeanAbsoluteError, BinaryCrossentropy, CategoricalCrossentropy,
                       SparseCategoricalCrossentropy],
            {"mse": MeanSquaredError, "MSE": MeanSquaredError, "mae": MeanAbsoluteError, "MAE": MeanAbsoluteError,
             "bce": BinaryCrossentropy}).get
__getattr__ = absent_from("tf.keras.metrics")
