"""`tf.compat.v1.summary.FileWriter`: writes summaries to event files."""

from __future__ import annotations

import os
import threading

import numpy as np

from runtime.core.context import context
from runtime.summary.events import EventFile, Summary
from runtime.summary.trace import graph_def


class FileWriter:
    """Writes summaries and a graph to an event file in `logdir`.

    Raises:
        RuntimeError: execution is eager.
    """

    def __init__(self, logdir, graph=None, max_queue=10, flush_secs=120, graph_def=None, filename_suffix=None, session=None):
        if context.graph is None:
            raise RuntimeError("v1.summary.FileWriter is not compatible with eager execution. Use `tf.summary.create_file_writer`,or a "
                               "`with v1.Graph().as_default():` context")
        self._logdir, self._suffix = os.fspath(logdir), filename_suffix or ""
        self._events = EventFile(self._logdir, self._suffix)
        if graph is not None:
            self.add_graph(graph)

    def get_logdir(self):
        return self._logdir

    def add_summary(self, summary, global_step=None):
        """Write `summary`, the value of a summary's tensor."""
        if isinstance(summary, (bytes, np.ndarray)):
            summary = Summary.decode(bytes(summary))
        self._opened().add(summary=summary, step=0 if global_step is None else int(global_step))

    def add_graph(self, graph, global_step=None):
        """Write the graph, for TensorBoard to draw."""
        self._opened().add(graph_def=graph_def(graph).encode(), step=0 if global_step is None else int(global_step))

    def _opened(self):
        if self._events is None:
            self._events = EventFile(self._logdir, self._suffix)
        return self._events

    def flush(self):
        """Nothing to do: events are on the disk once they are written."""

    def reopen(self):
        """Go on in another file."""
        self._opened()

    def close(self):
        if self._events is not None:
            self._events.close()
        self._events = None

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()


class FileWriterCache:
    """One `FileWriter` for each folder."""

    _writers = {}
    _lock = threading.Lock()

    @classmethod
    def get(cls, logdir):
        """The writer of a folder, which is made at the first call."""
        with cls._lock:
            if logdir not in cls._writers:
                cls._writers[logdir] = FileWriter(logdir, graph=context.graph)
            return cls._writers[logdir]

    @classmethod
    def clear(cls):
        """Close all writers, and forget them."""
        with cls._lock:
            for writer in cls._writers.values():
                writer.close()
            cls._writers.clear()
