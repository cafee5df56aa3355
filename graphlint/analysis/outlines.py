"""What the text of a module shows before it is parsed: what it imports, what its classes derive from, words.

Most modules have nothing to do with graphs. Their text tells, and they cost no more than to read it.
"""

from __future__ import annotations

import functools
import re
from dataclasses import dataclass, field

from graphlint import frameworks

_IMPORT = re.compile(
    rb"^[ \t]*(?:from[ \t]+([.\w]+)[ \t]+import[ \t]*(\([^)]*\)|(?:[^\n#\\]|\\\r?\n)+)|import[ \t]+((?:[^\n#\\;]|\\\r?\n)+))",
    re.MULTILINE,
)
_CLASS = re.compile(rb"^[ \t]*class[ \t]+(\w+)[ \t]*\(([^)]*)\)", re.MULTILINE)
_COMMENT = re.compile(rb"#[^\n]*")
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


def outline(source: bytes) -> Outline:
    """The imports and classes of a source, at any depth; those in texts and comments may be among them."""
    found = Outline()
    for match in _IMPORT.finditer(source):
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
        written = [base.strip() for base in _COMMENT.sub(b"", bases).decode(errors="replace").split(",")]
        found.classes[name.decode()] = [base for base in written if base.replace(".", "").isidentifier()]
    return found


def mentions(source: bytes, words: frozenset[str]) -> bool:
    """Whether the source may hold a graph function at all: most modules do not, and cost nothing more."""
    # Searching for a plain text is many times faster than for a pattern.
    if any(text in source for text in (*map(str.encode, words), *_TEXTS)) and _pattern(words).search(source) is not None:
        return True
    named = any(name in source for name in _NAMED) and _FRAMEWORKS.search(source) is not None
    return named and _TRACED.search(source) is not None


@functools.cache
def _pattern(words: frozenset[str]) -> re.Pattern[bytes]:
    """Finds makers of graph functions: after a dot or in an import. In prose, where the words are common, they do not count.

    And methods that only Keras calls, whichever module their base class is from.
    """
    word = b"(?:%s)" % b"|".join(re.escape(word.encode()) for word in sorted(words))
    patterns = (
        rb"\.\s*W\b|\bimport\b[^\n]*\bW\b|^\s*W\s*(?:,|\)|as\b)|\bimport\s*\*"
        rb"|^\s+def (?:call|train_step|test_step|predict_step)\(self\b|\bnum_parallel_calls\b"
    )
    return re.compile(patterns.replace(b"W", word), re.MULTILINE)


#: Texts of which one is in whatever `_pattern` finds besides the words, and `_FRAMEWORKS`.
_TEXTS = (b"import *", b"import*", b"import\t*", b"import  *", b"num_parallel_calls", b"def call(self")
_TEXTS += (b"def train_step(self", b"def test_step(self", b"def predict_step(self")
_NAMED = (b"tensorflow", b"tf", b"keras", b"runtime")
#: Names of TensorFlow and Keras.
_FRAMEWORKS = re.compile(rb"\btensorflow|\btf\b|keras\b|\bruntime\b")
#: Calls that trace what they are given, and methods that Keras traces.
_TRACED = re.compile(
    b"|".join(
        (
            rb"\b(?:%s)\s*\(" % b"|".join(sorted(name.encode() for name in frameworks.TRACERS)),
            rb"\bdef (?:%s)\(" % b"|".join(sorted(name.encode() for name in frameworks.KERAS_METHODS)),
            rb"(?:activation|regularizer|constraint|learning_rate)=",
        )
    )
)
