"""String ops: elements are bytes, which some functions read as UTF-8."""

from __future__ import annotations

import math
import re

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, TypeList, not_differentiable, op
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import text
from runtime.ops import array, creation, infer, shapes, types
from runtime.ops.kernels import hashing, regex
from runtime.ops.attributes import at_least, one_of, one_of_types
from runtime.ops.scope import scope
from runtime.ops.shapes import reading
from runtime.ops.types import INDEX


def each(function, strings, dtype=object):
    """The array of ``function(bytes)`` for each element."""
    strings = np.array(strings, object) if isinstance(strings, bytes) else strings
    out = np.empty(strings.shape, dtype)
    flat = out.reshape(-1)
    for index, item in enumerate(strings.reshape(-1).tolist()):
        flat[index] = function(item)
    return out


# -- length, case, strip -------------------------------------------------------------------------------------------

_UNITS = ("BYTE", "UTF8_CHAR")


def _characters(item):
    """How many UTF-8 characters begin in `item`."""
    return sum(byte & 0xC0 != 0x80 for byte in item)


STRING_LENGTH = op("StringLength", "input: string -> output: int32", attrs={"unit": "BYTE"}, infer=infer.same,
                   kernel=lambda input, unit: each(len if unit == "BYTE" else _characters, input, np.int32))


def length(input, unit="BYTE", name=None):
    """The int32 length of each string in bytes, or in characters with ``unit="UTF8_CHAR"``."""
    one_of("StringLength", "unit", unit, _UNITS)
    return dispatch(STRING_LENGTH, (input,), {"unit": unit}, name)


def _cased(which):
    def kernel(input, encoding):
        if encoding not in ("", "utf-8"):
            raise invalid(f"only utf-8 or '' (no encoding) is supported, received {encoding}")
        if not encoding:
            return each(getattr(bytes, which), input)
        return each(lambda item: getattr(item.decode("utf-8", "replace"), which)().encode("utf-8"), input)
    return kernel


STRING_LOWER = op("StringLower", "input: string -> output: string", kernel=_cased("lower"), infer=infer.same,
                  attrs={"encoding": ""})
STRING_UPPER = op("StringUpper", "input: string -> output: string", kernel=_cased("upper"), infer=infer.same,
                  attrs={"encoding": ""})
STRING_STRIP = op("StringStrip", "input: string -> output: string", infer=infer.same,
                  kernel=lambda input: each(bytes.strip, input))


def lower(input, encoding="", name=None):
    """Each string in lower case: ASCII letters only, or all with ``encoding="utf-8"``."""
    return dispatch(STRING_LOWER, (input,), {"encoding": encoding}, name)


def upper(input, encoding="", name=None):
    """Each string in upper case: ASCII letters only, or all with ``encoding="utf-8"``."""
    return dispatch(STRING_UPPER, (input,), {"encoding": encoding}, name)


def strip(input, name=None):
    """Each string without white space at both ends."""
    return dispatch(STRING_STRIP, (input,), None, name)


# -- join ----------------------------------------------------------------------------------------------------------

def _join(*inputs, separator):
    inputs = [np.array(value, object) if isinstance(value, bytes) else value for value in inputs]
    shape = None
    for value in inputs:
        if value.ndim:
            if shape is not None and value.shape != shape:
                raise invalid(f"Input shapes do not match: {text(shape)} vs. {text(value.shape)}")
            shape = value.shape
    separator = separator.encode("utf-8")
    rows = [np.broadcast_to(value, shape or ()).reshape(-1).tolist() for value in inputs]
    out = np.empty(shape or (), object)
    flat = out.reshape(-1)
    for index in range(flat.size):
        flat[index] = separator.join([row[index] for row in rows])
    return out


def _join_infer(inputs, attrs):
    result = ()
    for tensor in inputs:
        dims = tensor._dims
        if dims is None:
            return None
        if dims:
            result = shapes.merge(result, dims) if result else dims
    return result


STRING_JOIN = op("StringJoin", "inputs: N*string -> output: string", kernel=_join, infer=_join_infer,
                 attrs={"separator": ""})


def join(inputs, separator="", name=None):
    """The strings of the tensors in `inputs`, element by element, with `separator` between them; scalars go with all.

    Raises:
        InvalidArgumentError, or ValueError while tracing: the shapes differ.
    """
    if isinstance(inputs, Tensor) and context.graph is None:
        inputs = list(inputs)
    if not isinstance(inputs, (list, tuple)):
        raise TypeError(f"Expected list for 'inputs' argument to 'string_join' Op, not {inputs!r}.")
    return dispatch(STRING_JOIN, list(inputs), {"separator": separator}, name)


def _reduce_join(inputs, reduction_indices, keep_dims, separator):
    inputs = np.array(inputs, object) if isinstance(inputs, bytes) else inputs
    axes = []
    for axis in np.reshape(reduction_indices, -1).tolist():
        if not -inputs.ndim <= axis < inputs.ndim:
            raise errors.OutOfRangeError(None, None, f"Invalid reduction dimension {axis} for input with {inputs.ndim} "
                                         "dimension(s)")
        if axis % inputs.ndim in axes:
            raise invalid(f"Duplicate reduction dimension {axis % inputs.ndim}")
        axes.append(axis % inputs.ndim)
    if not axes:
        return inputs
    kept = [axis for axis in range(inputs.ndim) if axis not in axes]
    rows = inputs.transpose(kept + axes[::-1])  # the first axis named runs fastest
    rows = rows.reshape([inputs.shape[axis] for axis in kept] + [math.prod(inputs.shape[axis] for axis in axes)])
    separator = separator.encode("utf-8")
    out = np.empty(rows.shape[:-1], object)
    flat = out.reshape(-1)
    for index, row in enumerate(rows.reshape(out.size, rows.shape[-1])):
        flat[index] = separator.join(row.tolist())
    if keep_dims:
        return out.reshape([1 if axis in axes else size for axis, size in enumerate(inputs.shape)])
    return out


@reading
def _reduce_join_infer(read, attrs):
    dims, axes = read.dims(0), read.value(1)
    if dims is None or axes is None:
        return (None,) * len(dims) if attrs["keep_dims"] and dims is not None else None
    reduced = set()
    for axis in np.ravel(axes).tolist():
        if not -len(dims) <= axis < len(dims):
            raise ValueError(f"Invalid reduction dimension {axis} for input with {len(dims)} dimensions.")
        reduced.add(axis % len(dims))
    if attrs["keep_dims"]:
        return tuple(1 if axis in reduced else size for axis, size in enumerate(dims))
    return tuple(size for axis, size in enumerate(dims) if axis not in reduced)


REDUCE_JOIN = op("ReduceJoin", "inputs: string, reduction_indices: int32 -> output: string", kernel=_reduce_join,
                 infer=_reduce_join_infer, attrs={"keep_dims": False, "separator": ""})


def reduce_join(inputs, axis=None, keepdims=False, separator="", name=None):
    """The strings along `axis` (all axes) joined to one. Raises OutOfRangeError for an axis that is none."""
    with scope(name, "ReduceJoin"):
        inputs = convert_to_tensor(inputs)
        if axis is None:
            if inputs._dims is not None:
                axis = constant(np.arange(len(inputs._dims) - 1, -1, -1, dtype=np.int32))
            else:
                axis = creation.range_(array.rank(inputs) - 1, -1, -1)
        return dispatch(REDUCE_JOIN, (inputs, axis), {"keep_dims": keepdims, "separator": separator})


def _segment_join(inputs, segment_ids, num_segments, separator):
    rank = np.ndim(segment_ids)
    if np.shape(segment_ids) != np.shape(inputs)[:rank]:
        axis = next((a for a, (one, other) in enumerate(zip(np.shape(segment_ids), np.shape(inputs))) if one != other), rank - 1)
        raise invalid(f"Segment dimension is {np.shape(segment_ids)[axis]} while input dimension is {np.ndim(inputs)} in rank "
                       f"{axis}")  # the second number is the rank, in TensorFlow too
    count, inner = int(num_segments), np.shape(inputs)[rank:]
    parts = np.empty((count, *inner), object)
    for index in np.ndindex(parts.shape):
        parts[index] = []
    for place in np.ndindex(np.shape(segment_ids)):
        segment = int(segment_ids[place])
        if not 0 <= segment < count:
            raise invalid("segment_ids are not allowed to exceed num_segments or to have negative values.")
        for index in np.ndindex(inner):
            parts[(segment, *index)].append(inputs[place + index])
    separator = separator.encode()
    joined = np.empty(parts.shape, object)
    for index in np.ndindex(parts.shape):
        joined[index] = separator.join(parts[index])
    return joined


@reading
def _segment_join_infer(read, attrs):
    dims, ids, count = read.dims(0), read.dims(1), read.value(2)
    if dims is None or ids is None:
        return None
    return (None if count is None else int(count), *dims[len(ids):])


SEGMENT_JOIN = op("UnsortedSegmentJoin", "inputs: string, segment_ids: Tindices, num_segments: Tnumsegments -> output: string",
                  kernel=_segment_join, infer=_segment_join_infer, attrs={"separator": ""}, types={"Tindices": types.INDEX, "Tnumsegments": types.INDEX})


def unsorted_segment_join(inputs, segment_ids, num_segments, separator="", name=None):
    """The strings with the same segment id joined, in order; segments without any are empty.

    Raises:
        InvalidArgumentError: an id is not in ``[0, num_segments)``, or the shape of the ids does not begin that of the inputs.
    """
    return dispatch(SEGMENT_JOIN, (inputs, segment_ids, num_segments), {"separator": separator}, name)


# -- substr --------------------------------------------------------------------------------------------------------

def _substr(input, pos, len, unit):
    if np.shape(pos) != np.shape(len):
        raise invalid(f"pos and len should have the same shape, got: {text(np.shape(pos))} vs. {text(np.shape(len))}")
    input = np.array(input, object) if isinstance(input, bytes) else input
    try:
        shape = np.broadcast_shapes(input.shape, np.shape(pos))
    except ValueError:
        raise invalid(f"Incompatible shapes: {text(input.shape)} vs. {text(np.shape(pos))}") from None
    out = np.empty(shape, object)
    flat = out.reshape(-1)
    parts = (np.broadcast_to(part, shape).reshape(-1).tolist() for part in (input, pos, len))
    for index, (item, start, count) in enumerate(zip(*parts)):
        flat[index] = _part(item, start, count, unit, index)
    return out


def _part(item, start, count, unit, index):
    if unit == "BYTE":
        size, cuts = len(item), None
    else:
        cuts = [at for at, byte in enumerate(item) if byte & 0xC0 != 0x80] + [len(item)]
        size = len(cuts) - 1
    if not -size <= start <= size:
        shown = f" b'{item.decode('utf-8', 'replace')}'" if unit == "BYTE" else ""
        raise invalid(f"pos {start} out of range for string{shown} at index {index}")
    if start < 0:
        start += size
    end = size if count < 0 else min(start + count, size)
    return item[start:end] if cuts is None else item[cuts[start]:cuts[end]]


def _substr_infer(inputs, attrs):
    dims, pos, count = (tensor._dims for tensor in inputs)
    if pos is not None and count is not None:
        infer.with_rank(pos, len(count))
        shapes.merge(pos, count)
    return infer.broadcast_dims(dims, pos)


SUBSTR = op("Substr", "input: string, pos: T, len: T -> output: string", kernel=_substr, infer=_substr_infer,
            attrs={"unit": "BYTE"}, types={"T": INDEX})


def substr(input, pos, len, unit="BYTE", name=None):
    """`len` bytes (or UTF-8 characters) of each string from `pos` on, which counts from the end if negative.

    Raises:
        InvalidArgumentError: `pos` is outside a string.
    """
    one_of("Substr", "unit", unit, _UNITS)
    return dispatch(SUBSTR, (input, pos, len), {"unit": unit}, name)


# -- regular expressions -------------------------------------------------------------------------------------------

def _bytes(value):
    return value.encode("utf-8") if isinstance(value, str) else value if isinstance(value, bytes) else np.asarray(value).item()


def _full_match(input, pattern):
    matcher = regex.compiled(_bytes(pattern))
    return each(lambda item: matcher.fullmatch(item.decode("utf-8", "surrogateescape")) is not None, input, np.bool_)


def _replace(input, pattern, rewrite, replace_global):
    matcher, rewrite = regex.compiled(_bytes(pattern)), _bytes(rewrite)
    return each(lambda item: regex.replaced(matcher, item, rewrite, replace_global), input)


def _scalar_arguments(inputs, attrs):
    for tensor in inputs[1:]:
        infer.with_rank(tensor._dims, 0)
    return inputs[0]._dims


FULL_MATCH = op("RegexFullMatch", "input: string, pattern: string -> output: bool", kernel=_full_match,
                infer=_scalar_arguments)
STATIC_FULL_MATCH = op("StaticRegexFullMatch", "input: string -> output: bool", kernel=_full_match, infer=infer.same,
                       attrs={"pattern": REQUIRED})
REGEX_REPLACE = op("RegexReplace", "input: string, pattern: string, rewrite: string -> output: string", kernel=_replace,
                   infer=_scalar_arguments, attrs={"replace_global": True})
STATIC_REPLACE = op("StaticRegexReplace", "input: string -> output: string", kernel=_replace, infer=infer.same,
                    attrs={"pattern": REQUIRED, "rewrite": REQUIRED, "replace_global": True})


def regex_full_match(input, pattern, name=None):
    """Whether each string as a whole matches the RE2 `pattern`. Raises InvalidArgumentError for a bad pattern."""
    if isinstance(pattern, (str, bytes)):
        return dispatch(STATIC_FULL_MATCH, (input,), {"pattern": pattern}, name)
    return dispatch(FULL_MATCH, (input, pattern), None, name)


def regex_replace(input, pattern, rewrite, replace_global=True, name=None):
    """Each string with matches of the RE2 `pattern` (or the first only) replaced by `rewrite`, where ``\\1`` is a group."""
    if isinstance(pattern, (str, bytes)) and isinstance(rewrite, (str, bytes)):
        attrs = {"pattern": pattern, "rewrite": rewrite, "replace_global": replace_global}
        return dispatch(STATIC_REPLACE, (input,), attrs, name)
    return dispatch(REGEX_REPLACE, (input, pattern, rewrite), {"replace_global": replace_global}, name)


# -- numbers -------------------------------------------------------------------------------------------------------

_NUMBERS = TypeList("float32 float64 int32 int64 uint32 uint64")
_FLOAT = re.compile(rb"[+-]?(?:(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?|inf(?:inity)?|nan(?:\(\w*\))?)", re.IGNORECASE)
_HEX_FLOAT = re.compile(rb"[+-]?0[xX](?:[0-9a-fA-F]+\.?[0-9a-fA-F]*|\.[0-9a-fA-F]+)(?:[pP][+-]?\d+)?")


def _number(item, dtype):
    plain = item.strip(b" \t\n\v\f\r")
    if dtype.is_floating:
        if _FLOAT.fullmatch(plain):
            return float(plain.partition(b"(")[0])
        if _HEX_FLOAT.fullmatch(plain):
            return float.fromhex(plain.decode())
    elif re.fullmatch(rb"[+-]?\d+", plain) and dtype.min <= int(plain) <= dtype.max and not (
            dtype.is_unsigned and plain[:1] == b"-"):
        return int(plain)
    raise invalid(f"StringToNumberOp could not correctly convert string: {item.decode('utf-8', 'replace')}")


def _to_number(string_tensor, out_type):
    with np.errstate(over="ignore"):
        return each(lambda item: _number(item, out_type), string_tensor, out_type.numpy_dtype)


STRING_TO_NUMBER = op("StringToNumber", "string_tensor: string -> output: out_type", kernel=_to_number, infer=infer.same,
                      attrs={"out_type": dtypes.float32}, types={"out_type": "float32 float64 int32 int64 uint32 uint64"})


def to_number(input, out_type=dtypes.float32, name=None):
    """The number that each string spells. Raises InvalidArgumentError if one does not, or it does not fit."""
    out_type = dtypes.as_dtype(out_type)
    one_of_types("StringToNumber", "out_type", out_type, _NUMBERS)
    return dispatch(STRING_TO_NUMBER, (input,), {"out_type": out_type}, name)


def _float_text(pattern, value):
    shown = pattern % value
    if value != value and np.signbit(value):  # C prints the sign of NaN, Python does not
        width = len(shown)
        shown = ("-" + shown.strip()).rjust(width) if not shown.endswith(" ") else ("-" + shown.strip()).ljust(width)
    return shown.encode()


def _as_string(input, precision, scientific, shortest, width, fill):
    dtype = input.dtype if isinstance(input, (np.ndarray, np.generic)) else np.dtype(object)
    kind = dtype.kind
    shown = dtypes.FROM_NUMPY[dtype].kernel_name
    if dtype in dtypes.WIDE:
        input, kind = input.astype(dtypes.WIDE[dtype]), dtypes.WIDE[dtype].kind
    if scientific and shortest:
        raise invalid("Cannot select both scientific and shortest notation")
    if len(fill) > 1:
        raise invalid("Fill string must be one or fewer characters")
    if fill and fill not in " +-0#":
        raise invalid(f'Fill argument not supported: "{fill}"')
    if kind not in "fcO":
        if scientific or shortest:
            raise invalid(f"scientific and shortest format not supported for datatype {shown}")
        if precision >= 0:
            raise invalid(f"precision not supported for datatype {shown}")
    pattern = "%" + (fill if width > -1 or fill in " +-" else "") + (str(width) if width > -1 else "") + (
        f".{precision}" if precision > -1 else "")
    if kind == "O":
        return each(lambda item: item.rjust(width) if width > 0 and fill != "-" else item.ljust(max(width, 0)), input)
    if kind == "b":
        return each(lambda value: b"true" if value else b"false", np.asarray(input))
    pattern += "d" if kind in "iu" else "e" if scientific else "g" if shortest else "f"
    if kind in "iu":
        return each(lambda value: (pattern % value).encode(), np.asarray(input))
    if kind == "f":
        return each(lambda value: _float_text(pattern, value), np.asarray(input))
    return each(lambda value: b"(%s,%s)" % (_float_text(pattern, value.real), _float_text(pattern, value.imag)),
                np.asarray(input))


AS_STRING = op("AsString", "input: T -> output: string", kernel=_as_string, infer=infer.same,
               attrs={"precision": -1, "scientific": False, "shortest": False, "width": -1, "fill": ""}, types={"T": "float32 float64 int32 uint8 int16 int8 int64 bfloat16 uint16 float16 uint32 uint64 complex64 complex128 bool variant string"})


def as_string(input, precision=-1, scientific=False, shortest=False, width=-1, fill="", name=None):
    """Each number, bool or string as text in C's formats ``%d``, ``%f``, ``%e`` (scientific) or ``%g`` (shortest).

    Raises:
        InvalidArgumentError: an option that the dtype does not have.
    """
    attrs = {"precision": precision, "scientific": scientific, "shortest": shortest, "width": width, "fill": fill}
    return dispatch(AS_STRING, (input,), attrs, name)


# -- hashing -------------------------------------------------------------------------------------------------------

def _bucket(fixed):
    """The kernel of ``StringToHashBucket…``; `fixed` makes the hash function from the op's attributes."""
    def kernel(input, num_buckets, **attrs):
        function = fixed(**attrs)
        return each(lambda item: function(item) % num_buckets, input, np.int64)
    return kernel


TO_BUCKET_FAST = op("StringToHashBucketFast", "input: string -> output: int64", infer=infer.same,
                    kernel=_bucket(lambda: hashing.fingerprint64),
                    attrs={"num_buckets": REQUIRED})
TO_BUCKET = op("StringToHashBucket", "string_tensor: string -> output: int64", infer=infer.same,
               kernel=_bucket(lambda: hashing.hash64), attrs={"num_buckets": REQUIRED})
TO_BUCKET_STRONG = op("StringToHashBucketStrong", "input: string -> output: int64", infer=infer.same,
                      kernel=_bucket(lambda key: lambda item: hashing.siphash(item, key)),
                      attrs={"num_buckets": REQUIRED, "key": REQUIRED})


def to_hash_bucket_fast(input, num_buckets, name=None):
    """A number below `num_buckets` for each string, by FarmHash's fingerprint, int64."""
    at_least("StringToHashBucketFast", "num_buckets", num_buckets, 1)
    return dispatch(TO_BUCKET_FAST, (input,), {"num_buckets": num_buckets}, name)


def to_hash_bucket_strong(input, num_buckets, key, name=None):
    """A number below `num_buckets` for each string, by SipHash with a secret `key` of two numbers, int64."""
    at_least("StringToHashBucketStrong", "num_buckets", num_buckets, 1)
    if len(key) != 2:
        raise invalid("Key must have 2 elements")
    return dispatch(TO_BUCKET_STRONG, (input,), {"num_buckets": num_buckets, "key": list(key)}, name)


def to_hash_bucket(input, num_buckets, name=None):
    """A number below `num_buckets` for each string, by a hash that is not promised to stay, int64."""
    at_least("StringToHashBucket", "num_buckets", num_buckets, 1)
    return dispatch(TO_BUCKET, (input,), {"num_buckets": num_buckets}, name)
not_differentiable("AsString", "ReduceJoin", "RegexReplace", "StringJoin", "StringToHashBucket", "StringToHashBucketFast",
                   "StringToHashBucketStrong", "StringToNumber")
