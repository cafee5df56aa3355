"""What the text of a module shows before it is parsed: what it imports, what its classes derive from, words.

Most modules have nothing to do with graphs. Their text tells, and they cost no more than to read it.
"""

from __future__ import annotations

import functools
import re
from collections.abc import Iterable
from dataclasses import dataclass, field

from graphlint import frameworks

_IMPORT = re.compile(
    rb"\b(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:[^\n#\\;]|\\\r?\n)+)|import[ \t]+((?:[^\n#\\;]|\\\r?\n)+))"
)
#: What may stand before an import in its line: ``import os; import tensorflow as tf``, ``try: import tensorflow as tf``.
_BEFORE_IMPORT = re.compile(rb"[ \t]*(?:[^\n]*;[ \t]*|(?:if|elif|else|try|except|finally|with|for|while|def|class)\b[^\n]*:[ \t]*)?")
_CLASS = re.compile(rb"^[ \t]*class[ \t]+(\w+)[ \t]*(?:\[[^\]]*\])?[ \t]*\(([^)]*)\)", re.MULTILINE)
_PROPERTY = re.compile(rb"@(?:property|(?:\w+\.)*cached_property)\s+def +(\w+)")
_SPECIAL = re.compile(rb"^[ \t]+def (__\w+__)\(", re.MULTILINE)
_ALIAS = re.compile(rb"^(\w+)[ \t]*=[ \t]*([A-Za-z_][\w.]*\w)[ \t]*(?:#.*)?\r?$", re.MULTILINE)
_ASSIGNED = re.compile(rb"^[ \t]*(?:[\w.]+\.)?(\w+)\.(\w+)[ \t]*(?:[-+*/%@&|^]|//|\*\*|<<|>>)?=(?!=)", re.MULTILINE)
_DECORATED = re.compile(rb"^[ \t]*(?:@[ \t]*([\w.]+)|(class|def|async)\b)", re.MULTILINE)
_COMMENT = re.compile(rb"#[^\n]*")
#: What a generic base is given, the innermost first: ``[int]`` in ``Base[list[int]]``.
_PARAMETERS = re.compile(rb"\[[^\[\]]*\]")
_NAMES = re.compile(rb"([\w.]+|\*)(?:[\s\\]+as[\s\\]+(\w+))?")


@dataclass(frozen=True, slots=True)
class Imported:
    """``from module import name as local``, or ``import module as local`` where `name` is None."""

    module: str
    level: int
    name: str | None
    local: str


@dataclass(slots=True)
class Outline:
    imports: list[Imported] = field(default_factory=list)
    classes: dict[str, list[str]] = field(default_factory=dict)
    """Class -> the names of its bases as they are written."""
    aliases: dict[str, str] = field(default_factory=dict)
    """What a module calls by another name: ``jit = wrappers.jit``."""


def outline(source: bytes) -> Outline:
    """The imports and classes of a source, at any depth; those in texts and comments may be among them."""
    found = Outline()
    for match in _IMPORT.finditer(source):
        if not _BEFORE_IMPORT.fullmatch(source, source.rfind(b"\n", 0, match.start()) + 1, match.start()):
            continue
        module, names, modules = match.groups()
        for name, local in _NAMES.findall(_COMMENT.sub(b"", names or modules)):
            real, short = name.decode(), local.decode()
            if module is None:
                found.imports.append(Imported(real, 0, None, short or real))
            else:
                path = module.decode()
                bare = path.lstrip(".")
                found.imports.append(Imported(bare, len(path) - len(bare), real, short or real))
    for name, bases in _CLASS.findall(source):
        plain, generic = _COMMENT.sub(b"", bases), True
        while generic:
            plain, generic = _PARAMETERS.subn(b"", plain)
        written = [base.strip() for base in plain.decode(errors="replace").split(",")]
        found.classes[name.decode()] = [base for base in written if base.replace(".", "").isidentifier()]
    found.aliases = {name.decode(): value.decode() for name, value in _ALIAS.findall(source)}
    return found


def class_decorators(source: bytes) -> set[str]:
    """What the classes of a source are decorated with, as it is written."""
    found: set[str] = set()
    above: list[str] = []
    for decorator, definition in _DECORATED.findall(source):
        if decorator:
            above.append(decorator.decode(errors="replace"))
        else:
            found.update(above if definition == b"class" else ())
            above.clear()
    return found


def special_methods(source: bytes) -> frozenset[str]:
    """The names of special methods that a source defines."""
    return frozenset(name.decode() for name in _SPECIAL.findall(source))


def properties(source: bytes) -> frozenset[str]:
    """The names of properties that the classes of a source define."""
    return frozenset(name.decode() for name in _PROPERTY.findall(source))


def assigned_attributes(source: bytes) -> tuple[frozenset[str], frozenset[str]]:
    """The names that a source assigns as attributes of ``self``, and of something else: ``config.rate = …``."""
    found: tuple[set[str], set[str]] = (set(), set())
    for owner, name in _ASSIGNED.findall(source):
        found[owner != b"self"].add(name.decode())
    return frozenset(found[0]), frozenset(found[1])


def mentions(source: bytes, words: frozenset[str]) -> bool:
    """Whether the source may hold a graph function at all: most modules do not, and cost nothing more."""
    # Searching for a plain text is many times faster than for a pattern.
    if any(text in source for text in _TEXTS) and _KERAS_OR_STAR.search(source) is not None:
        return True
    if names_maker(source, words):
        return True
    named = any(name in source for name in _NAMED) and _FRAMEWORKS.search(source) is not None
    return named and _traced().search(source) is not None


def names_maker(source: bytes, words: Iterable[str]) -> bool:
    """Whether the code names a maker of graph functions: examples in docstrings do not count."""
    used = [word.encode() for word in words if _is_used(source, word.encode())]
    if not used:
        return False
    bare = code(source)
    return any(_is_used(bare, word) for word in used)


def names_starred_maker(source: bytes, words: Iterable[str]) -> bool:
    """Whether the source imports whatever there is from some module, and the code uses a maker's bare name."""
    if _STAR.search(source) is None:
        return False
    bare = code(source)
    return any(re.search(rb"(?<![\w.])%s\b" % word.encode(), bare) is not None for word in words)


def code(source: bytes) -> bytes:
    """The source without its comments, and with its texts empty."""
    return _TEXT.sub(b'""', source)


def attributes(source: bytes) -> frozenset[str]:
    """The names that follow a dot in a source."""
    return frozenset(name.decode() for name in _ATTRIBUTE.findall(source))


def _is_used(source: bytes, word: bytes) -> bool:
    """Whether a word stands after a dot or in an import. In prose, where the words are common, it does not count."""
    at = source.find(word)
    while at >= 0:
        end = at + len(word)
        if _WORD_ENDS.match(source, end):
            if source[max(0, at - _INDENT) : at].rstrip().endswith(b"."):
                return True
            line = source[source.rfind(b"\n", 0, at) + 1 : at]
            if not line.strip():
                if _LISTED.match(source, end):
                    return True
            elif _IMPORTING.search(line) is not None and not _WORD.match(line[-1:]):
                return True
        at = source.find(word, end)
    return False


#: Comments and texts: whichever of them begins first holds the others.
_TEXT = re.compile(
    rb"#[^\n]*"
    rb'|"""[^"\\]*(?:(?:\\.|"(?!""))[^"\\]*)*"""'
    rb"|'''[^'\\]*(?:(?:\\.|'(?!''))[^'\\]*)*'''"
    rb'|"[^"\\\n]*(?:\\.[^"\\\n]*)*"'
    rb"|'[^'\\\n]*(?:\\.[^'\\\n]*)*'",
    re.DOTALL,
)
_ATTRIBUTE = re.compile(rb"\.[\s\\]*([^\W\d]\w*)")
#: White space between a dot and a name is hardly longer.
_INDENT = 200
_WORD = re.compile(rb"\w")
_WORD_ENDS = re.compile(rb"(?!\w)")
#: A name on a line of its own in ``from … import (…)``.
_LISTED = re.compile(rb"\s*(?:,|\)|as\b)")
_STAR = re.compile(rb"import\s*\*")
_IMPORTING = re.compile(rb"\bimport\b")
#: Methods that only Keras calls, whichever module their base class is from; imports of whatever there is.
_KERAS_OR_STAR = re.compile(
    rb"\bimport\s*\*|^\s+def (?:call|train_step|test_step|predict_step)\(self\b|\bnum_parallel_calls\b", re.MULTILINE
)
#: Texts of which one is in whatever `_KERAS_OR_STAR` and `_FRAMEWORKS` find.
_TEXTS = (b"import *", b"import*", b"import\t*", b"import  *", b"num_parallel_calls", b"def call(self")
_TEXTS += (b"def train_step(self", b"def test_step(self", b"def predict_step(self")
_NAMED = (b"tensorflow", b"tf", b"keras", b"runtime")
#: Names of TensorFlow and Keras.
_FRAMEWORKS = re.compile(rb"\btensorflow|\btf\b|keras\b|\bruntime\b")


@functools.cache
def _traced() -> re.Pattern[bytes]:
    """Finds calls that trace what they are given, and methods that Keras traces."""
    return re.compile(
        b"|".join(
            (
                rb"\b(?:%s)\s*\(" % b"|".join(sorted(name.encode() for name in frameworks.TRACERS)),
                rb"\bdef (?:%s)\(" % b"|".join(sorted(name.encode() for name in frameworks.KERAS_METHODS)),
                rb"(?:activation|regularizer|constraint|learning_rate)=|(?:MeanMetric|LossFunction)Wrapper\)",
            )
        )
    )
