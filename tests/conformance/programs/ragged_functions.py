import tensorflow as tf
from tell import fails, show

C, R = tf.constant, tf.RaggedTensor
digits = tf.ragged.constant([[3, 1, 4, 1], [], [5, 9, 2], [6], []])
reals = tf.ragged.constant([[1.0, 2.0], [3.0], []])
deep = tf.ragged.constant([[[1, 2, 3], [4]], [[5], [], [6]], []])

# %% arguments
@tf.function
def f(x, n=1):
    print("trace", x, x.shape, x.dtype)
    return x + n, tf.reduce_sum(x, axis=1)


print(f(digits), f(digits * 2), f(digits[:2]))
print(f(deep, 2), f.experimental_get_tracing_count(), f(tf.ragged.constant([[1]], row_splits_dtype=tf.int32)))

# %% signatures
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)])
def g(x):
    print("trace", x.shape, x.row_splits.shape)
    return tf.size(x), x[:, :1], x.to_tensor()


print(g(digits), g(digits[:1]))
fails(g, tf.ragged.constant([[1.0]]))
fails(g, deep)
fails(g, C([[1]]))
fails(g, [[1], [2, 3]])
fails(g, tf.ragged.constant([[1]], row_splits_dtype=tf.int32))
c = g.get_concrete_function()
print(c.structured_input_signature, c.structured_outputs, [t.shape for t in c.inputs], c.pretty_printed_signature())

# %% concrete-functions
h = tf.function(lambda x: x * 2).get_concrete_function(tf.RaggedTensorSpec([3, None, 2], tf.float32, ragged_rank=1))
print(h.inputs, h.structured_outputs.shape, h(R.from_row_splits(tf.ones([2, 2]), [0, 1, 1, 2])))
k = tf.function(lambda x: x).get_concrete_function(digits)
print(k(digits), k.structured_input_signature)

# %% specs
S = tf.RaggedTensorSpec
a, b = S([None, None], tf.int32), S([3, None], tf.int32)
print(a, b, S([None, None, None]), S([None, None, 4], tf.int64, 1, tf.int32), a == S([None, None], tf.int32), a == b, a.is_compatible_with(digits), b.is_compatible_with(digits), a.is_compatible_with(b), a.is_subtype_of(b), b.is_subtype_of(a), a.most_specific_common_supertype([b]), a.most_specific_common_supertype([S([None, None])]), hash(a) == hash(S([None, None], tf.int32)))
print(a.dtype, a.shape, a.ragged_rank, a.row_splits_dtype, a.value_type is tf.RaggedTensor, S([None], ragged_rank=0).value_type is tf.Tensor, tf.type_spec_from_value(deep), S.from_value(digits), S(None, tf.int32, 1).shape, a.flat_values_spec, S([2], ragged_rank=0).is_compatible_with(C([1.0, 2.0])))

# %% nests
n = {"a": digits, "b": (reals, 1)}
print(len(tf.nest.flatten(n)), len(tf.nest.flatten(n, expand_composites=True)), tf.nest.map_structure(lambda t: t + 1, {"a": digits}), tf.nest.map_structure(lambda t: t, digits, expand_composites=True), tf.nest.pack_sequence_as(digits, tf.nest.flatten(digits, expand_composites=True), expand_composites=True), tf.nest.is_nested(digits))
tf.nest.assert_same_structure(digits, digits, expand_composites=True)
fails(tf.nest.assert_same_structure, digits, C(1), expand_composites=True)

# %% nested-arguments-and-results
@tf.function
def nested(d):
    return {"twice": d["x"] * 2, "rest": [d["y"], d["x"].row_lengths()]}


print(nested({"x": digits, "y": reals}), nested({"x": digits, "y": C(1)}))

# %% loops-over-rows
@tf.function
def total(r):
    s = 0
    for row in r:
        s += tf.reduce_sum(row) * 2
        if s > 20:
            break
    return s


print(total(digits), total(tf.ragged.constant([[100], [1]])))
count = tf.function(lambda r: tf.while_loop(lambda i, r: i < 2, lambda i, r: (i + 1, r * 2), (C(0), r))[1])
print(count(digits), tf.while_loop(lambda i, r: i < 2, lambda i, r: (i + 1, tf.concat([r, r], 1)), (0, reals)))

# %% loops-with-ragged-state
@tf.function
def grow(r):
    return tf.while_loop(lambda i, r: i < 2, lambda i, r: (i + 1, tf.concat([r, r[:, :1]], axis=1)), (C(0), r),
                         shape_invariants=(tf.TensorShape([]), tf.RaggedTensorSpec([3, None], tf.float32)))


print(grow(reals))

# %% branches
@tf.function
def branch(r, c):
    if c:
        r = r * 2
    else:
        r = r[:, ::-1]
    return r


print(branch(digits, C(True)), branch(digits, C(False)), tf.cond(C(True), lambda: digits, lambda: digits + 1))
print(tf.function(lambda c: tf.cond(c, lambda: digits, lambda: digits + 1))(C(False)))

# %% map-fn
print(tf.map_fn(tf.reduce_sum, digits, fn_output_signature=tf.int32), tf.map_fn(lambda row: row * 2, digits), tf.map_fn(lambda row: tf.sort(row), digits), tf.map_fn(lambda n: tf.range(n), C([2, 0, 3]), fn_output_signature=tf.RaggedTensorSpec([None], tf.int32)), tf.map_fn(lambda r: r[:1], deep), tf.map_fn(lambda r: tf.reduce_sum(r, axis=1), deep, fn_output_signature=tf.RaggedTensorSpec([None], tf.int32)))
print(tf.map_fn(lambda x: x[0] + x[1], (digits, C([1, 2, 3, 4, 5])), fn_output_signature=tf.RaggedTensorSpec([None], tf.int32)), tf.map_fn(lambda x: (x, tf.size(x)), digits, fn_output_signature=(tf.RaggedTensorSpec([None], tf.int32), tf.int32)), tf.map_fn(lambda x: tf.strings.split(x), C(["a b", "c"]), fn_output_signature=tf.RaggedTensorSpec([None], tf.string)))
print(tf.function(lambda r: tf.map_fn(lambda row: row + 1, r))(digits), tf.map_fn(lambda n: tf.ragged.range([n, 1]), C([2, 0]), fn_output_signature=tf.RaggedTensorSpec([None, None], tf.int32)))
fails(tf.map_fn, lambda row: row, digits, fn_output_signature=tf.int32)
fails(tf.map_fn, lambda x: x[0], (digits, C([1])), fn_output_signature=tf.int32)

# %% gradients
v = tf.Variable([1.0, 2.0, 3.0])
with tf.GradientTape(persistent=True) as tape:
    r = R.from_row_splits(v, [0, 2, 2, 3])
    squares = tf.reduce_sum(r * r)
    rows = tf.reduce_sum(r, axis=1) * C([1.0, 10.0, 100.0])
    dense = r.to_tensor(default_value=v[0])
    taken = tf.gather(r, [0, 0, 2])
    joined = tf.concat([r, r[:, :1]], axis=1)
    mean = tf.reduce_mean(r[::2], axis=1)
    biggest = tf.reduce_max(r, axis=1)[0]
    soft = tf.nn.softmax(r)[0, 0]
    sparse = r.to_sparse().values * 3
for y in (squares, rows, dense, mean, biggest, soft, sparse, r):
    show(tape.gradient(y, v))
show(tf.convert_to_tensor(tape.gradient(taken, v)), tf.convert_to_tensor(tape.gradient(joined, v)))

# %% gradients-of-ragged-values
with tf.GradientTape() as tape:
    tape.watch(reals)
    y = tf.reduce_sum(reals * reals)
print(tape.gradient(y, reals))
with tf.GradientTape() as tape:
    tape.watch([reals.flat_values])
    y = tf.exp(reals * 0.0) * reals
print(tape.gradient(y, [reals.flat_values]))
with tf.GradientTape(persistent=True) as tape:
    x = C(2.0)
    tape.watch(x)
    y = reals * x
print(tape.gradient(y, {"x": x}), tape.gradient(y, x, output_gradients=reals), tape.gradient(y, reals))

# %% gradients-in-functions
@tf.function
def grad(r):
    with tf.GradientTape() as tape:
        tape.watch(r)
        y = tf.reduce_sum(tf.map_fn(lambda row: tf.reduce_sum(row * row), r, fn_output_signature=tf.float32))
    return tape.gradient(y, r)


print(grad(reals))

# %% symbolic-text
@tf.function
def look(r):
    print(r, repr(r), r.values, r.shape, r.ragged_rank)
    print((r + 1).shape, r[0].shape, r[:, 1:].shape, r.to_tensor().shape, tf.concat([r, r], 1).shape, tf.reduce_sum(r, 1).shape, tf.shape(r), r.nrows(), r.bounding_shape().shape)
    return r


look(digits)
fails(tf.function(lambda r: r.numpy()), digits)
fails(tf.function(lambda r: r.to_list()), digits)

# %% checks-in-functions
@tf.function
def make(splits):
    return R.from_row_splits([1, 2, 3], splits)


print(make(C([0, 1, 3], tf.int64)))
fails(make, C([0, 1, 4], tf.int64))
fails(make, C([0, 2, 1], tf.int64))
fails(tf.function(lambda a, b: a + b, input_signature=[tf.RaggedTensorSpec([None, None], tf.int32)] * 2), tf.ragged.constant([[1]]), tf.ragged.constant([[1, 2]]))

# %% unknown-sizes
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None], tf.int32), tf.TensorSpec([None, 1], tf.int32)])
def both(r, t):
    return r + t, t * r, tf.where(r > 1, r, 0), r + 1, r * r


print(both(digits, C([[1], [2], [3], [4], [5]])))
@tf.function(input_signature=[tf.RaggedTensorSpec([None, None, None], tf.int32)])
def several(r):
    return tf.reduce_sum(r, axis=1), tf.reduce_sum(r, [1, 2]), r[:, :1, ::-1], tf.tile(r, [1, 2, 1]), tf.concat([r, r], 2), tf.expand_dims(r, 1), r.merge_dims(0, 1), r.row_lengths(axis=2), tf.size(r)


print(several(deep))

# %% lookups
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], [1, 2]), -1)
words = tf.ragged.constant([["a", "c"], [], ["b"]])
print(table.lookup(words), table[words], tf.function(lambda w: table.lookup(w))(words), table.lookup(words.to_sparse()).values)
vocabulary = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], C([0, 1], tf.int64)), 1)
print(vocabulary.lookup(words))
fails(table.lookup, digits)

# %% python-functions
print(tf.py_function(lambda x: x * 2, [digits], Tout=tf.RaggedTensorSpec([None, None], tf.int32)), tf.py_function(lambda x: tf.reduce_sum(x), [digits], Tout=tf.int32))
print(tf.function(lambda r: tf.py_function(lambda x, n: (x[:1], n + 1), [r, 1], Tout=[tf.RaggedTensorSpec([None, None], tf.int32), tf.int32]))(digits))

# %% lengths-in-functions
@tf.function
def length(r):
    return len(r)


print(length(digits), tf.debugging.assert_type(digits, tf.int32))
fails(tf.debugging.assert_type, digits, tf.int64)
