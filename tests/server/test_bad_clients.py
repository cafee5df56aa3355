"""Clients that send nonsense, go away, or know nothing: the server answers what it can, and ends when they are gone."""

from __future__ import annotations

import contextlib
import json
import os
import subprocess
import sys

import pytest

pytest.importorskip("pygls")

from tests.server.client import ROOT, Client, told  # noqa: E402
from tests.server.conftest import TRAIN  # noqa: E402


class Raw:
    """A client that may write anything."""

    def __init__(self, folder):
        self.process = subprocess.Popen([sys.executable, "-m", "graphlint", "server"], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                                        stderr=subprocess.PIPE, cwd=folder, env={**os.environ, "PYTHONPATH": str(ROOT)})
        self.number = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout, self.process.stderr):
            with contextlib.suppress(OSError):  # what was written last was not read
                stream.close()

    def write(self, data):
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, message):
        body = json.dumps(message).encode() if not isinstance(message, bytes) else message
        self.write(b"Content-Length: %d\r\n\r\n%b" % (len(body), body))

    def notify(self, method, params):
        self.send({"jsonrpc": "2.0", "method": method, "params": params})

    def ask(self, method, params):
        """The answer to a request; what else the server says is passed over."""
        self.number += 1
        self.send({"jsonrpc": "2.0", "id": self.number, "method": method, "params": params})
        while True:
            message = self.read()
            if message.get("id") == self.number and "method" not in message:
                return message

    def read(self):
        length = 0
        while line := self.process.stdout.readline().strip():
            if line.lower().startswith(b"content-length:"):
                length = int(line.partition(b":")[2])
        assert length, self.process.stderr.read().decode()
        return json.loads(self.process.stdout.read(length))

    def start(self):
        answer = self.ask("initialize", {"processId": None, "rootUri": None, "capabilities": {}})
        self.notify("initialized", {})
        return answer

    def end(self):
        assert self.ask("shutdown", None)["result"] is None
        self.notify("exit", None)
        return self.process.wait(timeout=30)


NONSENSE = [
    b"{", b"[]", b"7", b"null", b'{"jsonrpc": "2.0"}', b'{"jsonrpc": "1.0", "id": 3, "method": "x"}', b"\xff\xfe", b'{"id": 1}',
    b'{"jsonrpc": "2.0", "id": 77, "result": null}', b'{"jsonrpc": "2.0", "method": "$/cancelRequest", "params": {"id": 99}}',
    b'{"jsonrpc": "2.0", "method": "textDocument/didChange", "params": {}}',
    b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": 3}}}',
    b'{"jsonrpc": "2.0", "method": "workspace/didChangeConfiguration", "params": {"settings": [[1]]}}',
    b'{"jsonrpc": "2.0", "method": "window/workDoneProgress/cancel", "params": {"token": "no"}}',
    b'{"jsonrpc": "2.0", "method": "nobody/knows", "params": {"a": 1}}',
    b'{"jsonrpc": "2.0", "method": "textDocument/didClose", "params": {"textDocument": {"uri": "file:///never/opened.py"}}}',
    b'{"jsonrpc": "2.0", "method": "textDocument/didOpen", "params": {"textDocument": {"uri": "file:///%00.py", "languageId": "python", '
    b'"version": 1, "text": "x"}}}',
]


def test_nonsense_changes_nothing(folder):
    with Raw(folder) as client:
        client.start()
        for data in NONSENSE:
            client.send(data)
        assert client.ask("textDocument/hover", {"textDocument": {"uri": "file:///x.py"}})["error"]["code"] == -32602
        assert "error" in client.ask("no/such/request", {})
        assert "error" in client.ask("workspace/executeCommand", {"command": "rm"})
        uri = (folder / "train.py").as_uri()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": TRAIN}})
        for position in ({"line": 9999, "character": 0}, {"line": 7, "character": 9999}):
            assert client.ask("textDocument/hover", {"textDocument": {"uri": uri}, "position": position})["result"] is None
        change = {"range": {"start": {"line": 500, "character": 3}, "end": {"line": 2, "character": 900}}, "text": "import helpers as h\n"}
        client.notify("textDocument/didChange", {"textDocument": {"uri": uri, "version": 2}, "contentChanges": [change]})
        lenses = client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})
        assert lenses["result"] == []  # the rest of the text was replaced
        assert client.end() == 0


def test_a_request_before_the_first_message_is_refused(folder):
    with Raw(folder) as client:
        answer = client.ask("textDocument/hover", {"textDocument": {"uri": "file:///x.py"}, "position": {"line": 0, "character": 0}})
        assert answer["error"]["code"] == -32002
        assert client.start()["result"]["serverInfo"]["name"] == "graphlint"
        assert client.end() == 0


@pytest.mark.parametrize("data", [b"", b"Content-Le", b"Content-Length: 500\r\n\r\n{", b"nonsense\r\n\r\n" * 50])
def test_a_client_that_goes_away_ends_the_server(folder, data):
    with Raw(folder) as client:
        client.start()
        uri = (folder / "train.py").as_uri()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": TRAIN}})
        client.write(data)
        client.process.stdin.close()
        client.process.stdout.close()
        client.process.wait(timeout=30)


def test_exit_without_shutdown_is_no_success(folder):
    with Raw(folder) as client:
        client.start()
        client.notify("exit", None)
        assert client.process.wait(timeout=30) == 1


def test_a_request_may_be_given_up(folder):
    with Raw(folder) as client:
        client.start()
        uri = (folder / "train.py").as_uri()
        client.notify("textDocument/didOpen", {"textDocument": {"uri": uri, "languageId": "python", "version": 1, "text": TRAIN}})
        client.send({"jsonrpc": "2.0", "id": "a", "method": "textDocument/codeLens", "params": {"textDocument": {"uri": uri}}})
        client.notify("$/cancelRequest", {"id": "a"})
        assert len(client.ask("textDocument/codeLens", {"textDocument": {"uri": uri}})["result"]) == 2
        assert client.end() == 0


def test_what_is_printed_is_no_message(folder, talk):
    hook = "import os; print('hello'); os.write(1, b'there')"
    (folder / "pyproject.toml").write_text(f'[tool.pylint.main]\ninit-hook = "{hook}"\n', "utf-8")

    async def conversation():
        async with Client(folder) as client:
            assert told(await client.diagnostics(client.open(folder / "train.py"))) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


@pytest.mark.parametrize("hook", ["raise ValueError('broken')", "import sys; sys.exit(3)"])
def test_a_hook_that_fails_is_said_and_the_server_goes_on(folder, talk, hook):
    (folder / "pyproject.toml").write_text(f'[tool.pylint.main]\ninit-hook = "{hook}"\n', "utf-8")

    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            assert await client.diagnostics(uri) == ()
            assert len(client.messages) == 1
            (folder / "pyproject.toml").unlink()
            client.change(uri, TRAIN)
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


def test_a_crash_of_the_analysis_is_a_message_in_the_log(folder, talk, monkeypatch):
    (folder / "sitecustomize.py").write_text(
        "import graphlint.findings as findings\n"
        "real = findings.lint\n"
        "def lint(paths, *args, texts, **options):\n"
        "    if 'CRASH' in texts.get(paths[0], ''):\n"
        "        raise RecursionError('too deep')\n"
        "    return real(paths, *args, texts=texts, **options)\n"
        "findings.lint = lint\n", "utf-8")
    code = f"import sys; sys.path.insert(0, {str(folder)!r}); import sitecustomize; from graphlint.cli import main; sys.exit(main())"

    async def conversation():
        async with Client(folder, command=("-c", code, "server")) as client:
            uri = client.open(folder / "train.py", TRAIN + "# CRASH\n")
            assert await client.diagnostics(uri) == ()
            assert client.logs == [f"{folder / 'train.py'} could not be linted (RecursionError: too deep); please report this"]
            client.change(uri, "", ((12, 0), (13, 0)))
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


def test_a_folder_that_is_gone_is_no_end(folder, talk):
    import shutil

    gone = folder / "gone"
    gone.mkdir()

    async def conversation():
        async with Client(gone) as client:
            first = client.open(gone / "train.py", TRAIN)
            await client.diagnostics(first)
            shutil.rmtree(gone)
            client.change(first, TRAIN + "\n")
            await client.diagnostics(first)
            assert told(await client.diagnostics(client.open(folder / "train.py"))) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


def test_it_says_what_is_missing(tmp_path):
    blocked = "import sys, importlib.util as u; real = u.find_spec; u.find_spec = lambda n, *a: None if n == 'pygls' else real(n, *a)\n"
    code = blocked + "from graphlint.cli import main; sys.exit(main(['server']))"
    done = subprocess.run([sys.executable, "-c", code], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60,
                          env={**os.environ, "PYTHONPATH": str(ROOT)}, cwd=tmp_path)
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == "graphlint server: pygls is not installed: pip install 'pylint-graphlint[server]'\n"
