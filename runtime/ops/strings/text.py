"""Strings to pieces and back: split, code points, n-grams, base64, raw bytes.

The functions whose results are ragged are in `runtime.ragged.text`.
"""

from __future__ import annotations

import base64
import binascii

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops import infer, types
from runtime.ops.attributes import one_of, one_of_types
from runtime.ops.strings.string import each


def _object_array(items):
    out = np.empty(len(items), object)
    out[:] = items
    return out


# -- split ---------------------------------------------------------------------------------------------------------

def _pieces(item, sep, maxsplit):
    return item.split(sep or None, maxsplit)


def _sparse(rows):
    """(indices, values, shape) of rows of strings of different lengths."""
    indices = [(row, column) for row, parts in enumerate(rows) for column in range(len(parts))]
    values = [part for parts in rows for part in parts]
    return (np.array(indices, np.int64).reshape(-1, 2), _object_array(values),
            np.array([len(rows), max(map(len, rows), default=0)], np.int64))


def _split(input, sep, maxsplit):
    if input.ndim != 1:
        raise invalid(f"input must be a vector, got shape: {text(input.shape)}")
    sep = sep if isinstance(sep, bytes) else np.asarray(sep).item()
    return _sparse([_pieces(item, sep, maxsplit) for item in input.tolist()])


STRING_SPLIT = op("StringSplitV2", "input: string, sep: string -> indices: int64, values: string, shape: int64",
                  kernel=_split, infer=lambda inputs, attrs: [(None, 2), (None,), (2,)], attrs={"maxsplit": -1})


BYTE_SPLIT = op("StringSplit", "input: string, delimiter: string -> indices: int64, values: string, shape: int64",
                kernel=lambda input, delimiter, skip_empty: _sparse(
                    [[item[i:i + 1] for i in range(len(item))] for item in input.tolist()]),
                infer=lambda inputs, attrs: [(None, 2), (None,), (2,)], attrs={"skip_empty": True})


# -- code points ---------------------------------------------------------------------------------------------------

_CODECS = {"UTF-8": "utf-8", "UTF-16-BE": "utf-16-be", "UTF-16": "utf-16-be", "UTF-32-BE": "utf-32-be",
           "UTF-32": "utf-32-be", "UTF-16-LE": "utf-16-le", "UTF-32-LE": "utf-32-le", "US-ASCII": "ascii", "ASCII": "ascii",
           "ISO-8859-1": "latin-1", "LATIN1": "latin-1"}
OUTPUTS = ("UTF-8", "UTF-16-BE", "UTF-32-BE")
ERRORS = ("strict", "replace", "ignore")


def _characters(item, encoding, errors_, replacement):
    """[(code point, byte where it starts)] of an encoded string."""
    codec = _CODECS.get(encoding.upper())
    if codec is None:
        raise invalid(f"Could not create converter for input encoding: {encoding}")
    result, at = [], 0
    while at < len(item):
        try:
            chars = item[at:].decode(codec)
            bad = None
        except UnicodeDecodeError as error:
            chars, bad = item[at:at + error.start].decode(codec), error
        for char in chars:
            result.append((ord(char), at))
            at += len(char.encode(codec))
        if bad is None:
            break
        if errors_ == "strict":
            raise invalid("Invalid formatting on input string")
        if errors_ == "replace":
            result.append((replacement, at))
        at += bad.end - bad.start
    return result


def _encode(codes, encoding, errors_="replace", replacement=0xFFFD):
    out = []
    for code in codes:
        valid = 0 <= code <= 0x10FFFF and not 0xD800 <= code <= 0xDFFF
        if not valid:
            if errors_ == "strict":
                raise invalid("Code point is out of range for Unicode, or a noncharacter.")
            if errors_ == "ignore":
                continue
            code = replacement
        out.append(chr(code))
    return "".join(out).encode(_CODECS[encoding])


_DECODE_ATTRS = {"input_encoding": REQUIRED, "errors": "replace", "replacement_char": 65533,
                 "replace_control_characters": False}


def _decoded(input, input_encoding, errors, replacement_char, replace_control_characters):
    splits, codes, starts = [0], [], []
    for item in np.reshape(input, -1).tolist():
        for code, start in _characters(item, input_encoding, errors, replacement_char):
            if replace_control_characters and (code < 0x20 or code == 0x7F):
                code = replacement_char
            codes.append(code)
            starts.append(start)
        splits.append(len(codes))
    return np.array(splits, np.int64), np.array(codes, np.int32), np.array(starts, np.int64)


UNICODE_DECODE = op("UnicodeDecode", "input: string -> row_splits: int64, char_values: int32", attrs=_DECODE_ATTRS,
                    kernel=lambda input, **attrs: _decoded(input, **attrs)[:2],
                    infer=lambda inputs, attrs: [(None,), (None,)])
UNICODE_DECODE_OFFSETS = op(
    "UnicodeDecodeWithOffsets", "input: string -> row_splits: int64, char_values: int32, char_to_byte_starts: int64",
    attrs=_DECODE_ATTRS, kernel=_decoded, infer=lambda inputs, attrs: [(None,), (None,), (None,)])


def _unicode_encode(input_values, input_splits, errors, output_encoding, replacement_char):
    splits = input_splits.tolist()
    return _object_array([_encode(input_values[a:b].tolist(), output_encoding, errors, replacement_char)
                          for a, b in zip(splits, splits[1:])])


UNICODE_ENCODE = op("UnicodeEncode", "input_values: int32, input_splits: Tsplits -> output: string",
                    kernel=_unicode_encode, infer=lambda inputs, attrs: (
                        None if not inputs[1]._dims or inputs[1]._dims[0] is None else inputs[1]._dims[0] - 1,),
                    attrs={"errors": "replace", "output_encoding": REQUIRED, "replacement_char": 65533}, types={"Tsplits": types.INDEX})


def _transcode(input, input_encoding, output_encoding, errors, replacement_char, replace_control_characters):
    def function(item):
        codes = [code for code, _ in _characters(item, input_encoding, errors, replacement_char)]
        if replace_control_characters:
            codes = [replacement_char if code < 0x20 or code == 0x7F else code for code in codes]
        return _encode(codes, output_encoding)
    return each(function, input)


UNICODE_TRANSCODE = op("UnicodeTranscode", "input: string -> output: string", kernel=_transcode, infer=infer.same,
                       attrs={"input_encoding": REQUIRED, "output_encoding": REQUIRED, "errors": "replace",
                              "replacement_char": 65533, "replace_control_characters": False})


def unicode_transcode(input, input_encoding, output_encoding, errors="replace", replacement_char=65533,
                      replace_control_characters=False, name=None):
    """Each string in another encoding: UTF-8, UTF-16-BE or UTF-32-BE."""
    one_of("UnicodeTranscode", "output_encoding", output_encoding, OUTPUTS)
    attrs = {"input_encoding": input_encoding, "output_encoding": output_encoding, "errors": errors,
             "replacement_char": replacement_char, "replace_control_characters": replace_control_characters}
    return dispatch(UNICODE_TRANSCODE, (input,), attrs, name)


# -- n-grams -------------------------------------------------------------------------------------------------------

def _ngrams(data, data_splits, separator, ngram_widths, left_pad, right_pad, pad_width, preserve_short_sequences):
    separator, left, right = (value.encode("utf-8") for value in (separator, left_pad, right_pad))
    grams, splits = [], [0]
    bounds = data_splits.tolist()
    for start, end in zip(bounds, bounds[1:]):
        row, made = data[start:end].tolist(), len(grams)
        for width in ngram_widths:
            padding = min(pad_width, width - 1) if pad_width >= 0 else width - 1
            use = padding if left or right else 0
            padded = [left] * (use if left else 0) + row + [right] * (use if right else 0)
            grams.extend(separator.join(padded[at:at + width]) for at in range(len(padded) - width + 1))
        if preserve_short_sequences and len(grams) == made and row:
            grams.append(separator.join(row))
        splits.append(len(grams))
    return _object_array(grams), np.array(splits, np.int64)


STRING_NGRAMS = op("StringNGrams", "data: string, data_splits: Tsplits -> ngrams: string, ngrams_splits: Tsplits",
                   kernel=_ngrams, infer=lambda inputs, attrs: [(None,), inputs[1]._dims],
                   attrs={"separator": REQUIRED, "ngram_widths": REQUIRED, "left_pad": "", "right_pad": "", "pad_width": 0,
                          "preserve_short_sequences": False}, types={"Tsplits": types.INDEX})


# -- base64 and raw bytes ------------------------------------------------------------------------------------------

def _to_base64(input, pad):
    return each(lambda item: base64.urlsafe_b64encode(item) if pad else base64.urlsafe_b64encode(item).rstrip(b"="), input)


def _from_base64(input):
    def function(item):
        plain = item.rstrip(b"=")
        try:
            if len(plain) % 4 == 1 or len(item) - len(plain) > 2:
                raise invalid("Base64 string length cannot be 1 modulo 4." if len(plain) % 4 == 1 else
                               "Invalid padding in base64.")
            return base64.b64decode(plain + b"=" * (-len(plain) % 4), altchars=b"-_", validate=True)
        except binascii.Error:
            raise invalid("Invalid character found in base64.") from None
    return each(function, input)


ENCODE_BASE64 = op("EncodeBase64", "input: string -> output: string", kernel=_to_base64, infer=infer.same,
                   attrs={"pad": False})
DECODE_BASE64 = op("DecodeBase64", "input: string -> output: string", kernel=_from_base64, infer=infer.same)


def encode_base64(input, pad=False, name=None):
    """Each string in base64 for URLs, with ``=`` at the end only if `pad`."""
    return dispatch(ENCODE_BASE64, (input,), {"pad": pad}, name)


def decode_base64(input, name=None):
    """The bytes of strings in base64 for URLs. Raises InvalidArgumentError for anything else."""
    return dispatch(DECODE_BASE64, (input,), None, name)


_RAW = TypeList("float16 float32 float64 int32 uint16 uint8 int16 int8 int64 complex64 complex128 bool bfloat16")


def _decode_raw(bytes, out_type, little_endian):
    items = np.array(bytes, object) if not isinstance(bytes, np.ndarray) else bytes
    size = out_type.size
    flat = items.reshape(-1).tolist()
    for index, item in enumerate(flat):
        if len(item) != len(flat[0]):
            raise invalid(f"DecodeRaw requires input strings to all be the same size, but element {index} has size "
                           f"{len(flat[0])} != {len(item)}")
    if flat and len(flat[0]) % size:
        raise invalid(f"Input to DecodeRaw has length {len(flat[0])} that is not a multiple of {size}, the size of "
                       f"{out_type.kernel_name}")
    stored = out_type.numpy_dtype.newbyteorder("<" if little_endian else ">")
    values = np.frombuffer(b"".join(flat), stored).astype(out_type.numpy_dtype)
    return values.reshape(items.shape + ((len(flat[0]) if flat else 0) // size,))


DECODE_RAW = op("DecodeRaw", "bytes: string -> output: out_type", kernel=_decode_raw,
                infer=lambda inputs, attrs: None if inputs[0]._dims is None else inputs[0]._dims + (None,),
                attrs={"out_type": REQUIRED, "little_endian": True}, types={"out_type": "float16 float32 float64 int32 uint16 uint8 int16 int8 int64 complex64 complex128 bool bfloat16"})


def decode_raw(input_bytes, out_type, little_endian=True, fixed_length=None, name=None):
    """The bytes of equally long strings read as numbers of `out_type`, along a new last axis.

    Raises:
        InvalidArgumentError: the lengths differ or are no multiple of the size of `out_type`.
    """
    if fixed_length is not None:
        raise errors.MissingOpError("the runtime has no operation DecodePaddedRaw")
    out_type = dtypes.as_dtype(out_type)
    one_of_types("DecodeRaw", "out_type", out_type, _RAW)
    return dispatch(DECODE_RAW, (input_bytes,), {"out_type": out_type, "little_endian": little_endian}, name)
not_differentiable("DecodeBase64", "DecodeRaw", "EncodeBase64", "StringSplit")
