"""A rule of facts that are known already is a folder of its own, and nothing else."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import graphlint

RULE = '''
"""global-read-in-graph: a graph function reads a global that something assigns."""

from graphlint.rules.rule import Rule

RULE = Rule(
    id="C7399",
    symbol="global-read-in-graph",
    message="the global %(place)s is read while %(traced)s%(path)s",
    description="A graph function reads a global.",
    why="A toy.",
    instead="Nothing.",
    silent="Never.",
    kinds=frozenset({"global-read-in-graph"}),
    divergence="value",
)
'''
QUERY = '''
from astroid import nodes

from graphlint.analysis.values.places import Variable


def query(facts):
    for trace in facts.traces:
        for node, place, way in trace.reads:
            if isinstance(place, Variable) and isinstance(place.scope, nodes.Module):
                yield trace.offence("global-read-in-graph", node, way, way.confidence, place)
'''
PROGRAM = '''
import tensorflow as tf

RATE = 1.0


def scaled(x):
    return x * RATE


@tf.function
def step(x):
    return scaled(x)


def faster():
    global RATE
    RATE = 2.0
'''


def test_a_folder_is_a_rule(tmp_path: Path) -> None:
    copied = tmp_path / "lib" / "graphlint"
    shutil.copytree(Path(graphlint.__file__).parent, copied, ignore=shutil.ignore_patterns("__pycache__"))
    folder = copied / "rules" / "global_read_in_graph"
    folder.mkdir()
    (folder / "__init__.py").write_text(RULE.lstrip())
    (folder / "query.py").write_text(QUERY.lstrip())
    (tmp_path / "program.py").write_text(PROGRAM.lstrip())
    command = [sys.executable, "-m", "pylint", "--rcfile=", "--load-plugins=graphlint", "--disable=all", "--enable=global-read-in-graph"]
    environment = {**os.environ, "PYTHONPATH": str(tmp_path / "lib")}
    done = subprocess.run([*command, "program.py"], cwd=tmp_path, env=environment, capture_output=True, text=True)
    assert done.stdout.splitlines()[1:2] == [
        "program.py:7:15: C7399: the global 'RATE' is read while graph function 'step' is traced (through scaled called at line 12)"
        " (global-read-in-graph)"
    ], done.stdout + done.stderr
