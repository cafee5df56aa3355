import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, show

texts = ["The cat, sat!", "the dog sat.", "A"]


def vectorizer(**options):
    layer = layers.TextVectorization(**options)
    layer.adapt(texts)
    return layer

# %% strings-as-numbers
layer = layers.StringLookup()
layer.adapt(["a", "b", "b", "c"])
print(layer.get_vocabulary(), layer.vocabulary_size(), layer, layer.dtype, layer.compute_dtype, layer.weights)
show(layer(["a", "z"]), layer([["a", "z"]]), layer("a"), layer(tf.constant([["b"]])), layer(np.array(["a"])))
print(layer(tf.ragged.constant([["a"], ["b", "q"]])))
show(layer(tf.sparse.from_dense([["b", ""], ["", "q"]])).values)

# %% rows-of-strings
for mode in ("one_hot", "multi_hot", "count", "tf_idf", "binary", "tf-idf"):
    layer = layers.StringLookup(output_mode=mode)
    layer.adapt([["a", "b"], ["b", "c"]])
    show(layer([["a", "z"], ["b", "b"]]), layer(["a", "z"]), layer("a"), layer([["a"]]), layer([[["a"]]]))
    print(layer.vocabulary_size(), layer.compute_output_shape((None, 3)), layer(tf.keras.Input((2,), dtype="string")).dtype)
    padded = layers.StringLookup(output_mode=mode, pad_to_max_tokens=True, max_tokens=6)
    padded.adapt(tf.data.Dataset.from_tensor_slices([["a", "b"], ["b", "c"]]).batch(1))
    show(padded([["a", "z"], ["b", "b"]]))
for mode in ("one_hot", "multi_hot", "count"):
    layer = layers.StringLookup(vocabulary=["a", "b"], output_mode=mode, sparse=True)
    found = layer([["a", "z"], ["b", "b"]])
    show(found.indices, found.values, found.dense_shape)

# %% vocabularies-that-are-given
layer = layers.StringLookup(vocabulary=["a", "b"], invert=True)
show(layer([0, 1, 2, 5]))
for options in ({"num_oov_indices": 3}, {"num_oov_indices": 3, "salt": 5}, {"mask_token": ""}, {"num_oov_indices": 2, "mask_token": "m"},
                {"num_oov_indices": 0}):
    layer = layers.StringLookup(vocabulary=["a", "b"], **options)
    print(layer.get_vocabulary(), layer.get_vocabulary(include_special_tokens=False))
    fails(lambda: show(layer(["a", "", "zzz", "q", "r", "m"])))
show(layers.StringLookup(vocabulary=["", "[UNK]", "a", "b"], mask_token="")(["a", "", "zzz"]))
show(layers.StringLookup(output_mode="tf_idf", vocabulary=["a", "b"], idf_weights=[0.5, 0.25])([["a", "b", "z"]]))
layer = layers.StringLookup()
layer.set_vocabulary(tf.constant(["q", "r"]))
show(layer(["r", "q", "s"]))

# %% strings-in-graphs-and-models
layer = layers.StringLookup(vocabulary=["a"])
show(tf.function(layer)(tf.constant(["a", "b"])))
print(list(tf.data.Dataset.from_tensor_slices(["a", "b"]).map(layer).as_numpy_iterator()))
show(layers.StringLookup.from_config(layer.get_config())(["a", "b"]))
show(tf.function(lambda x: layers.StringLookup(vocabulary=["a"])(x))(tf.constant(["a", "b"])))
model = tf.keras.Sequential([tf.keras.Input((1,), dtype="string"), layers.StringLookup(vocabulary=["a", "b"]),
                             layers.Embedding(4, 2, embeddings_initializer="ones")])
show(model(tf.constant([["a"]])), model.predict(tf.constant([["a"], ["z"]]), verbose=0))
model.summary()
print(layer.get_config())

# %% bad-vocabularies-and-arguments
for make in (lambda: layers.StringLookup(vocabulary=["a", "a"]), lambda: layers.StringLookup(vocabulary=[]),
             lambda: layers.StringLookup(vocabulary=["b", ""], mask_token=""),
             lambda: layers.StringLookup(vocabulary=["b", "[UNK]"], invert=True), lambda: layers.StringLookup(max_tokens=1),
             lambda: layers.StringLookup(max_tokens=2, vocabulary=["a", "b"]), lambda: layers.StringLookup(foo=1),
             lambda: layers.StringLookup(output_mode="x"), lambda: layers.StringLookup(output_mode="tf_idf", vocabulary=["a"]),
             lambda: layers.StringLookup(vocabulary="/nonexistent"), lambda: layers.StringLookup(output_mode="count")(["a"]),
             lambda: layers.StringLookup()(["a"]), lambda: layers.StringLookup(invert=True, output_mode="count"),
             lambda: layers.StringLookup(sparse=True), lambda: layers.StringLookup(idf_weights=[1.0]),
             lambda: layers.StringLookup(pad_to_max_tokens=True), lambda: layers.StringLookup(salt="x"),
             lambda: layers.StringLookup(vocabulary=["a"]).adapt(["c"]), lambda: layers.StringLookup().set_vocabulary(["a"], [1.0]),
             lambda: layers.StringLookup(output_mode="tf_idf").set_vocabulary(["a"], [1.0, 2.0])):
    fails(make)
layer = layers.StringLookup(output_mode="count")
layer.adapt(["c"])
fails(lambda: layer.adapt(["c", "d"]))

# %% integers-as-numbers
layer = layers.IntegerLookup()
layer.adapt([10, 20, 20, 30])
print(layer.get_vocabulary(), layer.vocabulary_size())
show(layer([10, 5, -1]), layer(np.array([[10.0, 20.0]])), layer(np.array([30], "int32")))
layer.adapt(tf.data.Dataset.from_tensor_slices([[1, 2], [2, 3]]).batch(1), steps=1)
print(layer.get_vocabulary())

# %% integers-with-masks-buckets-and-the-inverse
for options in ({"num_oov_indices": 2, "mask_token": 0}, {"num_oov_indices": 2, "oov_method": "farmhash"},
                {"num_oov_indices": 2, "oov_method": "farmhash", "salt": 3}, {"max_tokens": 9}):
    layer = layers.IntegerLookup(vocabulary=[5, 7], **options)
    show(layer([0, 5, 7, 8, 9]))
    print(layer.get_vocabulary())
show(layers.IntegerLookup(vocabulary=[5, 7], invert=True)([0, 1, 2]))

# %% rows-of-integers
for mode in ("one_hot", "multi_hot", "count", "tf_idf"):
    layer = layers.IntegerLookup(output_mode=mode)
    layer.adapt(np.array([[10], [20], [20]]))
    show(layer([[10], [3]]), layer([10, 3]))
    print(layer.get_config())

# %% integers-in-graphs-models-and-bad-arguments
layer = layers.IntegerLookup(vocabulary=[3, 4])
show(tf.function(layer)(tf.constant([3, 9])), tf.keras.Sequential([layer])(np.array([[4]])))
show(layers.IntegerLookup.from_config(layer.get_config())([4]))
print(layer(tf.keras.Input((2,), dtype="int64")).shape)
for make in (lambda: layers.IntegerLookup(vocabulary_dtype="int32"), lambda: layers.IntegerLookup(max_tokens=0),
             lambda: layers.IntegerLookup(num_oov_indices=-1), lambda: layers.IntegerLookup(salt=1), lambda: layers.IntegerLookup(oov_method="x")):
    fails(make)

# %% texts-as-numbers
layer = vectorizer()
print(layer.get_vocabulary(), layer.get_vocabulary(include_special_tokens=False), layer, layer.dtype, layer.weights)
show(layer(["the CAT zebra", "x"]), layer("the CAT zebra"), layer([["the CAT zebra"], ["x"]]), layer(tf.constant(["a cat"])))
fails(lambda: layer([["a", "b"]]))

# %% texts-standardized-split-and-joined
for options in ({"output_sequence_length": 2}, {"output_sequence_length": 5}, {"ngrams": 2}, {"ngrams": (2,)}, {"split": "character"},
                {"split": None}, {"standardize": None}, {"standardize": "lower"}, {"standardize": "strip_punctuation"}, {"max_tokens": 4},
                {"split": None, "output_sequence_length": 3}):
    layer = vectorizer(**options)
    print(options, layer.get_vocabulary())
    show(layer(["the CAT zebra, sat", "x"]))
    print(layer.compute_output_shape((None, 1)), layer(tf.keras.Input((1,), dtype="string")).shape, layer.vocabulary_size())
for options in ({"standardize": lambda text: tf.strings.upper(text)}, {"split": lambda text: tf.strings.split(text, "a")}):
    layer = vectorizer(**options)
    print(layer.get_vocabulary())
    show(layer(["the CAT zebra, sat", "x"]))
for options in ({"ragged": True}, {"ragged": True, "output_sequence_length": 1}):
    print(vectorizer(**options)(["the CAT zebra, sat", "x"]))

# %% rows-of-texts
for options in ({"output_mode": "multi_hot"}, {"output_mode": "count"}, {"output_mode": "tf_idf"}, {"output_mode": "tf-idf", "ngrams": 2},
                {"output_mode": "binary", "max_tokens": 20, "pad_to_max_tokens": True}):
    layer = vectorizer(**options)
    show(layer(["the CAT zebra, sat sat", "x"]))
    print(layer.compute_output_shape((None, 1)), layer.get_config())

# %% texts-in-graphs-and-models
layer = vectorizer()
show(tf.function(layer)(tf.constant(["sat cat"])))
show(next(iter(tf.data.Dataset.from_tensor_slices(["sat cat", "the", "q"]).batch(2).map(layer))))
model = tf.keras.Sequential([tf.keras.Input((1,), dtype="string"), layer, layers.Embedding(9, 2, embeddings_initializer="ones"),
                             layers.GlobalAveragePooling1D(), layers.Dense(1, kernel_initializer="ones")])
show(model(tf.constant([["a cat"]])), model.predict(tf.constant([["a b"], ["z"]]), verbose=0))
model.compile("sgd", "mse")
print(model.fit(tf.constant([["a b"], ["z"]]), np.ones(2), verbose=0).history)
model.summary()
copied = layers.TextVectorization.from_config(vectorizer(output_mode="count", ngrams=(1, 2)).get_config())
print(copied.vocabulary_size(), copied.get_config())

# %% vocabularies-of-texts-and-bad-arguments
layer = layers.TextVectorization(vocabulary=["a", "b"])
show(layer(["a b c"]))
fails(lambda: layer.adapt(["q"]))
show(layers.TextVectorization(vocabulary=["a", "b"], output_mode="tf_idf", idf_weights=[0.1, 0.2])(["a b c"]))
layer = layers.TextVectorization()
layer.set_vocabulary(["x"])
show(layer(["x y"]))
layer.adapt(tf.data.Dataset.from_tensor_slices(texts).batch(2), steps=1)
print(layer.get_vocabulary())
layer.adapt(iter([["one two"], ["two"]]))
print(layer.get_vocabulary())
for options in ({"standardize": "x"}, {"split": "x"}, {"output_mode": "x"}, {"ngrams": "x"}, {"output_sequence_length": "x"},
                {"output_mode": "count", "output_sequence_length": 3}, {"ragged": True, "output_mode": "count"}, {"foo": 2}):
    fails(lambda: layers.TextVectorization(**options))

# %% vocabularies-in-files
# needs: h5py (models in files)
import os
import tempfile
import zipfile
words = layers.TextVectorization()
words.adapt(["a b", "b c", "ünï c"])
weighted = layers.StringLookup(output_mode="tf_idf")
weighted.adapt([["x", "z"], ["x", "w"]])
inputs = tf.keras.Input((1,), dtype="string")
model = tf.keras.Model(inputs, [words(inputs), layers.StringLookup(vocabulary=["x", "y"])(inputs), weighted(inputs)])
path = os.path.join(tempfile.mkdtemp(), "model.keras")
model.save(path)
with zipfile.ZipFile(path) as archive:
    for name in sorted(archive.namelist()):
        print(name, archive.read(name) if name.endswith(".txt") else "")
loaded = tf.keras.models.load_model(path)
show(*loaded(tf.constant([["x"], ["b c ünï"]])))
print(loaded.layers[1].get_vocabulary())
with open(path + ".txt", "w") as file:
    file.write("p\nq")
show(layers.StringLookup(vocabulary=path + ".txt")(["q", "p", "r"]), layers.StringLookup(vocabulary=path + ".txt", invert=True)([2, 1]))
