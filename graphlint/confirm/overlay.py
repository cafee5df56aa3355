"""Edited texts of files that stay as they are on disk: what a program would do after an edit, before it is made.

Everything that is recorded of such a run is in lines of the files on disk, so that it can be held against a run of them.
"""
from __future__ import annotations

import difflib
import importlib.machinery
import io
import linecache
import tokenize
from collections.abc import Mapping

from graphlint.confirm import lines


def line_map(before: str, after: str) -> list[int]:
    """For each line of the edited text, from 1, the line of the old text that it is or that it replaces."""
    old, new = before.splitlines(), after.splitlines()
    found = [0]
    for _, first, last, begin, end in difflib.SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        for index in range(begin, end):
            found.append(min(first + index - begin, max(last - 1, first)) + 1)
    return [min(line, max(len(old), 1)) for line in found]


def install(texts: Mapping[str, str]) -> None:
    """Have imports, tracebacks and AutoGraph see the texts instead of the files of these real paths."""
    loader = importlib.machinery.SourceFileLoader
    get_code, get_data = loader.get_code, loader.get_data

    def edited_code(self, fullname):
        path = self.get_filename(fullname)
        if path not in texts:
            return get_code(self, fullname)
        return self.source_to_code(texts[path], path)  # never from or to a cache

    def edited_data(self, path):
        return _encoded(texts[path]) if path in texts else get_data(self, path)

    loader.get_code, loader.get_data = edited_code, edited_data
    for path, text in texts.items():
        # Without a time of change the cache is not checked against the disk.
        linecache.cache[path] = len(text), None, text.splitlines(True), path
        with tokenize.open(path) as file:
            lines.edited[path] = line_map(file.read(), text)


def _encoded(text: str) -> bytes:
    encoding, _ = tokenize.detect_encoding(io.BytesIO(text.encode()).readline)
    return text.encode(encoding)
