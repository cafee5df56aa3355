"""`graphlint.confirm(...)`: the proof for programs that call it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from graphlint.confirm import backends, confirmation
from graphlint.confirm.confirmation import Confirmation
from graphlint.confirm.session import Observe, Program


def confirm(
    script: str | os.PathLike[str],
    arguments: Sequence[str] = (),
    *,
    backend: str | None = None,
    timeout: float = 60.0,
    memory: int | None = None,
    observe: Observe = "runs",
    options: Sequence[str] = (),
) -> Confirmation:
    """Run a script eagerly and as a graph, each in a process of its own, and say for each finding whether the two differ.

    Args:
        script: path of a Python file.
        arguments: those of the script.
        backend: ``"runtime"`` or ``"tensorflow"``: what serves ``import tensorflow``. Default: TensorFlow where it is installed.
        timeout: seconds after which a run is stopped.
        memory: bytes that a run may take more than it starts with.
        observe: ``"runs"``: the whole program twice; ``"calls"``: each call of a graph function both ways, in one process.
        options: pylint's options, such as ``--disable=print-in-graph``.

    Raises:
        graphlint.confirm.confirmation.Unusable: there is no such script, or it or the configuration cannot be used.
    """
    path = os.fspath(script)
    if not os.path.isfile(path):
        raise confirmation.Unusable(f"cannot read {path}: No such file")
    program = Program(path, tuple(arguments), backend or backends.default(), timeout, memory, observe=observe)
    return confirmation.confirm(program, confirmation.lint_program(program, list(options)))
