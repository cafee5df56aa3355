import os
import tempfile

import tensorflow as tf
from tell import fails, show

v1, fc = tf.compat.v1, tf.feature_column
v1.logging.set_verbosity(v1.logging.ERROR)
layer = v1.feature_column.input_layer


def say(features, columns):
    """The input layer, eagerly and in a session."""
    show(layer(features, columns))
    with tf.Graph().as_default():
        made = layer({key: v1.convert_to_tensor_or_sparse_tensor(plain(value)) for key, value in features.items()}, columns)
        print(made.shape, [v.name for v in v1.global_variables()])
        with v1.Session() as session:
            session.run([v1.global_variables_initializer(), v1.tables_initializer()])
            show(session.run(made))


def plain(value):
    """A value without tensors of the eager context."""
    if isinstance(value, tf.SparseTensor):
        return v1.SparseTensorValue(value.indices.numpy(), value.values.numpy(), value.dense_shape.numpy())
    return value.numpy() if hasattr(value, "numpy") else value


S = tf.sparse.from_dense

# %% numeric
say({"n": [1.0, 2.0]}, fc.numeric_column("n"))
say({"n": [[1, 2], [3, 4]]}, [fc.numeric_column("n", shape=2, dtype=tf.int32, normalizer_fn=lambda x: x * 2)])
print(fc.numeric_column("n"), fc.numeric_column("n", [2, 1], 3).parse_example_spec, fc.numeric_column("n", (2,), [1.0, 2]).default_value, fc.numeric_column("n").variable_shape, fc.numeric_column("n").name)
fails(fc.numeric_column, "n", shape=[0])
fails(fc.numeric_column, "n", shape=["a"])
fails(fc.numeric_column, "n", dtype=tf.string)
fails(fc.numeric_column, "n", shape=2, default_value=[1, 2, 3])
fails(fc.numeric_column, "n", default_value="x")
fails(fc.numeric_column, "n", normalizer_fn=3)
fails(fc.numeric_column, 3)
fails(layer, {"m": [1.0]}, fc.numeric_column("n"))
fails(layer, {"n": S([[1.0]])}, fc.numeric_column("n"))
fails(layer, {"n": 1.0}, fc.numeric_column("n"))

# %% bucketized
b = fc.bucketized_column(fc.numeric_column("n"), [0, 10, 100])
say({"n": [-1.0, 0, 9.9, 10, 1000]}, b)
say({"n": [[1.0, 50], [500, -3]]}, fc.bucketized_column(fc.numeric_column("n", 2), [0.0, 10, 100]))
print(b.name, b.num_buckets, b.variable_shape, b.parse_example_spec, b)
fails(fc.bucketized_column, fc.numeric_column("n"), [])
fails(fc.bucketized_column, fc.numeric_column("n"), [2, 1])
fails(fc.bucketized_column, fc.numeric_column("n", [2, 2]), [1])
fails(fc.bucketized_column, "n", [1])

# %% vocabulary-list
c = fc.categorical_column_with_vocabulary_list("c", ["a", "b", "c"])
say({"c": [["a"], ["z"], ["c"]]}, fc.indicator_column(c))
say({"c": S([["a", ""], ["c", "c"]])}, fc.indicator_column(c))
say({"c": [[7], [8], [1]]}, fc.indicator_column(fc.categorical_column_with_vocabulary_list("c", [1, 7], num_oov_buckets=2)))
say({"c": ["b", "q"]}, fc.indicator_column(fc.categorical_column_with_vocabulary_list("c", ("a", "b"), default_value=0)))
print(c, c.num_buckets, c.parse_example_spec, c.name, fc.indicator_column(c).name, fc.indicator_column(c).variable_shape)
fails(fc.categorical_column_with_vocabulary_list, "c", [])
fails(fc.categorical_column_with_vocabulary_list, "c", ["a", "a"])
fails(fc.categorical_column_with_vocabulary_list, "c", ["a"], default_value=0, num_oov_buckets=1)
fails(fc.categorical_column_with_vocabulary_list, "c", ["a"], num_oov_buckets=-1)
fails(fc.categorical_column_with_vocabulary_list, "c", ["a"], dtype=tf.int64)
fails(fc.categorical_column_with_vocabulary_list, "c", [1.5])
fails(layer, {"c": [[1]]}, fc.indicator_column(c))
fails(layer, {"c": [["a"]]}, c)

# %% vocabulary-file
path = os.path.join(tempfile.mkdtemp(), "words.txt")
with open(path, "w") as file:
    file.write("a\nb\nc\n")
c = fc.categorical_column_with_vocabulary_file("c", path)
say({"c": [["a"], ["z"], ["c"]]}, fc.indicator_column(c))
say({"c": [["a"], ["z"], ["c"]]}, fc.indicator_column(fc.categorical_column_with_vocabulary_file("c", path, 2, num_oov_buckets=1)))
say({"c": [["a"], ["z"]]}, fc.indicator_column(v1.feature_column.categorical_column_with_vocabulary_file("c", path, 3, 0, 1)))
print(c.num_buckets, c.vocabulary_size, c.parse_example_spec)
fails(fc.categorical_column_with_vocabulary_file, "c", "")
fails(fc.categorical_column_with_vocabulary_file, "c", "/no/such/file")
fails(fc.categorical_column_with_vocabulary_file, "c", path, vocabulary_size=0)

# %% hashes-and-identity
h = fc.categorical_column_with_hash_bucket("h", 5)
say({"h": [["a"], ["b"], [""]]}, fc.indicator_column(h))
say({"h": [[10], [-1], [30]]}, fc.indicator_column(fc.categorical_column_with_hash_bucket("h", 5, tf.int64)))
say({"i": [[0], [2], [-1]]}, fc.indicator_column(fc.categorical_column_with_identity("i", 3)))
say({"i": [[0], [7], [-5]]}, fc.indicator_column(fc.categorical_column_with_identity("i", 3, default_value=1)))
print(h, h.parse_example_spec, fc.categorical_column_with_identity("i", 3), fc.categorical_column_with_identity("i", 3).parse_example_spec)
fails(fc.categorical_column_with_hash_bucket, "h", 0)
fails(fc.categorical_column_with_hash_bucket, "h", None)
fails(fc.categorical_column_with_hash_bucket, "h", 3, tf.float32)
fails(fc.categorical_column_with_identity, "i", 0)
fails(fc.categorical_column_with_identity, "i", 3, 3)
fails(layer, {"i": [[0.5]]}, fc.indicator_column(fc.categorical_column_with_identity("i", 3)))
fails(layer, {"h": [[1]]}, fc.indicator_column(h))

# %% crossed-and-weighted
x = fc.crossed_column(["a", fc.categorical_column_with_identity("i", 5)], 10)
say({"a": [["x"], ["y"]], "i": [[3], [4]]}, fc.indicator_column(x))
say({"a": [["x"], ["y"]], "i": [[3], [4]], "b": [["p"], ["q"]]}, fc.indicator_column(fc.crossed_column([x, "b"], 7, hash_key=5)))
w = fc.weighted_categorical_column(fc.categorical_column_with_identity("i", 5), "w")
say({"i": S([[1, 2], [0, 4]]), "w": S([[0.5, 1.5], [0, 2]])}, fc.indicator_column(w))
print(x, x.name, x.parse_example_spec, w, w.name, w.parse_example_spec)
fails(fc.crossed_column, ["a"], 10)
fails(fc.crossed_column, ["a", "b"], 0)
fails(fc.crossed_column, ["a", 3], 10)
fails(fc.crossed_column, ["a", fc.categorical_column_with_hash_bucket("h", 3)], 10)
fails(fc.weighted_categorical_column, x, "w", tf.string)
fails(fc.indicator_column, fc.numeric_column("n"))
fails(layer, {"i": [[1]], "w": [[1]]}, fc.indicator_column(w))

# %% embeddings
def start(shape, dtype=tf.float32, **_):
    return tf.reshape(tf.range(float(shape[0] * shape[1])), shape)


i = fc.categorical_column_with_identity("i", 4)
for combiner in ("mean", "sum", "sqrtn"):
    say({"i": S([[1, 2], [3, 0], [0, 0]])}, fc.embedding_column(i, 2, combiner, start))
say({"i": S([[1, 2], [3, 0]])}, fc.embedding_column(i, 2, "mean", start, max_norm=1.0))
say({"i": S([[1, 2], [3, 0]])}, fc.embedding_column(i, 2, "mean", start, use_safe_embedding_lookup=False))
say({"i": S([[1, 2], [3, 0]]), "w": S([[1.0, 3], [2, 0]])}, fc.embedding_column(fc.weighted_categorical_column(i, "w"), 2, initializer=start))
e = fc.embedding_column(i, 3, trainable=False)
print(e.name, e.variable_shape, e.combiner, e.dimension, e.trainable, e.parse_example_spec)
fails(fc.embedding_column, i, 0)
fails(fc.embedding_column, i, 2, initializer=3)
fails(fc.embedding_column, i, 2, ckpt_to_load_from="x")

# %% shared-embeddings
def start(shape, dtype=tf.float32, **_):
    return tf.reshape(tf.range(float(shape[0] * shape[1])), shape)


i, j = fc.categorical_column_with_identity("i", 4), fc.categorical_column_with_identity("j", 4)
fails(fc.shared_embeddings, [i, j], 2)
fails(v1.feature_column.shared_embedding_columns, [i, j], 2)
with tf.Graph().as_default():
    made = layer({"i": [[1], [2]], "j": [[3], [0]]}, v1.feature_column.shared_embedding_columns([j, i], 2, initializer=start))
    print([v.name for v in v1.global_variables()], made.shape)
    with v1.Session() as session:
        session.run(v1.global_variables_initializer())
        show(session.run(made))
    print([column.name for column in fc.shared_embeddings([i, j], 2)])
    fails(layer, {"i": [[1]], "j": [[3]]}, fc.shared_embeddings([i, j], 2))
    fails(fc.shared_embeddings, [i, fc.categorical_column_with_identity("k", 5)], 2)
    fails(fc.shared_embeddings, [i, fc.categorical_column_with_hash_bucket("k", 4)], 2)
    fails(fc.shared_embeddings, [i, j], 0)

# %% sequences
s = fc.sequence_categorical_column_with_vocabulary_list("s", ["a", "b"])
print(s, s.name, s.num_buckets, s.parse_example_spec)
print(fc.sequence_categorical_column_with_identity("s", 3), fc.sequence_categorical_column_with_hash_bucket("s", 3), fc.sequence_numeric_column("n", (2,), 1.5))
print(fc.sequence_numeric_column("n").parse_example_spec, fc.sequence_numeric_column("n").variable_shape)
fails(fc.sequence_numeric_column, "n", dtype=tf.string)
fails(fc.sequence_numeric_column, "n", normalizer_fn=1)

# %% several-columns
features = {"n": [[1.0], [2.0]], "c": [["a"], ["b"]], "i": [[0], [1]]}
n, c, i = fc.numeric_column("n"), fc.categorical_column_with_vocabulary_list("c", ["a", "b"]), fc.categorical_column_with_identity("i", 3)
say(features, [n, fc.indicator_column(i), fc.indicator_column(c), fc.embedding_column(c, 2, initializer=lambda shape, dtype=None, **_: tf.ones(shape))])
variables, tensors = {}, {}
with tf.Graph().as_default():
    layer(features, [n, fc.embedding_column(c, 2)], cols_to_vars=variables, cols_to_output_tensors=tensors, trainable=False)
    print(sorted((column.name, [v.name for v in found]) for column, found in variables.items()), sorted((column.name, t.shape) for column, t in tensors.items()), v1.trainable_variables())
    print([v.name for v in v1.get_collection(v1.GraphKeys.MODEL_VARIABLES)])
fails(layer, features, [])
fails(layer, features, {"n": n})
fails(layer, features, [n, n])
fails(layer, features, [n, "c"])
fails(layer, {"n": [[1.0]], "i": [[0], [1]]}, [n, fc.indicator_column(i)])

# %% example-spec
columns = [fc.numeric_column("n", 2), fc.embedding_column(fc.categorical_column_with_hash_bucket("h", 5), 2), fc.indicator_column(fc.crossed_column(["a", "b"], 3)), fc.weighted_categorical_column(fc.categorical_column_with_identity("i", 3), "w")]
print(fc.make_parse_example_spec(columns))
print(v1.feature_column.make_parse_example_spec(columns[:2]))
fails(fc.make_parse_example_spec, [3])
fails(fc.make_parse_example_spec, [fc.numeric_column("n", 2), fc.numeric_column("n", 3)])

# %% linear-model
features = {"n": [[1.0], [2.0]], "c": [["a"], ["b"]], "i": [[0], [1]]}
n, c, i = fc.numeric_column("n"), fc.categorical_column_with_vocabulary_list("c", ["a", "b"]), fc.categorical_column_with_identity("i", 3)
import warnings
warnings.simplefilter("ignore")
show(v1.feature_column.linear_model(features, [n, c, fc.indicator_column(i)]))
with tf.Graph().as_default():
    variables = {}
    made = v1.feature_column.linear_model(features, [n, c, i, fc.weighted_categorical_column(c, "n")], units=2, cols_to_vars=variables)
    print(made.shape, sorted(v.name for v in v1.global_variables()))
    with v1.Session() as session:
        session.run([v1.global_variables_initializer(), v1.tables_initializer()])
        for number, variable in enumerate(sorted(v1.global_variables(), key=lambda v: v.name)):
            session.run(variable.assign(tf.ones_like(variable) * (number + 1.0)))
        show(session.run(made))
fails(v1.feature_column.linear_model, features, [])
fails(v1.feature_column.linear_model, features, [fc.sequence_numeric_column("n")])
