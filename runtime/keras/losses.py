"""`keras.losses`: functions of (y_true, y_pred) that give one value per sample, and classes that reduce them."""

from __future__ import annotations

import runtime as tf
from runtime.core import nest
from runtime.keras.distribution import scaled
from runtime.keras.dtype_policies import computing
from runtime.keras.naming import auto_name, name_scope
from runtime.core.absent import absent_from
from runtime.keras.registry import Names
from runtime.keras.saving.config import Configurable, deserialize_keras_object, serialize_keras_object
from runtime.keras.symbolic import as_tensor
from runtime.keras.symbolic import get_mask, set_mask

_EPSILON = 1e-7
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


def _pair(y_true, y_pred):
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


def mean_squared_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.square(y_true - y_pred), -1)


def mean_absolute_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return tf.reduce_mean(tf.abs(y_true - y_pred), -1)


def mean_absolute_percentage_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    return 100.0 * tf.reduce_mean(tf.abs((y_true - y_pred) / tf.maximum(tf.abs(y_true), _EPSILON)), -1)


def mean_squared_logarithmic_error(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    logs = [tf.math.log(tf.maximum(y, _EPSILON) + 1.0) for y in (y_pred, y_true)]
    return tf.reduce_mean(tf.square(logs[0] - logs[1]), -1)


def huber(y_true, y_pred, delta=1.0):
    """Squared up to `delta`, linear beyond."""
    y_true, y_pred = _pair(y_true, y_pred)
    error = tf.abs(y_true - y_pred)
    return tf.reduce_mean(tf.where(error <= delta, 0.5 * tf.square(error), delta * error - 0.5 * delta ** 2), -1)


def log_cosh(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    x = y_pred - y_true
    return tf.reduce_mean(x + tf.nn.softplus(-2.0 * x) - tf.math.log(2.0), -1)


def hinge(y_true, y_pred):
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    return tf.reduce_mean(tf.maximum(1.0 - _signs(y_true) * y_pred, 0.0), -1)


def _signs(y_true):
    """Labels 0 and 1 as -1 and 1, where there are no others."""
    return tf.where(tf.reduce_all(tf.logical_or(y_true == 0, y_true == 1)), 2.0 * y_true - 1.0, y_true)


def kl_divergence(y_true, y_pred):
    y_true, y_pred = _pair(y_true, y_pred)
    y_true, y_pred = (tf.clip_by_value(y, _EPSILON, 1.0) for y in (y_true, y_pred))
    return tf.reduce_sum(y_true * tf.math.log(y_true / y_pred), -1)


def squared_hinge(y_true, y_pred):
    """Mean of max(1 - y_true * y_pred, 0) squared; labels 0 count as -1."""
    y_pred = as_tensor(y_pred)
    y_true = _signs(as_dtype_of(y_true, y_pred))
    return tf.reduce_mean(tf.square(tf.maximum(1.0 - y_true * y_pred, 0.0)), -1)


def poisson(y_true, y_pred):
    """Mean of y_pred - y_true * log(y_pred)."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    return tf.reduce_mean(y_pred - y_true * tf.math.log(y_pred + _EPSILON), -1)


def cosine_similarity(y_true, y_pred, axis=-1):
    """The negative cosine along `axis`: -1 where both point the same way."""
    y_true, y_pred = _pair(y_true, y_pred)
    return -tf.reduce_sum(tf.nn.l2_normalize(y_true, axis) * tf.nn.l2_normalize(y_pred, axis), axis)


def binary_focal_crossentropy(y_true, y_pred, apply_class_balancing=False, alpha=0.25, gamma=2.0, from_logits=False,
                              label_smoothing=0.0, axis=-1):
    """Binary cross-entropy in which what is predicted well counts less."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    y_pred = tf.nn.sigmoid(y_pred) if from_logits else y_pred
    hit = y_true * y_pred + (1 - y_true) * (1 - y_pred)
    loss = tf.pow(1.0 - hit, gamma) * elementwise_binary_crossentropy(y_true, y_pred)
    if apply_class_balancing:
        loss = (y_true * alpha + (1 - y_true) * (1 - alpha)) * loss
    return tf.reduce_mean(loss, axis)


def binary_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Mean over `axis` of the cross-entropy of 0/1 labels with probabilities, or logits."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + 0.5 * label_smoothing
    return tf.reduce_mean(elementwise_binary_crossentropy(y_true, y_pred, from_logits), axis)


def elementwise_binary_crossentropy(y_true, y_pred, from_logits=False):
    """Cross-entropy of each 0/1 label with its probability, or logit."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if from_logits:
        return tf.nn.sigmoid_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    y_pred = tf.clip_by_value(y_pred, _EPSILON, 1.0 - _EPSILON)
    return -(y_true * tf.math.log(y_pred) + (1 - y_true) * tf.math.log(1 - y_pred))


def categorical_crossentropy(y_true, y_pred, from_logits=False, label_smoothing=0.0, axis=-1):
    """Cross-entropy of one-hot labels with probabilities, which are scaled to sum 1, or logits."""
    y_pred = as_tensor(y_pred)
    y_true = as_dtype_of(y_true, y_pred)
    if label_smoothing:
        y_true = y_true * (1.0 - label_smoothing) + label_smoothing / y_pred.shape[-1]
    if from_logits:
        return tf.nn.softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred, axis=axis)
    y_pred = y_pred / tf.reduce_sum(y_pred, axis, keepdims=True)
    return -tf.reduce_sum(y_true * tf.math.log(tf.clip_by_value(y_pred, _EPSILON, 1.0 - _EPSILON)), axis)


def sparse_categorical_crossentropy(y_true, y_pred, from_logits=False, ignore_class=None, axis=-1):
    """Cross-entropy of class numbers with probabilities or logits; 0 and masked where the class is `ignore_class`.

    Raises:
        ValueError: shapes that do not fit, or another axis than the last, which the runtime has not.
    """
    y_pred = as_tensor(y_pred)
    if axis not in (-1, len(y_pred.shape) - 1):
        raise ValueError("the runtime's sparse_categorical_crossentropy has no other `axis` than the last")
    y_true = tf.cast(y_true, tf.int64)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = tf.squeeze(y_true, -1)
    if y_pred.shape.rank < 1:
        raise ValueError(f"Argument `output` must be at least rank 1. Received: output.shape={y_pred.shape}")
    if y_true.shape.rank != y_pred.shape.rank - 1:
        raise ValueError("Argument `output` must have rank (ndim) `target.ndim - 1`. Received: "
                         f"target.shape={y_true.shape}, output.shape={y_pred.shape}")
    if not from_logits:
        y_pred = tf.math.log(tf.clip_by_value(y_pred, _EPSILON, 1 - _EPSILON))
    if ignore_class is None:
        return tf.nn.sparse_softmax_cross_entropy_with_logits(labels=y_true, logits=y_pred)
    valid = tf.not_equal(y_true, ignore_class)
    values = tf.nn.sparse_softmax_cross_entropy_with_logits(labels=tf.where(valid, y_true, tf.zeros_like(y_true)), logits=y_pred)
    values = tf.where(valid, values, tf.zeros_like(values))
    set_mask(values, valid)
    return values


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


def _class(name, fn, **defaults):
    """The class of a loss function; `defaults` are the keywords it takes before `reduction`, `name` and `dtype`."""
    def __init__(self, *args, **kwargs):
        names = [*defaults, "reduction", "name", "dtype"]
        given = {**defaults, "reduction": "sum_over_batch_size", "name": "huber_loss" if fn is huber else fn.__name__,
                 "dtype": None, **dict(zip(names, args)),
                 **kwargs}
        if unknown := set(given) - set(names):
            raise TypeError(f"{name}.__init__() got an unexpected keyword argument {sorted(unknown)[0]!r}")
        LossFunctionWrapper.__init__(self, fn, **given)

    def get_config(self):
        return {**Loss.get_config(self), **({} if fn is huber else self._fn_kwargs)}  # Keras forgets `delta`
    return type(name, (LossFunctionWrapper,), {"__init__": __init__, "get_config": get_config, "__module__": __name__,
                                               "__doc__": fn.__doc__})


MeanSquaredError = _class("MeanSquaredError", mean_squared_error)
MeanAbsoluteError = _class("MeanAbsoluteError", mean_absolute_error)
MeanAbsolutePercentageError = _class("MeanAbsolutePercentageError", mean_absolute_percentage_error)
MeanSquaredLogarithmicError = _class("MeanSquaredLogarithmicError", mean_squared_logarithmic_error)
Huber = _class("Huber", huber, delta=1.0)
LogCosh = _class("LogCosh", log_cosh)
Hinge = _class("Hinge", hinge)
KLDivergence = _class("KLDivergence", kl_divergence)
BinaryCrossentropy = _class("BinaryCrossentropy", binary_crossentropy, from_logits=False, label_smoothing=0.0, axis=-1)
CategoricalCrossentropy = _class("CategoricalCrossentropy", categorical_crossentropy, from_logits=False, label_smoothing=0.0,
                                 axis=-1)
SquaredHinge = _class("SquaredHinge", squared_hinge)
Poisson = _class("Poisson", poisson)
CosineSimilarity = _class("CosineSimilarity", cosine_similarity, axis=-1)
BinaryFocalCrossentropy = _class("BinaryFocalCrossentropy", binary_focal_crossentropy, apply_class_balancing=False, alpha=0.25, gamma=2.0,
                                 from_logits=False, label_smoothing=0.0, axis=-1)
SparseCategoricalCrossentropy = _class("SparseCategoricalCrossentropy", sparse_categorical_crossentropy, from_logits=False,
                                       ignore_class=None)

MSE = mse = mean_squared_error
MAE = mae = mean_absolute_error
MAPE = mape = mean_absolute_percentage_error
MSLE = msle = mean_squared_logarithmic_error
KLD = kld = kullback_leibler_divergence = kl_divergence
logcosh = log_cosh
_named = Names("loss", [mean_squared_error, mean_absolute_error, mean_absolute_percentage_error, mean_squared_logarithmic_error, huber,
                        log_cosh, hinge, squared_hinge, kl_divergence, poisson, cosine_similarity, binary_crossentropy,
                        binary_focal_crossentropy, categorical_crossentropy, sparse_categorical_crossentropy, MeanSquaredError,
                        MeanAbsoluteError, MeanAbsolutePercentageError, MeanSquaredLogarithmicError, Huber, LogCosh, Hinge, SquaredHinge,
                        KLDivergence, Poisson, CosineSimilarity, BinaryCrossentropy, BinaryFocalCrossentropy, CategoricalCrossentropy,
                        SparseCategoricalCrossentropy],
               {"mse": mean_squared_error, "MSE": mean_squared_error, "mae": mean_absolute_error, "MAE": mean_absolute_error,
                "mape": mean_absolute_percentage_error, "msle": mean_squared_logarithmic_error, "bce": binary_crossentropy,
                "MAPE": mean_absolute_percentage_error, "MSLE": mean_squared_logarithmic_error, "BCE": binary_crossentropy,
                "kld": kl_divergence, "KLD": kl_divergence})
get, serialize, deserialize = _named.get, _named.serialize, _named.deserialize
__getattr__ = absent_from("tf.keras.losses")
