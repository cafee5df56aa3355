"""What the names of functions and methods say of when they run: first, once, again and again, for whoever changes an object.

Nothing in the source shows it: who calls them is not in sight. Each table was learnt from real programs.
"""

from __future__ import annotations

from pathlib import PurePath

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.frameworks.keras import CALLED_BEFORE

#: Methods that make an object ready before it is used: what they set is what the first trace reads.
_FIRST = ("__init__", "__new__", "__post_init__", "__setstate__", "setup", "setUp", "compile", "_build", "_setup", *CALLED_BEFORE)
_FIRST_PREFIXES = ("_init", "init_", "initialize", "setup_", "_setup_", "build_")
#: Methods of callbacks, Keras' or the program's own, that run between the calls of a model's graph functions.
_BY_EPOCHS = tuple(
    f"{when}{what}" for when in ("on_", "before_", "after_", "begin_", "end_") for what in ("epoch", "batch", "train_batch", "step", "iter", "episode")
)
#: Functions that run once in the life of a program, or on purpose make a graph of their own.
_ONCE = ("main", "__init__", "build", "compile", "setup", "setUp", "export", "save", "convert", "create", "make", "get_flops")
_ONCE_PREFIXES = ("test", "_test", "main", "build", "setup", "export", "save", "convert", "create", "make", "benchmark", "profile")
#: A whole training in one call, unless the name tells of a part of it.
WHOLE = ("fit", "train", "learn", "optimize", "minimize", "run_experiment")
#: How functions are called that may do one epoch of that as well.
TRAINS = ("train", "test", "fit", "learn")
_PARTS = ("step", "batch", "epoch")
#: How methods are called that change an object which is in use: they are there to be called later.
SETS = frozenset("set setup change switch enable disable toggle turn resize".split())
#: How methods are called that may do so, and do if it is to what they are given.
UPDATES = frozenset({"update", "configure"})
#: How methods are called that put new objects in the place of those which are in use.
RENEWS = frozenset("reset reinit reinitialize reinitialise rebuild restart renew".split())
#: Methods that learn from data anew each time that they are called: nobody writes `fit` to call it once and for all.
LEARNS = frozenset({"fit", "train", "adapt", "refit", "refresh", "resample", "update"})
#: What a callback calls that which a model is made of.
_OF_MODELS = ("model", "layer", "loss", "net", "metric", "criterion")


def prepares(name: str) -> bool:
    """Whether a function makes an object ready, by its name."""
    return name in _FIRST or name.startswith(_FIRST_PREFIXES)


def is_run_by_epochs(scope: Scope) -> bool:
    """Whether Keras, or a trainer of the program's own, calls a method of a callback again and again, by its name."""
    return isinstance(scope, nodes.FunctionDef) and scope.name.startswith(_BY_EPOCHS) and bool(scope.args.arguments)


def is_at_end(hook: nodes.FunctionDef) -> bool:
    """Whether a method of a callback runs when an epoch or batch has been gone through: all graphs have been made."""
    return not {"end", "after"}.isdisjoint(hook.name.split("_"))


def are_around_one_turn(scope: Scope, other: Scope) -> bool:
    """Whether two methods of a callback run before and after each epoch, or each batch: all graphs are made in between."""
    if scope is other or scope.parent is not other.parent or not is_run_by_epochs(scope) or not is_run_by_epochs(other):
        return False
    return scope.name != other.name and _named_as_after(scope) == _named_as_after(other)


def _named_as_after(hook: nodes.FunctionDef) -> str:
    return hook.name.replace("begin", "end").replace("before", "after")


def is_of_model(owner: nodes.NodeNG) -> bool:
    """Whether a callback sets something in its model, in what a loop takes from something, or in what it calls a loss or layer."""
    return isinstance(owner, nodes.Name) or any(word in owner.as_string().lower() for word in _OF_MODELS)


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
