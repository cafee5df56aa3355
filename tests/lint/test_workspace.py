"""What is kept in memory between runs changes nothing of what is found, whatever changes in between."""

from __future__ import annotations

import os
import random
import shutil
from pathlib import Path

import pytest
from astroid.manager import AstroidManager

from graphlint.findings import Workspace, lint

PROJECTS = sorted(path for path in (Path(__file__).parent / "projects").iterdir() if path.is_dir())
BASE = (
    "import tensorflow as tf\n\n\nclass Base(tf.Module):\n    def log(self, x):\n        {log}\n\n"
    "    def size(self):\n        return 3\n"
)
USER = (
    "import tensorflow as tf\nimport base\n\n\nclass Model(base.{base}):\n    @tf.function\n    def step(self, x):\n        self.log(x)\n"
    "        return x\n\n\nmodel = Model()\nmodel.step(tf.constant(1.0))\n"
)


def found(paths, workspace=None, texts=None):
    report = lint(paths, ["--rcfile="], fixes=True, texts=texts, workspace=workspace)
    return report


def test_each_edit_is_seen(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace, base, user = Workspace(), tmp_path / "base.py", tmp_path / "user.py"
    steps = [
        (BASE.format(log="print(x)"), USER.format(base="Base"), 1),
        (BASE.format(log="tf.print(x)"), USER.format(base="Base"), 0),  # a body
        (BASE.format(log="print(x)"), "# moved\n" + USER.format(base="Base"), 1),
        (BASE.format(log="print(x)").replace("class Base", "class Other"), USER.format(base="Other"), 1),  # a name
        (BASE.format(log="print(x)").replace("(tf.Module)", ""), USER.format(base="Base"), 1),  # a base
        ("from impl import Base\n", USER.format(base="Base"), 1),  # it has moved to a new file
        ("def (:\n", USER.format(base="Base"), 0),
        (BASE.format(log="print(x)"), USER.format(base="Base"), 1),
    ]
    for index, (first, second, number) in enumerate(steps):
        base.write_text(first, "utf-8")
        user.write_text(second, "utf-8")
        (tmp_path / "impl.py").write_text(BASE.format(log="print(x)"), "utf-8")
        os.utime(base, ns=(index, index))  # a clock may be coarse
        os.utime(user, ns=(index, index))
        report = found([user], workspace)
        assert (len(report.findings), report) == (number, found([user]))


def test_a_text_that_is_not_saved_comes_and_goes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace, base, user = Workspace(), tmp_path / "base.py", tmp_path / "user.py"
    base.write_text(BASE.format(log="print(x)"), "utf-8")
    user.write_text(USER.format(base="Base"), "utf-8")
    quiet = {str(base): BASE.format(log="tf.print(x)")}
    for texts, number in (({}, 1), (quiet, 0), (quiet, 0), ({}, 1), ({str(user): "\n" + USER.format(base="Base"), **quiet}, 0), ({}, 1)):
        report = found([user], workspace, texts)
        assert (len(report.findings), report) == (number, found([user], texts=texts))


def test_files_of_one_name_are_told_apart(tmp_path, monkeypatch):
    workspace = Workspace()
    for name, log in (("one", "print(x)"), ("other", "tf.print(x)")):
        (tmp_path / name).mkdir()
        (tmp_path / name / "base.py").write_text(BASE.format(log=log), "utf-8")
        (tmp_path / name / "user.py").write_text(USER.format(base="Base"), "utf-8")
    monkeypatch.chdir(tmp_path)
    for name, number in (("one", 1), ("other", 0), ("one", 1)):
        assert len(found([tmp_path / name / "user.py"], workspace).findings) == number


def test_another_configuration_is_another_run(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace, user = Workspace(), tmp_path / "user.py"
    (tmp_path / "base.py").write_text(BASE.format(log="print(x)"), "utf-8")
    user.write_text(USER.format(base="Base"), "utf-8")
    for index, (disabled, number) in enumerate((("invalid-name", 1), ("print-in-graph", 0), ("invalid-name", 1))):
        (tmp_path / "pylintrc").write_text(f"[MESSAGES CONTROL]\ndisable={disabled}\n", "utf-8")
        os.utime(tmp_path / "pylintrc", ns=(index, index))
        assert len(lint([user], workspace=workspace).findings) == number
        assert len(lint([user], ["--disable=W7303"], workspace=workspace).findings) == 0


def test_a_run_that_is_interrupted_leaves_nothing_behind(tmp_path, monkeypatch):
    from graphlint.analysis.engine.summarise import Summariser

    monkeypatch.chdir(tmp_path)
    workspace, user = Workspace(), tmp_path / "user.py"
    (tmp_path / "base.py").write_text(BASE.format(log="print(x)"), "utf-8")
    user.write_text(USER.format(base="Base"), "utf-8")
    before, known = found([user], workspace), set(AstroidManager().astroid_cache)
    with monkeypatch.context() as broken:
        broken.setattr(Summariser, "run", lambda self: (_ for _ in ()).throw(KeyboardInterrupt))
        with pytest.raises(KeyboardInterrupt):
            found([user], workspace)
    assert found([user], workspace) == before
    assert set(AstroidManager().astroid_cache) == known


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_projects_are_linted_file_by_file_as_without_it(project, tmp_path, monkeypatch):
    folder = tmp_path / project.name
    shutil.copytree(project, folder, ignore=shutil.ignore_patterns("__pycache__"))
    monkeypatch.chdir(folder)
    files = sorted(folder.rglob("*.py"))
    chance, workspace = random.Random(project.name), Workspace()
    for _ in range(2):
        for path in chance.sample(files, min(2, len(files))):
            edited = chance.choice(files)
            texts = {str(edited): "# another line\n" + edited.read_text("utf-8")}
            assert found([path], workspace, texts) == found([path], texts=texts)


TALKATIVE = '''\
"""Trains a model."""
import tensorflow as tf
import base  # has the class


class Model(base.Base):
    """A model of sorts."""

    @tf.function
    def step(self, x, sign="# plus"):
        """Makes one step.

        It takes a while.
        """
        self.log(x)  # for those who watch
        print(x, sign)
        return x


model = Model()
model.step(tf.constant(1.0))
'''
#: What is replaced, by what, whether the module is analysed again for it, and how many findings there are then.
UNREAD = [
    ("Trains a model", "Trains the best model", False, 2),
    ("has the class", "has all the classes", False, 2),
    ("  # has the class", "", False, 2),
    ("It takes a while.", "It takes no time.", False, 2),
    ("of sorts", "of any sort", False, 2),
    ("for those who watch", "pylint: disable=print-in-graph", False, 1),
    ("print(x, sign)", "print(x, sign)  # pylint: disable=all", False, 0),
    ("print(x, sign)", "print(x, sign)  ", False, 2),
]
READ = [
    ('sign="# plus"', 'sign="# minus"', True, 2),
    ("def step", "def  step", True, 2),
    ("Makes one step.", "Makes one step of \\N{BULLET}s.", False, 2),
    ("Makes one step.", 'Makes one step."""; """', True, 2),
    ("print(x, sign)", "print(x,  sign)", True, 2),
    ("import base  #", "import base; #", True, 2),
    ("of sorts", "Model.log is base.py's log", True, 2),  # names behind a dot may be those of graph functions
    ("print(x, sign)", "tf.print(x, sign)", True, 1),
    ("print(x, sign)", "# print(x, sign)", True, 1),
    ('"""Makes', '# """Makes', False, 0),  # it does not parse
]


@pytest.mark.parametrize(("old", "new", "is_analysed", "number"), [*UNREAD, *READ])
def test_an_edit_of_what_no_analysis_reads_is_no_work(old, new, is_analysed, number, tmp_path, monkeypatch):
    from graphlint.analysis.facts import Facts

    monkeypatch.chdir(tmp_path)
    workspace, base, user = Workspace(), tmp_path / "base.py", tmp_path / "user.py"
    base.write_text(BASE.format(log="print(x)"), "utf-8")
    user.write_text(TALKATIVE, "utf-8")
    analysed, make = [], Facts.__init__
    monkeypatch.setattr(Facts, "__init__", lambda self, program, module: (analysed.append(module.name), make(self, program, module))[1])
    assert old in TALKATIVE
    edited = {str(user): TALKATIVE.replace(old, new, 1)}
    fresh = found([user], texts=edited)
    assert len(fresh.findings) == number
    for _ in range(2):
        found([user], workspace, {str(user): TALKATIVE})
    analysed.clear()
    assert found([user], workspace, edited) == fresh
    assert ("user" in analysed) == is_analysed
    assert found([user], workspace, {str(user): TALKATIVE}) == found([user], texts={str(user): TALKATIVE})


def test_an_edit_of_a_comment_hides_no_other_edit(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    workspace, base, user = Workspace(), tmp_path / "base.py", tmp_path / "user.py"
    user.write_text(TALKATIVE, "utf-8")
    chance = random.Random(1)
    for turn in range(12):
        log, (old, new, *_) = chance.choice(("print(x)", "tf.print(x)", "self.y = x")), chance.choice(UNREAD)
        text = BASE.format(log=log) + chance.choice(("", "# more\n"))
        texts = {str(user): TALKATIVE.replace(old, new, 1)}
        if chance.random() < 0.5:
            texts[str(base)] = text
        else:
            base.write_text(text, "utf-8")
            os.utime(base, ns=(turn, turn))
        assert found([user], workspace, texts) == found([user], texts=texts)
