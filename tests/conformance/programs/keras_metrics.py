import numpy as np
import tensorflow as tf
from tensorflow.keras import metrics
from tests.conformance.support.tell import fails, show

RANDOM = np.random.RandomState(1)
Y, P = (RANDOM.rand(12) > 0.5).astype("float32"), np.round(RANDOM.rand(12), 3).astype("float32")
ONE_HOT, SCORES = np.eye(3, dtype="float32")[RANDOM.randint(0, 3, 8)], np.round(RANDOM.rand(8, 3), 3).astype("float32")
LABELS, GUESSES = RANDOM.randint(0, 3, (2, 4)), RANDOM.randint(0, 3, (2, 4))
NUMBERS, NEAR = RANDOM.randn(6, 2).astype("float32"), RANDOM.randn(6, 2).astype("float32")


def told(metric, *batches):
    """The result after each batch, the Variables, and whether a copy by config is the same."""
    for batch in batches:
        metric.update_state(*batch)
        show(metric.result())
    print([(v.path, tuple(v.shape), v.dtype) for v in metric.variables])
    config = metric.get_config()
    print(sorted(config.items(), key=str))
    copy = type(metric).from_config(config)
    print(copy.get_config() == config)
    metric.reset_state()
    show(metric(*batches[0]))


def in_graph(metric, *batch):
    show(tf.function(lambda: metric(*map(tf.constant, batch)))())

# %% sensitivity-at-specificity
told(metrics.SensitivityAtSpecificity(0.5), (Y, P), (1 - Y, P))
told(metrics.SensitivityAtSpecificity(0.9, num_thresholds=1, name="s"), (Y, P, np.arange(12.0)))
in_graph(metrics.SensitivityAtSpecificity(0.5), Y, P)

# %% specificity-at-sensitivity
told(metrics.SpecificityAtSensitivity(0.5), (Y, P), (1 - Y, P))
told(metrics.SpecificityAtSensitivity(0.9, num_thresholds=3), (Y, P))
in_graph(metrics.SpecificityAtSensitivity(0.5), Y, P)

# %% precision-at-recall
told(metrics.PrecisionAtRecall(0.5), (Y, P), (1 - Y, P))
told(metrics.PrecisionAtRecall(0.9, class_id=1), (ONE_HOT, SCORES))
in_graph(metrics.PrecisionAtRecall(0.5), Y, P)

# %% recall-at-precision
told(metrics.RecallAtPrecision(0.5), (Y, P), (1 - Y, P))
told(metrics.RecallAtPrecision(0.95, num_thresholds=10), (Y, P))
in_graph(metrics.RecallAtPrecision(0.5), Y, P)

# %% bounds-that-are-none
fails(metrics.SensitivityAtSpecificity, 1.5)
fails(metrics.SpecificityAtSensitivity, -1)
fails(metrics.PrecisionAtRecall, 2)
fails(metrics.RecallAtPrecision, 2)
fails(metrics.RecallAtPrecision, 0.5, num_thresholds=0)

# %% precision-and-recall-of-the-first
told(metrics.Precision(top_k=2), (ONE_HOT, SCORES))
told(metrics.Recall(top_k=1), (ONE_HOT, SCORES))
told(metrics.Precision(top_k=2, class_id=1), (ONE_HOT, SCORES))
told(metrics.Precision(top_k=2, thresholds=[0.3, 0.8]), (ONE_HOT, SCORES))

# %% auc
for curve in ("ROC", "PR"):
    for method in ("interpolation", "minoring", "majoring"):
        told(metrics.AUC(num_thresholds=11, curve=curve, summation_method=method), (Y, P))
fails(metrics.AUC, summation_method="bogus")
fails(metrics.AUC, curve="bogus")

# %% iou
told(metrics.IoU(3, [0, 2]), (LABELS, GUESSES), (GUESSES, GUESSES))
told(metrics.IoU(3, [1], ignore_class=0, name="i"), (LABELS, GUESSES, np.array([[1, 2, 3, 4], [0, 1, 0, 1]])))
told(metrics.IoU(3, [0, 1], sparse_y_pred=False, dtype="float32"), (np.argmax(ONE_HOT, 1), SCORES))
fails(metrics.IoU, 3, [3])

# %% iou-of-others
show(metrics.IoU(3, [0, 1, 2])([0, 1, 5, -1], [0, 2, 1, 0]), metrics.IoU(3, [2])([0, 1], [0, 1]))
in_graph(metrics.IoU(3, [0, 2]), LABELS, GUESSES)

# %% binary-iou
told(metrics.BinaryIoU(), (Y, P), (1 - Y, P))
told(metrics.BinaryIoU([1], 0.3), (Y, P))
in_graph(metrics.BinaryIoU(), Y, P)

# %% mean-iou
told(metrics.MeanIoU(3), (LABELS, GUESSES), (GUESSES, GUESSES))
told(metrics.MeanIoU(3, ignore_class=1, dtype="float32"), (LABELS, GUESSES, np.array([[0.5, 0.5, 1, 1], [1, 1, 1, 1]])))
in_graph(metrics.MeanIoU(3), LABELS, GUESSES)

# %% one-hot-iou
told(metrics.OneHotIoU(3, [0, 2]), (ONE_HOT, SCORES))
told(metrics.OneHotIoU(3, [1], sparse_y_pred=True), (ONE_HOT, np.argmax(SCORES, 1)))
told(metrics.OneHotMeanIoU(3), (ONE_HOT, SCORES))
told(metrics.OneHotMeanIoU(3, ignore_class=0, name="m"), (ONE_HOT, SCORES))

# %% f-beta
for average in (None, "micro", "macro", "weighted"):
    told(metrics.FBetaScore(average, 2.0), (ONE_HOT, SCORES), (ONE_HOT[::-1], SCORES))
told(metrics.FBetaScore("macro", 0.5, 0.4), (ONE_HOT, SCORES, np.arange(8.0)))

# %% f-beta-errors
fails(metrics.FBetaScore, "bogus")
fails(metrics.FBetaScore, beta=1)
fails(metrics.FBetaScore, beta=-1.0)
fails(metrics.FBetaScore, threshold=1)
fails(metrics.FBetaScore, threshold=1.5)
fails(metrics.FBetaScore(), [1.0], [1.0])
print(metrics.FBetaScore().variables)

# %% f1
for average in (None, "micro", "macro", "weighted"):
    told(metrics.F1Score(average), (ONE_HOT, SCORES))
in_graph(metrics.F1Score("macro", 0.5), ONE_HOT, SCORES)
show(metrics.F1Score()(np.zeros((2, 2)), np.zeros((2, 2))))

# %% r2
for way in ("uniform_average", "variance_weighted_average", None):
    told(metrics.R2Score(way), (NUMBERS, NEAR), (NUMBERS, NUMBERS))
told(metrics.R2Score(num_regressors=2), (NUMBERS, NEAR, np.arange(6.0)))

# %% r2-of-others
import warnings

fails(metrics.R2Score, "bogus")
fails(metrics.R2Score, num_regressors=-1)
fails(metrics.R2Score(), np.ones((2, 2, 2)), np.ones((2, 2, 2)))
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    show(metrics.R2Score(num_regressors=50)(NUMBERS, NEAR), metrics.R2Score(num_regressors=11)(NUMBERS, NEAR))
print(*(warning.message for warning in caught), sep="\n")
show(metrics.R2Score()([[1.0], [1.0]], [[1.0], [2.0]]))

# %% pearson
told(metrics.PearsonCorrelation(), (NUMBERS.T, NEAR.T), (NUMBERS.T, NUMBERS.T))
told(metrics.PearsonCorrelation(axis=0, name="p"), (NUMBERS, NEAR))
show(metrics.pearson_correlation(NUMBERS.T, NEAR.T), metrics.pearson_correlation(NUMBERS, NEAR, axis=0))
in_graph(metrics.PearsonCorrelation(), NUMBERS.T, NEAR.T)

# %% concordance
told(metrics.ConcordanceCorrelation(), (NUMBERS.T, NEAR.T), (NUMBERS.T, NUMBERS.T))
told(metrics.ConcordanceCorrelation(axis=0), (NUMBERS, NEAR))
show(metrics.concordance_correlation(NUMBERS.T, NEAR.T), metrics.concordance_correlation(NUMBERS, 2 * NUMBERS, axis=0))

# %% categorical-hinge
told(metrics.CategoricalHinge(), (ONE_HOT, SCORES), (ONE_HOT, SCORES, np.arange(8.0)))
show(metrics.categorical_hinge(ONE_HOT, SCORES), metrics.squared_hinge(Y[:4], P[:4]), metrics.huber(Y, P))
show(metrics.binary_focal_crossentropy(Y, P), metrics.categorical_focal_crossentropy(ONE_HOT, SCORES))

# %% in-compile
tf.keras.utils.set_random_seed(1)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(3, activation="softmax", kernel_initializer="ones")])
model.compile("sgd", "categorical_crossentropy", metrics=[metrics.F1Score(average="macro"), metrics.OneHotMeanIoU(3), "Precision", metrics.Recall(top_k=2)])
show(*model.fit(SCORES, ONE_HOT, epochs=2, verbose=0).history.values())
print(sorted(model.evaluate(SCORES, ONE_HOT, verbose=0, return_dict=True)))
