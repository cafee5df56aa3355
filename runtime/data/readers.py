"""Datasets of what is in files: lines, TFRecords, records of one length, comma-separated values."""

from __future__ import annotations

import collections
import csv

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import constant, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.data import structure
from runtime.data.dataset import AUTOTUNE, Dataset, dataset_class
from runtime.data.pipeline import TYPED, UNKNOWN, Pipeline
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.io.files import file_error, matching_paths, path_of
from runtime.ops.io.parsing import CSV_TYPES, check_defaults, csv_value
from runtime.proto import records
from runtime.ops.array import reshape

_STRING = TensorSpec((), dtypes.string)


def _paths(filenames):
    return [path_of(name) for name in np.asarray(filenames, object).reshape(-1)]


def _compression(value):
    value = path_of(value)
    if value not in records.COMPRESSIONS:
        raise errors.invalid("Unsupported compression_type.")
    return value


def _files(filenames, compression):
    """The files, open one after the other."""
    for path in _paths(filenames):
        try:
            with open(path, "rb") as file:
                yield path, records.decompressed(file, compression)
        except OSError as error:
            raise file_error(path, error) from None


def _reader(each):
    """A kernel that gives what ``each(path, file, *options)`` finds in the files."""
    def kernel(filenames, *inputs):
        *options, compression = inputs
        compression = _compression(compression)
        return Pipeline(lambda: ((np.array(item, object),) for path, file in _files(filenames, compression)
                                 for item in each(path, file, *options)), UNKNOWN)
    return kernel


def _lines(path, file):
    for line in file:
        yield line.removesuffix(b"\n").removesuffix(b"\r")


def _fixed(path, file, header, record, footer):
    header, record, footer = int(header), int(record), int(footer)
    for name, size, least in (("header", header, ">= 0"), ("record", record, "> 0"), ("footer", footer, ">= 0")):
        if size < 0 or size == 0 and least == "> 0":
            raise errors.invalid(f"`{name}_bytes` must be {least}")
    data = file.read()
    body = len(data) - header - footer
    if body % record:
        raise errors.invalid(f'Excluding the header ({header} bytes) and footer ({footer} bytes), input file "{path}" has body '
                             f"length {body} bytes, which is not an exact multiple of the record length ({record} bytes).")
    for start in range(header, header + body, record):
        yield data[start:start + record]


def _op(name, inputs, kernel, **properties):
    return op(name, f"{inputs} -> handle: variant", kernel=kernel, infer=lambda inputs, attrs: (), stateful=True, prunable=True,
              files=True, **properties)


TEXT_LINE = _op("TextLineDataset", "filenames: string, compression_type: string", _reader(_lines))
TF_RECORD = _op("TFRecordDataset", "filenames: string, compression_type: string",
                _reader(lambda path, file: records.read(file)))
FIXED_LENGTH = _op("FixedLengthRecordDatasetV2", "filenames: string, header_bytes: int64, record_bytes: int64, "
                   "footer_bytes: int64, compression_type: string", _reader(_fixed))


class _FileDataset(Dataset):
    """Elements read from the files that a tensor or a dataset names."""

    def __init__(self, filenames, num_parallel_reads, make, spec=_STRING):
        filenames = _names(filenames)

        def read(name):
            return dataset_class("_ReaderDataset")(make(name), spec)
        if num_parallel_reads is None:
            made = filenames.flat_map(read)
        else:
            made = filenames.interleave(read, cycle_length=None if num_parallel_reads == AUTOTUNE else num_parallel_reads,
                                        num_parallel_calls=num_parallel_reads)
        super().__init__(made._variant, spec)


def _names(filenames):
    """A dataset of scalar strings. Raises TypeError for other elements."""
    if isinstance(filenames, Dataset):
        spec = filenames.element_spec
        if getattr(spec, "dtype", None) is not dtypes.string:
            raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got {getattr(spec, 'dtype', spec)!r} "
                            "elements.")
        if spec._dims not in ((), None):
            raise TypeError("The `filenames` argument must contain `tf.string` elements of shape [] (i.e. scalars). Got a dataset "
                            f"of element shape {spec.shape!r}.")
        return filenames
    if not hasattr(filenames, "dtype") and isinstance(filenames, (list, tuple)):
        filenames = [path_of(name) if hasattr(name, "__fspath__") else name for name in filenames]
    elif hasattr(filenames, "__fspath__"):
        filenames = path_of(filenames)
    filenames = convert_to_tensor(filenames, name="filenames")
    if filenames.dtype is not dtypes.string:
        raise TypeError(f"The `filenames` argument must contain `tf.string` elements. Got `{filenames.dtype!r}` elements.")
    return Dataset.from_tensor_slices(reshape(filenames, [-1], name="flat_filenames"))


def _text(value):
    return convert_to_tensor("" if value is None else value, dtypes.string, name="compression_type")


def _number(value, name):
    return convert_to_tensor(0 if value is None else value, dtypes.int64, name=name)


class TextLineDatasetV2(_FileDataset):
    """The lines of text files, without their ends (`tf.data.TextLineDataset`).

    Args:
        filenames: a string, a list or tensor of strings, or a dataset of them.
        compression_type: "", "ZLIB" or "GZIP".
        num_parallel_reads: of how many files lines are given in turn; nothing is read ahead.
    """

    def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
        super().__init__(filenames, num_parallel_reads, lambda file: dispatch(TEXT_LINE, (file, _text(compression_type))))


class TFRecordDatasetV2(_FileDataset):
    """The records of TFRecord files (`tf.data.TFRecordDataset`); damaged files raise DataLossError when they are read."""

    def __init__(self, filenames, compression_type=None, buffer_size=None, num_parallel_reads=None, name=None):
        super().__init__(filenames, num_parallel_reads, lambda file: dispatch(TF_RECORD, (file, _text(compression_type))))


class FixedLengthRecordDatasetV2(_FileDataset):
    """Records of `record_bytes` each, between a header and a footer (`tf.data.FixedLengthRecordDataset`)."""

    def __init__(self, filenames, record_bytes, header_bytes=None, footer_bytes=None, buffer_size=None, compression_type=None,
                 num_parallel_reads=None, name=None):
        super().__init__(filenames, num_parallel_reads, lambda file: dispatch(FIXED_LENGTH, (
            file, _number(header_bytes, "header_bytes"), _number(record_bytes, "record_bytes"),
            _number(footer_bytes, "footer_bytes"), _text(compression_type))))


# -- comma-separated values ----------------------------------------------------------------------------------------
def _csv_rows(file, delimiter, quotes):
    """Rows of (field) lists; a quoted field may hold line breaks. Raises InvalidArgumentError."""
    data, at = file.read(), 0
    end = len(data)
    while at < end:
        fields = []
        while True:
            if quotes and data[at:at + 1] == b'"':
                parts, at = [], at + 1
                while True:
                    close = data.find(b'"', at)
                    following = data[close + 1:close + 2]
                    if close < 0:
                        raise errors.invalid("Reached end of file without closing quoted field in record")
                    parts.append(data[at:close])
                    at = close + 1
                    if following == b'"':
                        parts.append(b'"')
                        at += 1
                    elif following in (delimiter, b"\n", b"\r", b""):
                        break
                fields.append(b"".join(parts))
            else:
                stop = at
                while stop < end and data[stop:stop + 1] not in (delimiter, b"\n", b"\r"):
                    if quotes and data[stop:stop + 1] == b'"':
                        raise errors.invalid("Unquoted fields cannot have quotes inside")
                    stop += 1
                fields.append(data[at:stop])
                at = stop
            if data[at:at + 1] == delimiter and at < end:
                at += 1
                continue
            at += 2 if data[at:at + 2] == b"\r\n" else 1
            break
        yield fields


def _csv(filenames, compression, header, delimiter, quotes, na_value, select, exclude, *defaults, output_types, output_shapes):
    check_defaults(defaults)
    compression, missing, delimiter = _compression(compression), path_of(na_value).encode(), path_of(delimiter).encode()
    chosen, dropped, count = np.asarray(select).tolist(), set(np.asarray(exclude).tolist()), len(defaults)

    def make():
        for _, file in _files(filenames, compression):
            rows = _csv_rows(file, delimiter, bool(quotes))
            if header:
                next(rows, None)
            for fields in rows:
                if chosen:
                    fields = [fields[index] for index in chosen if index < len(fields)]
                elif dropped:
                    fields = [field for index, field in enumerate(fields) if index not in dropped]
                values = tuple(csv_value(field, index, default, kind, missing, "")
                               for index, (field, default, kind) in enumerate(zip(fields, defaults, output_types)))
                if len(fields) != count:
                    raise errors.invalid(f"Expect {count} fields but have {'more' if len(fields) > count else len(fields)} in record")
                yield tuple(np.array(value, object) if kind is dtypes.string else value
                            for value, kind in zip(values, output_types))
    return Pipeline(make, UNKNOWN)


CSV = _op("CSVDatasetV2", "filenames: string, compression_type: string, header: bool, field_delim: string, use_quote_delim: bool, "
          "na_value: string, select_cols: int64, exclude_cols: int64, record_defaults: [Toutput_types]", _csv,
          attrs=TYPED, types={"output_types": "float32 float64 int32 int64 string"})


class CsvDatasetV2(Dataset):
    """Tuples of the columns of CSV files (`tf.data.experimental.CsvDataset`).

    Args:
        record_defaults: for each column a dtype (it must not be empty), or a tensor that stands for an empty field.
        select_cols, exclude_cols: numbers of the columns that are wanted, or not wanted.
    """

    def __init__(self, filenames, record_defaults, compression_type=None, buffer_size=None, header=False, field_delim=",",
                 use_quote_delim=True, na_value="", select_cols=None, exclude_cols=None):
        defaults = [convert_to_tensor(default, name="record_defaults") for default in _defaults(record_defaults)]
        spec = tuple(TensorSpec((), default.dtype) for default in defaults)
        inputs = [convert_to_tensor(filenames, dtypes.string, name="filenames"), _text(compression_type),
                  convert_to_tensor(header, dtypes.bool_), convert_to_tensor(field_delim, dtypes.string),
                  convert_to_tensor(use_quote_delim, dtypes.bool_), convert_to_tensor(na_value, dtypes.string),
                  convert_to_tensor(select_cols or [], dtypes.int64), convert_to_tensor(exclude_cols or [], dtypes.int64)]
        super().__init__(dispatch(CSV, (*inputs, *defaults), structure.types_and_shapes(spec)), spec)


def _defaults(record_defaults):
    return [constant([], dtype=one) if isinstance(one, dtypes.DType) and one in CSV_TYPES else one for one in record_defaults]


_INFERRED = (dtypes.int32, dtypes.int64, dtypes.float32, dtypes.float64, dtypes.string)


def _fits(written, dtype):
    if dtype is dtypes.string:
        return True
    try:
        if dtype.is_integer:
            limits = np.iinfo(dtype.numpy_dtype)
            return limits.min <= int(written) <= limits.max
        return np.dtype(dtype.numpy_dtype).type(written) < np.inf
    except (ValueError, OverflowError):
        return False


def _inferred(written, na_value, before):
    """The narrowest dtype that the text fits, not narrower than `before`."""
    if written in ("", na_value):
        return before
    start = 0 if before is None else _INFERRED.index(before)
    return next(dtype for dtype in _INFERRED[start:] if _fits(written, dtype))


class _Table:
    """The text of CSV files, to find names and dtypes of columns in."""

    def __init__(self, names, delimiter, quotes, encoding, compression):
        self._names, self._encoding, self._compression = names, encoding, compression or ""
        self._style = {"delimiter": delimiter, "quoting": csv.QUOTE_MINIMAL if quotes else csv.QUOTE_NONE}

    def rows(self, name):
        for _, file in _files([name], self._compression):
            yield from csv.reader(file.read().decode(self._encoding).splitlines(keepends=True), **self._style)

    def column_names(self):
        first = None
        for name in self._names:
            header = next(self.rows(name), None)
            if header is None:
                raise ValueError(f"Failed when reading the header line of {name}. Is it an empty file?")
            if first is not None and header != first:
                raise ValueError("All input CSV files should have the same column names in the header row. File "
                                 f"{name} has different column names.")
            first = header
        return first

    def defaults(self, columns, count, header, na_value, limit):
        """A default for each of `columns`, of the dtype that the first `limit` rows fit."""
        found, seen = [None] * len(columns), 0
        for name in self._names:
            for number, row in enumerate(self.rows(name), 1):
                if header and number == 1:
                    continue
                if limit is not None and seen >= limit:
                    break
                if len(row) != count:
                    raise ValueError(f"Problem inferring types: CSV row {number} has {len(row)} number of fields. Expected: {count}.")
                found = [_inferred(row[column], na_value, before) for column, before in zip(columns, found)]
                seen += 1
        kinds = [kind or dtypes.string for kind in found]
        return [constant([""] if kind is dtypes.string else [0], dtype=kind) for kind in kinds]


def _selected(select_columns, names):
    places = []
    for column in select_columns:
        if isinstance(column, int):
            if not 0 <= column < len(names):
                raise ValueError(f"Column index {column} specified in `select_columns` should be > 0  and <= {len(names)}, which is "
                                 "the number of columns.")
            places.append(column)
        elif column not in names:
            raise ValueError(f"Column {column} specified in `select_columns` must be of one of the columns: "
                             f"{dict.fromkeys(names).keys()}.")
        else:
            places.append(names.index(column))
    if len(set(places)) != len(places):
        raise ValueError("The `select_columns` argument contains duplicate columns: set().")  # TensorFlow does not say which
    return sorted(places)


def make_csv_dataset(file_pattern, batch_size, column_names=None, column_defaults=None, label_name=None, select_columns=None,
                     field_delim=",", use_quote_delim=True, na_value="", header=True, num_epochs=None, shuffle=True,
                     shuffle_buffer_size=10000, shuffle_seed=None, prefetch_buffer_size=None, num_parallel_reads=None,
                     sloppy=False, num_rows_for_inference=100, compression_type=None, ignore_errors=False, encoding="utf-8"):
    """Batches of the columns of CSV files by name, perhaps with labels (`tf.data.experimental.make_csv_dataset`).

    Names come from the header, dtypes from the first rows, unless they are given. Rows are shuffled and repeated by default.

    Raises:
        ValueError: no file matches, or names of columns do not fit.
    """
    if context.graph is not None:
        raise RuntimeError("make_csv_dataset looks into the files: call it outside of functions.")
    patterns = file_pattern if isinstance(file_pattern, list) else [file_pattern]
    files = sorted(name for pattern in patterns for name in matching_paths(path_of(pattern)))
    if not files:
        raise ValueError("Argument `file_pattern` should not be empty." if not patterns else
                         f"No files match `file_pattern` {file_pattern}.")
    dataset = Dataset.from_tensor_slices(files)
    if shuffle:
        dataset = dataset.shuffle(len(files), shuffle_seed)
    table = _Table(files, field_delim, use_quote_delim, encoding, compression_type)
    if column_names is None:
        if not header:
            raise ValueError("Expected `column_names` or `header` arguments. Neither is provided.")
        column_names = table.column_names()
    doubled = {name for name in column_names if column_names.count(name) > 1}
    if doubled:
        raise ValueError(f"Either `column_names` argument or CSV header row contains duplicate column names: {doubled}.")
    places = None if select_columns is None else _selected(select_columns, column_names)
    if column_defaults is None:
        wanted = range(len(column_names)) if places is None else places
        column_defaults = table.defaults(wanted, len(column_names), header, na_value, num_rows_for_inference)
    if places is not None:
        if len(column_defaults) != len(places):
            raise ValueError("If specified, `column_defaults` and `select_columns` must have the same length: `column_defaults` has "
                             f"length {len(column_defaults)}, `select_columns` has length {len(places)}.")
        column_names = [column_names[place] for place in places]
    if label_name is not None and label_name not in column_names:
        raise ValueError(f"`label_name` provided must be one of the columns: {column_names}. Received: {label_name}.")

    def as_features(*columns):
        features = collections.OrderedDict(zip(column_names, columns))
        if label_name is None:
            return features
        label = features.pop(label_name)
        return features, label

    dataset = dataset.interleave(lambda name: CsvDatasetV2(
        name, column_defaults, field_delim=field_delim, use_quote_delim=use_quote_delim, na_value=na_value, select_cols=places,
        header=header, compression_type=compression_type), cycle_length=max(num_parallel_reads or 1, 1))
    if ignore_errors:
        raise errors.MissingOpError("the runtime has no ignore_errors for datasets")
    if shuffle:
        dataset = dataset.shuffle(shuffle_buffer_size, shuffle_seed)
    if num_epochs != 1:
        dataset = dataset.repeat(num_epochs)
    return dataset.batch(batch_size, drop_remainder=num_epochs is None).map(as_features).prefetch(prefetch_buffer_size or AUTOTUNE)
