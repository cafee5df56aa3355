"""The thread that lints: one piece of work after the other, away from the one that answers the editor."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import queue
import sys
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, TypeVar

from graphlint.checking.settings import find
from graphlint.findings import Report, Workspace, lint
from graphlint.server.settings import Settings

_Answer = TypeVar("_Answer")
#: Syntax trees are deep, and the stack of a further thread is small on some systems.
_STACK = 64 << 20
#: Seconds without work.
_PAUSE = 1.0


class Analyst:
    """Does what it is given in a thread of its own. The thread ends with the process, whatever it is at."""

    def __init__(self) -> None:
        self._work: queue.SimpleQueue[tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[[], Any]]] = queue.SimpleQueue()
        self._thread: threading.Thread | None = None

    async def do(self, work: Callable[[], _Answer]) -> _Answer:
        """The answer of a piece of work, or what it raises."""
        if self._thread is None:
            before = threading.stack_size(_STACK)
            self._thread = threading.Thread(target=self._run, name="graphlint analyst", daemon=True)
            self._thread.start()
            threading.stack_size(before)
        loop = asyncio.get_running_loop()
        future: asyncio.Future[_Answer] = loop.create_future()
        self._work.put((loop, future, work))
        return await future

    def _run(self) -> None:
        gc.disable()  # what is kept is gone through each time; that is done when nobody waits
        while True:
            loop, future, work = self._next()
            if future.cancelled():
                continue
            answer, error = None, None
            try:
                answer = work()
            except BaseException as raised:  # also SystemExit, of an init-hook: the thread goes on
                error = raised if isinstance(raised, Exception) else RuntimeError(f"{type(raised).__name__}: {raised}")
            with contextlib.suppress(RuntimeError):  # the loop has ended
                loop.call_soon_threadsafe(_settle, future, answer, error)


    def _next(self) -> tuple[asyncio.AbstractEventLoop, asyncio.Future[Any], Callable[[], Any]]:
        """The next piece of work. Before a longer pause, what is not needed any more is taken away."""
        try:
            return self._work.get(timeout=_PAUSE)
        except queue.Empty:
            gc.collect()
            return self._work.get()


def _settle(future: asyncio.Future[Any], answer: object, error: Exception | None) -> None:
    if future.done():
        return
    if error is None:
        future.set_result(answer)
    else:
        future.set_exception(error)


def lint_text(path: str, folder: str, settings: Settings, texts: Mapping[str, str], workspace: Workspace) -> Report:
    """What is found in one file, as if `graphlint check` were run in the folder. Raises `Misconfigured` if it cannot be."""
    project = find(folder)
    if project.excludes(path):
        return Report((), (), ())
    selection, relative = project.selection(settings.select or None, settings.ignore), project.relative(path)
    with _inside(folder):
        report = lint([path], settings.options, fixes=True, everything=True, texts=texts, workspace=workspace)
    findings = tuple(one for one in report.findings if one.off is None and selection.tells(one.rule, relative))
    return Report(findings, report.problems, report.functions)


@contextlib.contextmanager
def _inside(folder: str) -> Iterator[None]:
    """With a folder as the current one. What pylint's configuration does to the search path is undone."""
    before, path = os.getcwd(), list(sys.path)
    os.chdir(folder)
    try:
        yield
    finally:
        sys.path[:] = path
        with contextlib.suppress(OSError):  # it is gone
            os.chdir(before)
