import numpy as np
import tensorflow as tf
from tell import fails, near, show
from tensorflow.keras import layers

rng = np.random.default_rng(8)
x = tf.constant(rng.normal(size=(2, 4, 6)).astype("float32"))


def weights(*shape):
    return tf.Variable(rng.normal(size=shape).astype("float32") * 0.4)

# %% multi-head-by-einsum
wq, wk, wv, wo = weights(6, 2, 3), weights(6, 2, 3), weights(6, 2, 3), weights(2, 3, 6)

@tf.function
def attend(x, mask=None):
    q, k, v = (tf.einsum("btd,dhk->bhtk", x, w) for w in (wq, wk, wv))
    scores = tf.einsum("bhqk,bhsk->bhqs", q, k) / tf.sqrt(3.0)
    if mask is not None:
        scores += (1.0 - tf.cast(mask, tf.float32))[:, None] * -1e9
    p = tf.nn.softmax(scores)
    return tf.einsum("bhqs,bhsk,hkd->bqd", p, v, wo), p

with tf.GradientTape() as tape:
    y, p = attend(x, tf.linalg.band_part(tf.ones([1, 4, 4], tf.bool), -1, 0))
    loss = tf.reduce_mean(y ** 2)
near(y[0], p[0, 0], *[tf.norm(g) for g in tape.gradient(loss, [wq, wk, wv, wo])])
near(attend(x)[0][1])
print(attend.experimental_get_tracing_count())

# %% einsum-forms
a, b, c = tf.constant(rng.normal(size=(2, 3))), tf.constant(rng.normal(size=(3, 4))), tf.constant(rng.normal(size=(2, 3, 4)))
for equation, operands in [
    ("ij,jk->ik", (a, b)), ("ij,jk", (a, b)), ("ij->ji", (a,)), ("ij->", (a,)), ("ijk,ij->ik", (c, a)), ("...k,jk->...j", (c, b)),
    ("ij,jk,ik->i", (a, b, tf.matmul(a, b))), ("bij,bkj->bik", (c, c)), ("i...->...", (c,)), ("ijk->kji", (c,)), ("ij,kl->ijkl", (a, b)),
]:
    result = tf.einsum(equation, *operands)
    print(equation, result.shape)
    near(tf.reduce_sum(result * tf.reshape(tf.range(tf.size(result), dtype=tf.int32), tf.shape(result)).numpy()))
square = tf.Variable(rng.normal(size=(3, 3)))
with tf.GradientTape() as tape:
    t = tf.einsum("ii->", square) + tf.reduce_sum(tf.einsum("ii->i", square) ** 2) + tf.einsum("ij,ij->", square, square)
near(t, tape.gradient(t, square))
fails(tf.einsum, "ij,jk->ik", a, a)
fails(tf.einsum, "ij,jk->il", a, b)
fails(tf.einsum, "ij", a, b)

# %% positional-encodings
def sinusoids(length, depth):
    positions = tf.range(length, dtype=tf.float32)[:, None]
    rates = tf.pow(10000.0, -2.0 * tf.cast(tf.range(depth) // 2, tf.float32) / depth)
    angles = positions * rates
    return tf.where(tf.range(depth) % 2 == 0, tf.sin(angles), tf.cos(angles))

near(sinusoids(3, 4))

def rotary(x):
    half = x.shape[-1] // 2
    f = 10000.0 ** (-tf.range(half, dtype=tf.float32) / half)
    angle = tf.einsum("t,f->tf", tf.range(x.shape[1], dtype=tf.float32), f)
    a, b = x[..., :half], x[..., half:]
    return tf.concat([a * tf.cos(angle) - b * tf.sin(angle), a * tf.sin(angle) + b * tf.cos(angle)], -1)

y = rotary(x)
near(y[0], tf.norm(y, axis=-1) - tf.norm(x, axis=-1))
bias = -tf.abs(tf.range(4)[:, None] - tf.range(4)[None])
show(bias)
table = weights(7, 2)
with tf.GradientTape() as tape:
    relative = tf.gather(table, bias + 6)
    loss = tf.reduce_sum(relative ** 2)
g = tape.gradient(loss, table)
near(relative[..., 0], tf.convert_to_tensor(g))

# %% causal-cache-step-by-step
wq, wk, wv = weights(6, 3), weights(6, 3), weights(6, 3)

def full(x):
    q, k, v = x @ wq, x @ wk, x @ wv
    scores = tf.matmul(q, k, transpose_b=True)
    mask = tf.linalg.band_part(tf.ones_like(scores), -1, 0)
    return tf.matmul(tf.nn.softmax(tf.where(mask > 0, scores, -np.inf)), v)

@tf.function
def stepwise(x):
    ks = vs = tf.zeros([2, 0, 3])
    out = tf.TensorArray(tf.float32, tf.shape(x)[1])
    for t in tf.range(tf.shape(x)[1]):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(ks, tf.TensorShape([2, None, 3])), (vs, tf.TensorShape([2, None, 3]))])
        now = x[:, t:t + 1]
        ks, vs = tf.concat([ks, now @ wk], 1), tf.concat([vs, now @ wv], 1)
        out = out.write(t, (tf.nn.softmax(tf.matmul(now @ wq, ks, transpose_b=True)) @ vs)[:, 0])
    return tf.transpose(out.stack(), [1, 0, 2])

near(full(x), tf.reduce_max(tf.abs(full(x) - stepwise(x))))

# %% transformer-block-as-a-layer
class Block(layers.Layer):
    def __init__(self, width, heads, **kwargs):
        super().__init__(**kwargs)
        self.attention = layers.MultiHeadAttention(heads, width // heads, kernel_initializer=tf.keras.initializers.RandomNormal(stddev=0.3, seed=1))
        self.norm1, self.norm2 = layers.LayerNormalization(epsilon=1e-6), layers.LayerNormalization(epsilon=1e-6)
        self.feed = tf.keras.Sequential([layers.Dense(2 * width, "gelu", kernel_initializer=tf.keras.initializers.GlorotNormal(seed=2)),
                                         layers.Dense(width, kernel_initializer=tf.keras.initializers.GlorotNormal(seed=3))])
        self.drop = layers.Dropout(0.1)

    def call(self, x, training=False, mask=None):
        x = self.norm1(x + self.drop(self.attention(x, x, use_causal_mask=True), training=training))
        return self.norm2(x + self.drop(self.feed(x), training=training))

block = Block(6, 2)
with tf.GradientTape() as tape:
    y = block(x)
    loss = tf.reduce_sum(y[..., 0] ** 2)
near(y[0], *[tf.norm(g) for g in tape.gradient(loss, block.trainable_variables)])
print([(v.path.split("/", 1)[-1], tuple(v.shape)) for v in block.trainable_variables])
y, scores = block.attention(x, x[:, :2], return_attention_scores=True)
print(y.shape, scores.shape)
near(tf.reduce_sum(scores, -1)[0])

# %% encoder-decoder-with-masks
embedding = layers.Embedding(7, 6, mask_zero=True, embeddings_initializer=tf.keras.initializers.RandomUniform(seed=4))
attention = layers.MultiHeadAttention(2, 3, kernel_initializer=tf.keras.initializers.RandomNormal(stddev=0.5, seed=1))
tf.keras.utils.set_random_seed(1)
source, target = tf.constant([[1, 2, 0, 0], [3, 4, 5, 0]]), tf.constant([[1, 2, 3], [4, 0, 0]])
s, t = embedding(source), embedding(target)
show(embedding.compute_mask(source))
y = attention(t, s)
near(y)
y, scores = attention(t, s, attention_mask=tf.ones([2, 3, 4], tf.bool), return_attention_scores=True)
near(scores[0, 0])
near(layers.Attention()([t, s]), layers.AdditiveAttention()([t, s])[0, 0], layers.GlobalAveragePooling1D()(s))
loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True, ignore_class=0)
near(loss(target, tf.tile(tf.range(7.0)[None, None] * 0.1, [2, 3, 1])))

# %% linear-and-local-attention
q, k, v = (tf.constant(rng.normal(size=(2, 6, 3)).astype("float32")) for _ in range(3))
phi = lambda t: tf.nn.elu(t) + 1.0
kv = tf.cumsum(tf.einsum("btk,btv->btkv", phi(k), v), axis=1)
z = 1.0 / tf.einsum("btk,btk->bt", phi(q), tf.cumsum(phi(k), axis=1))
near(tf.einsum("btk,btkv,bt->btv", phi(q), kv, z)[0])
blocks = lambda t: tf.reshape(t, [2, 3, 2, 3])
scores = tf.einsum("bnqd,bnkd->bnqk", blocks(q), blocks(k))
near(tf.reshape(tf.einsum("bnqk,bnkd->bnqd", tf.nn.softmax(scores), blocks(v)), [2, 6, 3])[1])
rolled = tf.stack([tf.roll(k, s, axis=1) for s in (-1, 0, 1)], 2)
near(tf.nn.softmax(tf.einsum("btd,btnd->btn", q, rolled))[0])

# %% memory-network-and-pointer
memory = tf.Variable(tf.zeros([4, 3]), trainable=False)
keys = weights(6, 3)

@tf.function
def write_and_read(x):
    out = []
    for t in range(3):
        key = x[t][None] @ keys
        w = tf.nn.softmax(tf.matmul(memory, key, transpose_b=True) * 3.0 + tf.one_hot(t, 4)[:, None] * 4.0, axis=0)
        memory.assign(memory * (1 - w * 0.5) + w * key)
        out.append(tf.matmul(w, memory, transpose_a=True)[0])
    return tf.stack(out)

near(write_and_read(x[0]), memory)
scores = tf.constant([[0.1, 2.0, 0.3], [1.0, 0.0, 0.5]])
chosen = tf.zeros_like(scores)
order = []
for _ in range(3):
    p = tf.nn.softmax(scores - 1e9 * chosen)
    pick = tf.argmax(p, -1)
    chosen += tf.one_hot(pick, 3)
    order.append(pick)
show(tf.stack(order, 1))
