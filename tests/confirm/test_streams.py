"""What the command writes to: any encoding, readers that go away, disks that are full, terminals of any width."""
import json
import os
import re
import subprocess
import sys

import pytest

from . import truth

BACKEND = truth.BACKENDS[0]
PROGRAM = '''
import tensorflow as tf

@tf.function
def step(x):
    print("größe 日本 \\U0001f600", x.shape)
    return x

for value in (1, 2):
    step(tf.constant(value))
print("lone \\udcff")
'''
ENCODINGS = [{"PYTHONIOENCODING": "ascii"}, {"PYTHONIOENCODING": "latin-1"}, {"PYTHONUTF8": "0", "LC_ALL": "C"}]


@pytest.fixture
def graphlint(tmp_path):
    """Runs the command in a process of its own, in a folder that has a program."""
    (tmp_path / "prögram.py").write_text(PROGRAM, "utf-8")
    confirm = ["confirm", "--backend", BACKEND]

    def run(*arguments, stdout=subprocess.PIPE, **environment):
        arguments = [*confirm, *arguments[1:]] if arguments[0] == "confirm" else arguments
        clean = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "PYTHONIOENCODING")}
        return subprocess.run([sys.executable, "-m", "graphlint", *arguments], cwd=tmp_path, env={**clean, **environment},
                              stdout=stdout, stderr=subprocess.PIPE, timeout=300)
    return run


@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
def test_text_in_any_encoding(graphlint, encoding):
    done = graphlint("confirm", "prögram.py", **encoding)
    assert (done.returncode, done.stderr) == (1, b"")
    assert b"OBSERVED" in done.stdout and b"1 finding: 1 observed" in done.stdout
    shown = rb"gr\xf6\xdfe" if "latin-1" not in encoding.values() else "größe".encode("latin-1")
    assert shown + rb" \u65e5\u672c" in done.stdout


@pytest.mark.parametrize("encoding", ENCODINGS, ids=str)
@pytest.mark.parametrize("arguments, status", [(("rules",), 0), (("explain", "--no-run", "print-in-graph"), 0),
                                               (("fix", "prögram.py"), 1), (("explain", "größe"), 2)])
def test_other_commands_in_any_encoding(graphlint, arguments, status, encoding):
    done = graphlint(*arguments, **encoding)
    assert done.returncode == status and b"Traceback" not in done.stderr
    assert (done.stdout or done.stderr).isascii() or b"gr" in done.stdout + done.stderr


@pytest.mark.parametrize("form", ["text", "json", "sarif", "html"])
def test_formats_in_ascii_and_in_a_file(graphlint, tmp_path, form):
    done = graphlint("confirm", "--format", form, "prögram.py", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (1, b"")
    assert done.stdout.isascii()
    kept = graphlint("confirm", "--format", form, "--output", "kept", "prögram.py", PYTHONIOENCODING="ascii")
    assert (kept.returncode, kept.stdout, kept.stderr) == (1, b"", b"")
    text = (tmp_path / "kept").read_text("utf-8")
    if form in ("json", "sarif"):
        assert "größe 日本" in str(json.loads(text)) and "größe 日本" in str(json.loads(done.stdout))
    else:
        assert "größe" in text
        assert (b"gr&#246;&#223;e &#26085;" if form == "html" else rb"gr\xf6\xdfe \u65e5") in done.stdout


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1"])
def test_a_diff_has_the_bytes_of_the_file(graphlint, tmp_path, encoding):
    first = "# coding: latin-1\n" if encoding == "latin-1" else ""
    text = f"{first}import tensorflow as tf\n@tf.function\ndef f(é):\n    print('ü', é)\n"
    (tmp_path / "other.py").write_text(text, encoding)
    diff = graphlint("fix", "other.py", PYTHONIOENCODING="ascii").stdout
    kept = [line[1:] for line in diff.split(b"\n")[3:-1] if not line.startswith(b"+")]
    assert b"\n".join(kept) in (tmp_path / "other.py").read_bytes()
    assert "    tf.print('ü', é)".encode(encoding.removesuffix("-sig")) in diff


def _closed_pipe():
    read, write = os.pipe()
    os.close(read)
    return write


@pytest.mark.parametrize("arguments, status", [
    (("confirm", "prögram.py"), 1), (("confirm", "--format", "json", "prögram.py"), 1),
    (("confirm", str(truth.PROGRAMS / "innocent_numbers.py")), 0), (("fix", "prögram.py"), 1), (("rules",), 0),
    (("explain", "--no-run", "W7303"), 0), (("--help",), 0),
])
def test_a_reader_that_has_enough_changes_no_status(graphlint, arguments, status):
    pipe = _closed_pipe()
    try:
        done = graphlint(*arguments, stdout=pipe)
    finally:
        os.close(pipe)
    assert done.returncode == status
    assert b"Traceback" not in done.stderr and b"Broken" not in done.stderr


@pytest.mark.skipif(not os.path.exists("/dev/full"), reason="no device that is always full")
def test_a_full_disk_is_told(graphlint):
    with open("/dev/full", "wb") as full:
        done = graphlint("rules", stdout=full)
    assert (done.returncode, done.stderr) == (2, b"graphlint: cannot write standard output: No space left on device\n")


def test_programs_that_choose_their_own_encoding(tmp_path):
    path = tmp_path / "program.py"
    path.write_text('''
import io, sys
import tensorflow as tf

sys.stdout.buffer.write("é".encode()[:1])
sys.stdout.buffer.write("é\\n".encode()[1:])
sys.stdout.reconfigure(encoding="latin-1")
print("ü 日", sys.stdout.encoding)
sys.stdout = io.TextIOWrapper(sys.stdout.detach(), encoding="utf-8")
print("日本", flush=True)
''', "utf-8")
    result = truth.run(path, BACKEND)
    assert [output.text for output in result.graph.outputs] == ["é", "ü 日 latin-1", "日本"]
    assert result.status == 0
