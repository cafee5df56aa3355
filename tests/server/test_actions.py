"""Quick fixes, hovers and lenses: the edits are made, and what is left of the findings is looked at."""

from __future__ import annotations

import os

import pytest

pytest.importorskip("pygls")

from graphlint.findings import lint  # noqa: E402
from tests.server.client import Client, capabilities, edited, told  # noqa: E402
from tests.server.conftest import HELPERS, TRAIN  # noqa: E402

OWN = '''\
import tensorflow as tf


@tf.function
def step(x):
    print("é😀", x)
    return x


step(tf.constant(1.0))
'''


def titles(actions):
    return [one["title"] for one in actions]


def test_a_fix_says_whether_it_is_safe_and_mends_the_text(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "own.py", OWN)
            await client.diagnostics(uri)
            actions = await client.actions(uri, (5, 6), only=["quickfix"])
            assert titles(actions) == ["print → tf.print (safe)", "Disable print-in-graph for this line", "Explain print-in-graph"]
            assert [one.get("isPreferred", False) for one in actions] == [True, False, False]
            assert [one["code"] for one in actions[0]["diagnostics"]] == ["print-in-graph"]
            assert actions[0]["edit"] == {"documentChanges": [{
                "textDocument": {"uri": uri, "version": 1},
                "edits": [{"range": {"start": {"line": 5, "character": 4}, "end": {"line": 5, "character": 9}}, "newText": "tf.print"}]}]}
            client.change(uri, edited(OWN, actions[0]["edit"], uri))
            assert await client.diagnostics(uri) == ()
            assert await client.actions(uri, (0, 0), (9, 0)) == []

    talk(conversation())


def test_the_fix_of_a_helper_is_made_in_the_helper(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            train, helpers = client.open(folder / "train.py"), client.open(folder / "helpers.py", "# unsaved\n" + HELPERS)
            await client.diagnostics(train)
            fix = (await client.actions(train, (7, 6)))[0]
            assert edited("# unsaved\n" + HELPERS, fix["edit"], helpers) == "# unsaved\n" + HELPERS.replace("print(", "tf.print(")
            assert await client.actions(train, (0, 0), only=["source.fixAll"]) == []  # nothing is mended in this text

    talk(conversation())


def test_all_safe_edits_are_made_together(folder, talk):
    text = OWN.replace("    return x\n", "    print(x)\n    return x.numpy()\n")

    async def conversation():
        async with Client(folder, can=capabilities(workspace=None)) as client:
            uri = client.open(folder / "own.py", text)
            await client.diagnostics(uri)
            (action,) = await client.actions(uri, (0, 0), only=["source.fixAll"])
            assert (action["kind"], list(action["edit"])) == ("source.fixAll.graphlint", ["changes"])
            assert edited(text, action["edit"], uri) == text.replace("print(", "tf.print(")
            assert await client.actions(uri, (5, 6), only=["refactor"]) == []

    talk(conversation())


@pytest.mark.parametrize("line, wanted", [
    ("print(x)", "print(x)  # pylint: disable=print-in-graph"),
    ("print(x)  # why", "print(x)  # pylint: disable=print-in-graph  # why"),
    ("print(x)  # pylint: disable=invalid-name", "print(x)  # pylint: disable=invalid-name, print-in-graph"),
    ("print(x)  # pylint: disable=invalid-name,too-many-locals # y",
     "print(x)  # pylint: disable=invalid-name,too-many-locals,print-in-graph # y"),
    ("print(x)  # type: ignore # pylint: disable=invalid-name", "print(x)  # type: ignore # pylint: disable=invalid-name, print-in-graph"),
    ("print(x, '#')", "print(x, '#')  # pylint: disable=print-in-graph"),
    ("print(x, '''a\n  b''')", "# pylint: disable-next=print-in-graph\n    print(x, '''a\n  b''')"),
    ("print(x, \\\n        x)", "# pylint: disable-next=print-in-graph\n    print(x, \\\n        x)"),
    ("print(x,\n          x)", "print(x,  # pylint: disable=print-in-graph\n          x)"),
    ("tf.cond(x > 0, lambda: print(x), lambda: x)", "tf.cond(x > 0, lambda: print(x), lambda: x)  # pylint: disable=print-in-graph"),
])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_a_rule_is_switched_off_for_one_line(tmp_path, talk, line, wanted, end):
    text = OWN.replace('print("é😀", x)', line).replace("\n", end)

    async def conversation():
        async with Client(tmp_path) as client:
            uri = client.open(tmp_path / "own.py", text)
            found = [one for one in await client.diagnostics(uri) if one.code == "print-in-graph"]
            start = found[0].range.start
            actions = await client.actions(uri, (start.line, start.character))
            action = next(one for one in actions if one["title"].startswith("Disable print"))
            after = edited(text, action["edit"], uri)
            assert after == OWN.replace('print("é😀", x)', wanted).replace("\n", end)
            return after

    path = tmp_path / "own.py"
    path.write_bytes(talk(conversation()).encode())
    assert [one.rule.symbol for one in lint([path], ["--rcfile="]).findings if one.rule.symbol == "print-in-graph"] == []


def test_a_hover_tells_the_rule_in_short_and_the_way(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            await client.diagnostics(uri)
            hover = await client.hover(uri, 7, 6)
            text = hover.contents.value
            assert text.startswith("**print-in-graph** (W7303) in `step`\n\n`log` (helpers.py:5), which calls `print`, runs only")
            assert f"1. [train.py:8]({uri}#L8): `step` calls `log`  \n   `helpers.log(x)`" in text
            assert "2. [helpers.py:5](" in text and '`print("loss", x)`' in text
            assert "**Quick fix:** `print → tf.print` (safe)" in text
            assert "/rules/print-in-graph.md)" in text
            assert str(hover.range) == "7:4-7:18"
            assert await client.hover(uri, 8, 6) is None and await client.hover(uri, 7, 18) is None

    talk(conversation())


def test_a_hover_is_plain_text_where_the_editor_shows_no_markdown(folder, talk):
    from lsprotocol import types

    can = capabilities(text_document=types.TextDocumentClientCapabilities(
        hover=types.HoverClientCapabilities(content_format=[types.MarkupKind.PlainText])))

    async def conversation():
        async with Client(folder, can=can) as client:
            uri = client.open(folder / "train.py")
            (found,) = await client.diagnostics(uri)
            assert found.related_information is None
            contents = (await client.hover(uri, 7, 6)).contents
            assert contents.kind == "plaintext"
            assert contents.value.startswith("print-in-graph (W7303) in step\n") and "1. train.py:8: step calls log" in contents.value

    talk(conversation())


def test_a_graph_function_has_the_number_of_its_findings_above_it(folder, talk):
    text = TRAIN.replace("step(tf.constant", "@tf.function\ndef other(x):\n    return x\n\n\nstep(tf.constant")

    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py", text)
            assert await client.lenses(uri) == [
                (6, "graph function: 1 finding"), (6, "confirm"), (12, "graph function: no findings"), (12, "confirm")]
            assert await client.lenses(client.open(folder / "helpers.py")) == []

    talk(conversation())


def test_explain_shows_the_page(folder, talk):
    from lsprotocol import types

    can = capabilities(window=types.WindowClientCapabilities(show_document=types.ShowDocumentClientCapabilities(support=True)))

    async def conversation():
        async with Client(folder, can=can) as client:
            address = await client.run("graphlint.explain", "print-in-graph")
            assert client.shown == [address] and os.path.basename(address) == "print-in-graph.md"
            assert await client.run("graphlint.explain", "no-such-rule") is None
            assert client.messages == ["graphlint has no rule no-such-rule"]
        async with Client(folder) as client:
            await client.run("graphlint.explain", "print-in-graph")
            assert client.messages[0].startswith("print-in-graph: Python writes output") and not client.shown

    talk(conversation())


def test_what_is_asked_for_right_after_an_edit_is_of_the_text_as_it_is(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "own.py", OWN)
            client.change(uri, "\n\n", ((0, 0), (0, 0)))
            fix = (await client.actions(uri, (7, 6)))[0]
            assert edited("\n\n" + OWN, fix["edit"], uri) == "\n\n" + OWN.replace("print(", "tf.print(")
            assert told(await client.diagnostics(uri)) == [("7:4-7:19", "print-in-graph")]

    talk(conversation())
