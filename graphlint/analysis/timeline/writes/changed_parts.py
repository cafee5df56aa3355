"""Layers that callbacks freeze or thaw during `fit`, numbers of layers and optimizers that they set, and what is changed between two fits.

Keras goes on with what it has traced, until the model is compiled again.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint import frameworks
from graphlint.analysis.contexts.traced_arguments import runs_eagerly
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import blocks, layer_access, names
from graphlint.analysis.syntax.assignments import assigned_values, is_later, is_made_in, owner_of
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.timeline import order
from graphlint.analysis.timeline.runs import is_replaced
from graphlint.analysis.timeline.writes.public_setters import BETWEEN
from graphlint.analysis.timeline.writes.targets import tested
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Class, External
from graphlint.frameworks.meaning import Kind

#: What reads which layers are trained.
_STEP = "Model.train_step"
#: Methods of a model after which it is traced again.
_RENEWS = frozenset({"compile", "make_train_function"})


def changed_parts(program: Program, module: nodes.Module) -> list[Offence]:
    """The assignments of `trainable`, and of numbers of layers and optimizers, in callbacks that run within a training, or between two."""
    index = program.index(module)

    def of_target(target: nodes.NodeNG) -> Iterator[Offence]:
        step = _reader(program, target) if isinstance(target, nodes.AssignAttr) else ""
        if step and (_is_by_callback(program, target) or _is_between_fits(index, target)):
            details = {
                "place": f"'{target.as_string()}'",
                "traced": f"Keras traces '{step}'",
                "path": "",
                "change": f"line {target.lineno} changes it {BETWEEN}",
                "instead": "compile the model again after it",
            }
            yield of_call(Kind.FROZEN, target, step, INFERENCE, details)

    named = ("trainable", *frameworks.RATES, *frameworks.NUMBERS_OF_OPTIMIZERS)
    targets = [target for name in named for target in index.stored.get(name, ())]
    return list(program.faults.of_each(targets, of_target, lambda target: (names.function_scope(target),)))


def _reader(program: Program, target: nodes.AssignAttr) -> str:
    """What is traced that reads an attribute of a layer, or of a model's optimizer; empty if it is of something else."""
    if target.attrname == "trainable":
        return _STEP
    if target.attrname in frameworks.RATES:
        return "Layer.call" if _has_rate(program, target) else ""
    versions = frameworks.NUMBERS_OF_OPTIMIZERS[target.attrname]
    return _STEP if program.keras_version(target.root()) in versions and _is_of_model(target.expr) else ""


def _is_of_model(owner: nodes.NodeNG) -> bool:
    """Whether it is the optimizer of a model: ``self.model.optimizer``, or a variable that is assigned it."""
    if isinstance(owner, nodes.Name):
        targets = owner.scope().locals.get(owner.name, ())
        return any(value is not None and not isinstance(value, nodes.Name) and _is_of_model(value) for value in map(names.assigned, targets))
    return isinstance(owner, nodes.Attribute) and owner.attrname == "optimizer"


def _has_rate(program: Program, target: nodes.AssignAttr) -> bool:
    """Whether it is set in a layer of Keras that keeps it as a Python number, or in one that a model lists."""
    owners = program.detached(target.expr, names.function_scope(target))
    kinds = [kind for owner in owners for kind in classes.kinds(program, owner)]
    if kinds:
        return all(kind in frameworks.RATES[target.attrname] for kind in kinds)
    asked = tested(program, target)
    if asked:
        return all(isinstance(one, External) and frameworks.canonical(one.name) in frameworks.RATES[target.attrname] for one in asked)
    if any(classes.members(program, cls, target.attrname) for cls in _classes_in(program, target.root())):
        return False  # it may be a layer of the program's, of which the read is told
    given = (target.expr, *layer_access.named(target.expr, names.function_scope(target)))
    return any(layer_access.taken_from(one) is not None for one in given) and not _is_put_back(target)


def _classes_in(program: Program, module: nodes.Module) -> list[nodes.ClassDef]:
    """The classes that a module defines or imports."""
    imported = (name for name, bindings in module.locals.items() if isinstance(bindings[-1], nodes.ImportFrom))
    values = (value for name in imported for value in program.lookup(module, name))
    return [*program.index(module).classes, *(value.node for value in values if isinstance(value, Class))]


def _is_put_back(target: nodes.AssignAttr) -> bool:
    """Whether a callback sets it twice, or a function keeps what is there before: for what is in between, as ``kept, drop.rate = drop.rate, 0.9``."""
    shown, scope = target.as_string(), names.function_scope(target)
    stored = [one for one in scope.nodes_of_class(nodes.AssignAttr) if one.as_string() == shown]
    is_method = isinstance(scope.parent, nodes.ClassDef)
    return len(stored) > 1 and (is_method or any(one.as_string() == shown for one in scope.nodes_of_class(nodes.Attribute)))


def _is_by_callback(program: Program, target: nodes.AssignAttr) -> bool:
    method = names.function_scope(target)
    if not isinstance(method, nodes.FunctionDef) or not isinstance(method.parent, nodes.ClassDef) or _is_own(target, method):
        return False
    if not classes.is_callback(program, method.parent) or _is_renewed(method.parent) or _is_first(target):
        return False
    return habits.is_run_by_epochs(method) or any(_calls(other, method.name) for other in method.parent.mymethods() if habits.is_run_by_epochs(other))


def _is_between_fits(index: Index, target: nodes.AssignAttr) -> bool:
    """Whether one statement after the other trains a model, changes a layer, and trains the model again, or each turn of a loop."""
    scope = names.function_scope(target)
    compiled = [call for call in index.calls(_RENEWS) if names.function_scope(call) is scope]
    fits = [call for call in index.calls(("fit",)) if names.function_scope(call) is scope and isinstance(owner_of(call), nodes.Name)]
    if any(map(runs_eagerly, compiled)):
        return False
    if order.stands_between(target, fits, _are_of_one_model, compiled):
        return True
    return any(
        _varies(target, loop)
        for loop in names.loops_around(target, scope)
        if any(loop.parent_of(call) and not is_made_in(owner_of(call), loop) for call in fits)
        and not any(map(loop.parent_of, compiled))
    )


def _varies(target: nodes.AssignAttr, loop: nodes.NodeNG) -> bool:
    """Whether a later turn of a loop sets something else than the first."""
    branch = target.statement().parent
    if isinstance(branch, nodes.If):
        turned = names.assigned_in(loop)
        asks_the_same = branch.parent is loop and not names.reads_any(branch.test, turned)  # at each turn: ``if isinstance(layer, Dropout): …``
        is_other = asks_the_same and any(names.reads_any(value, turned) for value in assigned_values(target))
        return is_other or is_later(branch, loop, target.attrname)
    return any(not isinstance(value, nodes.Const) for value in assigned_values(target))


def _are_of_one_model(before: nodes.Call, after: nodes.Call) -> bool:
    """Whether two calls train the same model."""
    return before.func.as_string() == after.func.as_string() and not is_replaced(before, after)


def _calls(method: nodes.FunctionDef, name: str) -> bool:
    """Whether a method calls another one of the same object, not only before the first batch."""
    calls = (call for call in method.nodes_of_class(nodes.Call) if getattr(call.func, "attrname", "") == name)
    return any(isinstance(call.func.expr, nodes.Name) and classes.receives(method, call.func.expr.name) and not _is_first(call) for call in calls)


def _is_own(target: nodes.AssignAttr, method: nodes.FunctionDef) -> bool:
    return isinstance(target.expr, nodes.Name) and classes.receives(method, target.expr.name)


def _is_renewed(cls: nodes.ClassDef) -> bool:
    """Whether the callback has the model traced again."""
    return any(getattr(call.func, "attrname", "") in _RENEWS for call in cls.nodes_of_class(nodes.Call))


def _is_first(node: nodes.NodeNG) -> bool:
    """Whether it happens before the first batch, when nothing has been traced: ``if epoch == 0:``."""
    tests = (branch.test for branch, holds in blocks.branches_around(node) if holds)
    return any(test.as_string().endswith("== 0") or isinstance(test, nodes.UnaryOp) for test in tests)
