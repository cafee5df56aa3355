"""The parts that decide what is the same: texts, values, statements, files."""
import textwrap

import numpy as np
import pytest

from graphlint.confirm import confirmation, lines, project, session
from graphlint.confirm.observation import texts, values
from graphlint.confirm.observation.values import Tolerance

from . import truth

TOLERANCE = Tolerance()


@pytest.mark.parametrize("a, b", [
    ("loss 0.1234", "loss 0.1235"),  # the last printed digit
    ("loss 1.5e-05", "loss 1.6e-05"),
    ("<Plain object at 0x7fc662de6e80>", "<Plain object at 0x7f10aa00>"),
    ("[0.25 1.000001]", "[0.25 1.0]"),
    ("same", "same"),
    ("1 passed in 0.02s", "1 passed in 0.14s"),
    ("10/10 - 1s - 12ms/step - loss: 0.5000", "10/10 - 0s - 9ms/step - loss: 0.5000"),
    ("took 3 seconds", "took 12 seconds"),
    ("1/1 - 0s - 341ms/step", "1/1 - 1s - 1s/step"),
    ("\x1b[1m7/7\x1b[0m \x1b[1m0s\x1b[0m 13ms/step  ", "\x1b[1m7/7\x1b[0m \x1b[1m0s\x1b[0m 9ms/step"),
])
def test_lines_that_are_the_same(a, b):
    assert texts.same(a, b, TOLERANCE)


@pytest.mark.parametrize("a, b", [
    ("step 4", "step 5"),  # whole numbers are never rounded
    ("loss 0.1234", "loss 0.1244"),
    ("loss 0.5", "loss nan"),
    ("3 steps", "4 steps"),
    ("10/10 - 1s - 12ms/step - loss: 0.5000", "10/10 - 1s - 12ms/step - loss: 0.7000"),
    ("step2s", "step3s"),
    ("tf.Tensor(1, shape=(), dtype=int32)", 'Tensor("x:0", shape=(), dtype=int32)'),
])
def test_lines_that_differ(a, b):
    assert not texts.same(a, b, TOLERANCE)


@pytest.mark.parametrize("message, said", [
    ("bad value", "bad value"),
    ("Graph execution error:\n\nDetected at node a/Assert defined at (most recent call last):\n  File \"a.py\", line 8, in f\n\n"
     "  File \"b.py\", line 3, in g\n\nassertion failed: [1]\n\t [[{{node a/Assert}}]]", "assertion failed: [1]\n\t [[{{node a/Assert}}]]"),
    ("Traceback (most recent call last):\n\n  File \"a.py\", line 8, in f\n    1 / 0\n    ~~^~~\n\nZeroDivisionError: by zero\n",
     "ZeroDivisionError: by zero"),
    ("{{function_node __wrapped__EagerPyFunc}} KeyError: 'k'\nTraceback (most recent call last):\n  File \"a.py\", line 1, in f\n",
     "KeyError: 'k'"),
    ("Exception encountered when calling L.call().\n\n\x1b[1min layer\x1b[0m\n\nArguments received", "in layer\n\nArguments received"),
    ("in user code:\n\n    File \"a.py\", line 5, in f  *\n        g()\n\n    TypeError: no\n",
     "in user code:\n\n    File \"a.py\", line 5, in f  *\n        g()\n\n    TypeError: no"),
    ("", ""),
])
def test_what_an_exception_says(message, said):
    assert texts.message_of(ValueError(message)) == said


def test_lines_without_a_counterpart():
    assert texts.unmatched(["a", "b 0.50", "a", "c"], ["b 0.51", "d", "a"], TOLERANCE) == ([2, 3], [1])


@pytest.fixture(scope="module")
def encoder():
    import importlib
    return values.Encoder(importlib.import_module(truth.BACKENDS[0]))


@pytest.mark.parametrize("a, b", [
    (1.0, 1.00001), (1, np.int64(1)), (1.0, np.float32(1)), (True, np.bool_(True)), (np.ones(3), np.ones(3, "float32")), ("a", "a"), (b"a", "a"),
    ([1, (2, None)], [1, (2, None)]), ({"a": float("nan")}, {"a": float("nan")}), ({1, 2}, {2, 1}), (object(), object()),
])
def test_values_that_are_the_same(encoder, a, b):
    assert values.differences(encoder.encode(a), encoder.encode(b), TOLERANCE) == []


@pytest.mark.parametrize("a, b, path", [
    (1, 2, ""), (1.0, 1.01, ""), (2, 2.0, ""), (2.0, np.int32(2), ""), (True, 1, ""), ([1], [1.0], "[0]"), ("a", "b", ""), (None, 0, ""), ([1], [1, 2], ""), ([1, [2, 3]], [1, [2, 4]], "[1][1]"),
    ({"a": 1}, {"b": 1}, ""), ({"a": {"b": 1}}, {"a": {"b": 2}}, "['a']['b']"), (np.ones(3), np.ones(4), ""),
    (np.arange(1000.0), np.arange(1000.0)[::-1], ""), (np.zeros(1000), np.eye(1, 1000, 501)[0], ""),
])
def test_values_that_differ(encoder, a, b, path):
    (difference,) = values.differences(encoder.encode(a), encoder.encode(b), TOLERANCE)
    assert difference.path == path


def test_types_are_shown_where_numbers_look_the_same(encoder):
    assert values.show_both(encoder.encode(2.0), encoder.encode(np.int32(2))) == (["2 (float)"], ["2 (int)"])
    assert values.show_both(encoder.encode(2.0), encoder.encode(3)) == (["2"], ["3"])


def test_values_are_bounded(encoder):
    endless = []
    endless.append(endless)
    deep = current = []
    for _ in range(2000):
        current.append([])
        current = current[0]
    wide = [[0] * 1000 for _ in range(1000)]
    for value in (endless, deep, wide, "x" * 10_000, 10 ** 5000):
        assert len(str(encoder.encode(value))) < 100_000


def test_statements(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent('''\
        def f(
                a,
        ):
            if (a
                    and a):
                b, c = (1,
                        2)
            return [
                a
            ]
        '''))
    found = {line: lines.statement_line(str(path), line) for line in range(1, 11)}
    assert found == {1: 1, 2: 2, 3: 3, 4: 4, 5: 4, 6: 6, 7: 6, 8: 8, 9: 8, 10: 8}
    assert lines.statements(str(path))[7].names == ("b", "c")


def test_files_of_a_project(tmp_path):
    for name, text in {
        "train.py": "import models.net as net\nfrom data import load\nimport numpy, missing\n",
        "models/__init__.py": "", "models/net.py": "from . import blocks\nfrom .deep.more import x\n",
        "models/blocks.py": "from models import net\n", "models/deep/__init__.py": "", "models/deep/more.py": "x = (\n",
        "data.py": "", "unused.py": "",
    }.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    found = {str(path)[len(str(tmp_path)) + 1:] for path in project.files(str(tmp_path / "train.py"), str(tmp_path))}
    assert found == {"train.py", "models/__init__.py", "models/net.py", "models/blocks.py", "models/deep/__init__.py",
                     "models/deep/more.py", "data.py"}


# --- replicas of tf.distribute ----------------------------------------------------------------------------------------

def test_what_a_replica_does_belongs_to_the_call_that_runs_it(tmp_path):
    path = tmp_path / "program.py"
    path.write_text('''\
import tensorflow as tf

cpu = tf.config.list_physical_devices("CPU")[0]
tf.config.set_logical_device_configuration(cpu, [tf.config.LogicalDeviceConfiguration()] * 2)
strategy = tf.distribute.MirroredStrategy()


def step(x):
    print("loss", x)
    return x * 2


@tf.function
def train(x):
    return strategy.reduce("SUM", strategy.run(step, args=(x,)), axis=None)


train(tf.constant(2.0))
train(tf.constant(3.0))
''')
    program = session.Program(str(path), (), "runtime", 60.0)
    result = confirmation.confirm(program, confirmation.lint_program(program, confirmation.NO_CONFIGURATION))
    assert [(verdict.finding.line, verdict.answer) for verdict in result.verdicts] == [(9, "observed")]
    assert not result.unforeseen
