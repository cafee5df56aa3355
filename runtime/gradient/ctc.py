"""`tf.nn.ctc_loss`, whose gradient for dense labels is written by hand."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes
from runtime.core.convert import convert_to_tensor
from runtime.gradient.custom_gradient import custom_gradient
from runtime.ops import array, math
from runtime.ops.cast import cast
from runtime.ops.composite_reductions import reduce_logsumexp
from runtime.ops.control_flow.functional import scan
from runtime.ops.creation import fill, one_hot, ones, ones_like, range_, zeros, zeros_like
from runtime.ops.diagonals import eye
from runtime.ops.gather_scatter import scatter_nd
from runtime.ops.joining import concat, stack
from runtime.ops.masks import sequence_mask
from runtime.ops.nn.activations import log_softmax
from runtime.ops.nn.ctc import sparse_loss
from runtime.ops.rearrange import pad, tile
from runtime.ops.reduction import reduce_max, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.sparse_tensor import SparseTensor

_NEVER = np.float32(-np.inf)
_HARDLY = np.float32(np.log(1e-307))  # the log of a probability of states that are no beginning or no end


def _size(tensor, axis):
    return tensor._dims[axis] or array.shape(tensor)[axis]


def _observed(labels, scores):
    """[steps, batch, states]: the log probability of each state: the beginning, the labels, and a blank behind each of these."""
    count = _size(labels, 1)
    blank = tile(scores[:, :, :1], stack([1, 1, count + 1]))
    chosen = array.expand_dims(one_hot(labels, _size(scores, 2)), axis=0)
    of_labels = reduce_sum(array.expand_dims(scores, axis=2) * chosen, axis=3)
    return pad(concat([of_labels, blank], axis=2), [[0, 0], [0, 0], [1, 0]], constant_values=_NEVER)


def _transitions(labels):
    """[batch, states, states]: 1 where the second state may come before the first."""
    batch, count = _size(labels, 0), _size(labels, 1)
    own = range_(count + 1)
    blank = own + count + 1
    moves = concat([[[1, 0]], stack([own[1:], blank[:-1]], 1), stack([blank, own], 1)], 0)
    states = 2 * (count + 1)
    shared = scatter_nd(moves, ones(stack([_size(moves, 0)])), stack([states, states])) + eye(states)
    rows = array.expand_dims(range_(batch), 1) * [1, 0, 0]
    direct = array.expand_dims(stack([zeros_like(own[2:]), own[2:], own[1:-1]], 1), 0)
    direct = tile(direct, stack([batch, 1, 1])) + array.expand_dims(rows, 1)
    differ = 1.0 - cast(labels[:, :-1] == labels[:, 1:], dtypes.float32)
    return array.expand_dims(shared, 0) + scatter_nd(direct, differ, stack([batch, states, states]))


def _ends(lengths, longest):
    """(log probabilities of the first state, and of the last) of [batch, states]."""
    batch, count = _size(lengths, 0), longest + 1
    first = one_hot(zeros(stack([batch]), dtypes.int32), 2 * count, on_value=0.0, off_value=_HARDLY, axis=1)
    last = ones(stack([2, 1, batch])) * one_hot(lengths, count, axis=0)
    return first, array.transpose(array.reshape((1.0 - last) * _HARDLY, stack([2 * count, batch])))


def _both_ways(moves, first, last, observed, lengths):
    """(log probabilities of each state at each step, and of the labels)."""
    mask = array.transpose(sequence_mask(lengths, _size(observed, 0), dtypes.float32), [1, 0])
    back = array.transpose(moves, [0, 2, 1])

    def forward(state, now):
        state = reduce_logsumexp(array.expand_dims(state, axis=1) + moves, axis=-1) + now
        return state - reduce_logsumexp(state, axis=-1, keepdims=True)

    def backward(before, now):
        (state, total), (seen, inside) = before, now
        state = reduce_logsumexp(array.expand_dims(state + seen, axis=1) + back, axis=-1)
        sums = reduce_logsumexp(state, axis=-1, keepdims=True)
        inner = array.expand_dims(inside, axis=1)
        return (state - sums) * inner + last * (1.0 - inner), total + array.squeeze(sums, axis=[-1]) * inside

    forwards = scan(forward, observed, first)
    backwards, totals = scan(backward, (observed, mask), (last, zeros(stack([_size(observed, 1)]))), reverse=True)
    later = concat([backwards[1:], array.expand_dims(last, 0)], 0)
    states = forwards + later
    states -= reduce_logsumexp(states, axis=2, keepdims=True)
    return states + math.log(array.expand_dims(mask, axis=2)), backwards[0, :, 0] + totals[0]


def _to_classes(labels, classes, states):
    """[steps, batch, classes]: the log probability of each class of that of states."""
    count = _size(labels, 1) + 1
    chosen = one_hot(labels - 1, classes - 1, on_value=0.0, off_value=_NEVER)
    own = reduce_logsumexp(array.expand_dims(states[:, :, 1:count], axis=3) + array.expand_dims(chosen, axis=0), axis=2)
    return concat([reduce_logsumexp(states[:, :, count:], axis=2, keepdims=True), own], axis=-1)


def _to_unique_classes(labels, classes, states, different):
    """`_to_classes`, with less memory, by what `ctc_unique_labels` gives."""
    values, places = different
    count, steps, batch = _size(labels, 1) + 1, _size(states, 0), _size(states, 1)
    own = states[:, :, 1:count]
    chosen = one_hot(places, _size(own, 2), on_value=0.0, off_value=_NEVER, axis=1)
    sums = array.transpose(reduce_logsumexp(array.expand_dims(own, axis=2) + chosen, axis=-1), [1, 2, 0])
    flat = array.reshape(sums, stack([batch * (count - 1), steps]))
    at = array.reshape(values + array.expand_dims(range_(batch, dtype=values.dtype) * classes, axis=-1), [-1, 1])
    shape, apart = cast(stack([batch * classes, steps]), at.dtype), stack([batch, classes, steps])
    found = array.reshape(scatter_nd(at, flat, shape), apart)
    known = array.reshape(scatter_nd(at, cast(ones_like(flat), dtypes.int32), shape), apart) > 0
    found = array.transpose(where(known, found, fill(array.shape(found), _NEVER)), [2, 0, 1])
    return concat([reduce_logsumexp(states[:, :, count:], axis=2, keepdims=True), found[:, :, 1:]], axis=-1)


def _loss_and_slopes(logits, labels, label_length, logit_length, *different):
    scores = log_softmax(logits)
    first, last = _ends(label_length, _size(labels, 1))
    states, likelihood = _both_ways(math.log(_transitions(labels)), first, last, _observed(labels, scores), logit_length)
    if different:
        classes = _to_unique_classes(labels, _size(logits, 2), states, different)
    else:
        classes = _to_classes(labels, _size(logits, 2), states)
    inside = sequence_mask(logit_length, _size(logits, 0), dtypes.float32)
    return -likelihood, (math.exp(scores) - math.exp(classes)) * array.expand_dims(array.transpose(inside, [1, 0]), axis=2)


def _dense(labels, logits, label_length, logit_length, logits_time_major, unique, blank_index, name):
    with scope(name, "ctc_loss_dense"):
        logits, labels = convert_to_tensor(logits, name="logits"), convert_to_tensor(labels, name="labels")
        label_length = convert_to_tensor(label_length, name="label_length")
        logit_length = convert_to_tensor(logit_length, name="logit_length")
        dtype = logits.dtype
        if dtype in (dtypes.float16, dtypes.bfloat16):
            logits = cast(logits, dtypes.float32)
        if not logits_time_major:
            logits = array.transpose(logits, [1, 0, 2])
        if blank_index != 0:  # the blank goes to the front
            if blank_index < 0:
                blank_index += _size(logits, 2)
            logits = concat([logits[:, :, blank_index:blank_index + 1], logits[:, :, :blank_index], logits[:, :, blank_index + 1:]], axis=2)
            labels = where(labels < blank_index, labels + 1, labels)
        args = [logits, labels, label_length, logit_length]
        if unique:
            values, places = unique
            if blank_index != 0:
                values = where(values < blank_index, values + 1, values)
                values = where(sequence_mask(reduce_max(places, axis=1) + 1, _size(values, 1)), values, zeros_like(values))
            args += [values, places]

        @custom_gradient
        def compute(*args):
            loss, slopes = _loss_and_slopes(*args)
            return loss, lambda dy: [array.reshape(dy, [1, -1, 1]) * slopes] + [None] * (len(args) - 1)
        loss = compute(*args)
        return cast(loss, dtype) if dtype is not loss.dtype else loss


def ctc_loss(labels, logits, label_length, logit_length, logits_time_major=True, unique=None, blank_index=None, name=None):
    """The negative log of the probability of label sequences, [batch], of logits [steps, batch, classes].

    Args:
        labels: [batch, labels], or a SparseTensor: then `blank_index` must be given, and `label_length` has no meaning.
        logits_time_major: False for logits [batch, steps, classes].
        unique: what `ctc_unique_labels` gives of the labels; it saves memory.
        blank_index: the class that stands for nothing, 0 if it is not given.

    Raises:
        ValueError: sparse labels without `blank_index`.
    """
    if not isinstance(labels, SparseTensor):
        return _dense(labels, logits, label_length, logit_length, logits_time_major, unique, blank_index or 0, name)
    if blank_index is None:
        raise ValueError("Argument `blank_index` must be provided when `labels` is a `SparseTensor`.")
    logits = convert_to_tensor(logits, name="logits")
    if blank_index < 0:
        blank_index += _size(logits, 2)
    logits = concat([logits[:, :, :blank_index], logits[:, :, blank_index + 1:], logits[:, :, blank_index:blank_index + 1]], axis=2)
    values = where(labels.values < blank_index, labels.values, labels.values - 1)
    return sparse_loss(SparseTensor(labels.indices, values, labels.dense_shape), logits, logit_length, logits_time_major)
