"""Projects of several packages: what is reached in other modules is reported on the call that leads there.

Marks and expected messages are as in `test_cases`; the messages of a project are in its ``expected.txt``, its options in ``options.txt``.
"""

from __future__ import annotations

import random
import subprocess
import sys
from pathlib import Path

import pytest

from graphlint.findings import lint
from tests.lint.test_cases import marks, shown

#: pylint's options for one project, in a file of it.
OPTIONS = "options.txt"
PROJECTS = sorted(path for path in (Path(__file__).parent / "projects").iterdir() if path.is_dir())


def options(project: Path) -> list[str]:
    file = project / OPTIONS
    return file.read_text().split() if file.exists() else []


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_project(project: Path, request: pytest.FixtureRequest) -> None:
    report = lint([project], options(project))
    assert report.problems == ()
    found = [(Path(finding.path).relative_to(project).as_posix(), finding) for finding in report.findings]
    files = sorted(project.rglob("*.py"))
    marked = [(path.relative_to(project).as_posix(), *mark) for path in files for mark in marks(path)]
    assert sorted((name, finding.line, finding.rule.symbol) for name, finding in found) == sorted(marked)
    text = "".join(f"{line}\n" for line in sorted(f"{name}:{shown(finding)}" for name, finding in found))
    expected = project / "expected.txt"
    if request.config.getoption("--update-lint"):
        expected.write_text(text)
    assert text == expected.read_text()


def pylint(*arguments: object) -> list[str]:
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--disable=all", "--enable=graphlint"]
    run = subprocess.run([*command, "--score=n", *map(str, arguments)], capture_output=True, text=True, check=False)
    assert not run.stderr, run.stderr
    assert "graph-function-not-analysed" not in run.stdout
    return [line for line in run.stdout.splitlines() if not line.startswith("*")]


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_jobs_and_order_do_not_matter(project: Path) -> None:
    files, chosen = sorted(project.rglob("*.py")), options(project)
    one = pylint("--jobs=1", *chosen, *files)
    assert one == pylint("--jobs=2", *chosen, *files)
    assert sorted(one) == sorted(pylint("--jobs=1", *chosen, *reversed(files)))


@pytest.mark.parametrize("project", PROJECTS, ids=lambda path: path.name)
def test_what_was_linted_before_does_not_matter(project: Path) -> None:
    """What one process knows of the program is shared by all modules that it lints."""
    files, chosen, drawn = sorted(project.rglob("*.py")), options(project), random.Random(project.name)

    def messages(linted: list[Path]) -> list[tuple[str, str]]:
        report = lint(linted, chosen)
        assert report.problems == ()
        return sorted((finding.path, shown(finding)) for finding in report.findings)

    together = messages(files)
    for _ in range(3):
        assert messages(drawn.sample(files, len(files))) == together


def write(folder: Path, files: dict[str, str]) -> None:
    for name, source in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(source)


STEP = "@tf.function\ndef step(x):\n    f(x)\n"
NOISY = "def f(x):\n    print(x)\n"


@pytest.mark.parametrize(
    ("files", "linted", "count"),
    [
        ({"a.py": f"import tensorflow as tf\nfrom b import f\n{STEP}", "b.py": NOISY}, "a.py", 1),
        ({"a.py": f"import tensorflow as tf\nfrom b import f\n{STEP}", "b.py": f"from a import step\n{NOISY}"}, "a.py", 1),
        ({"a.py": f"import tensorflow as tf\nfrom b import f\n{STEP}", "b.py": "def f(x:\n"}, "a.py", 0),
        ({"a.py": f"import tensorflow as tf\nfrom b import f\n{STEP}", "b.py": "from a import f\n"}, "a.py", 0),
        ({"a.py": f"import tensorflow as tf\nfrom b import *\n{STEP}", "b.py": "from a import *\n"}, "a.py", 0),
        ({"a.py": f"import tensorflow as tf\nfrom b import *\n{STEP}", "b.py": "from c import *\n", "c.py": NOISY}, "a.py", 1),
        ({"a.py": f"import tensorflow as tf\nfrom b import *\n{STEP}", "b.py": f"__all__ = ['g']\n{NOISY}"}, "a.py", 0),
        ({"p/a.py": f"import tensorflow as tf\nfrom .b import f\n{STEP}", "p/b.py": NOISY}, "p/a.py", 1),
        ({"p/__init__.py": "", "p/q/a.py": f"import tensorflow as tf\nfrom ..b import f\n{STEP}", "p/b.py": NOISY}, "p/q/a.py", 1),
        ({"p/__init__.py": "", "p/q/a.py": f"import tensorflow as tf\nfrom p.b import f\n{STEP}", "p/b.py": NOISY}, "p/q/a.py", 1),
        ({"site-packages/lib.py": NOISY, "a.py": f"import tensorflow as tf\nfrom lib import f\n{STEP}"}, "a.py", 0),
        (
            {
                "site-packages/p/__init__.py": NOISY,
                "site-packages/lib.py": "def g(x):\n    print(x)\n",
                "site-packages/p/a.py": f"import tensorflow as tf\nfrom p import f\nfrom lib import g\n{STEP}    g(x)\n",
            },
            "site-packages/p",
            1,
        ),
        ({"tensorflow/x.txt": "", "a.py": "import tensorflow as tf\n@tf.function\ndef step(x):\n    print(x)\n"}, "a.py", 1),
        ({"tensorflow.py": "def function(f):\n    return f\n", "a.py": f"import tensorflow as tf\n{NOISY}{STEP}"}, "a.py", 0),
        ({"setup.py": "", "lib/b.py": NOISY, "bin/a.py": f"import tensorflow as tf\nfrom lib.b import f\n{STEP}"}, "bin/a.py", 1),
        ({"setup.cfg": "", "src/b.py": NOISY, "bin/a.py": f"import tensorflow as tf\nfrom b import f\n{STEP}"}, "bin/a.py", 1),
        ({"a.py": f"import os; import tensorflow as tf\n{NOISY}{STEP}"}, "a.py", 1),
        ({"a.py": f"try: from tensorflow import function\nexcept ImportError: pass\n{NOISY}{STEP.replace('tf.', '')}"}, "a.py", 1),
        ({"x.cfg": "", "lib/b.py": NOISY, "bin/a.py": f"import tensorflow as tf\nfrom lib.b import f\n{STEP}"}, "bin/a.py", 0),
    ],
    ids=[
        "beside", "cycle", "syntax", "own name", "star cycle", "stars", "all", "no package", "parent", "within a package",
        "library", "linted library", "folder", "shadow", "script", "script beside src", "after another", "in a line", "no project",
    ],
)  # fmt: skip
def test_resolution(tmp_path: Path, files: dict[str, str], linted: str, count: int) -> None:
    write(tmp_path, files)
    report = lint([tmp_path / linted])
    assert report.problems == ()
    assert len(report.findings) == count


@pytest.mark.parametrize("saved", [None, "x = 1\n"], ids=["new", "older"])
@pytest.mark.parametrize("head", ["import tensorflow as tf\n", "from b import *\n"], ids=["import", "star"])
def test_buffer_of_an_editor(tmp_path: Path, saved: str | None, head: str) -> None:
    """What is linted is the text that an editor gives, not that of the file."""
    write(tmp_path, {"b.py": "import tensorflow as tf\n", **({} if saved is None else {"a.py": saved})})
    command = [sys.executable, "-m", "pylint", "--load-plugins=graphlint", "--disable=all", "--enable=graphlint", "--score=n"]
    run = subprocess.run(
        [*command, "--from-stdin", str(tmp_path / "a.py")], input=f"{head}{NOISY}{STEP}", capture_output=True, text=True, check=False
    )
    assert "print-in-graph" in run.stdout and run.stderr == ""


def test_many_modules(tmp_path: Path) -> None:
    """A chain of modules is followed to its end as far as calls are; wider packages end in silence, not in a crash."""
    write(tmp_path, {f"m{i}.py": f"from m{i + 1} import f as g\ndef f(x):\n    return g(x)\n" for i in range(12)})
    write(tmp_path, {"m12.py": NOISY, "a.py": f"import tensorflow as tf\nfrom m0 import f\n{STEP}"})
    (finding,) = lint([tmp_path / "a.py"]).findings
    assert (finding.line, len(finding.calls)) == (5, 13)
    assert finding.text.startswith("'f' (m12.py:2), which calls 'print', runs only while")


LAYER = """import tensorflow as tf


class Drop(tf.keras.layers.Layer):
    def call(self, x):
        return tf.keras.layers.Dropout(0.5)(x)
"""


@pytest.mark.parametrize(
    ("name", "text", "is_keras_2"),
    [
        ("requirements.txt", "numpy\ntensorflow==2.10.1\n", True),
        ("requirements.txt", "tensorflow<2.16.0  # Keras 3\n", True),
        ("requirements.txt", "tensorflow<=2.16\n", False),
        ("requirements.txt", "tensorflow\n", False),
        ("requirements.txt", "# tensorflow==2.10.1\ntensorflow\n", False),
        ("requirements.txt", "tensorflow-probability==0.20\nkeras-tuner==1.4.6\n", False),
        ("requirements.txt", "tensorflow<2.16; python_version < '3.9'\ntensorflow>=2.16; python_version >= '3.9'\n", False),
        ("requirements-dev.txt", "keras~=2.11\n", True),
        ("setup.py", "setup(install_requires=['tensorflow-gpu >= 2.4, <= 2.11'], description='TensorFlow 2 layers')\n", True),
        ("setup.py", "setup(install_requires=['tensorflow>=2.4,<3'], description='Layers of Keras 2')\n", False),
        ("setup.cfg", "[options]\ninstall_requires =\n    tensorflow[and-cuda]~=2.14.0\n", True),
        ("setup.cfg", "[options]\ninstall_requires =\n    tensorflow~=2.14\n", False),
        ("pyproject.toml", "[project]\ndependencies = ['keras<3.0', 'tensorflow']\n", True),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = {version = '~2.12', optional = true}\n", True),
        ("pyproject.toml", "[tool.poetry.dependencies]\ntensorflow = '^2.12'\n", False),
        ("environment.yml", "dependencies:\n  - tensorflow=2.12\n", True),
        ("requirements.yml", "tensorflow==2.12\n", False),
    ],
)  # fmt: skip
def test_required_versions(tmp_path: Path, name: str, text: str, is_keras_2: bool) -> None:
    """A `Dropout` has a variable in Keras 3 alone: a project that cannot have Keras 3 is not told of it."""
    write(tmp_path, {"package/layers/drop.py": LAYER, "package/layers/__init__.py": "", name: text})
    assert len(lint([tmp_path / "package"]).findings) == (not is_keras_2)


def test_nearest_requirements(tmp_path: Path) -> None:
    """A folder's own requirements come before those of the folders around it, and nothing is looked for above a project."""
    write(tmp_path, {"requirements.txt": "tensorflow==2.10", "project/setup.py": "setup()", "project/drop.py": LAYER})
    assert len(lint([tmp_path / "project/drop.py"]).findings) == 1
    write(tmp_path, {"project/setup.py": "setup(install_requires=['tensorflow<2.16'])", "project/new/drop.py": LAYER})
    write(tmp_path, {"project/new/requirements.txt": "tensorflow>=2.18"})
    assert len(lint([tmp_path / "project"]).findings) == 1
