"""Objects that are replaced around the calls of a graph function: it goes on with the one that it has traced."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callees
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import assigned_values, makes_optimizer
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.makings.replaced_arguments import makes_variables
from graphlint.analysis.values.places import Fresh, Value, Variable

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.between import Between
    from graphlint.analysis.timeline.writes.targets import Targets
    from graphlint.analysis.values.graph_function import GraphFunction


class Replaced:
    """What puts another object in a variable between two calls of a graph function."""

    def __init__(self, targets: Targets, runs: Runs, between: Between) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs
        self.between = between

    def find(self, place: Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another object in a variable between two calls of a graph function."""
        written = self.between.find(place, root).values() if _reads_once(place, root) else ()
        return next((target for target in written if self.makes_object(target) or makes_optimizer(target)), None)

    def replaced_optimizer(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another optimizer in a variable where a graph function is traced again, for it is given another model."""
        written = self.between.replaced_objects(place, root) if isinstance(place, Variable) and _reads_once(place, root) else ()
        target = next(filter(self.makes_variables, written), None)
        return None if target is None or self._is_built(place) else target

    def makes_variables(self, target: nodes.NodeNG) -> bool:
        """Whether an optimizer is made that has no variables until it is used."""
        scope = names.function_scope(target)
        made = [one for value in assigned_values(target) for one in self.program.detached(value, scope) if isinstance(one, Fresh)]
        return any(str(one.kind).startswith("keras.optimizers.") and makes_variables(self.program, one) for one in made)

    def _is_built(self, place: Variable) -> bool:
        """Whether the variables of an optimizer are made before it is used: ``optimizer.build(model.trainable_variables)``."""
        uses = (use for module in self.runs.modules for use in self.program.index(module).uses.get(place.name, ()))
        built = (use for use in uses if isinstance(use, nodes.Name) and getattr(use.parent, "attrname", "") == "build")
        return any(place in self.program.lookup(names.function_scope(use), use.name) for use in built)

    def makes_object(self, target: nodes.NodeNG) -> bool:
        """Whether a call that makes an object of a class, of the program's or of another package's, is assigned."""
        scope = names.function_scope(target)
        loop = _headed(target)
        shown = loop.iter.elts if loop is not None and isinstance(loop.iter, (nodes.List, nodes.Tuple)) else assigned_values(target)
        made = [value for value in shown if isinstance(value, nodes.Call)]
        if loop is not None and len(made) < len(shown):
            return False
        if made and all(self._is_of_package(call.func, scope) for call in made):
            return True
        found = [kind for call in made for value in self.program.detached(call, scope) for kind in classes.kinds(self.program, value)]
        return bool(found) and all(
            isinstance(kind, nodes.ClassDef) or kind.startswith(("keras.", "tensorflow.")) and kind != "tensorflow.Tensor"
            for kind in found
        )

    def _is_of_package(self, func: nodes.NodeNG, scope: Scope) -> bool:
        """Whether a class is called of a package of which nothing is known (a distribution, a kernel), or a function that returns such a call."""
        found = callees.callees(self.program, self.program.detached(func, scope))
        if names.names_class(func):
            return bool(found) and all("." in (one.name or "") and one.receiver is None and frameworks.meaning(one.name) is None for one in found)
        makers = [one.function.node for one in found if one.function is not None and isinstance(one.function.node, nodes.FunctionDef)]
        made = [(maker, one.value) for maker in makers for one in maker.nodes_of_class(nodes.Return)]
        return bool(made) and all(
            isinstance(value, nodes.Call) and names.names_class(value.func) and self._is_of_package(value.func, maker) for maker, value in made
        )


def _reads_once(place: Variable, root: GraphFunction) -> bool:
    """Whether a function keeps what it has read of a variable: it is no method, and nothing makes it again for each turn of a loop."""
    function = root.node
    if root.tracer is not None or not isinstance(function, nodes.FunctionDef) or isinstance(function.parent, nodes.ClassDef):
        return False
    return function.decorators is not None and not names.loops_around(function, place.scope)


def _headed(target: nodes.NodeNG) -> nodes.For | None:
    """The loop whose variable it is: ``for encoder in (A(), B()):``."""
    loop = target.parent
    return loop if isinstance(loop, nodes.For) and loop.target is target else None
