"""Connectionist temporal classification: the loss of label sequences that are not aligned with the outputs."""

from __future__ import annotations

import runtime as tf
from runtime.keras.symbolic import as_tensor


def ctc_loss(target, output, target_length, output_length, mask_index=0):
    """For each sample the negative logarithm of the probability of its labels, over all alignments.

    Args:
        target: labels (batch, labels), of which `target_length` count.
        output: logits (batch, steps, classes), of which `output_length` steps count. It is computed in float32, as Keras does.
        mask_index: the class that stands for no label.
    """
    output = as_tensor(output)
    dtype = tf.float64 if output.dtype is tf.float64 else tf.float32
    loss = tf.nn.ctc_loss(tf.cast(target, tf.int32), tf.cast(output, tf.float32), target_length, output_length, logits_time_major=False,
                          blank_index=mask_index)
    return tf.cast(loss, dtype)


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
