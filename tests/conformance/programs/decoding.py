import numpy as np
import tensorflow as tf
from tell import fails, near, show

rng = np.random.default_rng(2)
V, H = 6, 5
E = tf.constant(rng.normal(size=(V, H)).astype("float32"))
W = tf.constant(rng.normal(size=(2 * H, H)).astype("float32"))
O = tf.constant(rng.normal(size=(H, V)).astype("float32"))


def cell(token, state):
    """One step of a language model: logits and the next state."""
    state = tf.tanh(tf.concat([tf.gather(E, token), state], -1) @ W)
    return state @ O, state

# %% greedy-with-tensor-array
@tf.function
def greedy(start, steps):
    tokens = tf.TensorArray(tf.int32, size=steps)
    token, state = start, tf.zeros([tf.shape(start)[0], H])
    for t in tf.range(steps):
        logits, state = cell(token, state)
        token = tf.argmax(logits, -1, output_type=tf.int32)
        tokens = tokens.write(t, token)
    return tf.transpose(tokens.stack())

show(greedy(tf.constant([0, 3]), tf.constant(6)), greedy(tf.constant([1, 2, 5]), tf.constant(2)))

# %% greedy-until-end-of-sentence
@tf.function
def decode(start, limit=8, end=4):
    tokens = tf.TensorArray(tf.int32, size=0, dynamic_size=True, clear_after_read=False)
    token, state = start, tf.zeros([tf.shape(start)[0], H])
    done = tf.zeros_like(start, tf.bool)
    t = 0
    while t < limit and not tf.reduce_all(done):
        logits, state = cell(token, state)
        token = tf.where(done, 0, tf.argmax(logits, -1, output_type=tf.int32))
        tokens = tokens.write(t, token)
        done = done | (token == end)
        t += 1
    return tf.transpose(tokens.stack()), t

fails(lambda: decode(tf.constant([0, 3])))

@tf.function
def decode(start, limit=8, end=4):
    tokens = tf.TensorArray(tf.int32, size=0, dynamic_size=True)
    token, state = start, tf.zeros([tf.shape(start)[0], H])
    done = tf.zeros_like(start, tf.bool)
    t = tf.constant(0)
    while t < limit and not tf.reduce_all(done):
        logits, state = cell(token, state)
        token = tf.where(done, 0, tf.argmax(logits, -1, output_type=tf.int32))
        tokens = tokens.write(t, token)
        done = done | (token == end)
        t += 1
    return tf.transpose(tokens.stack()), t

show(*decode(tf.constant([0, 3])), *decode(tf.constant([4, 4, 1])))

# %% beam-search
@tf.function
def beam_search(start, beams, steps):
    scores = tf.concat([[0.0], tf.fill([beams - 1], -1e9)], 0)
    tokens = tf.fill([beams, 1], start)
    states = tf.zeros([beams, H])
    for _ in tf.range(steps):
        tf.autograph.experimental.set_loop_options(shape_invariants=[(tokens, tf.TensorShape([None, None])), (states, tf.TensorShape([None, H])),
                                                                     (scores, tf.TensorShape([None]))])
        logits, states = cell(tokens[:, -1], states)
        totals = scores[:, None] + tf.nn.log_softmax(logits)
        scores, best = tf.math.top_k(tf.reshape(totals, [-1]), beams)
        parents, words = best // V, best % V
        states = tf.gather(states, parents)
        tokens = tf.concat([tf.gather(tokens, parents), words[:, None]], 1)
    return tokens, scores

tokens, scores = beam_search(tf.constant(0), tf.constant(3), tf.constant(4))
show(tokens)
near(scores)

# %% batched-beam-search-with-length-penalty
def expand(t, k):
    return tf.repeat(t, k, axis=0)

def search(start, k=2, steps=4, end=4, alpha=0.6):
    batch = start.shape[0]
    state, tokens = tf.zeros([batch * k, H]), expand(start[:, None], k)
    scores = tf.tile([[0.0] + [-np.inf] * (k - 1)], [batch, 1])
    finished = tf.zeros([batch, k], tf.bool)
    for t in range(steps):
        logits, state = cell(tokens[:, -1], state)
        logp = tf.reshape(tf.nn.log_softmax(logits), [batch, k, V])
        only_end = tf.where(tf.range(V) == end, 0.0, -np.inf)
        logp = tf.where(finished[..., None], only_end, logp)
        scores, best = tf.math.top_k(tf.reshape(scores[..., None] + logp, [batch, -1]), k)
        parent = best // V + k * tf.range(batch)[:, None]
        flat = tf.reshape(parent, [-1])
        tokens = tf.concat([tf.gather(tokens, flat), tf.reshape(best % V, [-1, 1])], 1)
        state = tf.gather(state, flat)
        finished = tf.gather(tf.reshape(finished, [-1]), parent) | (best % V == end)
    lengths = tf.reduce_sum(tf.cast(tf.reshape(tokens, [batch, k, -1]) != end, tf.float32), -1)
    return tf.reshape(tokens, [batch, k, -1]), scores / ((5 + lengths) / 6) ** alpha

for run in [search, tf.function(search)]:
    tokens, scores = run(tf.constant([1, 2, 5]))
    show(tokens)
    near(scores)

# %% sampling-top-k-and-nucleus
logits = tf.constant([[2.0, 1.0, 0.5, 0.1, -1.0, -2.0]] * 2)

def top_k(logits, k):
    values = tf.math.top_k(logits, k).values
    return tf.where(logits < values[:, -1:], tf.fill(tf.shape(logits), -1e10), logits)

def nucleus(logits, p):
    order = tf.argsort(logits, direction="DESCENDING")
    ordered = tf.gather(logits, order, batch_dims=1)
    keep = tf.cumsum(tf.nn.softmax(ordered), axis=-1, exclusive=True) < p
    masked = tf.where(keep, ordered, -1e10)
    inverse = tf.argsort(order)
    return tf.gather(masked, inverse, axis=1, batch_dims=1)

near(top_k(logits, 2), nucleus(logits, 0.8))
show(tf.random.stateless_categorical(top_k(logits, 3), 6, seed=[1, 2]), tf.random.stateless_categorical(nucleus(logits / 0.5, 0.9), 6, seed=[3, 4]))
show(*tf.unique_with_counts(tf.reshape(tf.random.stateless_categorical(logits, 20, [7, 7]), [-1])))

# %% viterbi
emissions = tf.constant(rng.normal(size=(7, 3)).astype("float32"))
transitions = tf.constant(rng.normal(size=(3, 3)).astype("float32"))

@tf.function
def viterbi(emissions, transitions):
    n = tf.shape(emissions)[0]
    back = tf.TensorArray(tf.int32, n)
    score = emissions[0]
    for t in tf.range(1, n):
        totals = score[:, None] + transitions
        back = back.write(t, tf.argmax(totals, 0, output_type=tf.int32))
        score = tf.reduce_max(totals, 0) + emissions[t]
    path = tf.TensorArray(tf.int32, n)
    last = tf.argmax(score, output_type=tf.int32)
    path = path.write(n - 1, last)
    for t in tf.range(n - 1, 0, -1):
        last = back.read(t)[last]
        path = path.write(t - 1, last)
    return path.stack(), tf.reduce_max(score)

path, score = viterbi(emissions, transitions)
show(path)
near(score)

# %% crf-likelihood-and-gradient
emissions = tf.Variable(rng.normal(size=(2, 5, 3)).astype("float32"))
transitions = tf.Variable(rng.normal(size=(3, 3)).astype("float32"))
tags = tf.constant([[0, 1, 2, 0, 1], [2, 2, 1, 0, 0]])
lengths = tf.constant([5, 3])

@tf.function
def log_likelihood(emissions, tags, lengths):
    steps = tf.shape(emissions)[1]
    mask = tf.sequence_mask(lengths, steps, tf.float32)
    unary = tf.reduce_sum(tf.gather(emissions, tags, batch_dims=2) * mask, 1)
    pairs = tf.stack([tags[:, :-1], tags[:, 1:]], -1)
    binary = tf.reduce_sum(tf.gather_nd(transitions, pairs) * mask[:, 1:], 1)
    alpha = emissions[:, 0]
    for t in tf.range(1, steps):
        new = tf.reduce_logsumexp(alpha[:, :, None] + transitions, 1) + emissions[:, t]
        alpha = tf.where((t < lengths)[:, None], new, alpha)
    return unary + binary - tf.reduce_logsumexp(alpha, 1)

with tf.GradientTape() as tape:
    ll = log_likelihood(emissions, tags, lengths)
    loss = -tf.reduce_mean(ll)
near(ll, *tape.gradient(loss, [emissions, transitions]))

# %% crf-forward-by-scan
emissions = tf.Variable(rng.normal(size=(5, 2, 3)).astype("float32"))
transitions = tf.Variable(rng.normal(size=(3, 3)).astype("float32"))
for wrap in [lambda f: f, tf.function]:
    def partition():
        alphas = tf.scan(lambda a, e: tf.reduce_logsumexp(a[:, :, None] + transitions, 1) + e, emissions[1:], initializer=emissions[0])
        return tf.reduce_logsumexp(alphas[-1], -1)
    with tf.GradientTape() as tape:
        z = wrap(partition)()
    near(z, *tape.gradient(z, [emissions, transitions]))
print(type(tape.gradient).__name__)

# %% ctc-greedy-collapse
logits = np.zeros((2, 8, 3), "float32")
for b, row in enumerate([[1, 1, 0, 1, 2, 2, 0, 0], [0, 2, 0, 2, 1, 1, 1, 0]]):
    logits[b, np.arange(8), row] = 3.0

def collapse(logits):
    best = tf.argmax(logits, -1, output_type=tf.int32)
    fresh = tf.concat([tf.ones_like(best[:, :1], tf.bool), best[:, 1:] != best[:, :-1]], 1)
    keep = fresh & (best != 0)
    return [tf.boolean_mask(best[i], keep[i]) for i in range(2)], tf.reduce_sum(tf.cast(keep, tf.int32), 1)

for run in [collapse, tf.function(collapse)]:
    rows, lengths = run(tf.constant(logits))
    show(*rows, lengths)

# %% edit-distance-by-dynamic-programming
@tf.function(input_signature=[tf.TensorSpec([None], tf.int32), tf.TensorSpec([None], tf.int32)])
def distance(a, b):
    row = tf.range(tf.size(b) + 1)
    for i in tf.range(tf.size(a)):
        new = tf.TensorArray(tf.int32, tf.size(b) + 1)
        left = i + 1
        new = new.write(0, left)
        for j in tf.range(tf.size(b)):
            cost = tf.where(a[i] == b[j], 0, 1)
            left = tf.reduce_min(tf.stack([left + 1, row[j + 1] + 1, row[j] + cost]))
            new = new.write(j + 1, left)
        row = new.stack()
    return row[-1]

def codes(s):
    return [ord(c) for c in s]

for a, b in [("kitten", "sitting"), ("flaw", "lawn"), ("", "abc"), ("same", "same")]:
    try:
        print(a, b, int(distance(tf.constant(codes(a), tf.int32), tf.constant(codes(b), tf.int32))))
    except Exception as error:
        print(type(error).__name__)

# %% seq2seq-with-attention-and-teacher-forcing
Wq = tf.Variable(rng.normal(size=(H, H)).astype("float32") * 0.5)
Wo = tf.Variable(rng.normal(size=(2 * H, V)).astype("float32") * 0.5)
source = tf.constant(rng.normal(size=(2, 3, H)).astype("float32"))
target = tf.constant([[1, 2, 3, 4], [5, 0, 2, 1]])

@tf.function
def train(source, target, force):
    steps = tf.shape(target)[1]
    losses = tf.TensorArray(tf.float32, steps - 1)
    attention = tf.TensorArray(tf.float32, steps - 1)
    token, state = target[:, 0], tf.reduce_mean(source, 1)
    for t in tf.range(steps - 1):
        _, state = cell(token, state)
        weights = tf.nn.softmax(tf.einsum("bh,hk,btk->bt", state, Wq, source))
        context = tf.einsum("bt,bth->bh", weights, source)
        logits = tf.concat([state, context], -1) @ Wo
        losses = losses.write(t, tf.nn.sparse_softmax_cross_entropy_with_logits(target[:, t + 1], logits))
        attention = attention.write(t, weights)
        if force:
            token = target[:, t + 1]
        else:
            token = tf.argmax(logits, -1, output_type=tf.int32)
    return tf.reduce_mean(losses.stack()), attention.stack()

for force in [True, False, tf.constant(True), tf.constant(False)]:
    with tf.GradientTape() as tape:
        loss, attention = train(source, target, force)
    near(loss, *tape.gradient(loss, [Wq, Wo]))
near(attention)
print(train.experimental_get_tracing_count())
