"""`graphlint confirm -m` and `--pytest`, and the plugin: programs and tests of a small project, as a user has them."""
import importlib.metadata
import json
import os
import subprocess
import sys

import pytest

# Where this distribution is installed as it is now, pytest finds the plugin by itself, and does not take it twice.
INSTALLED = any(point.value == "graphlint.confirm.pytest_plugin"
                for point in importlib.metadata.entry_points(group="pytest11"))
PLUGIN = [] if INSTALLED else ["-p", "graphlint.confirm.pytest_plugin"]

FILES = {
    "shop/__init__.py": "",
    "shop/noise.py": "import numpy as np\n\n\ndef add(x):\n    return x + np.random.normal()\n",
    "shop/train.py": """\
import sys
import tensorflow as tf
from . import noise


class Model:
    def __init__(self):
        self.calls = []

    @tf.function
    def __call__(self, x):
        self.calls.append(1)
        print("called")
        return noise.add(x)


if __name__ == "__main__":
    model = Model()
    for value in range(int(sys.argv[1])):
        model(tf.constant(float(value)))
    print(__package__, sys.argv[1:], file=open("out.txt", "w"))
""",
    "test_model.py": """\
import tensorflow as tf
from shop.train import Model


def test_output(capsys):
    model = Model()
    model(tf.constant(1.0))
    model(tf.constant(2.0))
    assert capsys.readouterr().out == "called\\n"
    assert model.calls == [1]


def test_that_fails():
    assert False
""",
}


@pytest.fixture
def shop(tmp_path, monkeypatch):
    for name, text in FILES.items():
        path = tmp_path / name
        path.parent.mkdir(exist_ok=True)
        path.write_text(text)
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(*arguments):
    return subprocess.run([sys.executable, "-m", *arguments], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))})


def verdicts(text):
    found = json.loads(text)["findings"]
    return {(os.path.basename(finding["path"]), finding["line"], finding["symbol"]): finding["verdict"] for finding in found}


ALL = {("train.py", 12, "outer-mutation-in-graph"): "observed", ("train.py", 13, "print-in-graph"): "observed",
       ("train.py", 14, "numpy-random-in-graph"): "observed"}


def test_a_module(shop):
    result = run("graphlint.cli", "confirm", "--backend", "runtime", "--format", "json", "-m", "shop.train", "3")
    assert verdicts(result.stdout) == ALL, result.stderr
    assert result.returncode == 1
    assert json.loads(result.stdout)["command"] == "-m shop.train 3"
    assert (shop / "out.txt").read_text() == "shop ['3']\n"


@pytest.mark.parametrize("name", ["shop.missing", "missing", "shop"])
def test_a_module_that_cannot_be_run(shop, name):
    result = run("graphlint.cli", "confirm", "-m", name)
    assert result.returncode == 2
    assert result.stderr == f"graphlint confirm: no module named {name}, or none that can be run, from here\n"


@pytest.mark.parametrize("observe", ["calls", "runs"])
def test_tests(shop, observe):
    result = run("graphlint.cli", "confirm", "--backend", "runtime", "--format", "json", "--observe", observe,
                 "--pytest", "-q", "-p", "no:cacheprovider")
    assert verdicts(result.stdout) == ALL, result.stderr
    assert json.loads(result.stdout)["runs"]["graph"]["code"] == 1  # a test fails by itself


def test_the_plugin_shows_the_tests_and_the_report(shop):
    result = run("pytest", *PLUGIN, "--graphlint-confirm", "--graphlint-backend", "runtime", "-p", "no:cacheprovider", "-q",
                 "-k", "output")
    assert "1 passed, 1 deselected" in result.stdout, result.stderr
    assert "3 findings: 3 observed, 0 not observed, 0 not reached; 0 unforeseen." in result.stdout
    assert result.returncode == 1


def test_the_plugin_is_silent_without_its_option(tmp_path):
    (tmp_path / "test_plain.py").write_text("def test_one():\n    pass\n")
    result = run("pytest", *PLUGIN, "-p", "no:cacheprovider", "-q", str(tmp_path))
    assert "1 passed" in result.stdout, result.stderr
    assert "graphlint" not in result.stdout


def test_one_of_the_ways_to_name_a_program(shop):
    result = run("graphlint.cli", "confirm", "--rules", "train.py")
    assert result.returncode == 2
    assert "a script and --rules exclude each other" in result.stderr
