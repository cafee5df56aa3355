import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(6)
text = ["the quick brown fox", "the lazy dog", "a quick dog and a lazy fox", ""]

# %% vocabulary-by-frequency
words = tf.strings.split(tf.strings.reduce_join(text, separator=" "))
unique, ids, counts = tf.unique_with_counts(words)
order = tf.argsort(counts, direction="DESCENDING", stable=True)
show(tf.gather(unique, order), tf.gather(counts, order), ids)
vocabulary = tf.gather(unique, order)[:5]
table = tf.lookup.StaticVocabularyTable(tf.lookup.KeyValueTensorInitializer(vocabulary, tf.range(5, dtype=tf.int64)), 2)
show(table.lookup(words), table.size())
back = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(tf.range(5, dtype=tf.int64), vocabulary), "[UNK]")
show(back.lookup(table.lookup(tf.constant(["the", "cow", "dog"]))))

# %% cleaning-text
raw = tf.constant(["  Hello,   WORLD! ", "Don't <br/> stop-it", "ünïcode Ÿ", ""])
clean = tf.strings.strip(tf.strings.regex_replace(tf.strings.lower(raw), r"<[^>]+>|[^a-z' ]", " "))
clean = tf.strings.regex_replace(clean, r"\s+", " ")
show(clean, tf.strings.length(clean), tf.strings.length(raw), tf.strings.length(raw, "UTF8_CHAR"))
show(tf.strings.substr(clean, 0, 0), tf.strings.regex_full_match(clean, "[a-z ]*"), tf.strings.upper(clean))
show(tf.strings.join([raw[:2], clean[:2]], "|"), tf.strings.unicode_decode(raw[2], "UTF-8"), tf.strings.lower(raw, encoding="utf-8"))
show(tf.strings.to_number(tf.strings.split("1.5 2 3e2")), tf.strings.to_hash_bucket_fast(clean, 10), tf.strings.as_string([1.5, 2.25], precision=1))

# %% tokenise-and-pad-in-a-function
table = tf.lookup.StaticHashTable(tf.lookup.KeyValueTensorInitializer(["the", "quick", "dog", "fox"], [1, 2, 3, 4]), 9)

@tf.function(input_signature=[tf.TensorSpec([], tf.string), tf.TensorSpec([], tf.int32)])
def encode(sentence, length):
    ids = table.lookup(tf.strings.split(sentence))[:length]
    return tf.pad(ids, [[0, length - tf.size(ids)]])

for sentence in text:
    show(encode(sentence, 4))

# %% skip-grams
sentence = tf.constant([1, 2, 3, 4, 5])

@tf.function
def pairs(sentence, window):
    n = tf.size(sentence)
    out = tf.TensorArray(tf.int32, size=0, dynamic_size=True, element_shape=[2])
    for i in tf.range(n):
        for j in tf.range(tf.maximum(i - window, 0), tf.minimum(i + window + 1, n)):
            if i != j:
                out = out.write(out.size(), tf.stack([sentence[i], sentence[j]]))
    return out.stack()

show(pairs(sentence, 1), pairs(sentence, 2)[-3:])

# %% word2vec-with-negative-sampling
V, D = 8, 3
center = tf.Variable(rng.normal(size=(V, D)).astype("float32") * 0.3)
context = tf.Variable(tf.zeros([V, D]))
targets, words = tf.constant([0, 1, 1, 5]), tf.constant([1, 0, 2, 6])
negatives = tf.random.stateless_categorical(tf.math.log([tf.range(1.0, 9.0) ** 0.75]), 4 * 3, [1, 1])
negatives = tf.reshape(negatives, [4, 3])
optimizer = tf.keras.optimizers.SGD(0.5)

@tf.function
def step(targets, words, negatives):
    with tf.GradientTape() as tape:
        t = tf.nn.embedding_lookup(center, targets)
        positive = tf.reduce_sum(t * tf.nn.embedding_lookup(context, words), 1)
        negative = tf.einsum("bd,bkd->bk", t, tf.nn.embedding_lookup(context, negatives))
        loss = tf.reduce_mean(tf.nn.sigmoid_cross_entropy_with_logits(tf.ones_like(positive), positive)
                              + tf.reduce_sum(tf.nn.sigmoid_cross_entropy_with_logits(tf.zeros_like(negative), negative), 1))
    gs = tape.gradient(loss, [center, context])
    optimizer.apply_gradients(zip(gs, [center, context]))
    return loss, gs[1]

show(negatives)
for _ in range(4):
    loss, g = step(targets, words, negatives)
    near(loss)
print(type(g).__name__)
near(tf.convert_to_tensor(g), center, context)
near(tf.matmul(tf.math.l2_normalize(center, 1), tf.math.l2_normalize(center, 1), transpose_b=True)[0])

# %% lstm-language-model-by-hand
V, H = 5, 4
P = {
    "e": tf.Variable(rng.normal(size=(V, 3)).astype("float32")), "w": tf.Variable(rng.normal(size=(3 + H, 4 * H)).astype("float32") * 0.4),
    "b": tf.Variable(tf.zeros([4 * H])), "o": tf.Variable(rng.normal(size=(H, V)).astype("float32")),
}
tokens = tf.constant(rng.integers(0, V, (2, 7)))

@tf.function
def loss_of(tokens):
    h = c = tf.zeros([tf.shape(tokens)[0], H])
    total = 0.0
    inputs = tf.transpose(tf.gather(P["e"], tokens[:, :-1]), [1, 0, 2])
    for t in tf.range(tf.shape(inputs)[0]):
        z = tf.concat([inputs[t], h], 1) @ P["w"] + P["b"]
        i, f, g, o = tf.split(z, 4, axis=1)
        c = tf.sigmoid(f + 1.0) * c + tf.sigmoid(i) * tf.tanh(g)
        h = tf.sigmoid(o) * tf.tanh(c)
        total += tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(tokens[:, t + 1], h @ P["o"]))
    return total / tf.cast(tf.shape(inputs)[0], tf.float32)

optimizer = tf.keras.optimizers.Adam(0.05)
for _ in range(4):
    with tf.GradientTape() as tape:
        loss = loss_of(tokens)
    gs = tape.gradient(loss, P)
    clipped, norm = tf.clip_by_global_norm(list(gs.values()), 1.0)
    optimizer.apply_gradients(zip(clipped, P.values()))
    near(loss, norm)
print({k: type(g).__name__ for k, g in gs.items()})
near(P["b"], P["o"])

# %% truncated-back-propagation
V, H = 4, 3
w = tf.Variable(rng.normal(size=(V + H, H)).astype("float32") * 0.5)
o = tf.Variable(rng.normal(size=(H, V)).astype("float32"))
state = tf.Variable(tf.zeros([2, H]), trainable=False)
tokens = tf.constant(rng.integers(0, V, (2, 13)))

@tf.function(input_signature=[tf.TensorSpec([2, None], tf.int64)])
def chunk(tokens):
    with tf.GradientTape() as tape:
        h, loss = tf.stop_gradient(state.value()), 0.0
        for t in tf.range(tf.shape(tokens)[1] - 1):
            h = tf.tanh(tf.concat([tf.one_hot(tokens[:, t], V), h], 1) @ w)
            loss += tf.reduce_mean(tf.nn.sparse_softmax_cross_entropy_with_logits(tokens[:, t + 1], h @ o))
    for v, g in zip([w, o], tape.gradient(loss, [w, o])):
        v.assign_sub(0.1 * g)
    state.assign(h)
    return loss

for at in range(0, 12, 4):
    near(chunk(tokens[:, at:at + 5]))
near(state, w)

# %% sparse-embeddings-with-frozen-rows
E = tf.Variable(rng.normal(size=(6, 2)).astype("float32"))
mask = tf.constant([0.0, 1.0, 1.0, 1.0, 1.0, 0.0])[:, None]
optimizer = tf.keras.optimizers.Adagrad(0.5)
for ids in [[[0, 1], [1, 5]], [[2, 2], [3, 1]]]:
    with tf.GradientTape() as tape:
        bag = tf.reduce_mean(tf.nn.embedding_lookup(E * mask + tf.stop_gradient(E * (1 - mask)), ids), 1)
        loss = tf.reduce_sum(bag ** 2)
    g = tape.gradient(loss, E)
    print(type(g).__name__)
    optimizer.apply_gradients([(g, E)])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(tf.gather(E, [1, 1, 4]) ** 2) + tf.reduce_sum(tf.gather(E, [[0], [4]]))
g = tape.gradient(loss, E)
show(g.indices)
near(g.values, tf.convert_to_tensor(g))
optimizer.apply_gradients([(g, E)])
near(E)

# %% bag-of-words-by-bincount-and-tf-idf
ids = tf.constant([[1, 2, 2, 0], [3, 0, 0, 0], [1, 1, 3, 2]])
counts = tf.math.bincount(ids, minlength=4, maxlength=4, axis=-1)
present = tf.cast(counts > 0, tf.float32)
idf = tf.math.log((1.0 + 3.0) / (1.0 + tf.reduce_sum(present, 0))) + 1.0
tfidf = tf.math.l2_normalize(tf.cast(counts, tf.float32) * idf, 1)
show(counts)
near(idf, tfidf, tf.matmul(tfidf, tfidf, transpose_b=True))
show(tf.math.bincount(ids, axis=-1, binary_output=True), tf.reduce_sum(tf.one_hot(ids, 4), 1))

# %% character-ngrams-and-hashing
chars = tf.strings.bytes_split("banana")
grams = tf.strings.ngrams(chars, 3, separator="")
show(grams, tf.strings.to_hash_bucket_strong(grams, 16, [1, 2]), tf.strings.to_hash_bucket_fast(grams, 16))
show(tf.strings.unicode_split("né€", "UTF-8"), tf.strings.unicode_encode([110, 233, 8364], "UTF-8"))
buckets = tf.strings.to_hash_bucket_fast(grams, 4)
near(tf.math.unsorted_segment_sum(tf.ones_like(buckets, tf.float32), buckets, 4))
show(tf.strings.reduce_join(tf.strings.split("a-b-c", "-"), separator="+"), tf.strings.format("{} of {}", (tf.constant(1), tf.constant([2, 3]))))

# %% sorting-batches-by-length
lengths = tf.constant([3, 1, 4, 2])
batch = tf.constant(rng.integers(1, 9, (4, 4))) * tf.cast(tf.sequence_mask(lengths, 4), tf.int64)
order = tf.argsort(lengths, direction="DESCENDING")
show(tf.gather(batch, order), tf.gather(lengths, order), tf.math.invert_permutation(order))
show(tf.reverse_sequence(batch, lengths, seq_axis=1), tf.gather(tf.gather(batch, order), tf.math.invert_permutation(order)))
last = tf.gather(batch, lengths - 1, axis=1, batch_dims=1)
show(last, tf.gather_nd(batch, tf.stack([tf.range(4), lengths - 1], 1)))
parts = tf.dynamic_partition(batch, tf.cast(lengths > 2, tf.int32), 2)
show(*parts, tf.dynamic_stitch(tf.dynamic_partition(tf.range(4), tf.cast(lengths > 2, tf.int32), 2), parts))
