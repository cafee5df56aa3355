import tensorflow as tf
from tell import fails, show

p = tf.reshape(tf.range(12.0), [6, 2])
ids = tf.SparseTensor([[0, 0], [0, 1], [1, 0], [2, 0], [2, 3]], tf.constant([1, 3, 0, 5, 5], tf.int64), [3, 4])
w = tf.SparseTensor(ids.indices, [1.0, 2, 0.5, -1, 3], [3, 4])
bad = tf.SparseTensor([[0, 0], [0, 1], [2, 0], [2, 3]], tf.constant([1, -3, 5, 5], tf.int64), [4, 4])
bw = tf.SparseTensor(bad.indices, [1.0, 2, 0, 3], [4, 4])
v = tf.Variable(p)


def slope(f, source):
    with tf.GradientTape() as tape:
        tape.watch(source)
        y = f() * 2.0
    found = tape.gradient(y, source)
    show(*((found.values, found.indices, found.dense_shape) if isinstance(found, tf.IndexedSlices) else (found,)))

# %% combiners
for combiner in ("sum", "mean", "sqrtn", None):
    show(tf.nn.embedding_lookup_sparse(p, ids, None, combiner=combiner), tf.nn.embedding_lookup_sparse(p, ids, w, combiner=combiner))
fails(tf.nn.embedding_lookup_sparse, p, ids, None, combiner="max")

# %% tables-in-parts-and-norms
show(tf.nn.embedding_lookup_sparse([p, p + 100, p + 200], ids, w), tf.nn.embedding_lookup_sparse(p, ids, w, max_norm=2.0), tf.nn.embedding_lookup_sparse(p, ids, None, max_norm=2.0))
show(tf.compat.v1.nn.embedding_lookup_sparse([p, p + 100, p + 200], ids, w), tf.compat.v1.nn.embedding_lookup([p, p + 100, p + 200], [1, 5, 8, 4]), tf.compat.v1.nn.embedding_lookup([p, p + 100, p + 200], [1, 5, 8, 4], "div"))
fails(tf.compat.v1.nn.embedding_lookup, [p, p + 100], [1, 5], "dv")
fails(tf.nn.embedding_lookup_sparse, p, 3, None)
fails(tf.nn.embedding_lookup_sparse, p, ids, 3)

# %% gradients
for combiner in ("sum", "mean", "sqrtn"):
    slope(lambda: tf.nn.embedding_lookup_sparse(v, ids, None, combiner=combiner), v)
    slope(lambda: tf.nn.embedding_lookup_sparse(v, ids, w, combiner=combiner), v)
    slope(lambda: tf.nn.embedding_lookup_sparse(p, ids, None, combiner=combiner), p)
    slope(lambda: tf.nn.safe_embedding_lookup_sparse(v, bad, combiner=combiner), v)
slope(lambda: tf.nn.embedding_lookup_sparse(p, ids, None, allow_fast_lookup=True)[:, :1], p)

# %% safe
for combiner in ("sum", "mean", "sqrtn"):
    show(tf.nn.safe_embedding_lookup_sparse(p, bad, combiner=combiner), tf.nn.safe_embedding_lookup_sparse(p, bad, bw, combiner=combiner), tf.nn.safe_embedding_lookup_sparse(p, bad, bw, combiner=combiner, default_id=2))
show(tf.nn.safe_embedding_lookup_sparse(p, tf.SparseTensor([[0, 0, 1], [1, 1, 0]], tf.constant([1, 2], tf.int64), [2, 2, 3])))
fails(tf.nn.safe_embedding_lookup_sparse, None, bad)
fails(tf.nn.safe_embedding_lookup_sparse, [], bad)

# %% safe-in-a-function
@tf.function(input_signature=[tf.SparseTensorSpec([None, None], tf.int64), tf.SparseTensorSpec([None, None])])
def f(ids, weights):
    return tf.nn.safe_embedding_lookup_sparse(v, ids, weights), tf.nn.safe_embedding_lookup_sparse(v, ids)

show(*f(bad, bw))
print(f.get_concrete_function().output_shapes)

# %% ragged
ri, rw = tf.ragged.constant([[1, 2], [], [4]], dtype=tf.int64), tf.ragged.constant([[1.0, 2], [], [4]])
show(tf.nn.safe_embedding_lookup_sparse(p, ri, rw), tf.nn.safe_embedding_lookup_sparse(p, ri, default_id=3), tf.nn.embedding_lookup_sparse(p, tf.ragged.constant([[1, 2], [4]]), None), tf.nn.embedding_lookup_sparse(p, ri[:1], rw[:1], combiner="sum"))
fails(tf.nn.embedding_lookup_sparse, p, ri, None, combiner="x")

# %% segments-with-sparse-gradients
for f in (tf.sparse.segment_sum, tf.sparse.segment_mean, tf.sparse.segment_sqrt_n):
    slope(lambda: f(p, [3, 1, 3, 0], [0, 0, 1, 1], sparse_gradient=True), p)
    slope(lambda: f(p, [3, 1, 3, 0], [0, 0, 1, 3], num_segments=5, sparse_gradient=True), p)
