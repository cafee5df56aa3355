import numpy as np
import tensorflow as tf
from tell import fails, near, show

v1 = tf.compat.v1
m = v1.metrics
v1.logging.set_verbosity(v1.logging.ERROR)
P = [[0.1, 0.9], [0.4, 0.35], [0.8, 0.65]]
L = [[0.0, 1.0], [1.0, 0.0], [1.0, 1.0]]
W = [[1.0, 0.5], [2.0, 1.0], [1.0, 0.0]]


def run(metric, *batches, names=False, **options):
    """The updates for each batch, and the value after it. Tensors are given as placeholders of known shape."""
    with tf.Graph().as_default(), v1.Session() as session:
        given = [v1.placeholder(tf.as_dtype(np.asarray(x).dtype if np.asarray(x).dtype != np.float64 else np.float32), np.shape(x)) for x in batches[0]]
        value, update = metric(*given, **options)
        if names:
            print(value.name, update.name, value.shape, value.dtype.name, [v.name for v in v1.local_variables()], len(v1.get_collection(v1.GraphKeys.METRIC_VARIABLES)))
        session.run(v1.local_variables_initializer())
        for batch in batches:
            show(session.run(update, dict(zip(given, batch))), session.run(value))


# %% mean
run(m.mean, [[1.0, 2, 3]], [[5.0, 5, 5]], names=True)
run(m.mean, [[[1.0, 2], [3, 4]]], weights=[[1.0], [0.0]], name="mine", names=True)
run(m.mean, [[1, 2, 3]], weights=2.0)
run(m.mean_tensor, [[1.0, 2, 3]], [[5.0, 6, 7]], names=True)
run(m.mean_tensor, [[[1.0, 2], [3, 4]]], weights=[[1.0], [0.5]])
fails(run, m.mean, [[1.0, 2, 3]], weights=[1.0, 2])
fails(m.mean, [1.0])
fails(m.mean_tensor, [1.0])

# %% accuracy
run(m.accuracy, [[1, 2, 3], [1, 2, 4]], [[1, 1, 1], [1, 1, 1]], names=True)
run(m.accuracy, [[[1], [2], [3]], [1.0, 2, 4]], weights=[1.0, 1.0, 2.0])
fails(run, m.accuracy, [[1, 2, 3], [1, 2]])
fails(m.accuracy, [1], [1])
run(m.mean_per_class_accuracy, [[0, 1, 2, 2], [0, 2, 2, 2]], [[0, 0, 1, 1], [1, 0, 1, 0]], num_classes=3, names=True)
run(m.mean_per_class_accuracy, [[0, 1, 1], [0, 1, 0]], num_classes=2, weights=None)

# %% errors
run(m.mean_absolute_error, [L, P], names=True)
run(m.mean_squared_error, [L, P], weights=W)
run(m.root_mean_squared_error, [L, P], [P, P], names=True)
run(m.mean_relative_error, [L, P], normalizer=[[1.0, 2], [0, 4], [5, 6]])
run(m.mean_cosine_distance, [[[0.6, 0.8], [1, 0]], [[0.6, 0.8], [0, 1]]], dim=1, names=True)
run(m.percentage_below, [[1.0, 5, 7]], threshold=6.0)
fails(m.mean_absolute_error, [1.0], [1.0])
fails(run, m.mean_squared_error, [L, [[1.0]]])

# %% counts
B = [[True, False], [False, False], [True, True]]
for metric in (m.true_positives, m.true_negatives, m.false_positives, m.false_negatives):
    run(metric, [L, B], names=True)
    run(metric, [L, B], weights=W)
fails(m.true_positives, [1], [1])

# %% precision-and-recall
B = [[True, False], [False, False], [True, True]]
for metric in (m.precision, m.recall):
    run(metric, [L, B], [B, B], names=True)
    run(metric, [L, B], weights=W)
    run(metric, [[0, 0], [0, 0]])
    fails(metric, [1], [1])

# %% thresholds
for metric in (m.true_positives_at_thresholds, m.true_negatives_at_thresholds, m.false_positives_at_thresholds, m.false_negatives_at_thresholds, m.precision_at_thresholds, m.recall_at_thresholds):
    run(metric, [L, P], [L, P], thresholds=[0.2, 0.5, 0.85], names=metric in (m.precision_at_thresholds, m.true_positives_at_thresholds))
    run(metric, [L, P], thresholds=[0.5], weights=W)
fails(run, m.recall_at_thresholds, [L, [[2.0, 0], [0, 0], [0, 0]]], thresholds=[0.5])

# %% auc
run(m.auc, [L, P], [L, P], names=True)
run(m.auc, [L, P], weights=W, num_thresholds=20)
run(m.auc, [L, P], thresholds=[0.3, 0.6])
for method in ("trapezoidal", "careful_interpolation", "minoring", "majoring"):
    run(m.auc, [L, P], curve="PR", summation_method=method)
    run(m.auc, [L, P], curve="ROC", summation_method=method)
fails(run, m.auc, [L, P], curve="x")
fails(run, m.auc, [L, P], summation_method="x")
fails(m.auc, [1], [1])

# %% sensitivity
run(m.sensitivity_at_specificity, [L, P], [L, P], specificity=0.5, names=True)
run(m.specificity_at_sensitivity, [L, P], sensitivity=0.5, weights=W, num_thresholds=10)
fails(run, m.sensitivity_at_specificity, [L, P], specificity=2)
fails(run, m.specificity_at_sensitivity, [L, P], sensitivity=-1)

# %% mean-iou
run(m.mean_iou, [[0, 1, 2, 2], [0, 2, 2, 2]], [[0, 0, 1, 1], [1, 0, 1, 0]], num_classes=3, names=True)
run(m.mean_iou, [[[0, 1], [1, 1]], [[0, 1], [0, 1]]], num_classes=2)
fails(run, m.mean_iou, [[0, 1], [0]], num_classes=2)

# %% top-k
scores = [[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]]
labels = np.array([[1], [2]], np.int64)
run(m.recall_at_k, [labels, scores], [labels[::-1], scores], k=1, names=True)
run(m.recall_at_k, [labels, scores], k=2, class_id=2, names=True)
run(m.precision_at_k, [labels, scores], k=2, names=True)
run(m.precision_at_k, [labels[:, 0], scores], k=1, weights=[2.0, 1.0])
run(m.recall_at_top_k, [labels, np.array([[0, 1], [1, 2]], np.int64)], k=2)
run(m.precision_at_top_k, [labels, np.array([[0, 1], [1, 2]], np.int64)], k=2, class_id=1)
run(m.average_precision_at_k, [np.array([[1, 2], [2, 7]], np.int64), scores], [np.array([[0, -1], [2, 1]], np.int64), scores], k=3, names=True)
run(m.average_precision_at_k, [labels, scores], k=2, weights=[[1.0], [3.0]][0] * 2)
run(m.sparse_precision_at_k, [labels, scores], k=2)
fails(run, m.average_precision_at_k, [labels, scores], k=0)
fails(m.recall_at_k, labels, scores, 1)
fails(m.precision_at_k, labels, scores, 1)

# %% collections
with tf.Graph().as_default():
    value, update = m.mean([1.0], metrics_collections="a", updates_collections=["b", "c"])
    print(v1.get_collection("a") == [value], v1.get_collection("b") == [update], v1.get_collection("c") == [update])
    m.precision([1], [1], metrics_collections=["d"], updates_collections=["e"])
    print(len(v1.get_collection("d")), len(v1.get_collection("e")), v1.global_variables(), len(v1.local_variables()))

# %% unknown-shapes
with tf.Graph().as_default(), v1.Session() as session:
    x, y, w = (v1.placeholder(tf.float32, None) for _ in range(3))
    pairs = [m.accuracy(x, y), m.mean_squared_error(x, y, w), m.mean(x, w)]
    session.run(v1.local_variables_initializer())
    for feed in ({x: [[1.0], [2.0]], y: [1.0, 3.0], w: 1.0}, {x: [1.0, 2], y: [1.0, 2], w: [[2.0], [0.0]]}):
        near(*session.run([update for _, update in pairs], feed))
        near(*session.run([value for value, _ in pairs]))

# %% weights-of-classes
with tf.Graph().as_default(), v1.Session() as session:
    x, y, w = tf.constant([0, 1, 1]), tf.constant([0, 1, 0]), tf.constant([1.0, 2, 0.5])
    pairs = [m.mean_per_class_accuracy(x, y, 2, w), m.mean_iou(x, y, 2, w)]
    session.run(v1.local_variables_initializer())
    show(*session.run([update for _, update in pairs]))
    show(*session.run([value for value, _ in pairs]))

# %% sparse-labels
with tf.Graph().as_default(), v1.Session() as session:
    labels = tf.SparseTensor([[0, 0], [0, 1], [1, 0]], tf.constant([1, 2, 0], tf.int64), [2, 2])
    scores = tf.constant([[0.1, 0.7, 0.2], [0.5, 0.3, 0.2]])
    pairs = [m.recall_at_k(labels, scores, 2), m.precision_at_k(labels, scores, 2, class_id=1), m.average_precision_at_k(labels, scores, 2)]
    session.run(v1.local_variables_initializer())
    show(*session.run([update for _, update in pairs]))
    show(*session.run([value for value, _ in pairs]))
