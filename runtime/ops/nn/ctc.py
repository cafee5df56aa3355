"""`tf.nn`: connectionist temporal classification of sparse labels, its decoders, and what prepares labels."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, gradient, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import array, infer, types
from runtime.ops.cast import cast
from runtime.ops.comparison import logical_and, not_equal
from runtime.ops.control_flow.functional import map_fn
from runtime.ops.creation import ones_like, range_
from runtime.ops.gather_scatter import boolean_mask, scatter_nd
from runtime.ops.identity import prevent_gradient
from runtime.ops.joining import concat, stack
from runtime.ops.kernels import ctc as kernels
from runtime.ops.masks import sequence_mask
from runtime.ops.rearrange import pad
from runtime.ops.reduction import reduce_max, reduce_sum
from runtime.ops.scope import scope
from runtime.ops.sort import unique
from runtime.sparse_tensor import SparseTensor


def _check_lengths(inputs, lengths, kind=errors.InvalidArgumentError):
    if inputs.ndim != 3:
        raise invalid("inputs is not a 3-Tensor")
    if lengths.ndim != 1:
        raise invalid("sequence_length is not a vector")
    steps, batch, _ = inputs.shape
    if len(lengths) != batch:
        raise kind(None, None, f"len(sequence_length) != batch_size.  len(sequence_length):  {len(lengths)} batch_size: {batch}")
    for at, length in enumerate(lengths.tolist()):
        if length > steps:
            raise kind(None, None, f"sequence_length({at}) <= {steps}")


def _loss(inputs, labels_indices, labels_values, sequence_length, preprocess_collapse_repeated, ctc_merge_repeated,
          ignore_longer_outputs_than_inputs):
    _check_lengths(inputs, sequence_length)
    steps, batch, classes = inputs.shape
    if labels_indices.ndim != 2:
        raise invalid("labels_indices is not a matrix")
    if labels_values.ndim != 1:
        raise invalid("labels_values is not a vector")
    if len(labels_indices) != len(labels_values):
        raise invalid("labels_indices and labels_values must contain the same number of rows, but saw shapes: "
                      f"{text(labels_indices.shape)} vs. {text(labels_values.shape)}")
    labels = [[] for _ in range(batch)]
    for row, label in zip(labels_indices[:, 0].tolist(), labels_values.tolist()):
        if not 0 <= row < batch:
            at = labels_indices[:, 0].tolist().index(row)
            raise invalid(f"label SparseTensor is not valid: indices[{at}] = {text(labels_indices[at])} is out of bounds: need 0 <= index "
                          f"< [{batch},{labels_indices[:, 1].max() + 1}]")
        labels[row].append(label)
    loss, slopes = np.zeros(batch, inputs.dtype), np.zeros(inputs.shape, inputs.dtype)
    for row, (own, length) in enumerate(zip(labels, sequence_length.tolist())):
        for label in own:
            if not 0 <= label < classes - 1:
                raise invalid(f"Saw a non-null label (index >= num_classes - 1) following a null label, batch: {row} num_classes: "
                              f"{classes} labels: "
                              + ",".join(map(str, own)) if label >= classes - 1 else f"All labels must be nonnegative integers, batch: "
                                                                                     f"{row} labels: "
                              + ",".join(map(str, own)))
        if preprocess_collapse_repeated:
            own = kernels.collapsed(own)
        if length <= 0:
            continue
        if len(own) > length:
            if ignore_longer_outputs_than_inputs:
                continue
            raise invalid(f"Not enough time for target transition sequence (required: {len(own)}, available: {length}){row}You can turn "
                          f"this error into a warning by using the flag ignore_longer_outputs_than_inputs")
        loss[row], slopes[:length, row] = kernels.loss_and_gradient(inputs[:length, row], own, ctc_merge_repeated)
    return loss, slopes


def _loss_infer(inputs, attrs):
    dims = infer.with_rank(inputs[0]._dims, 3)
    lengths = infer.with_rank(inputs[3]._dims, 1)
    return [(infer.merged_size(dims[1], lengths[0]),), dims]


_FLAGS = {"preprocess_collapse_repeated": False, "ctc_merge_repeated": True, "ignore_longer_outputs_than_inputs": False}
CTC_LOSS = op("CTCLoss", "inputs: T, labels_indices: int64, labels_values: int32, sequence_length: int32 -> loss: T, gradient: T",
              kernel=_loss,
              infer=_loss_infer, attrs=_FLAGS, types={"T": types.SINGLE_DOUBLE})


@gradient("CTCLoss")
def _loss_grad(operation, dy, _):
    slopes = prevent_gradient(operation.outputs[1], "Currently there is no way to take the second  derivative of ctc_loss due to the fused "
                              "implementation's interaction  with tf.gradients()")
    return [array.reshape(dy, [1, -1, 1]) * slopes, None, None, None]


def sparse_loss(labels, inputs, sequence_length, time_major=True, **flags):
    """`tf.compat.v1.nn.ctc_loss`: the loss for each sequence of a batch; the last class is the blank. Raises TypeError for dense labels."""
    if not isinstance(labels, SparseTensor):
        raise TypeError(f"Expected argument `labels` to be a SparseTensor. Received labels={labels} of type: {type(labels).__name__}")
    inputs = convert_to_tensor(inputs, name="logits")
    if not time_major:
        inputs = array.transpose(inputs, [1, 0, 2])
    dtype = inputs.dtype
    if dtype in (dtypes.float16, dtypes.bfloat16):
        inputs = cast(inputs, dtypes.float32)
    loss, _ = dispatch(CTC_LOSS, (inputs, labels.indices, labels.values, sequence_length), flags)
    return cast(loss, dtype) if dtype is not inputs.dtype else loss


# -- decoders ------------------------------------------------------------------------------------------------------

def _listed(decoded):
    """(indices, values, shape) of sparse labels [batch, longest]."""
    longest = max(map(len, decoded), default=0)
    indices = np.array([(row, at) for row, labels in enumerate(decoded) for at in range(len(labels))], np.int64).reshape(-1, 2)
    values = np.array([label for labels in decoded for label in labels], np.int64)
    return indices, values, np.array([len(decoded), longest], np.int64)


def _greedy(inputs, sequence_length, merge_repeated, blank_index):
    _check_lengths(inputs, sequence_length, errors.FailedPreconditionError)
    classes = inputs.shape[2]
    if not -classes <= blank_index < classes:
        raise invalid(f"blank_index expected to be between {-classes} and {classes - 1} but was {blank_index}")
    found = [kernels.greedy(inputs[:length, row], merge_repeated, blank_index % classes) for row,
             length in enumerate(sequence_length.tolist())]
    return (*_listed([labels.tolist() for labels, _ in found]), np.array([[total] for _, total in found], inputs.dtype).reshape(-1, 1))


def _beam_search(inputs, sequence_length, beam_width, top_paths, merge_repeated):
    _check_lengths(inputs, sequence_length, errors.FailedPreconditionError)
    if top_paths > beam_width:
        raise invalid("requested more paths than the beam width.")
    found = [kernels.beam_search(inputs[:length, row], beam_width, top_paths, merge_repeated)
             for row, length in enumerate(sequence_length.tolist())]
    if any(paths is None for paths in found):
        raise invalid("Less leaves in the beam search than requested.")
    listed = [_listed([paths[at][0] for paths in found]) for at in range(top_paths)]
    scores = np.array([[total for _, total in paths] for paths in found], inputs.dtype).reshape(-1, top_paths)
    return (*[part for kind in zip(*listed) for part in kind], scores)


def _greedy_infer(inputs, attrs):
    dims, lengths = infer.with_rank(inputs[0]._dims, 3), infer.with_rank(inputs[1]._dims, 1)
    return [(None, 2), (None,), (2,), (infer.merged_size(dims[1], lengths[0]), 1)]


def _beam_infer(inputs, attrs):
    dims, lengths = infer.with_rank(inputs[0]._dims, 3), infer.with_rank(inputs[1]._dims, 1)
    paths = attrs["top_paths"]
    return [(None, 2)] * paths + [(None,)] * paths + [(2,)] * paths + [(infer.merged_size(dims[1], lengths[0]), paths)]


GREEDY = op("CTCGreedyDecoder", "inputs: T, sequence_length: int32 -> decoded_indices: int64, decoded_values: int64, decoded_shape: int64, "
            "log_probability: T", kernel=_greedy, infer=_greedy_infer, attrs={"merge_repeated": False, "blank_index": -1},
            types={"T": types.SINGLE_DOUBLE})
BEAM_SEARCH = op("CTCBeamSearchDecoder", "inputs: T, sequence_length: int32 -> decoded_indices: top_paths*int64, decoded_values: "
                                         "top_paths*int64, "
                 "decoded_shape: top_paths*int64, log_probability: T", kernel=_beam_search, infer=_beam_infer,
                 attrs={"beam_width": REQUIRED, "top_paths": REQUIRED, "merge_repeated": True}, types={"T": types.SINGLE_DOUBLE})
not_differentiable("CTCGreedyDecoder", "CTCBeamSearchDecoder")


def ctc_greedy_decoder(inputs, sequence_length, merge_repeated=True, blank_index=None):
    """([labels as a SparseTensor], the negative sum of the scores [batch, 1]) of the best class of each step of [steps, batch, classes].

    Args:
        merge_repeated: whether equal classes that follow each other are one label.
        blank_index: the class that stands for nothing; None: the last one.
    """
    indices, values, shape, scores = dispatch(GREEDY, (inputs, sequence_length), {
        "merge_repeated": merge_repeated, "blank_index": -1 if blank_index is None else blank_index})
    return [SparseTensor(indices, values, shape)], scores


def beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1, merge_repeated=True):
    """`tf.compat.v1.nn.ctc_beam_search_decoder`, which may take equal labels that follow each other for one."""
    found = dispatch(BEAM_SEARCH, (inputs, sequence_length), {
        "beam_width": beam_width, "top_paths": top_paths, "merge_repeated": merge_repeated})
    parts = zip(*(found[at * top_paths:(at + 1) * top_paths] for at in range(3)))
    return [SparseTensor(*part) for part in parts], found[-1]


def ctc_beam_search_decoder(inputs, sequence_length, beam_width=100, top_paths=1):
    """([labels as a SparseTensor for each path], log probabilities [batch, top_paths]) of the likeliest labels. The last class is blank."""
    return beam_search_decoder(inputs, sequence_length, beam_width, top_paths, merge_repeated=False)


# -- labels --------------------------------------------------------------------------------------------------------

def collapse_repeated(labels, seq_length, name=None):
    """(labels without those that equal the one before, their new lengths) of [batch, labels]; zeros fill up."""
    with scope(name, "collapse_repeated_labels"):
        labels = convert_to_tensor(labels, name="labels")
        seq_length = convert_to_tensor(seq_length, name="seq_length")
        first = concat([ones_like(labels[:, :1], dtypes.bool_), not_equal(labels[:, 1:], labels[:, :-1])], axis=1)
        longest = labels._dims[1] or array.shape(labels)[1]
        first = logical_and(first, sequence_mask(seq_length, maxlen=longest))
        lengths = reduce_sum(cast(first, dtypes.int32), axis=1)
        most = reduce_max(lengths)
        places = array.reshape(sequence_mask(lengths, maxlen=most), [-1])
        at = boolean_mask(range_(array.shape(places)[0]), places)
        kept = boolean_mask(array.reshape(labels, [-1]), array.reshape(first, [-1]))
        flat = scatter_nd(array.expand_dims(at, axis=1), kept, array.shape(places))
        return array.reshape(flat, stack([labels._dims[0] or array.shape(labels)[0], most])), cast(lengths, seq_length.dtype)


def ctc_unique_labels(labels, name=None):
    """(the different labels of each row, filled up with zeros, the place of each label among them), for `ctc_loss`."""
    with scope(name, "ctc_unique_labels"):
        labels = convert_to_tensor(labels, name="labels")

        def of_row(row):
            values, places = unique(row)
            more = array.shape(places)[0] - array.shape(values)[0]
            return [cast(pad(values, stack([stack([0, more])])), dtypes.int64), places]
        if context.graph is not None:  # as TensorFlow's own call of it says
            warn_deprecated("calling map_fn", "tensorflow.python.ops.map_fn", "Use fn_output_signature instead", argument="dtype")
        return map_fn(of_row, labels, fn_output_signature=[dtypes.int64, dtypes.int32])
