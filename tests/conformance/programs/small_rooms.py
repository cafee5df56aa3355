# Names of small modules: constants, compression, graphs in files, capsules, distances, settings that change nothing on a CPU.
import gzip
import os
import tempfile
import zlib
import numpy as np
import tensorflow as tf
from tests.conformance.support.tell import fails, show

Sparse = tf.SparseTensor
# %% constants
# needs: python<3.12 (how an OrderedDict prints)
for name in ("ASSETS_DIRECTORY", "ASSETS_KEY", "CLASSIFY_INPUTS", "CLASSIFY_METHOD_NAME", "CLASSIFY_OUTPUT_CLASSES", "CLASSIFY_OUTPUT_SCORES",
             "REGRESS_INPUTS", "REGRESS_METHOD_NAME", "REGRESS_OUTPUTS", "PREDICT_INPUTS", "PREDICT_OUTPUTS", "PREDICT_METHOD_NAME"):
    print(name, getattr(tf.saved_model, name))
print(sorted(tf.Tensor.OVERLOADABLE_OPERATORS))
print(all(hasattr(tf.Tensor, name) for name in tf.Tensor.OVERLOADABLE_OPERATORS))
print(tf.sysconfig.get_build_info(), tf.sysconfig.CXX11_ABI_FLAG, tf.sysconfig.MONOLITHIC_BUILD)
# %% old-division
a = tf.constant([7, -7])
print(a.__div__(2), a.__rdiv__(20), tf.constant([7.0]).__div__(2.0))
# %% quantized-dtypes
for dtype in (tf.qint8, tf.quint8, tf.qint16, tf.quint16, tf.qint32):
    print(repr(dtype), dtype, dtype.name, dtype.is_quantized, dtype.is_integer, dtype.is_floating, dtype.is_unsigned, dtype.is_numpy_compatible, dtype.size,
          dtype.as_datatype_enum, dtype in tf.dtypes.QUANTIZED_DTYPES, tf.as_dtype(dtype.name) is dtype, getattr(tf.dtypes, dtype.name) is dtype)
    for limit in ("min", "max", "limits"):
        fails(getattr, dtype, limit)
print(tf.int8 in tf.dtypes.QUANTIZED_DTYPES, tf.TensorSpec([2], tf.qint8), {tf.qint8: 1}[tf.qint8], tf.qint8 == tf.quint8)
print(tf.experimental.float8_e4m3fn, tf.experimental.int4)
# %% settings-of-devices
cpu = tf.config.list_physical_devices()[0]
E = tf.config.experimental
for f in (lambda: E.get_memory_growth(cpu), lambda: E.get_memory_growth("x"), lambda: E.set_memory_growth(cpu, True), lambda: E.get_memory_info("GPU:1"),
          lambda: E.get_memory_info("GPU:0"), lambda: E.get_memory_info("foo"),
          lambda: E.reset_memory_stats("GPU:0"), lambda: E.get_device_policy(), lambda: E.set_device_policy("x"), lambda: E.set_device_policy("warn"),
          lambda: E.get_device_policy(), lambda: E.set_device_policy(None), lambda: E.get_device_policy(), lambda: E.enable_mlir_bridge()):
    fails(f)
filters = E.ClusterDeviceFilters()
print(filters.set_device_filters("worker", 0, ["/job:ps"]))
# %% modes-of-execution
with tf.experimental.async_scope():
    print(tf.constant(1) + 1)
print(tf.experimental.async_clear_error(), tf.test.experimental.sync_devices())
with tf.experimental.function_executor_type("SINGLE_THREADED_EXECUTOR"):
    print(tf.function(lambda: tf.constant(3))())
# %% decompression
for kind, pack in (("ZLIB", zlib.compress), ("GZIP", gzip.compress), ("", bytes)):
    print(tf.io.decode_compressed([[pack(b"hello")], [pack(b"")]], kind), tf.io.decode_compressed(pack(b"x" * 1000), kind).numpy() == b"x" * 1000)
print(tf.io.decode_compressed(gzip.compress(b"a") + gzip.compress(b"b"), "GZIP"), tf.io.decode_compressed("", "ZLIB"))
print(tf.io.decode_compressed(zlib.compress(b"abcdefgh" * 20)[:-6], "ZLIB"))
f = tf.function(lambda x: tf.io.decode_compressed(x, "ZLIB"))
print(f.get_concrete_function(tf.TensorSpec([None, 2], tf.string)).structured_outputs)
# %% decompression-errors
fails(tf.io.decode_compressed, "abc", "ZLIB")
fails(tf.io.decode_compressed, zlib.compress(b"a"), "GZIP")
fails(tf.io.decode_compressed, gzip.compress(b"a"), "ZLIB")
fails(tf.io.decode_compressed, gzip.compress(b"a") + b"123", "GZIP")
fails(tf.io.decode_compressed, "a", "x")
# %% graphs-in-files
folder = os.path.join(tempfile.mkdtemp(), "a", "b")
with tf.Graph().as_default() as graph:
    tf.constant(1, name="x")
print(os.path.basename(tf.io.write_graph(graph, folder, "g.pbtxt")), open(folder + "/g.pbtxt").read())
print(tf.io.write_graph(graph.as_graph_def(), folder, "g.pb", as_text=False) == folder + "/g.pb")
message = tf.compat.v1.GraphDef.FromString(open(folder + "/g.pb", "rb").read())
with tf.Graph().as_default() as other:
    tf.graph_util.import_graph_def(message, name="in")
print([op.name for op in other.get_operations()], tf.graph_util.import_graph_def.__name__)
# %% capsules
x = tf.constant([[1, 2], [3, 4.]])
capsule = tf.experimental.dlpack.to_dlpack(x)
print(type(capsule).__name__, tf.experimental.dlpack.from_dlpack(capsule))
fails(tf.experimental.dlpack.from_dlpack, capsule)
fails(tf.experimental.dlpack.to_dlpack, np.ones(2))
fails(tf.experimental.dlpack.to_dlpack, tf.Variable(1.0))
for dtype in ("int8", "int64", "float16", "float64", "complex64", "uint8", "bool"):
    print(tf.experimental.dlpack.from_dlpack(tf.experimental.dlpack.to_dlpack(tf.cast([1, 0], dtype))))
print(np.from_dlpack(x), x.__dlpack_device__() == np.ones(1).__dlpack_device__(), hasattr(tf.Variable(1.0), "__dlpack__"))
print(tf.experimental.dlpack.from_dlpack(np.arange(6.0).reshape(2, 3).__dlpack__()))
# %% edit-distance
hypothesis, truth = Sparse([[0, 0], [1, 0]], ["a", "b"], [2, 1]), Sparse([[0, 0], [1, 0], [1, 1]], ["a", "b", "c"], [2, 2])
print(tf.edit_distance(hypothesis, truth), tf.edit_distance(hypothesis, truth, normalize=False))
print(tf.edit_distance(hypothesis, Sparse([[0, 0]], ["a"], [3, 3])), tf.edit_distance(Sparse([[0, 0]], ["a"], [2, 1]), Sparse([[0, 0]], ["a"], [1, 4])))
empty = Sparse(np.zeros((0, 2), np.int64), np.zeros(0, "S1"), [2, 1])
print(tf.edit_distance(empty, truth), tf.edit_distance(truth, empty), tf.edit_distance(empty, empty), tf.edit_distance(truth, empty, normalize=False))
print(tf.edit_distance(Sparse([[0, 0, 0], [0, 1, 0], [1, 1, 1]], [1, 2, 3], [2, 2, 2]), Sparse([[0, 0, 0], [1, 1, 0]], [1, 3], [2, 2, 3])))
words = [[*"kitten"], [*"saturday"], [*"flaw"], [*"abc"]]
others = [[*"sitting"], [*"sunday"], [*"lawn"], []]
of = lambda rows: Sparse([[i, j] for i, row in enumerate(rows) for j, _ in enumerate(row)], [c for row in rows for c in row], [4, 8])
show(tf.edit_distance(of(words), of(others)), tf.edit_distance(of(others), of(words), normalize=False))
# %% edit-distance-in-functions
f = tf.function(lambda a, b: tf.edit_distance(a, b))
print(f.get_concrete_function(tf.SparseTensorSpec([3, None], tf.int32), tf.SparseTensorSpec([3, 4], tf.int32)).structured_outputs)
a = Sparse([[0, 0]], [1], [1, 2])
print(f(a, a), tf.function(lambda: tf.edit_distance(a, a)).get_concrete_function().structured_outputs)
# %% edit-distance-errors
a = Sparse([[0, 0]], ["a"], [1, 2])
fails(tf.edit_distance, a, [[1]])
fails(tf.edit_distance, [[1]], a)
fails(tf.edit_distance, a, Sparse([[0]], ["a"], [2]))
fails(tf.edit_distance, a, Sparse([[0, 0, 0]], ["a"], [1, 1, 1]))
fails(tf.edit_distance, Sparse([[3, 0]], ["a"], [1, 2]), Sparse([[0, 0]], ["a"], [1, 4]))
# %% fingerprints
print(tf.fingerprint(tf.constant([1., 2.])), tf.fingerprint([b"a", b"b"]), tf.fingerprint(np.arange(6).reshape(2, 3)))
fails(tf.fingerprint, 1)
fails(tf.fingerprint, [1], method="x")
# %% summaries-that-are-written
import glob
folder = tempfile.mkdtemp()
writer = tf.summary.create_file_writer(folder)
data = tf.compat.v1.Summary(value=[tf.compat.v1.Summary.Value(tag="a", simple_value=1.0)]).SerializeToString()
with writer.as_default():
    print(tf.summary.experimental.write_raw_pb(data, step=3))
    fails(tf.summary.experimental.write_raw_pb, data)
    tf.summary.experimental.set_step(4)
    print(tf.summary.experimental.write_raw_pb(data, name="n"))
with writer.as_default(), tf.summary.record_if(False):
    print(tf.summary.experimental.write_raw_pb(data, step=3))
f = tf.function(lambda step: tf.summary.experimental.write_raw_pb(data, step=step))
with writer.as_default():
    print(f(tf.constant(7, tf.int64)))
writer.flush()
print(tf.summary.experimental.write_raw_pb(data, step=3))
for raw in tf.data.TFRecordDataset(glob.glob(folder + "/*")):
    print(b"\x0a\x01a" in raw.numpy())
# %% smart-cond
smart = tf.__internal__.smart_cond.smart_cond
print(smart(True, lambda: 1, lambda: 2), smart(0, lambda: 1, lambda: 2), smart(tf.constant(False), lambda: 1, lambda: 2))
f = tf.function(lambda x: smart(x, lambda: 1.0, lambda: 2.0))
print(f(tf.constant(True)), [op.type for op in f.get_concrete_function(tf.TensorSpec([], tf.bool)).graph.get_operations()])
fails(smart, "x", lambda: 1, lambda: 2)
fails(smart, True, 1, lambda: 2)
fails(smart, True, lambda: 1)


# %% no-automatic-dependency-tracking
class Holder(tf.Module):
    @tf.__internal__.tracking.no_automatic_dependency_tracking
    def keep(self, v):
        self.hidden = v
        return self

    def show(self, v):
        self.shown = v


holder = Holder().keep(tf.Variable(1.0))
holder.show(tf.Variable(2.0))
print(holder.keep.__name__, sorted(tf.train.TrackableView(holder).children(holder)), holder.hidden.numpy(), isinstance(holder, tf.__internal__.tracking.Trackable))


# %% dispatch-support
@tf.__internal__.dispatch.add_dispatch_support
def double(x, scale=2):
    return x * scale


class Pair(tf.experimental.ExtensionType):
    a: tf.Tensor


@tf.experimental.dispatch_for_api(double, {"x": Pair})
def double_pair(x, scale=2):
    return "of a pair"


print(double(3), double(Pair(1.0)), double(tf.constant(2), 5))
