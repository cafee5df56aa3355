import os
import tempfile
import warnings
import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(31)
X = rng.normal(size=(12, 3)).astype("float32")
Y = X.sum(1).astype("float32")
warnings.showwarning = lambda message, *_: print(message)
warnings.simplefilter("always")
AUTOTUNE = tf.data.AUTOTUNE


def tell(dataset):
    for element in dataset:
        print(tf.nest.map_structure(lambda t: np.round(t.numpy(), 3).tolist() if t.dtype.is_floating else t.numpy().tolist(), element))

# %% fit-from-a-pipeline-with-weights
data = tf.data.Dataset.from_tensor_slices((X, Y)).map(lambda x, y: (x, y, tf.where(y > 0, 2.0, 1.0)), num_parallel_calls=AUTOTUNE)
data = data.cache().shuffle(12, seed=1).batch(5).prefetch(AUTOTUNE)
model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1, kernel_initializer="zeros")])
model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
history = model.fit(data, epochs=2, verbose=0).history
near(*[history[k] for k in sorted(history)])
near(model.evaluate(data.take(1), verbose=0))
print(model.predict(data.map(lambda x, y, w: x), verbose=0).shape, data.element_spec[0], int(data.cardinality()))

# %% fit-from-a-generator-of-dicts
def examples():
    for i in range(6):
        yield {"a": X[2 * i:2 * i + 2], "b": np.full((2, 1), i, "float32")}, Y[2 * i:2 * i + 2, None]

signature = ({"a": tf.TensorSpec([None, 3]), "b": tf.TensorSpec([None, 1])}, tf.TensorSpec([None, 1]))
data = tf.data.Dataset.from_generator(examples, output_signature=signature)
a, b = tf.keras.Input((3,), name="a"), tf.keras.Input((1,), name="b")
out = tf.keras.layers.Dense(1, kernel_initializer="ones")(tf.keras.layers.concatenate([a, b * 0.1]))
model = tf.keras.Model({"a": a, "b": b}, out)
model.compile("sgd", "mae")
near(model.fit(data, epochs=2, verbose=0).history["loss"])
near(model.fit(examples(), shuffle=False, steps_per_epoch=4, epochs=2, verbose=0).history["loss"])
near(model.fit(data, validation_data=data, steps_per_epoch=5, epochs=2, verbose=0).history["val_loss"], model.evaluate(data, steps=9, verbose=0))
print(int(data.cardinality()), data.apply(tf.data.experimental.assert_cardinality(6)).cardinality().numpy())

# %% train-validation-split
data = tf.data.Dataset.range(10).shuffle(10, seed=5, reshuffle_each_iteration=False)
train, valid = data.skip(3), data.take(3)
print(sorted([int(v) for v in train] + [int(v) for v in valid]), [int(v) for v in valid])
folds = [data.enumerate().filter(lambda i, v, k=k: i % 3 == k).map(lambda i, v: v) for k in range(3)]
print([[int(v) for v in f] for f in folds])
print([int(f.cardinality()) for f in (data, train, valid, folds[0], data.repeat(), data.batch(3), data.batch(3, drop_remainder=True))])

# %% windows-for-a-series-model
series = np.sin(np.arange(14) * 0.5).astype("float32")

def windows(series, size, horizon=1):
    data = tf.data.Dataset.from_tensor_slices(series).window(size + horizon, shift=1, drop_remainder=True)
    data = data.flat_map(lambda w: w.batch(size + horizon))
    return data.map(lambda w: (w[:size], w[size:])).batch(4)

tell(windows(series, 3).take(1))
w = tf.Variable(tf.zeros([3, 1]))
optimizer = tf.keras.optimizers.Adam(0.1)

@tf.function
def epoch(data):
    total = tf.constant(0.0)
    for x, y in data:
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((x @ w - y) ** 2)
        optimizer.apply([tape.gradient(loss, w)], [w])
        total += loss
    return total

near(*[epoch(windows(series, 3)) for _ in range(3)])
near(w)

# %% normalised-by-statistics-of-the-data
data = tf.data.Dataset.from_tensor_slices(X).batch(5)
count, total, squares = data.reduce((0.0, tf.zeros([3]), tf.zeros([3])), lambda s, x: (
    s[0] + tf.cast(tf.shape(x)[0], tf.float32), s[1] + tf.reduce_sum(x, 0), s[2] + tf.reduce_sum(x ** 2, 0)))
mean, deviation = total / count, tf.sqrt(squares / count - (total / count) ** 2)
near(mean, deviation)
normal = data.unbatch().map(lambda x: (x - mean) / deviation).batch(12).get_single_element()
near(tf.reduce_mean(normal ** 2, 0))
mins = data.reduce(tf.fill([3], np.inf), lambda a, x: tf.minimum(a, tf.reduce_min(x, 0)))
near(mins)

# %% mixup-and-cutout
data = tf.data.Dataset.from_tensor_slices((X[:6], tf.one_hot([0, 1, 0, 1, 1, 0], 2)))
a, b = data.batch(3), data.shuffle(6, seed=2).batch(3)

def mix(one, two, seed):
    (x1, y1), (x2, y2) = one, two
    lam = tf.random.stateless_uniform([3, 1], tf.stack([seed, seed]))
    return lam * x1 + (1 - lam) * x2, lam * y1 + (1 - lam) * y2

mixed = tf.data.Dataset.zip((a, b, tf.data.Dataset.range(100))).map(mix)
tell(mixed)
def drop(x, seed):
    keep = tf.random.stateless_uniform([3], [seed, 1]) > 0.3
    return tf.where(keep, x, 0.0), tf.reduce_sum(tf.cast(keep, tf.int32))
tell(tf.data.Dataset.from_tensor_slices(X[:3]).enumerate().map(lambda i, x: drop(x, i)))

# %% text-lines-to-batches
path = os.path.join(tempfile.mkdtemp(), "reviews.tsv")
with open(path, "w") as file:
    file.write("1\tgood good film\n0\tbad\n1\t nice  one \n\n0\tawful awful bad film\n")
lines = tf.data.TextLineDataset(path).filter(lambda line: tf.strings.length(line) > 0)
parsed = lines.map(lambda line: tf.strings.split(line, "\t")).map(lambda p: (tf.strings.to_number(p[0], tf.int32), tf.strings.split(p[1])))
table = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, default_value=-1)
for _, words in parsed:
    fresh = tf.unique(tf.boolean_mask(words, table.lookup(words) < 0))[0]
    table.insert(fresh, table.size() + tf.range(tf.size(fresh, tf.int64)))
ids = parsed.map(lambda y, words: (table.lookup(words) + 1, y))
tell(ids.padded_batch(3, padded_shapes=([None], [])))
tell(ids.padded_batch(2, padded_shapes=([6], []), padding_values=(tf.constant(-1, tf.int64), 0)))
print(int(table.size()), parsed.element_spec)

# %% feature-columns-by-hand
raw = {"age": np.array([20, 35, 50, 65]), "city": np.array(["a", "b", "c", "a"]), "income": np.array([1.0, np.nan, 3.0, 4.0], "float32")}
cities = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(["a", "b"], tf.range(2, dtype=tf.int64)), 1)

def features(row):
    bucket = tf.searchsorted([30, 60], tf.cast(row["age"][None], tf.int32), side="right")[0]
    income = tf.where(tf.math.is_nan(row["income"]), 2.0, row["income"])
    cross = tf.strings.to_hash_bucket_fast(tf.strings.join([tf.strings.as_string(bucket), row["city"]], "x"), 4)
    return tf.concat([tf.one_hot(bucket, 3), tf.one_hot(cities.lookup(row["city"]), 3), [income]], 0), cross

tell(tf.data.Dataset.from_tensor_slices(raw).map(features).batch(2))
with_dict = tf.data.Dataset.from_tensor_slices(raw)
print(with_dict.element_spec)
row = next(iter(with_dict))
print({k: (v.dtype.name, v.shape.as_list()) for k, v in row.items()})

# %% written-and-read-shards
folder = tempfile.mkdtemp()
for shard in range(2):
    with tf.io.TFRecordWriter(os.path.join(folder, f"part-{shard}")) as writer:
        for i in range(3):
            writer.write(tf.io.serialize_tensor(tf.constant(X[shard * 3 + i])).numpy())
files = tf.data.Dataset.list_files(os.path.join(folder, "part-*"), shuffle=False)
print([os.path.basename(f.numpy().decode()) for f in files])
data = files.interleave(tf.data.TFRecordDataset, cycle_length=2, block_length=1).map(lambda r: tf.ensure_shape(tf.io.parse_tensor(r, tf.float32), [3]))
tell(data.batch(4))
print(data.element_spec)
saved = os.path.join(folder, "saved")
data.save(saved)
again = tf.data.Dataset.load(saved)
print(again.element_spec, int(again.cardinality()), bool(tf.reduce_all(tf.stack(list(again)) == tf.stack(list(data)))))

# %% errors-on-the-way
fails(lambda: tf.data.Dataset.from_tensor_slices(([1, 2], [3])))
fails(lambda: tf.data.Dataset.range(3).batch(0))
fails(lambda: tf.data.Dataset.from_generator(lambda: iter([1]), output_types=tf.int32, output_signature=tf.TensorSpec([])))
fails(lambda: list(tf.data.Dataset.from_generator(lambda: iter(["a"]), output_signature=tf.TensorSpec([], tf.int32))))
fails(lambda: list(tf.data.Dataset.from_generator(lambda: iter([[1, 2]]), output_signature=tf.TensorSpec([3], tf.int32))))
fails(lambda: tf.data.Dataset.zip(tf.data.Dataset.range(2), 3))
fails(lambda: tf.data.Dataset.range(3).map(lambda x: x).reduce(0, lambda a, b: a + b))

# %% on-after-an-error
def after_errors(dataset):
    iterator, told = iter(dataset), []
    for _ in range(9):
        try:
            told.append(np.round(next(iterator).numpy(), 3).tolist())
        except StopIteration:
            told.append("end")
            break
        except tf.errors.InvalidArgumentError as error:
            told.append("infinite" if "infinite" in error.message else error.message)
    print(told)

inverse = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0, 4.0, 5.0]).map(lambda x: tf.debugging.check_numerics(1.0 / x, "infinite"))
after_errors(inverse)
after_errors(inverse.filter(lambda x: x < 0.9))
after_errors(inverse.map(lambda x: x + 1.0).prefetch(1))
after_errors(inverse.batch(2))
after_errors(inverse.batch(2, drop_remainder=True))
after_errors(tf.data.Dataset.range(4).filter(lambda x: tf.debugging.check_numerics(2.0 / tf.cast(x - 1, tf.float32), "infinite") > 0))
after_errors(tf.data.Dataset.from_tensor_slices([[1, 2], [3, 4], [0, 2]]).map(lambda x: x[:x[0]]).padded_batch(1, padded_shapes=[None]))

# %% on-after-an-error-in-other-places
# differs: except in map, filter and batches an iterator of the runtime is at its end after an error; ignore_errors is missing
bad = tf.data.Dataset.from_tensor_slices([1.0, 0.0, 2.0]).map(lambda x: tf.debugging.check_numerics(1.0 / x, "infinite"))
iterator = iter(bad.enumerate())
print(float(next(iterator)[1]))
for _ in range(2):
    try:
        print(float(next(iterator)[1]))
    except tf.errors.InvalidArgumentError as error:
        print(error.message.endswith("infinite : Tensor had Inf values"))
print([float(x) for x in bad.ignore_errors()])
