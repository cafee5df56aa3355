"""Texts that are not saved: linted as if their files held them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from graphlint.findings import Report, lint

STEP = """\
import tensorflow as tf
from helpers import log


@tf.function
def step(x):
    log(x)
    return x
"""
LOUD = """\
def log(x):
    print(x)
"""
QUIET = """\
def log(x):
    del x
"""


def _lint(folder: Path, texts: dict[Path, str] | None = None, **keywords) -> list[tuple[str, int, str]]:
    return _found(lint([folder], ["--rcfile="], texts={str(path): text for path, text in (texts or {}).items()}, **keywords))


def _found(report: Report) -> list[tuple[str, int, str]]:
    found = [(os.path.basename(one.path), one.line, one.rule.symbol) for one in report.findings]
    return sorted(found + [(os.path.basename(one.path), one.line, one.symbol) for one in report.problems])


def _project(folder: Path, **texts: str) -> Path:
    for name, text in texts.items():
        (folder / f"{name}.py").write_text(text, "utf-8")
    return folder


def test_the_linted_files_own_text(tmp_path: Path) -> None:
    _project(tmp_path, step="x = 1\n", helpers=QUIET)
    text = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    print(x)\n    return x\n"
    assert _lint(tmp_path, {tmp_path / "step.py": text}) == [("step.py", 6, "print-in-graph")]
    assert _lint(tmp_path) == []


@pytest.mark.parametrize(("saved", "unsaved", "found"), [(QUIET, LOUD, [("step.py", 7, "print-in-graph")]), (LOUD, QUIET, [])])
def test_a_text_that_another_file_imports(tmp_path: Path, saved: str, unsaved: str, found: list) -> None:
    _project(tmp_path, step=STEP, helpers=saved)
    assert _lint(tmp_path, {tmp_path / "helpers.py": unsaved}) == found
    assert _found(lint([tmp_path / "step.py"], ["--rcfile="], texts={str(tmp_path / "helpers.py"): unsaved})) == found


def test_a_text_that_imports_the_linted_file(tmp_path: Path) -> None:
    scale = "import tensorflow as tf\n\nSCALE = 1.0\n\n\n@tf.function\ndef step(x):\n    return x * SCALE\n"
    _project(tmp_path, model=scale, main="import model\n\nmodel.step(1.0)\n")
    loud = "import model\n\nmodel.step(1.0)\nmodel.SCALE = 2.0\nmodel.step(1.0)\n"
    assert _lint(tmp_path) == []
    assert [symbol for _, _, symbol in _lint(tmp_path, {tmp_path / "main.py": loud})] == ["outer-value-frozen-in-graph"]


def test_files_that_are_not_on_disk(tmp_path: Path) -> None:
    step, helpers = tmp_path / "new" / "step.py", tmp_path / "new" / "helpers.py"
    found = [("step.py", 7, "print-in-graph")]
    assert _lint(tmp_path, {step: STEP, helpers: LOUD}) == found
    assert _found(lint([step], ["--rcfile="], texts={str(step): STEP, str(helpers): LOUD})) == found
    assert _lint(tmp_path / "new", {step: STEP, helpers: LOUD}) == found


def test_a_package_that_is_not_on_disk(tmp_path: Path) -> None:
    texts = {tmp_path / "package" / f"{name}.py": text for name, text in (("__init__", ""), ("helpers", LOUD))}
    texts[tmp_path / "package" / "step.py"] = STEP.replace("from helpers", "from .helpers")
    assert _lint(tmp_path, texts) == [("step.py", 7, "print-in-graph")]


def test_what_the_configuration_leaves_out_is_left_out(tmp_path: Path) -> None:
    texts = {str(tmp_path / "step.py"): STEP, str(tmp_path / "helpers.py"): LOUD}
    assert _found(lint([tmp_path], ["--rcfile=", "--ignore=step.py"], texts=texts)) == []


def test_text_that_does_not_parse_is_a_problem(tmp_path: Path) -> None:
    _project(tmp_path, step=STEP, helpers=LOUD)
    broken = {tmp_path / "helpers.py": "def log(x):\n    print(x\n\nx = 1\n"}
    assert _lint(tmp_path, broken) == [("helpers.py", 2, "syntax-error")]


_FIRST = ["# coding: latin-1\n", "# coding: cp1251\n", "\ufeff", "# coding: utf-8\r\n", "# coding: ascii\n", "# coding: none\n"]


@pytest.mark.parametrize("first", _FIRST)
def test_a_text_is_read_as_its_file_would_be(tmp_path: Path, first: str) -> None:
    text = f"{first}import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    a = '\u0416\u00e9'; print(x)\n"
    text += "    print(x)  # pylint: disable=print-in-graph\n"
    if "latin" in first:
        text = text.replace("\u0416", "")
    elif "1251" in first:
        text = text.replace("\u00e9", "")
    path = tmp_path / "step.py"
    path.write_bytes(text.encode(first[10:-1] if "latin" in first or "1251" in first else "utf-8"))
    saved = lint([path], ["--rcfile="], fixes=True)
    path.write_text("", "utf-8")
    unsaved = lint([path], ["--rcfile="], fixes=True, texts={str(path): text})
    assert (saved.findings, saved.problems) == (unsaved.findings, unsaved.problems)
    assert len(saved.findings) + len(saved.problems) == 1


def test_fixes_are_edits_of_the_text(tmp_path: Path) -> None:
    _project(tmp_path, step="")
    text = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    print(x)\n    return x\n"
    (finding,) = lint([tmp_path], ["--rcfile="], fixes=True, texts={str(tmp_path / "step.py"): text}).findings
    (edit, *_) = finding.fix.edits
    assert text[edit.start : edit.end].startswith("print")


def test_each_call_reads_its_own_texts(tmp_path: Path) -> None:
    _project(tmp_path, step=STEP, helpers=QUIET)
    found = [("step.py", 7, "print-in-graph")]
    for text, told in ((LOUD, found), (QUIET, []), (LOUD, found)):
        assert _lint(tmp_path, {tmp_path / "helpers.py": text}) == told
    assert _lint(tmp_path) == []


def test_a_path_through_a_link(tmp_path: Path) -> None:
    (tmp_path / "real").mkdir()
    real = _project(tmp_path / "real", step=STEP, helpers=QUIET)
    (tmp_path / "link").symlink_to(real, target_is_directory=True)
    assert _lint(tmp_path / "link", {tmp_path / "link" / "helpers.py": LOUD}) == [("step.py", 7, "print-in-graph")]
