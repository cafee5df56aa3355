import numpy as np
import tensorflow as tf
from tell import fails, near, show

T, B, C = 6, 2, 4
logits = tf.constant(((np.arange(T * B * C) * 7 % 11 - 5) / 3).reshape(T, B, C).astype(np.float32))
labels, label_length, logit_length = tf.constant([[1, 2, 2], [3, 1, 0]]), tf.constant([3, 2]), tf.constant([6, 5])
sparse = tf.SparseTensor([[0, 0], [0, 1], [0, 2], [1, 0], [1, 1]], tf.constant([1, 2, 2, 0, 1]), [2, 3])


def told(f, x=logits):
    with tf.GradientTape() as tape:
        tape.watch(x)
        loss = f(x)
        total = tf.reduce_sum(loss * loss)
    near(loss, tape.gradient(total, x))


# %% dense-labels
told(lambda x: tf.nn.ctc_loss(labels, x, label_length, logit_length))
told(lambda x: tf.nn.ctc_loss(labels, x, label_length, logit_length, unique=tf.nn.ctc_unique_labels(labels)))

# %% dense-labels-with-another-blank
told(lambda x: tf.nn.ctc_loss(labels - 1, x, label_length, logit_length, blank_index=-1))
told(lambda x: tf.nn.ctc_loss(labels - 1, x, label_length, logit_length, blank_index=3, unique=tf.nn.ctc_unique_labels(labels - 1)))
told(lambda x: tf.nn.ctc_loss(tf.where(labels == 1, 0, labels), x, label_length, logit_length, blank_index=1))

# %% batch-first-and-half-precision
told(lambda x: tf.nn.ctc_loss(labels, tf.transpose(x, [1, 0, 2]), label_length, logit_length, logits_time_major=False))
loss = tf.nn.ctc_loss(labels, tf.cast(logits, tf.float16), label_length, logit_length)
print(loss.dtype)
near(loss)

# %% sparse-labels
told(lambda x: tf.nn.ctc_loss(sparse, x, None, logit_length, blank_index=-1))
told(lambda x: tf.nn.ctc_loss(sparse, x, None, logit_length, blank_index=3))
told(lambda x: tf.nn.ctc_loss(sparse, tf.transpose(x, [1, 0, 2]), None, logit_length, logits_time_major=False, blank_index=-1))
fails(tf.nn.ctc_loss, sparse, logits, None, logit_length)

# %% sparse-labels-have-no-second-derivative
with tf.GradientTape() as outer:
    outer.watch(logits)
    with tf.GradientTape() as inner:
        inner.watch(logits)
        loss = tf.nn.ctc_loss(sparse, logits, None, logit_length, blank_index=-1)
    first = tf.reduce_sum(inner.gradient(loss, logits) ** 2)
try:
    outer.gradient(first, logits)
except LookupError as error:
    print(type(error).__name__)

# %% sparse-labels-that-do-not-fit
told(lambda x: tf.nn.ctc_loss(sparse, x, None, tf.constant([3, 5]), blank_index=-1))
fails(tf.nn.ctc_loss, sparse, logits, None, tf.constant([2, 5]), blank_index=-1)
fails(tf.nn.ctc_loss, sparse, logits, None, tf.constant([7, 5]), blank_index=-1)
fails(tf.nn.ctc_loss, sparse, logits, None, tf.constant([6]), blank_index=-1)
fails(tf.nn.ctc_loss, tf.SparseTensor([[2, 0]], tf.constant([1]), [3, 1]), logits, None, logit_length, blank_index=-1)

# %% in-a-graph
@tf.function(autograph=False)
def step(logits, labels, label_length, logit_length):
    loss = tf.nn.ctc_loss(labels, logits, label_length, logit_length)
    return loss, tf.gradients(loss, logits)[0]

ints = tf.TensorSpec([None], tf.int32)
print(step.get_concrete_function(tf.TensorSpec([None, None, 4]), tf.TensorSpec([None, None], tf.int32), ints, ints).structured_outputs[0].shape)
near(*step(logits, labels, label_length, logit_length))

# %% greedy-decoder
def listed(found):
    decoded, scores = found
    for one in decoded:
        show(one.indices, one.values, one.dense_shape)
    near(scores)

listed(tf.nn.ctc_greedy_decoder(logits, logit_length))
listed(tf.nn.ctc_greedy_decoder(logits, logit_length, merge_repeated=False))
listed(tf.nn.ctc_greedy_decoder(logits, logit_length, blank_index=0))
listed(tf.nn.ctc_greedy_decoder(tf.cast(logits, tf.float64), tf.constant([0, 2])))

# %% greedy-decoder-refusals
fails(tf.nn.ctc_greedy_decoder, logits[0], logit_length)
fails(tf.nn.ctc_greedy_decoder, logits, logit_length[:1])
fails(tf.nn.ctc_greedy_decoder, logits, logit_length + 5)
fails(tf.nn.ctc_greedy_decoder, logits, logit_length, blank_index=4)
print(tf.function(tf.nn.ctc_greedy_decoder).get_concrete_function(tf.TensorSpec([None, 3, 4]), tf.TensorSpec([None], tf.int32)).structured_outputs[1])

# %% beam-search-decoder
def listed(found):
    decoded, scores = found
    for one in decoded:
        show(one.indices, one.values, one.dense_shape)
    near(scores)

listed(tf.nn.ctc_beam_search_decoder(logits, logit_length))
listed(tf.nn.ctc_beam_search_decoder(logits, logit_length, beam_width=4, top_paths=3))
listed(tf.nn.ctc_beam_search_decoder(tf.cast(logits, tf.float64) * 3, tf.constant([4, 1]), 10, 2))

# %% beam-search-decoder-refusals
fails(tf.nn.ctc_beam_search_decoder, logits, logit_length, beam_width=2, top_paths=3)
fails(tf.nn.ctc_beam_search_decoder, logits, tf.constant([0, 1]), top_paths=3)
fails(tf.nn.ctc_beam_search_decoder, logits[0], logit_length)
concrete = tf.function(lambda x, n: tf.nn.ctc_beam_search_decoder(x, n, top_paths=2)[1]).get_concrete_function(tf.TensorSpec([None, 3, 4]), tf.TensorSpec([3], tf.int32))
print(concrete.structured_outputs)

# %% labels-without-repetitions
show(*tf.nn.collapse_repeated([[1, 1, 2, 2, 3], [4, 4, 4, 5, 6]], [5, 3]), *tf.nn.ctc_unique_labels([[3, 4, 4, 3], [1, 1, 1, 1]]))
step = tf.function(lambda x, n: (*tf.nn.collapse_repeated(x, n), *tf.nn.ctc_unique_labels(x)))
show(*step(tf.constant([[7, 7, 8]]), tf.constant([3], tf.int64)))
