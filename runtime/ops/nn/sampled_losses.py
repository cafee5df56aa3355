"""`tf.nn`: losses of many classes that look at the true ones and a few that are drawn."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.ops import array, math
from runtime.ops.cast import cast
from runtime.ops.creation import ones, ones_like, zeros, zeros_like
from runtime.ops.gather_scatter import tensor_scatter_nd_update
from runtime.ops.identity import stop_gradient
from runtime.ops.joining import concat, stack
from runtime.ops.linalg.linalg import matmul
from runtime.ops.nn.candidates import compute_accidental_hits, log_uniform_candidate_sampler
from runtime.ops.nn.losses import sigmoid_cross_entropy_with_logits, softmax_cross_entropy_with_logits
from runtime.ops.nn.normalisation import embedding_lookup
from runtime.ops.scope import scope
from runtime.ops.slicing import slice_


def _row_sums(x):
    return array.reshape(matmul(x, ones(stack([array.shape(x)[1], 1]), x.dtype)), [-1])


def _rows(params, ids, dtype):
    rows = embedding_lookup(params, ids)
    return rows if rows.dtype is dtype else cast(rows, dtype)


def _without_hits(logits, labels, sampled, num_true, num_sampled):
    """The logits of drawn classes, very low where a class is a true one of its row."""
    rows, places, weights = compute_accidental_hits(labels, sampled, num_true=num_true)
    at = stack([cast(rows, dtypes.int32), cast(places, dtypes.int32)], axis=1)
    shape = concat([array.shape(labels)[:1], stack([num_sampled])], 0)
    return logits + tensor_scatter_nd_update(zeros(shape, logits.dtype), at, cast(weights, logits.dtype))


def _logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits, name, seed):
    """(logits, labels) [batch, num_true + num_sampled]."""
    weights = weights if isinstance(weights, list) else [weights]
    with scope(name, "compute_sampled_logits"):
        inputs, labels = convert_to_tensor(inputs), convert_to_tensor(labels)
        if labels.dtype is not dtypes.int64:
            labels = cast(labels, dtypes.int64)
        flat = array.reshape(labels, [-1])
        if sampled_values is None:
            sampled_values = log_uniform_candidate_sampler(labels, num_true, num_sampled, True, num_classes, seed=seed)
        sampled, true_counts, sampled_counts = map(stop_gradient, sampled_values)
        sampled = cast(sampled, dtypes.int64)
        ids, count = concat([flat, sampled], 0), array.shape(flat)
        rows = _rows(weights, ids, inputs.dtype)
        true_rows = slice_(rows, [0, 0], stack([count[0], -1]))
        sampled_logits = matmul(inputs, slice_(rows, stack([count[0], 0]), [-1, -1]), transpose_b=True)
        offsets = _rows(biases, ids, inputs.dtype)
        width = array.shape(true_rows)[1:2]
        products = math.multiply(array.expand_dims(inputs, 1), array.reshape(true_rows, concat([[-1, num_true], width], 0)))
        true_logits = array.reshape(_row_sums(array.reshape(products, concat([[-1], width], 0))), [-1, num_true])
        true_logits += array.reshape(slice_(offsets, [0], count), [-1, num_true])
        sampled_logits += slice_(offsets, count, [-1])
        if remove_accidental_hits:
            sampled_logits = _without_hits(sampled_logits, labels, sampled, num_true, num_sampled)
        true_logits -= cast(math.log(true_counts), inputs.dtype)
        sampled_logits -= cast(math.log(sampled_counts), inputs.dtype)
        wanted = concat([ones_like(true_logits) / num_true, zeros_like(sampled_logits)], 1)
        return concat([true_logits, sampled_logits], 1), wanted


def nce_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None, remove_accidental_hits=False,
             name="nce_loss"):
    """The loss of noise contrastive estimation for each row of `inputs`, [batch].

    Args:
        weights: [num_classes, width], or a list of parts of it.
        labels: int64 [batch, num_true].
        sampled_values: what a candidate sampler gives; None: of `log_uniform_candidate_sampler`.
        remove_accidental_hits: whether drawn classes that are true ones count nothing.
    """
    logits, wanted = _logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits,
                             name, None)
    return _row_sums(sigmoid_cross_entropy_with_logits(labels=wanted, logits=logits, name="sampled_losses"))


def sampled_softmax_loss(weights, biases, labels, inputs, num_sampled, num_classes, num_true=1, sampled_values=None,
                         remove_accidental_hits=True, seed=None, name="sampled_softmax_loss"):
    """The softmax loss over the true classes and those that are drawn, [batch]; for training alone. Arguments as of `nce_loss`."""
    logits, wanted = _logits(weights, biases, labels, inputs, num_sampled, num_classes, num_true, sampled_values, remove_accidental_hits,
                             name, seed)
    return softmax_cross_entropy_with_logits(labels=stop_gradient(wanted, name="labels_stop_gradient"), logits=logits)
