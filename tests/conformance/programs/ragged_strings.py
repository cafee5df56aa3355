import tensorflow as tf
from tell import fails

C = tf.constant
words = tf.ragged.constant([["a b", "c"], [], ["d  e f"]])
letters = tf.ragged.constant([["a", "b", "c"], ["d"], []])

# %% split
print(tf.strings.split(["hello world", "a b c", ""]), tf.strings.split("a b"), tf.strings.split(words), tf.strings.split([["a b", "c"], ["d", "e f"]]), tf.strings.split(["a,b", "c,,"], sep=","), tf.strings.split(["a b c d"], maxsplit=2), tf.strings.split([]).shape, tf.strings.split(["a b"]).to_tensor())
fails(tf.strings.split, [1, 2])

# %% split-in-functions
f = tf.function(lambda x: tf.strings.split(x), input_signature=[tf.TensorSpec([None], tf.string)])
print(f(["a b", "c"]), f.get_concrete_function().structured_outputs.shape)
g = tf.function(lambda x: tf.strings.split(x).row_lengths())
print(g(C(["a b", "c d e"])), g(C([["a"], ["b c"]])))

# %% bytes-split
print(tf.strings.bytes_split(["hello", "", "123"]), tf.strings.bytes_split("ab"), tf.strings.bytes_split(letters), tf.strings.bytes_split([["ab", "c"], ["", "d"]]))

# %% unicode-decode
print(tf.strings.unicode_decode(["G\xf6\xf6d", "\U0001f60a"], "UTF-8"), tf.strings.unicode_decode("ab", "UTF-8"), tf.strings.unicode_decode(letters, "UTF-8"), tf.strings.unicode_decode([["a"], ["bc"]], "UTF-8"))
print(tf.strings.unicode_decode_with_offsets(["h\xe9y", ""], "UTF-8"), tf.strings.unicode_decode([b"a\xffb", b""], "UTF-8", errors="ignore"), tf.strings.unicode_decode(["a\tb"], "UTF-8", replace_control_characters=True))
fails(tf.strings.unicode_decode, [b"\xff"], "UTF-8", errors="strict")

# %% unicode-encode
print(tf.strings.unicode_encode(tf.ragged.constant([[71, 246], [128522], []]), "UTF-8"), tf.strings.unicode_encode([[97, 98], [99, 100]], "UTF-8"), tf.strings.unicode_encode([97], "UTF-8"), tf.strings.unicode_encode(tf.ragged.constant([[[97], [98, 99]], [[100]]]), "UTF-8"), tf.strings.unicode_encode([[[97], [98]]], "UTF-8"))
fails(tf.strings.unicode_encode, 97, "UTF-8")
fails(tf.strings.unicode_encode, [[97]], "latin")

# %% unicode-split
print(tf.strings.unicode_split(["h\xe9", "x", ""], "UTF-8"), tf.strings.unicode_split("ab", "UTF-8"), tf.strings.unicode_split_with_offsets(["h\xe9y"], "UTF-8"), tf.strings.unicode_split(letters, "UTF-8"))

# %% ngrams
print(tf.strings.ngrams(letters, 2), tf.strings.ngrams(letters, [1, 2], separator="-"), tf.strings.ngrams(letters, 2, pad_values=("<", ">")), tf.strings.ngrams(letters, 3, pad_values="_", padding_width=1), tf.strings.ngrams(letters, 2, preserve_short_sequences=True), tf.strings.ngrams([["a", "b"], ["c", "d"]], 2), tf.strings.ngrams(["a", "b", "c"], 2), tf.strings.ngrams(tf.ragged.constant([[["a", "b"], ["c"]]]), 2))
fails(tf.strings.ngrams, letters, 0)
fails(tf.strings.ngrams, letters, 2, pad_values=1)
fails(tf.strings.ngrams, letters, 2, padding_width=1)
fails(tf.strings.ngrams, letters, 2, pad_values="a", padding_width=0)
fails(tf.strings.ngrams, "a", 2)

# %% join
print(tf.strings.reduce_join(letters, axis=1), tf.strings.reduce_join(letters, axis=-1, separator="+"), tf.strings.reduce_join(letters), tf.strings.reduce_join(letters, axis=0), tf.strings.reduce_join(letters, axis=1, keepdims=True), tf.strings.join([letters, letters], separator="/"), tf.strings.join(["<", letters, ">"]))

# %% format
print(tf.strings.format("{}", letters), tf.strings.format("{} and {}", [letters, C(3)]), tf.strings.format("x{}y", [tf.ragged.constant([[1, 2], []])]), tf.strings.format("{}", tf.ragged.range([20, 2]), summarize=2), tf.strings.format("{}", tf.ragged.range([20, 2]), summarize=-1), tf.strings.format("{}", tf.ragged.constant([[[1.5], []], []])))
fails(tf.strings.format, "{} {}", [letters])
tf.print(letters, [letters], {"a": letters}, tf.ragged.range([10] * 10))
tf.print("rows:", tf.ragged.constant([[True], []]), summarize=1)

# %% as-characters-and-back
text = C(["Split me", "and join"])
pieces = tf.strings.unicode_split(text, "UTF-8")
print(tf.strings.reduce_join(pieces, axis=1), tf.reduce_sum(tf.cast(pieces == "i", tf.int32), axis=1), tf.strings.split(text).to_list(), tf.strings.length(tf.strings.split(text)))
