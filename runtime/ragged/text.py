"""Functions of strings that take ragged tensors, or give them."""

from __future__ import annotations

import runtime
from runtime import strings
from runtime.core import dtypes
from runtime.core.composite import override
from runtime.core.convert import constant
from runtime.core.dispatch import dispatch
from runtime.core.tensor import Tensor
from runtime.ops import array, creation, joining
from runtime.ops.attributes import one_of
from runtime.ops.cast import cast
from runtime.ops.comparison import equal, greater_equal, less_equal, logical_and, logical_not, logical_or
from runtime.ops.gather_scatter import gather
from runtime.ops.host import is_tensor_like
from runtime.ops.scope import scope
from runtime.ops.select import where
from runtime.ops.strings.text import (BYTE_SPLIT, ERRORS, OUTPUTS, STRING_NGRAMS, STRING_SPLIT, UNICODE_DECODE,
                                      UNICODE_DECODE_OFFSETS, UNICODE_ENCODE)
from runtime.ragged.elementwise import map_flat_values
from runtime.ragged.gathering import boolean_mask
from runtime.ragged.reductions import reduced
from runtime.ragged.tensor import RaggedTensor, as_tensor


@override(strings.join, RaggedTensor, ["*inputs"])
def _join(inputs, separator="", name=None):
    with scope(name, "RaggedStringJoin"):
        return map_flat_values(strings.join, list(inputs), separator)


@override(strings.reduce_join, RaggedTensor, ["inputs"])
def _reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    with scope(name, "RaggedSegmentJoin"):
        return reduced(strings.reduce_join, strings.unsorted_segment_join, inputs, axis, keepdims, separator=separator)


# -- split ---------------------------------------------------------------------------------------------------------------

def _in_pieces(value, pieces, rank_text):
    """What `pieces` makes of a vector, for strings of any rank: a vector for one string, else ragged with an axis more."""
    if isinstance(value, RaggedTensor):
        return value.with_flat_values(_in_pieces(value.flat_values, pieces, rank_text))
    rank = value.shape.rank
    if rank is None and rank_text:
        raise ValueError(rank_text)
    if rank == 0:
        return _in_pieces(joining.stack([value]), pieces, rank_text)[0]
    if rank in (None, 1):
        indices, values, shape = pieces(value)
        return RaggedTensor.from_value_rowids(values, indices[:, 0], nrows=shape[0], validate=False)
    return _in_pieces(RaggedTensor.from_tensor(value), pieces, rank_text)


def split(input, sep=None, maxsplit=-1, name=None):
    """The pieces of each string between white space, or between `sep`s (`tf.strings.split`): a vector for one string, else ragged."""
    with scope(name, "StringSplit"):
        input = as_tensor(input, dtypes.string, name="input")
        return _in_pieces(input, lambda vector: dispatch(STRING_SPLIT, (vector, "" if sep is None else sep), {"maxsplit": maxsplit}), None)


def bytes_split(input, name=None):
    """The bytes of each string, each a string: a vector for one string, else ragged. Raises ValueError if the rank is not known."""
    with scope(name, "StringsByteSplit"):
        input = as_tensor(input, name="input")
        return _in_pieces(input, lambda vector: dispatch(BYTE_SPLIT, (vector, ""), {"skip_empty": False}),
                          "input must have a statically-known rank.")


# -- code points ---------------------------------------------------------------------------------------------------------

def _decoded(input, op_def, input_encoding, errors, replacement_char, replace_control_characters):
    """What the op gives beside the row splits, each a vector for one string, else ragged."""
    one_of(op_def.name, "errors", errors, ERRORS)
    input = as_tensor(input, name="input")
    rank = input.shape.rank
    if rank is None:
        raise ValueError("Rank of `input` must be statically known.")
    if rank > 1:
        if not isinstance(input, RaggedTensor):
            input = RaggedTensor.from_tensor(input, ragged_rank=rank - 1)
        elif input.ragged_rank < rank - 1:
            input = input.with_flat_values(RaggedTensor.from_tensor(input.flat_values, ragged_rank=rank - input.ragged_rank - 1))
    flat = array.reshape(input.flat_values if isinstance(input, RaggedTensor) else input, [-1])
    splits, *found = dispatch(op_def, (flat,), {
        "input_encoding": input_encoding, "errors": errors, "replacement_char": replacement_char,
        "replace_control_characters": replace_control_characters})
    if rank == 0:
        return found
    rows = [RaggedTensor.from_row_splits(values, splits, validate=False) for values in found]
    return [input.with_flat_values(one) for one in rows] if rank > 1 else rows


def unicode_decode(input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False, name=None):
    """The code points of each string: an int32 vector for one string, else ragged."""
    with scope(name, "UnicodeDecode"):
        return _decoded(input, UNICODE_DECODE, input_encoding, errors, replacement_char, replace_control_characters)[0]


def unicode_decode_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, replace_control_characters=False,
                                name=None):
    """``(code points, bytes where they start)`` of each string."""
    with scope(name, "UnicodeDecodeWithOffsets"):
        return tuple(_decoded(input, UNICODE_DECODE_OFFSETS, input_encoding, errors, replacement_char, replace_control_characters))


def unicode_encode(input, output_encoding, errors="replace", replacement_char=65533, name=None):
    """The strings that rows of code points spell in UTF-8, UTF-16-BE or UTF-32-BE.

    Raises:
        InvalidArgumentError: another encoding.
    """
    one_of("UnicodeEncode", "output_encoding", output_encoding, OUTPUTS)
    attrs = {"errors": errors, "output_encoding": output_encoding, "replacement_char": replacement_char}
    with scope(name, "UnicodeEncode"):
        return _encoded(as_tensor(input), attrs)


def _encoded(codes, attrs):
    rank = codes.shape.rank
    if rank is None:
        raise ValueError("Rank of input_tensor must be statically known.")
    if isinstance(codes, RaggedTensor):
        if codes.flat_values.shape.rank > 1:
            return codes.with_flat_values(_encoded(codes.flat_values, attrs))
        if codes.ragged_rank > 1:
            return codes.with_values(_encoded(codes.values, attrs))
        return dispatch(UNICODE_ENCODE, (codes.values, codes.row_splits), attrs)
    if rank == 0:
        raise ValueError("input_tensor's rank must be at least 1.")
    sizes = array.shape(codes)
    if rank == 1:
        return array.reshape(_encoded(RaggedTensor.from_row_lengths(codes, sizes, validate=False), attrs), [])
    if rank == 2:
        return _encoded(RaggedTensor.from_tensor(codes), attrs)
    return array.reshape(_encoded(array.reshape(codes, joining.stack([-1, sizes[-1]])), attrs), sizes[:-1])


def unicode_split(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    """The characters of each string: a vector for one string, else ragged."""
    with scope(name, "UnicodeSplit"):
        [codes] = _decoded(input, UNICODE_DECODE, input_encoding, errors, replacement_char, False)
        return _one_by_one(codes, input_encoding, errors, replacement_char)


def unicode_split_with_offsets(input, input_encoding, errors="replace", replacement_char=65533, name=None):
    """``(characters, bytes where they start)`` of each string."""
    with scope(name, "UnicodeSplitWithOffsets"):
        codes, starts = _decoded(input, UNICODE_DECODE_OFFSETS, input_encoding, errors, replacement_char, False)
        return _one_by_one(codes, input_encoding, errors, replacement_char), starts


def _one_by_one(codes, encoding, errors, replacement_char):
    return unicode_encode(runtime.expand_dims(codes, -1), encoding, errors, replacement_char)


# -- n-grams -------------------------------------------------------------------------------------------------------------

def ngrams(data, ngram_width, separator=" ", pad_values=None, padding_width=None, preserve_short_sequences=False, name=None):
    """The runs of `ngram_width` (one number or several) neighbours in each row of strings, joined (`tf.strings.ngrams`).

    Raises:
        ValueError: widths below 1, padding without values, or data of rank 0 or unknown rank.
        TypeError: `pad_values` are no strings.
    """
    with scope(name, "StringNGrams"):
        left, right = pad_values if isinstance(pad_values, (list, tuple)) else ("" if pad_values is None else pad_values,) * 2
        if not isinstance(left, (str, bytes)) or not isinstance(right, (str, bytes)):
            raise TypeError("pad_values must be a string, tuple of strings, or None.")
        if padding_width is not None and padding_width < 1:
            raise ValueError("padding_width must be greater than 0.")
        if padding_width is not None and pad_values is None:
            raise ValueError("pad_values must be provided if padding_width is set.")
        widths = list(ngram_width) if isinstance(ngram_width, (list, tuple)) else [ngram_width]
        data = as_tensor(data, dtypes.string, name="data")
        attrs = {"separator": separator, "ngram_widths": widths, "left_pad": left, "right_pad": right,
                 "pad_width": 0 if pad_values is None else -1 if padding_width is None else padding_width,
                 "preserve_short_sequences": preserve_short_sequences}
        return _ngrams(data, attrs, ngram_width)


def _ngrams(data, attrs, given):
    if isinstance(data, Tensor):
        rank = data.shape.rank
        if rank is None:
            raise ValueError("Rank of data must be known.")
        if rank == 0:
            raise ValueError("Data must have rank>0")
        if rank == 1:
            return _ngrams(RaggedTensor.from_row_starts(data, [0], validate=False), attrs, given)[0]
        found = _ngrams(RaggedTensor.from_tensor(data, ragged_rank=rank - 1), attrs, given)
        return array.reshape(found.flat_values, joining.concat([array.shape(data)[:-1], [-1]], 0))
    if data.ragged_rank > 1:
        return data.with_values(_ngrams(data.values, attrs, given))
    if any(width < 1 for width in attrs["ngram_widths"]):
        raise ValueError(f"All ngram_widths must be greater than 0. Got {given}")
    grams, splits = dispatch(STRING_NGRAMS, (data.flat_values, data.row_splits), attrs)
    return RaggedTensor.from_row_splits(grams, splits, validate=False)


# -- text of ragged values -----------------------------------------------------------------------------------------------

@override(strings.format, RaggedTensor, ["*inputs"])
def _format(template, inputs, placeholder="{}", summarize=3, name=None):
    inputs = [inputs] if is_tensor_like(inputs) else list(inputs)
    pieces = template.split(placeholder)
    if len(inputs) != len(pieces) - 1:
        raise ValueError(f"num placeholders in template and num inputs must match: {len(pieces) - 1} vs {len(inputs)}")
    with scope(name, "StringFormat"):
        parts = [constant(pieces[0])]
        for value, piece in zip(inputs, pieces[1:]):
            parts.append(_as_text(value, summarize) if isinstance(value, RaggedTensor) else
                         strings.format("{}", [value], summarize=summarize))
            parts.append(constant(piece))
        return strings.join(parts)


def _as_text(ragged, summarize):
    if summarize not in (None, -1) and not (isinstance(summarize, int) and summarize > 0):
        raise ValueError(f"Expected summarize to be -1 or a positive int, got {summarize!r}")
    rank = ragged.shape.rank
    if rank is None:
        raise ValueError("RaggedTensor to_string requires that rt.shape.rank is not None.")
    flat = ragged.flat_values
    if ragged.dtype is dtypes.string:
        flat = strings.join(["'", strings.regex_replace(flat, r"(['\\])", r"\\\1"), "'"])
    else:
        flat = strings.as_string(flat)
    if len(flat._dims) > 1:
        flat = RaggedTensor.from_tensor(flat, ragged_rank=len(flat._dims) - 1)
    text = ragged.with_flat_values(flat)
    for _ in range(rank - 1):
        text = _bracketed(text, summarize)
    return _bracketed(RaggedTensor.from_row_lengths(text, array.shape(text), validate=False), summarize)[0]


def _bracketed(text, summarize):
    """The innermost rows, each as one string."""
    if isinstance(text.values, RaggedTensor):
        return text.with_values(_bracketed(text.values, summarize))
    if summarize not in (None, -1):
        text = _shortened(text, summarize)
    return strings.join(["[", strings.reduce_join(text, axis=1, separator=", "), "]"])


def _shortened(text, count):
    """Long rows with dots in the place of all but the first and last strings."""
    partition = text._row_partition
    offsets = partition.offsets_in_rows()
    lengths = gather(partition.row_lengths(), partition.value_rowids())
    count = cast(count, offsets.dtype)
    is_long = logical_not(less_equal(lengths, 2 * count))
    values = where(logical_and(is_long, equal(offsets, count)), creation.fill(array.shape(text.values), "..."), text.values)
    kept = logical_or(logical_not(is_long), logical_or(less_equal(offsets, count), greater_equal(offsets, lengths - count)))
    return boolean_mask(text.with_values(values), text.with_values(kept))
