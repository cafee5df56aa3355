"""Files as tensors: ReadFile, WriteFile, MatchingFiles, and what becomes of the system's errors."""

from __future__ import annotations

import fnmatch
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


#: What makes a part of a path a pattern.
_MAGIC = re.compile(r"[*?\[]")


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
    found = [name for one in np.asarray(pattern, object).reshape(-1) for name in matching_paths(path_of(one))]
    names = np.empty(len(found), object)
    names[:] = sorted(map(os.fsencode, found))
    return names


def matching_paths(pattern):
    """The paths that match a pattern, level by level, as in TensorFlow: names that begin with a dot too, ``**`` as ``*``.

    There a pattern with two slashes in a row matches nothing, and one at its end does not matter.
    """
    if not _MAGIC.search(pattern):
        return [pattern] if os.path.lexists(pattern) else []
    if "//" in pattern:
        return []
    found = [""]
    for part, slash in re.findall(r"([^/]*)(/?)", pattern.removesuffix("/")):
        if _MAGIC.search(part):
            found = [start + name for start in found for name in fnmatch.filter(_listed(start), part)]
        else:
            found = [start + part for start in found]
        found = [path + slash for path in found]
    return [path for path in found if os.path.lexists(path)]


def _listed(folder):
    try:
        return os.listdir(folder or os.curdir)
    except OSError:
        return []


# TensorFlow calls reading stateless, but what a file holds may change: it is never folded, shared or moved over a write.
READ_FILE = op("ReadFile", "filename: string -> contents: string", kernel=_read, infer=lambda inputs, attrs: (), stateful=True,
               prunable=True, files=True)
WRITE_FILE = op("WriteFile", "filename: string, contents: string ->", kernel=_write, stateful=True, files=True)
MATCHING_FILES = op("MatchingFiles", "pattern: string -> filenames: string", kernel=_matching,
                    infer=lambda inputs, attrs: (None,), stateful=True, prunable=True, files=True)


def read_file(filename, name=None):
    """The contents of a file: string []. Raises NotFoundError and the like."""
    return dispatch(READ_FILE, (filename,), None, name)


def write_file(filename, contents, name=None):
    """Write a scalar string to a file; its folder is made if it is missing."""
    return dispatch(WRITE_FILE, (filename, contents), None, name)


def matching_files(pattern, name=None):
    """The files that match a pattern, or any of a vector of patterns, in order: string [n]."""
    return dispatch(MATCHING_FILES, (pattern,), None, name)
