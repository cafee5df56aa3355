import os
import tempfile
import tensorflow as tf
from tests.conformance.support.tell import fails

C = tf.constant
Static, Vocabulary, Pairs = tf.lookup.StaticHashTable, tf.lookup.StaticVocabularyTable, tf.lookup.KeyValueTensorInitializer
Text, Index = tf.lookup.TextFileInitializer, tf.lookup.TextFileIndex
table = Static(Pairs(["a", "b", "c"], [7, 8, 9]), -1)

# %% static
print(table.lookup(C(["a", "f"])))
print(table[C([["a", "b"], ["c", "d"]])])
fails(table.lookup, ["a"])
fails(table.lookup, C([1]))
print(table.size(), sorted(zip(*[part.numpy().tolist() for part in table.export()])))
print(table.key_dtype, table.value_dtype, table.default_value, table.name)

# %% static-errors
fails(Static, Pairs(["a", "a"], [7, 8]), -1)
print(Static(Pairs(["a", "a"], [7, 7]), -1).size())
fails(Static, Pairs(["a", "b"], [7]), -1)
fails(Static, Pairs(["1"], [1]), "x")
fails(Static, Pairs(["1"], [1]), [1, 2])

# %% static-types
print(Static(Pairs([1], [7]), -1)[C([1])])
print(Static(Pairs(C([1], tf.int64), ["x"]), "?")[C([1, 2], tf.int64)])
print(Static(Pairs([1, 2], [0.5, 1.5], key_dtype=tf.int64, value_dtype=tf.float32), 0.0)[C([2, 3], tf.int64)])
print(Static(Pairs(["1"], ["x"]), "")[C(["1", "2"])], Static(Pairs(["1"], [True]), False)[C(["1", "2"])])

# %% vocabulary
words = Vocabulary(Pairs(["emerson", "lake", "palmer"], C([0, 1, 2], tf.int64)), 3)
print(words.lookup(C(["palmer", "crimnson", "king", "tarkus", "black", "moon", "lake", ""])))
print(words.size(), words.name, words.key_dtype)
print(Vocabulary(None, 5)[C(["palmer", "crimnson", "king"])])
numbers = Vocabulary(Pairs(C([10, 20], tf.int64), C([0, 1], tf.int64)), 4, lookup_key_dtype=tf.int32)
print(numbers[C([10, 20, 30, 40, 50, -7])])
fails(Vocabulary, None, 0)
fails(Vocabulary, Pairs(["a"], [1]), 1)
fails(words.lookup, C([1]))

# %% text-files
os.chdir(tempfile.mkdtemp())
with open("words", "w") as file:
    file.write("emerson 10\nlake 20\npalmer 30\n")
print(Static(Text("words", tf.string, 0, tf.int64, 1, delimiter=" "), -1)[C(["palmer", "lake", "x"])])
print(Static(Text("words", tf.string, Index.WHOLE_LINE, tf.int64, Index.LINE_NUMBER), -1)[C(["palmer 30", "lake", "x"])])
print(Static(Text("words", tf.int64, Index.LINE_NUMBER, tf.string, Index.WHOLE_LINE), "")[C([0, 2, 9], tf.int64)])
print(Static(Text("words", tf.string, 0, tf.int64, 1, vocab_size=2, delimiter=" "), -1).size())
fails(Static, Text("words", tf.string, 0, tf.int64, 5, delimiter=" "), -1)
fails(Static, Text("words", tf.string, 0, tf.int64, 0, delimiter=" "), -1)
fails(Static, Text("missing", tf.string, 0, tf.int64, 1, delimiter=" "), -1)
fails(Static, Text("words", tf.int64, Index.WHOLE_LINE, tf.int64, 1, delimiter=" "), -1)
fails(Static, Text("words", tf.string, 0, tf.int64, 1, vocab_size=9, delimiter=" "), -1)
fails(Static, Text("words", tf.string, 0, tf.int64, 1), -1)
fails(Text, "words", tf.string, Index.WHOLE_LINE, tf.int32, Index.LINE_NUMBER)
fails(Text, "", tf.string, 0, tf.int64, 1)
fails(Text, "words", tf.string, -3, tf.int64, 1)

# %% mutable
mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
print(mutable.insert(C(["a", "b"]), C([1, 2], tf.int64)), mutable.insert(["c", "a"], [3, 4]))
print(mutable.lookup(C(["a", "z", "c"])), mutable[["a"]])
print(mutable.lookup(["a", "z"], dynamic_default_values=C([5, 6], tf.int64)))
print(mutable.remove(C(["a", "zz"])), mutable.size())
print(sorted(zip(*[part.numpy().tolist() for part in mutable.export()])))
fails(mutable.insert, ["a"], ["b"])
fails(mutable.insert, ["a", "b"], [1])

# %% in-functions
words = Vocabulary(Pairs(["lake"], C([0], tf.int64)), 3)
mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
@tf.function
def f(x):
    print("tracing")
    mutable.insert(x, tf.ones_like(x, tf.int64) * mutable.size())
    return table[x], words[x], mutable[x], table.size()
for word in ("a", "lake"):
    for result in f(C([word, "b"])):
        print(result)
print([(op.name, op.type) for op in f.get_concrete_function(C(["a", "b"])).graph.get_operations()])
print(list(tf.data.Dataset.from_tensor_slices(["a", "b", "x"]).map(table.lookup).as_numpy_iterator()))
@tf.function
def makes_one(x):
    return Static(Pairs(["a"], [5]), -1)[x]
print(makes_one(C(["a", "b"])))

# %% checkpoints
mutable = tf.lookup.experimental.MutableHashTable(tf.string, tf.int64, -1)
mutable.insert(["a", "b"], [1, 2])
checkpoint = tf.train.Checkpoint(mutable=mutable)
path = checkpoint.save(os.path.join(tempfile.mkdtemp(), "c"))
print(tf.train.list_variables(path))
mutable.insert(["c"], [3])
checkpoint.restore(path).assert_consumed()
print(sorted(mutable.export()[0].numpy().tolist()))
