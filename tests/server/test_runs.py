"""Programs are run only when somebody asks for it; what a run has shown is told where it was seen."""

from __future__ import annotations

import asyncio
import os
import time

import pytest

pytest.importorskip("pygls")

from lsprotocol import types  # noqa: E402
from pygls.exceptions import JsonRpcRequestCancelled  # noqa: E402

from tests.server.client import Client  # noqa: E402
from tests.server.conftest import HELPERS, TRAIN  # noqa: E402

RUNTIME = {"backend": "runtime"}


def seen(published):
    return [(str(one.range), one.code, one.message.split(":")[0]) for one in published.diagnostics if one.source == "graphlint confirm"]


def test_verdicts_become_diagnostics_until_the_text_changes(folder, talk):
    (folder / "train.py").write_text(TRAIN + "\n\n@tf.function\ndef never(x):\n    print(x)\n", "utf-8")

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "train.py")
            await client.diagnostics(uri)
            answer = await client.run("graphlint.confirm", uri)
            assert answer["summary"].startswith("1 observed, 0 not observed, 1 not reached, 0 unforeseen (runtime ")
            last = client.published[uri][-1]
            assert seen(last) == [("7:4-7:18", "print-in-graph", "observed"), ("16:4-16:12", "print-in-graph", "not reached")]
            told = next(one.message for one in last.diagnostics if one.source == "graphlint confirm")
            assert told == ("observed: step\nprinted: eagerly loss tf.Tensor(1.0, shape=(), dtype=float32);"
                            ' as a graph loss Tensor("x:0", shape=(), dtype=float32)')
            assert "**Run:** observed: step" in (await client.hover(uri, 7, 6)).contents.value
            steps = [one.value.get("message") for one in client.progress]
            assert steps[0] is None and "running as a graph" in steps and client.progress[-1].value["kind"] == "end"
            client.change(uri, "\n", ((0, 0), (0, 0)))
            await client.diagnostics(uri)
            assert seen(client.published[uri][-1]) == []

    talk(conversation())


def test_nothing_is_run_that_is_not_asked_for(folder, talk):
    (folder / "train.py").write_text(TRAIN + "open('ran', 'w')\n", "utf-8")

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "train.py")
            await client.diagnostics(uri)
            await client.actions(uri, (7, 6))
            await client.hover(uri, 7, 6)
            await client.lenses(uri)
            assert not (folder / "ran").exists()
            await client.run("graphlint.confirm", uri)
            assert (folder / "ran").exists()

    talk(conversation())


def test_what_is_not_saved_is_not_run(folder, talk):
    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            untitled, train = client.open("untitled:Untitled-1", TRAIN), client.open(folder / "train.py", "#\n" + TRAIN)
            for uri in (untitled, train, "file:///nowhere.py"):
                assert await client.run("graphlint.confirm", uri) is None
            assert await client.run("graphlint.confirm") is None
            assert client.messages == [
                "graphlint: the text has to be saved before it is run", "graphlint: train.py has to be saved before it is run",
                "graphlint: open the Python file that is to be run", "graphlint: open the Python file that is to be run"]
            client.close(untitled)
            client.change(train, TRAIN)
            client.save(train)
            client.open(folder / "helpers.py", HELPERS + "#\n")
            assert (await client.run("graphlint.confirm", train))["summary"].startswith("1 observed")
            assert client.messages[4] == "graphlint: the run does not see what is not saved in helpers.py"

    talk(conversation())


def test_a_run_is_stopped_with_all_that_it_started(folder, talk):
    (folder / "train.py").write_text(TRAIN + "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n", "utf-8")

    def pid():
        path = folder / "pid"
        return path.exists() and path.read_text()

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "train.py")
            running = asyncio.ensure_future(client.run("graphlint.confirm", uri))
            await until(pid)
            begun = time.monotonic()
            assert (await client.hover(uri, 7, 6)) is not None  # the server answers meanwhile
            assert await client.run("graphlint.confirm", uri) is None
            token = client.progress[0].token
            client.ls.window_work_done_progress_cancel(types.WorkDoneProgressCancelParams(token))
            assert await running is None
            assert client.messages == ["graphlint: train.py is being run already", "graphlint confirm train.py: stopped"]
            assert time.monotonic() - begun < 20
            await until(lambda: not alive(int(pid())))

    talk(conversation())


def test_a_run_ends_with_the_server(folder, talk):
    (folder / "train.py").write_text(TRAIN + "import os, time\nopen('pid', 'w').write(str(os.getpid()))\ntime.sleep(600)\n", "utf-8")

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "train.py")
            running = asyncio.ensure_future(client.run("graphlint.confirm", uri))
            path = folder / "pid"
            await until(lambda: path.exists() and path.read_text())
        with pytest.raises(JsonRpcRequestCancelled):
            await running
        await until(lambda: not alive(int(path.read_text())))

    talk(conversation())


def test_a_program_that_cannot_be_run_is_told(folder, talk):
    (folder / "train.py").write_text("def (:\n", "utf-8")

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "train.py")
            assert await client.run("graphlint.confirm", uri) is None
            assert client.messages[0].startswith("graphlint confirm train.py: ")

    talk(conversation())


def test_an_edit_is_proven_by_a_run(folder, talk):
    text = (
        "import numpy as np\nimport tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x + np.random.normal()\n\n\n"
        "for _ in range(3):\n    print(step(tf.constant(1.0)) is None)\n"
    )
    (folder / "noise.py").write_text(text, "utf-8")

    async def conversation():
        async with Client(folder, options=RUNTIME) as client:
            uri = client.open(folder / "noise.py")
            (found,) = await client.diagnostics(uri)
            assert found.data["fix"] == "needs a proof"
            actions = await client.actions(uri, (6, 16))
            assert [one["title"].rpartition(" (")[2] for one in actions[:1]] == ["needs a proof)"]
            assert actions[1]["command"]["command"] == "graphlint.prove"
            assert await client.actions(uri, (6, 16), only=["source.fixAll"]) == []
            answer = await client.run("graphlint.prove", *actions[1]["command"]["arguments"])
            assert answer == {"tried": 1, "proven": 1}
            actions = await client.actions(uri, (6, 16))
            assert actions[0]["title"].endswith(" (proven)") and actions[0]["isPreferred"] is True
            assert client.published[uri][-1].diagnostics[0].data["fix"] == "proven"
            assert len(await client.actions(uri, (6, 16), only=["source.fixAll"])) == 1

    talk(conversation())


async def until(condition):
    for _ in range(600):
        if condition():
            return
        await asyncio.sleep(0.1)
    raise AssertionError("it did not happen")


def alive(pid):
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    with open(f"/proc/{pid}/stat", encoding="ascii") as stat:
        return stat.read().rpartition(")")[2].split()[0] != "Z"
