"""Public methods that do nothing but set what a graph function of the same object reads, or that learn it from data.

``def set_window(self, size): self.window = size``: it is there to be called when the object is already in use, and what
it sets after the first call of the graph function is never read, nor is what a second `fit` computes. Where such a method
is called in sight, the calls tell more.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis import callers, classes, names
from graphlint.analysis.assignments import assigned_values
from graphlint.analysis.places import Attribute, Value
from graphlint.analysis.runs import BY_KERAS

if TYPE_CHECKING:
    from graphlint.analysis.contexts import GraphFunction
    from graphlint.analysis.runs import Runs
    from graphlint.analysis.targets import Targets

#: When something is changed, in messages, unless it is known to be by a setter.
BETWEEN = "between the calls"
#: How methods are called that change an object which is in use.
_SETS = frozenset("set setup change switch enable disable toggle turn resize".split())
#: What a method asks of what it is given.
_CHECKS = frozenset({"isinstance", "callable", "len", "hasattr"})
#: Methods that learn from data anew each time that they are called.
_LEARNS = frozenset({"fit", "train", "adapt", "refit", "refresh", "resample"})
#: What has Keras trace again.
_RENEWS = frozenset({"compile", "make_train_function", "make_predict_function", "_reset_compile_cache"})
#: A method with more statements than this does something else as well.
_MAX_STATEMENTS = 6


class Setters:
    """The methods of a program's classes that set attributes for whoever uses the objects."""

    def __init__(self, targets: Targets, runs: Runs) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs
        self._setters: dict[nodes.NodeNG, nodes.FunctionDef] = {}

    def when(self, target: nodes.NodeNG) -> str:
        """When a target changes what a graph function has read, in words."""
        setter = self._setters.get(target)
        return BETWEEN if setter is None else f"when '{names.qualified(setter)}' is called after that"

    def find(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What sets the attribute of an object that the graph function is a method of, and of which it has a value from the start."""
        if not isinstance(place, Attribute) or root.tracer not in (None, "Keras") or not self._is_own(place, root):
            return None
        targets = self.targets.of(place)
        learned = next((one for one in targets if self._is_by_learner(one, root)), None)
        if learned is not None:
            self._setters[learned] = names.function_scope(learned)
            return learned
        begun = [one for one in targets if getattr(names.function_scope(one), "name", "") == "__init__" and _is_set(one)]
        if not begun:
            return None
        found = next((one for one in targets if self._is_by_setter(one)), None)
        if found is not None:
            self._setters[found] = names.function_scope(found)
        return found

    def _is_own(self, place: Attribute, root: GraphFunction) -> bool:
        """Whether it is an attribute of the object whose method the graph function is: each object has its graphs."""
        cls = root.node.parent
        return isinstance(cls, nodes.ClassDef) and any(
            isinstance(kind, nodes.ClassDef) and (cls in classes.ancestors(self.program, kind) or kind in classes.ancestors(self.program, cls))
            for kind in classes.kinds(self.program, place.base)
        )

    def _is_by_learner(self, target: nodes.NodeNG, root: GraphFunction) -> bool:
        """Whether a method computes it from data, and neither runs the graph function nor has it made anew."""
        method = names.function_scope(target)
        if not isinstance(target, nodes.AssignAttr) or not isinstance(method, nodes.FunctionDef) or not isinstance(method.parent, nodes.ClassDef):
            return False
        if method.name not in _LEARNS or self.runs.is_traced(method) or any(isinstance(value, nodes.Const) for value in assigned_values(target)):
            return False
        called = {names.last_name(call.func) for call in method.nodes_of_class(nodes.Call)}
        if not called.isdisjoint({*frameworks.GRAPH_WORDS, *_RENEWS, *BY_KERAS, root.node.name}):
            return False
        return target.expr.as_string() == next(iter(method.argnames()), None) and not callers.call_sites(self.program, method, everywhere=True)

    def _is_by_setter(self, target: nodes.NodeNG) -> bool:
        """Whether a method that does nothing else sets it to something that is there."""
        method = names.function_scope(target)
        if not isinstance(target, nodes.AssignAttr) or not isinstance(method, nodes.FunctionDef) or not isinstance(method.parent, nodes.ClassDef):
            return False
        first, _, what = method.name.partition("_")
        if first not in _SETS or what == "config" or len(method.body) > _MAX_STATEMENTS or self.runs.is_traced(method):
            return False  # that is for who loads an object, before it is used
        own = target.expr.as_string() == next(iter(method.argnames()), None)
        block = target.statement().parent
        if not own or method not in (block, block.parent) or any(map(_does, method.body)) or not _is_set(target):
            return False
        return not callers.call_sites(self.program, method, everywhere=True)


def _is_set(target: nodes.NodeNG) -> bool:
    """Whether something is assigned that is there."""
    values = assigned_values(target)
    return bool(values) and not any(isinstance(value, nodes.Const) and value.value is None for value in values)


def _does(statement: nodes.NodeNG) -> bool:
    """Whether a statement may have the graphs made anew: it calls something that is not for what it assigns or checks."""
    calls = (call for call in statement.nodes_of_class(nodes.Call) if not isinstance(call.statement(), nodes.Raise))
    called = {names.last_name(call.func) for call in calls} - _CHECKS
    if isinstance(statement, (nodes.Assign, nodes.AnnAssign, nodes.Assert, nodes.Return)):
        return not called.isdisjoint(frameworks.GRAPH_WORDS)
    return bool(called)
