"""Edits that leave a syntax tree as it is: of comments, of white space at ends of lines, and of the words of docstrings."""

from __future__ import annotations

import ast
import hashlib
import io
import pickle
import tokenize
from collections.abc import Iterator
from typing import NamedTuple

from astroid import nodes

_Place = tuple[int, int]
_DOCUMENTED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)
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


def _docs(tree: ast.Module) -> Iterator[ast.Expr]:
    queue: list[ast.AST] = [tree]
    for node in queue:
        for block in _BLOCKS:
            queue += getattr(node, block, ())
        first = node.body[0] if isinstance(node, _DOCUMENTED) and node.body else None
        if isinstance(first, ast.Expr) and isinstance(first.value, ast.Constant) and isinstance(first.value.value, str):
            if any(map(str.isspace, first.value.value)):  # one word could be a name that somebody looks for among the texts
                yield first


def _taken(statement: ast.Expr) -> tuple[str, int, int]:
    """The text of a docstring and its end, which are taken out of the tree."""
    doc = statement.value
    found = doc.value, doc.end_lineno, doc.end_col_offset
    doc.value, doc.end_col_offset, statement.end_col_offset = "", 0, 0
    return found


def renew(module: nodes.Module, before: Shape, source: bytes) -> Shape | None:
    """Makes a tree that of another source, and gives its shape; None where a new tree is needed. `before` is its shape."""
    old = module.file_bytes
    if not isinstance(old, bytes) or not _is_unread(old, source, before):
        return None
    after = shape(source)
    if after is None or after.digest != before.digest or after.docs.keys() != before.docs.keys():
        return None
    module.file_bytes = source
    if after.docs != before.docs:
        for scope in module.nodes_of_class((nodes.Module, nodes.ClassDef, nodes.FunctionDef)):
            doc = scope.doc_node
            if doc is not None and (doc.lineno, doc.col_offset) in after.docs:
                doc.value, doc.end_lineno, doc.end_col_offset = after.docs[doc.lineno, doc.col_offset]
    return after


def _is_unread(old: bytes, new: bytes, before: Shape) -> bool:
    """Whether lines differ behind a `#` and within docstrings at most: what the positions in a tree do not tell is as it was."""
    ours, theirs = old.split(b"\n"), new.split(b"\n")
    if len(ours) != len(theirs):
        return False
    for number, (one, other) in enumerate(zip(ours, theirs), 1):
        if one == other or _bare(one) == _bare(other):
            continue
        around = [(line, column) for (line, column), (_, end, _) in before.docs.items() if line <= number <= end]
        if not any(line < number or one[:column] == other[:column] for line, column in around):
            return False
    return True


def _bare(line: bytes) -> bytes:
    return line.partition(b"#")[0].rstrip()
