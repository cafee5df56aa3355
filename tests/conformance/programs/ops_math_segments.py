import numpy as np
import tensorflow as tf
from tell import headline, show

C = tf.constant
NAN, INF = float("nan"), float("inf")


def both(*cases):
    """What each function gives, or how it fails, eagerly and in a graph."""
    for case in cases:
        case.__name__ = "f"  # TensorFlow words the errors of "<lambda>" otherwise
        for run in (case, tf.function(case, autograph=False)):
            try:
                result = run()
            except Exception as error:  # the class is what is asked for
                print(f"{type(error).__name__}: {headline(str(error))}")
            else:
                show(*tf.nest.flatten(result))


# %% segments
both(
    lambda: tf.math.segment_sum([1, 2, 3], [0, 0, 1]),
    lambda: tf.math.segment_sum([[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]], [0, 2, 2]),
    lambda: tf.math.segment_sum([1, 2, 3], [1, 0, 1]),
    lambda: tf.math.segment_sum([1, 2, 3], [0, 0]),
    lambda: tf.math.segment_sum([1, 2, 3], [-1, 0, 1]),
    lambda: tf.math.segment_sum([], C([], tf.int32)),
    lambda: tf.math.segment_mean([1.0, 2.0, 3.0], [0, 0, 2]),
    lambda: tf.math.segment_max([1, 2, 3], [0, 0, 2]),
    lambda: tf.math.segment_min([1.0, 2.0, 3.0], [0, 0, 2]),
    lambda: tf.math.segment_prod([1, 2, 3], [0, 0, 2]),
)

# %% unsorted-segments
both(
    lambda: tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 1], 3),
    lambda: tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 5], 3),
    lambda: tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, -1], 3),
    lambda: tf.math.unsorted_segment_sum([1, 2, 3], [1, 0], 3),
    lambda: tf.math.unsorted_segment_sum([[1, 2], [3, 4]], [[0, 1], [1, 1]], 2),
    lambda: tf.math.unsorted_segment_sum([1, 2, 3], [1, 0, 1], -1),
    lambda: tf.math.unsorted_segment_max([1, 2, 3], [1, 0, 1], 3),
    lambda: tf.math.unsorted_segment_min([1.0, 2.0, 3.0], [1, 0, 1], 3),
    lambda: tf.math.unsorted_segment_prod([1, 2, 3], [1, 0, 1], 3),
    lambda: tf.math.unsorted_segment_mean([1.0, 2.0, 3.0], [1, 0, 1], 3),
    lambda: tf.math.unsorted_segment_sqrt_n([1.0, 2.0, 3.0], [1, 0, 1], 3),
)

# %% bincount
both(
    lambda: tf.math.bincount([1, 1, 2]),
    lambda: tf.math.bincount([1, 1, 2], minlength=5),
    lambda: tf.math.bincount([1, 1, 2], maxlength=2),
    lambda: tf.math.bincount([1, 1, 2], weights=[1.0, 2.0, 3.0]),
    lambda: tf.math.bincount([-1]),
    lambda: tf.math.bincount([[1, 1], [0, 2]], axis=-1),
    lambda: tf.math.bincount([[1, 1], [0, 2]], axis=0),
    lambda: tf.math.bincount([1, 1, 2], binary_output=True),
    lambda: tf.math.bincount([1, 1], dtype=tf.float32),
    lambda: tf.math.bincount(C([], tf.int32)),
    lambda: tf.math.bincount(C([1, 1, 2], tf.int64)),
)

# %% histograms
both(
    lambda: tf.histogram_fixed_width([0.0, 1.0, 2.5, 9.0], [0.0, 5.0], nbins=5),
    lambda: tf.histogram_fixed_width([0, 1, 2, 9], [0, 5], nbins=5),
    lambda: tf.histogram_fixed_width([0.0], [5.0, 0.0], nbins=5),
    lambda: tf.histogram_fixed_width_bins([0.0, 1.0, 2.5, 9.0, -3.0], [0.0, 5.0], nbins=5),
)

# %% confusion-matrix
both(
    lambda: tf.math.confusion_matrix([0, 1, 2], [0, 2, 2]),
    lambda: tf.math.confusion_matrix([0, 1, 2], [0, 2, 2], num_classes=4, dtype=tf.float32),
    lambda: tf.math.confusion_matrix([0, 1], [0, 1], weights=[2, 3]),
    lambda: tf.math.confusion_matrix([0, 1], [0, -1]),
    lambda: tf.math.confusion_matrix([0, 5], [0, 1], num_classes=3),
)
