"""Decides what is linted when: the newest text of a file wins, and those that depend on it come after it."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field

from graphlint.findings import Finding, Misconfigured, Problem, Report, Workspace
from graphlint.server.analyst import Analyst, lint_text
from graphlint.server.lines import Lines
from graphlint.server.settings import Settings

#: Larger texts are data, and not linted.
MAX_CHARACTERS = 2_000_000


#: Seconds more that those wait that depend on what is typed: else the next keystroke would wait for them.
_PATIENCE = 0.2


@dataclass(frozen=True)
class Result:
    """What was found in one version of a text."""

    version: int | None
    lines: Lines
    report: Report = Report((), ())

    @property
    def findings(self) -> tuple[Finding, ...]:
        return self.report.findings

    @property
    def problems(self) -> tuple[Problem, ...]:
        return self.report.problems


@dataclass
class Document:
    """A text that is open in the editor."""

    uri: str
    path: str
    """Where its file lies, or would lie if it were saved."""
    folder: str
    """The workspace folder that it belongs to."""
    settings: Settings
    lines: Lines
    version: int | None
    is_file: bool
    is_saved: bool
    """Whether its text is that of its file."""
    changes: int = 0
    """How often it, or what it depends on, has changed."""
    result: Result | None = None
    linted: int = -1
    """`changes` when the result was made."""
    due: float | None = None
    """When it is to be linted, by the clock of the loop."""
    edited: float = field(default_factory=time.monotonic)
    waiting: list[asyncio.Future[Result | None]] = field(default_factory=list)

    @property
    def is_current(self) -> bool:
        """Whether the result is of the text as it is now."""
        return self.result is not None and self.linted == self.changes


class Desk:
    """The open documents, and the work on them. All but the linting itself runs in the thread of the loop."""

    def __init__(self, tell: Callable[[Document], None], warn: Callable[[str, str], None], log: Callable[[str], None]) -> None:
        self.documents: dict[str, Document] = {}
        self._tell, self._warn, self._log = tell, warn, log
        self._analyst = Analyst()
        self._workspaces: dict[str, Workspace] = {}
        """What is known of the files of each folder from earlier times."""
        self._changed: asyncio.Event | None = None
        self._worker: asyncio.Task[None] | None = None

    # --- what the editor says ----------------------------------------------------------------------------------------

    def open(self, document: Document) -> None:
        """A text was opened; what it reads of others is as they are open."""
        self.documents[document.uri] = document
        self._want(document, 0.0)
        if not document.is_saved:
            self._want_dependents(document, 0.0)

    def change(self, document: Document, lines: Lines, version: int | None) -> None:
        """A text was edited."""
        document.lines, document.version, document.is_saved = lines, version, False
        document.edited = time.monotonic()
        self._want(document, document.settings.delay)
        self._want_dependents(document, document.settings.delay + _PATIENCE)

    def save(self, document: Document, is_saved: bool) -> None:
        """A text was written to its file."""
        if not is_saved:  # it is not what was written: another encoding, or another program has written as well
            self._want_dependents(document, 0.0)
        document.is_saved = is_saved
        self._want(document, 0.0)

    def close(self, uri: str) -> None:
        """A text was closed: its file counts again."""
        document = self.documents.pop(uri, None)
        if document is None:
            return
        document.due = None
        _release(document)
        if not document.is_saved:
            self._want_dependents(document, 0.0)

    def refresh(self, delay: float = 0.0) -> None:
        """Something else has changed: settings, or files on disk."""
        for document in self.documents.values():
            self._want(document, delay)

    async def current(self, document: Document) -> Result | None:
        """The result of the text as it is now; None if it is closed meanwhile."""
        if document.is_current:
            return document.result
        future: asyncio.Future[Result | None] = asyncio.get_running_loop().create_future()
        document.waiting.append(future)
        return await future

    # --- work --------------------------------------------------------------------------------------------------------

    def _want(self, document: Document, delay: float) -> None:
        document.changes += 1
        document.due = time.monotonic() + delay
        if self._changed is None:
            self._changed = asyncio.Event()
            self._worker = asyncio.get_running_loop().create_task(self._run())
        self._changed.set()

    def _want_dependents(self, document: Document, delay: float) -> None:
        """All others are linted again: whom a change concerns is known only when they are."""
        for other in self.documents.values():
            if other is not document:
                self._want(other, delay)

    async def _run(self) -> None:
        assert self._changed is not None
        while True:
            self._changed.clear()
            wanted = [one for one in self.documents.values() if one.due is not None]
            now = time.monotonic()
            due = [one for one in wanted if one.due <= now]
            if due:
                first = max(due, key=lambda one: one.edited)
                try:
                    await self._lint(first)
                except Exception as error:  # whatever it is, the next text is linted
                    self._log(f"{first.path} could not be shown ({type(error).__name__}: {error}); please report this")
                    _release(first)
                continue
            soonest = min((one.due for one in wanted), default=None)
            try:
                await asyncio.wait_for(self._changed.wait(), None if soonest is None else soonest - now)
            except asyncio.TimeoutError:
                pass

    async def _lint(self, document: Document) -> None:
        document.due = None
        changes, lines, version = document.changes, document.lines, document.version
        report = Report((), ())
        if len(lines.text) > MAX_CHARACTERS:
            self._log(f"{document.path} has more than {MAX_CHARACTERS} characters: it is not linted")
        else:
            texts = {one.path: one.lines.text for one in self.documents.values() if not one.is_saved}
            path, folder, settings = document.path, document.folder, document.settings
            workspace = self._workspaces.setdefault(folder, Workspace())
            try:
                report = await self._analyst.do(lambda: lint_text(path, folder, settings, texts, workspace))
            except Misconfigured as error:
                self._warn(folder, str(error))
            except Exception as error:
                self._log(f"{path} could not be linted ({type(error).__name__}: {error}); please report this")
            else:
                self._warn(folder, "")
        if document.changes == changes and self.documents.get(document.uri) is document:
            document.result, document.linted = Result(version, lines, report), changes
            self._tell(document)
            _release(document)


def _release(document: Document) -> None:
    """Answers those who wait for the result."""
    waiting, document.waiting = document.waiting, []
    for future in waiting:
        if not future.done():
            future.set_result(document.result if document.is_current else None)
