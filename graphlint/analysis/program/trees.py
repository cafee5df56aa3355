"""Syntax trees of files, made by astroid: of those on disk, and of texts that are not saved."""

from __future__ import annotations

import io
import os
import tokenize

from astroid import modutils, nodes
from astroid.builder import AstroidBuilder
from astroid.exceptions import AstroidBuildingError, AstroidSyntaxError
from astroid.interpreter._import import spec
from astroid.manager import AstroidManager

from graphlint.analysis.program.files import Files


class _Stream(io.BytesIO):
    """Bytes with the name of a file, which Python puts into its message."""

    def __init__(self, name: str, data: bytes) -> None:
        super().__init__(data)
        self.name = name


def tree(files: Files, path: str, name: str) -> nodes.Module:
    """The tree of a file that is imported by a name.

    Raises:
        AstroidBuildingError: it cannot be read, or does not parse.
    """
    manager = AstroidManager()
    real = os.path.realpath(path)
    if real not in files.unsaved:
        return manager.ast_from_file(path, name, source=True)
    data = files.read(real) or b""
    known = manager.astroid_cache.get(name)
    if known is not None and known.file == os.path.abspath(path) and known.file_bytes == data:
        return known
    # As astroid reads a file, which has its own way to say what is wrong with the encoding.
    try:
        encoding, _ = tokenize.detect_encoding(_Stream(path, data).readline)
        text = io.TextIOWrapper(io.BytesIO(data), encoding).read()
    except (SyntaxError, LookupError) as error:
        text = "Python 3 encoding specification error or unknown encoding:\n{error}"
        raise AstroidSyntaxError(text, modname=name, path=path, error=error) from error
    except UnicodeError as error:
        raise AstroidBuildingError("Wrong or no encoding specified for {filename}.", filename=path) from error
    module = AstroidBuilder(manager).string_build(text, name, path)
    module.file_bytes, module.file_encoding = data, encoding
    module.notebook = files.notebooks.get(real)
    return module


def announce(files: Files) -> None:
    """Makes astroid know the texts that are not saved, for its own imports: it reads no others than those on disk."""
    manager = AstroidManager()
    for path in files.unsaved:
        if path in files.notebooks:
            continue  # nothing imports it
        name = name_of(files, path)
        try:
            tree(files, path, name)
        except MemoryError:
            raise
        except Exception:  # where this file is linted, pylint says it
            manager.astroid_cache.pop(name, None)
            AstroidBuilder(manager).string_build("", name, path)


def forget_files() -> None:
    """Makes astroid look anew for the files of modules: it keeps which there are, and which there are not, as long as the process lives."""
    AstroidManager()._mod_file_cache.clear()
    kept = [getattr(spec, "_find_spec", None), *(finder.find_module for finder in spec._SPEC_FINDERS)]
    kept += [getattr(modutils, name, None) for name in ("_has_init", "cached_os_path_isfile")]
    for one in kept:
        if hasattr(one, "cache_clear"):
            one.cache_clear()


def name_of(files: Files, path: str) -> str:
    """The name by which a file is imported, from the folder of its top package."""
    folder, name = os.path.split(path)
    parts = [] if name == "__init__.py" else [os.path.splitext(name)[0]]
    while "__init__.py" in files.listed(folder) and os.path.dirname(folder) != folder:
        folder, package = os.path.split(folder)
        parts.insert(0, package)
    return ".".join(parts) or "__init__"
