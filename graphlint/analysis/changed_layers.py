"""Layers that callbacks freeze or thaw during `fit`, and those that are changed between two: Keras goes on with what it has traced."""

from __future__ import annotations

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint import frameworks
from graphlint.analysis import classes, names
from graphlint.analysis.assignments import assigned_values, is_later, is_made_in, owner_of
from graphlint.analysis.index import Index
from graphlint.analysis.offence import Offence, of_call
from graphlint.analysis.program import Program
from graphlint.analysis.runs import is_replaced, is_run_by_epochs
from graphlint.analysis.setters import BETWEEN
from graphlint.analysis.traced_arguments import runs_eagerly
from graphlint.frameworks.meaning import Kind

#: What reads which layers are trained.
_STEP = "Model.train_step"
#: Methods of a model after which it is traced again.
_RENEWS = frozenset({"compile", "make_train_function"})


def changed_layers(program: Program, module: nodes.Module) -> list[Offence]:
    """The assignments of `trainable`, and of the rates of layers, in callbacks that run within a training, or between two."""
    found: list[Offence] = []
    index = program.index(module)
    for name in ("trainable", *frameworks.RATES):
        for target in index.stored.get(name, ()):
            if not isinstance(target, nodes.AssignAttr) or not (name == "trainable" or _has_rate(program, target)):
                continue
            step = _STEP if name == "trainable" else "Layer.call"
            if _is_by_callback(program, target) or _is_between_fits(index, target):
                words = {
                    "place": f"'{target.as_string()}'",
                    "traced": f"Keras traces '{step}'",
                    "path": "",
                    "line": str(target.lineno),
                    "when": BETWEEN,
                    "instead": "compile the model again after it",
                }
                found.append(of_call(Kind.FROZEN, target, step, INFERENCE, words))
    return found


def _has_rate(program: Program, target: nodes.AssignAttr) -> bool:
    """Whether it is set in a layer of Keras that keeps it as a Python number."""
    owners = program.detached(target.expr, names.function_scope(target))
    kinds = [kind for owner in owners for kind in classes.kinds(program, owner)]
    return bool(kinds) and all(kind in frameworks.RATES[target.attrname] for kind in kinds)


def _is_by_callback(program: Program, target: nodes.AssignAttr) -> bool:
    method = names.function_scope(target)
    if not is_run_by_epochs(method) or _is_own(target, method):
        return False
    return classes.is_callback(program, method.parent) and not _is_renewed(method.parent) and not _is_first(target)


def _is_between_fits(index: Index, target: nodes.AssignAttr) -> bool:
    """Whether one statement after the other trains a model, changes a layer, and trains the model again, or each turn of a loop."""
    scope = names.function_scope(target)
    compiled = [call for call in index.calls(_RENEWS) if names.function_scope(call) is scope]
    fits = [call for call in index.calls(("fit",)) if names.function_scope(call) is scope and isinstance(owner_of(call), nodes.Name)]
    if any(map(runs_eagerly, compiled)):
        return False
    beside = sorted((call for call in fits if _leads_to(call, target)), key=lambda call: call.lineno)
    last = {call.func.as_string(): call for call in beside if call.lineno < target.lineno}
    following = {call.func.as_string(): call for call in reversed(beside) if call.lineno > target.lineno}
    for called, after in following.items():
        renewed = any(target.lineno < call.lineno < after.lineno for call in compiled)
        if called in last and not renewed and not is_replaced(last[called], after):
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
        return is_later(branch, loop, target.attrname)
    return any(not isinstance(value, nodes.Const) for value in assigned_values(target))


def _leads_to(call: nodes.Call, target: nodes.NodeNG) -> bool:
    """Whether a call is in the block of an assignment, or in one around that."""
    block = call.statement().parent
    return block is target.statement().parent or block.parent_of(target)


def _is_own(target: nodes.AssignAttr, method: nodes.FunctionDef) -> bool:
    return isinstance(target.expr, nodes.Name) and target.expr.name == method.args.arguments[0].name


def _is_renewed(cls: nodes.ClassDef) -> bool:
    """Whether the callback has the model traced again."""
    return any(getattr(call.func, "attrname", "") in _RENEWS for call in cls.nodes_of_class(nodes.Call))


def _is_first(node: nodes.NodeNG) -> bool:
    """Whether it happens before the first batch, when nothing has been traced: ``if epoch == 0:``."""
    while not isinstance(node, nodes.FunctionDef):
        branch, node = node, node.parent
        if isinstance(node, nodes.If) and branch in node.body and (node.test.as_string().endswith("== 0") or isinstance(node.test, nodes.UnaryOp)):
            return True
    return False
