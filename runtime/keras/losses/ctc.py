"""Connectionist temporal classification: the loss of label sequences that are not aligned with the outputs."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras.symbolic import as_tensor

_NEVER = -1e30  # the logarithm of no probability at all, which keeps gradients finite
_NO_END = math.log(1e-307)  # that of an end before the last label: TensorFlow's number, which tells where there are too few steps


def ctc_loss(target, output, target_length, output_length, mask_index=0):
    """For each sample the negative logarithm of the probability of its labels, over all alignments.

    Args:
        target: labels (batch, labels), of which `target_length` count.
        output: logits (batch, steps, classes), of which `output_length` steps count.
        mask_index: the class that stands for no label.
    """
    output = as_tensor(output)
    dtype = output.dtype if output.dtype.size >= 4 else tf.float32
    logs = tf.nn.log_softmax(tf.cast(output, dtype))
    labels, target_length, output_length = (tf.cast(value, tf.int32) for value in (target, target_length, output_length))
    states, may_skip = _states(labels, mask_index)
    emitted = tf.transpose(tf.gather(logs, states, axis=2, batch_dims=1), [1, 0, 2])  # steps, batch, states
    first = tf.where(tf.range(tf.shape(states)[1]) < 2, emitted[0], tf.cast(_NEVER, dtype))

    def step(t, alpha):
        paths = [alpha, _shifted(alpha, 1), tf.where(may_skip, _shifted(alpha, 2), tf.cast(_NEVER, dtype))]
        following = tf.reduce_logsumexp(tf.stack(paths), 0) + emitted[t]
        return t + 1, tf.where((t < output_length)[:, tf.newaxis], following, alpha)

    _, alpha = tf.while_loop(lambda t, _: t < tf.shape(emitted)[0], step, (tf.constant(1), first))
    last, state = 2 * target_length[:, tf.newaxis], tf.range(tf.shape(states)[1])
    is_end = tf.logical_or(tf.equal(state, last), tf.equal(state, last - 1))
    return -tf.reduce_logsumexp(tf.where(is_end, alpha, alpha + tf.cast(_NO_END, dtype)), 1)


def _states(labels, blank):
    """The labels with blanks around them, and from which of them a path may come that leaves out the blank before."""
    blanks = tf.fill(tf.shape(labels), blank)
    states = tf.reshape(tf.stack([blanks, labels], 2), [tf.shape(labels)[0], -1])
    states = tf.concat([states, blanks[:, :1] if labels.shape[1] != 0 else tf.fill([tf.shape(labels)[0], 1], blank)], 1)
    before = tf.pad(states, [[0, 0], [2, 0]], constant_values=-1)[:, :-2]
    is_label = tf.range(tf.shape(states)[1]) % 2 == 1
    return states, tf.logical_and(is_label, tf.not_equal(states, before))


def _shifted(alpha, by):
    return tf.pad(alpha, [[0, 0], [by, 0]], constant_values=_NEVER)[:, :-by]


def ctc(y_true, y_pred):
    """The loss of labels (batch, labels), of which zeros count as none, and logits (batch, steps, classes). Raises ValueError for other ranks."""
    y_true, y_pred = as_tensor(y_true), as_tensor(y_pred)
    if y_true.shape.rank != 2:
        raise ValueError("Targets `y_true` are expected to be a tensor of shape `(batch_size, max_length)` in integer format. "
                         f"Received: y_true.shape={tuple(y_true.shape)}")
    if y_pred.shape.rank != 3:
        raise ValueError("Logits `y_pred` are expected to be a tensor of shape `(batch_size, max_length, num_classes)`. "
                         f"Received: y_pred.shape={tuple(y_pred.shape)}")
    steps = tf.fill(tf.shape(y_pred)[:1], tf.shape(y_pred)[1])
    return ctc_loss(y_true, y_pred, tf.reduce_sum(tf.cast(tf.not_equal(y_true, 0), tf.int32), -1), steps)
