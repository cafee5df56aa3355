"""Standard output, standard error and log records of the observed program, by the line that wrote them."""
from __future__ import annotations

import codecs
import collections
import contextlib
import functools
import io
import json
import logging
import os
import re
import sys
import threading
import traceback
import types
from collections.abc import Iterator

from graphlint.confirm.current import Current
from graphlint.confirm.lines import Locator
from graphlint.confirm.observation.values import TEXT

SAME_PLACE = 200        # outputs written in full for one place within one call; the rest are counted
LOG_LIMIT = 128 << 20   # bytes of observations, after which only the end is written
ORIGINS = 4096          # chains of frames whose places are kept
_LOGGING = 12           # frames from a handler of the logging module to the stream that it writes to, at most
_REDRAWS = "\r\b"  # what a progress bar goes back with
_FRAMEWORKS = ("tensorflow", "keras", "absl")  # their loggers
_TRACEBACK = "Traceback (most recent call last):\n"


class Log:
    """JSON lines on a file, each written at once: what a killed process had seen is kept."""

    def __init__(self, path: str, current: Current):
        self.current = current
        self._file = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        self._size = 0
        self._owner = os.getpid()

    def write(self, event: str, **fields: object) -> None:
        """One record."""
        if os.getpid() != self._owner or (self._size > LOG_LIMIT and event != "end"):
            return
        line = json.dumps({"event": event, "run": self.current.run, **fields}, separators=(",", ":")).encode() + b"\n"
        self._size += len(line)
        os.write(self._file, line)

    def close(self) -> None:
        """Whatever is written later is left out."""
        self._owner = 0


class _Stream(io.TextIOBase):
    """Takes the place of sys.stdout or sys.stderr: text is recorded, not shown."""

    encoding = "utf-8"
    errors = "backslashreplace"
    newlines = None
    line_buffering = True

    def __init__(self, name, descriptor, record):
        self.name = f"<{name}>"
        self.mode = "w"
        self._descriptor = descriptor
        self._record = record
        self.buffer = _Bytes(self)

    def write(self, text):
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._record(text, sys._getframe().f_back)
        return len(text)

    def writable(self):
        return True

    def fileno(self):
        return self._descriptor

    def detach(self):
        """The bytes beneath, which a program wraps in an encoding of its own."""
        return self.buffer

    def reconfigure(self, *, encoding=None, errors=None, **_options):
        """Accepted: everything is recorded as text."""
        self.encoding, self.errors = encoding or self.encoding, errors or self.errors


class _Tee(_Stream):
    """Takes the place of another stream for a while: text is recorded, and shown there too."""

    def __init__(self, name, record, stream):
        super().__init__(name, -1, record)
        self._stream = stream

    def write(self, text):
        super().write(text)
        return self._stream.write(text)

    def fileno(self):
        return self._stream.fileno()

    def flush(self):
        self._stream.flush()


class _Bytes(io.RawIOBase):
    def __init__(self, stream):
        self._stream = stream
        self._decoder = codecs.getincrementaldecoder("utf-8")("backslashreplace")  # a character may come in two parts

    def write(self, data):
        data = bytes(data)
        self._stream._record(self._decoder.decode(data), sys._getframe().f_back)
        return len(data)

    def writable(self):
        return True

    def fileno(self):
        return self._stream.fileno()


class Output:
    """What is written, by the line that wrote it; and what the framework's own code writes past Python."""

    def __init__(self, log: Log, locator: Locator, native: dict[str, str]):
        self._log = log
        self._locator = locator
        self._native = {name: (os.open(path, os.O_RDONLY), 0) for name, path in native.items()}
        self._pending: dict[tuple[str, int], tuple[list[str], list, int | None]] = {}
        self._origins: dict[tuple[int, ...], tuple[list, bool, bool, list[types.CodeType]]] = {}
        self._counts: collections.Counter = collections.Counter()
        self._lock = threading.RLock()
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)
        self.stop: types.CodeType | None = None
        self.base: types.CodeType | None = None
        """The code that runs the program: neither its frames nor those that called it are the program's."""
        self._muted = False

    @contextlib.contextmanager
    def muted(self) -> Iterator[None]:
        """What is written is not the program's."""
        self.flush(lines=True)
        self._muted = True
        try:
            yield
        finally:
            self.flush(lines=True)
            self._muted = False

    def install(self) -> None:
        """Replace the streams, and listen to loggers."""
        for descriptor, name in ((1, "stdout"), (2, "stderr")):
            stream = _Stream(name, descriptor, functools.partial(self._write, name))
            setattr(sys, name, stream)
            setattr(sys, f"__{name}__", stream)
        handle = logging.Logger.handle

        def observed_handle(logger, record):
            if not getattr(logger, "disabled", False):
                self._logged(record, sys._getframe(1))
            return handle(logger, record)

        logging.Logger.handle = observed_handle

    @contextlib.contextmanager
    def attached(self, shown: bool) -> Iterator[None]:
        """Record what is written to streams that the program, or its test runner, has put in place of ours.

        `shown` lets the text go on to them.
        """
        put = {}
        for name in ("stdout", "stderr"):
            stream = getattr(sys, name)
            if stream is not None and not isinstance(stream, _Stream):
                record = functools.partial(self._write, name)
                put[name] = stream, _Tee(name, record, stream) if shown else _Stream(name, -1, record)
                setattr(sys, name, put[name][1])
        try:
            yield
        finally:
            for name, (stream, ours) in put.items():
                if getattr(sys, name) is ours:
                    setattr(sys, name, stream)

    def flush(self, lines: bool = False) -> None:
        """Record what was written past Python since the last time, and unfinished lines where no more is to come."""
        with self._lock:
            for key in list(self._pending) if lines else ():
                parts, stack, call = self._pending.pop(key)
                self._record(key[0], "".join(parts), stack, call)
            for name, (descriptor, offset) in self._native.items():
                data = os.pread(descriptor, 1 << 20, offset)
                if data:
                    self._native[name] = (descriptor, offset + len(data))
                    for line in data.decode("utf-8", "replace").splitlines():
                        self._record(f"native {name}", line, [], self._log.current.call)

    def _after_fork(self):
        self._lock = threading.RLock()  # another thread may have held it

    def totals(self) -> None:
        """Record how much was written where only a part was recorded in full."""
        for (run, stream, call, place), count in self._counts.items():
            if count > SAME_PLACE:
                self._log.write("more", run=run, stream=stream, call=call, place=place, count=count)
        self._counts.clear()

    def _write(self, name, text, frame):
        stack, logged, told, _ = self._origin(frame)
        if logged:
            return  # recorded by its logger, without the time and the thread
        if told or _TRACEBACK in text:
            text = _without_frames(text, told)
        if not text:
            return
        call, key = self._log.current.call, (name, threading.get_ident())  # each thread writes lines of its own
        with self._lock:
            pending = self._pending.get(key)
            if pending is None:
                pending = self._pending[key] = [], stack, call
            elif pending[2] != call or pending[1] is not stack and pending[1] != stack:
                # A line begun elsewhere: what each place wrote is kept apart, unless it is drawn over.
                if text[0] not in _REDRAWS:
                    self._record(name, "".join(pending[0]), *pending[1:])
                pending = self._pending[key] = [], stack, call
            parts = pending[0]
            parts.append(text)
            if "\n" in text:
                *lines, rest = "".join(parts).split("\n")
                for line in lines:
                    self._record(name, line, stack, call)
                parts[:] = [rest]
            if not parts[0]:
                del self._pending[key]

    def _origin(self, frame):
        """The user's places that lead to a frame, and whether a handler of the logging module or that of tracebacks writes.

        Both follow from the instructions that the frames are at, so that they are found once for each such chain.
        """
        key, at, base, stop = (), frame, self.base, self.stop
        while at is not None:
            code = at.f_code
            if code is base or code is stop and len(key) >= 2 * _LOGGING:
                break
            key += id(code), at.f_lasti
            at = at.f_back
        found = self._origins.get(key)
        if found is None:
            if len(self._origins) >= ORIGINS:
                self._origins.clear()
            found = self._origins[key] = *self._origin_of(frame), _codes(frame, at)
        return found

    def _origin_of(self, frame):
        while frame is not None and frame.f_code.co_filename == __file__:
            frame = frame.f_back
        told = frame is not None and frame.f_code.co_filename == traceback.__file__
        return self._locator.stack(frame, self.stop), self._from_logging(frame), told

    def _logged(self, record, frame):
        stack, *_ = self._origin(frame)
        if record.name.partition(".")[0] in _FRAMEWORKS and not self._locator.owns(record.pathname):
            stack = []  # the framework tells of what it does itself, wherever that is asked for
        try:
            text = f"{record.levelname}:{record.name}:{record.getMessage()}"
        except Exception as error:  # logging itself reports wrong arguments in the same way
            text = f"{record.levelname}:{record.name}:{record.msg!r} ({type(error).__name__}: {error})"
        with self._lock:
            self._record("log", text, stack, self._log.current.call)

    def _record(self, stream, text, stack, call):
        if self._muted:
            return
        place = tuple(stack[0]) if stack else None
        text = _redrawn(text)
        key = self._log.current.run, stream, call, place
        self._counts[key] += 1
        if self._counts[key] <= SAME_PLACE:
            self._log.write("out", stream=stream, text=text[:TEXT], size=len(text), stack=stack, call=call)

    def _from_logging(self, frame):
        """Whether a handler of the logging module writes; AutoGraph may run converted copies of it."""
        for _ in range(_LOGGING):
            if frame is None:
                return False
            code = frame.f_code
            if code.co_name.endswith(("emit", "flush")) and self._locator.origin(code.co_filename) == logging.__file__:
                return True
            frame = frame.f_back
        return False


def _redrawn(text: str) -> str:
    """What is left to see of a line that is drawn over, as progress bars are."""
    return text if _REDRAWS[0] not in text and _REDRAWS[1] not in text else re.split(f"[{_REDRAWS}]+", text.rstrip(_REDRAWS))[-1]


def _without_frames(text: str, told: bool) -> str:
    """What is written of an exception, without the frames and its text: in a graph both are the framework's own.

    `told` says that the traceback module writes.
    """
    before, found, _ = text.partition(_TRACEBACK)
    if found:
        return before + found
    return "" if told else text


def say_as_python() -> None:
    """Have Python code tell of exceptions that nobody catches: machine code writes without a frame to know it by."""
    threading.excepthook = _say_of_thread
    sys.unraisablehook = _say_of_object


def _say_of_thread(args):
    if args.exc_type is SystemExit or sys.stderr is None:
        return
    name = args.thread.name if args.thread is not None else threading.get_ident()
    sys.stderr.write(f"Exception in thread {name}:\n")
    traceback.print_exception(args.exc_type, args.exc_value, args.exc_traceback)


def _say_of_object(unraisable):
    if sys.stderr is None:
        return
    what = f": {unraisable.object!r}" if unraisable.object is not None else ""
    sys.stderr.write(f"{unraisable.err_msg or 'Exception ignored in'}{what}\n")
    traceback.print_exception(unraisable.exc_type, unraisable.exc_value, unraisable.exc_traceback)


def _codes(frame: types.FrameType | None, end: types.FrameType | None) -> list[types.CodeType]:
    """The codes that a chain of frames runs: as long as they are kept, no other code has the identity of one of them."""
    found = []
    while frame is not end:
        found.append(frame.f_code)
        frame = frame.f_back
    return found
