import tensorflow as tf
from tell import fails

C, R = tf.constant, tf.RaggedTensor
D = tf.data.Dataset
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], []])

# %% slices
ds = D.from_tensor_slices(digits)
print(ds, ds.element_spec, [e.numpy().tolist() for e in ds], len(ds))
print(list(D.from_tensor_slices(deep)), D.from_tensor_slices(deep).element_spec)
print(list(D.from_tensor_slices({"r": digits, "n": tf.range(5)}).take(2)), list(D.from_tensor_slices((deep, deep)).skip(2)))
print(list(D.from_tensor_slices(tf.ragged.constant([[[1, 2]], [[3, 4], [5, 6]]], ragged_rank=1))))
fails(D.from_tensor_slices, (digits, C([1, 2])))

# %% whole-elements
ds = D.from_tensors(digits)
print(ds, list(ds), list(ds.map(lambda r: r * 2)), list(ds.map(lambda r: (r[:, :1], r.row_lengths()))), list(ds.repeat(2).map(lambda r: tf.reduce_sum(r))))
print(ds.map(lambda r: r + 1).element_spec, ds.map(lambda r: {"a": r[0]}).element_spec)

# %% batches
ds = D.from_tensor_slices(digits)
print(list(ds.batch(2)), ds.batch(2).element_spec, ds.batch(2, drop_remainder=True).element_spec, list(ds.batch(2, drop_remainder=True)), list(D.from_tensor_slices(deep).batch(2)), list(D.from_tensors(digits).repeat(2).batch(2)))
print(list(ds.batch(3).map(lambda r: tf.reduce_sum(r, axis=1))), list(ds.batch(2).batch(2)), list(D.from_tensor_slices(tf.strings.split(["a b", "c"])).batch(2)))

# %% unbatch
print(list(D.from_tensors(digits).unbatch()), list(D.from_tensor_slices(digits).batch(2).unbatch().batch(3)), list(D.from_tensor_slices(digits).batch(4).rebatch(2)), D.from_tensors(digits).unbatch().element_spec, list(D.from_tensors((digits, tf.range(5))).unbatch())[:2])

# %% ragged-batch
ds = D.range(1, 6).map(lambda n: tf.fill([n % 3], n))
print(ds.element_spec, list(ds.ragged_batch(2)), ds.ragged_batch(2).element_spec, list(ds.ragged_batch(2, drop_remainder=True)), ds.ragged_batch(2, row_splits_dtype=tf.int32).element_spec, list(D.range(3).ragged_batch(2)), list(D.from_tensor_slices({"a": [1, 2], "b": [3, 4]}).map(lambda d: {"a": tf.range(d["a"]), "b": d["b"]}).ragged_batch(2)))
print(list(D.range(1, 4).map(lambda n: tf.ones([n, 2], tf.int32)).ragged_batch(3)), list(D.range(1, 3).map(lambda n: tf.ones([n, n], tf.int32)).ragged_batch(2)))

# %% padded-batch
fails(D.from_tensor_slices(digits).padded_batch, 2)
print([b.numpy().tolist() for b in D.from_tensor_slices(digits).map(lambda x: x).padded_batch(2)])

# %% order-and-choice
ds = D.from_tensor_slices(digits)
print([e.numpy().tolist() for e in ds.shuffle(5, seed=1)] and len(list(ds.shuffle(5))), list(ds.filter(lambda r: tf.size(r) > 1)), list(ds.concatenate(ds).skip(8)), list(ds.enumerate())[2], list(D.zip((ds, D.range(2)))), list(ds.cache().prefetch(1).take(1)), list(ds.shard(2, 1)))
print([list(w.batch(2)) for w in ds.window(2)], ds.reduce(0, lambda s, r: s + tf.reduce_sum(r)))

# %% generators
spec = tf.RaggedTensorSpec([None, None], tf.int32)
ds = D.from_generator(lambda: iter([digits, digits[:1]]), output_signature=spec)
print(ds, list(ds), list(ds.map(lambda r: tf.size(r))))
print(list(D.from_generator(lambda: iter([(digits[:1], 3)]), output_signature=(spec, tf.TensorSpec([], tf.int64)))))
for bad in ([[1, 2], [3]], C([[1]]), tf.ragged.constant([[1.0]])):
    fails(list, D.from_generator(lambda: iter([bad]), output_signature=spec))

# %% iterators-and-functions
@tf.function
def total(ds):
    s = 0
    for r in ds:
        s += tf.reduce_sum(r)
    return s


print(total(D.from_tensor_slices(digits).batch(2)), total(D.from_tensor_slices(digits)))
it = iter(D.from_tensor_slices(digits).batch(2))
print(next(it), it.get_next(), it.element_spec, it.get_next_as_optional().get_value())
print([e.tolist() for e in D.from_tensor_slices(digits).batch(2).as_numpy_iterator()][0], list(D.from_tensors(digits).get_single_element()))

# %% words
lines = D.from_tensor_slices(["to be or", "not to be", "that"])
words = lines.map(tf.strings.split)
print(words.element_spec, list(words.ragged_batch(2)), list(lines.batch(2).map(tf.strings.split)), list(lines.batch(3).map(lambda l: tf.strings.split(l).to_tensor("-"))), list(lines.flat_map(lambda l: D.from_tensor_slices(tf.strings.split(l))).take(2)))
