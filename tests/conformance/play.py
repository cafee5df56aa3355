"""Plays cases on a backend and tells what each one printed and how it ended.

Standard output and error are datagram sockets with one receiver: every write arrives whole, tagged with its stream and
in true order, also those that TensorFlow makes from C++ at the level of file descriptors.
"""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import subprocess
import sys
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from .cases import HERE, Case, Outcome
from .support.tell import headline  # the programs print the same of an error that they catch

SECONDS = 60  # for one case: far more than any needs


class BackendError(Exception):
    """The backend could not be imported, or its process died between two cases."""


def play(
    cases: Iterable[Case], backend: str, python: str = sys.executable, seconds: int = SECONDS
) -> Iterator[tuple[Case, Outcome]]:
    """Runs cases one after the other, as a Player does."""
    with Player(backend, python, seconds) as player:
        for case in cases:
            yield case, player.run(case)


class Player:
    """Runs each case in a fresh process that has the package `backend` as `tensorflow`, at most `seconds` each.

    Raises BackendError where the backend cannot be imported.
    """

    def __init__(self, backend: str, python: str = sys.executable, seconds: int = SECONDS):
        self._backend = backend
        self._temporary = tempfile.TemporaryDirectory(prefix="conformance-")
        self._folder = os.path.realpath(self._temporary.name)
        self._receiver, streams = _sockets(self._folder)
        self._worker = _start(backend, python, seconds, streams)
        for stream in streams.values():
            stream.close()
        try:
            self._receive(until="ready")
        except BackendError:
            self.close()
            raise

    def __enter__(self) -> Player:
        return self

    def __exit__(self, *exception: object) -> None:
        self.close()

    def close(self) -> None:
        self._worker.stdin.close()
        self._worker.wait()
        self._receiver.close()
        self._temporary.cleanup()

    def run(self, case: Case) -> Outcome:
        path = Path(self._folder, case.topic, f"{case.name}.py")
        path.parent.mkdir(exist_ok=True)
        path.write_text(case.program, encoding="utf-8")
        self._worker.stdin.write(json.dumps({"path": str(path)}).encode() + b"\n")
        self._worker.stdin.flush()
        return _outcome(self._receive(until="status"), case, str(path))

    def _receive(self, until: str) -> list[tuple[str, object]]:
        """Pieces of output, neighbours of one stream joined, and control messages, up to the one that has the key."""
        events: list[tuple[str, object]] = []
        while True:
            try:
                data, sender = self._receiver.recvfrom(1 << 21)
            except TimeoutError:
                if self._worker.poll() is None:
                    continue
                text = b"".join(piece for name, piece in events if name == "err").decode(errors="backslashreplace")
                status = self._worker.returncode
                raise BackendError(f"the process with {self._backend} ended with status {status}:\n{text}") from None
            name = os.path.basename(sender)
            if name == "ctl":
                message = json.loads(data)
                events.append((name, message))
                if until in message:
                    return events
            elif events and events[-1][0] == name:
                events[-1] = (name, events[-1][1] + data)
            else:
                events.append((name, data))


def _sockets(folder: str) -> tuple[socket.socket, dict[str, socket.socket]]:
    receiver = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    receiver.bind(f"{folder}/receiver")
    receiver.settimeout(1)
    streams = {}
    for name in ("out", "err", "ctl"):
        streams[name] = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        streams[name].bind(f"{folder}/{name}")
        streams[name].connect(f"{folder}/receiver")
        streams[name].setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 1 << 20)  # the longest single write
    return receiver, streams


def _start(backend: str, python: str, seconds: int, streams: dict[str, socket.socket]) -> subprocess.Popen:
    paths = [str(HERE / "support"), str(HERE.parent.parent)]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(paths),
        "PYTHONHASHSEED": "0",
        "TF_CPP_MIN_LOG_LEVEL": "3",
        "TF_ENABLE_ONEDNN_OPTS": "0",
        "CUDA_VISIBLE_DEVICES": "",
    }
    control = streams["ctl"].fileno()
    return subprocess.Popen(
        [python, "-u", str(HERE / "worker.py"), backend, str(control), str(seconds)],
        stdin=subprocess.PIPE,
        stdout=streams["out"],
        stderr=streams["err"],
        pass_fds=[control],
        env=environment,
    )


def _outcome(events: list[tuple[str, object]], case: Case, path: str) -> Outcome:
    outcome = Outcome()
    for name, event in events:
        if name != "ctl":
            text = normalise(event.decode(errors="backslashreplace"), path)
            if text:
                outcome.output.append((name, text))
        elif "class" in event:
            text = normalise(event["text"], path)
            outcome.end = f"{event['class']}: {text if case.full_error else headline(text)}".rstrip()
        elif event["status"]:
            signalled = event["status"] < 0
            outcome.end = f"killed by {signal.Signals(-event['status']).name}" if signalled else f"exit {event['status']}"
    return outcome


_NUMBERED = [
    (re.compile(r"0x[0-9a-fA-F]{6,}"), "0x…"),
    (re.compile(r"\b__(inference|forward|backward)_([\w<>]+?)_\d+\b"), r"__\1_\2_N"),
    (re.compile(r"\bpyfunc_\d+\b"), "pyfunc_N"),
    (re.compile(r"FuncGraph\(name=([^,]*), id=\d+\)"), r"FuncGraph(name=\1, id=N)"),
    (re.compile(r"\b(\w+_(?:true|false|cond|body|branch\d+|rewritten))_\d+\b"), r"\1_N"),
    (re.compile(r"^(  )\d{9,}(: TensorSpec)", re.M), r"\1N\2"),  # a capture is listed under its id()
    (re.compile(r"(?<![\w/])(?:tensorflow\.(?:python|_api)|runtime)(?:\.\w+)*\.(\w+)"), r"\1"),  # where a class is defined
    (re.compile(r"\(from \w+\)"), "(from <library>)"),
    (re.compile(r"\bmodule '(?:tensorflow|runtime)'"), "module '<library>'"),
    (re.compile(r"(?<![^\s])/\S+?\.py:\d+: "), r"<library>: "),
]
_FRAME = re.compile(r'^(\s*)File "([^"]+)", line \d+, in ')


def normalise(text: str, path: str) -> str:
    """Takes out what no program can rely on: addresses, counters, this machine's folders, frames of the libraries."""
    text = text.replace(path, os.path.basename(path)).replace(os.path.dirname(path), "<folder>")
    for pattern, replacement in _NUMBERED:
        text = pattern.sub(replacement, text)
    if 'File "' in text:
        text = "\n".join(_own_frames(text.split("\n"), os.path.basename(path)))
    return text


def _own_frames(lines: list[str], own: str) -> Iterator[str]:
    inside: int | None = None  # the depth of a library's frame that is being left out
    for line in lines:
        frame = _FRAME.match(line)
        if frame:
            inside = None if frame.group(2) == own else len(frame.group(1))
        elif inside is not None and (not line.strip() or len(line) - len(line.lstrip()) <= inside):
            inside = None
            if not line.strip():
                continue
        if inside is None:
            yield line
