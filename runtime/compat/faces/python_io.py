"""`tf.compat.v1.python_io`: files of records."""

from __future__ import annotations

from runtime.core.absent import absent_from
from runtime.core.deprecation import warn_deprecated
from runtime.data import TFRecordDataset
from runtime.records import TFRecordOptions, TFRecordWriter  # noqa: F401


def tf_record_iterator(path, options=None):
    """The records of a file, as bytes."""
    warn_deprecated("tf_record_iterator", "tensorflow.python.lib.io.tf_record", "Use eager execution and: \n`tf.data.TFRecordDataset(path)`")
    kind = getattr(options, "compression_type", None) if options is not None and not isinstance(options, str) else options
    return (record.numpy() for record in TFRecordDataset(path, kind or ""))


__getattr__ = absent_from("tf.compat.v1.python_io")
