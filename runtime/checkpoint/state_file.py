"""The text file ``checkpoint``, which tells the checkpoints of a folder."""

from __future__ import annotations

import os
import re
from typing import NamedTuple

from runtime.checkpoint import bundle
from runtime.core.logger import get_logger

_LINE = re.compile(r'(\w+): (?:"((?:[^"\\]|\\.)*)"|(\S+))$')
_LIMIT = 1 << 24  # bytes


class State(NamedTuple):
    """`latest` and `paths` are prefixes; `times` are seconds since 1970, or empty."""

    latest: str
    paths: list
    times: list
    last_preserved: float | None


def write(folder, latest, paths, times=(), last_preserved=None, filename="checkpoint"):
    """Replace the file. Paths in the folder are written relative to it."""
    lines = _lines(_relative(folder, latest), [_relative(folder, path) for path in paths], times, last_preserved)
    path = os.path.join(folder, filename)
    temporary = f"{path}.tmp{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def _lines(latest, paths, times, last_preserved):
    lines = [f'model_checkpoint_path: "{_quoted(latest)}"']
    lines += [f'all_model_checkpoint_paths: "{_quoted(path)}"' for path in paths]
    lines += [f"all_model_checkpoint_timestamps: {time!r}" for time in times]
    return lines if last_preserved is None else [*lines, f"last_preserved_timestamp: {last_preserved!r}"]


def _relative(folder, path):
    inside = os.path.dirname(os.path.abspath(path)) == os.path.abspath(folder or ".")
    return os.path.basename(path) if inside else path


def _quoted(path):
    return path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def read(folder, filename="checkpoint"):
    """The State of `folder`; None if it has none.

    Raises:
        ValueError: the file is damaged, or names a checkpoint outside of the folder.
    """
    name = os.path.join(folder, filename)
    if not os.path.isfile(name):
        return None
    if os.path.getsize(name) > _LIMIT:
        raise ValueError(f"{name} is too large for a list of checkpoints.")
    with open(name, encoding="utf-8", errors="replace") as file:
        lines = file.read().splitlines()
    found = {"model_checkpoint_path": [], "all_model_checkpoint_paths": [], "all_model_checkpoint_timestamps": [],
             "last_preserved_timestamp": []}
    for line in filter(None, map(str.strip, lines)):
        match = _LINE.match(line)
        if match is None or match[1] not in found:
            raise ValueError(f"{name} is no list of checkpoints: {line[:80]!r}")
        try:
            found[match[1]].append(_inside(folder, name, match[2]) if match[1].endswith(("path", "paths")) else float(match[3]))
        except (TypeError, ValueError) as error:
            raise ValueError(str(error) if match[2] else f"{name} is no list of checkpoints: {line[:80]!r}") from None
    if not found["model_checkpoint_path"]:
        raise ValueError(f"{name} names no checkpoint.")
    paths, times = found["all_model_checkpoint_paths"], found["all_model_checkpoint_timestamps"]
    return State(found["model_checkpoint_path"][-1], paths, times if len(times) == len(paths) else [],
                 (found["last_preserved_timestamp"] or [None])[-1])


def _inside(folder, name, text):
    path = os.path.join(folder, re.sub(r"\\(.)", lambda m: {"n": "\n"}.get(m[1], m[1]), text))
    if os.path.commonpath([os.path.realpath(path), os.path.realpath(folder)]) != os.path.realpath(folder):
        raise ValueError(f"{name} names {text!r}, which is outside of its folder.")
    return path


class CheckpointState:
    """What the file ``checkpoint`` tells, as `tf.train.get_checkpoint_state` gives it; printed as the file is written."""

    def __init__(self, state):
        self.model_checkpoint_path = state.latest
        self.all_model_checkpoint_paths = state.paths
        self.all_model_checkpoint_timestamps = state.times
        self.last_preserved_timestamp = state.last_preserved or 0.0

    def __repr__(self):
        return "\n".join(_lines(self.model_checkpoint_path, self.all_model_checkpoint_paths, self.all_model_checkpoint_timestamps,
                                self.last_preserved_timestamp or None)) + "\n"


def get_checkpoint_state(checkpoint_dir, latest_filename=None):
    """`tf.train.get_checkpoint_state`: the CheckpointState of a folder, or None."""
    try:
        state = read(os.fspath(checkpoint_dir), latest_filename or "checkpoint")
    except ValueError as error:
        get_logger().warning("%s", error)
        return None
    return None if state is None else CheckpointState(state)


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    """`tf.train.latest_checkpoint`: the prefix of the latest checkpoint in a folder, or None."""
    folder = os.fspath(checkpoint_dir)
    state = read(folder, latest_filename or "checkpoint")
    if state is None:
        return None
    if bundle.exists(state.latest):
        return state.latest
    get_logger().error("Couldn't match files for checkpoint %s", state.latest)
    return None
