"""The server: what it does for each message of the editor."""

from __future__ import annotations

import asyncio
import contextlib
import os
import tempfile
import uuid
from collections.abc import Callable, Coroutine
from functools import partial
from typing import Any, TypeVar

from lsprotocol import types
from pygls.capabilities import get_capability

from graphlint.analysis.program.workspace import stamp
from graphlint.edits.edits import Fix
from graphlint.edits.source import Source
from graphlint.findings import Finding
from graphlint.rules import BY_SYMBOL
from graphlint.server import actions, diagnostics, places, protocol, runs, settings, texts
from graphlint.server.desk import Desk, Document
from graphlint.server.lines import Lines
from graphlint.server.runs import Verdict
from graphlint.server.settings import Settings

_Answer = TypeVar("_Answer")
_WATCHED = ("**/*.py", "**/{pylintrc,.pylintrc,pylintrc.toml,.pylintrc.toml,pyproject.toml,setup.cfg,tox.ini}")
#: Of a verdict, by what was seen.
_SEVERITIES = {
    "observed": types.DiagnosticSeverity.Warning,
    "unforeseen": types.DiagnosticSeverity.Warning,
    "accepted": types.DiagnosticSeverity.Hint,
}
_RUN = f"{diagnostics.SOURCE} confirm"


class Server:
    """One client, from its first message to its last."""

    def __init__(self, version: str) -> None:
        self._ls = protocol.server(diagnostics.SOURCE, version, self._log)
        self._desk = Desk(self._publish, self._warn, self._log)
        self._base = Settings()
        self._settings: dict[str, Settings] = {}
        self._proofs: dict[Fix, bool] = {}
        self._verdicts: dict[str, list[Verdict]] = {}
        """What runs have shown, by the real path of a file."""
        self._read_files: dict[str, tuple[Any, Lines]] = {}
        """The texts of files that findings lead to and that are not open, each with what tells whether it is as it was."""
        self._running: set[str] = set()
        self._warned: dict[str, str] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        on = self._on
        on(types.INITIALIZE, self._initialize)
        on(types.INITIALIZED, self._initialized)
        on(types.EXIT, self._exit)
        on(types.TEXT_DOCUMENT_DID_OPEN, self._opened)
        on(types.TEXT_DOCUMENT_DID_CHANGE, self._changed)
        on(types.TEXT_DOCUMENT_DID_SAVE, self._saved)
        on(types.TEXT_DOCUMENT_DID_CLOSE, self._closed)
        on(types.WORKSPACE_DID_CHANGE_CONFIGURATION, self._configured)
        on(types.WORKSPACE_DID_CHANGE_WATCHED_FILES, self._files_changed)
        on(types.WORKSPACE_DID_CHANGE_WORKSPACE_FOLDERS, self._folders_changed)
        on(types.TEXT_DOCUMENT_CODE_ACTION, self._code_actions, types.CodeActionOptions(list(actions.KINDS)))
        on(types.TEXT_DOCUMENT_HOVER, self._hover)
        on(types.TEXT_DOCUMENT_CODE_LENS, self._code_lenses, types.CodeLensOptions(resolve_provider=False))
        for name, command in ((actions.EXPLAIN, self._explain), (actions.CONFIRM, self._confirm), (actions.PROVE, self._prove)):
            self._ls.command(name)(partial(command))

    def _on(self, message: str, answer: Callable[..., Any], options: Any = None) -> None:
        self._ls.feature(message, options)(partial(answer))  # pygls writes on what it is given, which a method does not take

    def run(self, stdin: Any, stdout: Any) -> None:
        """Answer one client until it goes."""
        self._ls.start_io(stdin, stdout)

    # --- the beginning and the end -----------------------------------------------------------------------------------

    def _initialize(self, params: types.InitializeParams) -> None:
        self._protocol.take_texts()
        self._base = self._read(params.initialization_options, Settings(), "initializationOptions")

    async def _initialized(self, _: types.InitializedParams) -> None:
        registrations = []
        if self._can("workspace.did_change_watched_files.dynamic_registration"):
            watchers = [types.FileSystemWatcher(glob) for glob in _WATCHED]
            options = types.DidChangeWatchedFilesRegistrationOptions(watchers)
            registrations.append(types.Registration(str(uuid.uuid4()), types.WORKSPACE_DID_CHANGE_WATCHED_FILES, options))
        if self._can("workspace.did_change_configuration.dynamic_registration"):
            options = types.DidChangeConfigurationRegistrationOptions(settings.SECTION)
            registrations.append(types.Registration(str(uuid.uuid4()), types.WORKSPACE_DID_CHANGE_CONFIGURATION, options))
        if registrations:
            self._later(self._ls.client_register_capability_async(types.RegistrationParams(registrations)))
        await self._ask_settings()

    def _exit(self, *_: object) -> None:
        self._protocol.leave()

    # --- settings ----------------------------------------------------------------------------------------------------

    async def _ask_settings(self) -> None:
        """Ask the editor for the settings of each folder, where it can be asked."""
        if not self._can("workspace.configuration"):
            return
        folders = [(folder.uri, places.path_of(folder.uri)) for folder in self._ls.workspace.folders.values()]
        items = [types.ConfigurationItem(scope_uri=uri, section=settings.SECTION) for uri, _ in folders] or [
            types.ConfigurationItem(section=settings.SECTION)
        ]
        answers = await self._ls.workspace_configuration_async(types.ConfigurationParams(items))
        if not isinstance(answers, (list, tuple)) or len(answers) != len(items):
            self._log("the editor has answered nothing that could be settings")
            return
        before = dict(self._settings)
        for (_, path), answer in zip(folders or [(None, "")], answers):
            self._settings[path or ""] = self._read(answer, self._base, path or "the settings")
        if self._settings != before:
            self._apply_settings()

    async def _configured(self, params: types.DidChangeConfigurationParams) -> None:
        if self._can("workspace.configuration"):
            await self._ask_settings()
        else:
            self._settings = {"": self._read(params.settings, self._base, "the settings")}
            self._apply_settings()

    def _read(self, data: object, base: Settings, where: str) -> Settings:
        found, wrong = settings.read(data, base)
        self._warn(f"settings of {where}", "; ".join(wrong))
        return found

    def _apply_settings(self) -> None:
        for document in self._desk.documents.values():
            document.settings = self._settings_of(document.folder)
        self._desk.refresh()

    def _settings_of(self, folder: str) -> Settings:
        return self._settings.get(folder) or self._settings.get("") or self._base

    def _folders_changed(self, _: types.DidChangeWorkspaceFoldersParams) -> None:
        for document in self._desk.documents.values():
            document.folder = self._folder(document.path)
        self._apply_settings()
        self._later(self._ask_settings())

    def _folder(self, path: str) -> str:
        """The workspace folder of a file, or that of its project if it lies in none."""
        folders = [found for folder in self._ls.workspace.folders.values() if (found := places.path_of(folder.uri))]
        root = self._ls.workspace.root_path
        around = [one for one in (*folders, *([root] if root else ())) if places.is_inside(path, one) and os.path.isdir(one)]
        if around:
            return max(around, key=len)
        return places.project(path) or tempfile.gettempdir()

    # --- documents ---------------------------------------------------------------------------------------------------

    def _opened(self, params: types.DidOpenTextDocumentParams) -> None:
        item = params.text_document
        found = self._place(item.uri, item.language_id)
        if found is None:
            return
        path, is_file = found
        folder = self._folder(path)
        self._desk.open(
            Document(
                item.uri, path, folder, self._settings_of(folder), self._lines(item.text), item.version,
                is_file, is_file and places.is_saved(path, item.text),
            )  # fmt: skip
        )

    def _place(self, uri: str, language: str) -> tuple[str, bool] | None:
        """Where a text lies or would lie, and whether it is a file; None for what is not linted."""
        scheme, _, rest = uri.partition(":")
        path = places.path_of(uri)
        if language != "python" and not (not language and path and path.endswith((".py", ".pyi"))):
            return None
        if scheme == "file" and path:
            return None if places.is_installed(path) else (path, True)
        if scheme != "untitled":  # a cell of a notebook knows nothing of the others; what git shows is no file
            return None
        folders = [found for folder in self._ls.workspace.folders.values() if (found := places.path_of(folder.uri))]
        base = next(filter(os.path.isdir, (*folders, self._ls.workspace.root_path or "")), tempfile.gettempdir())
        name = "".join(c if c.isalnum() or c in "-_" else "_" for c in rest) or "untitled"
        return os.path.join(base, f"{name[:80]}.untitled.py"), False

    def _changed(self, params: types.DidChangeTextDocumentParams) -> None:
        document = self._desk.documents.get(params.text_document.uri)
        if document is None:
            return
        text = self._ls.workspace.get_text_document(document.uri).source
        if self._verdicts.pop(os.path.realpath(document.path), None):
            self._publish(document)
        self._desk.change(document, self._lines(text), params.text_document.version)

    def _saved(self, params: types.DidSaveTextDocumentParams) -> None:
        document = self._desk.documents.get(params.text_document.uri)
        if document is not None:
            self._desk.save(document, document.is_file and places.is_saved(document.path, document.lines.text))

    def _closed(self, params: types.DidCloseTextDocumentParams) -> None:
        uri = params.text_document.uri
        if uri in self._desk.documents:
            path = self._desk.documents[uri].path
            self._desk.close(uri)
            self._show(uri, self._of_verdicts(path, self._text(path)))

    def _files_changed(self, params: types.DidChangeWatchedFilesParams) -> None:
        paths = {os.path.realpath(path) for change in params.changes if (path := places.path_of(change.uri))}
        for document in self._desk.documents.values():
            if os.path.realpath(document.path) in paths:
                document.is_saved = document.is_file and places.is_saved(document.path, document.lines.text)
        self._desk.refresh(self._base.delay)

    # --- what is shown -----------------------------------------------------------------------------------------------

    def _publish(self, document: Document) -> None:
        """Shows the result of a document, and what runs have shown."""
        result = document.result
        found = []
        if result is not None:
            found = [self._diagnostic(finding, result.lines) for finding in result.findings]
            found += [diagnostics.of_problem(problem, result.lines) for problem in result.problems]
        found += self._of_verdicts(document.path, document.lines)
        self._show(document.uri, found, result.version if result is not None else document.version)
        if self._can("workspace.code_lens.refresh_support") and document.settings.code_lens:
            self._later(self._ls.workspace_code_lens_refresh_async(None))

    def _show(self, uri: str, found: list[types.Diagnostic], version: int | None = None) -> None:
        self._ls.text_document_publish_diagnostics(types.PublishDiagnosticsParams(uri, found, version))

    def _diagnostic(self, finding: Finding, lines: Lines) -> types.Diagnostic:
        proof = diagnostics.proof(finding.fix, self._proofs.get(finding.fix) if finding.fix else None)
        found = diagnostics.of_finding(finding, lines, self._text, proof)
        if not self._can("text_document.publish_diagnostics.related_information"):
            found.related_information = None
        return found

    def _of_verdicts(self, path: str, lines: Lines) -> list[types.Diagnostic]:
        return [
            types.Diagnostic(
                range=lines.whole(verdict.line),
                message=verdict.text,
                severity=_SEVERITIES.get(verdict.answer, types.DiagnosticSeverity.Information),
                code=verdict.symbol,
                source=_RUN,
                data={"verdict": verdict.answer},
            )
            for verdict in self._verdicts.get(os.path.realpath(path), ())
        ]

    def _text(self, path: str) -> Lines:
        return self._version(path)[0]

    def _version(self, path: str) -> tuple[Lines, str, int | None]:
        """The text of a file, its address, and its version if it is open."""
        real = os.path.realpath(path)
        for document in self._desk.documents.values():
            if document.path == path or os.path.realpath(document.path) == real:
                return document.lines, document.uri, document.version
        known = self._read_files.get(path)
        if known is None or known[0] != stamp(path):
            written = stamp(path)
            try:
                text = Source(path).text
            except (OSError, SyntaxError, UnicodeDecodeError):
                text = ""
            known = self._read_files[path] = written, self._lines(text)
        return known[1], diagnostics.uri_of(path), None

    def _lines(self, text: str) -> Lines:
        return Lines(text, self._ls.workspace.position_encoding or types.PositionEncodingKind.Utf16)

    # --- what is asked for -------------------------------------------------------------------------------------------

    async def _code_actions(self, params: types.CodeActionParams) -> list[types.CodeAction] | None:
        document = self._desk.documents.get(params.text_document.uri)
        result = await self._desk.current(document) if document is not None else None
        if document is None or result is None:
            return None
        lines = result.lines
        start, end = sorted((lines.index(params.range.start), lines.index(params.range.end)))
        touched = []
        for finding in result.findings:
            begin, stop = diagnostics.span(finding, lines)
            if begin <= end and start <= stop:
                touched.append(finding)
        versioned = bool(self._can("workspace.workspace_edit.document_changes"))
        offered = actions.Actions(lines, document.uri, self._version, versioned, self._proofs)
        shown: Callable[[Finding], types.Diagnostic] = lambda finding: self._diagnostic(finding, lines)  # noqa: E731
        return list(offered.wanted(touched, result.findings, shown, params.context.only))

    async def _hover(self, params: types.HoverParams) -> types.Hover | None:
        document = self._desk.documents.get(params.text_document.uri)
        result = await self._desk.current(document) if document is not None else None
        if document is None or result is None:
            return None
        lines = result.lines
        at = lines.index(params.position)
        touched = [one for one in result.findings if diagnostics.span(one, lines)[0] <= at < max(diagnostics.span(one, lines))]
        if not touched:
            return None
        seen = {(one.line, one.symbol): one for one in self._verdicts.get(os.path.realpath(document.path), ())}
        blocks = [
            texts.hover(
                finding, self._text, diagnostics.proof(finding.fix, self._proofs.get(finding.fix) if finding.fix else None),
                seen.get((finding.line, finding.rule.symbol)),
            )  # fmt: skip
            for finding in touched
        ]
        shown = "\n\n---\n\n".join(blocks)
        begin, stop = diagnostics.span(touched[0], lines)
        formats = self._can("text_document.hover.content_format") or [types.MarkupKind.Markdown]
        kind = types.MarkupKind.Markdown if types.MarkupKind.Markdown in formats else types.MarkupKind.PlainText
        content = types.MarkupContent(kind, shown if kind == types.MarkupKind.Markdown else texts.plain(shown))
        return types.Hover(content, lines.range(begin, stop))

    async def _code_lenses(self, params: types.CodeLensParams) -> list[types.CodeLens] | None:
        document = self._desk.documents.get(params.text_document.uri)
        if document is None or not document.settings.code_lens:
            return None
        result = await self._desk.current(document)
        if result is None:
            return None
        found = []
        for function in result.report.functions:
            place = result.lines.whole(function.line)
            told = texts.lens(one for one in result.findings if one.function == function.name)
            found.append(types.CodeLens(place, types.Command(told, "")))
            found.append(types.CodeLens(place, types.Command("confirm", actions.CONFIRM, arguments=[document.uri])))
        return found

    # --- commands ----------------------------------------------------------------------------------------------------

    async def _explain(self, *arguments: Any) -> str | None:
        """Shows the page of a rule; the answer is its address."""
        rule = BY_SYMBOL.get(str(arguments[0])) if arguments else None
        if rule is None:
            self._say(f"graphlint has no rule {arguments[0] if arguments else 'without a name'}", types.MessageType.Warning)
            return None
        address = diagnostics.page(rule)
        if address is not None and self._can("window.show_document.support"):
            shown = await self._ls.window_show_document_async(types.ShowDocumentParams(address, take_focus=True))
            if shown is not None and shown.success:
                return address
        self._say(f"{rule.symbol}: {rule.description} `graphlint explain {rule.symbol}` tells more.", types.MessageType.Info)
        return address

    async def _confirm(self, *arguments: Any) -> dict[str, Any] | None:
        """Runs a file eagerly and as a graph; what that shows is shown as diagnostics."""
        document = self._to_run(arguments)
        if document is None:
            return None
        name = os.path.basename(document.path)
        result = await self._watched(
            f"graphlint confirm {name}", document, lambda told: runs.confirm(document.path, document.folder, document.settings, told)
        )
        if result is None:
            return None
        stale, self._verdicts = self._verdicts, {}
        for verdict in result.verdicts:
            self._verdicts.setdefault(os.path.realpath(verdict.path), []).append(verdict)
        for path in {*stale, *self._verdicts}:
            self._show_again(path)
        self._say(f"graphlint confirm {name}: {result.summary}", types.MessageType.Info)
        verdicts = [{"path": one.path, "line": one.line, "verdict": one.answer} for one in result.verdicts]
        return {"summary": result.summary, "verdicts": verdicts}

    async def _prove(self, *arguments: Any) -> dict[str, Any] | None:
        """Runs a file before and after the edits that are offered."""
        document = self._to_run(arguments)
        if document is None:
            return None
        name = os.path.basename(document.path)
        outcomes = await self._watched(
            f"graphlint fix --verify {name}", document, lambda told: runs.prove(document.path, document.folder, document.settings, told)
        )
        if outcomes is None:
            return None
        self._proofs |= {outcome.fix: outcome.holds for outcome in outcomes}
        for open_one in self._desk.documents.values():
            self._publish(open_one)
        held = sum(outcome.holds for outcome in outcomes)
        told = "".join(f"\n{outcome.fix.summary}: {outcome.why}" for outcome in outcomes if outcome.why)
        self._say(f"graphlint fix --verify {name}: {len(outcomes)} tried, {held} proven{told}", types.MessageType.Info)
        return {"tried": len(outcomes), "proven": held}

    def _to_run(self, arguments: tuple[Any, ...]) -> Document | None:
        """The document that is to be run; None if it cannot be, which is said."""
        document = self._desk.documents.get(str(arguments[0])) if arguments else None
        if document is None:
            self._say("graphlint: open the Python file that is to be run", types.MessageType.Warning)
            return None
        name = os.path.basename(document.path)
        if not document.is_saved:
            self._say(f"graphlint: {name if document.is_file else 'the text'} has to be saved before it is run", types.MessageType.Warning)
            return None
        if document.uri in self._running:
            self._say(f"graphlint: {name} is being run already", types.MessageType.Warning)
            return None
        unsaved = [os.path.basename(one.path) for one in self._desk.documents.values() if not one.is_saved]
        if unsaved:
            self._say(f"graphlint: the run does not see what is not saved in {', '.join(sorted(unsaved))}", types.MessageType.Warning)
        return document

    async def _watched(
        self, title: str, document: Document, work: Callable[[Callable[[str], None]], Coroutine[Any, Any, _Answer]]
    ) -> _Answer | None:
        """The answer of a run, whose steps the editor shows and which it can stop; None if there is none, which is said."""
        token = str(uuid.uuid4()) if self._can("window.work_done_progress") else None
        progress = self._ls.work_done_progress
        if token is not None:
            await progress.create_async(token)
            progress.begin(token, types.WorkDoneProgressBegin(title, cancellable=True))
        self._running.add(document.uri)

        def told(step: str) -> None:
            if token is not None and step:
                progress.report(token, types.WorkDoneProgressReport(message=step, cancellable=True))

        task = asyncio.ensure_future(work(told))
        if token is not None:
            progress.tokens[token].add_done_callback(lambda _: task.cancel())
        try:
            return await task
        except runs.Failed as error:
            self._say(f"{title}: {error}", types.MessageType.Error)
            return None
        except asyncio.CancelledError:
            if not task.cancelled():  # the request was given up, and not the run by itself
                task.cancel()
                raise
            self._say(f"{title}: stopped", types.MessageType.Info)
            return None
        finally:
            self._running.discard(document.uri)
            if token is not None:
                progress.end(token, types.WorkDoneProgressEnd())
                progress.tokens.pop(token, None)

    def _show_again(self, path: str) -> None:
        for document in self._desk.documents.values():
            if os.path.realpath(document.path) == path:
                self._publish(document)
                return
        self._show(diagnostics.uri_of(path), self._of_verdicts(path, self._text(path)))

    # --- messages ----------------------------------------------------------------------------------------------------

    def _warn(self, about: str, text: str) -> None:
        """Tells the user what is wrong, once until it is another thing."""
        if text and self._warned.get(about) != text:
            self._say(f"graphlint: {text}", types.MessageType.Error)
        self._warned[about] = text

    def _say(self, text: str, kind: types.MessageType) -> None:
        self._ls.window_show_message(types.ShowMessageParams(kind, text))

    def _log(self, text: str) -> None:
        self._ls.window_log_message(types.LogMessageParams(types.MessageType.Error, text))

    def _later(self, work: Coroutine[Any, Any, Any] | Any) -> None:
        """Does something whose answer does not matter."""

        async def done() -> None:
            with contextlib.suppress(Exception):
                await work

        task = asyncio.get_running_loop().create_task(done())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    def _can(self, capability: str) -> Any:
        return get_capability(self._ls.client_capabilities, capability)

    @property
    def _protocol(self) -> protocol.Protocol:
        assert isinstance(self._ls.protocol, protocol.Protocol)
        return self._ls.protocol
