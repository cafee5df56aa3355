"""What runs again: the loops around a node, the calls of a function, and what runs once in a program, by its name and place."""

from __future__ import annotations

from pathlib import PurePath

from astroid import nodes

from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope

COMPREHENSIONS = (nodes.ListComp, nodes.SetComp, nodes.GeneratorExp, nodes.DictComp)
#: Functions that run once in the life of a program, or on purpose make a graph of their own.
_ONCE = ("main", "__init__", "build", "compile", "setup", "setUp", "export", "save", "convert", "create", "make", "get_flops")
_ONCE_PREFIXES = ("test", "_test", "main", "build", "setup", "export", "save", "convert", "create", "make", "benchmark", "profile")
#: A whole training in one call, unless the name tells of a part of it.
WHOLE = ("fit", "train", "learn", "optimize", "minimize", "run_experiment")
#: How functions are called that may do one epoch of that as well.
TRAINS = ("train", "test", "fit", "learn")
_PARTS = ("step", "batch", "epoch")
#: Functions and methods that look for the best settings with a function that they call for each trial: of Optuna, Hyperopt, scikit-optimize.
_SEARCHES = frozenset({"optimize", "fmin", "gp_minimize", "forest_minimize", "dummy_minimize"})


def uses_of(program: Program, function: nodes.FunctionDef) -> list[nodes.NodeNG]:
    """Where the name of a function is used in its module, but for the function itself."""
    return [use for use in program.index(function.root()).uses.get(function.name, ()) if not function.parent_of(use)]


def calls_of(program: Program, function: nodes.FunctionDef) -> list[nodes.Call]:
    """The calls among these uses."""
    return [use.parent for use in uses_of(program, function) if names.is_called(use)]


def searches(program: Program, function: nodes.FunctionDef) -> list[nodes.Call]:
    """The calls that try a function out with one setting after the other: ``study.optimize(objective)``."""
    given = [use.parent for use in uses_of(program, function) if isinstance(use.parent, nodes.Call) and use in use.parent.args[:1]]
    return [call for call in given if names.last_name(call.func) in _SEARCHES]


def runs_once(scope: Scope) -> bool:
    """Whether a scope runs once in a program: a module, a test, a main function, what prepares or exports."""
    if isinstance(scope, (nodes.Module, nodes.ClassDef)):
        return True
    if not isinstance(scope, nodes.FunctionDef):
        return False
    outer = names.enclosing(scope)
    if isinstance(outer, nodes.ClassDef) and "Test" in outer.name:
        return True
    return is_called_once(scope) or isinstance(outer, nodes.FunctionDef) and runs_once(outer)


def is_called_once(scope: nodes.FunctionDef) -> bool:
    """Whether its name, or its file, tells that a function runs once, or it keeps what it returns."""
    name = scope.name.lower().lstrip("_")
    if name in _ONCE or scope.name in _ONCE or name.startswith(_ONCE_PREFIXES):
        return True
    if (name.startswith(WHOLE) or "training" in name) and not any(part in name for part in _PARTS):
        return True
    if names.cache_of(scope) is not None:
        return True
    file = PurePath(scope.root().file or "")
    return file.stem.startswith("test_") or file.stem.endswith(("_test", "_tests")) or bool({"tests", "test"} & set(file.parts[-3:-1]))


def loops_repeating(node: nodes.NodeNG, scope: Scope) -> list[nodes.NodeNG]:
    """The loops of a scope that a node is repeated in, the innermost first."""
    found: list[nodes.NodeNG] = []
    child, current = node, node.parent
    while current is not None and current is not scope:
        if isinstance(current, COMPREHENSIONS):
            if not (current.generators[0] is child):  # the first iterable is evaluated once
                found.append(current)
        elif isinstance(current, (nodes.For, nodes.While)) and (child in current.body or child is getattr(current, "test", None)):
            found.append(current)
        child, current = current, current.parent
    return found
