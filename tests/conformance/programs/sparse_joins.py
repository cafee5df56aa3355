import tensorflow as tf

a = tf.SparseTensor([[0, 0], [1, 1]], [1, 2], [2, 2])
b = tf.SparseTensor([[0, 1]], [3], [2, 3])


def refused(function, *args, **kwargs):
    """Prints the class of the error."""
    try:
        print(function(*args, **kwargs))
    except Exception as error:
        print(type(error).__name__)


# %% concat
print(tf.sparse.to_dense(tf.sparse.concat(1, [a, b])), tf.sparse.concat(axis=0, sp_inputs=[a, a]).indices, tf.sparse.concat(-1, [a, b]).dense_shape, tf.sparse.concat(0, [a, b], expand_nonconcat_dims=True).dense_shape, tf.sparse.concat(1, [a]).values)
f = tf.function(lambda x, y: tf.sparse.concat(1, [x, y]).values)
print(f(a, b))

# %% concat-errors
refused(tf.sparse.concat, 0, [a, b])
refused(tf.sparse.concat, 5, [a, b])
refused(tf.sparse.concat, 1, a)

# %% batches
data = tf.data.Dataset.from_tensor_slices(a)
print(data.element_spec, [e.values.numpy().tolist() for e in data], [(e.indices.numpy().tolist(), e.dense_shape.numpy().tolist()) for e in data.batch(2)])
print([tf.sparse.to_dense(e).numpy().tolist() for e in tf.data.Dataset.from_tensors(a).repeat(2).batch(2)], tf.data.Dataset.from_tensors(a).batch(2).element_spec)
print([e.dense_shape.numpy().tolist() for e in data.batch(2).unbatch()], [e.dense_shape.numpy().tolist() for e in data.batch(2).map(lambda s: s)])

# %% map-fn
print(tf.map_fn(lambda s: tf.reduce_sum(s.values), a, fn_output_signature=tf.int32))
