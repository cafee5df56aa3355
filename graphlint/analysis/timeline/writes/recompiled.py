"""What `compile` of Keras sets in a model, where a graph function of the program's own reads it.

A second `compile` makes Keras trace its own functions again. A method with a `tf.function` of its own keeps the first
optimizer: TensorFlow 2.21 trains with that one, or raises as its variables are gone.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.contexts.keras_methods import receivers
from graphlint.analysis.engine.heap import classes, construction
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.timeline import order
from graphlint.analysis.values.places import Attribute, Function, Value
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction


#: What an assignment may bind.
_TARGETS = (nodes.AssignName, nodes.AssignAttr, nodes.Subscript)
#: What runs each step of a model; whatever a model has of its own may be run by any.
_RUN = {"train_step": {"fit", "train_on_batch"}, "test_step": {"evaluate", "test_on_batch"}, "predict_step": {"predict", "predict_on_batch"}}


class Recompiled:
    """The models of a program that may be compiled again."""

    def __init__(self, program: Program, modules: list[nodes.Module]) -> None:
        self.program = program
        self.modules = modules
        self._found: dict[FunctionNode, nodes.NodeNG | None] = {}

    def find(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """The second `compile` of a model, or the model's class where nobody compiles it in sight."""
        cls = root.node.parent
        if root.tracer is not None or not isinstance(place, Attribute) or place.name not in frameworks.COMPILED:
            return None
        if not isinstance(cls, nodes.ClassDef) or not classes.is_model(self.program, cls) or cls not in classes.owners(self.program, place.base):
            return None
        family = classes.ancestors(self.program, cls)
        if any(place.name in base.locals or construction.stored_members(base, place.name) for base in family):
            return None
        if root.node not in self._found:
            self._found[root.node] = self._compiled(cls, root)
        return self._found[root.node]

    def _compiled(self, cls: nodes.ClassDef, root: GraphFunction) -> nodes.NodeNG | None:
        if self._is_made_by_method(cls, root):
            return None
        calls = [call for module in self.modules for call in self.program.index(module).calls(("compile",)) if self._is_of(call, cls)]
        if not calls:
            return cls
        runs = _RUN.get(getattr(root.node, "name", ""), DRIVERS)
        return next((call for call in calls if self._is_again(call, calls, runs)), None)

    def _is_made_by_method(self, cls: nodes.ClassDef, root: GraphFunction) -> bool:
        """Whether a method makes the graph function for an object that is there, or `compile` of the program's own makes any."""
        maker = names.function_scope(root.options) if root.options is not None else None
        if isinstance(maker, nodes.FunctionDef) and maker.name != "__init__":
            return True
        compiling = (member.node for member in classes.members(self.program, cls, "compile") if isinstance(member, Function))
        return any(not names.called(method).isdisjoint(frameworks.GRAPH_WORDS) for method in compiling)

    def _is_of(self, call: nodes.Call, cls: nodes.ClassDef) -> bool:
        """Whether a model of a class is compiled, and not where it is made of a file."""
        if not isinstance(call.func, nodes.Attribute) or getattr(names.function_scope(call), "name", "") == "compile_from_config":
            return False
        return any(cls in classes.ancestors(self.program, kind) for kind in receivers(self.program, call))

    def _is_again(self, call: nodes.Call, calls: list[nodes.Call], runs: Iterable[str]) -> bool:
        """Whether an object is compiled and run that has been before, by another call or in an earlier turn of a loop."""
        scope, shown = names.function_scope(call), call.func.expr.as_string()
        run = [one for one in self.program.index(call.root()).calls(runs) if names.function_scope(one) is scope and _is_asked_of(one, shown)]
        if any(loop.parent_of(one) and not _changes(loop, call.func.expr) for loop in names.loops_around(call, scope) for one in run):
            return True
        made = [target for target in scope.nodes_of_class(_TARGETS) if target.as_string() == shown]
        first = [one for one in calls if one is not call and names.function_scope(one) is scope and one.func.expr.as_string() == shown]
        return bool(first) and order.stands_between(call, run, lambda before, after: True, made)


def _is_asked_of(call: nodes.Call, shown: str) -> bool:
    return isinstance(call.func, nodes.Attribute) and call.func.expr.as_string() == shown


def _changes(loop: nodes.NodeNG, owner: nodes.NodeNG) -> bool:
    """Whether each turn of a loop has another object by an expression, or puts another one there."""
    read = {name.name for name in owner.nodes_of_class(nodes.Name)}
    shown = owner.as_string()
    return not read.isdisjoint(names.assigned_in(loop)) or any(target.as_string() == shown for target in loop.nodes_of_class(_TARGETS))
