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


# %% sum-and-mean-1
both(
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=2),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=[0, 0]),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=-3),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=[]),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=(0, 1)),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=C([1])),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=1.5),
    lambda: tf.reduce_sum([[1, 2], [3, 4]], axis=[[0]]),
    lambda: tf.reduce_sum([True, False]),
    lambda: tf.reduce_sum(["a"]),
    lambda: tf.reduce_sum([]),
    lambda: tf.reduce_sum(5),
)

# %% sum-and-mean-2
both(
    lambda: tf.reduce_mean([]),
    lambda: tf.reduce_mean([1, 2]),
    lambda: tf.reduce_mean([-1, -2]),
    lambda: tf.reduce_mean(C([], tf.int32)),
    lambda: tf.reduce_mean(C([200, 100], tf.uint8)),
    lambda: tf.reduce_mean([True, False]),
    lambda: tf.reduce_mean(C([2**31-1, 2**31-1])),
    lambda: tf.reduce_mean(C([2**63-1, 2**63-1])),
    lambda: tf.reduce_mean(C([100, 100, 100], tf.int8)),
    lambda: tf.reduce_mean(C([-7, 0, 2], tf.int64)),
    lambda: tf.reduce_mean(C([1e4]*100, tf.float16)),
    lambda: tf.reduce_sum(C([1e4]*100, tf.float16)),
)

# %% sum-and-mean-3
both(
    lambda: tf.reduce_sum(C([200, 100], tf.uint8)),
    lambda: tf.reduce_sum(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7]*7)),
    lambda: tf.reduce_mean(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7]*7)),
    lambda: tf.reduce_sum(tf.complex([3.0, 1.0], [4.0, 1.0])),
)

# %% prod-max-min
both(
    lambda: tf.reduce_max([]),
    lambda: tf.reduce_max(C([], tf.int32)),
    lambda: tf.reduce_min(C([], tf.float64)),
    lambda: tf.reduce_min(C([], tf.uint8)),
    lambda: tf.reduce_prod([]),
    lambda: tf.reduce_max([1.0, NAN, 2.0]),
    lambda: tf.reduce_min([1.0, NAN, 2.0]),
    lambda: tf.reduce_max(["a"]),
    lambda: tf.reduce_max([True]),
    lambda: tf.reduce_max(tf.complex([3.0, 1.0], [4.0, 1.0])),
    lambda: tf.reduce_prod(C([1, 2, 3, 4])),
    lambda: tf.reduce_prod(C([[1, 2], [3, 4]]), 0),
)

# %% all-any
both(
    lambda: tf.reduce_all([]),
    lambda: tf.reduce_any([]),
    lambda: tf.reduce_all([1, 0]),
    lambda: tf.reduce_all(C([1, 0])),
    lambda: tf.reduce_any([True, False]),
    lambda: tf.reduce_all(C([])),
    lambda: tf.math.reduce_all(C([[True, False], [True, True]]), axis=1),
)

# %% arg-extremes-1
both(
    lambda: tf.argmax([1.0, NAN, 2.0]),
    lambda: tf.argmax([]),
    lambda: tf.argmax([1, 3, 2]),
    lambda: tf.argmax([[1, 3, 2], [5, 1, 9]]),
    lambda: tf.argmax([[1, 3, 2], [5, 1, 9]], 1),
    lambda: tf.argmax([[1, 3, 2], [5, 1, 9]], -1, output_type=tf.int32),
    lambda: tf.argmax([[1, 3, 2], [5, 1, 9]], 2),
    lambda: tf.argmax([[1, 3, 2], [5, 1, 9]], -3),
    lambda: tf.argmax(5),
    lambda: tf.argmin([3, 1, 1]),
    lambda: tf.argmax([True, False]),
    lambda: tf.argmax(["a"]),
)

# %% arg-extremes-2
both(
    lambda: tf.argmax([1], output_type=tf.float32),
    lambda: tf.math.argmax(C([[1, 2], [3, 4]]), axis=C(1)),
)

# %% cumulative-1
both(
    lambda: tf.cumsum([1, 2, 3]),
    lambda: tf.cumsum([1, 2, 3], exclusive=True),
    lambda: tf.cumsum([1, 2, 3], reverse=True),
    lambda: tf.cumsum([1, 2, 3], exclusive=True, reverse=True),
    lambda: tf.cumsum([[1, 2], [3, 4]], 1),
    lambda: tf.cumsum([[1, 2], [3, 4]], 2),
    lambda: tf.cumsum(1),
    lambda: tf.math.cumprod([1.0, 2.0, 3.0]),
    lambda: tf.math.cumprod([2, 3, 4], exclusive=True, reverse=True),
    lambda: tf.math.cumulative_logsumexp([1.0, 2.0, 3.0]),
    lambda: tf.math.cumulative_logsumexp([1.0, 2.0, 3.0], exclusive=True),
    lambda: tf.math.cumulative_logsumexp([1.0, 2.0, 3.0], reverse=True),
)

# %% cumulative-2
both(
    lambda: tf.cumsum(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
)

# %% variance-and-logsumexp-1
both(
    lambda: tf.math.reduce_variance([1, 2]),
    lambda: tf.math.reduce_variance([1.0, 2.0, 4.0]),
    lambda: tf.math.reduce_std([[1.0, 2.0], [4.0, 8.0]], 1),
    lambda: tf.math.reduce_std(C([1+1j, 2])),
    lambda: tf.reduce_logsumexp([1.0, 2.0]),
    lambda: tf.reduce_logsumexp([-INF, -INF]),
    lambda: tf.reduce_logsumexp([INF, 1.0]),
    lambda: tf.reduce_logsumexp([1, 2]),
    lambda: tf.math.reduce_euclidean_norm([3.0, 4.0]),
    lambda: tf.math.reduce_euclidean_norm([3, 4]),
    lambda: tf.math.count_nonzero([0, 1, 2]),
    lambda: tf.math.count_nonzero([[0, 1], [2, 0]], axis=1, keepdims=True, dtype=tf.int32),
)

# %% variance-and-logsumexp-2
both(
    lambda: tf.math.count_nonzero(["", "a"]),
    lambda: tf.math.count_nonzero([True, False]),
    lambda: tf.math.zero_fraction([0.0, 1.0]),
    lambda: tf.math.zero_fraction([]),
    lambda: tf.reduce_logsumexp(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
    lambda: tf.math.reduce_std(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
)

# %% norms-1
both(
    lambda: tf.norm([3.0, 4.0]),
    lambda: tf.norm([3, 4]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=1),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=1, axis=[0, 1]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=2, axis=[0, 1]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord="fro", axis=[-2, -1]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=np.inf),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=np.inf, axis=[0, 1]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=3),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord="bad"),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord=-1),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], axis=[0, 0]),
)

# %% norms-2
both(
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], axis=[0, 1, 1]),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], ord="fro", axis=0),
    lambda: tf.norm([[3.0, 4.0], [1.0, 2.0]], axis=5),
    lambda: tf.norm(C([3+4j, 1])),
    lambda: tf.linalg.normalize([3.0, 4.0]),
    lambda: tf.math.l2_normalize([3.0, 4.0]),
    lambda: tf.norm(C([0.1, 0.5, 1.0, 3.0, 9.0, -0.3, -2.7])),
)

# %% clipping-1
both(
    lambda: tf.clip_by_value([1.0, 5.0, -3.0], 0, 2),
    lambda: tf.clip_by_value([1, 5, -3], 0, 2),
    lambda: tf.clip_by_value([1, 5, -3], 0.5, 2),
    lambda: tf.clip_by_value([1.0, 5.0], [0.0, 0.0], [2.0, 3.0]),
    lambda: tf.clip_by_value([1.0, 5.0], [[0.0]], 2.0),
    lambda: tf.clip_by_value(1.0, [0.0, 0.0], 2.0),
    lambda: tf.clip_by_value([1, 5], 3, 2),
    lambda: tf.clip_by_value([NAN], 0.0, 1.0),
    lambda: tf.clip_by_norm([3.0, 4.0], 1.0),
    lambda: tf.clip_by_norm([3.0, 4.0], 10.0),
    lambda: tf.clip_by_norm([0.0, 0.0], 1.0),
    lambda: tf.clip_by_norm([[3.0, 4.0]], 1.0, axes=[1]),
)

# %% clipping-2
both(
    lambda: tf.clip_by_norm([3, 4], 1),
    lambda: tf.clip_by_global_norm([C([3.0, 4.0]), C([1.0])], 1.0),
    lambda: tf.clip_by_global_norm([C([3.0, 4.0]), None], 1.0),
    lambda: tf.clip_by_global_norm([C([INF])], 1.0),
    lambda: tf.clip_by_global_norm([C([3.0, 4.0])], 1.0, use_norm=C(5.0)),
)

# %% global-norm
both(
    lambda: tf.linalg.global_norm([C([3.0, 4.0]), C([1.0])]),
    lambda: tf.linalg.global_norm([]),
)

# %% add-n
both(
    lambda: tf.add_n([C([1, 2]), C([3, 4])]),
    lambda: tf.add_n([[1, 2], [3, 4]]),
    lambda: tf.add_n([]),
    lambda: tf.add_n(5),
    lambda: tf.add_n([C(1), C(1.0)]),
    lambda: tf.add_n([C([1, 2]), C([1])]),
    lambda: tf.add_n([C([1, 2]), C([1, 2, 3])]),
    lambda: tf.add_n([C(True), C(False)]),
    lambda: tf.math.accumulate_n([C([1, 2]), C([3, 4])]),
)
