"""Methods that set an attribute to what they are given, and run a graph function of the same object that reads it.

``def fit(self, data, rate): self.rate = rate; …; self.step(batch)``: the graph of the first call of `fit` serves the
second one too, with the first one's rate. Nobody needs to be in sight who calls `fit` twice: that is what it is for.
So does a function that binds a global and then runs a graph function, if it is in sight that it is called again.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE, PROGRAM
from graphlint.analysis.engine.heap import classes, construction
from graphlint.analysis.engine.heap.subclasses import derived
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.origins import OF_TRACES, TRACED_AGAIN, Origins, names_class, tells
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode, Scope
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.method_walks import Key, Run, Setting, Walk
from graphlint.analysis.values.places import Attribute, Variable
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction


#: How many functions lie between the one that is called again and the one that binds a global, or is given what it binds.
_MAX_CALLERS = 2


class Settings:
    """The methods that set attributes of their objects, and functions that bind globals, around the calls of graph functions."""

    def __init__(self, program: Program, runs: Runs) -> None:
        self.program = program
        self.runs = runs
        self._walks: dict[tuple[nodes.ClassDef | None, nodes.FunctionDef], Walk] = {}
        self._methods: dict[nodes.ClassDef, list[nodes.FunctionDef]] = {}
        #: By class, and whether the methods that are traced are among them: by attribute, the methods that set it.
        self._setting: dict[tuple[nodes.ClassDef, bool], dict[Key, list[tuple[nodes.FunctionDef, Walk]]]] = {}
        self._once: dict[nodes.FunctionDef, bool] = {}
        self._found: dict[tuple[Attribute | Variable, FunctionNode], nodes.NodeNG | None] = {}

    def find(self, place: Attribute | Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """The assignment that sets the attribute or global anew each time that a method or function runs the graph function."""
        key = (place, root.node)
        if key not in self._found:
            self._found[key] = self._find(place, root)
        return self._found[key]

    def _find(self, place: Attribute | Variable, root: GraphFunction) -> nodes.NodeNG | None:
        if root.tracer not in (None, "Keras"):
            return None  # a dataset's function is traced each time that it is given to one
        if isinstance(place, Variable):
            return self._of_module(place, root) if root.tracer is None else None
        for kind in classes.kinds(self.program, place.base):
            if isinstance(kind, nodes.ClassDef):
                for cls in self._family(kind):
                    found = self._of_class(cls, place.name, root)
                    if found is not None:
                        return found
        return None

    def replaced_object(self, place: Attribute | Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """The assignment that puts another object in an attribute for each call of a method, which may have the function traced again."""
        owners = classes.kinds(self.program, place.base) if isinstance(place, Attribute) and root.tracer is None else ()
        for cls in (one for kind in owners if isinstance(kind, nodes.ClassDef) for one in self._family(kind)):
            for method in self._methods_of(cls):
                walk = self._walk(cls, method)
                for setting in walk.settings.get(place.name, ()):
                    is_anew = bool(setting.origins) and all(isinstance(origin, nodes.NodeNG) for origin in setting.origins)
                    if is_anew and not self.runs.is_traced(method) and any(self._is_traced_again(walk, run, root) for run in walk.runs):
                        return setting.node
        return None

    def _is_traced_again(self, walk: Walk, run: Run, root: GraphFunction) -> bool:
        """Whether a run gives the graph function what its callers may give another value of."""
        return run.function is root.node and run.has_options and run.handle not in walk.rebound and self._is_kept(walk, run.handle)

    def _family(self, cls: nodes.ClassDef) -> list[nodes.ClassDef]:
        """The class, and those in sight that derive from it."""
        return [cls, *derived(self.program, cls, dict.fromkeys((cls.root(), self.program.linted or cls.root())))]

    def _of_class(self, cls: nodes.ClassDef, name: str, root: GraphFunction) -> nodes.NodeNG | None:
        for method, walk in self._that_set(cls, _has_one_trace(root)).get(name, ()):
            for setting in walk.settings[name]:
                if setting.origins and self._outlives(walk, setting, root) and not self._is_once(method):
                    return setting.node
        return None

    def _that_set(self, cls: nodes.ClassDef, with_traced: bool) -> dict[Key, list[tuple[nodes.FunctionDef, Walk]]]:
        """The methods of a class, with or without those that are traced, by the attributes that they set."""
        key = (cls, with_traced)
        if key not in self._setting:
            found: dict[Key, list[tuple[nodes.FunctionDef, Walk]]] = {}
            for method in self._methods_of(cls):
                if with_traced or not self.runs.is_traced(method):
                    walk = self._walk(cls, method)
                    for name in walk.settings:
                        found.setdefault(name, []).append((method, walk))
            self._setting[key] = found
        return self._setting[key]

    def _of_module(self, place: Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """What a function binds a global to that is called again, and runs the graph function."""
        if root.node.parent is not place.scope:
            return None  # of another object, or of another call of the function that makes it
        for caller in self._binders(place):
            walk = self._walk(None, caller)
            for setting in walk.settings.get(place, ()):
                if setting.origins and self._outlives(walk, setting, root) and self._is_again(caller, setting.origins):
                    return setting.node
        return None

    def _binders(self, place: Variable) -> list[nodes.FunctionDef]:
        """The functions of a module that bind a global, and those that call them."""
        found = {scope: None for scope in map(names.function_scope, self.program.bindings(place))}
        for _ in range(_MAX_CALLERS):
            called = [scope.name for scope in found if isinstance(scope, nodes.FunctionDef)]
            found |= {names.function_scope(call): None for call in calls_named(self.program, [place.scope], called)}
        return [
            scope
            for scope in found
            if isinstance(scope, nodes.FunctionDef) and scope.parent is place.scope and not self.runs.is_traced(scope)
        ]

    def _is_again(self, function: nodes.FunctionDef, origins: Origins, depth: int = 0) -> bool:
        """Whether a function is called again, and makes something anew or is given something else each time."""
        is_anew = any(isinstance(origin, nodes.NodeNG) for origin in origins)
        earlier: list[tuple[nodes.Call, str]] = []
        for site in callers.call_sites(self.program, function, OWN_MODULE):
            call, scope = site.event.node, site.scope
            if not isinstance(call, nodes.Call) or self.runs.is_traced(scope):
                continue
            given = [given_expression(call, function, origin) for origin in origins if isinstance(origin, str)]
            read = {name.name for one in given if one is not None for name in one.nodes_of_class(nodes.Name)}
            if any(is_anew or not read.isdisjoint(names.assigned_in(loop)) for loop in names.loops_around(call, scope)):
                return True
            shown = "" if is_anew else ", ".join(one.as_string() if one is not None else "" for one in given)
            if any(before.statement().parent is call.statement().parent and (is_anew or shown != other) for before, other in earlier):
                return True
            earlier.append((call, shown))
            if isinstance(scope, nodes.FunctionDef) and depth < _MAX_CALLERS:
                passed = origins if is_anew else frozenset(read.intersection(one.name for one in scope.args.arguments))
                if passed and self._is_again(scope, passed, depth + 1):
                    return True
        return False

    def _prepares(self, scope: Scope) -> bool:
        return not isinstance(scope, nodes.FunctionDef) or self.runs.is_preparation(scope)

    def _methods_of(self, cls: nodes.ClassDef) -> list[nodes.FunctionDef]:
        if cls not in self._methods:
            self._methods[cls] = list(self._public(classes.ancestors(self.program, cls)))
        return self._methods[cls]

    def _public(self, family: list[nodes.ClassDef]) -> Iterator[nodes.FunctionDef]:
        """The methods that users of the class call."""
        seen: set[str] = set()
        for cls in family:
            for name, bindings in cls.locals.items():
                method = bindings[-1]
                if name in seen or not isinstance(method, nodes.FunctionDef):
                    continue
                seen.add(name)
                if (not name.startswith("_") or name == "__call__") and names.decoration(method) is None:
                    if not names.sets_property(method) and not self.runs.is_preparation(method):
                        yield method

    def _walk(self, cls: nodes.ClassDef | None, method: nodes.FunctionDef) -> Walk:
        key = (cls, method)
        if key not in self._walks:
            self._walks[key] = Walk(self.program, cls, method)
        return self._walks[key]

    def _outlives(self, walk: Walk, setting: Setting, root: GraphFunction) -> bool:
        """Whether the method runs the graph function, and nothing about that run tells the values apart."""
        if root.tracer == "Keras" and (any(run.function in TRACED_AGAIN for run in walk.runs) or not walk.rebound.isdisjoint(OF_TRACES)):
            return False
        is_anew = all(isinstance(origin, nodes.NodeNG) for origin in setting.origins)
        for run in walk.runs:
            if is_anew and run.has_options:
                continue
            runs = run.function in DRIVERS if root.tracer == "Keras" else run.function is root.node
            if runs and run.handle not in walk.rebound and (not tells(run.origins, setting.origins) or _has_one_trace(root)):
                if not any(isinstance(origin, nodes.NodeNG) for origin in run.origins) and self._is_kept(walk, run.handle):
                    return True
        return False

    def _is_kept(self, walk: Walk, handle: Key) -> bool:
        """Whether the graph function is made once for each object."""
        if walk.cls is None:
            return True
        family = classes.ancestors(self.program, walk.cls)
        stored = [target for base in family for target in construction.stored_members(base, handle)]
        return all(self._prepares(names.function_scope(target)) for target in stored)

    def _is_once(self, method: nodes.FunctionDef) -> bool:
        """Whether all that call a method, as far as it is in sight, make the object for one call."""
        known = self._once.get(method)
        if known is None:
            known = self._once[method] = self._calls_once(method)
        return known

    def _calls_once(self, method: nodes.FunctionDef) -> bool:
        seen: set[tuple[Scope, str]] = set()
        for site in callers.call_sites(self.program, method, PROGRAM):
            call = site.event.node
            if "." in site.scope.root().name and any(True for _ in names.script_branches(call)):
                continue  # a module of a package shows what it does
            owner = call.func.expr if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) else None
            if owner is None or isinstance(owner, nodes.Call) and names_class(owner.func):
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


def _has_one_trace(root: GraphFunction) -> bool:
    """Whether an `input_signature` makes one trace serve whatever is given."""
    options = root.options
    return isinstance(options, nodes.Call) and any(one.arg == "input_signature" for one in options.keywords)


def _is_repeated(call: nodes.Call, owner: nodes.NodeNG, scope: Scope) -> bool:
    """Whether a call is in a loop, on an object from before it."""
    loops = names.loops_around(call, scope)
    return bool(loops) and not (isinstance(owner, nodes.Name) and owner.name in names.assigned_in(loops[0]))
