import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

C = tf.constant
Dense = tf.lookup.experimental.DenseHashTable


def ints(*numbers):
    return C(numbers, tf.int64)


def table(buckets=8, **kwargs):
    return Dense(tf.int64, tf.int64, default_value=-1, empty_key=0, deleted_key=-100, initial_num_buckets=buckets, **kwargs)


def tell(t):
    keys, values = t.export()
    print(keys.numpy().tolist(), values.numpy().tolist(), int(t.size()))


# %% insert-find-erase
t = table()
print(t.name, t.key_dtype, t.value_dtype, t.insert(ints(1, 9, 17, 5), ints(10, 90, 170, 50)), t.size())
print(t.lookup(ints(1, 9, 3)), t[ints(17)], t.lookup([5]), t.lookup(ints()), t.lookup(C(5, tf.int64)))
tell(t)
t.erase(ints(9, 44))
print(t.size(), t.remove(ints(5)), t.lookup(ints(9, 5, 17)))
tell(t)
t.insert_or_assign(ints(17, 33), ints(7, 8))
tell(t)
t.insert(tf.range(100, 104, dtype=tf.int64), tf.range(4, dtype=tf.int64))
tell(t)
# %% growth
t = table(4)
for start in range(1, 60, 7):
    keys = tf.range(start, start + 7, dtype=tf.int64) * start - 30
    keys = tf.boolean_mask(keys, keys != 0)
    t.insert(keys, keys * 2)
    print(t.size().numpy(), t.export()[0].shape, t.lookup(keys).numpy().tolist())
tell(t)
# %% keys-of-strings
t = Dense(tf.string, tf.int64, -1, "", "$", initial_num_buckets=8)
t.insert(["a", "b", "c", "tf"], ints(1, 2, 3, 4))
print(t.lookup(C(["b", "zz"])))
tell(t)
t.erase(C(["b"]))
t.insert(["some longer key", "x" * 40, "é"], ints(5, 6, 7))
tell(t)
# %% values-that-are-vectors
t = Dense(tf.int64, tf.float32, [0., -1.], 0, -1, initial_num_buckets=4)
t.insert(ints(1, 2), C([[1., 2], [3, 4]]))
print(t.lookup(ints(2, 7)), t.export())
fails(t.insert, ints(1), C([1.]))
fails(t.insert, ints(1), C([[1., 2, 3]]))
# %% keys-that-are-vectors
t = Dense(tf.int64, tf.int64, -1, [0, 0], [-1, -1], initial_num_buckets=4)
t.insert(C([[1, 2], [3, 4]], tf.int64), ints(5, 6))
print(t.lookup(C([[3, 4], [1, 1]], tf.int64)))
tell(t)
t.remove(C([[3, 4]], tf.int64))
tell(t)
t.insert(C([[k, -k] for k in range(1, 7)], tf.int64), tf.range(6, dtype=tf.int64))
tell(t)
fails(t.lookup, ints(3))
fails(t.lookup, ints(3, 4, 5))
# %% dtypes
for key, value in (("string", "float32"), ("string", "bool"), ("int32", "int32"), ("int32", "float64"), ("int64", "int32"), ("int64", "bool")):
    empty, deleted = ("", "$") if key == "string" else (0, -1)
    t = Dense(key, value, tf.zeros([], value), empty, deleted, initial_num_buckets=4)
    keys = tf.cast([3, 5], key) if key != "string" else C(["p", "q"])
    t.insert(keys, tf.ones([2], value))
    print(t.lookup(keys[::-1]), t.key_dtype, t.value_dtype)
for key, value in (("float32", "int64"), ("int32", "bool"), ("string", "string"), ("int16", "int64")):
    try:
        Dense(key, value, "" if value == "string" else tf.zeros([], value), "" if key == "string" else 0, "$" if key == "string" else 1)
    except tf.errors.NotFoundError as error:
        print(str(error).partition("[")[0])
# %% errors
t = table()
for key in (0, -100):
    fails(t.insert, ints(key), ints(1))
    fails(t.lookup, ints(3, key))
    fails(t.remove, ints(key))
fails(t.insert, ints(1, 2), ints(1))
fails(t.lookup, C([1]))
fails(t.remove, C([1]))
fails(t.insert, C([1]), ints(1))
fails(t.lookup, C([[1, 9], [3, 5]], tf.int64))
fails(Dense, tf.int64, tf.int64, -1, 0, 0)
fails(Dense, tf.int64, tf.int64, -1, 0, -1, initial_num_buckets=10)
fails(Dense, tf.int64, tf.int64, -1, 0, [1])
fails(Dense, tf.int64, tf.int64, None, 0, 1)
# %% in-functions
t = table()


@tf.function
def f(keys):
    t.insert(keys, keys + 1)
    t.erase(keys[:1])
    return t.lookup(keys), t.size(), t.export()


found, size, (keys, values) = f(ints(3, 4, 12))
print(found, size, keys.numpy().tolist(), values.numpy().tolist())
concrete = f.get_concrete_function(ints(3))
print(concrete.structured_outputs)
print([op.type for op in concrete.graph.get_operations() if "Lookup" in op.type])
# %% checkpoints
folder = tempfile.mkdtemp()
t, other = table(), table()
t.insert(ints(1, 9, 17, 5, 6, 7, 8), ints(10, 90, 170, 50, 60, 70, 80))
t.erase(ints(9))
path = tf.train.Checkpoint(table=t).write(folder + "/c")
print(tf.train.list_variables(path))
other.insert(ints(2), ints(3))
tf.train.Checkpoint(table=other).read(path).assert_consumed()
tell(other)
print(other.lookup(ints(1, 9, 2)))
print(tf.train.list_variables(tf.train.Checkpoint(table=table(checkpoint=False)).write(folder + "/d")))
# %% tables-that-change-in-functions
t = tf.lookup.experimental.MutableHashTable(tf.int64, tf.int64, -1)
t.insert(ints(1), ints(2))
f = tf.function(lambda keys: (t.lookup(keys), t.export(), t.size()))
print(f.get_concrete_function(ints(3)).structured_outputs)
print(f(ints(1, 3)), type(t.export()).__name__)
