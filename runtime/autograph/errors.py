"""AutoGraph's exceptions, and the `in user code:` message that a failing trace ends with."""

import linecache
import traceback
import types
from typing import NamedTuple, Optional

from runtime.core.errors import InaccessibleTensorError, MissingOpError, OpError, OperatorNotAllowedInGraphError
from runtime.core.graph import RUNTIME


class PyCTError(Exception):
    """Base class of the exceptions about converting source code."""


class AutoGraphError(PyCTError):
    """Base class of AutoGraph's exceptions."""


class ConversionError(AutoGraphError):
    """A function could not be converted (`to_graph`, `to_code`)."""


class StagingError(AutoGraphError):
    """Raised in place of an exception whose class cannot carry the message with the user's lines."""


class UnsupportedLanguageElementError(PyCTError, NotImplementedError):
    """A piece of Python that AutoGraph does not convert."""


class InaccessibleSourceCodeError(PyCTError, ValueError):
    """The source text of a function cannot be found."""


class MultilineMessageKeyError(KeyError):
    """A KeyError that prints its message as it is, line breaks included."""

    def __init__(self, message, original_key):
        super().__init__(original_key)
        self._message = message

    def __str__(self):
        return self._message


MultilineMessageKeyError.__name__ = KeyError.__name__

# Exceptions that are made again from one string.
_STRING_CONSTRUCTED = frozenset((
    AssertionError, AttributeError, NameError, NotImplementedError, RuntimeError, StopIteration, TypeError,
    UnboundLocalError, ValueError, PyCTError, AutoGraphError, ConversionError, StagingError, InaccessibleTensorError,
    OperatorNotAllowedInGraphError, MissingOpError))


def is_internal(filename):
    """Whether a file belongs to the runtime, not to the user."""
    return filename.startswith(RUNTIME)


class Frame(NamedTuple):
    """One line of the message. mark: `*` converted code, `**` called from converted code but not converted."""

    filename: str
    lineno: Optional[int]
    function_name: Optional[str]
    mark: str = ""
    text: Optional[str] = None  # of the line, if it is not the whole line of the file

    def lines(self):
        code = self.text or (linecache.getline(self.filename, self.lineno).strip() if self.lineno else "")
        mark = f"  {self.mark}" if self.mark else ""
        yield f'    File "{self.filename}", line {self.lineno}, in {self.function_name}{mark}'
        yield f"        {code or '<source unavailable>'}"


def _user_frames(tb, factory, caller_file):
    """The frames from the raise (first) to the converted function that `factory` made (last).

    A frame entered from `caller_file`, the file of converted_call, is one that converted code called without converting it.
    """
    frames = []
    for frame, lineno in reversed(list(traceback.walk_tb(tb))):
        code = frame.f_code
        if id(code) in factory.codes:
            frames.append(Frame(code.co_filename, lineno, factory.codes[id(code)], "*", factory.lines.get(lineno)))
            break
        if code.co_filename == caller_file:
            if frames and not frames[-1].mark:
                frames[-1] = frames[-1]._replace(mark="**")
            continue
        frames.append(Frame(code.co_filename, lineno, code.co_name))
    return tuple(frame for frame in frames if not is_internal(frame.filename))


def _user_traceback(tb):
    """`tb` without the runtime's own frames."""
    kept = None
    for entry in reversed(list(_entries(tb))):
        if not is_internal(entry.tb_frame.f_code.co_filename):
            kept = types.TracebackType(kept, entry.tb_frame, entry.tb_lasti, entry.tb_lineno)
    return kept


def _entries(tb):
    while tb is not None:
        yield tb
        tb = tb.tb_next


class ErrorMetadata:
    """What an exception carries from the place where it was raised up through the converted callers."""

    __slots__ = ("frames", "cause")

    def __init__(self, frames, cause):
        self.frames = frames
        self.cause = cause

    def message(self):
        """The text: `in user code:`, the user's frames (outermost first), the original error."""
        lines = ["in user code:", ""]
        for frame in reversed(self.frames):
            lines.extend(frame.lines())
        lines.append("")
        lines.extend("    " + line for line in self.cause.split("\n"))
        lines.append("")
        return "\n".join(lines)

    def to_exception(self, error):
        """An exception of `error`'s class, where that can be made from one string, with the message.

        A class that defines its own `__init__` becomes StagingError, KeyError a subclass that keeps line breaks.
        """
        kind = type(error)
        if isinstance(error, OpError) and kind is not OpError:
            made = kind(error.node_def, error.op, self.message())
        elif kind in _STRING_CONSTRUCTED or kind.__init__ is Exception.__init__:
            made = kind(self.message())
        elif kind is KeyError:
            made = MultilineMessageKeyError(self.message(), self.cause)
        else:
            made = StagingError(self.message())
        made = made.with_traceback(_user_traceback(error.__traceback__))
        made.__suppress_context__ = True
        made.ag_error_metadata = self
        return made


def attach_metadata(error, tb, factory, caller_file):
    """Records, on `error`, the user's frames of one converted function that it passes through."""
    if hasattr(error, "ag_pass_through"):
        return
    frames = _user_frames(tb, factory, caller_file)
    inner = getattr(error, "ag_error_metadata", None)
    if inner is None:
        cause = f"{type(error).__name__}: {error}"
    else:
        # Only this function's own line: the frames below it were recorded by the functions it called.
        frames = inner.frames + frames[-1:]
        cause = inner.cause
    error.ag_error_metadata = ErrorMetadata(frames, cause)
