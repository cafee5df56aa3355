"""`tf.io.TFRecordWriter` and its options."""

from __future__ import annotations

import os

from runtime.core import errors
from runtime.ops.io.files import file_error
from runtime.proto.records import COMPRESSIONS, Compressor, framed


class TFRecordOptions:
    """How a TFRecord file is compressed: "", "ZLIB" or "GZIP", and at which level."""

    def __init__(self, compression_type=None, flush_mode=None, input_buffer_size=None, output_buffer_size=None, window_bits=None,
                 compression_level=None, compression_method=None, mem_level=None, compression_strategy=None):
        if compression_type not in (None, *COMPRESSIONS):
            raise ValueError(f"compression_type: {compression_type} is not one of {', '.join(map(repr, COMPRESSIONS))}")
        self.compression_type = compression_type
        self.compression_level = compression_level


class TFRecordWriter:
    """Writes records to a new TFRecord file; a context manager.

    Args:
        options: a `TFRecordOptions`, or the name of a compression.

    Raises:
        OpError: the file cannot be made.
    """

    def __init__(self, path, options=None):
        if not isinstance(options, TFRecordOptions):
            options = TFRecordOptions(compression_type=options)
        path = os.fspath(path)
        try:
            file = open(path, "wb")
        except OSError as error:
            raise file_error(path, error) from None
        self._out = Compressor(file, options.compression_type, -1 if options.compression_level is None else options.compression_level)

    def write(self, record):
        """Append bytes, or a string as UTF-8."""
        self._open().write(framed(record.encode() if isinstance(record, str) else bytes(record)))

    def flush(self):
        self._open().flush()

    def close(self):
        if self._out is not None:
            self._out.close()
            self._out = None

    def _open(self):
        if self._out is None:
            raise errors.FailedPreconditionError(None, None, "Writer is closed.")
        return self._out

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()
