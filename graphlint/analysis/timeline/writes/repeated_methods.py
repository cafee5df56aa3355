"""Public methods that write to an attribute and run a graph function of the same object that reads it.

``def fit(self, data, rate): self.rate = rate; …; self.step(batch)``: the graph of the first call of `fit` serves the
second one too, with the first one's rate. Nobody needs to be in sight who calls `fit` twice: that is what it is for.
So each such method is followed as if somebody called it twice on one object, with other arguments. Where it leaves the
place with another value than its graph has read, the other methods that run the graph are followed after it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.heap.subclasses import derived
from graphlint import frameworks
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope
from graphlint.analysis.timeline.writes.between import Again, Between
from graphlint.analysis.values import places
from graphlint.analysis.values.places import Attribute

if TYPE_CHECKING:
    from graphlint.analysis.values.graph_function import GraphFunction


class RepeatedMethods:
    """The methods of a program's classes that somebody may call again."""

    def __init__(self, between: Between) -> None:
        self.program = between.program
        self.runs = between.runs
        self.between = between
        self._public: dict[nodes.ClassDef, list[nodes.FunctionDef]] = {}
        self._once: dict[nodes.FunctionDef, bool] = {}

    def find(self, place: Attribute, root: GraphFunction, key: object = None) -> nodes.NodeNG | None:
        """What writes to an attribute anew each time that a method runs the graph function."""
        if root.tracer not in (None, "Keras"):
            return None  # a dataset's function is traced each time that it is given to one
        found = ((method, target) for again, public, method in self._methods(place, root, key) for target in again.written(method, public)[:1])
        return next((target for method, target in found if not self._is_once(method)), None)

    def compiled(self, place: Attribute, root: GraphFunction) -> nodes.ClassDef | None:
        """The class of a model that nobody in sight compiles: users do, and do so again to train it in another way."""
        cls = root.node.parent
        if not isinstance(cls, nodes.ClassDef) or cls not in classes.owners(self.program, place.base) or not self.between.is_kept(place, root):
            return None
        own = [member.node for member in classes.members(self.program, cls, "compile") if isinstance(member, places.Function)]
        if any(not names.called(method).isdisjoint(frameworks.GRAPH_WORDS) for method in own):
            return None
        return None if any(write.scope not in own for write in self.between.writes.of(place)) else cls

    def replaced_objects(self, place: Attribute, root: GraphFunction) -> Iterator[nodes.NodeNG]:
        """What puts another object in an attribute for each call of a method, which may have the graph function traced again."""
        for again, public, method in self._methods(place, root) if root.tracer is None else ():
            yield from again.replaced_objects(method, public)

    def _methods(self, place: Attribute, root: GraphFunction, key: object = None) -> Iterator[tuple[Again, list[nodes.FunctionDef], nodes.FunctionDef]]:
        """The methods that lead to a write, of the classes that have the attribute, or an object with it, and of those derived from them."""
        kinds = {kind: None for owner in places.links(place.base) for kind in classes.of_program(self.program, owner)}
        for kind in kinds:
            for cls in (kind, *derived(self.program, kind, dict.fromkeys((kind.root(), self.program.linted or kind.root())))):
                again = self.between.again(place, root, cls, key)
                public = self._public_of(cls)
                yield from ((again, public, method) for method in again.methods(public))

    def _public_of(self, cls: nodes.ClassDef) -> list[nodes.FunctionDef]:
        """The methods that users of a class call."""
        if cls not in self._public:
            family = classes.ancestors(self.program, cls)
            named = dict.fromkeys(name for base in family for name in base.locals)
            nearest = [next(base.locals[name][-1] for base in family if name in base.locals) for name in named]
            self._public[cls] = [one for one in nearest if isinstance(one, nodes.FunctionDef) and self._is_public(one)]
        return self._public[cls]

    def _is_public(self, method: nodes.FunctionDef) -> bool:
        is_hidden = method.name.startswith("_") and method.name != "__call__"
        return not (is_hidden or names.decoration(method) is not None or names.sets_property(method) or self.runs.is_preparation(method))

    def _is_once(self, method: nodes.FunctionDef) -> bool:
        """Whether all that call a method, as far as it is in sight, make the object for one call."""
        if method not in self._once:
            self._once[method] = self._calls_once(method)
        return self._once[method]

    def _calls_once(self, method: nodes.FunctionDef) -> bool:
        seen: set[tuple[Scope, str]] = set()
        for site in callers.call_sites(self.program, method, PROGRAM):
            call = site.event.node
            if "." in site.scope.root().name and any(True for _ in names.script_branches(call)):
                continue  # a module of a package shows what it does
            owner = call.func.expr if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) else None
            if owner is None or isinstance(owner, nodes.Call) and names.names_class(owner.func):
                seen.add((site.scope, str(id(call))))  # Trainer(…).fit(…)
                continue
            shown = (site.scope, owner.as_string())
            is_own = isinstance(site.scope, nodes.Module) or isinstance(owner, nodes.Name) and owner.name in site.scope.locals
            if isinstance(site.scope, FUNCTIONS) and isinstance(owner, nodes.Name):
                is_own = is_own and all(one.name != owner.name for one in site.scope.args.arguments)
            if shown in seen or not is_own or _is_repeated(call, owner, site.scope):
                return False
            seen.add(shown)
        return bool(seen)


def _is_repeated(call: nodes.Call, owner: nodes.NodeNG, scope: Scope) -> bool:
    """Whether a call is in a loop, on an object from before it."""
    loops = names.loops_around(call, scope)
    return bool(loops) and not (isinstance(owner, nodes.Name) and owner.name in names.assigned_in(loops[0]))
