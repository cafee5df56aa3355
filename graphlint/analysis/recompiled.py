"""What `compile` of Keras sets in a model, where a graph function of the program's own reads it.

A second `compile` makes Keras trace its own functions again. A method with a `tf.function` of its own keeps the first
optimizer: TensorFlow 2.21 trains with that one, or raises as its variables are gone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis import classes, names
from graphlint.analysis.assignments import is_made_in, owner_of
from graphlint.analysis.keras_methods import receivers
from graphlint.analysis.places import Attribute, Value
from graphlint.analysis.runs import BY_KERAS
from graphlint.analysis.setters import MAKES

if TYPE_CHECKING:
    from graphlint.analysis.contexts import GraphFunction
    from graphlint.analysis.program import Program


class Recompiled:
    """The models of a program that may be compiled again."""

    def __init__(self, program: Program, modules: list[nodes.Module]) -> None:
        self.program = program
        self.modules = modules
        self._found: dict[nodes.ClassDef, nodes.NodeNG | None] = {}

    def find(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """The second `compile` of a model, or the model's class where nobody compiles it in sight."""
        cls = root.node.parent
        if root.tracer is not None or not isinstance(place, Attribute) or place.name not in frameworks.COMPILED:
            return None
        if not isinstance(cls, nodes.ClassDef) or not classes.is_model(self.program, cls) or _is_made_by_method(root):
            return None
        owners = classes.owners(self.program, place.base)
        if cls not in owners or any(classes.stored_members(base, place.name) for base in classes.ancestors(self.program, cls)):
            return None
        if cls not in self._found:
            self._found[cls] = self._compiled(cls)
        return self._found[cls]

    def _compiled(self, cls: nodes.ClassDef) -> nodes.NodeNG | None:
        calls = [call for module in self.modules for call in self.program.index(module).calls(("compile",)) if self._is_of(call, cls)]
        if not calls:
            return cls
        return next((call for call in calls if self._is_again(call, calls)), None)

    def _is_of(self, call: nodes.Call, cls: nodes.ClassDef) -> bool:
        if not isinstance(call.func, nodes.Attribute) or getattr(names.function_scope(call), "name", "") in MAKES:
            return False
        return any(cls in classes.ancestors(self.program, kind) for kind in receivers(self.program, call))

    def _is_again(self, call: nodes.Call, calls: list[nodes.Call]) -> bool:
        """Whether an object is compiled that has been fitted before, by another call or in an earlier turn of a loop."""
        scope, owner = names.function_scope(call), owner_of(call)
        if any(not is_made_in(owner, loop) for loop in names.loops_around(call, scope)):
            return True
        shown = call.func.expr.as_string()
        made = [target.lineno for target in scope.locals.get(owner.name, ())] if isinstance(owner, nodes.Name) else []
        fitted = [
            fit.lineno
            for fit in self.program.index(call.root()).calls(BY_KERAS)
            if names.function_scope(fit) is scope and isinstance(fit.func, nodes.Attribute) and fit.func.expr.as_string() == shown
        ]
        return any(
            names.function_scope(other) is scope
            and other.func.expr.as_string() == shown
            and any(other.lineno < line < call.lineno for line in fitted)
            and not any(other.lineno < line < call.lineno for line in made)
            for other in calls
        )


def _is_made_by_method(root: GraphFunction) -> bool:
    """Whether a method makes the graph function for an object that is there: `compile` may run it."""
    maker = names.function_scope(root.options) if root.options is not None else None
    return isinstance(maker, nodes.FunctionDef) and maker.name != "__init__"
