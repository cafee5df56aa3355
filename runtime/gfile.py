"""`tf.io.gfile`: files and folders of this machine, with TensorFlow's errors. Other file systems are refused by their scheme."""

from __future__ import annotations

import os
import posixpath
import re
import shutil
from typing import NamedTuple

from runtime.core import errors
from runtime.core.absent import absent_from
from runtime.core.deprecation import warn_deprecated
from runtime.ops.io.files import file_error, matching_paths

_SCHEME = re.compile(r"([a-zA-Z][0-9a-zA-Z.]*)://")
_MODES = ("r", "w", "a", "r+", "w+", "a+")


def _as_bytes(text):
    if isinstance(text, (bytes, bytearray)):
        return bytes(text)
    if isinstance(text, str):
        return text.encode()
    raise TypeError(f"Expected binary or unicode string, got {text!r}")


def _path(path):
    """The path as the system takes it. Raises UnimplementedError for one of another file system."""
    name = os.fsdecode(_as_bytes(path.__fspath__() if isinstance(path, os.PathLike) else path))
    scheme = _SCHEME.match(name)
    if scheme and scheme[1] != "file":
        raise errors.UnimplementedError(None, None, f"File system scheme '{scheme[1]}' not implemented (file: '{name}')")
    return name.removeprefix("file://") if scheme else name


def _text(name):
    return os.fsdecode(name) if isinstance(name, bytes) else name


class _Attempt:
    """Turns the system's errors of a block into TensorFlow's."""

    def __init__(self, path):
        self._path = path

    def __enter__(self):
        return self

    def __exit__(self, kind, error, trace):
        if isinstance(error, OSError):
            raise file_error(self._path, error) from None


class FileIO:
    """A file that is opened when it is first read or written."""

    def __init__(self, name, mode, encoding="utf-8"):
        self._name, self._mode, self._encoding = name, mode, encoding
        self._binary = "b" in mode
        plain = mode.replace("b", "")
        if plain not in _MODES:
            raise errors.InvalidArgumentError(None, None, "mode is not 'r' or 'w' or 'a' or 'r+' or 'w+' or 'a+'")
        self._may_read, self._may_write = plain not in ("w", "a"), plain != "r"
        self._reader = self._writer = None

    @property
    def name(self):
        return self._name

    @property
    def mode(self):
        return self._mode

    def _open_to_read(self):
        if self._reader is None:
            if not self._may_read:
                raise errors.PermissionDeniedError(None, None, "File isn't open for reading")
            path = _path(self._name)
            with _Attempt(path):
                self._reader = open(path, "rb")
        return self._reader

    def _open_to_write(self):
        if self._writer is None:
            if not self._may_write:
                raise errors.PermissionDeniedError(None, None, "File isn't open for writing")
            path = _path(self._name)
            with _Attempt(path):
                self._writer = open(path, "ab" if "a" in self._mode else "wb")
        return self._writer

    def _prepared(self, data):
        return data if self._binary else data.decode(self._encoding)

    def size(self):
        """How many bytes the file has."""
        return stat(self._name).length

    def write(self, file_content):
        """Write text, or bytes, at the end."""
        self._open_to_write().write(file_content.encode(self._encoding) if isinstance(file_content, str) else _as_bytes(file_content))

    def read(self, n=-1):
        """The next `n` bytes, or all that are left, as text unless the mode is binary."""
        reader = self._open_to_read()
        if n < -1:
            raise errors.InvalidArgumentError(None, None, f"Can't read a negative number of bytes: {n}")
        return self._prepared(reader.read(n))

    def seek(self, offset=None, whence=0, position=None):
        """Go to a place in the file: from its start (`whence` 0), from here (1), from its end (2)."""
        if position is not None:
            warn_deprecated("calling FileIO.seek", "tensorflow.python.lib.io.file_io", "position is deprecated in favor of the offset argument.",
                            argument="position", depth=2)
        reader = self._open_to_read()
        if offset is None and position is None:
            raise TypeError("seek(): offset argument required")
        if offset is not None and position is not None:
            raise TypeError("seek(): offset and position may not be set simultaneously.")
        offset = offset if position is None else position
        if whence not in (0, 1, 2):
            raise errors.InvalidArgumentError(None, None, f"Invalid whence argument: {whence}. Valid values are 0, 1, or 2.")
        offset += (0, reader.tell(), self.size())[whence] if whence else 0
        if offset < 0:
            raise errors.InvalidArgumentError(None, None, f"Seeking to a negative position: {offset}")
        if offset > self.size():
            raise errors.OutOfRangeError(None, None, "reached end of file")
        reader.seek(offset)

    def readline(self):
        """The next line, with the newline at its end, without carriage returns; empty at the end of the file."""
        return self._prepared(self._open_to_read().readline().replace(b"\r", b""))

    def readlines(self):
        """All lines that are left."""
        return list(self)

    def tell(self):
        """Where in the file the next byte is read or written."""
        return (self._open_to_read() if self._may_read else self._open_to_write()).tell()

    def __enter__(self):
        return self

    def __exit__(self, *error):
        self.close()

    def __iter__(self):
        return self

    def __next__(self):
        line = self.readline()
        if not line:
            raise StopIteration
        return line

    next = __next__

    def flush(self):
        """Hand what was written to the system."""
        if self._writer is not None:
            self._writer.flush()

    def close(self):
        """Close the file; it is opened again if it is used."""
        for file in (self._reader, self._writer):
            if file is not None:
                file.close()
        self._reader = self._writer = None

    def seekable(self):
        return True


class GFile(FileIO):
    """A file, read and written as Python's own, with TensorFlow's errors. A mode with ``b`` gives bytes."""

    def __init__(self, name, mode="r", encoding="utf-8"):
        super().__init__(name, mode, encoding)


class FileStatistics(NamedTuple):
    """What `stat` tells of a path."""

    length: int
    mtime_nsec: int
    is_directory: bool


def exists(path):
    """Whether there is a file or folder."""
    try:
        return os.path.exists(_path(path))
    except errors.NotFoundError:
        return False


def isdir(path):
    """Whether the path is a folder."""
    try:
        return os.path.isdir(_path(path))
    except errors.OpError:
        return False


def remove(path):
    """Delete a file."""
    path = _path(path)
    with _Attempt(path):
        if os.path.isdir(path):
            raise IsADirectoryError(21, os.strerror(21))
        os.remove(path)


def rmtree(path):
    """Delete a folder and all that is in it, or a file."""
    path = _path(path)
    if not os.path.lexists(path):
        raise errors.NotFoundError(None, None, f"{path} not found")
    with _Attempt(path):
        if os.path.isdir(path):
            shutil.rmtree(path)
        else:
            os.remove(path)


def mkdir(path):
    """Make a folder in one that is there. One that is there already is left as it is."""
    path = _path(path)
    with _Attempt(path):
        if not os.path.lexists(path):
            os.mkdir(path)


def makedirs(path):
    """Make a folder and those above it, as far as they are not there."""
    path = _path(path)
    part = path
    while part and not os.path.lexists(part):
        part = os.path.dirname(part)
    if part and not os.path.isdir(part):
        raise errors.FailedPreconditionError(None, None, f"{part} is not a directory")
    with _Attempt(path):
        os.makedirs(path, exist_ok=True)


def listdir(path):
    """The names in a folder, in any order."""
    if not isdir(path):
        raise errors.NotFoundError(None, None, f"Could not find directory {path}")
    return os.listdir(_path(path))


def glob(pattern):
    """The paths that match a pattern, or one of a list of them."""
    patterns = [pattern] if isinstance(pattern, (str, bytes)) else list(pattern)
    return [_text(name) for one in patterns for name in matching_paths(_path(one))]


def copy(src, dst, overwrite=False):
    """Copy a file. Raises AlreadyExistsError where there is one already, unless `overwrite`."""
    src, dst = _path(src), _path(dst)
    _check_free(dst, overwrite)
    for path in (src, dst):
        with _Attempt(path), open(path, "rb" if path == src else "ab"):
            pass
    shutil.copyfile(src, dst)


def rename(src, dst, overwrite=False):
    """Move a file or folder. Raises AlreadyExistsError where there is something already, unless `overwrite`."""
    src, dst = _path(src), _path(dst)
    _check_free(dst, overwrite)
    with _Attempt(src):
        os.replace(src, dst)


def _check_free(path, overwrite):
    if not overwrite and os.path.exists(path):
        raise errors.AlreadyExistsError(None, None, "file already exists")


def stat(path):
    """How many bytes a path has, when it was changed and whether it is a folder."""
    path = _path(path)
    with _Attempt(path):
        found = os.stat(path)
        return FileStatistics(found.st_size, found.st_mtime_ns, os.path.isdir(path))


def walk(top, topdown=True, onerror=None):
    """(folder, folders in it, files in it) for a folder and all below it; a folder that is not there is left out."""
    top = _text(os.fspath(top))
    try:
        names = listdir(top)
    except errors.NotFoundError as error:
        if onerror:
            onerror(error)
        return
    folders = [name for name in names if isdir(join(top, name))]
    here = top, folders, [name for name in names if name not in folders]
    if topdown:
        yield here
    for folder in folders:
        yield from walk(join(top, folder), topdown, onerror)
    if not topdown:
        yield here


def join(path, *paths):
    """The parts as one path."""
    if "://" in _text(os.fspath(path))[1:]:  # of another file system, whose paths are put together as here on Linux
        return posixpath.join(path, *paths)
    return os.path.join(path, *paths)


def get_registered_schemes():
    """What paths may begin with: the local file system has a name, and none."""
    return ["file", ""]


__getattr__ = absent_from("tf.io.gfile")
