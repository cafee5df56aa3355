# Files and datasets: lines, records, comma-separated values, examples, sparse tensors.
import os
import tempfile

import tensorflow as tf
from tell import fails, show

FOLDER = tempfile.mkdtemp()


def path(name):
    return os.path.join(FOLDER, name)


def put(name, data):
    with open(path(name), "wb") as file:
        file.write(data)
    return path(name)


def short(error):
    return str(error).replace(FOLDER, "FOLDER").split("\n")[0]


def tell(function):
    try:
        print(function())
    except Exception as error:
        print(type(error).__name__, short(error))


def listed(dataset):
    return list(dataset.as_numpy_iterator())
# %% read-and-write-files
name = path("new/folder/x")
print(tf.io.write_file(name, "hello"), tf.io.read_file(name))
for argument in (path("missing"), FOLDER, [name]):
    tell(lambda: tf.io.read_file(argument))
put("b.txt", b""), put("a.txt", b""), put("c.png", b"")
print([os.path.basename(one) for one in tf.io.matching_files(path("?.txt")).numpy()])
print([os.path.basename(one) for one in tf.io.matching_files([path("c*"), path("[ab].txt")]).numpy()])


@tf.function
def write(name):
    tf.io.write_file(name, "graph")


write(tf.constant(path("y")))
print(tf.io.read_file(path("y")))
print([(op.name, op.type) for op in write.get_concrete_function(tf.TensorSpec([], tf.string)).graph.get_operations()])
# %% lines-of-text
import gzip
import zlib

first = put("a.txt", b"one\ntwo\r\n\nfour")
T = tf.data.TextLineDataset
print(T(first), listed(T(first)), int(T(first).cardinality()))
print(listed(T([first, put("b.txt", b"x\ny\n")])), listed(T(tf.data.Dataset.from_tensors(first))))
print(listed(T([first, path("b.txt")], num_parallel_reads=2)))
print(listed(T(put("a.gz", gzip.compress(b"one\ntwo\n")), "GZIP")), listed(T(put("a.zz", zlib.compress(b"1\n2")), compression_type="ZLIB")))
print(listed(tf.data.Dataset.from_tensor_slices([first, path("b.txt")]).interleave(T, cycle_length=2)))
tell(lambda: listed(T(path("missing"))))
tell(lambda: T(3))
tell(lambda: T(tf.data.Dataset.from_tensors([first])))


@tf.function
def count(name):
    return T(name).reduce(0, lambda state, line: state + 1)


print(count(tf.constant(first)))
# %% records
R = tf.data.TFRecordDataset
with tf.io.TFRecordWriter(path("r")) as writer:
    writer.write(b"abc")
    writer.write("text")
    writer.flush()
tell(lambda: writer.write(b"x"))
with tf.io.TFRecordWriter(path("r.gz"), options="GZIP") as writer:
    writer.write(b"abc")
    writer.write(b"")
with tf.io.TFRecordWriter(path("r.zz"), options=tf.io.TFRecordOptions(compression_type="ZLIB")) as writer:
    writer.write(b"z" * 1000)
print(R(path("r")), listed(R(path("r"))), listed(R(path("r.gz"), compression_type="GZIP")), len(listed(R(path("r.zz"), "ZLIB"))[0]))
print(listed(R([path("r")] * 2, num_parallel_reads=2)))
with open(path("r"), "rb") as file:
    data = file.read()
print(data)
for damaged in (data[:-3], data[:13] + b"X" + data[14:], b"\x07" + data[1:], data[:20]):
    tell(lambda: listed(R(put("bad", damaged))))
tell(lambda: listed(R(path("missing"))))
F = tf.data.FixedLengthRecordDataset
print(F(put("f", b"hhABCDEFGHt"), 2, 2, 1), listed(F(path("f"), 2, 2, 1)))
tell(lambda: listed(F(path("f"), 4)))
# %% list-files
for name in ("r1", "r2", "r3", "s1"):
    put(name, b"")
L = tf.data.Dataset.list_files
print(L(path("r*"), shuffle=False))
print([os.path.basename(one) for one in listed(L(path("r*"), shuffle=False))])
print([[os.path.basename(one) for one in listed(L([path("r*"), path("s*")], seed=4))] for _ in range(2)])
tell(lambda: L(path("zzz*")))
# %% csv-datasets
C = tf.data.experimental.CsvDataset
table = put("b.csv", b'a,b,c\n1,"x, y",2.5\n,,\n3,z,\n')
tell(lambda: listed(C(table, [tf.int32, tf.string, tf.float32], header=True)))
print(C(table, [0, "d", 1.5], header=True))
print([tuple(one.item() if hasattr(one, "item") else one for one in row) for row in listed(C(table, [0, "d", 1.5], header=True))])
print(len(listed(C(table, [0, 1.5], header=True, select_cols=[0, 2]))), listed(C(table, ["", "d"], header=True, exclude_cols=[2])))
tell(lambda: listed(C(table, [0, 0], header=True)))
for text in ("1,2,3\n", "1\n", '"a""b",2\n', 'a"b,2\n', '"a', "1,2\r\n3,4\r\n\r\n5,6", "x,1\n", '"l\nm",7\r\n'):
    tell(lambda: [(a, int(b)) for a, b in listed(C(put("t.csv", text.encode()), ["", 0]))])
tell(lambda: listed(C(path("missing"), [0])))
# %% make-csv-dataset
# needs: python<3.12 (how an OrderedDict prints)
table = put("t.csv", b"a,b,c,d\n" + b"".join(b"%d,w%d,%d.5,%d\n" % (n, n % 3, n, n % 2) for n in range(9)))
M = tf.data.experimental.make_csv_dataset
data = M(table, 4, label_name="d", shuffle_seed=3, num_epochs=2)
print(data)
for features, label in data:
    print({key: value.numpy().tolist() for key, value in features.items()}, label.numpy().tolist())
print(M(table, 2, select_columns=["c", 0], shuffle=False).element_spec)
print(next(iter(M(table, 2, select_columns=["c", 0], shuffle=False)))["c"])
print(next(iter(M(table, 3, column_names=["p", "q", "r", "s"], column_defaults=[tf.int64, "", 0., tf.string], header=True, shuffle=False))))
for arguments in (dict(label_name="x"), dict(select_columns=["a", "a"]), dict(select_columns=["z"]), dict(select_columns=[9])):
    tell(lambda: M(table, 2, **arguments))
tell(lambda: M(path("none*"), 2))
# %% decode-csv
D = tf.io.decode_csv
print(D(["1,a,2.5", "3,,"], [tf.constant([], tf.int32), "", [7.0]]))
print(D("1;'x'", [[0], [""]], field_delim=";", use_quote_delim=False), D("NA,1", [[5], [0]], na_value="NA"))
print(D("1,2,3", [[0], [0]], select_cols=[0, 2]), D('"a ""q"" b",2', [[""], [0]]), D("1e3, 2 ", [[0.0], [0.0]]))
tell(lambda: D("1,2,3", [[0], [0], [0]], select_cols=[0, 1]))
for line, defaults in [("1,2", [[0]]), ("x", [[0]]), (",1", [tf.constant([], tf.int32), [0]]), ('a"b,2', [[""], [0]]),
                       ('"a"b,2', [[""], [0]]), ('"a', [[""]]), (["1,2", "1"], [[0], [0]]), ("99999999999", [[0]]), ("", [[0]]),
                       ("1", [tf.constant([0, 1])])]:
    tell(lambda: D(line, defaults))
# %% tensors-as-strings
for value in ([[1, 2], [3, 4]], ["a", "bc"], 1.5, [True, False], tf.zeros([2, 0]), [1 + 2j]):
    string = tf.io.serialize_tensor(value)
    print(string.numpy(), tf.io.parse_tensor(string, tf.constant(value).dtype))
tell(lambda: tf.io.parse_tensor(tf.io.serialize_tensor([1]), tf.float32))
tell(lambda: tf.io.parse_tensor("junk", tf.float32))
tell(lambda: tf.io.parse_tensor(["junk"], tf.float32))


@tf.function
def through(x):
    return tf.io.parse_tensor(tf.io.serialize_tensor(x), tf.float32)


print(through(tf.constant([1.0, 2.0])), through.get_concrete_function(tf.TensorSpec([2])).structured_outputs.shape)
# %% example-messages
Feature = tf.train.Feature
example = tf.train.Example(features=tf.train.Features(feature={"i": Feature(int64_list=tf.train.Int64List(value=[1, -2]))}))
print(example, repr(example.SerializeToString()), example.ByteSize())
same = tf.train.Example.FromString(example.SerializeToString())
print(same == example, same.features.feature["i"].int64_list.value, same.features.feature["i"].WhichOneof("kind"), "q" in same.features.feature)
new = tf.train.Example()
new.features.feature["n"].float_list.value.append(1 / 3)
new.features.feature["n"].float_list.value.extend([1e-7, 1e20, 2])
print(new, new.ParseFromString(example.SerializeToString()), list(new.features.feature))
print(Feature(bytes_list=tf.train.BytesList(value=[b"a\xff\n\"", "é".encode()])), Feature().WhichOneof("kind"))
for wrong in (lambda: tf.train.Int64List(value=["x"]), lambda: tf.train.BytesList(value=["x"]), lambda: tf.train.Int64List(value=[1.5]),
              lambda: Feature(nope=1), lambda: tf.train.Int64List(value=3), lambda: tf.train.BytesList(value=b"ab")):
    tell(wrong)
# %% parse-examples
Feature, FL, VL, FS = tf.train.Feature, tf.io.FixedLenFeature, tf.io.VarLenFeature, tf.io.FixedLenSequenceFeature
data = tf.train.Example(features=tf.train.Features(feature={
    "i": Feature(int64_list=tf.train.Int64List(value=[1, -2])), "f": Feature(float_list=tf.train.FloatList(value=[0.5])),
    "b": Feature(bytes_list=tf.train.BytesList(value=[b"a\xff", b"bc"])), "e": Feature()})).SerializeToString()
empty = tf.train.Example().SerializeToString()
P, P1 = tf.io.parse_example, tf.io.parse_single_example
spec = {"i": FL([2], tf.int64), "f": FL([], tf.float32), "b": FS([], tf.string, allow_missing=True), "d": FL([1], tf.int64, default_value=7),
        "s": FL((), tf.string, "dflt")}
print(FL([], tf.float32), VL(tf.int64), FS([], tf.int64, True))
print(P1(data, spec))
print(P([data, data], spec))
print(P1(data, {"i": VL(tf.int64), "q": VL(tf.string)}), P([data, empty], {"i": VL(tf.int64)}))
print(P([data, empty], {"i": FS([], tf.int64, True, default_value=-1)}))
for one, features in [(data, {"i": FL([3], tf.int64)}), (data, {"q": FL([], tf.int64)}), (data, {"i": FL([2], tf.float32)}), (data, {}),
                      ("junk", {"i": FL([2], tf.int64)}), ([data], spec), (data, {"i": 3}), (data, {"i": FS([], tf.int64)})]:
    tell(lambda: P1(one, features))
for one, features in [([data, "junk"], {"i": FL([2], tf.int64)}), ([data], {"q": FL([], tf.int64)}), ([data], {"i": FL([3], tf.int64)}),
                      ([data], {"i": FL([2], tf.float32)}), ([data], {"i": FL([2], tf.int32)})]:
    tell(lambda: P(one, features))


@tf.function
def parse(one):
    return P1(one, {"i": FL([2], tf.int64), "d": FL([1], tf.int64, 7), "v": VL(tf.string)}), P(one[None], {"q": FS([], tf.int64, True)})


concrete = parse.get_concrete_function(tf.TensorSpec([], tf.string))
print([(op.name, op.type, [one.name for one in op.inputs]) for op in concrete.graph.get_operations()])
print(concrete.structured_outputs)
print(parse(tf.constant(data)))
print(listed(tf.data.Dataset.from_tensors(data).map(lambda one: P1(one, {"i": FL([2], tf.int64)}))))
# %% saved-datasets
data = tf.data.Dataset.from_tensor_slices({"a": [1, 2, 3], "b": [[1.0, 2.0], [3.0, 4.0], [5.0, 6.0]]})
data.save(path("one"))
again = tf.data.Dataset.load(path("one"))
print(sorted(again.element_spec.items()), [sorted(one.items()) for one in listed(again)], int(again.cardinality()))
print(sorted(name for name in os.listdir(path("one")) if not name.isdigit()))
words = tf.data.Dataset.from_tensor_slices(["x", "yy", "z"])
words.save(path("two"), compression="GZIP", shard_func=lambda one: tf.cast(tf.strings.length(one), tf.int64))
print(sorted(listed(tf.data.Dataset.load(path("two"), compression="GZIP"))))
print(listed(tf.data.Dataset.load(path("two"), tf.TensorSpec([], tf.string), "GZIP", lambda shards: shards.flat_map(lambda one: one))))
tell(lambda: tf.data.Dataset.load(path("none")))
calls = []
seen = tf.data.Dataset.range(4).map(lambda x: tf.py_function(lambda x: calls.append(1) or x, [x], tf.int64)).snapshot(path("snap"))
print(seen, listed(seen), listed(seen), len(calls))
# %% checkpointed-iterators
iterator = iter(tf.data.Dataset.range(20).map(lambda x: x * 2))
checkpoint = tf.train.Checkpoint(step=tf.Variable(0), iterator=iterator)
manager = tf.train.CheckpointManager(checkpoint, path("saved"), max_to_keep=3)
print([int(next(iterator)) for _ in range(5)])
manager.save()
print([int(next(iterator)) for _ in range(5)])
checkpoint.restore(manager.latest_checkpoint)
print([int(next(iterator)) for _ in range(5)])
other = iter(tf.data.Dataset.range(20).map(lambda x: x * 2))
tf.train.Checkpoint(step=tf.Variable(0), iterator=other).restore(manager.latest_checkpoint).expect_partial()
print(int(next(other)))
# %% sampling
D = tf.data.Dataset
sets = [D.from_tensors(n).repeat() for n in range(3)]
print([int(one) for one in D.sample_from_datasets(sets, seed=3).take(20)])
print([int(one) for one in D.sample_from_datasets(sets, [0.5, 0.0, 0.5], seed=5).take(20)], D.sample_from_datasets(sets, seed=1))
print([int(one) for one in D.sample_from_datasets([D.range(3), D.range(10, 14)], seed=7)])
print([int(one) for one in D.sample_from_datasets([D.range(3), D.range(10, 14)], seed=7, stop_on_empty_dataset=True)])
weights = D.from_tensors([0.1, 0.1, 0.8]).repeat()
print([int(one) for one in D.sample_from_datasets(sets, weights, seed=2).take(20)])
tf.random.set_seed(9)
print([int(one) for one in D.sample_from_datasets(sets).take(10)])
for wrong in (lambda: D.sample_from_datasets([]), lambda: D.sample_from_datasets(sets, [0.5]), lambda: D.sample_from_datasets(sets, [1, 2, 3]),
              lambda: D.sample_from_datasets([D.range(2), D.from_tensors("a")])):
    tell(wrong)
# %% rejection
import numpy as np

D = tf.data.Dataset
tf.get_logger().setLevel("ERROR")
tf.random.set_seed(4)
data = D.from_tensor_slices(np.array([0, 1, 2, 0, 1, 2, 0, 1, 2, 1] * 20, np.int32)).shuffle(200, seed=1)
even = data.rejection_resample(lambda c: c, [0.35, 0.3, 0.35], initial_dist=[0.3, 0.4, 0.3], seed=3)
print(even, [int(c) for c, _ in even.take(25)])
print([int(c) for c, _ in data.rejection_resample(lambda c: c, [0.35, 0.3, 0.35], seed=3).take(25)])
pairs = D.zip((D.range(40), D.from_tensors(1).repeat(40)))
print(pairs.rejection_resample(lambda x, y: y, [0.5, 0.5], [0.5, 0.5]).element_spec)
# %% buckets
D = tf.data.Dataset
elements = [[0], [1, 2, 3, 4], [5, 6, 7], [7, 8, 9, 10, 11], [13, 14, 15, 16, 19, 20], [21, 22], [3, 4]]
data = D.from_generator(lambda: elements, output_signature=tf.TensorSpec([None], tf.int64))
for options in (dict(), dict(pad_to_bucket_boundary=True, bucket_boundaries=[4, 7]), dict(drop_remainder=True), dict(padding_values=tf.constant(-1, tf.int64)),
                dict(padded_shapes=[8])):
    arguments = {"bucket_boundaries": [3, 5], "bucket_batch_sizes": [2, 2, 2], **options}
    buckets = data.bucket_by_sequence_length(lambda one: tf.shape(one)[0], **arguments)
    print(buckets.element_spec, [one.tolist() for one in listed(buckets)])
tell(lambda: data.bucket_by_sequence_length(lambda one: tf.shape(one)[0], [3], [2]))
print(listed(D.range(8).bucket_by_sequence_length(lambda x: tf.cast(x, tf.int32), [4], [2, 3], no_padding=True)))
# %% counters
print(listed(tf.data.Dataset.counter(3, 2).take(3)), tf.data.Dataset.counter(), tf.data.Dataset.counter(dtype=tf.int32).element_spec)
# %% sparse-tensors
S = tf.SparseTensor
s = S([[0, 0], [1, 2]], [1, 2], [3, 4])
print(s, s.shape, s.dtype, s._type_spec, tf.is_tensor(s))
print(tf.sparse.to_dense(s), tf.sparse.to_dense(s, default_value=-1), tf.sparse.from_dense([[0, 3], [4, 0]]))
print(tf.sparse.to_dense(tf.sparse.reorder(S([[1, 2], [0, 0]], [2, 1], [3, 4]))), tf.sparse.to_dense(S([[0]], ["a"], [2])))
print(tf.sparse.map_values(tf.add, s, 1), tf.sparse.sparse_dense_matmul(S([[0, 0], [1, 2]], [1.0, 2.0], [3, 4]), tf.ones([4, 2])))
for wrong in (lambda: S([[0, 0]], [1, 2], [3, 4]), lambda: S([[0, 0, 0]], [1], [3, 4]), lambda: S([0], [1], [3]),
              lambda: tf.sparse.to_dense(S([[1, 2], [0, 0]], [2, 1], [3, 4])), lambda: tf.sparse.to_dense(S([[0, 0], [0, 0]], [2, 1], [3, 4])),
              lambda: tf.sparse.to_dense(S([[0, 9]], [2], [3, 4])), lambda: s + s):
    tell(wrong)


@tf.function
def f(x):
    return tf.sparse.to_dense(x), x, tf.sparse.from_dense(tf.ones([2, 2]))


concrete = f.get_concrete_function(s)
print([(op.name, op.type) for op in concrete.graph.get_operations()])
print(concrete)
print(f(s))
v = tf.Variable([1.0, 2.0])
with tf.GradientTape() as tape:
    y = tf.reduce_sum(tf.sparse.to_dense(S([[0], [2]], v, [3])) * [1.0, 2.0, 3.0])
print(tape.gradient(y, v))
data = tf.data.Dataset.from_tensors(s)
print(data.element_spec, next(iter(data)), tf.sparse.to_dense(next(iter(data.map(lambda x: x)))))
# %% sets
print(tf.sets.intersection([[1, 2, 3]], [[2, 3, 4]]), tf.sets.size(tf.sets.union([[1, 2], [3, 3]], [[2, 3], [5, 6]])))
print(tf.sparse.to_dense(tf.sets.difference([[1, 2], [3, 3]], [[2, 3], [5, 6]])), tf.sets.difference([[1, 2]], [[2]], aminusb=False))
print(tf.sets.union([["b", "a"]], [["c"]]), tf.sets.intersection(tf.SparseTensor([[0, 0], [0, 1]], [1, 2], [1, 2]), [[2, 5]]))
for a, b in (([1, 2], [3]), ([[1], [2]], [[3]]), ([[1.0]], [[3.0]])):
    fails(tf.sets.union, a, b)


@tf.function
def g(a, b):
    return tf.sets.union(a, b), tf.sets.size(tf.sets.union(a, b))


concrete = g.get_concrete_function(tf.constant([[1, 2]]), tf.constant([[1]]))
print([(op.name, op.type) for op in concrete.graph.get_operations()], concrete.structured_outputs)
# %% orders-are-drawn-when-iterators-are-made
def listing(items):
    return [int(item) for item in items]


def fresh(change=lambda dataset: dataset):
    tf.random.set_seed(22)
    return change(tf.data.Dataset.range(6).shuffle(6))


dataset = fresh()
orders = [listing(dataset) for _ in range(9)]
dataset = fresh()
unused = iter(dataset)
print(orders.index(listing(dataset)))
dataset = fresh()
first, second = iter(dataset), iter(dataset)
print(orders.index(listing(second)), orders.index(listing(first)), orders.index(listing(dataset)))
for change in (lambda d: d.batch(6).unbatch(), lambda d: d.prefetch(1).take(6), lambda d: tf.data.Dataset.range(0).concatenate(d),
               lambda d: d.repeat(1).cache(), lambda d: d.window(6).flat_map(lambda w: w),
               lambda d: tf.data.Dataset.zip(d, d).map(lambda a, b: b)):
    dataset = fresh(change)
    unused = iter(dataset)
    print(orders.index(listing(dataset)), end=" ")
# %% orders-in-the-epochs-of-fit
import numpy as np

tf.get_logger().setLevel("ERROR")


class Shown(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)

    def call(self, x):
        return self.dense(x)

    def train_step(self, data):
        tf.print("train", tf.reshape(data[0], [-1]), output_stream="file://" + path("steps"), summarize=-1)
        return {"loss": tf.reduce_sum(self(data[0]))}

    def test_step(self, data):
        tf.print("test", tf.reshape(data[0], [-1]), output_stream="file://" + path("steps"), summarize=-1)
        return {"loss": tf.reduce_sum(self(data[0]))}


def told(name, function):
    tf.keras.utils.set_random_seed(22)
    x = np.arange(6, dtype=np.float32)[:, None]
    dataset = tf.data.Dataset.from_tensor_slices((x, x)).shuffle(6).batch(3)
    model = Shown()
    model.compile("sgd")
    put("steps", b"")
    function(model, dataset)
    with open(path("steps")) as file:
        print(name, file.read().split("\n"))


told("epochs", lambda model, dataset: model.fit(dataset, shuffle=False, epochs=3, verbose=0))
told("calls", lambda model, dataset: [model.fit(dataset, shuffle=False, verbose=0), model.evaluate(dataset, verbose=0), model.fit(dataset, shuffle=False, verbose=0)])
told("validation", lambda model, dataset: model.fit(dataset, shuffle=False, validation_data=dataset, epochs=2, verbose=0))
told("steps", lambda model, dataset: model.fit(dataset, shuffle=False, steps_per_epoch=1, epochs=4, verbose=0))
# %% matching-files
for name in ("a.txt", "b.txt", ".c.txt", "v/.d.txt", "v/w/e.txt", ".h/f.txt"):
    os.makedirs(os.path.dirname(path(name)), exist_ok=True)
    put(name, b"")


def matched(*patterns):
    found = tf.io.matching_files([path(one) for one in patterns]).numpy()
    return [one.decode()[len(path("")) :] for one in found]


for pattern in ("*", "*.txt", "?c.txt", "[.a]*", "[!.]*", "*/*.txt", "?h/*", "**/*.txt", "*/", "v*/w/", "v//*", "v//w", "v/w/", "a.txt", "x*", "*/w/*"):
    print(pattern, matched(pattern))
print(matched("*.txt", "a*"), matched("a.txt", "a.txt"))
