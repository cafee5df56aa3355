"""`graphlint fix --verify`: an edit is made where a run of the edited program shows that it holds, and only there."""
from pathlib import Path

import pytest

from graphlint.documents.lines import short

from . import truth
from .test_fix import HEAD, fix, program

pytestmark = pytest.mark.parametrize("backend", truth.BACKENDS)

LOOP = "for value in (1.0, 2.0, 3.0):\n    step(tf.constant(value))"


def test_edits_that_hold_are_verified_and_written(tmp_path, backend):
    path = tmp_path / "program.py"
    path.write_text(HEAD + "@tf.function\ndef step(x):\n    print('x:', x)\n    return x + np.random.normal()\n\n\n"
                    f"{LOOP}\n")
    result = fix("--verify", "--write", "--backend", backend, path)
    assert result.stderr.splitlines()[-1] == "2 edits tried, 2 written", result.stderr
    assert result.returncode == 0
    assert "    tf.print('x:', x)\n    return x + tf.random.normal([])\n" in path.read_text()


def test_an_edit_that_breaks_the_program_is_not_made(tmp_path, backend):
    """The Python number took on the tensor's dtype; a tensor of integers does not."""
    path = tmp_path / "program.py"
    path.write_text(HEAD + "@tf.function\ndef step(x, n):\n    print(x)\n    return x * n\n\n\n"
                    "for n in range(3):\n    step(tf.constant(1.5), n)\n")
    text = path.read_text()
    result = fix("--verify", "--backend", backend, path)
    assert result.returncode == 1
    assert f"verified  {short(str(path))}:7  print-in-graph: print → tf.print\n" in result.stderr
    assert f"not made  {short(str(path))}:12  python-scalar-retrace" in result.stderr
    assert "then raised" in result.stderr
    assert "tf.constant(n)" not in result.stdout
    assert "+    tf.print(x)\n" in result.stdout
    assert path.read_text() == text


def test_an_edit_that_changes_more_is_not_made(tmp_path, backend):
    """float64 becomes float32: another result, although the program runs."""
    path = program(tmp_path, "np.random.normal(size=[2])", call="print(step(1.0))\nprint(step(1.0))")
    path.write_text(path.read_text().replace("return x", "return tf.constant(y).dtype.size + 0 * tf.reduce_sum(y)"))
    result = fix("--verify", "--backend", backend, path)
    assert "0 verified" in result.stderr, result.stderr
    assert result.stdout == ""


def test_what_never_runs_cannot_be_verified(tmp_path, backend):
    path = program(tmp_path, "print(x)", call="")
    result = fix("--verify", "--backend", backend, path)
    assert result.returncode == 1
    assert "nothing to verify: the finding was not reached" in result.stderr


def test_edits_in_modules_that_the_program_imports(tmp_path, backend):
    (tmp_path / "helpers.py").write_text("import tensorflow as tf\n\n\n@tf.function\ndef step(x):\n    print(x)\n    return x\n")
    path = tmp_path / "main.py"
    path.write_text("import sys\nimport tensorflow as tf\nfrom helpers import step\n\n"
                    "for value in range(int(sys.argv[1])):\n    step(tf.constant(value))\n")
    result = fix("--verify", "--write", "--backend", backend, path, "--", "3")
    assert "1 edit tried, 1 written" in result.stderr, result.stderr
    assert "    tf.print(x)\n" in Path(tmp_path, "helpers.py").read_text()


def test_lines_that_an_import_moves_are_still_told_apart(tmp_path, backend):
    path = tmp_path / "program.py"
    path.write_text("import sys\nfrom tensorflow import constant, function\n\n\n@function\ndef step(x):\n    print(x)\n"
                    "    return x\n\n\nfor value in (1.0, 2.0):\n    step(constant(value))\n")
    result = fix("--verify", "--write", "--backend", backend, path)
    assert "1 edit tried, 1 written" in result.stderr, result.stderr
    assert path.read_text().startswith("import tensorflow as tf\nimport sys\n")


CONVERTED = """
@tf.function
def step(x):
    if x > 0:
        print("positive", x)
    return x


for value in (0.0, 1.0, 2.0):
    step(tf.constant(value))
"""


def test_an_edit_in_a_branch_that_autograph_converts(tmp_path, backend):
    """AutoGraph reads the source again: it must see the edited one."""
    path = tmp_path / "program.py"
    path.write_text(HEAD + CONVERTED)
    result = fix("--verify", "--write", "--backend", backend, path)
    assert "1 edit tried, 1 written" in result.stderr, result.stderr
    assert '        tf.print("positive", x)' in path.read_text()


@pytest.mark.parametrize("reads", [
    "import inspect\nprint(inspect.getsource(step.python_function).count('tf.print'))",
    "import inspect, linecache\nlinecache.clearcache()\nprint(inspect.getsource(step.python_function).count('tf.print'))",
    "import linecache\nprint(linecache.getline(__file__, 9))",
    "import linecache\nlinecache.updatecache(__file__)\nprint(linecache.getline(__file__, 9))",
    "import runpy\nif __name__ == '__main__':\n    runpy.run_path(__file__)",
], ids=["inspect", "inspect anew", "linecache", "linecache anew", "runpy"])
def test_readers_of_source_see_the_edited_text(tmp_path, backend, reads):
    """So an edit shows in what the program prints of itself; where it is run again, it runs as edited."""
    path = tmp_path / "program.py"
    path.write_text(HEAD + CONVERTED + reads + "\n")
    result = fix("--verify", "--backend", backend, path)
    if "runpy" in reads:
        assert "1 edit tried, 1 verified" in result.stderr, result.stderr
    else:
        assert "run eagerly, it then differs in what the program printed" in result.stderr, result.stderr


def test_an_edit_through_a_linked_folder(tmp_path, backend):
    (tmp_path / "real").mkdir()
    (tmp_path / "link").symlink_to(tmp_path / "real")
    (tmp_path / "real" / "program.py").write_text(HEAD + CONVERTED)
    result = fix("--verify", "--backend", backend, tmp_path / "link" / "program.py")
    assert "1 edit tried, 1 verified" in result.stderr, result.stderr


def test_an_edit_below_a_form_feed(tmp_path, backend):
    path = tmp_path / "program.py"
    path.write_text(HEAD + "\x0c" + CONVERTED.lstrip())
    result = fix("--verify", "--backend", backend, path)
    assert "1 edit tried, 1 verified" in result.stderr, result.stderr
