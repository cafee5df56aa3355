"""Edits that leave a syntax tree as it is: of comments, of white space at ends of lines, and of the words of docstrings."""

from __future__ import annotations

import ast
import hashlib
import io
import pickle
import tokenize
from collections.abc import Iterator
from typing import Any, NamedTuple

from astroid import nodes

_Place = tuple[int, int]
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
_SCOPES = (nodes.Module, nodes.ClassDef, nodes.FunctionDef)
_BLOCKS = ("body", "orelse", "finalbody", "handlers", "cases")


class Shape(NamedTuple):
    """What a source says besides its comments and docstrings, with all positions, and the docstrings by where they begin."""

    digest: bytes
    docs: dict[_Place, tuple[str, int, int]]
    """The text of each, and where it ends."""


def shape(source: bytes) -> Shape | None:
    """The shape of a source; None if it does not parse, or is not in UTF-8."""
    try:
        if tokenize.detect_encoding(io.BytesIO(source).readline)[0] != "utf-8":
            return None
        tree = ast.parse(source, type_comments=True)
        docs = {(statement.lineno, statement.col_offset): _taken(statement) for statement in _docs(tree)}
        return Shape(hashlib.blake2b(pickle.dumps(tree, pickle.HIGHEST_PROTOCOL), digest_size=16).digest(), docs)
    except (SyntaxError, ValueError, RecursionError):
        return None


def _documented(tree: Any, kinds: tuple[type, ...]) -> Iterator[Any]:
    """What may have a docstring, in a tree of Python's or astroid's: they call the blocks of statements alike."""
    queue = [tree]
    for node in queue:
        for block in _BLOCKS:
            queue += getattr(node, block, None) or ()
        if isinstance(node, kinds):
            yield node


def _docs(tree: ast.Module) -> Iterator[ast.Expr]:
    for node in _documented(tree, _DOCUMENTED):
        first = node.body[0] if node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            if any(map(str.isspace, first.value.value)):  # one word could be a name that somebody looks for among the texts
                yield first


def _taken(statement: ast.Expr) -> tuple[str, int, int]:
    """The text of a docstring and its end, which are taken out of the tree."""
    doc = statement.value
    found = doc.value, doc.end_lineno, doc.end_col_offset
    doc.value, doc.end_col_offset, statement.end_col_offset = "", 0, 0
    return found


def is_unread(module: nodes.Module, new: bytes) -> bool:
    """Whether lines differ behind a `#` and within docstrings at most: what the positions in a tree do not tell is as it was."""
    ours, theirs = (module.file_bytes or b"").split(b"\n"), new.split(b"\n")
    changed = [(number, one, other) for number, (one, other) in enumerate(zip(ours, theirs), 1) if one != other and _bare(one) != _bare(other)]
    if len(ours) != len(theirs):
        return False
    docs = [scope.doc_node for scope in _documented(module, _SCOPES) if scope.doc_node is not None] if changed else []
    return all(
        any(doc.lineno < number <= doc.end_lineno or doc.lineno == number and one[: doc.col_offset] == other[: doc.col_offset] for doc in docs)
        for number, one, other in changed)


def renew(module: nodes.Module, before: Shape, source: bytes) -> Shape | None:
    """Makes a tree that of another source, which `is_unread`, and gives its shape; None where a new tree is needed.

    `before` is its shape.
    """
    after = shape(source)
    if after is None or after.digest != before.digest or after.docs.keys() != before.docs.keys():
        return None
    module.file_bytes = source
    if after.docs != before.docs:
        for scope in _documented(module, _SCOPES):
            doc = scope.doc_node
            if doc is not None and (doc.lineno, doc.col_offset) in after.docs:
                doc.value, doc.end_lineno, doc.end_col_offset = after.docs[doc.lineno, doc.col_offset]
    return after


def _bare(line: bytes) -> bytes:
    return line.partition(b"#")[0].rstrip()
