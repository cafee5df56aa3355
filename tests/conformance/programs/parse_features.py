import tensorflow as tf
from tell import fails, show

T, io = tf.train, tf.io
F = io.RaggedFeature


def example(**features):
    def one(values):
        if values and isinstance(values[0], (str, bytes)):
            return T.Feature(bytes_list=T.BytesList(value=[v.encode() if isinstance(v, str) else v for v in values]))
        if values and isinstance(values[0], float):
            return T.Feature(float_list=T.FloatList(value=values))
        return T.Feature(int64_list=T.Int64List(value=values))
    return T.Example(features=T.Features(feature={key: one(values) for key, values in features.items()})).SerializeToString()


def lists(**features):
    def one(values):
        if values and isinstance(values[0], str):
            return T.Feature(bytes_list=T.BytesList(value=[v.encode() for v in values]))
        if values and isinstance(values[0], float):
            return T.Feature(float_list=T.FloatList(value=values))
        return T.Feature(int64_list=T.Int64List(value=values))
    return T.FeatureLists(feature_list={key: T.FeatureList(feature=[one(step) for step in steps]) for key, steps in features.items()})


def sequence(context=(), **steps):
    made = T.SequenceExample(feature_lists=lists(**steps))
    made.context.ParseFromString(T.Example.FromString(example(**dict(context))).features.SerializeToString())
    return made.SerializeToString()


def tell(found):
    for key in sorted(found):
        value = found[key]
        if isinstance(value, tf.RaggedTensor):
            print(key, value, value.row_splits.dtype.name, value.shape)
        elif isinstance(value, tf.SparseTensor):
            print(key, value.indices.numpy().tolist(), value.values.numpy().tolist(), value.dense_shape.numpy().tolist())
        else:
            print(key, value)


a = example(x=[1, 2, 3, 4, 5, 6], n=[2, 0, 4], w=[0.5, 1.5], s=["a", "b"], splits=[0, 2, 6], starts=[0, 4], limits=[1, 6], rows=[0, 0, 1, 1, 3, 3], outer=[1, 1])
b = example(x=[7, 8], n=[1, 1], splits=[0, 0, 2], starts=[0], limits=[2], rows=[1, 1], outer=[2])

# %% ragged
tell(io.parse_example([a, b], {"x": F(tf.int64), "w": F(tf.float32, row_splits_dtype=tf.int64), "s": F(tf.string), "none": F(tf.string)}))
tell(io.parse_single_example(a, {"x": F(tf.int64), "s": F(tf.string), "y": F(tf.int64, value_key="x"), "none": F(tf.float32)}))

# %% partitions-of-one
P = {"lengths": F.RowLengths("n"), "splits": F.RowSplits("splits"), "starts": F.RowStarts("starts"), "limits": F.RowLimits("limits"), "rows": F.ValueRowIds("rows"), "uniform": F.UniformRowLength(2)}
for name, partition in P.items():
    tell(io.parse_single_example(a, {name: F(tf.int64, value_key="x", partitions=[partition])}))
tell(io.parse_single_example(a, {"deep": F(tf.int64, "x", [F.UniformRowLength(3), F.RowLengths("n")]), "two": F(tf.int64, "x", [F.UniformRowLength(3), F.UniformRowLength(1)])}))
tell(io.parse_single_example(a, {"both": F(tf.int64, "x", [F.RowLengths("outer"), F.RowSplits("splits")], tf.int64, True)}))

# %% partitions-of-a-batch
P = {"lengths": F.RowLengths("n"), "splits": F.RowSplits("splits"), "starts": F.RowStarts("starts"), "limits": F.RowLimits("limits"), "rows": F.ValueRowIds("rows"), "uniform": F.UniformRowLength(2)}
for name, partition in P.items():
    tell(io.parse_example([a, b, a], {name: F(tf.int64, value_key="x", partitions=[partition])}))
tell(io.parse_example([a, b], {"both": F(tf.int64, "x", [F.RowLengths("outer"), F.RowSplits("splits")], tf.int64), "uniform": F(tf.int64, "x", [F.UniformRowLength(1), F.UniformRowLength(2)], tf.int64)}))

# %% ragged-errors
fails(F, tf.int32)
fails(F, tf.int64, 3)
fails(F, tf.int64, "")
fails(F, tf.int64, row_splits_dtype=tf.float32)
fails(F, tf.int64, partitions="x")
fails(F, tf.int64, validate=1)
fails(io.parse_example, [a], {"x": F(tf.string)})
fails(io.parse_example, [a], {"x": F(tf.int64), "y": F(tf.float32, "x")})
fails(io.parse_example, [a], {"x": F(tf.int64), "y": F(tf.int64, "x", row_splits_dtype=tf.int64)})
fails(io.parse_example, [a], {"x": io.VarLenFeature(tf.int64), "y": F(tf.int64, "x")})
print(F(tf.int64), F(tf.int64, "k", [F.RowLengths("n"), F.UniformRowLength(2)], validate=True))

# %% ragged-in-functions
spec = {"x": F(tf.int64, partitions=[F.RowLengths("n")]), "s": F(tf.string)}


@tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
def f(serialized):
    return io.parse_example(serialized, spec)


tell(f([a, b]))
print([(key, f.get_concrete_function().structured_outputs[key].shape, f.get_concrete_function().structured_outputs[key].dtype) for key in sorted(spec)])
for found in tf.data.Dataset.from_tensors(tf.constant([a, b])).map(lambda s: io.parse_example(s, spec)):
    tell(found)
fails(tf.function(lambda s: io.parse_example(s, spec)).get_concrete_function, tf.TensorSpec(None, tf.string))

# %% sparse
S = io.SparseFeature
c = example(i=[3, 0], j=[1, 2], v=[1.5, 2.5])
d = example(i=[1], j=[0], v=[3.5])
tell(io.parse_example([c, d], {"s": S("i", "v", tf.float32, 5), "t": S(["i", "j"], "v", tf.float32, [5, 4]), "u": S("i", "v", tf.float32, 5, already_sorted=True)}))
tell(io.parse_single_example(c, {"s": S("i", "v", tf.float32, 5), "i": io.VarLenFeature(tf.int64)}))
fails(io.parse_example, [c], {"s": S("", "v", tf.float32, 5)})
fails(io.parse_example, [c], {"s": S("i", "", tf.float32, 5)})
fails(io.parse_example, [c], {"s": S("i", "v", None, 5)})
fails(io.parse_example, [c], {"s": S("i", "v", tf.float32, 5), "v": io.VarLenFeature(tf.int64)})
print(S("i", "v", tf.float32, 5))

# %% sequences
one = sequence({"id": [7], "tags": ["x", "y"]}, words=[["a"], ["b"], ["c"]], scores=[[0.5, 1.0], [1.5, 2.0]], bags=[[1, 2], [], [3]])
two = sequence({"id": [8]}, words=[["d"]], scores=[], bags=[[4]])
context = {"id": io.FixedLenFeature([], tf.int64), "tags": io.VarLenFeature(tf.string), "r": F(tf.string, "tags2")}
steps = {"words": io.FixedLenSequenceFeature([], tf.string), "scores": io.FixedLenSequenceFeature([2], tf.float32, allow_missing=True), "bags": io.VarLenFeature(tf.int64)}
for part in io.parse_sequence_example([one, two], context, steps):
    tell(part)
for part in io.parse_single_sequence_example(one, context, steps):
    tell(part)
for part in io.parse_sequence_example([one, two], sequence_features={"bags": F(tf.int64), "words": F(tf.string, row_splits_dtype=tf.int64), "lost": F(tf.int64)}):
    tell(part)
for part in io.parse_single_sequence_example(one, sequence_features={"bags": F(tf.int64), "words": F(tf.string)}):
    tell(part)

# %% sequence-errors
one = sequence({"id": [7]}, words=[["a"], ["b", "c"]], scores=[[0.5]])
fails(io.parse_sequence_example, [one])
fails(io.parse_single_sequence_example, one)
fails(io.parse_sequence_example, [one], None, {"words": io.FixedLenSequenceFeature([], tf.string)})
fails(io.parse_sequence_example, [one], None, {"lost": io.FixedLenSequenceFeature([], tf.string)})
fails(io.parse_sequence_example, [one], None, {"scores": io.FixedLenSequenceFeature([1], tf.string)})
fails(io.parse_sequence_example, [one], {"lost": io.FixedLenFeature([], tf.string)})
fails(io.parse_sequence_example, [one], {"id": io.FixedLenSequenceFeature([], tf.string)})
fails(io.parse_sequence_example, [one], None, {"words": io.FixedLenFeature([], tf.string)})
fails(io.parse_single_sequence_example, [one], {"id": io.FixedLenFeature([], tf.int64)})
fails(io.parse_sequence_example, [one], None, {"scores": io.FixedLenSequenceFeature([1], tf.float32, default_value=1.0)})

# %% bytes-that-are-no-examples
fails(io.parse_example, [b"garbage"], {"x": F(tf.int64)})
fails(io.parse_single_example, b"garbage", {"x": io.FixedLenFeature([], tf.int64, 1)})
fails(io.parse_sequence_example, [b"garbage"], {"x": F(tf.int64)})
fails(io.parse_single_example, a, {"x": F(tf.string)})
fails(io.parse_single_sequence_example, sequence({"id": [7]}), {"id": F(tf.string)})
fails(io.parse_single_sequence_example, sequence({"id": [7]}), {"id": io.FixedLenFeature([2], tf.int64)})

# %% sequences-in-functions
one = sequence({"id": [7]}, words=[["a"], ["b"]], bags=[[1, 2], []])


@tf.function(input_signature=[tf.TensorSpec([], tf.string)])
def f(serialized):
    return io.parse_single_sequence_example(serialized, {"id": io.FixedLenFeature([], tf.int64, 3)}, {"words": io.FixedLenSequenceFeature([], tf.string), "bags": io.VarLenFeature(tf.int64), "r": F(tf.int64)})


for part in f(one):
    tell(part)
for part in f.get_concrete_function().structured_outputs:
    print([(key, part[key].shape) for key in sorted(part)])
