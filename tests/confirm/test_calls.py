"""`--observe calls`: what a program does is not changed by observing it, and what cannot be put back is said."""
import json
import os
import subprocess
import sys

import pytest


def confirm(path, *options):
    result = subprocess.run(
        [sys.executable, "-m", "graphlint.cli", "confirm", "--backend", "runtime", "--format", "json", *options, str(path)],
        capture_output=True, text=True, env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert result.stdout, result.stderr
    return json.loads(result.stdout)


STATE = """
import collections, random
import numpy as np
import tensorflow as tf

class Holder:
    __slots__ = ("count",)
    def __init__(self):
        self.count = 0

class Owner:
    def __init__(self):
        self.items, self.names, self.tags = [], {}, set()
        self.queue = collections.deque([1, 2], maxlen=3)
        self.array = np.zeros(3)
        self.weight = tf.Variable(1.0)
        self.rng = np.random.default_rng(1)
        self.holder = Holder()

    @tf.function
    def step(self, x):
        self.items.append(1)
        self.names["n"] = len(self.names)
        self.tags.add(len(self.items))
        self.queue.append(len(self.items))
        self.array[0] += 1.0
        self.weight.assign_add(x)
        self.holder.count += 1
        self.fresh = len(self.items)
        counts[0] += 1
        global total
        total += 1
        return x + random.random() * 0.0 + self.rng.normal() * 0.0 + np.random.normal() * 0.0

counts, total = [0], 0
owner = Owner()
for value in (1.0, 2.0, 3.0):
    owner.step(tf.constant(value))
print(owner.items, owner.names, owner.tags, list(owner.queue), owner.array, owner.weight.numpy(), owner.holder.count,
      owner.fresh, counts, total, random.random(), owner.rng.normal(), np.random.normal(), file=open("out.txt", "w"))
"""


def test_the_program_goes_on_as_if_nobody_looked(tmp_path, monkeypatch):
    """What it writes at its end is what it writes as a graph alone."""
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "program.py"
    path.write_text("import random, numpy\nrandom.seed(1); numpy.random.seed(1)\n" + STATE)
    confirm(path, "--observe", "calls")
    observed = (tmp_path / "out.txt").read_text()
    alone = "import sys, runtime\nsys.modules['tensorflow'] = runtime\n"
    subprocess.run([sys.executable, "-c", alone + path.read_text()], check=True,
                   env={**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)})
    assert observed == (tmp_path / "out.txt").read_text()


@pytest.mark.parametrize("made, used, kind", [
    ("numbers = (n for n in range(9))", "next(numbers)", "a generator (numbers)"),
    ("file = open(__file__)", "len(file.readline())", "a TextIOWrapper (file)"),
    ("numbers = iter([1, 2, 3])", "next(numbers)", "a list_iterator (numbers)")])
def test_what_cannot_be_put_back_is_said_and_not_repeated(tmp_path, made, used, kind):
    path = tmp_path / "program.py"
    path.write_text(f"import tensorflow as tf\n\n{made}\n\n\n@tf.function\ndef step(x):\n    n = {used}\n"
                    "    print(n)\n    return x\n\n\nfor value in (1.0, 2.0):\n    step(tf.constant(value))\n")
    finding = next(f for f in confirm(path, "--observe", "calls")["findings"] if f["symbol"] == "print-in-graph")
    assert finding["verdict"] == "not observed"
    assert finding["reason"] == (
        f"its calls could not be made twice from the same state: {kind} cannot be put back")


def test_a_shadow_that_raises_ends_there(tmp_path):
    """Only the eager call leaves by sys.exit; the program goes on with the graph's."""
    path = tmp_path / "program.py"
    path.write_text("import sys\nimport tensorflow as tf\n\n\n@tf.function\ndef step(x):\n"
                    "    if tf.executing_eagerly():\n        sys.exit(3)\n    return x\n\n\nstep(tf.constant(1.0))\n")
    found = confirm(path, "--observe", "calls")
    assert found["runs"]["graph"]["status"] == "finished"
    assert [(u["kind"], u["function"]) for u in found["unforeseen"]] == [("exception", "step")]
