"""Edited texts of files that stay as they are on disk: what a program would do after an edit, before it is made.

Everything that is recorded of such a run is in lines of the files on disk, so that it can be held against a run of them.
"""
from __future__ import annotations

import difflib
import importlib.machinery
import io
import linecache
import os
import tokenize
from collections.abc import Mapping

from graphlint.confirm import lines
from graphlint.notebooks.notebook import module_of


def line_map(before: str, after: str) -> list[int]:
    """For each line of the edited text, from 1, the line of the old text that it is or that it replaces."""
    old, new = _lines(before), _lines(after)
    found = [0]
    for _, first, last, begin, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for index in range(begin, end):
            found.append(min(first + index - begin, max(last - 1, first)) + 1)
    return [min(line, max(len(old), 1)) for line in found]


def install(texts: Mapping[str, str]) -> None:
    """Have imports, tracebacks and AutoGraph see the texts instead of the files of these real paths."""
    if not texts:
        return
    loader = importlib.machinery.SourceFileLoader
    get_code, get_data, read_lines, open_code = loader.get_code, loader.get_data, linecache.updatecache, io.open_code

    def edited_text(path):
        return texts.get(os.path.realpath(path))

    def edited_code(self, fullname):
        path = self.get_filename(fullname)
        text = edited_text(path)
        return get_code(self, fullname) if text is None else self.source_to_code(text, path)  # never from or to a cache

    def edited_data(self, path):
        text = edited_text(path)
        return get_data(self, path) if text is None else _encoded(text)

    def edited_lines(filename, module_globals=None):
        text = edited_text(filename) if filename else None
        if text is None:
            return read_lines(filename, module_globals)
        found = _lines(text)
        # Without a time of change the cache is not checked against the disk.
        linecache.cache[filename] = len(text), None, found, filename
        return found

    def edited_file(path):
        text = edited_text(path)
        return open_code(path) if text is None else io.BytesIO(_encoded(text))

    loader.get_code, loader.get_data = edited_code, edited_data
    linecache.updatecache = edited_lines  # all of linecache, inspect and TensorFlow's AutoGraph read through it
    io.open_code = edited_file  # runpy
    linecache.clearcache()
    for path, text in texts.items():
        with open(path, "rb") as file:
            data = module_of(path, file.read())
        encoding, _ = tokenize.detect_encoding(io.BytesIO(data).readline)
        lines.edited[path] = line_map(io.TextIOWrapper(io.BytesIO(data), encoding).read(), text)


def _lines(text: str) -> list[str]:
    """The lines as Python counts them: other than `splitlines`, at line ends alone."""
    found = io.StringIO(text, newline=None).readlines()
    return [*found[:-1], found[-1].rstrip("\n") + "\n"] if found else []


def _encoded(text: str) -> bytes:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)
    return text.encode(encoding)
