import collections

import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails

Dataset = tf.data.Dataset


def elements(dataset):
    print(dataset, int(dataset.cardinality()), list(dataset.as_numpy_iterator()))


# %% slices
elements(Dataset.from_tensor_slices([1, 2, 3]))
elements(Dataset.from_tensor_slices(([1, 2], [[1.0], [2.0]])))
elements(Dataset.from_tensor_slices({"a": ["x", "y"], "b": (np.ones(2), [True, False])}))
print(list(Dataset.from_tensor_slices(tf.constant([[1, 2], [3, 4]]))))

# %% tensors-and-ranges
elements(Dataset.from_tensors((1, [2, 3])))
elements(Dataset.range(4))
elements(Dataset.range(2, 10, 3))
elements(Dataset.range(5, 0, -2, output_type=tf.int32))

# %% source-errors
fails(Dataset.from_tensor_slices, 3)
fails(Dataset.from_tensor_slices, ([1, 2], [3]))
fails(Dataset.range)
fails(Dataset.range, 1, 2, 3, 4)
fails(Dataset.range, 1, 5, 0)

# %% map
elements(Dataset.range(3).map(lambda x: x * 2))
elements(Dataset.range(3).map(lambda x: (x, tf.cast(x, tf.float32) / 2)))
elements(Dataset.range(2).map(lambda x: {"a": x, "b": [x, x]}))
elements(Dataset.range(2).map(lambda x: [x, x + 1]))
elements(Dataset.range(2).map(lambda x: x, num_parallel_calls=tf.data.AUTOTUNE))
elements(Dataset.range(2).map(lambda x: "s"))

# %% map-is-traced-once
def double(x):
    print("tracing", x, tf.executing_eagerly())
    tf.print("running", x)
    return x * 2
d = Dataset.range(3).map(double)
print("made")
print(list(d))
print([x.numpy() for x in d])

# %% map-arguments
def of_two(a, b):
    print(a, b)
    return a + b
def of_dict(d):
    print(sorted(d.items()))
    return d["a"]
pairs = Dataset.zip((Dataset.range(2), Dataset.range(5, 7)))
elements(pairs.map(of_two))
elements(pairs.map(lambda a, b: {"a": a, "b": b}).map(of_dict))
Point = collections.namedtuple("Point", "x y")
elements(pairs.map(Point).map(lambda p: p.x * p.y))

# %% map-with-control-flow
def collatz(n):
    steps = 0
    while n > 1:
        if n % 2 == 0:
            n //= 2
        else:
            n = 3 * n + 1
        steps += 1
    return steps
elements(Dataset.range(1, 10).map(collatz))

# %% map-errors
d = Dataset.range(3)
fails(d.map, 3)
fails(d.map, lambda x: object())
fails(d.map, lambda x: x + 1.0)
fails(list, Dataset.from_tensor_slices([1, 2]).map(lambda x: tf.fill([x], x)).batch(2))

# %% map-with-variables
v = tf.Variable(10, dtype=tf.int64)
def add(x):
    v.assign_add(x)
    return v.read_value()
elements(Dataset.range(4).map(add))
print(v.numpy())

# %% map-with-py-function
d = Dataset.range(3).map(lambda x: tf.py_function(lambda y: y.numpy() * 10, [x], tf.int64))
elements(d)
elements(Dataset.range(3).map(lambda x: tf.numpy_function(lambda y: y + 1, [x], tf.int64)))

# %% filter
elements(Dataset.range(6).filter(lambda x: x % 2 == 0))
fails(Dataset.range(3).filter, lambda x: x)
elements(Dataset.from_tensor_slices({"a": [1, 2]}).filter(lambda e: e["a"] > 1))

# %% take-while
elements(Dataset.range(6).take_while(lambda x: x < 3))

# %% flat-map
elements(Dataset.range(4).flat_map(lambda x: Dataset.range(x)))
elements(Dataset.range(3).flat_map(lambda x: Dataset.from_tensors(x).repeat(x)))

# %% interleave
elements(Dataset.range(5).interleave(lambda x: Dataset.from_tensors(x).repeat(3), cycle_length=2))
elements(Dataset.range(7).interleave(lambda x: Dataset.from_tensors(x).repeat(x), cycle_length=3, block_length=2))

# %% batch
elements(Dataset.range(5).batch(2))
elements(Dataset.range(5).batch(2, drop_remainder=True))
elements(Dataset.from_tensor_slices({"a": [[1, 2], [3, 4]], "b": ["x", "y"]}).batch(2))
fails(Dataset.range(3).batch, 0)

# %% unbatch-and-rebatch
elements(Dataset.range(5).batch(2).unbatch())
elements(Dataset.range(5).batch(2).rebatch(3))
elements(Dataset.from_tensors(([1, 2], ["a", "b"])).unbatch())

# %% padded-batch
ragged = Dataset.range(1, 5).map(lambda x: tf.fill([x], x))
elements(ragged.padded_batch(2))
elements(ragged.padded_batch(3, padded_shapes=[5], padding_values=tf.constant(-1, tf.int64)))
elements(Dataset.from_tensor_slices(["a", "b"]).map(lambda s: tf.fill([2], s)).padded_batch(2, padded_shapes=[3]))
elements(Dataset.from_tensor_slices(([1, 2], [[1.0], [2.0]])).padded_batch(2, padded_shapes=([], [None])))

# %% window
for options in ({}, {"shift": 1}, {"shift": 1, "stride": 2}, {"shift": 2, "drop_remainder": True}):
    d = Dataset.range(6).window(3, **options)
    print(d, int(d.cardinality()), [[int(x) for x in w] for w in d])
d = Dataset.range(5).window(3, shift=1, drop_remainder=True).flat_map(lambda w: w.batch(3))
elements(d)
for a, b in Dataset.zip((Dataset.range(4), Dataset.range(10, 14))).window(2):
    print(a, list(b.as_numpy_iterator()))

# %% shuffle
print(list(Dataset.range(10).shuffle(10, seed=1).as_numpy_iterator()))
print(list(Dataset.range(10).shuffle(3, seed=42).as_numpy_iterator()))
d = Dataset.range(8).shuffle(4, seed=5)
print(list(d.as_numpy_iterator()), list(d.as_numpy_iterator()))
d = Dataset.range(8).shuffle(4, seed=5, reshuffle_each_iteration=False)
print(list(d.as_numpy_iterator()), list(d.as_numpy_iterator()))
print(Dataset.range(3).shuffle(2))
fails(Dataset.range(3).shuffle, 0)

# %% shuffle-with-a-global-seed
tf.random.set_seed(3)
a, b = Dataset.range(10).shuffle(10), Dataset.range(10).shuffle(5, seed=2)
print(list(a.as_numpy_iterator()), list(b.as_numpy_iterator()), list(a.as_numpy_iterator()))

# %% shuffle-and-repeat
print(list(Dataset.range(6).shuffle(3, seed=1).repeat(3).as_numpy_iterator()))
print(list(Dataset.range(6).repeat(2).shuffle(4, seed=1).as_numpy_iterator()))
print([b.tolist() for b in Dataset.range(6).shuffle(6, seed=1).batch(4).repeat(2).as_numpy_iterator()])

# %% random-numbers
print(list(Dataset.random(seed=4).take(5).as_numpy_iterator()))
tf.random.set_seed(7)
d = Dataset.range(3).map(lambda x: tf.random.uniform([], seed=1))
print(list(d.as_numpy_iterator()), list(d.as_numpy_iterator()))

# %% repeat-take-skip
elements(Dataset.range(2).repeat(3))
elements(Dataset.range(3).repeat().take(7))
elements(Dataset.range(5).skip(3))
elements(Dataset.range(5).take(-1))
elements(Dataset.range(5).skip(-1))
print(Dataset.range(2).repeat().cardinality() == tf.data.INFINITE_CARDINALITY)

# %% enumerate-zip-concatenate
elements(Dataset.from_tensor_slices(["a", "b"]).enumerate(start=5))
elements(Dataset.zip((Dataset.range(3), (Dataset.range(2), Dataset.range(9)))))
elements(Dataset.zip({"a": Dataset.range(2), "b": Dataset.range(2)}))
elements(Dataset.zip(Dataset.range(2), Dataset.range(3)))
elements(Dataset.range(2).concatenate(Dataset.range(5, 7)))
elements(Dataset.from_tensors([1, 2]).concatenate(Dataset.from_tensors([3])))
fails(Dataset.range(2).concatenate, Dataset.from_tensor_slices(["a"]))
fails(Dataset.zip, (Dataset.range(2), 3))

# %% reduce
d = Dataset.range(5)
print(d.reduce(np.int64(0), lambda s, x: s + x))
print(d.reduce((0, tf.constant(1.0)), lambda s, x: (s[0] + 1, s[1] * 2)))
print(d.reduce("", lambda s, x: tf.strings.join([s, tf.strings.as_string(x)])))
fails(d.reduce, 0, lambda s, x: x)

# %% scan
elements(Dataset.range(5).scan(np.int64(0), lambda s, x: (s + x, s + x)))
elements(Dataset.range(4).scan((1, 1), lambda s, x: ((s[1], s[0] + s[1]), s[0])))

# %% cache-and-prefetch
d = Dataset.range(3).map(lambda x: tf.py_function(lambda y: print("computed", int(y)) or y, [x], tf.int64)).cache()
print([int(x) for x in d], [int(x) for x in d])
elements(Dataset.range(3).prefetch(tf.data.AUTOTUNE))

# %% choose-shard-unique
elements(Dataset.choose_from_datasets([Dataset.range(3), Dataset.range(10, 13)], Dataset.range(2).repeat(3)))
elements(Dataset.range(7).shard(3, 1))
elements(Dataset.from_tensor_slices([1, 2, 1, 3, 2]).unique())

# %% group-by-window
elements(Dataset.range(10).group_by_window(lambda x: x % 3, lambda key, window: window.batch(2), window_size=2))

# %% generator
def count(n=3):
    for i in range(n):
        yield i
elements(Dataset.from_generator(count, output_signature=tf.TensorSpec([], tf.int32)))
elements(Dataset.from_generator(count, args=[2], output_signature=tf.TensorSpec([], tf.int64)))
elements(Dataset.from_generator(lambda: [(1, [2.0]), (3, [4.0, 5.0])], (tf.int32, tf.float32), ([], [None])))
elements(Dataset.from_generator(lambda: [{"a": 1}], output_signature={"a": tf.TensorSpec([], tf.int32)}))
elements(Dataset.from_generator(lambda: ["a", "b"], tf.string))

# %% generator-errors
spec = tf.TensorSpec([], tf.int32)
fails(Dataset.from_generator, [1], output_signature=spec)
fails(Dataset.from_generator, lambda: [1])
fails(list, Dataset.from_generator(lambda: [1, "a"], output_signature=spec))
fails(list, Dataset.from_generator(lambda: [1, [2]], output_signature=spec))
fails(list, Dataset.from_generator(lambda: [(1, 2)], output_signature=(spec, spec, spec)))
def breaks():
    yield 1
    raise RuntimeError("broken")
fails(list, Dataset.from_generator(breaks, output_signature=spec))

# %% generator-anew-for-each-iteration
calls = []
def numbers():
    calls.append(1)
    yield from range(2)
d = Dataset.from_generator(numbers, output_signature=tf.TensorSpec([], tf.int32)).repeat(2)
print([int(x) for x in d], len(calls))

# %% iterators
it = iter(Dataset.range(3))
print(next(it), it.get_next(), it.element_spec, isinstance(it, tf.data.Iterator))
o = it.get_next_as_optional()
print(o.has_value(), o.get_value(), o.element_spec)
o = it.get_next_as_optional()
print(o.has_value())
fails(o.get_value)
fails(it.get_next)
fails(next, it)

# %% lengths-and-truth
d = Dataset.range(3)
print(len(d), bool(Dataset.range(0)), d.cardinality(), tf.data.experimental.cardinality(d.filter(lambda x: True)))
fails(len, d.repeat())
fails(len, d.filter(lambda x: True))
print(len(d.filter(lambda x: True).apply(tf.data.experimental.assert_cardinality(3))))
fails(list, d.apply(tf.data.experimental.assert_cardinality(4)))

# %% single-elements
print(Dataset.range(5).batch(5).get_single_element(), Dataset.from_tensors((1, 2)).get_single_element())
fails(Dataset.range(2).get_single_element)
fails(Dataset.range(0).get_single_element)

# %% specs
d = Dataset.range(2)
print(tf.data.DatasetSpec(tf.TensorSpec([])), tf.data.DatasetSpec.from_value(d), tf.type_spec_from_value(d))
print(d.map(lambda x: (x, None)).element_spec, d.window(2).element_spec)

# %% apply
elements(Dataset.range(4).apply(lambda d: d.batch(2)))
fails(Dataset.range(4).apply, lambda d: 3)

# %% debug-mode
tf.data.experimental.enable_debug_mode()
seen = []


def doubled(x):
    seen.append(tf.executing_eagerly())
    return x * 2, {"half": tf.cast(x, tf.float32) / 2}


doubles = Dataset.range(3).map(doubled, num_parallel_calls=2)
print(doubles.element_spec, seen)
print(list(doubles.as_numpy_iterator()), seen)
elements(Dataset.range(3).flat_map(lambda n: Dataset.range(n)))
elements(Dataset.range(6).filter(lambda n: n % 2 == 0).batch(2))
print(Dataset.range(4).reduce(np.int64(0), lambda s, x: s + x))
print(list(Dataset.range(4).scan(np.int64(0), lambda s, x: (s + x, s)).as_numpy_iterator()))
fails(tf.function(tf.data.experimental.enable_debug_mode))

# %% tensor-arrays-in-loops


@tf.function
def collected():
    squares = tf.TensorArray(tf.int64, size=4)
    for i, x in enumerate(Dataset.range(4)):
        i = tf.cast(i, tf.int32)
        squares = squares.write(i, x * x)
    return squares.stack()


@tf.function
def until(limit):
    found, count = (tf.TensorArray(tf.int64, size=0, dynamic_size=True), 0), 0
    for x in Dataset.range(9):
        if x > limit:
            break
        found = (found[0].write(tf.cast(x, tf.int32), x), found[1] + 1)
    return found[0].stack(), found[1]


print(collected(), until(tf.constant(3, tf.int64)))

# %% padded-batches-of-strings
import tensorflow as tf
from tell import fails
def show_all(dataset):
    for element in dataset:
        print(element)
    print(dataset.element_spec)
Dataset = tf.data.Dataset
show_all(Dataset.from_tensor_slices(["a", "b"]).padded_batch(2))
show_all(Dataset.from_tensor_slices({"s": ["a", "b", "c"], "n": [1, 2, 3]}).padded_batch(2))
lists = Dataset.from_generator(lambda: iter([["a"], ["b", "c"], []]), output_signature=tf.TensorSpec([None], tf.string))
show_all(lists.padded_batch(2))
show_all(lists.padded_batch(2, padded_shapes=[3], padding_values="x"))
show_all(Dataset.from_tensor_slices(["a", "b"]).padded_batch(2, padded_shapes=[]))

# %% rebatch-and-unbatch-of-what-has-no-rows
import tensorflow as tf
from tell import fails
Dataset = tf.data.Dataset
for make in (lambda: Dataset.range(3).rebatch(2), lambda: Dataset.range(4).rebatch(2, drop_remainder=True), lambda: Dataset.range(3).unbatch(),
             lambda: Dataset.from_tensors((1, [2, 3])).unbatch(), lambda: Dataset.from_tensors((1, [2, 3])).rebatch(2),
             lambda: Dataset.from_tensors(([1, 2], [2, 3, 4])).rebatch(1)):
    fails(make)
for dataset in (Dataset.from_tensors(([1, 2], [2, 3])).rebatch(1), Dataset.range(4).batch(2).rebatch(3), Dataset.from_tensor_slices(["a", "b", "c"]).batch(2).rebatch(1)):
    print(list(dataset), dataset.element_spec)
