"""`keras.metrics`: running totals in Variables."""

from __future__ import annotations

import runtime as tf
from runtime.core.absent import absent_from
from runtime.keras import losses
from runtime.keras.losses import (KLD, MAE, MAPE, MSE, MSLE, as_dtype_of, binary_crossentropy, binary_focal_crossentropy,
                                  categorical_crossentropy, categorical_focal_crossentropy, categorical_hinge, hinge, huber, kld,
                                  kullback_leibler_divergence, logcosh, mae, mape, mse, msle, poisson, sparse_categorical_crossentropy,
                                  squared_hinge, squeeze_or_expand_to_same_rank)
from runtime.keras.metrics.base import Mean, MeanMetricWrapper, Metric, RootMeanSquaredError, Sum
from runtime.keras.metrics.confusion import (AUC, FalseNegatives, FalsePositives, Precision, PrecisionAtRecall, Recall, RecallAtPrecision,
                                             SensitivityAtSpecificity, SpecificityAtSensitivity, TrueNegatives, TruePositives)
from runtime.keras.metrics.iou import BinaryIoU, IoU, MeanIoU, OneHotIoU, OneHotMeanIoU
from runtime.keras.metrics.scores import F1Score, FBetaScore, R2Score, concordance_correlation, pearson_correlation
from runtime.keras.registry import Names


def accuracy(y_true, y_pred):
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = squeeze_or_expand_to_same_rank(as_dtype_of(y_true, y_pred), y_pred)
    return tf.cast(tf.equal(y_true, y_pred), "float32")


def binary_accuracy(y_true, y_pred, threshold=0.5):
    y_pred = tf.convert_to_tensor(y_pred)
    y_true, y_pred = squeeze_or_expand_to_same_rank(tf.convert_to_tensor(y_true), y_pred)
    return tf.cast(tf.equal(as_dtype_of(y_true, y_pred), tf.cast(y_pred > threshold, y_pred.dtype)), "float32")


def categorical_accuracy(y_true, y_pred):
    matches = tf.equal(tf.argmax(y_true, -1), tf.argmax(y_pred, -1))
    return tf.cast(matches, "float32")


def sparse_categorical_accuracy(y_true, y_pred):
    y_true, y_pred = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = tf.squeeze(y_true, -1)
    return tf.cast(tf.equal(y_true, tf.cast(tf.argmax(y_pred, -1), y_true.dtype)), "float32")


def top_k_categorical_accuracy(y_true, y_pred, k=5):
    return sparse_top_k_categorical_accuracy(tf.argmax(y_true, -1), y_pred, k)


def sparse_top_k_categorical_accuracy(y_true, y_pred, k=5):
    """1 where the class is among the `k` most likely ones."""
    y_true, y_pred = tf.convert_to_tensor(y_true), tf.convert_to_tensor(y_pred)
    if y_true.shape.rank == y_pred.shape.rank and y_true.shape[-1] == 1:
        y_true = tf.squeeze(y_true, -1)
    shape = tf.shape(y_true)
    found = tf.math.in_top_k(tf.reshape(tf.cast(y_true, tf.int32), [-1]), tf.reshape(y_pred, [-1, y_pred.shape[-1]]), k)
    return tf.reshape(tf.cast(found, "float32"), shape)


def cosine_similarity(y_true, y_pred, axis=-1):
    """The cosine along `axis`."""
    return -losses.cosine_similarity(y_true, y_pred, axis)


def _wrapper(name, fn, **defaults):
    def __init__(self, *args, **kwargs):
        names = [*(("k",) if "k" in defaults else ()), "name", "dtype", *defaults]
        given = {"name": fn.__name__, "dtype": None, **defaults, **dict(zip(names, args)), **kwargs}
        MeanMetricWrapper.__init__(self, fn, **given)

    def get_config(self):
        return {**Metric.get_config(self), **({} if fn is cosine_similarity else self._fn_kwargs)}  # Keras forgets its `axis`
    direction = "up" if fn.__name__.endswith(("accuracy", "similarity", "correlation")) else "down"
    return type(name, (MeanMetricWrapper,), {"__init__": __init__, "get_config": get_config, "__module__": __name__,
                                             "direction": direction})


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
TopKCategoricalAccuracy = _wrapper("TopKCategoricalAccuracy", top_k_categorical_accuracy, k=5)
SparseTopKCategoricalAccuracy = _wrapper("SparseTopKCategoricalAccuracy", sparse_top_k_categorical_accuracy, k=5)
CosineSimilarity = _wrapper("CosineSimilarity", cosine_similarity, axis=-1)
MeanAbsolutePercentageError = _wrapper("MeanAbsolutePercentageError", losses.mean_absolute_percentage_error)
MeanSquaredLogarithmicError = _wrapper("MeanSquaredLogarithmicError", losses.mean_squared_logarithmic_error)
LogCoshError = _wrapper("LogCoshError", losses.log_cosh)
Hinge = _wrapper("Hinge", losses.hinge)
SquaredHinge = _wrapper("SquaredHinge", losses.squared_hinge)
KLDivergence = _wrapper("KLDivergence", losses.kl_divergence)
Poisson = _wrapper("Poisson", losses.poisson)
CategoricalHinge = _wrapper("CategoricalHinge", losses.categorical_hinge)
PearsonCorrelation = _wrapper("PearsonCorrelation", pearson_correlation, axis=-1)
ConcordanceCorrelation = _wrapper("ConcordanceCorrelation", concordance_correlation, axis=-1)

_named = Names("metric", [Mean, Sum, RootMeanSquaredError, Accuracy, BinaryAccuracy, CategoricalAccuracy, SparseCategoricalAccuracy,
                          MeanSquaredError, MeanAbsoluteError, BinaryCrossentropy, CategoricalCrossentropy, KLDivergence, Poisson,
                          SparseCategoricalCrossentropy, TopKCategoricalAccuracy, SparseTopKCategoricalAccuracy, CosineSimilarity,
                          MeanAbsolutePercentageError, MeanSquaredLogarithmicError, LogCoshError, Hinge, SquaredHinge, TruePositives,
                          FalsePositives, TrueNegatives, FalseNegatives, Precision, Recall, AUC, MeanIoU, IoU, BinaryIoU,
                          OneHotIoU, OneHotMeanIoU, SensitivityAtSpecificity, SpecificityAtSensitivity, PrecisionAtRecall,
                          RecallAtPrecision, FBetaScore, F1Score, R2Score, CategoricalHinge, PearsonCorrelation,
                          ConcordanceCorrelation],
               {"mse": MeanSquaredError, "MSE": MeanSquaredError, "mae": MeanAbsoluteError, "MAE": MeanAbsoluteError,
                "bce": BinaryCrossentropy, "BCE": BinaryCrossentropy, "mape": MeanAbsolutePercentageError, "MAPE": MeanAbsolutePercentageError,
                "msle": MeanSquaredLogarithmicError, "MSLE": MeanSquaredLogarithmicError})
get, serialize, deserialize = _named.get, _named.serialize, _named.deserialize
__getattr__ = absent_from("tf.keras.metrics")
