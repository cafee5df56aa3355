"""`keras.losses`: functions of (y_true, y_pred) that give one value per sample, and classes that reduce them."""

from __future__ import annotations

from runtime.core.absent import absent_from
from runtime.keras.losses.base import Loss, LossFunctionWrapper, Reduction, as_dtype_of, class_of, masked_weight, squeeze_or_expand_to_same_rank
from runtime.keras.losses.classification import (binary_crossentropy, binary_focal_crossentropy, categorical_crossentropy,
                                                 categorical_focal_crossentropy, categorical_generalized_cross_entropy, categorical_hinge,
                                                 elementwise_binary_crossentropy, sparse_categorical_crossentropy)
from runtime.keras.losses.ctc import ctc
from runtime.keras.losses.overlap import circle, dice, tversky
from runtime.keras.losses.regression import (cosine_similarity, hinge, huber, kl_divergence, log_cosh, mean_absolute_error,
                                             mean_absolute_percentage_error, mean_squared_error, mean_squared_logarithmic_error, poisson,
                                             squared_hinge)
from runtime.keras.registry import Names

MeanSquaredError = class_of("MeanSquaredError", mean_squared_error)
MeanAbsoluteError = class_of("MeanAbsoluteError", mean_absolute_error)
MeanAbsolutePercentageError = class_of("MeanAbsolutePercentageError", mean_absolute_percentage_error)
MeanSquaredLogarithmicError = class_of("MeanSquaredLogarithmicError", mean_squared_logarithmic_error)
Huber = class_of("Huber", huber, forgets=("delta",), delta=1.0)
LogCosh = class_of("LogCosh", log_cosh)
Hinge = class_of("Hinge", hinge)
KLDivergence = class_of("KLDivergence", kl_divergence)
BinaryCrossentropy = class_of("BinaryCrossentropy", binary_crossentropy, from_logits=False, label_smoothing=0.0, axis=-1)
CategoricalCrossentropy = class_of("CategoricalCrossentropy", categorical_crossentropy, from_logits=False, label_smoothing=0.0,
                                 axis=-1)
SquaredHinge = class_of("SquaredHinge", squared_hinge)
Poisson = class_of("Poisson", poisson)
CosineSimilarity = class_of("CosineSimilarity", cosine_similarity, axis=-1)
BinaryFocalCrossentropy = class_of("BinaryFocalCrossentropy", binary_focal_crossentropy, apply_class_balancing=False, alpha=0.25, gamma=2.0,
                                 from_logits=False, label_smoothing=0.0, axis=-1)
SparseCategoricalCrossentropy = class_of("SparseCategoricalCrossentropy", sparse_categorical_crossentropy, from_logits=False,
                                       ignore_class=None)
CategoricalHinge = class_of("CategoricalHinge", categorical_hinge)
CategoricalFocalCrossentropy = class_of("CategoricalFocalCrossentropy", categorical_focal_crossentropy, alpha=0.25, gamma=2.0,
                                        from_logits=False, label_smoothing=0.0, axis=-1)
CTC = class_of("CTC", ctc)
Dice = class_of("Dice", dice, after=("axis",), axis=None)
Tversky = class_of("Tversky", tversky, after=("axis",), alpha=0.5, beta=0.5, axis=None)
Circle = class_of("Circle", circle, gamma=80.0, margin=0.4, remove_diagonal=True)


class CategoricalGeneralizedCrossEntropy(LossFunctionWrapper):
    """Cross-entropy that is robust against wrong labels. Raises ValueError for a `q` that is not between 0 and 1."""

    def __init__(self, q=0.5, reduction="sum_over_batch_size", name="categorical_generalized_cross_entropy", dtype=None):
        if not 0 < q < 1:
            raise ValueError("q must be in the interval (0, 1)")
        super().__init__(categorical_generalized_cross_entropy, reduction, name, dtype, q=q)

    def get_config(self):
        return {**Loss.get_config(self), "q": self._fn_kwargs["q"]}


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
                        SparseCategoricalCrossentropy, categorical_hinge, categorical_focal_crossentropy, ctc, dice, tversky, circle,
                        CategoricalHinge, CategoricalFocalCrossentropy, CTC, Dice, Tversky, Circle],
               {"mse": mean_squared_error, "MSE": mean_squared_error, "mae": mean_absolute_error, "MAE": mean_absolute_error,
                "mape": mean_absolute_percentage_error, "msle": mean_squared_logarithmic_error, "bce": binary_crossentropy,
                "MAPE": mean_absolute_percentage_error, "MSLE": mean_squared_logarithmic_error, "BCE": binary_crossentropy,
                "kld": kl_divergence, "KLD": kl_divergence})
get, serialize, deserialize = _named.get, _named.serialize, _named.deserialize
__getattr__ = absent_from("tf.keras.losses")
