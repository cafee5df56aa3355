"""Files as tensors: ReadFile, WriteFile, MatchingFiles, and what becomes of the system's errors."""

from __future__ import annotations

import fnmatch
import glob
import os
import re

import numpy as np

from runtime.core import errors
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.tensor_shape import text

_KINDS = {FileNotFoundError: errors.NotFoundError, PermissionError: errors.PermissionDeniedError,
          IsADirectoryError: errors.FailedPreconditionError, NotADirectoryError: errors.FailedPreconditionError}


def file_error(path, error):
    """The OpError for an OSError, in TensorFlow's words: ``PATH; No such file or directory``."""
    return _KINDS.get(type(error), errors.UnknownError)(None, None, f"{path}; {os.strerror(error.errno)}")


def path_of(value):
    """The path in a scalar string."""
    value = np.asarray(value, object).item()
    return os.fsdecode(value) if isinstance(value, (bytes, os.PathLike)) else value


def _scalar(value, name):
    if np.ndim(value):
        raise errors.invalid(f"{name} tensor must be scalar, but had shape: {text(np.shape(value))}")
    return value


def _read(filename):
    path = path_of(_scalar(filename, "Input filename"))
    try:
        with open(path, "rb") as file:
            return np.array(file.read(), object)
    except OSError as error:
        raise file_error(path, error) from None


def _write(filename, contents):
    path = path_of(_scalar(filename, "Input filename"))
    try:
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with open(path, "wb") as file:
            file.write(np.asarray(_scalar(contents, "Contents"), object).item())
    except OSError as error:
        raise file_error(path, error) from None
    return ()


def _matching(pattern):
    found = []
    for one in np.asarray(pattern, object).reshape(-1):
        found += [name for each in _with_hidden(_without_recursion(path_of(one))) for name in glob.glob(each)]
    names = np.empty(len(found), object)
    names[:] = sorted(map(os.fsencode, set(found)))
    return names


def _with_hidden(pattern):
    """The patterns whose matches, by Python's rules, are those of a pattern by TensorFlow's: names that begin with a dot too."""
    made = [""]
    for part in re.split(r"(/+)", pattern):
        hidden = {"*": [f".{part}"], "?": [f".{part[1:]}"]}.get(part[:1], [])
        one_of = re.match(r"\[!?\]?[^\]]*\]", part)
        if one_of and fnmatch.fnmatchcase(".", one_of[0]):
            hidden = [f".{part[one_of.end():]}"]
        made = [start + end for start in made for end in (part, *hidden)]
    return made


def _without_recursion(pattern):
    """TensorFlow's patterns know no ``**``: it is as good as ``*``."""
    while "**" in pattern:
        pattern = pattern.replace("**", "*")
    return pattern


# TensorFlow calls reading stateless, but what a file holds may change: it is never folded, shared or moved over a write.
READ_FILE = op("ReadFile", "filename: string -> contents: string", kernel=_read, infer=lambda inputs, attrs: (), stateful=True,
               prunable=True)
WRITE_FILE = op("WriteFile", "filename: string, contents: string ->", kernel=_write, stateful=True)
MATCHING_FILES = op("MatchingFiles", "pattern: string -> filenames: string", kernel=_matching,
                    infer=lambda inputs, attrs: (None,), stateful=True, prunable=True)


def read_file(filename, name=None):
    """The contents of a file: string []. Raises NotFoundError and the like."""
    return dispatch(READ_FILE, (filename,), None, name)


def write_file(filename, contents, name=None):
    """Write a scalar string to a file; its folder is made if it is missing."""
    return dispatch(WRITE_FILE, (filename, contents), None, name)


def matching_files(pattern, name=None):
    """The files that match a pattern, or any of a vector of patterns, in order: string [n]."""
    return dispatch(MATCHING_FILES, (pattern,), None, name)
