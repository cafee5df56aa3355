"""Which Keras a project asks for: told by the versions of TensorFlow and Keras that it requires. No file is run."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable

#: Files in which a project says what it requires.
_FILES = re.compile(r"pyproject\.toml|setup\.(py|cfg)|.*requirements.*\.(txt|in)|environment.*\.ya?ml|Pipfile", re.IGNORECASE)
#: The first versions that come with Keras 3, or are it: https://github.com/tensorflow/tensorflow/releases/tag/v2.16.1
_KERAS_3 = {"tensorflow": (2, 16), "keras": (3,)}
_COMMENT = re.compile(r"#[^\n]*")
_NAME = r"(?<![\w./-])(?P<name>tensorflow|keras)(?:[-_](?:cpu|gpu|macos|intel))?(?![\w-])"
_EXTRAS = r"(?:\[[^\]\n]*\])?\s*\(?"
#: Poetry and Pipenv write ``tensorflow = "^2.4"``; a version alone is no requirement elsewhere: ``TensorFlow 2 models``.
_TABLE = r"(?P<table>=\s*(?:\{\s*version\s*=\s*)?[\"']\s*)?"
_CLAUSE = r"(?:===?|~=|!=|<=?|>=?|=|\^|~)\s*v?\d[\w.*]*"
_CLAUSES = rf"(?P<clauses>(?(table)(?:{_CLAUSE}|\d[\w.*]*)|{_CLAUSE})(?:\s*,\s*{_CLAUSE})*)"
_REQUIREMENT = re.compile(_NAME + _EXTRAS + _TABLE + _CLAUSES, re.IGNORECASE)
_PARTS = re.compile(r"(?P<sign>[=~!<>^]*)\s*v?(?P<version>\d+(?:\.\d+)*)(?P<star>\.\*)?")


def is_requirement(name: str) -> bool:
    """Whether a file of this name says what a project requires."""
    return _FILES.fullmatch(name) is not None


def ask_for_keras_2(texts: Iterable[str]) -> bool | None:
    """Whether no version of TensorFlow, or of Keras, that the texts allow comes with Keras 3; None where they tell of no version.

    A requirement without a version tells nothing; of several for one package (by platform, by Python) all must exclude it.
    """
    asked: dict[str, list[bool]] = defaultdict(list)
    for text in texts:
        for found in _REQUIREMENT.finditer(_COMMENT.sub("", text)):
            name = found["name"].lower()
            asked[name].append(any(_is_before(clause, _KERAS_3[name]) for clause in _PARTS.finditer(found["clauses"])))
    return any(map(all, asked.values())) if asked else None


def _is_before(clause: re.Match[str], limit: tuple[int, ...]) -> bool:
    """Whether all versions that a clause allows are before `limit`, as far as it bounds them from above.

    Signs as of https://packaging.python.org/en/latest/specifications/version-specifiers/, and ``^`` and ``~`` of Poetry.
    """
    version = tuple(map(int, clause["version"].split(".")))
    sign = clause["sign"]
    if sign == "<=" or sign in ("==", "===", "=", "") and not clause["star"]:
        return version < limit
    first_after = {
        **dict.fromkeys(("==", "=", ""), _next(version)),
        "<": version,
        "~=": _next(version[:-1]),
        "~": _next(version[:2]),
        "^": _next(version[:1]),
    }.get(sign, ())
    return bool(first_after) and first_after <= (*limit, 0, 0)  # 2.16.0 is 2.16


def _next(version: tuple[int, ...]) -> tuple[int, ...]:
    """The first version after all that begin with some numbers."""
    return (*version[:-1], version[-1] + 1) if version else ()
