"""`Loss`, and what losses and metrics do with labels, weights and masks."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.keras.distribution import scaled
from runtime.keras.dtype_policies import computing
from runtime.keras.naming import auto_name, name_scope
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import as_tensor, get_mask

_REDUCTIONS = ("sum_over_batch_size", "sum", None, "none", "mean", "mean_with_sample_weight")


def squeeze_or_expand_to_same_rank(x1, x2):
    """Two tensors whose ranks differ by one, with a last axis of size 1 added to or taken from one of them."""
    difference = len(x1.shape) - len(x2.shape)  # ValueError where a rank is not known
    if difference == 1 and x1.shape[-1] == 1:
        if x2.shape.rank == 1:
            return x1, tf.expand_dims(x2, -1)
        return tf.squeeze(x1, -1), x2
    if difference == -1 and x2.shape[-1] == 1:
        if x1.shape.rank == 1:
            return tf.expand_dims(x1, -1), x2
        return x1, tf.squeeze(x2, -1)
    return x1, x2


def pair(y_true, y_pred):
    """Both as tensors of one dtype and rank."""
    y_pred = as_tensor(y_pred)
    return squeeze_or_expand_to_same_rank(as_dtype_of(y_true, y_pred), y_pred)


def masked_weight(sample_weight, mask, dtype, reduction):
    """The weights with 0 where the mask is False; means count the other places alone."""
    if mask is None:
        return sample_weight
    weight = tf.cast(mask, dtype)
    if reduction in ("mean", "sum_over_batch_size"):
        total, valid = tf.cast(tf.size(mask), dtype), tf.reduce_sum(weight)
        weight = tf.where(tf.cast(mask, tf.bool), tf.math.divide_no_nan(total, valid), tf.zeros((), dtype))
    if sample_weight is None:
        return weight
    weight, sample_weight = squeeze_or_expand_to_same_rank(weight, tf.cast(sample_weight, dtype))
    return sample_weight * weight


def as_dtype_of(value, other):
    """`value` as a tensor, cast to the dtype of `other`."""
    value = as_tensor(value)
    return value if value.dtype is other.dtype else tf.cast(value, other.dtype)



class Reduction:
    """How losses are brought together, under the names of Keras 2; Keras 3 takes these texts, but for `AUTO`."""

    AUTO, NONE, SUM, SUM_OVER_BATCH_SIZE = "auto", "none", "sum", "sum_over_batch_size"

    @classmethod
    def all(cls):
        return (cls.AUTO, cls.NONE, cls.SUM, cls.SUM_OVER_BATCH_SIZE)

    @classmethod
    def validate(cls, key):
        """Raises ValueError for another text."""
        if key not in cls.all():
            raise ValueError(f'Invalid Reduction Key: {key}. Expected keys are "{cls.all()}"')


class Loss(Configurable):
    """``loss(y_true, y_pred, sample_weight=None)``: `call` gives a value per sample, which `reduction` brings together.

    Raises:
        ValueError: an unknown `reduction`.
    """

    def __init__(self, name=None, reduction="sum_over_batch_size", dtype=None):
        self.name = name or auto_name(type(self).__name__)
        if reduction not in _REDUCTIONS:
            raise ValueError(f"Invalid value for argument `reduction`. Expected one of {set(_REDUCTIONS)}. Received: "
                             f"reduction={reduction}")
        self.reduction = reduction
        self.dtype = computing(dtype)

    def __call__(self, y_true, y_pred, sample_weight=None):
        with name_scope(self.name):
            mask = get_mask(y_pred)
            y_pred, y_true = nest.map_structure(self._converted, (y_pred, y_true))
            values = self.call(y_true, y_pred)
            of_values = get_mask(values)
            mask = of_values if mask is None else mask if of_values is None else tf.logical_and(mask, of_values)
            return self._reduced(self._converted(values), sample_weight, mask)

    def get_config(self):
        return {"name": self.name, "reduction": self.reduction}

    def _converted(self, value):
        value = as_tensor(value)
        return value if value.dtype.name == self.dtype else tf.cast(value, self.dtype)

    def _reduced(self, values, sample_weight, mask):
        sample_weight = masked_weight(sample_weight, mask, values.dtype, self.reduction)
        if sample_weight is not None:
            sample_weight = self._converted(sample_weight)
            values, sample_weight = squeeze_or_expand_to_same_rank(values, sample_weight)
            values = values * sample_weight
        if self.reduction in (None, "none") or values.shape.rank == 0:
            return values
        total = tf.reduce_sum(values)
        if self.reduction == "sum":
            return total
        if self.reduction == "mean_with_sample_weight" and sample_weight is not None:
            count = tf.reduce_sum(sample_weight)
        else:
            count = tf.cast(tf.reduce_prod(tf.shape(values)), total.dtype)
        return scaled(tf.math.divide_no_nan(total, count))

    def call(self, y_true, y_pred):
        raise NotImplementedError

    def __repr__(self):
        return f"<{type(self).__name__} name={self.name}>"


class LossFunctionWrapper(Loss):
    """A loss of a function of (y_true, y_pred, **kwargs)."""

    def __init__(self, fn, reduction="sum_over_batch_size", name=None, dtype=None, **kwargs):
        super().__init__(name, reduction, dtype)
        self.fn, self._fn_kwargs = fn, kwargs

    def call(self, y_true, y_pred):
        if isinstance(y_pred, tf.Tensor) and isinstance(y_true, tf.Tensor) and y_true.shape.rank and y_pred.shape.rank:
            y_true, y_pred = squeeze_or_expand_to_same_rank(y_true, y_pred)
        return self.fn(y_true, y_pred, **self._fn_kwargs)

    def get_config(self):
        return {**super().get_config(), "fn": serialize_keras_object(self.fn), **serialize_keras_object(self._fn_kwargs)}

    @classmethod
    def from_config(cls, config):
        return cls(**(deserialize_keras_object(config) if "fn" in config else config))

    def __repr__(self):
        return f"<LossFunctionWrapper({self.fn}, kwargs={self._fn_kwargs})>"


def class_of(name, fn, after=(), forgets=(), **defaults):
    """The class of a loss function.

    Args:
        defaults: the keywords that it takes before `reduction`, `name` and `dtype`, but for those in `after`, which come before `dtype`.
        forgets: those that Keras leaves out of the config.
    """
    def __init__(self, *args, **kwargs):
        names = [*(key for key in defaults if key not in after), "reduction", "name", *after, "dtype"]
        given = {**defaults, "reduction": "sum_over_batch_size", "name": "huber_loss" if name == "Huber" else fn.__name__,
                 "dtype": None, **dict(zip(names, args)),
                 **kwargs}
        if unknown := set(given) - set(names):
            raise TypeError(f"{name}.__init__() got an unexpected keyword argument {sorted(unknown)[0]!r}")
        LossFunctionWrapper.__init__(self, fn, **given)

    def get_config(self):
        return {**Loss.get_config(self), **{key: value for key, value in self._fn_kwargs.items() if key not in forgets}}
    return type(name, (LossFunctionWrapper,), {"__init__": __init__, "get_config": get_config, "__module__": "runtime.keras.losses",
                                               "__doc__": fn.__doc__})
