import tensorflow as tf
from tell import fails, show

S = tf.sparse.from_dense
s = S([[1.0, 0, 2], [0, 0, 3]])
i = S([[1, 0, 2], [0, 0, 3]])
x = tf.constant([1.0, -2, 3, 4])
other = S([[1.0, 2, 0], [0, 5, 0], [0, 0, 0]])


def say(*values):
    for value in values:
        if isinstance(value, tf.SparseTensor):
            print(value.indices.numpy().tolist(), value.dense_shape.numpy().tolist(), value.shape, end=" ")
            value = value.values
        show(value)


def slope(f):
    """The gradient of a weighted sum of what `f` makes of a sparse tensor of `x`."""
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(tf.SparseTensor([[0, 0], [0, 2], [1, 1], [2, 2]], x, [3, 3]))
        y = y.values if isinstance(y, tf.SparseTensor) else y
        y = y * tf.reshape(tf.range(1.0, 1 + tf.cast(tf.size(y), tf.float32)), tf.shape(y))
    return tape.gradient(y, x)

# %% reshape
say(tf.sparse.reshape(s, [3, 2]), tf.sparse.reshape(s, [-1]), tf.sparse.reshape(s, [1, -1, 1, 2]), tf.sparse.reshape(S(tf.zeros([0, 3])), [3, -1]))
fails(tf.sparse.reshape, s, [4, 2])
fails(tf.sparse.reshape, s, [-1, -1])
fails(tf.sparse.reshape, s, [4, -1])
fails(tf.sparse.reshape, s, [-3, -2])
fails(tf.sparse.reshape, tf.ones([2]), [2])
show(slope(lambda s: tf.sparse.reshape(s, [9, 1])))

# %% reshape-in-a-function
@tf.function(input_signature=[tf.SparseTensorSpec([2, 3]), tf.TensorSpec([None], tf.int64)])
def f(s, sizes):
    return tf.sparse.reshape(s, sizes), tf.sparse.reshape(s, [6])

say(*f(s, [3, 2]))
for sizes in ([4, 2], [-1, -1], [4, -1], [-3, -2], [0, -1]):
    fails(f, s, sizes)
print([spec.shape for spec in f.get_concrete_function().structured_outputs])

@tf.function
def bad(s):
    return tf.sparse.reshape(s, [4, 2])

fails(bad, s)

# %% slice
say(tf.sparse.slice(s, [0, 1], [5, 5]), tf.sparse.slice(s, [0, 0], [1, 3]), tf.sparse.slice(s, [0, -1], [2, 2]), tf.sparse.slice(s, [4, 0], [1, 1]))
fails(tf.sparse.slice, s, [0], [1])
fails(tf.sparse.slice, s, [0, 0], [1])
fails(tf.sparse.slice, s, [0, 1], [-1, 2])
show(slope(lambda s: tf.sparse.slice(s, [0, 1], [2, 2])), slope(lambda s: tf.sparse.slice(s, [1, 0], [2, 3])))

# %% split
say(*tf.sparse.split(s, 2, 1), *tf.sparse.split(sp_input=s, num_split=2, axis=-2), *tf.sparse.split(i, 3, axis=1))
fails(tf.sparse.split, s, 5, 1)
fails(tf.sparse.split, s, 2, 5)
fails(tf.sparse.split, s, 0, 1)
fails(tf.sparse.split, s, 2)
fails(slope, lambda s: tf.sparse.split(s, 2, 1)[0])

# %% concat
say(tf.sparse.concat(0, [s, s]), tf.sparse.concat(-1, [s, s, s]), tf.sparse.concat(0, [s, S([[1.0, 0]])], expand_nonconcat_dims=True), tf.sparse.concat(1, [s]))
fails(tf.sparse.concat, 3, [s, s])
fails(tf.sparse.concat, 0, [s, S([[1.0, 0]])])
fails(tf.sparse.concat, 0, [s, S([1.0, 0])])
fails(tf.sparse.concat, 0, 3)
fails(tf.sparse.concat, 0, [3, 4])
print(slope(lambda s: tf.sparse.concat(1, [s, other])))

# %% transpose
say(tf.sparse.transpose(s), tf.sparse.transpose(s, [0, 1]), tf.sparse.transpose(S([[[1, 2], [0, 3]]]), [2, 0, 1]))
show(slope(tf.sparse.transpose))

@tf.function(input_signature=[tf.SparseTensorSpec([None, 3])])
def f(s):
    return tf.sparse.transpose(s), tf.sparse.expand_dims(s, 1), tf.sparse.reorder(s), tf.sparse.retain(s, s.values > 1), tf.sparse.reset_shape(s)

say(*f(s))
print([spec.shape for spec in f.get_concrete_function().structured_outputs])

# %% expand-dims
say(tf.sparse.expand_dims(s), tf.sparse.expand_dims(s, 0), tf.sparse.expand_dims(s, 1), tf.sparse.expand_dims(s, tf.constant(-2)))
fails(tf.sparse.expand_dims, s, "a")
fails(tf.sparse.expand_dims, s, [1])
show(slope(lambda s: tf.sparse.expand_dims(s, 0)))

# %% retain
say(tf.sparse.retain(s, [True, False, True]), tf.sparse.retain(s, s.values > 5))
fails(tf.sparse.retain, s, [True])
fails(tf.sparse.retain, s, [[True]])
fails(tf.sparse.retain, 3, [True])
show(slope(lambda s: tf.sparse.retain(s, [True, False, True, True])))

# %% reset-shape
say(tf.sparse.reset_shape(s), tf.sparse.reset_shape(s, [3, 3]), tf.sparse.reset_shape(tf.sparse.reset_shape(s, [8, 9])))
fails(tf.sparse.reset_shape, s, [1, 1])
fails(tf.sparse.reset_shape, s, [3])
fails(tf.sparse.reset_shape, s, 3)

# %% fill-empty-rows
filled, empty = tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 1], [3, 0], [3, 2]], [1.0, 2, 3], [5, 4]), 9.0)
say(filled, empty)
say(*tf.sparse.fill_empty_rows(tf.SparseTensor([[3, 1], [0, 0], [3, 0]], ["a", "b", "c"], [4, 2]), "x"))
say(*tf.sparse.fill_empty_rows(S(tf.zeros([0, 2])), 1.0))
fails(tf.sparse.fill_empty_rows, s, [1.0])
fails(tf.sparse.fill_empty_rows, tf.SparseTensor([[5, 0]], [1.0], [2, 2]), 1.0)
fails(tf.sparse.fill_empty_rows, tf.SparseTensor([[0, 0]], [1.0], [0, 2]), 1.0)
show(slope(lambda s: tf.sparse.fill_empty_rows(tf.sparse.reset_shape(s, [5, 3]), 7.0)[0]))
d = tf.constant(3.0)
with tf.GradientTape() as tape:
    tape.watch(d)
    y = tf.sparse.fill_empty_rows(tf.SparseTensor([[0, 0]], [1.0], [4, 1]), d)[0].values ** 2
show(tape.gradient(y, d))

# %% eye-and-indicator
say(tf.sparse.eye(2, 3), tf.sparse.eye(2, dtype=tf.int32), tf.sparse.to_indicator(i, 5))
fails(tf.sparse.eye, [2])
fails(tf.sparse.to_indicator, i, 2)

# %% cross
say(tf.sparse.cross([i, S([[7, 0, 8], [0, 9, 0]])]), tf.sparse.cross([i, tf.constant([["a"], ["b"]])], separator="-"), tf.sparse.cross([tf.constant([["a", "b"], ["c", "d"]]), tf.constant([[1], [2]])]))
fails(tf.sparse.cross, [i, [1]])
fails(tf.sparse.cross, 3)
fails(tf.sparse.cross, [i, tf.constant([1, 2])])
fails(tf.sparse.cross, [i, tf.constant([[1]])])
fails(tf.sparse.cross, [i, tf.constant([[1.5], [2.5]])])

# %% cross-hashed
say(tf.sparse.cross_hashed([i, tf.constant([["a"], ["b"]])]), tf.sparse.cross_hashed([i, i]), tf.sparse.cross_hashed([i, tf.constant([["a"], ["b"]])], 10, 3), tf.sparse.cross_hashed([i, tf.constant([[-4], [5]])], num_buckets=1000))
say(*tf.function(lambda a, b: (tf.sparse.cross_hashed([a, b], 100), tf.sparse.cross([b, a])))(i, tf.constant([["a"], ["b"]])))

# %% ragged-cross
r = tf.ragged.constant([["a"], ["b", "c"]])
print(tf.ragged.cross([r, tf.ragged.constant([["d"], ["e", "f"]])]), tf.ragged.cross([r, tf.constant([[1], [2]]), i]), tf.ragged.cross([tf.ragged.constant([[], [1, 2]], dtype=tf.int32, row_splits_dtype=tf.int32)]).row_splits.dtype)
fails(tf.ragged.cross, 3)
fails(tf.ragged.cross, [tf.constant([1.0])])
fails(tf.ragged.cross, [r, tf.constant([1, 2])])
fails(tf.ragged.cross, [r, tf.constant([[1]])])
fails(tf.ragged.cross, [tf.ragged.constant([[[1]]])])

# %% ragged-cross-hashed
r = tf.ragged.constant([["a"], ["b", "c"]])
print(tf.ragged.cross_hashed([r, tf.constant([[1], [2]])]), tf.ragged.cross_hashed([tf.constant([[1], [2]]), r], 5, 7), tf.function(tf.ragged.cross_hashed)([r, r], 9))

# %% set-shape
@tf.function(input_signature=[tf.SparseTensorSpec(None)])
def f(s):
    print(s.shape)
    s.set_shape([None, 3])
    print(s.shape)
    return s

say(f(s))
fails(lambda: tf.sparse.from_dense([[1.0]]).set_shape([2, 2]))
# %% rows-but-some
# needs: python>=3.11 (how a lambda is written out)
slices = tf.IndexedSlices(tf.reshape(tf.range(8.0), [4, 2]), tf.constant([12, 26, 37, 45]), tf.constant([1000, 2]))
some = tf.sparse.mask(slices, [12, 45, 3])
show(some.values, some.indices, some.dense_shape)
show(*tf.compat.v1.setdiff1d([1, 2, 3, 1, 5], [2, 9]), *tf.compat.v1.setdiff1d(["a", "b"], ["a"], index_dtype=tf.int64))
show(*tf.function(lambda x: tf.compat.v1.setdiff1d(x, [1.5]))(tf.constant([1.5, 2.5])))
print(tf.compat.v1.setdiff1d([1], [2]))
fails(lambda: tf.compat.v1.setdiff1d([[1]], [1]))
fails(lambda: tf.compat.v1.setdiff1d([1], [[1]]))
fails(lambda: tf.function(lambda: tf.compat.v1.setdiff1d([1], [[1]]))())
# %% products-at-places
one, two = tf.reshape(tf.range(1.0, 7), [2, 3]), tf.reshape(tf.range(7.0, 13), [3, 2])
places, values = tf.constant([[0, 0], [1, 1]]), tf.constant([0.5, 0.3])
show(*tf.sparse.sampled_addmm(places, values, [2, 2], one, two, alpha=0.75, beta=0.25))
show(*tf.sparse.sampled_addmm(places, values, [2, 2], one, two, output_type=tf.float32))
show(*tf.function(lambda a, b: tf.sparse.sampled_addmm(places, values, [2, 2], a, b))(one, two))
more = tf.reshape(tf.range(1.0, 13), [2, 2, 3]), tf.reshape(tf.range(13.0, 25), [2, 3, 2])
show(*tf.sparse.sampled_addmm(tf.constant([[[0, 1], [1, 0]], [[0, 0], [1, 0]]]), tf.constant([[3.0, 5], [2, 7]]), [2, 2], *more, alpha=0.75, beta=0.25))
with tf.GradientTape() as tape:
    tape.watch(one)
    out = tf.sparse.sampled_addmm(places, values, [2, 2], one, two)[1]
show(tape.gradient(out, one))
fails(lambda: tf.sparse.sampled_addmm(places, values, [2, 3], one, two))
traced = tf.function(lambda shape, *others: tf.sparse.sampled_addmm(*others[:2], shape, *others[2:])[1])
others = places, values, one, two
fails(lambda: traced([2, 3], *others))
fails(lambda: traced(tf.constant([2, 3]), *others))
show(traced(tf.constant([2, 2]), *others))
print([op.name for op in traced.get_concrete_function([2, 2], *others).graph.get_operations()])
