"""Settings are those of the command line, for each folder; what is wrong with them is said once."""

from __future__ import annotations

import dataclasses
import json
import re

import pytest

pytest.importorskip("pygls")

from lsprotocol import types  # noqa: E402

from graphlint.server.settings import Settings, read  # noqa: E402
from tests.server.client import ROOT, Client, capabilities, told  # noqa: E402
from tests.server.conftest import TRAIN  # noqa: E402

BOTH = TRAIN.replace("    return x * 2.0\n", "    return x.numpy()\n")


@pytest.mark.parametrize("settings, wanted", [
    ({}, ["print-in-graph", "eager-only-call-in-graph"]),
    ({"select": ["print"]}, ["print-in-graph"]),
    ({"select": "E"}, ["eager-only-call-in-graph"]),
    ({"ignore": ["W7303"]}, ["eager-only-call-in-graph"]),
    ({"select": ["W73"], "ignore": ["W7303"]}, []),
    ({"select": ["W7303"], "ignore": ["W73"]}, []),
    ({"select": "e7310,print_in"}, ["print-in-graph", "eager-only-call-in-graph"]),
    ({"select": ["e"]}, ["eager-only-call-in-graph"]),  # a letter is of ids, and not of equal-scalars-share-a-trace
    ({"disable": ["print-in-graph"]}, ["eager-only-call-in-graph"]),
    ({"graphContexts": ["dataset"]}, []),
])
def test_what_is_told(folder, talk, settings, wanted):
    async def conversation():
        async with Client(folder, options=settings) as client:
            found = await client.diagnostics(client.open(folder / "train.py", BOTH))
            assert [one.code for one in found] == wanted
            assert client.messages == []

    talk(conversation())


def test_all_options_have_the_names_of_the_command_line():
    data = {"graphlint": {"graph-decorators": "mylib.graph, mylib.jit", "keras-version": 2, "rcfile": "x.toml", "timeout": 5,
                          "memory": 100, "backend": "default", "enable": ["W7303"], "codeLens": False, "delay": 20, "interpreter": ["python"]}}
    settings, wrong = read(data)
    assert wrong == []
    assert settings.options == ["--rcfile=x.toml", "--graph-decorators=mylib.graph,mylib.jit", "--enable=W7303", "--keras-version=2"]
    assert (settings.timeout, settings.memory, settings.backend, settings.delay, settings.code_lens) == (5.0, 100, None, 0.02, False)
    assert read(None) == (Settings(), [])


def test_what_is_wrong_is_said_and_the_rest_counts(folder, talk):
    options = {"select": ["print"], "ignore": ["no-such-rule"], "kerasVersion": "4", "colour": 1, "delay": -1, "codeLens": "yes"}

    async def conversation():
        async with Client(folder, options=options) as client:
            found = await client.diagnostics(client.open(folder / "train.py", BOTH))
            assert [one.code for one in found] == ["print-in-graph"]
            assert client.messages == [
                "graphlint: graphlint.ignore is ['no-such-rule']: no rule is called or begins with no-such-rule;"
                " graphlint.kerasVersion is '4': one of 2, 3 is needed; no setting graphlint.colour;"
                " graphlint.delay is -1: a number of milliseconds from 0 to 60000 is needed;"
                " graphlint.codeLens is 'yes': true or false is needed"]
            assert await client.lenses((folder / "train.py").as_uri()) != []
        async with Client(folder, options=[1, 2]) as client:
            assert client.messages == ["graphlint: the settings are [1, 2], not an object"]

    talk(conversation())


@pytest.mark.parametrize("table, settings, wanted", [
    ('ignore = ["print-in-graph"]', {}, ["eager-only-call-in-graph"]),
    ('ignore = ["print-in-graph"]', {"select": ["W73"]}, ["print-in-graph"]),
    ('select = ["E"]', {"ignore": ["E"]}, []),
    ('per-file-ignores = {"train.py" = ["E73"], "other.py" = ["W73"]}', {}, ["print-in-graph"]),
    ('exclude = ["train.py"]', {}, []),
    ('exclude = ["other"]', {}, ["print-in-graph", "eager-only-call-in-graph"]),
])
def test_the_projects_own_choice_counts_as_it_does_for_check(folder, talk, table, settings, wanted):
    (folder / "pyproject.toml").write_text(f"[tool.graphlint]\n{table}\n", "utf-8")

    async def conversation():
        async with Client(folder, options=settings) as client:
            found = await client.diagnostics(client.open(folder / "train.py", BOTH))
            assert [one.code for one in found] == wanted and client.messages == []

    talk(conversation())


def test_what_is_wrong_in_the_projects_table_is_said(folder, talk):
    (folder / "pyproject.toml").write_text('[tool.graphlint]\nignore = ["prnt-in-graph"]\n', "utf-8")

    async def conversation():
        async with Client(folder) as client:
            client.open(folder / "train.py", BOTH)
            await client.until(lambda: client.messages)
            assert "no rule prnt-in-graph" in client.messages[0]

    talk(conversation())


def test_settings_may_change(folder, talk):
    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py", BOTH)
            assert len(await client.diagnostics(uri)) == 2
            for settings, wanted in (({"graphlint": {"ignore": ["E"]}}, ["print-in-graph"]), (None, ["print-in-graph", "eager-only-call-in-graph"])):
                client.ls.workspace_did_change_configuration(types.DidChangeConfigurationParams(settings))
                await client.until(lambda wanted=wanted: [one.code for one in client.published[uri][-1].diagnostics] == wanted)

    talk(conversation())


def test_each_folder_has_its_own(tmp_path, talk):
    one, other = tmp_path / "one", tmp_path / "other"
    for folder in (one, other):
        folder.mkdir()
        (folder / "helpers.py").write_text("def log(x):\n    print(x)\n", "utf-8")
        (folder / "train.py").write_text(BOTH, "utf-8")
    (one / "pyproject.toml").write_text('[tool.pylint."messages control"]\ndisable = ["print-in-graph"]\n', "utf-8")
    (other / "helpers.py").write_text("def log(x):\n    return x\n", "utf-8")

    async def conversation():
        async with Client(one, other) as client:
            found = await client.diagnostics(client.open(one / "train.py"))
            assert told(found) == [("8:11-8:20", "eager-only-call-in-graph")]
            found = await client.diagnostics(client.open(other / "train.py"))  # its own helpers, of the same name
            assert told(found) == [("8:11-8:20", "eager-only-call-in-graph")]
            await client.diagnostics(client.open(other / "helpers.py", "def log(x):\n    print(x)\n"))
            uri = (other / "train.py").as_uri()
            await client.until(lambda: told(client.published[uri][-1].diagnostics) == [
                ("7:4-7:18", "print-in-graph"), ("8:11-8:20", "eager-only-call-in-graph")])

    talk(conversation())


def test_an_editor_that_can_be_asked_is_asked_for_each_folder(tmp_path, talk):
    for name in ("one", "other"):
        (tmp_path / name).mkdir()
        (tmp_path / name / "train.py").write_text(BOTH.replace("helpers.log", "print").replace("import helpers\n", ""), "utf-8")
    can = capabilities(workspace=types.WorkspaceClientCapabilities(
        configuration=True, did_change_configuration=types.DidChangeConfigurationClientCapabilities(dynamic_registration=True)))

    def configuration(scope):
        return {"ignore": ["E"]} if scope.endswith("/one") else {"select": ["E"]}

    async def conversation():
        async with Client(tmp_path / "one", tmp_path / "other", can=can, configuration=configuration) as client:
            for name, wanted in (("one", ["print-in-graph"]), ("other", ["eager-only-call-in-graph"])):
                uri = client.open(tmp_path / name / "train.py")
                await client.until(lambda uri=uri, wanted=wanted: uri in client.published and [
                    one.code for one in client.published[uri][-1].diagnostics] == wanted)

    talk(conversation())


def test_a_configuration_that_pylint_cannot_use_is_said_once(folder, talk):
    (folder / "pyproject.toml").write_text("[tool.pylint.main]\njobs = 'many'\n", "utf-8")

    async def conversation():
        async with Client(folder) as client:
            uri = client.open(folder / "train.py")
            assert await client.diagnostics(uri) == ()
            client.change(uri, BOTH)
            assert await client.diagnostics(uri) == ()
            assert len(client.messages) == 1 and "pyproject.toml" in client.messages[0]
            (folder / "pyproject.toml").unlink()
            client.change(uri, TRAIN)
            assert told(await client.diagnostics(uri)) == [("7:4-7:18", "print-in-graph")]

    talk(conversation())


def test_what_the_configuration_leaves_out_is_not_told(folder, talk):
    (folder / "pyproject.toml").write_text("[tool.pylint.main]\nignore = ['skipped']\n", "utf-8")
    (folder / "skipped").mkdir()

    async def conversation():
        async with Client(folder) as client:
            assert await client.diagnostics(client.open(folder / "skipped" / "train.py", BOTH)) == ()
            assert len(await client.diagnostics(client.open(folder / "train.py", BOTH))) == 2

    talk(conversation())


def test_the_extension_for_vs_code_offers_the_settings_that_there_are():
    manifest = json.loads((ROOT / "vscode" / "package.json").read_text("utf-8"))
    offered = manifest["contributes"]["configuration"]["properties"]
    values = {name: one["default"] for name, one in offered.items()}
    settings, wrong = read({name.removeprefix("graphlint."): value for name, value in values.items()})
    assert (wrong, settings) == ([], Settings())  # what is not set means nothing else
    names = {re.sub("([A-Z])", r"_\1", name.removeprefix("graphlint.")).lower() for name in offered}
    assert names == {field.name for field in dataclasses.fields(Settings)} | {"enabled", "interpreter", "command"}
