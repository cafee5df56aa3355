"""Public methods and properties that do nothing but set what a graph function of the same object reads, or that learn it from data.

``def set_window(self, size): self.window = size``: it is there to be called when the object is already in use, and what
it sets after the first call of the graph function is never read, nor is what a second `fit` computes. Where such a method
is called in sight, the calls tell more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import blocks, names, stores
from graphlint.analysis.syntax.assignments import assigned_values
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Attribute, Value, Variable
from graphlint.frameworks.keras import DRIVERS

if TYPE_CHECKING:
    from graphlint.analysis.timeline.runs import Runs
    from graphlint.analysis.timeline.writes.targets import Targets
    from graphlint.analysis.values.graph_function import GraphFunction

#: When something is changed, in messages, unless it is known to be by a setter.
BETWEEN = "between the calls"
#: Methods that make an object, or make it anew of what was saved: they tell nothing of who else uses a setter.
_MAKES = ("__init__", "compile_from_config")
#: The methods that make Keras trace its functions again.
_TRACES_AGAIN = frozenset({"compile", *frameworks.STEP_MAKERS, "_reset_compile_cache", "__init__"})
#: What a method asks of what it is given.
_CHECKS = frozenset({"isinstance", "callable", "len", "hasattr", "is_tensor", "is_tf_type"})
#: A class with so many setters, or with properties, for at least half of what its constructor sets has them as others have attributes.
_MANY_SETTERS = 3
#: A method with more statements than this does something else as well.
_MAX_STATEMENTS = 6


class Setters:
    """The methods of a program's classes that set attributes for whoever uses the objects."""

    def __init__(self, targets: Targets, runs: Runs, makes_object: Callable[[nodes.NodeNG], bool]) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs
        self.makes_object = makes_object
        self._found: set[nodes.NodeNG] = set()

    def when(self, target: nodes.NodeNG) -> str:
        """When a target changes what a graph function has read, in words."""
        if target not in self._found:
            return BETWEEN
        setter = names.function_scope(target)
        done = "entered" if names.is_context_manager(setter) else "set" if names.sets_property(setter) else "called"
        return f"when '{names.qualified(setter)}' is {done} after that"

    def find(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What sets a global, or an attribute of the graph function's own object, where nobody is in sight who has it set."""
        if root.tracer not in (None, "Keras") or root.tracer == "Keras" and self._is_layer(place):
            return None  # a Keras model that is given another layer is compiled again, or it would not train that
        target = self._in_manager(place) if isinstance(place, Variable) else self._in_method(place, root)
        if target is not None:
            self._found.add(target)
        return target

    def _in_manager(self, place: Variable) -> nodes.NodeNG | None:
        """What sets a global for as long as something is entered: ``with mixed_precision(): model(x)``."""
        for target in self.targets.of(place):
            manager = names.function_scope(target)
            if not isinstance(manager, nodes.FunctionDef) or not names.is_context_manager(manager) or manager.name.startswith("_"):
                continue
            if _is_given(target, manager.argnames()) and not callers.call_sites(self.program, manager, PROGRAM):
                return target
        return None

    def _in_method(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What sets an attribute in a method."""
        if not isinstance(place, Attribute) or not self._is_own(place, root):
            return None
        own = [one for one in self.targets.of(place) if self._is_of_its_object(one)]
        found = [one for one in own if _learns(one, root)]
        found += [one for one in own if _is_by_setter(one) and self._is_set_at_start(place, one) and not _is_one_of_many(one)]
        if root.tracer is None and getattr(root.node, "decorators", None) is not None:  # what a method makes may be made again
            found += [one for one in own if _is_by_renewal(one, root) and self.makes_object(one)]
            found += [one for one in own if _is_compiled(one)] if classes.is_model(self.program, root.node.parent) else []
        return next((one for one in found if not self._is_used(place, names.function_scope(one))), None)

    def _is_own(self, place: Attribute, root: GraphFunction) -> bool:
        """Whether it is an attribute of the object whose method the graph function is: each object has its graphs."""
        cls = root.node.parent
        return isinstance(cls, nodes.ClassDef) and any(
            classes.are_akin(self.program, cls, owner) for owner in classes.owners(self.program, place.base)
        )

    def _is_layer(self, place: Value) -> bool:
        """Whether it holds a layer, for all that is known."""
        known = classes.kinds(self.program, place)
        return bool(known) and all(
            classes.is_keras(self.program, kind) if isinstance(kind, nodes.ClassDef) else kind.startswith(("keras.layers.", "keras.Model", "keras.Seq"))
            for kind in known
        )

    def _is_set_at_start(self, place: Attribute, target: nodes.NodeNG) -> bool:
        """Whether an object has the attribute from its constructor, which may set the property or call the setter."""
        setter = names.function_scope(target)
        targets = (*self.targets.of(place), *self._set_as_property(place, setter))
        if any(getattr(names.function_scope(one), "name", "") == "__init__" and _is_set(one) for one in targets):
            return True
        scopes = (site.scope for site in callers.call_sites(self.program, setter, PROGRAM))
        return any(getattr(scope, "name", "") == "__init__" and self._is_by_own(scope, setter) for scope in scopes)

    def _is_used(self, place: Attribute, setter: nodes.FunctionDef) -> bool:
        """Whether a method is called in sight, or a property set, but by its own class: when it is made, or by what overrides it."""
        sets = self._set_as_property(place, setter)
        if any(names.function_scope(one).parent is not setter.parent for one in sets):
            return True
        scopes = (site.scope for site in callers.call_sites(self.program, setter, PROGRAM))
        return any(not self._is_by_own(scope, setter) for scope in scopes)

    def _is_by_own(self, scope: Scope, setter: nodes.FunctionDef) -> bool:
        """Whether a method of the class calls its setter when the object is made, or one that overrides it does."""
        cls = scope.parent
        if getattr(scope, "name", "") not in (*_MAKES, setter.name) or not isinstance(cls, nodes.ClassDef):
            return False
        return isinstance(setter.parent, nodes.ClassDef) and classes.are_akin(self.program, cls, setter.parent)

    def _set_as_property(self, place: Attribute, setter: nodes.FunctionDef) -> list[nodes.NodeNG]:
        """What calls a method by setting a property of the object."""
        return self.targets.of(replace(place, name=setter.name)) if names.sets_property(setter) else []

    def _is_of_its_object(self, target: nodes.NodeNG) -> bool:
        """Whether a method sets an attribute of the object that it is called on, and is not traced itself."""
        method = names.function_scope(target)
        if not isinstance(target, nodes.AssignAttr) or not isinstance(method, nodes.FunctionDef) or self.runs.is_traced(method):
            return False
        return classes.receives(method, target.expr.as_string())


def _learns(target: nodes.AssignAttr, root: GraphFunction) -> bool:
    """Whether a method computes it from data, and neither runs the graph function nor has it made anew."""
    method = names.function_scope(target)
    if method.name not in habits.LEARNS or any(isinstance(value, nodes.Const) for value in assigned_values(target)):
        return False
    if method.name in habits.UPDATES and _is_argument(target, method):
        return False  # that is a setter
    if root.tracer == "Keras" and method.name == "adapt":
        return False  # a layer learns from the data before its model is trained
    return not _makes_graphs(method, root)


def _is_by_renewal(target: nodes.AssignAttr, root: GraphFunction) -> bool:
    """Whether a method that puts new objects in the place of those in use does it, and not where one is missing."""
    method = names.function_scope(target)
    return names.first_word(method.name)[0] in habits.RENEWS and target.statement().parent is method and not _makes_graphs(method, root)


def _makes_graphs(method: nodes.FunctionDef, root: GraphFunction) -> bool:
    """Whether a method makes graph functions anew, or runs the one in question."""
    return not names.called(method).isdisjoint({*frameworks.GRAPH_WORDS, *_TRACES_AGAIN, *DRIVERS, root.node.name})


def _is_given(target: nodes.NodeNG, given: list[str]) -> bool:
    """Whether it is set to something that is given by one of some names, or to what is made of that."""
    return any(names.reads_any(value, given) for value in assigned_values(target))


def _is_argument(target: nodes.NodeNG, method: nodes.FunctionDef) -> bool:
    """Whether it is set to what the method is given, as it is."""
    return any(isinstance(value, nodes.Name) and value.name in method.argnames() for value in assigned_values(target))


def _is_compiled(target: nodes.AssignAttr) -> bool:
    """Whether `compile` of a Keras model sets it to what it is given, or makes it of that: it makes Keras' own functions anew, and no other ones."""
    method = names.function_scope(target)
    return method.name == "compile" and _is_always_done(target.statement(), method) and _is_given(target, method.argnames()[1:])


def _is_always_done(statement: nodes.NodeNG, method: nodes.FunctionDef) -> bool:
    """Whether a method runs a statement whenever it does not raise."""
    branch = statement.parent
    if isinstance(branch, nodes.If) and statement in branch.body and branch.orelse and isinstance(branch.orelse[-1], nodes.Raise):
        branch = branch.parent
    return branch is method


def _is_by_setter(target: nodes.AssignAttr) -> bool:
    """Whether a method that does nothing else sets it to something that is there."""
    method, block = names.function_scope(target), target.statement().parent
    first, what = names.first_word(method.name)
    sets = first in habits.SETS or first in habits.UPDATES and _is_given(target, names.positional(method)[1:])
    if not names.sets_property(method) and (not sets or what.lower() == "config") or len(method.body) > _MAX_STATEMENTS:
        return False  # that is for who loads an object, before it is used
    return method in (block, block.parent) and _is_set(target) and not any(map(_does, method.body)) and not _refuses_others(target, method)


def _refuses_others(target: nodes.AssignAttr, method: nodes.FunctionDef) -> bool:
    """Whether a method raises where it has been called before: ``if self.space is not None: raise …``, with another argument or any."""
    shown = target.as_string()
    return any(
        any(part.as_string() == shown for part in branch.test.nodes_of_class(nodes.Attribute))
        for raised in method.nodes_of_class(nodes.Raise)
        for branch, _ in blocks.branches_around(raised)
    )


def _is_one_of_many(target: nodes.AssignAttr) -> bool:
    """Whether a class has setters for whatever there is: that it can be set does not tell that anybody does, later on."""
    setter = names.function_scope(target)
    made: set[str] = set()
    settable = {name for name, bindings in setter.parent.locals.items() if any(map(names.sets_property, bindings))}
    for name, targets in names.attributes(setter.parent).items():
        for method in map(names.function_scope, targets):
            if getattr(method, "name", "") == "__init__":
                made.add(name)
            elif isinstance(method, nodes.FunctionDef) and (names.sets_property(method) or names.first_word(method.name)[0] in habits.SETS):
                settable.add(name)
    settable &= made
    least = 1 if names.sets_property(setter) else _MANY_SETTERS
    return len(settable) >= least and 2 * len(settable) >= len(made)


def _is_set(target: nodes.NodeNG) -> bool:
    """Whether something is assigned that is there."""
    values = assigned_values(target)
    return bool(values) and not any(isinstance(value, nodes.Const) and value.value is None for value in values)


def _does(statement: nodes.NodeNG) -> bool:
    """Whether a statement may have the graphs made anew: it calls something that is not for what it assigns or checks."""
    if isinstance(statement, nodes.If) and all(isinstance(inner, nodes.Assign) for inner in (*statement.body, *statement.orelse)):
        return not names.called(statement.test) <= _CHECKS or any(map(_does, (*statement.body, *statement.orelse)))
    calls = (call for call in statement.nodes_of_class(nodes.Call) if not isinstance(call.statement(), nodes.Raise))
    called = {names.last_name(call.func) for call in calls} - _CHECKS - stores.ASSIGNS
    is_check = isinstance(statement, nodes.If) and isinstance(statement.body[-1], nodes.Raise) and not statement.orelse
    if is_check or isinstance(statement, (nodes.Assign, nodes.AnnAssign, nodes.Assert, nodes.Return)):
        return not called.isdisjoint(frameworks.GRAPH_WORDS)
    return bool(called)
