import tensorflow as tf
from tell import fails

C = tf.constant

# %% concatenation
print(C("a") + "b", "a" + C("b"), C(["a", "b"]) + "!", tf.strings.join(["a", C("b"), "c"], separator="-"), tf.strings.join([["a", "b"], ["c", "d"]]), tf.add("x", "y"))

# %% length-and-substr
print(tf.strings.length("héllo"), tf.strings.length("héllo", unit="UTF8_CHAR"), tf.strings.substr("hello", 1, 3), tf.strings.substr(["abc", "def"], [0, 1], [1, 2]), tf.strings.substr("hello", -3, 2))
fails(tf.strings.substr, "abc", 5, 1)

# %% case-and-strip
print(tf.strings.upper("aBc"), tf.strings.lower("aBc"), tf.strings.strip("  a b "), tf.strings.upper("é"), tf.strings.upper("é", encoding="utf-8"))

# %% split
print(tf.strings.split("a b  c"), tf.strings.split("a,b,,c", sep=","), tf.strings.split("a b c", maxsplit=1))

# %% split-of-a-vector
print(tf.strings.split(["a b", "c"]))

# %% numbers
print(tf.strings.to_number("1.5"), tf.strings.to_number("7", tf.int32), tf.strings.to_number(["1", "2"]), tf.as_string(1), tf.as_string(1.5), tf.as_string([True, False]), tf.as_string(3.14159, precision=2), tf.as_string(5, width=3, fill="0"), tf.strings.as_string(C(1e10)), tf.as_string(0.1))

# %% regex
print(tf.strings.regex_replace("hello", "l+", "L"), tf.strings.regex_full_match(["abc", "abd"], "ab[c]"), tf.strings.regex_replace("aaa", "a", "b", replace_global=False), tf.strings.regex_replace("ab", "(a)(b)", r"\2\1"))

# %% reduce-join-and-format
print(tf.strings.reduce_join(["a", "b"]), tf.strings.reduce_join([["a", "b"], ["c", "d"]], axis=1, separator=" "), tf.strings.format("x={}", C([1, 2])))

# %% bytes-and-unicode
print(tf.strings.bytes_split("ab"), tf.strings.unicode_decode("hé", "UTF-8"), tf.strings.unicode_encode([104, 233], "UTF-8"), tf.strings.unicode_split("hé", "UTF-8"), tf.io.decode_raw(C("ab"), tf.uint8))

# %% hashing
print(tf.strings.to_hash_bucket_fast(["a", "b"], 100), tf.strings.to_hash_bucket_strong("a", 100, [1, 2]), tf.strings.to_hash_bucket("a", 10))

# %% ngrams-and-base64
print(tf.strings.ngrams(["a", "b", "c"], 2), tf.io.encode_base64("hello"), tf.io.decode_base64("aGVsbG8"))

# %% python-strings-in-functions
@tf.function
def f(s):
    print("trace", s)
    return s + "!"
print(f("a"), f(C("b")), f(C("c")))

# %% string-tensors-to-python
t = C(["a", "é"])
print(t.numpy(), t[1].numpy().decode(), [s.decode() for s in t.numpy()], bytes(t[0].numpy()), str(t[0].numpy(), "utf-8"))

# %% strings-in-graphs
@tf.function
def f(s):
    return tf.strings.length(s), tf.strings.substr(s, 0, 1), tf.strings.join([s, s]), tf.strings.to_number("5"), tf.strings.upper(s), tf.equal(s, "abc")
print(f(C("abc")))

# %% wrong-dtype
fails(tf.strings.length, 1)
fails(tf.strings.join, [1, "a"])
fails(tf.strings.upper, C(1))
fails(lambda: C("a") * 2)
fails(lambda: C("a") + 1)
