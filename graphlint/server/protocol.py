"""What pygls lacks for clients that are odd: lines as the protocol has them, and an answer to each request that makes no sense."""

from __future__ import annotations

import os
from collections.abc import Generator
from typing import Any

from lsprotocol import types
from pygls.exceptions import JsonRpcException
from pygls.lsp.server import LanguageServer
from pygls.protocol import LanguageServerProtocol, default_converter
from pygls.protocol.json_rpc import JsonRPCNotification
from pygls.protocol.language_server import lsp_method
from pygls.workspace import TextDocument, Workspace

from graphlint.server.lines import Lines


class _Text(TextDocument):
    """A document whose lines end where those of the protocol do: not at a form feed."""

    def _apply_incremental_change(self, change: types.TextDocumentContentChangePartial) -> None:
        text = self.source
        lines = Lines(text, self.position_codec.encoding or types.PositionEncodingKind.Utf16)
        start, end = sorted((lines.index(change.range.start), lines.index(change.range.end)))
        self._source = text[:start] + change.text + text[end:]


class _Texts(Workspace):
    def _create_text_document(
        self, doc_uri: str, source: str | None = None, version: int | None = None, language_id: str | None = None
    ) -> TextDocument:
        return _Text(doc_uri, source, version, language_id, sync_kind=self._sync_kind, position_codec=self._position_codec)


class Protocol(LanguageServerProtocol):
    """Answers a request whose parameters make no sense, which pygls leaves without an answer."""

    def structure_message(self, data: dict[str, Any]) -> Any:
        try:
            return super().structure_message(data)
        except JsonRpcException as error:
            if "id" not in data or "method" not in data:
                raise
            self._send_response(data["id"], error=error.to_response_error())
            return JsonRPCNotification(method="$/answered", jsonrpc="2.0", params=None)

    def handle_message(self, message: Any) -> None:
        method = getattr(message, "method", None)
        if self._workspace is None and method not in (None, types.INITIALIZE, types.EXIT):
            if hasattr(message, "id"):
                error = types.ResponseError(types.ErrorCodes.ServerNotInitialized.value, "the first request has to be initialize")
                self._send_response(message.id, error=error)
            return
        super().handle_message(message)

    @lsp_method(types.SHUTDOWN)
    def lsp_shutdown(self, *args: Any) -> Generator[Any, Any, None]:
        # pygls goes through what it takes away from while it does.
        for number, future in list(self._request_futures.items()):
            if number != self.msg_id:
                future.cancel()
        yield from super().lsp_shutdown(*args)

    def take_texts(self) -> None:
        """Have documents kept as here, from now on."""
        before = self.workspace
        self._workspace = _Texts(before.root_uri, before._sync_kind, list(before.folders.values()), before.position_encoding)

    def leave(self) -> None:
        """End the process at once: a thread may still read from the client, or lint."""
        os._exit(0 if self._shutdown else 1)


def server(name: str, version: str, log: Any) -> LanguageServer:
    """A server that reports its own troubles by `log`, and not in the user's face."""

    class Server(LanguageServer):
        """As that of pygls."""

        def report_server_error(self, error: Exception, source: Any) -> None:
            log(f"{type(error).__name__}: {error}")

    return Server(name, version, protocol_cls=Protocol, converter_factory=default_converter)
