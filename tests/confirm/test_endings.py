"""A program under observation ends as the interpreter ends it: what runs and what is printed then is the same as without."""
import json
import os
import subprocess
import sys
import textwrap

import pytest

from graphlint.confirm.confirmation import confirm
from graphlint.confirm.session import Program
from graphlint.findings import Report

from . import truth

BACKEND = truth.BACKENDS[0]
STEP = """
import atexit, multiprocessing, os, sys, threading, time, weakref
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
import tensorflow as tf

@tf.function
def step(x):
    return x + 1

def advanced(value):
    return int(step(tf.constant(value)))

if __name__ == "__main__":
    print(advanced(0))
"""
ENDINGS = {
    "a pool of threads that nobody shuts down": """
        pool = ThreadPoolExecutor(2)
        print(list(pool.map(advanced, range(4))))
        """,
    "work that a pool still has to do": """
        pool = ThreadPoolExecutor(1)
        pool.submit(lambda: (time.sleep(0.2), print("late", advanced(5))))
        """,
    "a large array that the runtime shares among threads": """
        total = tf.function(lambda x: tf.reduce_sum(tf.nn.relu(x) + tf.exp(x)))
        print(float(total(tf.zeros([1000, 1000]))))
        """,
    "a thread that still runs, and leaves with sys.exit": """
        def late():
            time.sleep(0.2)
            print("late", advanced(5))
            sys.exit(3)
        threading.Thread(target=late).start()
        print("main")
        """,
    "a daemon that never ends": """
        threading.Thread(target=time.sleep, args=(1000,), daemon=True).start()
        print("main")
        """,
    "atexit, the last to be registered first": """
        atexit.register(lambda: print("first", advanced(1)))
        atexit.register(print, "second")
        """,
    "a finalizer": """
        class Model: pass
        model = Model()
        weakref.finalize(model, lambda: print("finalized", advanced(1)))
        """,
    "sys.exit before all that": """
        atexit.register(print, "atexit")
        threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()
        sys.exit(4)
        """,
    "an exception before all that": """
        atexit.register(print, "atexit")
        threading.Thread(target=lambda: (time.sleep(0.2), print("thread"))).start()
        raise ValueError("the end")
        """,
    "a pool of forked processes": """
        pool = multiprocessing.get_context("fork").Pool(2)
        print(pool.map(abs, [-1, -2]))
        """,
    "a pool of spawned processes, which import the program": """
        pool = multiprocessing.get_context("spawn").Pool(1)
        print(pool.map(advanced, [1, 2]))
        """,
    "an executor of processes": """
        pool = ProcessPoolExecutor(1, multiprocessing.get_context("fork"))
        print(pool.submit(pow, 2, 3).result())
        """,
}


def write(tmp_path, ending):
    path = tmp_path / "program.py"
    path.write_text(STEP + textwrap.indent(textwrap.dedent(ending), "    "))
    return path


def printed(run):
    return [output.text for output in run.printed if output.stream == "stdout"]


@pytest.mark.parametrize("observe", ["runs", "calls"])
@pytest.mark.parametrize("ending", ENDINGS.values(), ids=ENDINGS)
def test_ends_as_without_observation(tmp_path, ending, observe):
    path = write(tmp_path, ending)
    plain = tmp_path / "plain.py"
    plain.write_text(path.read_text().replace("import tensorflow as tf", "import runtime as tf"))
    alone = subprocess.run([sys.executable, str(plain)], capture_output=True, text=True, timeout=60,
                           env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    result = confirm(Program(str(path), (), BACKEND, timeout=40.0, observe=observe), Report((), ()))
    assert result.graph.ended and result.eager.ended
    if observe == "runs":
        assert printed(result.eager) == alone.stdout.splitlines()
    assert printed(result.graph) == alone.stdout.splitlines()
    assert (result.graph.code or int(result.graph.status == "raised")) == alone.returncode
    assert result.status == (2 if "raise" in ending else 0)


@pytest.mark.skipif("tensorflow" not in truth.BACKENDS, reason="needs TensorFlow")
@pytest.mark.parametrize("ending", [ENDINGS[name] for name in ENDINGS if "fork" not in ENDINGS[name]])
def test_ends_on_tensorflow(tmp_path, ending):
    result = confirm(Program(str(write(tmp_path, ending)), (), "tensorflow", timeout=60.0), Report((), ()))
    assert result.graph.ended and result.eager.ended
    assert result.status == (2 if "raise" in ending else 0)


def graphlint(tmp_path, *arguments):
    return subprocess.run([sys.executable, "-m", "graphlint", *arguments], capture_output=True, text=True, cwd=tmp_path,
                          env={**os.environ, "PYTHONPATH": os.pathsep.join([*sys.path, str(tmp_path)])})


POOL = ENDINGS["a pool of threads that nobody shuts down"]


def test_a_module_ends(tmp_path):
    write(tmp_path, POOL)
    result = graphlint(tmp_path, "confirm", "--backend", "runtime", "--timeout", "40", "-m", "program")
    assert result.returncode == 0, result.stdout


@pytest.mark.parametrize("observe", ["runs", "calls"])
def test_tests_end(tmp_path, observe):
    write(tmp_path, "pass")
    (tmp_path / "test_program.py").write_text(textwrap.dedent("""
        from concurrent.futures import ThreadPoolExecutor
        from program import advanced
        pool = ThreadPoolExecutor(2)
        def test_advanced():
            assert list(pool.map(advanced, range(4))) == [1, 2, 3, 4]
        """))
    result = graphlint(tmp_path, "confirm", "--backend", "runtime", "--timeout", "40", "--observe", observe, "--pytest", "-q",
                       "-p", "no:cacheprovider")
    assert result.returncode == 0, result.stdout


def test_a_verified_fix_ends(tmp_path):
    path = write(tmp_path, POOL)
    path.write_text(path.read_text().replace("    return x + 1", "    print('x', x)\n    return x + 1"))
    result = graphlint(tmp_path, "fix", "--verify", "--backend", "runtime", "--timeout", "40", path.name)
    assert "1 edit tried, 1 verified" in result.stderr


FAILS = """
import threading, traceback
import tensorflow as tf

@tf.function
def checked(x):
    tf.debugging.assert_greater(x, 5)
    return x

class Resource:
    def __del__(self):
        checked(tf.constant(1))

def work():
    checked(tf.constant(1))
"""


@pytest.mark.parametrize("ending", [
    "thread = threading.Thread(target=work); thread.start(); thread.join()",
    "Resource()",
    "try:\n    work()\nexcept tf.errors.InvalidArgumentError:\n    traceback.print_exc()",
    "try:\n    work()\nexcept tf.errors.InvalidArgumentError:\n    print('failed:', traceback.format_exc())",
    "try:\n    work()\nexcept tf.errors.InvalidArgumentError:\n    traceback.print_stack()",
], ids=["in a thread", "in a finalizer", "printed", "formatted", "stack"])
@pytest.mark.parametrize("backend", truth.BACKENDS)
def test_frames_of_the_framework_are_no_difference(tmp_path, backend, ending):
    path = tmp_path / "program.py"
    path.write_text(f"{FAILS}\n{ending}\nprint('end')\n")
    result = confirm(Program(str(path), (), backend, timeout=60.0), Report((), ()))
    assert result.status == 0 and not result.unforeseen
    assert printed(result.graph)[-1] == "end"


def test_a_traceback_in_one_run_alone_is_a_difference(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(FAILS + "\nseen = []\n" + textwrap.dedent("""
        @tf.function
        def counted(x):
            seen.append(1)
            return x
        for value in range(3):
            counted(tf.constant(value))
        try:
            assert len(seen) == 3
        except AssertionError:
            traceback.print_exc()
        """))
    result = confirm(Program(str(path), (), BACKEND, timeout=60.0), Report((), ()))
    assert any(one.kind == "output" and one.graph == ["Traceback (most recent call last):"] for one in result.unforeseen)


def test_nothing_is_written_after_an_unfinished_line(tmp_path):
    path = tmp_path / "program.py"
    path.write_text(FAILS + "\nimport sys\nprint('unfinished', end='')\nsys.stdout.write('')\nsys.stderr.write('begun')\n"
                    "try:\n    work()\nexcept tf.errors.InvalidArgumentError:\n    traceback.print_exc()\nprint('end')\n")
    result = confirm(Program(str(path), (), BACKEND, timeout=60.0), Report((), ()))
    assert result.status == 0 and printed(result.graph) == ["unfinished", "end"]


GENERATOR = """
import tensorflow as tf

def numbers():
    number = 0
    while True:
        number += 1
        yield number

source = numbers()

@tf.function
def total(x):
    for number in source:
        x += number
        if tf.executing_eagerly() and number > 3:
            break
    return x

print(int(total(tf.constant(0))))
"""


@pytest.mark.parametrize("backend", truth.BACKENDS)
def test_a_run_that_is_cut_says_where_it_stood(tmp_path, backend):
    path = tmp_path / "program.py"
    path.write_text(GENERATOR)
    result = graphlint(tmp_path, "confirm", "--backend", backend, "--format", "json", "--timeout", "5", path.name)
    data = json.loads(result.stdout)
    run = data["runs"]["graph"]
    assert (run["status"], data["runs"]["eager"]["status"]) == ("timeout", "finished")
    assert GENERATOR.splitlines()[run["line"] - 1].strip() in ("for number in source:", "x += number",
                                                               "number += 1", "yield number", "while True:",
                                                               "if tf.executing_eagerly() and number > 3:")
    (finding,) = data["findings"]
    assert finding["symbol"] == "iterator-advanced-in-graph"
    assert (finding["verdict"], finding["reason"]) == ("not observed", "the graph run was cut short in this line")
    assert finding["runs"]["graph"] > finding["runs"]["eager"] > 0
