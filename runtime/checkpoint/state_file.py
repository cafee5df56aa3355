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


def write(folder, latest, paths, times=(), last_preserved=None):
    """Replace the file. Paths in the folder are written relative to it."""
    lines = [f'model_checkpoint_path: "{_quoted(folder, latest)}"']
    lines += [f'all_model_checkpoint_paths: "{_quoted(folder, path)}"' for path in paths]
    lines += [f"all_model_checkpoint_timestamps: {time!r}" for time in times]
    if last_preserved is not None:
        lines.append(f"last_preserved_timestamp: {last_preserved!r}")
    path = os.path.join(folder, "checkpoint")
    temporary = f"{path}.tmp{os.getpid()}"
    try:
        with open(temporary, "w", encoding="utf-8") as file:
            file.write("\n".join(lines) + "\n")
        os.replace(temporary, path)
    except BaseException:
        if os.path.exists(temporary):
            os.remove(temporary)
        raise


def _quoted(folder, path):
    if os.path.dirname(os.path.abspath(path)) == os.path.abspath(folder or "."):
        path = os.path.basename(path)
    return path.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")


def read(folder):
    """The State of `folder`; None if it has none.

    Raises:
        ValueError: the file is damaged, or names a checkpoint outside of the folder.
    """
    name = os.path.join(folder, "checkpoint")
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


def latest_checkpoint(checkpoint_dir, latest_filename=None):
    """`tf.train.latest_checkpoint`: the prefix of the latest checkpoint in a folder, or None."""
    folder = os.fspath(checkpoint_dir)
    state = read(folder)
    if state is None:
        return None
    if bundle.exists(state.latest):
        return state.latest
    get_logger().error("Couldn't match files for checkpoint %s", state.latest)
    return None
