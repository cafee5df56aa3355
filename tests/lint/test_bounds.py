"""The bounds of searches for callers: what lies beyond them is not known, and is not taken for anything else."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.analysis.bounds import VARIABLE
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.findings import lint

#: What importers of a module give to it.
SHOW = "def show(x):\n    print(x)\n\n\n"
#: A graph function that calls what its object has taken from a registry, under the key that it was made with.
REGISTRY = """import tensorflow as tf

HOOKS = {}


def register(name):
    def put(function):
        HOOKS[name] = function
        return function

    return put


@register("show")
def show(x):
    print(x)


@register("keep")
def keep(x):
    return x


class Trainer:
    def __init__(self, name):
        self.hook = HOOKS[name]

    @tf.function
    def step(self, x):
        self.hook(x)
        return x
"""
#: One that calls what its object was made with.
TRAINER = """import tensorflow as tf


class Trainer:
    def __init__(self, hook):
        self.hook = hook

    @tf.function
    def step(self, x):
        self.hook(x)
        return x
"""


def printing(folder: Path, **sources: str) -> list[str]:
    """The modules with a finding of the rule for prints, by name."""
    for name, source in sources.items():
        (folder / f"{name}.py").write_text(source)
    report = lint([folder], ["--disable=all", "--enable=print-in-graph"])
    assert report.problems == ()
    return sorted(Path(finding.path).stem for finding in report.findings)


@pytest.mark.parametrize(("idle", "is_told"), [(PROGRAM.importers - 2, False), (PROGRAM.importers - 1, True)])
def test_what_callers_give_is_not_all_where_there_may_be_more(tmp_path: Path, idle: int, is_told: bool) -> None:
    """All that calls gives the one key; once as many modules as the bound mention the class, others may give another key."""
    others = {f"user_{number}": "import trainer  # Trainer(\n" for number in range(idle)}
    user = 'from trainer import Trainer\n\ntrainer = Trainer("keep")\n'
    assert ("trainer" in printing(tmp_path, trainer=REGISTRY, user=user, **others)) == is_told


@pytest.mark.parametrize(("before", "is_told"), [(PROGRAM.importers - 1, True), (PROGRAM.importers, False)])
def test_importers_beyond_the_bound_are_not_looked_into(tmp_path: Path, before: int, is_told: bool) -> None:
    others = {f"user_{number}": "from trainer import Trainer\n\ntrainer = Trainer(None)\n" for number in range(before)}
    last = f"from trainer import Trainer\n\n\n{SHOW}trainer = Trainer(show)\n"
    found = printing(tmp_path, trainer=TRAINER, user_last=last, **others)
    assert ("trainer" in found) == is_told


@pytest.mark.parametrize(("before", "is_told"), [(PROGRAM.calls - 1, True), (PROGRAM.calls, False)])
def test_calls_beyond_the_bound_are_not_looked_at(tmp_path: Path, before: int, is_told: bool) -> None:
    calls = "".join(f"trainer_{number} = Trainer(None)\n" for number in range(before))
    user = f"from trainer import Trainer\n\n\n{SHOW}{calls}trainer = Trainer(show)\n{calls if not is_told else ''}"  # on both sides
    assert ("trainer" in printing(tmp_path, trainer=TRAINER, user=user)) == is_told


@pytest.mark.parametrize(("kept", "is_told"), [(PROGRAM.calls, False), (PROGRAM.calls + 1, True)])
def test_what_calls_give_is_not_all_where_there_are_more(tmp_path: Path, kept: int, is_told: bool) -> None:
    calls = "".join(f'trainer_{number} = Trainer("keep")\n' for number in range(kept))
    assert ("trainer" in printing(tmp_path, trainer=REGISTRY, user=f"from trainer import Trainer\n\n{calls}")) == is_told


def test_all_calls_of_the_own_module_are_looked_at(tmp_path: Path) -> None:
    calls = "".join(f"step_{number} = wrap(keep)\n" for number in range(PROGRAM.calls))
    wrap = "import tensorflow as tf\n\n\ndef wrap(f):\n    return tf.function(f)\n\n\ndef keep(x):\n    return x\n\n\n"
    assert printing(tmp_path, module=f"{wrap}{SHOW}{calls}step = wrap(show)\n{calls}") == ["module"]


def test_all_searches_for_one_module_share_the_files_they_may_look_into(tmp_path: Path) -> None:
    """Of classes that are asked about one after the other, the importers of the last one are beyond that."""
    users = PROGRAM.importers - 1  # besides the linted module
    count = (PROGRAM.all_importers - 1) // users + 1
    imports, steps = "import tensorflow as tf\n\n", ""
    for number in range(count):
        imports += f"from trainer_{number} import Trainer as Trainer{number}\n"
        steps += f"\n\n@tf.function\ndef step_{number}(x, trainer: Trainer{number}):\n    trainer.hook(x)\n"
        (tmp_path / f"trainer_{number}.py").write_text(TRAINER)
        for user in range(users):
            given = "show" if user == users - 1 else None
            source = f"from trainer_{number} import Trainer\n\n\n{SHOW}trainer = Trainer({given})\n"
            (tmp_path / f"user_{number}_{user}.py").write_text(source)
    main = tmp_path / "main.py"
    main.write_text(f"{imports}{steps}")
    report = lint([main], ["--disable=all", "--enable=print-in-graph"])
    assert report.problems == ()
    told = sorted(main.read_text().splitlines()[finding.line - 2].split("(")[0] for finding in report.findings)
    assert told == [f"def step_{number}" for number in range(count - 1)]


@pytest.mark.parametrize(("users", "is_told"), [(0, False), (PROGRAM.importers - 1, True)])
def test_what_calls_give_is_not_all_where_other_searches_have_spent_the_bound(tmp_path: Path, users: int, is_told: bool) -> None:
    """The own module gives the one key. The module that gives another one is not looked into once others are too many."""
    count = (PROGRAM.all_importers - 1) // (PROGRAM.importers - 1) + 1
    imports, steps = "import tensorflow as tf\n\n", ""
    for number in range(count):
        imports += f"from trainer_{number} import Trainer as Trainer{number}\n"
        steps += f"\n\n@tf.function\ndef step_{number}(x, trainer: Trainer{number}):\n    trainer.hook(x)\n"
        (tmp_path / f"trainer_{number}.py").write_text(TRAINER)
        for user in range(users):
            (tmp_path / f"user_{number}_{user}.py").write_text(f"from trainer_{number} import Trainer\n\ntrainer = Trainer(None)\n")
    (tmp_path / "registry.py").write_text(f'{REGISTRY}\n\ntrainer = Trainer("keep")\n')
    (tmp_path / "keeper.py").write_text('from registry import Trainer\n\ntrainer = Trainer("keep")\n')
    main = tmp_path / "main.py"
    main.write_text(f"{imports}from registry import Trainer\n{steps}\n\n@tf.function\ndef last(x, trainer: Trainer):\n    trainer.hook(x)\n")
    report = lint([main], ["--disable=all", "--enable=print-in-graph"])
    assert report.problems == ()
    assert bool(report.findings) == is_told


def run(path: Path, **variables: str) -> str:
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--disable=all", "--enable=graphlint", "--jobs=1", path]
    environment = {name: value for name, value in os.environ.items() if name != VARIABLE} | variables
    return subprocess.run(command, capture_output=True, text=True, check=False, env=environment).stderr


def test_bounds_that_are_reached_are_counted(tmp_path: Path) -> None:
    long, short = tmp_path / "long.py", tmp_path / "short.py"
    source = "import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    return x.{}\n"
    long.write_text(source.format(".".join("abcdefghi")))
    short.write_text(source.format("a"))
    assert "values.places.MAX_CHAIN\n" in run(long, **{VARIABLE: "1"})
    assert "values.places.MAX_CHAIN" not in run(short, **{VARIABLE: "1"})
    assert run(long) == ""


def test_bounds_of_searches_are_counted(tmp_path: Path) -> None:
    trainer = tmp_path / "trainer.py"
    trainer.write_text(TRAINER)
    for number in range(PROGRAM.importers + 1):
        (tmp_path / f"user_{number}.py").write_text("from trainer import Trainer\n\ntrainer = Trainer(None)\n")
    assert "engine.callgraph.reach.PROGRAM.importers\n" in run(trainer, **{VARIABLE: "1"})
