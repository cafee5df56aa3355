"""What is kept between runs: the same as a run without a cache finds, after every edit, whatever becomes of the folder."""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from graphlint.cache import Cache
from graphlint.cache.session import Session
from graphlint.cache.store import MAX_BYTES, Store, default_folder
from graphlint.findings import Report, lint

#: A small program, whose modules depend on one another in each of the ways that the analysis follows.
PROGRAM = {
    "package/__init__.py": "from package.layers import Layer\n",
    "package/compat.py": "import tensorflow as tf\n\njit = tf.function\nDEBUG = False\n",
    "package/helpers.py": "def log(x):\n    return x\n\n\ndef scaled(x, factor=2):\n    return log(x) * factor\n",
    "package/settings.py": "RATE = 0.1\nNAMES = ['a']\n",
    "package/base.py": (
        "import tensorflow as tf\n\n\nclass Base(tf.Module):\n    rate = 1.0\n\n    @tf.function\n    def step(self, x):\n"
        "        return self.forward(x) * self.rate\n\n    def forward(self, x):\n        return x\n"
    ),
    "package/layers.py": (
        "from package import helpers, settings\nfrom package.base import Base\n\n\nclass Layer(Base):\n    def forward(self, x):\n"
        "        return helpers.scaled(x) * settings.RATE\n"
    ),
    "package/train.py": (
        "from package import Layer\nfrom package.compat import jit\nfrom package.helpers import *\n\n\n@jit\ndef train(x):\n"
        "    return scaled(x)\n\n\ndef main():\n    layer = Layer()\n    layer.step(1.0)\n    return train(1.0)\n"
    ),
    "main.py": "from package import settings, train\n\ntrain.main()\ntrain.main()\n",
    "plain.py": "import os\n\n\ndef names():\n    return os.listdir()\n",
    "requirements.txt": "tensorflow>=2.16\n",
}
#: The same, with something to find in most of its modules.
LOUD = PROGRAM | {
    "package/base.py": PROGRAM["package/base.py"].replace("        return x\n", "        print(x)\n        return x\n"),
    "package/layers.py": PROGRAM["package/layers.py"].replace("        return help", "        print(x)\n        return help"),
    "package/train.py": PROGRAM["package/train.py"].replace("    return scaled", "    log(x)\n    print(NAMES)\n    return scaled"),
    "package/helpers.py": PROGRAM["package/helpers.py"].replace("    return log", "    print(factor)\n    return log"),
    "package/scale.py": "import tensorflow as tf\n\nSCALE = 1.0\n\n\n@tf.function\ndef scale(x):\n    return x * SCALE\n",
    "package/model.py": (
        "import tensorflow as tf\nfrom package import compat\n\n\nclass Model(tf.keras.layers.Layer):\n    def call(self, x):\n"
        "        if tf.reduce_sum(x) > 0:\n            return x\n        return -x\n"
    ),
    "main.py": PROGRAM["main.py"] + "\nfrom package import scale\nscale.scale(1.0)\nscale.SCALE = 2.0\nscale.scale(1.0)\n",
}
#: Lines that make something another one finds, each with where it goes: at the end, or before the last line.
_LINES = (
    *("    print('here')\n", "    x = x + 1\n", "    # a comment\n"),
    *("\nfrom package.helpers import *\n", "\nimport package.settings as other\nother.RATE = 2.0\n", "\nprint(1)\n", "\ntrain.main()\n"),
    "\n@jit\ndef more(x):\n    print(x)\n    return x\n",
    *("\nimport tensorflow as tf\ntf.config.run_functions_eagerly(True)\n", "\nx = (\n"),
    "\nfrom package.layers import Layer\nlayer = Layer()\nlayer.step(1)\nlayer.rate = 3.0\nlayer.step(1)\n",
)


def _written(folder: Path, program: dict[str, str] = PROGRAM) -> Path:
    for name, text in program.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return folder


def _edited(folder: Path, rng: random.Random) -> str:
    """Makes one edit, and tells of it."""
    paths = sorted(path for path in folder.rglob("*") if path.is_file())
    path = rng.choice(paths)
    text = path.read_text("utf-8")
    lines = text.splitlines(keepends=True)
    kind = rng.choice(("insert", "insert", "append", "append", "delete", "word", "rename", "remove", "new", "restore", "restore"))
    if kind == "insert":
        line = rng.choice(_LINES[:3])
        lines.insert(rng.randrange(len(lines) + 1), line)
        path.write_text("".join(lines), "utf-8")
    elif kind == "append":
        path.write_text(text + rng.choice(_LINES[3:]), "utf-8")
    elif kind == "delete" and lines:
        del lines[rng.randrange(len(lines))]
        path.write_text("".join(lines), "utf-8")
    elif kind == "word":
        old, new = rng.choice((("log", "note"), ("RATE", "SPEED"), ("tf.function", "tf.init_scope"), ("Base", "Other"), ("2.16", "2.4")))
        path.write_text(text.replace(old, new), "utf-8")
    elif kind == "rename":
        path.rename(path.with_name(f"other_{path.name}"))
    elif kind == "remove":
        path.unlink()
    elif kind == "new":
        name = rng.choice(("helpers.py", "tensorflow.py", "package.py", "package/tf.py", "pyproject.toml", "package/new/__init__.py"))
        _written(folder, {name: rng.choice(("", "def log(x):\n    print(x)\n", "from package.compat import jit\n"))})
    else:
        name = rng.choice(sorted(LOUD))
        _written(folder, {name: LOUD[name]})
        return f"restore {name}"
    return f"{kind} {path.relative_to(folder)}"


def _linted(folder: Path, cache: Path, **keywords) -> tuple[Report, list[str]]:
    """What is reported, and the names of the files that were linted for it."""
    found: list[str] = []
    ask = Session.open

    def noted(self: Session, *args) -> list:
        left = ask(self, *args)
        found.extend(os.path.basename(item.filepath) for item in left)
        return left

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(Session, "open", noted)
        report = lint([folder], ["--rcfile="], cache=Cache(cache), **keywords)
    return report, sorted(found)


def _same(cached: Report, fresh: Report) -> bool:
    return (sorted(map(repr, cached.findings)), sorted(map(repr, cached.problems))) == (
        sorted(map(repr, fresh.findings)),
        sorted(map(repr, fresh.problems)),
    )


@pytest.mark.parametrize("seed", range(3))
def test_after_every_edit_the_findings_are_those_of_a_run_without_the_cache(tmp_path: Path, seed: int) -> None:
    rng = random.Random(seed)
    folder, cache = tmp_path / "program", tmp_path / "cache"
    told = []
    for number in range(12):
        if number % 4 == 0:
            shutil.rmtree(folder, ignore_errors=True)
            _written(folder, LOUD)
            lint([folder], ["--rcfile="], cache=Cache(cache))
        told.append(_edited(folder, rng))
        cached, fresh = lint([folder], ["--rcfile="], cache=Cache(cache)), lint([folder], ["--rcfile="])
        assert _same(cached, fresh), told


#: Edits that change what is found in other files: where, and what becomes what.
_ELSEWHERE = {
    "a helper": ("package/helpers.py", "    return x\n", "    print(x)\n    return x\n"),
    "who imports a module": ("main.py", "scale.SCALE = 2.0\n", ""),
    "a base class": ("package/base.py", "    @tf.function\n", ""),
    "another name of tf.function": ("package/compat.py", "jit = tf.function", "def jit(function):\n    return function"),
    "what a star brings": ("package/helpers.py", "def scaled", "__all__ = ['log']\n\n\ndef scaled"),
    "a switch": ("package/compat.py", "\n\n", "\n\ntf.config.run_functions_eagerly(True)\n"),
    "what a project requires": ("requirements.txt", ">=2.16", "==2.4"),
}


@pytest.mark.parametrize("edited", _ELSEWHERE)
def test_an_edit_counts_wherever_it_is(tmp_path: Path, edited: str) -> None:
    folder, cache = _written(tmp_path / "program", LOUD), tmp_path / "cache"
    before = lint([folder], ["--rcfile="], cache=Cache(cache))
    name, old, new = _ELSEWHERE[edited]
    _written(folder, {name: LOUD[name].replace(old, new, 1)})
    after = lint([folder], ["--rcfile="], cache=Cache(cache))
    assert _same(after, lint([folder], ["--rcfile="]))
    others = [{finding for finding in report.findings if finding.path != str(folder / name)} for report in (before, after)]
    assert others[0] != others[1]
    for renamed in (name, name.replace(".", "_other.")):
        (folder / name).rename(folder / renamed)
        assert _same(lint([folder], ["--rcfile="], cache=Cache(cache)), lint([folder], ["--rcfile="]))


def test_nothing_is_linted_again_without_an_edit(tmp_path: Path) -> None:
    folder, cache = _written(tmp_path / "program"), tmp_path / "cache"
    first, linted = _linted(folder, cache)
    assert len(linted) == 9
    second, linted = _linted(folder, cache)
    assert linted == [] and (first.findings, first.problems) == (second.findings, second.problems)


def test_an_edited_file_has_only_those_linted_that_depend_on_it(tmp_path: Path) -> None:
    folder, cache = _written(tmp_path / "program"), tmp_path / "cache"
    _linted(folder, cache)
    _written(folder, {"plain.py": "import os\n\n\ndef names():\n    return os.listdir('.')\n"})
    assert _linted(folder, cache)[1] == ["plain.py"]
    _written(folder, {"package/helpers.py": PROGRAM["package/helpers.py"].replace("return x", "print(x)\n    return x")})
    report, linted = _linted(folder, cache)
    assert "plain.py" not in linted and {"helpers.py", "train.py"} <= set(linted)
    assert {os.path.basename(finding.path) for finding in report.findings} >= {"train.py"}


@pytest.mark.parametrize("change", ["options", "configuration", "fixes", "everything"])
def test_what_else_decides_has_all_linted_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, change: str) -> None:
    program = {"main.py": "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n"}
    folder, cache = _written(tmp_path / "program", program), tmp_path / "cache"
    monkeypatch.chdir(folder)
    options, keywords = [], {}
    before = lint(["."], options, cache=Cache(cache))
    assert len(before.findings) == 1
    if change == "options":
        options = ["--disable=print-in-graph"]
    elif change == "configuration":
        _written(folder, {"pylintrc": "[MAIN]\ndisable=print-in-graph\n"})
    else:
        keywords = {change: True}
    assert lint(["."], options, cache=Cache(cache), **keywords) == lint(["."], options, **keywords)


def test_all_that_findings_hold_is_kept(tmp_path: Path) -> None:
    text = "import tensorflow as tf\nfrom helpers import log\n\n\n@tf.function\ndef f(x):\n    print(x)\n    log(x)\n"
    text += "    print(x)  # pylint: disable=print-in-graph\n"
    folder = _written(tmp_path / "program", {"main.py": text, "helpers.py": "def log(x):\n    print(x)\n", "broken.py": "x = (\n"})
    for keywords in ({"fixes": True}, {"everything": True}, {"fixes": True, "everything": True}):
        first, _ = _linted(folder, tmp_path / "cache", **keywords)
        second, linted = _linted(folder, tmp_path / "cache", **keywords)
        assert linted == [] and first == second == lint([folder], ["--rcfile="], **keywords)
        assert second.problems and any(finding.calls for finding in second.findings)
        assert any(finding.fix for finding in second.findings) or "fixes" not in keywords
        assert any(finding.off for finding in second.findings) or "everything" not in keywords


def test_texts_that_are_not_saved_count(tmp_path: Path) -> None:
    folder, cache = _written(tmp_path / "program"), tmp_path / "cache"
    texts = {str(folder / "package" / "helpers.py"): "def log(x):\n    print(x)\n\n\ndef scaled(x):\n    return log(x)\n"}
    saved = lint([folder], ["--rcfile="], cache=Cache(cache))
    unsaved = lint([folder], ["--rcfile="], cache=Cache(cache), texts=texts)
    assert _same(unsaved, lint([folder], ["--rcfile="], texts=texts)) and not _same(saved, unsaved)
    assert _same(lint([folder], ["--rcfile="], cache=Cache(cache)), saved)


def test_a_file_that_a_star_did_not_find_before(tmp_path: Path) -> None:
    text = "import tensorflow as tf\nfrom helpers import *\n\n\n@tf.function\ndef f(x):\n    log(x)\n"
    folder, cache = _written(tmp_path / "program", {"main.py": text}), tmp_path / "cache"
    assert not lint([folder], ["--rcfile="], cache=Cache(cache)).findings
    _written(folder, {"helpers.py": "def log(x):\n    print(x)\n"})
    assert len(lint([folder], ["--rcfile="], cache=Cache(cache)).findings) == 1


def _cut(data: bytes) -> bytes:
    return data[: len(data) // 2]


def _garbled(data: bytes) -> bytes:
    return data.replace(b"print", b"prant")


@pytest.mark.parametrize("damage", [_cut, _garbled, lambda data: b"", lambda data: b"{}", lambda data: b"\x80\x04."])
def test_damaged_entries_are_as_if_they_were_not_there(tmp_path: Path, damage: Callable[[bytes], bytes]) -> None:
    program = {"main.py": "import tensorflow as tf\n\n\n@tf.function\ndef f(x):\n    print(x)\n"}
    folder, cache = _written(tmp_path / "program", program), tmp_path / "cache"
    first, _ = _linted(folder, cache)
    for path in cache.rglob("*.json"):
        path.write_bytes(damage(path.read_bytes()))
    assert _linted(folder, cache) == (first, ["main.py"])
    assert _linted(folder, cache) == (first, [])


def test_a_whole_entry_of_another_shape_is_as_if_it_were_not_there(tmp_path: Path) -> None:
    folder, cache = _written(tmp_path / "program", {"main.py": "x = 1\n"}), tmp_path / "cache"
    _linted(folder, cache)
    entries = Store(str(cache), pytest.fail)
    for path in cache.rglob("*.json"):
        key = path.parent.name + path.stem
        for entry in ({}, {**entries.get(key), "questions": [["__init__", [], ""]]}, {**entries.get(key), "questions": 3}):
            entries.put(key, entry)
            assert _linted(folder, cache)[1] == ["main.py"]


@pytest.mark.parametrize("inside", ["", "more"])
def test_a_folder_that_cannot_be_written_is_said_once(tmp_path: Path, inside: str) -> None:
    folder, said = _written(tmp_path / "program"), []
    (tmp_path / "file").write_text("", "utf-8")
    report = lint([folder], ["--rcfile="], cache=Cache(tmp_path / "file" / inside, said.append))
    assert _same(report, lint([folder], ["--rcfile="]))
    assert len(said) == 1 and said[0].startswith(f"the cache folder {tmp_path / 'file' / inside} cannot be written (")


def test_two_processes_at_once(tmp_path: Path) -> None:
    folder, cache = _written(tmp_path / "program"), tmp_path / "cache"
    code = "import sys; from graphlint.cache import Cache; from graphlint.findings import lint\n"
    code += "lint([sys.argv[1]], ['--rcfile='], cache=Cache(sys.argv[2]))"
    runs = [subprocess.Popen([sys.executable, "-c", code, str(folder), str(cache)]) for _ in range(2)]
    assert [run.wait() for run in runs] == [0, 0]
    assert _linted(folder, cache)[1] == []
    assert not list(cache.rglob("*.tmp"))


def test_the_entries_that_were_not_used_for_longest_are_given_up(tmp_path: Path) -> None:
    entries = Store(str(tmp_path), pytest.fail)
    for number in range(10):
        entries.put(f"{number:02}key", {"text": "x" * 1000})
        os.utime(next(tmp_path.rglob(f"{number:02}/*.json")), (number, number))
    entries.trim(MAX_BYTES)
    assert len(list(tmp_path.rglob("*.json"))) == 10
    entries.trim(6000)
    assert sorted(path.parent.name for path in tmp_path.rglob("*.json")) == ["06", "07", "08", "09"]


def test_the_platforms_folder(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path))
    assert default_folder() == str(tmp_path / "graphlint")
    monkeypatch.setenv("XDG_CACHE_HOME", "relative")
    monkeypatch.setenv("HOME", str(tmp_path))
    assert default_folder() == str(tmp_path / ".cache" / "graphlint")
    monkeypatch.setattr(sys, "platform", "darwin")
    assert default_folder() == str(tmp_path / "Library" / "Caches" / "graphlint")
    monkeypatch.setattr(sys, "platform", "win32")
    monkeypatch.setenv("LOCALAPPDATA", str(tmp_path / "Local"))
    assert default_folder() == os.path.join(str(tmp_path / "Local"), "graphlint")
