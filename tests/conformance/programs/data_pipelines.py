import numpy as np
import tensorflow as tf
from tell import fails, near, show


def tell(dataset):
    for element in dataset:
        print(tf.nest.map_structure(lambda t: t.numpy().tolist() if hasattr(t.numpy(), "tolist") else t.numpy(), element))

# %% sequences-padded-by-length
sentences = [[1, 2, 3], [4], [5, 6], [7, 8, 9, 10], [11]]
data = tf.data.Dataset.from_generator(lambda: ((s, len(s)) for s in sentences), output_signature=(
    tf.TensorSpec([None], tf.int32), tf.TensorSpec([], tf.int32)))
print(data.element_spec)
tell(data.padded_batch(2, padded_shapes=([None], [])))
tell(data.padded_batch(2, padded_shapes=([5], []), padding_values=(-1, 0), drop_remainder=True))
tell(data.bucket_by_sequence_length(lambda s, n: n, [2, 4], [2, 2, 2]))
fails(lambda: list(data.padded_batch(2, padded_shapes=([2], []))))
print(data.padded_batch(2).element_spec)

# %% windows-of-a-series
series = tf.data.Dataset.range(10)
windows = series.window(4, shift=2, drop_remainder=True).flat_map(lambda w: w.batch(4))
tell(windows.map(lambda w: (w[:-1], w[-1])))
tell(series.window(3, stride=2).map(lambda w: w.reduce(np.int64(0), lambda a, b: a + b)))
pairs = tf.data.Dataset.zip((series, series.map(lambda v: v * v))).window(5)
tell(pairs.flat_map(lambda a, b: tf.data.Dataset.zip((a.batch(5), b.batch(5)))))

# %% lagged-features
values = np.arange(12, dtype="float32") ** 2
data = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(values), tf.data.Dataset.from_tensor_slices(values).skip(1)))
data = data.map(lambda a, b: {"level": b, "change": b - a}).batch(4).map(lambda d: {**d, "mean": tf.reduce_mean(d["change"])})
tell(data)
print(data.element_spec, int(data.cardinality()))

# %% interleaved-shards
def shard(i):
    return tf.data.Dataset.range(i * 10, i * 10 + 4)

tell(tf.data.Dataset.range(3).interleave(shard, cycle_length=2, block_length=2))
tell(tf.data.Dataset.range(3).interleave(shard, cycle_length=3, num_parallel_calls=tf.data.AUTOTUNE, deterministic=True).batch(5))
print([list(tf.data.Dataset.range(10).shard(3, i).as_numpy_iterator()) for i in range(3)])

# %% cached-and-counted
calls = []

def expensive(x):
    calls.append(int(x))
    return np.int64(x * 2)

data = tf.data.Dataset.range(4).map(lambda x: tf.numpy_function(expensive, [x], tf.int64)).cache().repeat(2).prefetch(1)
print([int(x) for x in data], calls)
print([int(x) for x in data], calls)
fresh = tf.data.Dataset.range(4).map(lambda x: tf.numpy_function(expensive, [x], tf.int64))
print(sum(int(x) for x in fresh), len(calls), next(iter(fresh)).shape)

# %% augmentation-with-seeds
images = tf.reshape(tf.range(2 * 4 * 4 * 1, dtype=tf.float32), [2, 4, 4, 1])
counter = tf.data.Dataset.counter()

def augment(image, seed):
    image = tf.image.stateless_random_flip_left_right(image, tf.stack([seed, 1]))
    image = tf.image.stateless_random_crop(image, [2, 2, 1], tf.stack([seed, 2]))
    return tf.image.stateless_random_brightness(image, 0.5, tf.stack([seed, 3]))

data = tf.data.Dataset.zip((tf.data.Dataset.from_tensor_slices(images).repeat(2), counter)).map(augment)
for image in data:
    near(image)

# %% class-balanced-sampling
x = tf.data.Dataset.range(20).map(lambda v: (v, tf.cast(v % 5 == 0, tf.int32)))
positive = x.filter(lambda v, y: y == 1).repeat()
negative = x.filter(lambda v, y: y == 0).repeat()
data = tf.data.Dataset.sample_from_datasets([positive, negative], [0.5, 0.5], seed=4)
tell(data.take(10).batch(10))
choice = tf.data.Dataset.from_tensor_slices(np.int64([0, 1, 1, 0, 1]))
tell(tf.data.Dataset.choose_from_datasets([positive, negative], choice).batch(5))

# %% shuffled-epochs
data = tf.data.Dataset.range(8).shuffle(4, seed=3, reshuffle_each_iteration=True).batch(4)
for epoch in range(3):
    tell(data)
data = tf.data.Dataset.range(6).shuffle(6, seed=1, reshuffle_each_iteration=False).repeat(2).batch(6)
tell(data)
print(int(data.cardinality()))

# %% records-of-examples
import os
import tempfile
path = os.path.join(tempfile.mkdtemp(), "x.tfrecord")

def example(i):
    f = tf.train.Feature
    return tf.train.Example(features=tf.train.Features(feature={
        "id": f(int64_list=tf.train.Int64List(value=[i])), "x": f(float_list=tf.train.FloatList(value=[i * 0.5, i * 1.5])),
        "name": f(bytes_list=tf.train.BytesList(value=[b"n%d" % i])),
    }))

with tf.io.TFRecordWriter(path) as writer:
    for i in range(5):
        writer.write(example(i).SerializeToString())
spec = {"id": tf.io.FixedLenFeature([], tf.int64), "x": tf.io.FixedLenFeature([2], tf.float32), "name": tf.io.FixedLenFeature([], tf.string),
        "label": tf.io.FixedLenFeature([], tf.int64, default_value=-1)}
data = tf.data.TFRecordDataset(path).map(lambda r: tf.io.parse_single_example(r, spec))
tell(data.batch(2))
tell(tf.data.TFRecordDataset([path]).batch(3).map(lambda r: tf.io.parse_example(r, spec)["x"]))

# %% csv-lines-parsed
import os
import tempfile
path = os.path.join(tempfile.mkdtemp(), "x.csv")
with open(path, "w") as file:
    file.write("a,b,c\n1,2.5,x\n3,,y\n5,6.5,z\n")
lines = tf.data.TextLineDataset(path).skip(1)
tell(lines.map(lambda line: tf.io.decode_csv(line, [0, -1.0, ""])))
parsed = lines.map(lambda line: tf.io.decode_csv(line, [0, -1.0, ""])).map(lambda a, b, c: (tf.stack([tf.cast(a, tf.float32), b]), c == "z"))
tell(parsed.batch(3))

# %% text-to-ids
words = tf.data.Dataset.from_tensor_slices(["the cat sat", "the dog", "a cat and a dog"])
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["the", "cat", "dog"], tf.constant([1, 2, 3], tf.int64)), 0)
ids = words.map(lambda s: table.lookup(tf.strings.split(s)))
tell(ids.padded_batch(3))
tell(ids.map(tf.size).enumerate())
tell(words.map(tf.strings.length).reduce(0, lambda a, b: a + b) and words.map(tf.strings.upper).batch(2))

# %% group-scan-unique
data = tf.data.Dataset.from_tensor_slices([3, 1, 4, 1, 5, 9, 2, 6, 5, 3])
tell(data.group_by_window(lambda x: tf.cast(x % 2, tf.int64), lambda key, window: window.batch(3), window_size=3))
tell(data.scan((0, 0), lambda state, x: ((state[0] + x, state[1] + 1), (state[0] + x) / (state[1] + 1))))
tell(data.unique().batch(10))
tell(data.take_while(lambda x: x < 9).batch(4, drop_remainder=True))
tell(data.batch(4).rebatch(6))
print([int(x) for x in data.reduce((0, 1), lambda s, x: (s[0] + x, s[1] * x))])
fails(lambda: data.batch(4).unbatch().rebatch(6))

# %% iterator-with-optional-and-checkpoint
import os
import tempfile
data = tf.data.Dataset.range(6).map(lambda x: x * 10)
iterator = iter(data)
print(int(next(iterator)), int(iterator.get_next()))
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), iterator=iterator)
path = checkpoint.save(os.path.join(tempfile.mkdtemp(), "c"))
print(int(next(iterator)))
checkpoint.restore(path)
print([int(x) for x in iterator])
optional = iterator.get_next_as_optional()
print(bool(optional.has_value()))

@tf.function
def total(data):
    iterator = iter(data)
    count = tf.constant(0, tf.int64)
    more = tf.constant(True)
    while more:
        optional = iterator.get_next_as_optional()
        more = optional.has_value()
        if more:
            count += optional.get_value()
    return count

print(int(total(data)))
fails(lambda: next(iterator))
