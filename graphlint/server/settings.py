"""What an editor's settings say: they are named as the options of the command line are, and mean the same."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

from graphlint.checking.selection import Unknown, rules

SECTION = "graphlint"
_CAPITAL = re.compile(r"(?<=[a-z0-9])([A-Z])")


@dataclass(frozen=True)
class Settings:
    """The settings of one workspace folder."""

    select: tuple[str, ...] = ()
    """As `graphlint check --select`; where it is empty, what pyproject.toml selects."""
    ignore: tuple[str, ...] = ()
    """As `graphlint check --ignore`."""
    disable: tuple[str, ...] = ()
    enable: tuple[str, ...] = ()
    rcfile: str | None = None
    graph_decorators: tuple[str, ...] = ()
    graph_contexts: tuple[str, ...] = ()
    keras_version: str | None = None
    backend: str | None = None
    timeout: float = 60.0
    memory: int | None = None
    """In megabytes."""
    code_lens: bool = True
    delay: float = 0.1
    """Seconds after the last keystroke before the text is linted."""

    @property
    def options(self) -> list[str]:
        """pylint's options."""
        found = [] if self.rcfile is None else [f"--rcfile={self.rcfile}"]
        for name, value in (
            ("graph-decorators", self.graph_decorators),
            ("graph-contexts", self.graph_contexts),
            ("disable", self.disable),
            ("enable", self.enable),
        ):
            found += [f"--{name}={','.join(value)}"] if value else []
        return found + ([f"--keras-version={self.keras_version}"] if self.keras_version else [])


def read(data: object, base: Settings = Settings()) -> tuple[Settings, list[str]]:
    """The settings that an editor sends, and what is wrong with them. What is wrong or not said is as in `base`."""
    if data is None:
        return base, []
    if not isinstance(data, Mapping):
        return base, [f"the settings are {_told(data)}, not an object"]
    if isinstance(data.get(SECTION), Mapping):
        data = data[SECTION]
    changes: dict[str, Any] = {}
    wrong = []
    for key, value in data.items():
        name = _CAPITAL.sub(r"_\1", str(key)).lower().replace("-", "_")
        reader = _READERS.get(name)
        if reader is None:
            if name not in _OF_CLIENTS:
                wrong.append(f"no setting {SECTION}.{key}")
        elif value is not None:
            try:
                changes[name] = reader(value)
            except ValueError as error:
                wrong.append(f"{SECTION}.{key} is {_told(value)}: {error}")
    return replace(base, **changes), wrong


def _told(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:59]}…"


def _names(value: object) -> tuple[str, ...]:
    parts = value.split(",") if isinstance(value, str) else value
    if not isinstance(parts, (list, tuple)) or not all(isinstance(part, str) for part in parts):
        raise ValueError("a list of names is needed")
    found = tuple(part.strip() for part in parts if part.strip())
    if any("\n" in part or "," in part for part in found):
        raise ValueError("a name has no comma or line end")
    return found


def _rules(value: object) -> tuple[str, ...]:
    names = _names(value)
    try:
        rules(names)
    except Unknown as unknown:
        raise ValueError(f"no rule is called or begins with {unknown.word}") from unknown
    return names


def _text(value: object) -> str | None:
    if not isinstance(value, str):
        raise ValueError("a text is needed")
    return value or None


def _choice(*choices: str) -> Callable[[object], str | None]:
    def read_choice(value: object) -> str | None:
        text = str(value)
        if text in choices:
            return text
        if text in ("", "default"):
            return None
        raise ValueError(f"one of {', '.join(choices)} is needed")

    return read_choice


def _number(value: object) -> float:
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 < value < 1e6:
        raise ValueError("a number above 0 and below a million is needed")
    return float(value)


def _delay(value: object) -> float:
    """Milliseconds, as editors have them."""
    if isinstance(value, bool) or not isinstance(value, (int, float)) or not 0 <= value <= 60_000:
        raise ValueError("a number of milliseconds from 0 to 60000 is needed")
    return value / 1000


def _flag(value: object) -> bool:
    if not isinstance(value, bool):
        raise ValueError("true or false is needed")
    return value


_READERS: dict[str, Callable[[object], Any]] = {
    "select": _rules,
    "ignore": _rules,
    "disable": _names,
    "enable": _names,
    "rcfile": _text,
    "graph_decorators": _names,
    "graph_contexts": _names,
    "keras_version": _choice("2", "3"),
    "backend": _choice("runtime", "tensorflow"),
    "timeout": _number,
    "memory": lambda value: int(_number(value)),
    "code_lens": _flag,
    "delay": _delay,
}
#: What extensions of editors keep in the same section, for themselves: how the server is started.
_OF_CLIENTS = frozenset({"command", "interpreter", "enabled", "trace"})

assert set(_READERS) == {field.name for field in fields(Settings)}
