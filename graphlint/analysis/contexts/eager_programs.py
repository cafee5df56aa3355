"""Programs that never trace their Keras models: they train in a loop of their own, or only call them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import PurePath
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import mentions
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import External

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Methods that make Keras trace, unless a class has its own.
_METHODS = ("fit", "fit_generator", "evaluate", "predict", "train_on_batch", "export")
#: Those that run its losses.
_WITH_LOSSES = ("fit", "fit_generator", "evaluate", "train_on_batch", "test_on_batch")
#: What else makes Keras trace, or is a graph function.
_TRACING = (*_METHODS, "compile", "function", "save")
#: How a text shows that: other modules are only searched.
_WRITTEN = ("tf.function", "import function", ".Input(", " Input(")
_TEST = ("test_", "conftest")
#: A layer is part of a model, which is part of another one; files that make them.
_MAX_HOLDERS = 3
_MAX_USERS = 16


def tracing_uses(program: Program, module: nodes.Module) -> Iterator[nodes.Attribute]:
    """Where a module names what makes Keras trace, or a graph function; ``np.save`` is none, nor a class's own `predict`."""
    index = program.index(module)
    for word in _TRACING:
        for use in index.uses.get(word, ()):
            if isinstance(use, nodes.Attribute) and not _is_of_others(program, use):
                yield use


def _is_of_others(program: Program, use: nodes.Attribute) -> bool:
    """Whether it is a function of another package, ``np.save``, ``re.compile``, or a method that the class around it has."""
    if not isinstance(use.expr, nodes.Name):
        return False
    method = names.function_scope(use)
    is_method = isinstance(method, nodes.FunctionDef) and isinstance(method.parent, nodes.ClassDef)
    if is_method and use.attrname in method.parent.locals and classes.receives(method, use.expr.name):
        return True
    values = program.detached(use.expr, method)
    return bool(values) and all(isinstance(value, External) and not frameworks.is_tensorflow(value.name) for value in values)


def runs_eagerly_alone(program: Program, module: nodes.Module, keras: list[nodes.ClassDef]) -> bool:
    """Whether a program makes and runs objects of a module's Keras classes itself, and nothing in it traces them."""
    if any(True for _ in tracing_uses(program, module)):
        return False
    if _is_test(module):
        return not any(program.index(module).calls(("Input", "Sequential")))
    if _trains(program, module, keras) and any(_is_made(program, module, cls) for cls in keras):
        return True
    own = {method for cls in keras for method in _METHODS if method in cls.locals}
    written = (*(f".{method}(" for method in _METHODS if method not in own), *_WRITTEN)
    path, known = program.modules.path(module), program.relevance.importers
    others = known.of(path) if path is not None else ()
    if any(known.mentions(file, written) for file in (path, *others) if file is not None):
        return False
    if all("update_state" in cls.locals for cls in keras):
        users = mentions.importers(program, module, *(f"{cls.name}(" for cls in keras))
        return any(_updates(program, user, keras) for user in (module, *users))
    drivers, tests = known.drivers(path) if path is not None else ((), ())
    users, classes_made = _users(program, module, keras, drivers)
    if not users and tests:
        users, classes_made = _users(program, module, keras, tests)
        users = {user: made for user, made in users.items() if _updates_weights(program, user)}
    if any(known.mentions(file, written) for user in users if (file := program.modules.path(user)) is not None):
        return False
    return any(
        _trains(program, user, classes_made) or _calls(program, user, [cls for cls in made if classes.is_model(program, cls)])
        for user, made in ({module: keras} | users).items()
        if any(_is_made(program, user, cls) for cls in made if user is not module or classes.is_model(program, cls))
    )


def _users(
    program: Program, module: nodes.Module, keras: list[nodes.ClassDef], files: Iterable[str]
) -> tuple[dict[nodes.Module, list[nodes.ClassDef]], list[nodes.ClassDef]]:
    """The modules that make objects of some classes, or of Keras classes that hold such, each with those; and all these classes."""
    is_named, known = program.relevance.importers.mentions, list(keras)
    users: dict[nodes.Module, list[nodes.ClassDef]] = {}
    looked_at = 0
    for _ in range(_MAX_HOLDERS):
        new: list[nodes.ClassDef] = []
        for file in files:
            if looked_at == _MAX_USERS or not is_named(file, tuple(f"{cls.name}(" for cls in known)):
                continue
            looked_at += 1
            user = program.module(file)
            calls = [] if user is None else list(program.index(user).calls(cls.name for cls in known))
            if user is None or user is module:
                continue
            holders = {_holder(program, call) for call in calls}
            if None in holders:
                users[user] = [cls for cls in known if _is_made(program, user, cls)]
            new += [holder for holder in holders if holder is not None and holder not in known]
        if not new:
            break
        known += new
    return users, known


def _holder(program: Program, call: nodes.Call) -> nodes.ClassDef | None:
    """The Keras class in whose methods something is made."""
    scope = names.function_scope(call)
    cls = scope.parent if isinstance(scope, nodes.FunctionDef) else None
    return cls if isinstance(cls, nodes.ClassDef) and classes.is_keras(program, cls) else None


def _updates_weights(program: Program, module: nodes.Module) -> bool:
    """Whether a module trains with a tape to the end: a test of gradients alone does not."""
    index = program.index(module)
    stepping = {names.function_scope(call) for call in index.calls(("apply_gradients",))}
    return any(names.function_scope(call) in stepping for call in index.calls(("GradientTape",)))


def trains_by_hand(program: Program, compiled: nodes.Call, function: nodes.NodeNG) -> bool:
    """Whether a module compiles a model that it never fits, and calls a loss of it itself, beside a tape."""
    if not isinstance(compiled.func, nodes.Attribute):
        return False
    index, model = program.index(compiled.root()), compiled.func.expr.as_string()
    if any(isinstance(call.func, nodes.Attribute) and call.func.expr.as_string() == model for call in index.calls(_WITH_LOSSES)):
        return False
    taping = {names.function_scope(call) for call in index.calls(("GradientTape",))}
    return any(names.function_scope(call) in taping for call in calls_named(program, [compiled.root()], (getattr(function, "name", ""),)))


def _is_test(module: nodes.Module) -> bool:
    return PurePath(module.file or "").name.startswith(_TEST)


def _trains(program: Program, module: nodes.Module, keras: list[nodes.ClassDef]) -> bool:
    """Whether a module has a tape that is not that of a model's own `train_step`, which Keras traces."""
    scopes = (names.function_scope(call) for call in program.index(module).calls(("GradientTape",)))
    return any(scope.parent not in keras or not getattr(scope, "name", "").endswith("_step") for scope in scopes)


def _is_made(program: Program, module: nodes.Module, cls: nodes.ClassDef) -> bool:
    """Whether a module makes an object of the class."""
    return any(True for _ in calls_named(program, [module], (cls.name,)))


def _updates(program: Program, module: nodes.Module, metrics: list[nodes.ClassDef]) -> bool:
    """Whether plain Python makes metrics and updates them: not only to try them out."""
    if _is_test(module) or not any(_is_made(program, module, cls) for cls in metrics):
        return False
    methods = {method for cls in metrics for method in cls.methods()}
    updates = program.index(module).calls(("update_state",))
    return any(_is_of_program(call, methods) for call in updates)


def _is_of_program(call: nodes.Call, methods: set[nodes.NodeNG]) -> bool:
    """Whether a call is made by the program: not by one of the methods, nor where a module is tried out as a script."""
    return names.function_scope(call) not in methods and not any(True for _ in names.script_branches(call))


def _calls(program: Program, module: nodes.Module, models: list[nodes.ClassDef]) -> bool:
    """Whether plain Python calls a model and keeps what it returns: not only to build its variables, or to try it out."""
    methods = {method for cls in models for method in cls.methods()}
    for call in program.index(module).calls(("model",)):
        is_kept = isinstance(call.parent, nodes.Assign) and isinstance(call.func, nodes.Name)
        if is_kept and _is_of_program(call, methods):
            return True
    return False
