"""A client that talks to the server as an editor does: over the standard streams of a process."""

from __future__ import annotations

import asyncio
import os
import sys
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient
from pygls.protocol import LanguageServerProtocol, default_converter

ROOT = Path(__file__).parents[2]
LIMIT = 60  # seconds for any one answer

_RAW = {types.TEXT_DOCUMENT_CODE_ACTION}


class _Protocol(LanguageServerProtocol):
    def get_result_type(self, method):
        # lsprotocol takes an action that has a command for a command.
        return None if method in _RAW else super().get_result_type(method)


def capabilities(**changes):
    """What the client can do: all that the server uses."""
    text = types.TextDocumentClientCapabilities(
        publish_diagnostics=types.PublishDiagnosticsClientCapabilities(related_information=True),
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.Markdown]),
    )
    workspace = types.WorkspaceClientCapabilities(
        workspace_edit=types.WorkspaceEditClientCapabilities(document_changes=True), workspace_folders=True
    )
    return types.ClientCapabilities(**{"text_document": text, "workspace": workspace,
                                       "window": types.WindowClientCapabilities(work_done_progress=True), **changes})


class Client:
    """One session. Folders and files are given by their paths."""

    def __init__(self, *folders, options=None, can=None, configuration=None, encodings=None, command=("-m", "graphlint", "server")):
        self.command = command
        self.folders = [Path(folder) for folder in folders]
        self.options, self.can, self.configuration = options, can or capabilities(), configuration
        if encodings:
            self.can.general = types.GeneralClientCapabilities(position_encodings=encodings)
        self.published = {}
        self.messages, self.logs, self.progress, self.shown = [], [], [], []
        self._news = None
        self._versions = {}
        self.ls = LanguageClient("test", "1", protocol_cls=_Protocol, converter_factory=default_converter)
        on = self.ls.feature
        on(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)(lambda params: self._publish(params))
        on(types.WINDOW_SHOW_MESSAGE)(lambda params: self._heard(self.messages, params.message))
        on(types.WINDOW_LOG_MESSAGE)(lambda params: self._heard(self.logs, params.message))
        on(types.PROGRESS)(lambda params: self._heard(self.progress, params))
        on(types.WINDOW_WORK_DONE_PROGRESS_CREATE)(lambda params: None)
        on(types.WINDOW_SHOW_DOCUMENT)(lambda params: self._document(params))
        on(types.WORKSPACE_CONFIGURATION)(lambda params: self._settings(params))
        on(types.CLIENT_REGISTER_CAPABILITY)(lambda params: None)

    async def __aenter__(self):
        self._news = asyncio.Event()
        environment = {**os.environ, "PYTHONPATH": str(ROOT), "PYTHONWARNINGS": "ignore"}
        await self.ls.start_io(sys.executable, *self.command, env=environment)
        self.answer = await self.wait(self.ls.initialize_async(types.InitializeParams(
            capabilities=self.can, process_id=os.getpid(), root_uri=self.folders[0].as_uri() if self.folders else None,
            workspace_folders=[types.WorkspaceFolder(folder.as_uri(), folder.name) for folder in self.folders],
            initialization_options=self.options)))
        self.ls.initialized(types.InitializedParams())
        return self

    async def __aexit__(self, *_):
        if self.process.returncode is None:
            await self.wait(self.ls.shutdown_async(None))
            self.ls.exit(None)
        assert await self.wait(self.process.wait()) == 0
        await self.wait(self.ls.stop())

    @property
    def process(self):
        return self.ls._server

    async def wait(self, answer):
        return await asyncio.wait_for(answer, LIMIT)

    def _heard(self, where, what):
        where.append(what)
        self._news.set()

    def _publish(self, params):
        self.published.setdefault(params.uri, []).append(params)
        self._news.set()

    def _document(self, params):
        self._heard(self.shown, params.uri)
        return types.ShowDocumentResult(success=True)

    def _settings(self, params):
        return [self.configuration(item.scope_uri) for item in params.items]

    # --- what a user does ---------------------------------------------------------------------------------------------

    def open(self, path, text=None, language="python"):
        """Opens a file, or with a text what is not saved; the answer is its address."""
        uri = path if isinstance(path, str) else path.as_uri()
        text = path.read_bytes().decode() if text is None else text
        self._versions[uri] = 1
        self.ls.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, language, 1, text)))
        return uri

    def change(self, uri, text, span=None):
        """Edits a text: all of it, or from one position to another."""
        self._versions[uri] += 1
        change = types.TextDocumentContentChangeWholeDocument(text) if span is None else types.TextDocumentContentChangePartial(
            range=_range(*span), text=text)
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self._versions[uri])
        self.ls.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))

    def save(self, uri):
        self.ls.text_document_did_save(types.DidSaveTextDocumentParams(types.TextDocumentIdentifier(uri)))

    def close(self, uri):
        del self._versions[uri]
        self.ls.text_document_did_close(types.DidCloseTextDocumentParams(types.TextDocumentIdentifier(uri)))

    async def diagnostics(self, uri, number=None):
        """The diagnostics of the text as it is now, or those that are published for the n-th time."""
        def found():
            published = self.published.get(uri, [])
            if number is not None:
                return published[number - 1] if len(published) >= number else None
            return published[-1] if published and published[-1].version == self._versions[uri] else None

        await self.until(found)
        return found().diagnostics

    async def until(self, condition):
        """Waits until something is so."""
        async def wait():
            while not condition():
                self._news.clear()
                await self._news.wait()

        await self.wait(wait())

    async def actions(self, uri, start, end=None, only=None):
        params = types.CodeActionParams(types.TextDocumentIdentifier(uri), _range(start, end or start),
                                        types.CodeActionContext([], only=only))
        return await self.wait(self.ls.text_document_code_action_async(params))

    async def hover(self, uri, line, character):
        params = types.HoverParams(types.TextDocumentIdentifier(uri), types.Position(line, character))
        return await self.wait(self.ls.text_document_hover_async(params))

    async def lenses(self, uri):
        found = await self.wait(self.ls.text_document_code_lens_async(types.CodeLensParams(types.TextDocumentIdentifier(uri))))
        return [(one.range.start.line, one.command.title) for one in found or ()]

    def run(self, command, *arguments):
        return self.wait(self.ls.workspace_execute_command_async(types.ExecuteCommandParams(command, list(arguments))))


def _range(start, end):
    return types.Range(types.Position(*start), types.Position(*end))


def told(diagnostics):
    """Where each diagnostic is, and its code."""
    return [(str(one.range), one.code) for one in diagnostics]


def edited(text, edit, uri):
    """A text after an edit of the server, in UTF-16 as the client counts; the edits of other files are not looked at."""
    changes = [one for one in edit["documentChanges"] if one["textDocument"]["uri"] == uri] if "documentChanges" in edit else [
        {"edits": edits} for address, edits in edit["changes"].items() if address == uri]
    data = text.encode("utf-16-le")
    lines = [0]
    for index, character in enumerate(text):
        if character == "\n" or character == "\r" and text[index + 1:index + 2] != "\n":
            lines.append(len(text[:index + 1].encode("utf-16-le")))

    def at(position):
        return lines[position["line"]] + 2 * position["character"]

    for one in sorted((one for change in changes for one in change["edits"]), key=lambda one: -at(one["range"]["start"])):
        data = data[:at(one["range"]["start"])] + one["newText"].encode("utf-16-le") + data[at(one["range"]["end"]):]
    return data.decode("utf-16-le")
