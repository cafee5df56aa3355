"""`graphlint fix`: what the edits are, that files are kept whole, and that only edits that hold are verified."""
import os
import stat
import subprocess
import sys
from pathlib import Path

import pytest

HEAD = "import numpy as np\nimport tensorflow as tf\n\n\n"

SAFE = {
    "values": ('print("loss:", x)', 'tf.print("loss:", x)'),
    "comment and layout": ('print(  "loss:",  # the loss\n          x )', 'tf.print(  "loss:",  # the loss\n          x )'),
    "flush goes": ('print(x, flush=True)', 'tf.print(x)'),
    "flush goes, sep stays": ('print(x, flush=True, sep="")', 'tf.print(x, sep="")'),
    "end": ('print(x, x, end="; ")', 'tf.print(x, x, end="; ")'),
    "f-string": ('print(f"step {x}: {x + 1}!")', 'tf.print("step ", x, ": ", x + 1, "!", sep="")'),
    "format": ('print("a {} b".format(x))', 'tf.print("a ", x, " b", sep="")'),
}
LEFT = {
    "a format of its own": 'print(f"{x:.3f}")',
    "percent": 'print("%s" % x)',
    "several texts": 'print(f"{x}", f"{x}")',
    "another file": 'print(x, file=open("log"))',
    "spread": 'print(x, **{"sep": ""})',
    "nothing": "print()",
    "conversion": 'print(f"{x!r}")',
}
UNSAFE = {
    "normal": ("np.random.normal(size=[2, 3])", "tf.random.normal([2, 3])"),
    "normal of one": ("np.random.normal()", "tf.random.normal([])"),
    "defaults": ("np.random.normal(0.0, 1.0, size=2)", "tf.random.normal([2])"),
    "moments": ("np.random.normal(loc=1.0, scale=2.0)", "tf.random.normal([], 1.0, 2.0)"),
    "uniform": ("np.random.uniform(-1, 1, (2,))", "tf.random.uniform((2,), -1, 1)"),
    "randn": ("np.random.randn(2, 3)", "tf.random.normal([2, 3])"),
    "cast": ('np.random.rand(2).astype("float32")', "tf.random.uniform([2], dtype=tf.float32)"),
    "cast to a NumPy dtype": ("np.random.rand(2).astype(np.float16)", "tf.random.uniform([2], dtype=tf.float16)"),
}
UNSAFE_LEFT = {
    "integers": "np.random.randint(3)",
    "choice": "np.random.choice(3)",
    "comment": "np.random.normal(  # noise\n        size=[2])",
}


def fix(*arguments):
    return subprocess.run([sys.executable, "-m", "graphlint.cli", "fix", *map(str, arguments)], capture_output=True,
                          text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})


def program(tmp_path, expression, head=HEAD, call="step(tf.constant(1.0))"):
    path = tmp_path / "program.py"
    path.write_text(f"{head}@tf.function\ndef step(x):\n    y = {expression}\n    return x\n\n\n{call}\n")
    return path


@pytest.mark.parametrize("before, after", SAFE.values(), ids=SAFE)
def test_safe_edits_are_written(tmp_path, before, after):
    path = program(tmp_path, before)
    wanted = path.read_text().replace(before, after)
    result = fix("--write", path)
    assert path.read_text() == wanted, result.stderr
    assert result.returncode == 0
    assert result.stderr == "1 finding, 1 edit written\n"


@pytest.mark.parametrize("before", LEFT.values(), ids=LEFT)
def test_what_would_lose_something_is_left(tmp_path, before):
    path = program(tmp_path, before)
    text = path.read_text()
    assert fix("--write", "--unsafe", path).stderr == "1 finding, 0 edits written\n"
    assert path.read_text() == text


@pytest.mark.parametrize("before, after", UNSAFE.values(), ids=UNSAFE)
def test_unsafe_edits_are_made_when_asked_for(tmp_path, before, after):
    path = program(tmp_path, before)
    wanted = path.read_text().replace(before, after)
    assert fix("--write", path).stderr == "1 finding, 0 edits written; 1 more with --unsafe or --verify\n"
    assert fix("--write", "--unsafe", path).returncode == 0
    assert path.read_text() == wanted


@pytest.mark.parametrize("before", UNSAFE_LEFT.values(), ids=UNSAFE_LEFT)
def test_random_numbers_without_a_counterpart_are_left(tmp_path, before):
    path = program(tmp_path, before)
    text = path.read_text()
    fix("--write", "--unsafe", path)
    assert path.read_text() == text


def test_a_diff_is_shown_and_nothing_written(tmp_path):
    path = program(tmp_path, "print(x)")
    text = path.read_text()
    result = fix(path)
    assert result.returncode == 1
    assert "-    y = print(x)\n+    y = tf.print(x)\n" in result.stdout
    assert result.stderr == "1 finding, 1 edit offered\n"
    assert path.read_text() == text


def test_nothing_to_do(tmp_path):
    path = program(tmp_path, "x + 1.0")
    result = fix("--write", path)
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "0 findings, 0 edits written\n")


@pytest.mark.parametrize("imports, name, added", [
    ("import tensorflow\n\n\n", "tensorflow", False), ("import tensorflow.compat.v2 as t\n\n\n", "t", False),
    ("from tensorflow import function\n\n\n", "tf", True)])
def test_tensorflow_goes_by_the_name_that_the_file_gives_it(tmp_path, imports, name, added):
    path = tmp_path / "program.py"
    decorator = "function" if added else f"{name}.function"
    path.write_text(f'"""Doc."""\n\n{imports}@{decorator}\ndef step(x):\n    print(x)\n')
    fix("--write", path)
    assert f"    {name}.print(x)\n" in path.read_text()
    assert path.read_text().startswith('"""Doc."""\n\nimport tensorflow as tf\nfrom' if added else '"""Doc."""\n\nimport')


def test_line_ends_encoding_and_mode_stay(tmp_path):
    path = tmp_path / "program.py"
    text = "# -*- coding: latin-1 -*-\r\nimport tensorflow as tf\r\n\r\n@tf.function\r\ndef f(é):\r\n    print('ü', é)  # ß\r\n"
    path.write_bytes(text.encode("latin-1"))
    path.chmod(0o640)
    fix("--write", path)
    assert path.read_bytes() == text.replace("print", "tf.print").encode("latin-1")
    assert stat.S_IMODE(path.stat().st_mode) == 0o640
    assert os.listdir(tmp_path) == ["program.py"]


def test_a_link_stays_a_link(tmp_path):
    path = program(tmp_path, "print(x)")
    link = tmp_path / "link.py"
    link.symlink_to(path)
    fix("--write", link)
    assert link.is_symlink()
    assert "tf.print(x)" in path.read_text()


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path):
    path = program(tmp_path, "print(x)")
    tmp_path.chmod(0o500)
    result = fix("--write", path)
    tmp_path.chmod(0o700)
    assert result.returncode == 2
    assert "Permission denied" in result.stderr


def test_a_missing_file_is_told(tmp_path):
    result = fix("--write", tmp_path / "missing.py")
    assert result.returncode == 2
    assert "missing.py" in result.stderr
