"""What is shown while one types: of the text as it is, of what depends on it, and of nothing that is over."""

from __future__ import annotations

import pytest

pytest.importorskip("pygls")

from lsprotocol.types import DiagnosticSeverity, PositionEncodingKind  # noqa: E402

from tests.server.client import Client, told  # noqa: E402
from tests.server.conftest import HELPERS, TRAIN  # noqa: E402


def test_a_finding_has_its_place_its_page_and_the_way_to_it(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            (found,) = await client.diagnostics(uri)
            assert (str(found.range), found.code, found.source, found.severity) == (
                "7:4-7:18", "print-in-graph", "graphlint", DiagnosticSeverity.Warning)
            assert found.message == ("'log' (helpers.py:5), which calls 'print', runs only while graph function 'step' is traced"
                                     " (through log called at line 8), not at each call; use tf.print")
            assert found.code_description.href.endswith("/rules/print-in-graph.md")
            assert found.data == {"id": "W7303", "function": "step", "fix": "safe"}
            assert [(one.location.uri, str(one.location.range), one.message) for one in found.related_information] == [
                (uri, "7:4-7:18", "step calls log"),
                ((folder / "helpers.py").as_uri(), "4:4-4:20", "the code that does it")]

    talk(conversation())


def test_severity_is_that_of_the_rules_letter(folder, talk):
    text = (
        "import tensorflow as tf\n@tf.function\ndef f(x):\n    return x.numpy()\n"
        "@tf.function\ndef g(n):\n    return n * 2\nfor i in range(9):\n    g(i)\n"
    )

    async def conversation():
        async with Client(folder) as client:
            found = await client.diagnostics(client.open(folder / "new.py", text))
            assert [(one.code, one.severity) for one in found] == [
                ("eager-only-call-in-graph", DiagnosticSeverity.Error), ("python-scalar-retrace", DiagnosticSeverity.Information)]

    talk(conversation())


def test_what_is_typed_counts_and_not_what_is_saved(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]
            client.change(uri, "# a line\n", ((0, 0), (0, 0)))
            assert told(await client.diagnostics(uri)) == [("8:4-8:18", "print-in-graph")]
            client.change(uri, "", ((8, 0), (9, 0)))
            assert told(await client.diagnostics(uri)) == []
            client.close(uri)
            await client.until(lambda: client.published[uri][-1].version is None)
            assert client.published[uri][-1].diagnostics == ()

    talk(conversation())


def test_an_edited_helper_changes_what_is_shown_of_others(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            train, helpers = client.open(folder / "train.py"), client.open(folder / "helpers.py")
            assert told(await client.diagnostics(train)) == [("7:4-7:18", "print-in-graph")]
            client.change(helpers, HELPERS.replace("print(", "tf.print("))
            await client.until(lambda: client.published[train][-1].diagnostics == ())
            client.change(helpers, HELPERS)
            await client.until(lambda: told(client.published[train][-1].diagnostics) == [("7:4-7:18", "print-in-graph")])
            client.change(helpers, HELPERS.replace("print(", "tf.print("))
            await client.until(lambda: client.published[train][-1].diagnostics == ())
            client.close(helpers)  # what was typed is given up: the file counts
            await client.until(lambda: told(client.published[train][-1].diagnostics) == [("7:4-7:18", "print-in-graph")])

    talk(conversation())


def test_of_many_edits_the_last_one_is_shown(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            for number in range(40):
                client.change(uri, f"# {number}\n", ((0, 0), (0, 0)))
            assert told(await client.diagnostics(uri)) == [("47:4-47:18", "print-in-graph")]
            versions = [one.version for one in client.published[uri]]
            assert versions == sorted(versions) and len(versions) <= 3

    talk(conversation())


def test_text_that_is_no_python_is_told_and_forgotten(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py", TRAIN + "def (:\n")
            (found,) = await client.diagnostics(uri)
            assert (found.code, found.severity, found.range.start.line) == ("syntax-error", DiagnosticSeverity.Error, 12)
            client.change(uri, TRAIN)
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


@pytest.mark.parametrize("encoding, column", [("utf-16", 13), ("utf-8", 16), ("utf-32", 12)])
def test_positions_are_in_the_units_that_were_agreed_on(folder, talk, encoding, column):
    text = 'import tensorflow as tf\r\n@tf.function\r\ndef f(x):\r\n    "é😀"; print(x)\r\n    return x\r\n'

    async def conversation():
        async with Client(folder, encodings=[PositionEncodingKind(encoding)]) as client:
            assert client.answer.capabilities.position_encoding == encoding
            uri = client.open(folder / "new.py", text)
            (found,) = await client.diagnostics(uri)
            before = column - 3
            assert str(found.range) == f"3:{before + 1}-3:{before + 9}"
            client.change(uri, "tf.print", ((3, before + 1), (3, before + 6)))
            assert await client.diagnostics(uri) == ()

    talk(conversation())


def test_a_form_feed_ends_no_line(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py", TRAIN.replace("import helpers", "import helpers\n\x0c\n# \u2028 x"))
            assert told(await client.diagnostics(uri)) == [("9:4-9:18", "print-in-graph")]
            client.change(uri, "", ((9, 0), (10, 0)))
            assert await client.diagnostics(uri) == ()

    talk(conversation())


def test_a_text_without_a_file_is_linted(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open("untitled:Untitled-1", TRAIN)
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]
            new = client.open(folder / "not_there" / "yet.py", TRAIN.replace("import helpers", "from helpers import log")
                              .replace("helpers.log", "log"))
            await client.diagnostics(new)
            assert sorted(path.name for path in folder.rglob("*.py")) == ["helpers.py", "train.py"]

    talk(conversation())


def test_other_languages_and_installed_files_are_left_alone(folder, talk):
    installed = folder / "lib" / "site-packages" / "x.py"

    async def conversation():
        async with Client(folder) as client:
            others = [client.open(folder / "notes.md", TRAIN, "markdown"), client.open(installed, TRAIN),
                      client.open("vscode-notebook-cell:/a.ipynb#1", TRAIN), client.open("git:/train.py?x", TRAIN)]
            await client.diagnostics(client.open(folder / "train.py"))
            assert not set(others) & set(client.published)
            assert await client.hover(others[0], 7, 6) is None
            assert await client.actions(others[0], (7, 6)) is None

    talk(conversation())


def test_a_huge_text_is_not_linted(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py", TRAIN + "# x\n" * 600_000)
            assert await client.diagnostics(uri) == ()
            assert any("more than 2000000 characters" in log for log in client.logs)

    talk(conversation())


def test_a_file_that_another_program_writes_is_linted_again(folder, talk):
    from lsprotocol import types

    async def conversation():
        async with Client(folder) as client:
            train = client.open(folder / "train.py")
            assert told(await client.diagnostics(train)) == [("7:4-7:18", "print-in-graph")]
            (folder / "helpers.py").write_text(HELPERS.replace("print(", "tf.print("), "utf-8")
            client.ls.workspace_did_change_watched_files(types.DidChangeWatchedFilesParams(
                [types.FileEvent((folder / "helpers.py").as_uri(), types.FileChangeType.Changed)]))
            await client.until(lambda: client.published[train][-1].diagnostics == ())

    talk(conversation())
