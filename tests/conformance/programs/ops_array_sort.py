import numpy as np
import tensorflow as tf
from look import both, floats, ints

C = tf.constant
ROWS = C([[3.0, 1.0, 2.0], [9.0, 8.0, 7.0]])

# %% sort
both(lambda x: tf.sort(x), ROWS)
both(lambda x: tf.sort(x, axis=0), ROWS)
both(lambda x: tf.sort(x, direction="DESCENDING"), ROWS)
both(lambda x: tf.sort(x), C([3, 1, -2]))
both(lambda x: tf.sort(x), C([3, 1, 2], tf.uint8))
both(lambda x: tf.sort(x), C(["b", "a"]))
both(lambda x: tf.sort(x), C(1.0))
both(lambda x: tf.sort(x), C([1.0, float("nan"), -1.0]))

# %% sort-errors
both(lambda x: tf.sort(x, direction="foo"), ROWS)

# %% argsort
both(lambda x: tf.argsort(x), ROWS)
both(lambda x: tf.argsort(x, axis=0, direction="DESCENDING"), ROWS)
both(lambda x: tf.argsort(x), C([1, 0, 1, 0]))

# %% top-k
both(lambda x: tf.math.top_k(x, 2), ROWS)
both(lambda x: tf.math.top_k(x), ROWS)
both(lambda x, k: tf.math.top_k(x, k), ROWS, C(2))
both(lambda: tf.math.top_k([1, 3, 3, 2], 3))
both(lambda x: tf.math.top_k(x, 2, index_type=tf.int64), ROWS)

# %% top-k-errors
both(lambda x: tf.math.top_k(x, 5), ROWS)
both(lambda x: tf.math.top_k(x, -1), ROWS)
both(lambda x: tf.math.top_k(x, 1), C(1.0))

# %% in-top-k
both(lambda t, p: tf.math.in_top_k(t, p, 1), C([0, 2]), ROWS)
both(lambda p: tf.math.in_top_k([0, 7], p, 2), ROWS)

# %% unique
both(lambda x: tf.unique(x), C([1, 3, 1, 2]))
both(lambda x: tf.unique(x, out_idx=tf.int64), C([1.0, 3.0, 1.0, 2.0]))
both(lambda x: tf.unique(x), ROWS)

# %% unique-with-counts
both(lambda x: tf.unique_with_counts(x), C(["a", "b", "a"]))

# %% searchsorted
both(lambda: tf.searchsorted([1, 3, 5], [0, 3, 6]))
both(lambda s, v: tf.searchsorted(s, v, side="right"), C([[1.0, 2.0], [3.0, 4.0]]), C([[1.0, 5.0], [0.0, 3.0]]))
both(lambda s, v: tf.searchsorted(s, v, out_type=tf.int64), C([1.0, 2.0]), C([1.0, 5.0]))

# %% searchsorted-errors
both(lambda s, v: tf.searchsorted(s, v), C([1.0, 2.0]), C([[1.0, 5.0], [0.0, 3.0]]))
both(lambda s, v: tf.searchsorted(s, v, side="x"), C([1.0, 2.0]), C([1.0, 5.0]))
both(lambda s: tf.searchsorted(s, 3.0), C([1.0, 2.0]))

# %% nan-in-the-middle
# differs: NaN comes last in every order; TensorFlow's order around it is what its algorithm happens to leave
print(tf.math.top_k([1.0, float("nan"), 3.0, 2.0], 4), tf.sort([1.0, float("nan"), 3.0, 2.0]))
