"""How long the language server takes from the end of a keystroke's pause to the diagnostics.

    python benchmarks/server_latency.py [--turns N] [FILE…]

A program of a 500-line file, its helpers and five other files that use them is made in a temporary folder and opened as an editor
does. With files named, these are opened instead, each by itself, as they lie on disk; nothing is written to them.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import statistics
import sys
import tempfile
import time
from pathlib import Path

from lsprotocol import types
from pygls.lsp.client import LanguageClient

DELAY = 50  # milliseconds of pause, which are not counted; files that depend on what is typed wait for 200 more, which are
LIMIT = 300

HEAD = '''\
"""Trains models, and keeps what it has seen of them."""

import numpy as np
import tensorflow as tf

import helpers

BATCH, EPOCHS = 32, 10

'''
PART = '''
class Trainer{n}:
    """One way to train."""

    def __init__(self, model, optimizer, rate=0.1):
        self.model = model
        self.optimizer = optimizer
        self.rate = rate
        self.history = []
        self.loss = tf.keras.metrics.Mean()

    @tf.function
    def train_step(self, x, y):
        with tf.GradientTape() as tape:
            prediction = self.model(x, training=True)
            loss = helpers.mean_squared_error(y, prediction) * self.rate
        gradients = tape.gradient(loss, self.model.trainable_variables)
        self.optimizer.apply_gradients(zip(gradients, self.model.trainable_variables))
        helpers.report("train", loss)
        self.loss.update_state(loss)
        return loss

    @tf.function(reduce_retracing=True)
    def predict(self, x):
        hidden = helpers.scaled(x)
        for layer in self.model.layers:
            hidden = layer(hidden)
        return tf.where(hidden > 0.0, hidden, tf.zeros_like(hidden))

    def dataset(self, features, labels):
        data = tf.data.Dataset.from_tensor_slices((features, labels))
        data = data.shuffle(len(features)).map(lambda x, y: (helpers.scaled(x), y))
        return data.batch(BATCH, drop_remainder=True).prefetch(tf.data.AUTOTUNE)

    def fit(self, features, labels):
        for epoch in range(EPOCHS):
            for x, y in self.dataset(features, labels):
                self.history.append(float(self.train_step(x, y)))
            self.rate = 0.9 * self.rate
            print(epoch, np.mean(self.history), self.loss.result())
        return self.history

'''
HELPERS = '''\
import tensorflow as tf


def mean_squared_error(y, prediction):
    return tf.reduce_mean(tf.square(y - prediction))


def scaled(x):
    return (x - tf.reduce_mean(x)) / (tf.math.reduce_std(x) + 1e-6)


def report(name, value):
    print(name, value)
'''
SWAPPED = HELPERS.replace("    print(name", "    tf.print(name")

#: Where code is typed, and what: in a graph function, and in a plain one.
CODE = {"hidden > 0.0": "1", "self.rate = 0.9": "9"}


class Editor:
    """A client that measures."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.client = LanguageClient("benchmark", "1")
        self.times: dict[str, tuple[int | None, float, int]] = {}
        self.news: asyncio.Event | None = None
        self.versions: dict[str, int] = {}

        @self.client.feature(types.TEXT_DOCUMENT_PUBLISH_DIAGNOSTICS)
        def _(params: types.PublishDiagnosticsParams) -> None:
            self.times[params.uri] = params.version, time.perf_counter(), len(params.diagnostics)
            self.news.set()

    async def start(self) -> None:
        self.news = asyncio.Event()
        await self.client.start_io(sys.executable, "-m", "graphlint", "server", cwd=self.folder)
        await self.client.initialize_async(types.InitializeParams(
            capabilities=types.ClientCapabilities(), root_uri=self.folder.as_uri(), initialization_options={"delay": DELAY}))
        self.client.initialized(types.InitializedParams())

    def processor(self) -> float:
        """The seconds that the server has used of a processor, where the system tells."""
        try:
            fields = Path(f"/proc/{self.client._server.pid}/stat").read_text("ascii").rpartition(")")[2].split()
        except OSError:
            return float("nan")
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    async def stop(self) -> None:
        await self.client.shutdown_async(None)
        self.client.exit(None)

    async def open(self, path: Path) -> tuple[str, float]:
        """Opens a file; the answer is its address, and the seconds to its diagnostics."""
        uri, begin = path.as_uri(), time.perf_counter()
        self.versions[uri] = 1
        text = path.read_text("utf-8")
        self.client.text_document_did_open(types.DidOpenTextDocumentParams(types.TextDocumentItem(uri, "python", 1, text)))
        return uri, await self._told(uri) - begin

    def edit(self, uri: str, change: types.TextDocumentContentChangeEvent) -> float:
        self.versions[uri] += 1
        document = types.VersionedTextDocumentIdentifier(uri=uri, version=self.versions[uri])
        self.client.text_document_did_change(types.DidChangeTextDocumentParams(document, [change]))
        return time.perf_counter() + DELAY / 1000

    async def type(self, uri: str, turn: int, place: tuple[int, int] = (0, 3), key: str = "x") -> float:
        """One keystroke within the text, in turn typed and taken back; the seconds from the end of its pause to the diagnostics."""
        line, column = place
        start, end = types.Position(line, column), types.Position(line, column + turn % 2)
        begin = self.edit(uri, types.TextDocumentContentChangePartial(types.Range(start, end), key if turn % 2 == 0 else ""))
        return await self._told(uri) - begin

    async def swap(self, helper: str, text: str, user: str) -> float:
        """An edit of a helper; the seconds to the diagnostics of a file that uses it."""
        before = self.times[user][2]
        begin = self.edit(helper, types.TextDocumentContentChangeWholeDocument(text))
        while self.times[user][2] == before:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), LIMIT)
        return self.times[user][1] - begin

    async def settle(self) -> None:
        """Waits until nothing comes any more."""
        seen = None
        while seen != self.times:
            seen = dict(self.times)
            await asyncio.sleep(1.5)

    async def _told(self, uri: str) -> float:
        while self.times.get(uri, (None, 0.0, 0))[0] != self.versions[uri]:
            self.news.clear()
            await asyncio.wait_for(self.news.wait(), LIMIT)
        return self.times[uri][1]


def shown(name: str, seconds: list[float]) -> None:
    values = sorted(1000 * one for one in seconds)
    most = values[int(0.9 * (len(values) - 1))]
    print(f"{name:44} {statistics.median(values):7.0f} ms median  {most:7.0f} ms of nine in ten", flush=True)


async def keystrokes(editor: Editor, uri: str, turns: int, name: str, *place) -> None:
    for turn in range(2):
        await editor.type(uri, turn, *place)
    begin = editor.processor()
    shown(name, [await editor.type(uri, turn, *place) for turn in range(turns)])
    print(f"{'':44} {1000 * (editor.processor() - begin) / turns:7.0f} ms of a processor each")


async def made(turns: int) -> None:
    with tempfile.TemporaryDirectory(prefix="graphlint-") as name:
        folder = Path(name).resolve()
        text = HEAD + "".join(PART.format(n=number) for number in range(11))
        (folder / "train.py").write_text(text, "utf-8")
        (folder / "helpers.py").write_text(HELPERS, "utf-8")
        for number in range(5):
            (folder / f"other{number}.py").write_text(HEAD + "".join(PART.format(n=n) for n in range(4)), "utf-8")
        editor = Editor(folder)
        await editor.start()
        train, seconds = await editor.open(folder / "train.py")
        print(f"{len(text.splitlines())} lines, {editor.times[train][2]} findings")
        shown("opened first", [seconds])
        await keystrokes(editor, train, turns, "a keystroke in a docstring")
        for name, key in CODE.items():
            line = next(number for number, one in enumerate(text.splitlines()) if name in one)
            column = text.splitlines()[line].index(name) + len(name)
            await keystrokes(editor, train, turns, f"a keystroke behind {name}", (line, column), key)
        helpers, _ = await editor.open(folder / "helpers.py")
        await editor.settle()
        shown("an edited helper, to the file that uses it",
              [await editor.swap(helpers, SWAPPED if turn % 2 == 0 else HELPERS, train) for turn in range(turns)])
        others = [(await editor.open(folder / f"other{number}.py"))[0] for number in range(5)]
        await editor.settle()
        place = next((number, one.index("0.9") + 3) for number, one in enumerate(text.splitlines()) if "0.9" in one)
        times = []
        for turn in range(turns):
            times.append(await editor.type(train, turn, place, "9"))
            await editor.settle() if turn % 10 == 9 else await asyncio.sleep(0.05)
        shown("a keystroke, seven files open", times)
        await editor.settle()
        times = []
        for turn in range(turns):
            times.append(await editor.swap(helpers, SWAPPED if turn % 2 == 0 else HELPERS, others[4]))
            await editor.settle() if turn % 10 == 9 else await asyncio.sleep(0.05)
        shown("an edited helper, to one of six that use it", times)
        await editor.stop()


async def named(paths: list[Path], turns: int) -> None:
    for path in paths:
        editor = Editor(path.parent)
        await editor.start()
        uri, seconds = await editor.open(path)
        print(f"{path.name}: {len(path.read_text('utf-8').splitlines())} lines, {editor.times[uri][2]} findings")
        shown("opened first", [seconds])
        await keystrokes(editor, uri, turns, "a keystroke")
        await editor.stop()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--turns", type=int, default=20)
    options = parser.parse_args()
    if hasattr(os, "getloadavg"):
        print(f"{os.cpu_count()} processors, load {os.getloadavg()[0]:.1f}")
    asyncio.run(named([path.resolve() for path in options.files], options.turns) if options.files else made(options.turns))


if __name__ == "__main__":
    main()
