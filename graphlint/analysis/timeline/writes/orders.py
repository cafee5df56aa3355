"""When a write gives a place another value than a graph function has read: one table of orders, each with its evidence.

Most that is assigned outside `__init__` is assigned before the first trace, and most that is assigned again is the same
again. A finding is a write of which one row of `TABLE` holds; the first row that can tell decides.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import Rebinding, follows_loop, is_computed, is_empty, is_later, is_of_first_turn, is_of_one_turn, reads_arguments
from graphlint.analysis.syntax.restored import is_restored
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.runs import Runs, is_result
from graphlint.analysis.timeline.writes.between import Between
from graphlint.analysis.timeline.writes.targets import Targets, parameter_of
from graphlint.analysis.values import scalars
from graphlint.analysis.values.places import Attribute, Class, Const, External, Param, Value, Variable
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.values.graph_function import GraphFunction

#: What gives another value each time that it is called.
_DRAWS = (Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM, Kind.WORLD)
#: Operators that make a value decay.
_DECAYS = frozenset({"*=", "-=", "/=", "**="})


class Fact(NamedTuple):
    """A write to a place that a graph function reads."""

    rebinding: Rebinding
    place: Variable | Attribute
    root: GraphFunction
    scope: Scope
    runs: list[nodes.Call]
    """The calls in the same scope that run a graph function."""
    carried: list[nodes.Call]
    """Those of the graph function itself that give what is written: ``self.state = self.step()``."""

    @property
    def node(self) -> nodes.NodeNG:
        return self.rebinding.node


class Orders:
    """Asks the table."""

    def __init__(self, targets: Targets, runs: Runs, between: Between) -> None:
        self.program = runs.program
        self.targets = targets
        self.runs = runs
        self.between = between

    def is_told(self, rebinding: Rebinding, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether the place is rebound between calls of the graph function, to something else."""
        node, scope = rebinding.node, names.function_scope(rebinding.node)
        if isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope) or is_of_first_turn(node):
            return False
        runs = self.runs.of(scope)
        carried = [run for run in runs if is_result(rebinding.values, run) and self.runs.leads_to(run, root.node)]
        fact = Fact(rebinding, place, root, scope, runs, carried)
        told = (row.holds(self, fact) for row in TABLE)
        return next((one for one in told if one is not None), False)

    def is_in_loop(self, rebinding: Rebinding, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether the turns of a loop run what goes by the name of a graph function, and put something else in the place."""
        scope = names.function_scope(rebinding.node)
        return bool(self.in_loop(Fact(rebinding, place, root, scope, self.runs.of(scope), [])))

    # The rows: whether it is so, or None where that does not tell

    def by_callback(self, fact: Fact) -> bool | None:
        given = parameter_of(fact.node)
        if not (given or habits.is_run_by_epochs(fact.scope)) or not self.targets.is_run_between(fact.scope, given):
            return None
        is_other = fact.rebinding.changes or reads_arguments(fact.rebinding, fact.scope) or is_computed(fact.rebinding)
        return is_other and not self.runs.are_made_after(fact.node, fact.scope)

    def in_loop(self, fact: Fact) -> bool | None:
        shared = isinstance(fact.place, Variable) or isinstance(fact.place.base, Class)
        for loop in names.loops_around(fact.node, fact.scope):
            within = [call for call in fact.runs if loop.parent_of(call) and not is_of_one_turn(fact.node, loop)]
            if any(not (shared and self.runs.is_of_new_object(call, fact.root.node, loop)) for call in within):
                if fact.rebinding.changes or follows_loop(fact.rebinding, loop) or self._is_turned(fact.rebinding, loop, fact.place):
                    return True
                if fact.carried and not self.runs.makes_graphs(loop) or self._is_drawn(fact.rebinding):
                    return True
        return None

    def carried_on(self, fact: Fact) -> bool | None:
        if not fact.carried:
            return None
        is_again = _is_of_own_object(fact.node, fact.scope) and self.runs.is_called_in_loops(fact.scope)
        return is_again or any(self.runs.is_again(run, later) for run in fact.carried for later in fact.runs) or None

    def drawn_in_loops(self, fact: Fact) -> bool | None:
        if fact.rebinding.changes or not isinstance(fact.scope, nodes.FunctionDef):
            return None
        return self._is_drawn(fact.rebinding) and self.runs.is_called_in_loops(fact.scope) or None

    def after_run(self, fact: Fact) -> bool | None:
        if fact.rebinding.changes or not isinstance(fact.place, Attribute):
            return None
        if is_restored(fact.node):
            return None  # it is as it was before the run
        return self.runs.is_after(fact.node, fact.runs, fact.root.node) and follows_loop(fact.rebinding, fact.scope) or None

    def between_runs(self, fact: Fact) -> bool | None:
        if fact.rebinding.changes:
            return None
        return not is_empty(fact.rebinding) and self._is_between(fact.node, fact.place, fact.root)

    def counted_for_one_call(self, fact: Fact) -> bool | None:
        is_local = isinstance(fact.place, Variable) and fact.place.scope is fact.scope
        return self.runs.is_between(fact.node, fact.runs) if is_local or getattr(fact.scope, "name", "") == "main" else None

    def counted_for_good(self, fact: Fact) -> bool | None:
        is_beside = bool(fact.runs) or self.runs.is_called_beside_runs(fact.scope)
        return is_beside or _records(fact.scope) or self._goes_on(fact.node, fact.scope, fact.place)

    def _is_between(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether something stands between two runs: on the same object, where all objects are known, or else by the same name."""
        if self.between.settles(node, place, root):
            return node in self.between.find(place, root)
        return self.runs.is_between(node, self.runs.of(names.function_scope(node)))

    def _is_drawn(self, rebinding: Rebinding) -> bool:
        """Whether the value is another one each time: random numbers, the time, what an iterator gives next."""
        scope = names.function_scope(rebinding.node)
        called = [call.func for value in rebinding.values for call in value.nodes_of_class(nodes.Call)]
        return any(_draws(self.program, value) for function in called for value in self.program.detached(function, scope))

    def _is_turned(self, rebinding: Rebinding, loop: nodes.NodeNG, place: Variable | Attribute) -> bool:
        """Whether a later turn of a loop sets another constant: ``if epoch > 5: self.phase = "main"``."""
        if len(rebinding.values) != 1 or not isinstance(rebinding.values[0], nodes.Const):
            return False
        held = classes.contents(self.program, place)
        if all(value == Const(rebinding.values[0].value, type(rebinding.values[0].value)) for value in held):
            return False
        current = rebinding.node.statement()
        while current is not loop:
            if isinstance(current.parent, nodes.If) and current in current.parent.body:
                return is_later(current.parent, loop, place.name)
            current = current.parent
        return False

    def _goes_on(self, target: nodes.NodeNG, scope: Scope, place: Variable | Attribute) -> bool:
        """Whether a method makes an attribute decay, or counts time: it is there to be called again and again.

        Other counters may count what an object is put together of.
        """
        if not isinstance(target, nodes.AssignAttr) or not isinstance(scope.parent, nodes.ClassDef):
            return False
        if not any(isinstance(value, (Const, Param)) for value in classes.contents(self.program, place)):
            return False  # nothing that it starts from
        statement = target.parent
        if isinstance(statement, nodes.AugAssign):
            return statement.op in _DECAYS or statement.op == "+=" and scalars.counts_time(target.attrname)
        shown = target.as_string()
        return isinstance(statement, nodes.Assign) and any(
            f"{one.op}=" in _DECAYS and shown in (one.left.as_string(), one.right.as_string())
            for one in statement.value.nodes_of_class(nodes.BinOp)
        )


class Row(NamedTuple):
    """One order of a write and the runs of a graph function."""

    order: str
    evidence: str
    """What shows that the value is another one."""
    holds: Callable[[Orders, Fact], bool | None]


#: In the order in which they are asked.
TABLE = (
    Row("by a method of a callback, between epochs or batches", "counted, given to it, or computed of other data; no graph is made after it", Orders.by_callback),
    Row("in the turns of a loop that runs it", "counted, follows the loop, another constant from a later turn on, drawn, or the run's own result", Orders.in_loop),
    Row("in a method that is called in a loop of runs, or beside a later run", "the run's own result", Orders.carried_on),
    Row("in a function that is called in a loop of runs", "drawn at random, or read from the clock or an iterator", Orders.drawn_in_loops),
    Row("after the run, on every way through a method", "follows what the method changes", Orders.after_run),
    Row("between two runs on one object, wherever they stand", "not what the place held at the trace", Orders.between_runs),
    Row("between two runs in one call of the function", "counted", Orders.counted_for_one_call),
    Row("beside runs, or by a method that is there to be called again", "counted, decays, or tells the time", Orders.counted_for_good),
)


def _is_of_own_object(target: nodes.NodeNG, scope: Scope) -> bool:
    """Whether a method sets an attribute of its own object, whenever it is called."""
    is_method = isinstance(scope, nodes.FunctionDef) and isinstance(target, nodes.AssignAttr)
    return is_method and isinstance(target.expr, nodes.Name) and classes.receives(scope, target.expr.name)


def _draws(program: Program, function: Value) -> bool:
    """Whether a function of a library gives another value each time that it is called."""
    if isinstance(function, Attribute):
        made = [kind for kind in classes.kinds(program, function.base) if isinstance(kind, str)]
        return any(_draws(program, External(f"{kind}.{function.name}")) for kind in made)
    if not isinstance(function, External):
        return False
    meaning, name = frameworks.meaning(function.name), frameworks.canonical(function.name)
    if meaning is not None and (meaning.effect in _DRAWS or meaning.advances is not None):
        return True
    return name in frameworks.tensors.TENSORS and name.startswith("tensorflow.random.") and "stateless" not in name


def _records(scope: Scope) -> bool:
    """Whether a method puts what it is given into items of its object: the count of them goes on for as long as it is used."""
    items = scope.nodes_of_class(nodes.Subscript) if isinstance(scope, nodes.FunctionDef) else ()
    return any(
        isinstance(item.value, nodes.Attribute)
        and classes.receives(scope, item.value.expr.as_string())
        and puts_argument(item, scope)
        for item in items
    )


def puts_argument(item: nodes.Subscript, function: nodes.FunctionDef) -> bool:
    """Whether a method puts what it is given into an item."""
    if not isinstance(item.parent, nodes.Assign) or item not in item.parent.targets:
        return False
    given = {argument.name for argument in function.args.arguments[1:]}
    return names.reads_any(item.parent.value, given)
