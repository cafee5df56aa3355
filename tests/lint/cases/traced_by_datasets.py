"""Functions that tf.data traces: once for each call of `map` and its like, never for each element."""

import functools

import tensorflow as tf
import tensorflow_datasets as tfds
from elsewhere import dataset_of_others, load_dataset

dataset = tf.data.Dataset.range(10)


def parse(x):
    print(x)  # [print-in-graph]
    return x


def keep(x):
    print(x)  # [print-in-graph]
    return x > 1


def several(x):
    print(x)  # [print-in-graph]
    return tf.data.Dataset.from_tensors(x)


def fold(total, x):
    print(x)  # [print-in-graph]
    return total + x


def scan(total, x):
    print(x)  # [print-in-graph]
    return total + x, x


def length(x):
    print(x)  # [print-in-graph]
    return tf.shape(x)[0]


def key(x):
    print(x)  # [print-in-graph]
    return x % 2


def window(key, elements):
    print(key)  # [print-in-graph]
    return elements.batch(2)


dataset.map(parse, num_parallel_calls=tf.data.AUTOTUNE).filter(keep)
dataset.flat_map(map_func=several)
dataset.interleave(several, cycle_length=2)
dataset.reduce(0, fold)
dataset.scan(initial_state=0, scan_func=scan)
dataset.take_while(lambda x: print(x))  # [print-in-graph]
dataset.bucket_by_sequence_length(length, [2], [1, 1])
dataset.group_by_window(key, window, window_size=2)
dataset.rejection_resample(lambda x: print(x), [0.5, 0.5])  # [print-in-graph]
dataset.snapshot("path", shard_func=lambda x: print(x))  # [print-in-graph]
dataset.apply(tf.data.experimental.map_and_batch(lambda x: print(x), 2))  # [print-in-graph]
tf.data.experimental.Reducer(lambda k: print(k), fold, lambda s: print(s))  # [print-in-graph]


# Plain Python: it gets the dataset, once, eagerly too.
def transformation(elements):
    print(elements)
    return elements.map(in_transformation)


def in_transformation(x):
    print(x)  # [print-in-graph]
    return x


dataset.apply(transformation)


def generator():
    print("next")
    yield 1


tf.data.Dataset.from_generator(generator, output_types=tf.int32)


# Where the dataset comes from


def load():
    files = tf.data.Dataset.list_files("*.tfrecord").shuffle(10).repeat()
    return files.interleave(tf.data.TFRecordDataset)


def chained(x):
    print(x)  # [print-in-graph]
    return x


load().batch(2).cache().map(chained)


def prepare(elements, function):
    if elements is not None:
        elements = elements.shuffle(10)
    return elements.map(function).prefetch(1)


def given(x):
    print(x)  # [print-in-graph]
    return x


prepare(load(), given)
prepare(load(), lambda x: print(x))  # [print-in-graph]


def annotated(elements: tf.data.Dataset):
    return elements.map(lambda x: print(x))  # [print-in-graph]


def optional(elements: "tf.data.Dataset | None" = None):
    return elements.map(lambda x: print(x))  # [print-in-graph]


def used_as_one(elements):
    elements = elements.map(lambda x: print(x))  # [print-in-graph]
    return elements.prefetch(1)


def told_by_an_argument(elements):
    return elements.map(lambda x: print(x), num_parallel_calls=4)  # [print-in-graph]


def told_by_the_chain(elements):
    return elements.map(lambda x: print(x)).batch(2).prefetch(1)  # [print-in-graph]


def in_a_loop(functions):
    elements = tf.data.TextLineDataset("file")
    for function in functions:
        elements = elements.map(lambda x: print(x))  # [print-in-graph]
        elements = elements.map(function)
    return elements


train = tfds.load("mnist", split="train")
train.map(lambda x: print(x))  # [print-in-graph]
tfds.builder("mnist").as_dataset(split="train").map(lambda x: print(x))  # [print-in-graph]
tf.keras.utils.image_dataset_from_directory("images").map(lambda x, y: print(x))  # [print-in-graph]


# What is given


class Augment(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        print("once")

    def build(self, shape):
        print("once")

    def call(self, x):
        print(x)  # [print-in-graph]
        return self.flip(x)

    def flip(self, x):
        print(x)  # [print-in-graph]
        return x


dataset.map(Augment())
augment = Augment()
dataset.map(augment)


class Callable:
    def __call__(self, x):
        print(x)  # [print-in-graph]
        return x


dataset.map(Callable())


class Reader:
    def __init__(self, function):
        self.elements = load().batch(4)
        self.function = function

    def read(self):
        elements = self.elements.map(self.parse)
        elements = elements.map(functools.partial(self.scale, 2.0))
        elements = elements.map(self.function)
        return elements.map(lambda x: self.other(x))

    def parse(self, x):
        print(x)  # [print-in-graph]
        return x

    def scale(self, by, x):
        print(x)  # [print-in-graph]
        return by * x

    def other(self, x):
        print(x)  # [print-in-graph]
        return x


Reader(lambda x: print(x))  # [print-in-graph]


class CustomReader(Reader):
    def parse(self, x):
        print(x)  # [print-in-graph]
        return x


def make(scale):
    def inner(x):
        print(x)  # [print-in-graph]
        return x * scale

    return inner


dataset.map(make(2.0))


def setting(x, verbose=False):
    if verbose:
        print(x)
    return x


dataset.map(setting)


@tf.function
def graph(x):
    print(x)  # [print-in-graph]
    return tf.data.Dataset.from_tensors(x).map(lambda y: print(y))  # [print-in-graph]


dataset.map(graph)


def in_python(x):
    print(x)
    return x


dataset.map(lambda x: tf.py_function(in_python, [x], tf.int64))
dataset.map(lambda x: tf.numpy_function(func=in_python, inp=[x], Tout=tf.int64))
dataset.map(lambda x: tf.compat.v1.py_func(lambda y: print(y), [x], tf.int64))


def changes_its_own(element):
    element["new"] = element.pop("old")
    return element


dataset.map(changes_its_own)


# What code that is not seen makes of a dataset


def shown(x):
    print(x)  # [print-in-graph]
    return x


def tokenized(dataset: tf.data.Dataset, tokenize):
    dataset = tokenize(dataset)
    return dataset.map(shown)


# Not datasets, or nobody knows


def plain(x):
    print(x)
    return x


class Series:
    def map(self, function):
        return function(self)


def others(pool, rows, series: Series):
    list(map(plain, rows))
    pool.map(plain, rows)
    rows.map(plain)
    series.map(plain)
    Series().map(plain)
    dataset_of_others.map(plain, batched=True)
    load_dataset("imdb").map(plain).filter(plain)


class Prepared:
    @staticmethod
    def single(sample):
        # An element is made for each call: it does not outlive the trace.
        sample["mask"] = tf.where(sample["mask"] > 0.5, 1, 0)
        print(sample)  # [print-in-graph]
        return sample


dataset.map(Prepared.single)


def padded(batch):
    batch.weights *= 0
    return batch


tf.data.Dataset.from_tensor_slices({"weights": [1]}).map(padded)


class Stage:
    def apply(self, ds):
        raise NotImplementedError


class Parsed(Stage):
    def apply(self, ds):
        return ds.map(tf.strings.strip, num_parallel_calls=2)


class Jittered(Stage):
    """Methods by one name are given the same."""

    def apply(self, ds):
        return ds.map(self._noise)

    def _noise(self, row):
        print("row")  # [print-in-graph]
        return row

    def mapped(self, ds):
        return ds.map(self._quiet)

    def _quiet(self, row):
        print("row")
        return row
