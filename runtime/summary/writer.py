"""`tf.summary`'s writers: where summaries go, at which step, and whether they are recorded at all."""

from __future__ import annotations

import contextlib
import os
import re
import threading

import numpy as np

from runtime.core import dtypes
from runtime.core.context import context, inherited
from runtime.core.convert import constant, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.scopes import get_current_name_scope, name_scope
from runtime.core.tensor import EagerTensor
from runtime.proto.values import tensor_proto
from runtime.proto.wire import DecodeError
from runtime.summary.events import EventFile, Summary, SummaryMetadata, SummaryValue
from runtime.ops.control_flow.control_flow import cond, control_dependencies


_INVALID_IN_SCOPE = re.compile(r"[^-_/.A-Za-z0-9]")


class _State(threading.local):
    writer = None
    step = None
    recorded = True  # a boolean, a boolean tensor, or a function that gives one


_state = inherited(_State())


class _Handle:
    """The value of a writer's resource tensor."""

    __slots__ = ("events", "__weakref__")
    shape, ndim, size, dtype, data = (), 0, 1, dtypes.resource, None

    def __init__(self, events):
        self.events = events


def _write(handle, step, tensor, tag, summary_metadata):
    metadata = np.asarray(summary_metadata).item()
    value = SummaryValue(tag=np.asarray(tag).item().decode(), tensor=tensor_proto(np.asarray(tensor), _dtype(tensor)))
    if metadata:
        value.metadata = SummaryMetadata.decode(metadata)
    handle.events.add(step=np.asarray(step).item(), summary=Summary(value=[value]))


def _dtype(array):
    return dtypes.string if np.asarray(array).dtype.kind == "O" else dtypes.as_dtype(np.asarray(array).dtype)


WRITE_SUMMARY = op("WriteSummary", "writer: resource, step: int64, tensor: T, tag: string, summary_metadata: string ->",
                   kernel=_write, stateful=True)


def _write_raw(handle, step, tensor):
    data = np.asarray(tensor).item()
    try:
        summary = Summary.decode(data)
    except DecodeError:
        summary = None  # the event says the step alone, as TensorFlow's does
    handle.events.add(step=np.asarray(step).item(), **({} if summary is None else {"summary": summary}))


WRITE_RAW_PROTO_SUMMARY = op("WriteRawProtoSummary", "writer: resource, step: int64, tensor: string ->", kernel=_write_raw, stateful=True)
FLUSH_SUMMARY_WRITER = op("FlushSummaryWriter", "writer: resource ->", kernel=lambda handle: None, stateful=True)


class SummaryWriter:
    """What summaries are written to: an event file, or nothing."""

    def __init__(self, handle=None):
        self._handle = handle
        self._closed = False

    def init(self):
        """Raises RuntimeError if the writer is closed."""
        self._check_open()

    @contextlib.contextmanager
    def as_default(self, step=None):
        """Summaries in the block go here; `step` is their step unless they are given one.

        Raises:
            RuntimeError: the writer is closed.
        """
        self._check_open()
        outer = _state.writer, _state.step
        _state.writer = self
        if step is not None:
            _state.step = step
        try:
            yield self
            self.flush()
        finally:
            _state.writer = outer[0]
            if step is not None:
                _state.step = outer[1]

    def set_as_default(self, step=None):
        """From now on summaries go here."""
        self._check_open()
        _state.writer = self
        if step is not None:
            _state.step = step

    def flush(self):
        """Nothing to do: events are on the disk once they are written."""
        if self._handle is not None and not self._closed and context.graph is not None:
            return dispatch(FLUSH_SUMMARY_WRITER, (self._handle,))
        return None

    def close(self):
        if self._handle is not None and not self._closed:
            self._handle._value.events.close()
        self._closed = True

    def _check_open(self):
        if self._closed and self._handle is not None:
            raise RuntimeError(f"SummaryWriter {self!r} is already closed")


def create_file_writer(logdir, max_queue=None, flush_millis=None, filename_suffix=None, name=None, experimental_trackable=False):
    """A writer of a new event file in the folder `logdir`.

    Args:
        max_queue, flush_millis: accepted; events are written at once.
        filename_suffix: the end of the file's name, ``.v2`` by default.

    Raises:
        ValueError: `logdir` is None.
    """
    if logdir is None:
        raise ValueError("Argument `logdir` cannot be None")
    logdir = logdir.numpy().decode() if isinstance(logdir, EagerTensor) else os.fspath(logdir)
    if isinstance(logdir, bytes):
        logdir = logdir.decode()
    return SummaryWriter(EagerTensor(_Handle(EventFile(logdir, ".v2" if filename_suffix is None else filename_suffix)),
                                     dtypes.resource))


def create_noop_writer():
    """A writer that writes nothing."""
    return SummaryWriter()


def flush(writer=None, name=None):
    """Nothing to do: events are on the disk once they are written."""
    writer = writer or _state.writer
    return None if writer is None else writer.flush()


def get_step():
    """The step of summaries that are given none, or None."""
    return _state.step


def set_step(step):
    """Let `step`, a number, tensor or Variable, be the step of summaries that are given none."""
    _state.step = step


def should_record_summaries():
    """Whether there is a writer and `record_if` lets summaries through, as a boolean tensor."""
    if _state.writer is None or _state.writer._handle is None:
        return constant(False)
    recorded = _state.recorded() if callable(_state.recorded) else _state.recorded
    return convert_to_tensor(recorded, dtypes.bool_)


@contextlib.contextmanager
def record_if(condition):
    """Record the summaries of the block only if `condition` (a boolean, tensor, or function that gives one) holds."""
    outer, _state.recorded = _state.recorded, condition
    try:
        yield
    finally:
        _state.recorded = outer


@contextlib.contextmanager
def summary_scope(name, default_name="summary", values=None):
    """``with summary_scope(name) as (tag, scope):`` the tag is `name` behind the name scopes around."""
    name = name or default_name
    outer = get_current_name_scope()
    tag = f"{outer}/{name}" if outer else name
    with name_scope(_INVALID_IN_SCOPE.sub("", name) or default_name) as scope:
        yield tag, scope


def write_raw_pb(tensor, step=None, name=None):
    """Write the summary whose bytes `tensor` holds. Returns whether it was recorded. Raises ValueError if no step is known."""
    with name_scope(name or "write_raw_pb"):
        writer = _state.writer
        if writer is None or writer._handle is None:
            return constant(False)
        if step is None:
            step = _state.step
            if step is None:
                raise ValueError("No step set. Please specify one either through the `step` argument or through "
                                 "tf.summary.experimental.set_step()")

        def record():
            operation = dispatch(WRITE_RAW_PROTO_SUMMARY, (writer._handle, convert_to_tensor(step, dtypes.int64), tensor))
            with control_dependencies([operation] if operation is not None else []):
                return constant(True)

        holds = should_record_summaries()
        known = constant_value(holds)
        if known is not None:
            return record() if known else constant(False)
        return cond(holds, record, lambda: constant(False))


def _check_step(step):
    """Raises ValueError or TypeError if `step` is not one int64."""
    step = convert_to_tensor(step, dtypes.int64)
    if step.shape.num_elements() != 1:
        raise ValueError(f"Argument `step` must be a scalar. Received step with shape {step.shape}.")


def write(tag, tensor, step=None, metadata=None, name=None):
    """Write `tensor`, or what the function `tensor` returns, under `tag`, for the plugin that `metadata` names.

    Args:
        step: a number, or an int64 tensor or Variable with one element.
        metadata: a SummaryMetadata, or one that is serialised.

    Returns:
        Whether it was recorded, as a boolean tensor.

    Raises:
        ValueError: neither `step` is given nor a default one set, or it is of another dtype or shape.
        TypeError: `step` is no whole number.
    """
    if step is not None:
        _check_step(step)
    with name_scope(name or "write_summary") as scope:
        writer = _state.writer
        if writer is None or writer._handle is None:
            return constant(False)
        if step is None:
            step = _state.step
            if step is None:
                raise ValueError("No step set. Please specify one either through the `step` argument or through "
                                 "tf.summary.experimental.set_step()")
        writer._check_open()
        data = metadata if isinstance(metadata, bytes) else b"" if metadata is None else (
            metadata.encode() if isinstance(metadata, SummaryMetadata) else metadata.SerializeToString())
        try:
            SummaryMetadata.decode(data)
        except DecodeError as error:
            raise ValueError(f"`metadata` is no SummaryMetadata: {error}") from None

        def record():
            value = convert_to_tensor(tensor() if callable(tensor) else tensor, name="tensor")
            is_made = isinstance(getattr(step, "dtype", None), dtypes.DType)  # a tensor or Variable; the op converts a number
            number = convert_to_tensor(step, dtypes.int64) if is_made else step
            inputs = writer._handle, number, value, constant(tag, dtypes.string, name="tag"), constant(
                data, dtypes.string, name="summary_metadata")
            operation = dispatch(WRITE_SUMMARY, inputs, None, scope if known is not None and context.graph is not None else None)
            with control_dependencies([operation] if operation is not None else []):
                return constant(True)

        holds = should_record_summaries()
        known = constant_value(holds)
        if known is not None:
            return record() if known else constant(False)
        return cond(holds, record, lambda: constant(False))
