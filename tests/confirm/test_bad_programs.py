"""Programs that crash, hang, leave early or drown: a clear report, and what was seen before is kept."""
import os
import signal
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from graphlint.confirm import session
from graphlint.confirm.confirmation import Unusable, check
from graphlint.confirm.session import Program
from graphlint.confirm.shown import report

from . import truth

try:
    import resource
except ImportError:  # not on Windows
    resource = None

BACKEND = truth.BACKENDS[0]
HANGS = 4.0 if BACKEND == "runtime" else 15.0  # seconds that a program that hangs is given
STEP = '''
import os, signal, sys, threading, time
import tensorflow as tf

seen = []

@tf.function
def step(x):
    print("step")  # [print-in-graph] observed
    seen.append(1)  # [outer-mutation-in-graph] observed seen
    return x

for value in (1, 2, 3):
    step(tf.constant(value))
'''


FURTHER = """
import tensorflow as tf

total = tf.Variable(0.0)

@tf.function
def checked(x):
    total.assign_add(x)
    raise ValueError("the end")

"""


@pytest.fixture
def confirm(tmp_path):
    def run(ending, *arguments, start=STEP, **limits):
        path = tmp_path / "program.py"
        path.write_text(start + textwrap.dedent(ending))
        return truth.run(path, BACKEND, *arguments, **limits)
    return run


def _has_ended(pid):
    """Whether a process is gone, or only waits for its parent to take note; killing takes a moment."""
    for _ in range(100):
        try:
            if Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z":
                return True
        except (FileNotFoundError, ProcessLookupError):
            return True
        time.sleep(0.05)
    return False


def observed(result):
    return [verdict.answer for verdict in result.verdicts] == ["observed", "observed"] and result.status == 1


def test_exception(confirm):
    result = confirm("raise KeyError('the end')")
    assert (result.eager.status, result.graph.status) == ("raised", "raised")
    assert report.ending(result.graph).startswith("raised KeyError: 'the end' (")
    assert observed(result) and not result.unforeseen


def test_exception_in_the_graph_run_alone(confirm):
    result = confirm("assert len(seen) == 3")
    assert (result.eager.status, result.graph.status) == ("finished", "raised")
    assert observed(result) and not result.unforeseen


def test_exception_that_ends_both_runs(confirm):
    """Eagerly the call has come further than its trace; nobody sees what it has left."""
    result = confirm("checked(tf.constant(1.0))", start=FURTHER)
    assert (result.eager.status, result.graph.status) == ("raised", "raised")
    assert result.status == 2 and not result.unforeseen


def test_exception_that_is_caught_in_both_runs(confirm):
    result = confirm("try:\n    checked(tf.constant(1.0))\nexcept ValueError:\n    pass\n", start=FURTHER)
    assert [(one.kind, one.what) for one in result.unforeseen] == [("state", "total")]


def test_exit_status(confirm):
    result = confirm("sys.exit(3)")
    assert (result.eager.status, result.eager.code, result.graph.code) == ("exit", 3, 3)
    assert observed(result) and result.complete


def test_exit_message(confirm):
    result = confirm("sys.exit('no data')")
    assert (result.graph.status, result.graph.code) == ("exit", 1)
    assert [output.text for output in result.graph.outputs] == ["no data"]


def test_exit_without_goodbye(confirm):
    result = confirm("sys.stdout.write('unfinished line'); os._exit(4)")
    assert (result.eager.status, result.graph.code) == ("os._exit", 4)
    assert [output.text for output in result.graph.outputs] == ["unfinished line"]
    assert observed(result)


def test_killed(confirm):
    result = confirm("os.kill(os.getpid(), signal.SIGKILL)")
    assert (result.eager.status, result.eager.code) == ("signal", signal.SIGKILL)
    assert observed(result) and not result.complete


def test_segmentation_fault_names_the_line(confirm):
    result = confirm("os.kill(os.getpid(), signal.SIGSEGV)")
    assert (result.graph.status, result.graph.code) == ("signal", signal.SIGSEGV)
    assert result.graph.place[1] == 15
    assert report.ending(result.graph).endswith(":15)")


def test_hang_names_the_line(confirm):
    result = confirm("while True:\n    time.sleep(0.01)\n", timeout=HANGS)
    assert (result.eager.status, result.graph.status) == ("timeout", "timeout")
    assert result.graph.place[1] in (15, 16)
    assert observed(result)
    assert "cut short" in report.text(result)


def test_hang_in_a_graph_function(confirm):
    result = confirm('''
        @tf.function
        def wait():
            time.sleep(3600)

        wait()
        ''', timeout=HANGS)
    assert result.graph.status == "timeout" and not result.graph.calls[-1].finished
    assert observed(result)


@pytest.mark.skipif(sys.platform != "linux", reason="asks /proc")
def test_child_processes_are_ended(confirm, tmp_path):
    result = confirm(f'''
        import subprocess
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(3600)"])
        open({str(tmp_path / "pid")!r}, "a").write(f"{{child.pid}}\\n")
        ''')
    assert result.complete
    for pid in (tmp_path / "pid").read_text().split():
        assert _has_ended(pid)


def test_megabytes_of_output(confirm):
    result = confirm('''
        for number in range(30_000):
            print(number, "x" * 1000)
        os.write(1, b"y" * 5_000_000)
        ''')
    assert result.complete and observed(result) and not result.unforeseen
    assert len(result.eager.outputs) < 1000


def test_megabytes_that_differ(confirm):
    result = confirm('''
        @tf.function
        def chatter():
            for number in range(1000):
                print("x" * 1000)

        for _ in range(3):
            chatter()
        ''')
    assert [(divergence.kind, divergence.function) for divergence in result.unforeseen][:1] == [("output", "chatter")]


def test_arguments(confirm):
    result = confirm("print(sys.argv[1:], sys.argv[0] == __file__, __name__)", "--epochs", "3", "--", "-x")
    assert result.graph.outputs[-1].text == "['--epochs', '3', '--', '-x'] True __main__"


def test_standard_input_is_empty(confirm):
    result = confirm("print(repr(sys.stdin.read()))")
    assert result.graph.outputs[-1].text == "''"


def test_modules_of_the_project(tmp_path):
    (tmp_path / "helpers").mkdir()
    (tmp_path / "helpers" / "__init__.py").write_text("")
    (tmp_path / "helpers" / "notes.py").write_text("notes = []\n\ndef note(x):\n    notes.append(1)\n    print('note')\n")
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent('''
        import tensorflow as tf
        from helpers.notes import note

        @tf.function
        def step(x):
            note(x)
            return x

        for value in (1, 2):
            step(tf.constant(value))
        '''))
    result = truth.run(path, BACKEND)
    assert {(divergence.kind, divergence.what) for divergence in result.unforeseen} == {
        ("output", "printed"), ("state", "helpers.notes.notes")}
    printed = next(divergence for divergence in result.unforeseen if divergence.kind == "output")
    assert printed.places[0] == (str(tmp_path / "helpers" / "notes.py"), 5)


def test_replaced_streams_and_print(confirm):
    result = confirm('''
        import builtins, contextlib, io

        with contextlib.redirect_stdout(io.StringIO()) as kept:
            print("not seen")
        plain = builtins.print
        builtins.print = lambda *args, **kwargs: plain(">", *args, **kwargs)
        print("seen", kept.getvalue().strip())
        sys.stdout.buffer.write("bytes é\\n".encode())
        ''')
    assert [output.text for output in result.eager.outputs] == ["> seen not seen", "bytes é"]
    assert observed(result) and not result.unforeseen


@pytest.mark.parametrize("content, message", [
    (b"def f(:\n", "program.py:1: "),
    (b"x = '\xff\xfe'\n", "program.py"),
    (b"x = 1\n\0", "program.py"),
])
def test_not_python(tmp_path, content, message):
    path = tmp_path / "program.py"
    path.write_bytes(content)
    with pytest.raises(Unusable, match=message):
        check(Program(str(path), backend=BACKEND))


def test_no_such_file(tmp_path):
    with pytest.raises(Unusable, match="cannot read .*missing.py: No such file or directory"):
        check(Program(str(tmp_path / "missing.py"), backend=BACKEND))


def test_folder(tmp_path):
    with pytest.raises(Unusable, match="is a folder: name the script that is run"):
        check(Program(str(tmp_path), backend=BACKEND))


@pytest.mark.skipif(BACKEND != "runtime", reason="the real TensorFlow has everything")
@pytest.mark.parametrize("line, lacks", [("tf.nothing", "tf.nothing"), ("tf.nn.nothing", "tf.nn.nothing")])
def test_name_that_the_runtime_lacks(confirm, line, lacks):
    result = confirm(line)
    assert report.ending(result.graph).startswith("raised AttributeError: ")
    assert result.backend_lacks == lacks
    assert f"The runtime has no {lacks}: `--backend tensorflow` runs this program." in report.text(result)
    assert observed(result)


@pytest.mark.skipif(BACKEND != "runtime", reason="the real TensorFlow has everything")
def test_module_that_the_runtime_lacks(confirm):
    result = confirm("import tensorflow.nothing.here")
    assert report.ending(result.graph).startswith(
        "raised ModuleNotFoundError: No module named 'tensorflow.nothing' in the runtime backend; try --backend tensorflow")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only Linux tells and limits private memory")
@pytest.mark.parametrize("where", ["np.ones((1 << 30, 4))", "tf.function(lambda x: x + np.ones(1 << 32))(tf.constant(1.0))"])
def test_memory_limit(confirm, where):
    result = confirm(f"import numpy as np\n{where}\n", memory=512 << 20)
    assert (result.eager.status, result.graph.status) == ("memory", "memory")
    assert observed(result)
    assert "stopped at the memory limit" in report.text(result)
    assert not result.complete


@pytest.mark.skipif(resource is None, reason="counts the processor's time")
def test_many_lines_cost_little_more_than_printing_them(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(textwrap.dedent(f'''
        import {"runtime" if BACKEND == "runtime" else "tensorflow"} as tf

        def tell(number):
            print("line", number, number * 2)

        for number in range(100_000):
            tell(number)
        '''))

    def cost(*command):
        before = resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime
        done = command[0]() if callable(command[0]) else subprocess.run(command, stdout=subprocess.DEVNULL, check=True)
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_utime - before, done

    plain = min(cost(sys.executable, str(path))[0] for _ in range(2))
    observed, run = cost(lambda: session.run(Program(str(path), backend=BACKEND), "graph"))
    assert run.more == {("stdout", None, (str(path), 5)): 100_000} and len(run.printed) == 200
    assert observed < 4 * plain
