"""Callbacks that freeze layers, or thaw them, during `fit`: Keras goes on training what it has traced."""

from __future__ import annotations

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint.analysis import classes, names
from graphlint.analysis.offence import Offence, of_call
from graphlint.analysis.program import Program
from graphlint.analysis.runs import is_run_by_epochs
from graphlint.frameworks.meaning import Kind

#: What reads which layers are trained.
_STEP = "Model.train_step"
#: Methods of a model after which it is traced again.
_RENEWS = frozenset({"compile", "make_train_function"})


def thawed(program: Program, module: nodes.Module) -> list[Offence]:
    """The assignments of `trainable` in callbacks that run between the batches or epochs of a training."""
    found: list[Offence] = []
    for target in program.index(module).stored.get("trainable", ()):
        method = names.function_scope(target)
        if not isinstance(target, nodes.AssignAttr) or not is_run_by_epochs(method) or _is_own(target, method):
            continue
        if classes.is_callback(program, method.parent) and not _is_renewed(method.parent) and not _is_first(target):
            words = {
                "place": f"'{target.as_string()}'",
                "traced": f"Keras traces '{_STEP}'",
                "path": "",
                "line": str(target.lineno),
                "instead": "compile the model again after it",
            }
            found.append(of_call(Kind.FROZEN, target, _STEP, INFERENCE, words))
    return found


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
