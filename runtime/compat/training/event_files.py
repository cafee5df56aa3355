"""`tf.compat.v1.train.summary_iterator`: reads event files."""

from __future__ import annotations

from runtime.core.deprecation import warn_deprecated
from runtime.proto.records import read
from runtime.summary.events import Event, Summary


def summary_iterator(path):
    """The events of a file, in order."""
    warn_deprecated("summary_iterator", "tensorflow.python.summary.summary_iterator",
                    "Use eager execution and: \n`tf.data.TFRecordDataset(path)`")
    return _events(path)


def _events(path):
    with open(path, "rb") as file:
        for record in read(file):
            event = Event.decode(record)
            if event.summary is None:
                event.summary = Summary()  # a message that is not set reads as an empty one
            yield event
