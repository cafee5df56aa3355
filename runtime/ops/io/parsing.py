"""Tensors out of strings and back: serialized tensors, lines of comma-separated values."""

from __future__ import annotations

import base64

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import REQUIRED, TypeList, not_differentiable, op
from runtime.core.tensor_shape import text
from runtime.ops.attributes import one_of_types
from runtime.proto.graph import TensorProto
from runtime.proto.values import array_of, tensor_proto
from runtime.proto.wire import DecodeError

CSV_TYPES = TypeList("float32 float64 int32 int64 string")


def _serialize(tensor):
    return np.array(tensor_proto(tensor, _dtype(tensor)).encode(), object)


def _parse(serialized, out_type):
    if np.ndim(serialized):
        raise errors.invalid(f"Expected `serialized` to be a scalar, got shape: {text(np.shape(serialized))}")
    data = np.asarray(serialized, object).item()
    try:
        array, dtype = array_of(TensorProto.decode(data))
    except DecodeError:
        error = errors.invalid(f"Could not parse `serialized` as TensorProto, base64: {base64.b64encode(data).decode()}")
        raise error from None
    if dtype is not out_type:
        raise errors.invalid(f"Type mismatch between parsed tensor ({dtype.kernel_name}) and dtype ({out_type.kernel_name})")
    return array


SERIALIZE = op("SerializeTensor", "tensor: T -> serialized: string", kernel=_serialize, infer=lambda inputs, attrs: ())
PARSE = op("ParseTensor", "serialized: string -> output: out_type", kernel=_parse, infer=lambda inputs, attrs: None,
           attrs={"out_type": REQUIRED})
not_differentiable("ParseTensor", "SerializeTensor")


def serialize_tensor(tensor, name=None):
    """`tensor` as the bytes of a TensorProto: string []."""
    return dispatch(SERIALIZE, (convert_to_tensor(tensor, name="tensor"),), None, name)


def parse_tensor(serialized, out_type, name=None):
    """The tensor that `serialize_tensor` gave. Raises InvalidArgumentError if its dtype is not `out_type`."""
    return dispatch(PARSE, (serialized,), {"out_type": dtypes.as_dtype(out_type)}, name)


# -- comma-separated values ----------------------------------------------------------------------------------------
def csv_fields(line, delimiter, quotes):
    """The fields of one line (RFC 4180), bytes each. Raises InvalidArgumentError where quotes are not in order."""
    if not line:
        return []
    fields, at, end = [], 0, len(line)
    while True:
        if quotes and line[at:at + 1] == b'"':
            parts, at = [], at + 1
            while True:
                close = line.find(b'"', at)
                if close < 0 or close + 1 < end and line[close + 1:close + 2] not in (b'"', delimiter):
                    raise errors.invalid("Quoted field has to end with quote followed by delim or end" if close < 0 else
                                         "Quote inside a string has to be escaped by another quote")
                parts.append(line[at:close])
                at = close + 1
                if line[at:at + 1] != b'"':
                    break
                parts.append(b'"')
                at += 1
            fields.append(b"".join(parts))
        else:
            stop = line.find(delimiter, at)
            field = line[at:end if stop < 0 else stop]
            if quotes and any(bad in field for bad in (b'"', b"\r", b"\n")):
                raise errors.invalid("Unquoted fields cannot have quotes/CRLFs inside")
            fields.append(field)
            at += len(field)
        if at >= end:
            return fields
        at += 1


def csv_value(field, index, default, dtype, na_value, record):
    """One field as a NumPy value; `default`, an array of at most one element, where it is empty or stands for nothing.

    Raises:
        InvalidArgumentError: it is no number of the dtype, or is missing and has no default; `record` ends the text.
    """
    if not field or field == na_value:
        if not np.size(default):
            raise errors.invalid(f"Field {index} is required but missing in record{record}!")
        return np.asarray(default).reshape(-1)[0]
    if dtype is dtypes.string:
        return field
    kind = dtype.numpy_dtype
    try:
        written = field.strip()
        if b"_" in written:
            raise ValueError
        if dtype.is_integer:
            number = int(written)
            limits = np.iinfo(kind)
            if not limits.min <= number <= limits.max:
                raise ValueError
            return np.dtype(kind).type(number)
        return np.dtype(kind).type(float(written))
    except ValueError:
        place = f" in record{record}"
        shown = field.decode("utf-8", "replace")
        raise errors.invalid(f"Field {index}{place} is not a valid {dtype.kernel_name}: {shown}") from None


def check_defaults(defaults):
    for index, default in enumerate(defaults):
        if np.size(default) > 1:
            raise errors.invalid(f"There should only be 1 default per field but field {index} has {np.size(default)}")


def _decode_csv(records, *defaults, field_delim, use_quote_delim, na_value, select_cols):
    check_defaults(defaults)
    kinds = [_dtype(default) for default in defaults]
    delimiter, missing = field_delim.encode(), na_value.encode()
    columns = [[] for _ in defaults]
    for number, line in enumerate(np.asarray(records, object).reshape(-1).tolist()):
        fields = csv_fields(line, delimiter, use_quote_delim)
        if select_cols:
            fields = [fields[index] for index in select_cols if index < len(fields)]
        if len(fields) != len(defaults):
            raise errors.invalid(f"Expect {len(defaults)} fields but have {len(fields)} in record {number}")
        for index, (column, field, default, kind) in enumerate(zip(columns, fields, defaults, kinds)):
            column.append(csv_value(field, index, default, kind, missing, f" {number}"))
    shape = np.shape(records)
    return [np.array(column, object if kind is dtypes.string else kind.numpy_dtype).reshape(shape)
            for column, kind in zip(columns, kinds)]


def _dtype(array):
    array = np.asarray(array)
    return dtypes.string if array.dtype.kind in "OSU" else dtypes.as_dtype(array.dtype)


DECODE_CSV = op("DecodeCSV", "records: string, record_defaults: [OUT_TYPE] -> output: [OUT_TYPE]", kernel=_decode_csv,
                infer=lambda inputs, attrs: [inputs[0]._dims] * (len(inputs) - 1),
                attrs={"field_delim": ",", "use_quote_delim": True, "na_value": "", "select_cols": ()},
                types={"OUT_TYPE": CSV_TYPES})


def decode_csv(records, record_defaults, field_delim=",", use_quote_delim=True, na_value="", select_cols=None, name=None):
    """The columns of lines of comma-separated values, one tensor of the shape of `records` each.

    Args:
        record_defaults: for each column a tensor: its dtype, and what stands for an empty field; none if it is empty.
        select_cols: increasing numbers of the columns that are wanted.

    Raises:
        ValueError: `select_cols` is not increasing, or of another length than `record_defaults`.
        InvalidArgumentError: a line does not fit.
    """
    if select_cols is not None:
        if any(first >= second for first, second in zip(select_cols[:-1], select_cols[1:])):
            raise ValueError("select_cols is not strictly increasing.")
        if select_cols and select_cols[0] < 0:
            raise ValueError("select_cols contains negative values.")
        if len(select_cols) != len(record_defaults):
            raise ValueError("Length of select_cols and record_defaults do not match.")
    defaults = [convert_to_tensor(default, name="record_defaults") for default in record_defaults]
    for default in defaults:
        one_of_types("DecodeCSV", "OUT_TYPE", default.dtype, CSV_TYPES)
    return dispatch(DECODE_CSV, (records, *defaults),
                    {"field_delim": field_delim, "use_quote_delim": use_quote_delim, "na_value": na_value,
                     "select_cols": tuple(select_cols or ())}, name)
