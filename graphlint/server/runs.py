"""Runs of programs, in other processes that can be stopped: only when the user asks for one."""

from __future__ import annotations

import asyncio
import contextlib
import json
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

from graphlint.edits.edits import Edit, Fix
from graphlint.server.settings import Settings

#: Seconds that a run has to end once it is told to.
_GRACE = 5.0
#: Lines and characters of evidence that are shown.
_LINES, _CHARACTERS = 3, 200
#: One line of an answer: all evidence of a program.
_LIMIT = 256 << 20


class Failed(Exception):
    """A program cannot be run; the text says why."""


@dataclass(frozen=True)
class Verdict:
    """What a run has shown of a finding, or of a difference that no finding foresaw."""

    path: str
    line: int
    symbol: str
    answer: str
    """observed, not observed, not reached, accepted or unforeseen."""
    text: str


@dataclass(frozen=True)
class Confirmed:
    """What the runs of a program have shown."""

    verdicts: tuple[Verdict, ...]
    summary: str


@dataclass(frozen=True)
class Outcome:
    """Whether an edit holds, and if not, why."""

    fix: Fix
    holds: bool
    why: str


async def confirm(path: str, folder: str, settings: Settings, progress: Callable[[str], None]) -> Confirmed:
    """Run a program eagerly and as a graph. Raises `Failed`; ends it when it is cancelled."""
    data = await _run(path, folder, settings, False, progress)
    verdicts = tuple(_verdicts(data))
    answers = ("observed", "not observed", "not reached", "unforeseen")
    counts = [f"{sum(one.answer == answer for one in verdicts)} {answer}" for answer in answers]
    endings = "; ".join(f"{'eagerly' if mode == 'eager' else 'as a graph'}: {run['message']}" for mode, run in data["runs"].items())
    return Confirmed(verdicts, f"{', '.join(counts)} ({data['backend']} {data['framework']}; {endings})")


async def prove(path: str, folder: str, settings: Settings, progress: Callable[[str], None]) -> list[Outcome]:
    """Run a program as it is and with the edits that are offered. Raises `Failed`; ends it when it is cancelled."""
    data = await _run(path, folder, settings, True, progress)
    return [
        Outcome(Fix(one["path"], tuple(Edit(*edit) for edit in one["edits"]), one["summary"], one["safe"]), one["holds"], one["why"])
        for one in data
    ]


async def _run(path: str, folder: str, settings: Settings, proves: bool, progress: Callable[[str], None]) -> Any:
    request = {
        "path": path, "options": settings.options, "backend": settings.backend, "timeout": settings.timeout,
        "memory": settings.memory and settings.memory << 20, "proves": proves,
    }  # fmt: skip
    try:
        child = await asyncio.create_subprocess_exec(
            sys.executable, "-m", "graphlint.server.child", cwd=folder, limit=_LIMIT,
            stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE,
        )  # fmt: skip
    except OSError as error:
        raise Failed(f"cannot start a process in {folder}: {error.strerror}") from error
    assert child.stdin is not None and child.stdout is not None and child.stderr is not None
    errors = asyncio.create_task(child.stderr.read())
    try:
        with contextlib.suppress(ConnectionError):
            child.stdin.write(json.dumps(request).encode() + b"\n")
            await child.stdin.drain()
        while line := await child.stdout.readline():
            told = json.loads(line)
            if "step" in told:
                progress(told["step"])
            elif "error" in told:
                raise Failed(told["error"])
            else:
                return told["answer"]
        said = (await errors).decode("utf-8", "replace").strip().splitlines()
        raise Failed(f"the process that runs it has ended without an answer{': ' + said[-1] if said else ''}")
    finally:
        child.stdin.close()
        await asyncio.shield(_end(child, errors))


async def _end(child: asyncio.subprocess.Process, errors: asyncio.Task[bytes]) -> None:
    """Wait for a process that was told to end; make it end if it does not."""
    try:
        await asyncio.wait_for(child.wait(), _GRACE)
    except asyncio.TimeoutError:
        with contextlib.suppress(ProcessLookupError):
            child.kill()
        await child.wait()
    errors.cancel()


def _verdicts(data: dict[str, Any]) -> Iterator[Verdict]:
    for one in data["findings"]:
        told = [one["reason"]] if one["reason"] else []
        told += [_evidence(evidence["what"], evidence) for evidence in one["evidence"]]
        yield Verdict(one["path"], one["line"], one["symbol"], one["verdict"], "\n".join([f"{one['verdict']}: {one['function']}", *told]))
    for one in data["unforeseen"]:
        if one["path"] is not None:
            who = f" in {one['function']}" if one["function"] else ""
            text = f"unforeseen: {one['kind']} differs{who}\n{_evidence(one['what'], one)}"
            yield Verdict(one["path"], one["line"], "unforeseen-divergence", "unforeseen", text)


def _evidence(what: str, sides: dict[str, Any]) -> str:
    return f"{what}: eagerly {_side(sides['eager'])}; as a graph {_side(sides['graph'])}"


def _side(lines: list[str]) -> str:
    if not lines:
        return "nothing"
    text = " | ".join(line.strip() for line in lines[:_LINES]) + (f" … {len(lines)} in all" if len(lines) > _LINES else "")
    return text if len(text) <= _CHARACTERS else f"{text[:_CHARACTERS - 1]}…"
