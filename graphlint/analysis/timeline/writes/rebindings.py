"""What rebinds a place after a graph function has read it: an assignment, or a call of what assigns.

Most that is assigned outside `__init__` is assigned before the first trace. What counts is a place that is assigned again
and again around the calls of a graph function: counted, scaled, set in the loop that calls it, or switched on and off.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, given_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.assignments import (
    Rebinding,
    assigned_values,
    changes,
    follows_loop,
    is_at_later_turn,
    is_computed,
    is_done_once,
    is_empty,
    is_later,
    is_name,
    is_of_first_turn,
    is_of_new_object,
    is_of_one_turn,
    names_read,
    reads_arguments,
)
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.between import Between
from graphlint.analysis.timeline.runs import Runs, is_part, is_result, shared_loops
from graphlint.analysis.timeline.writes.callbacks import Hooks
from graphlint.analysis.timeline.writes.fillings import Fillings
from graphlint.analysis.timeline.writes.public_setters import Setters
from graphlint.analysis.timeline.writes.rebinding_modules import homes, rebinders
from graphlint.analysis.timeline.writes.replaced_objects import Replaced
from graphlint.analysis.timeline.writes.set_and_run import Settings
from graphlint.analysis.timeline.writes.stores import Writes
from graphlint.analysis.timeline.writes.targets import Targets, parameter_of, tested
from graphlint.analysis.values import scalars
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import (
    Attribute,
    Bound,
    Class,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Param,
    Partial,
    Value,
    Variable,
    is_array,
)
from graphlint.frameworks.meaning import Kind

#: What gives another value each time that it is called.
_DRAWS = (Kind.NUMPY_RANDOM, Kind.PYTHON_RANDOM, Kind.WORLD)
_NONE = Const(None, type(None))
#: How many functions may pass on what the one is given that assigns it.
_MAX_PASSED = 1
#: Operators that make a value decay.
_DECAYS = frozenset({"*=", "-=", "/=", "**="})


class Rebindings:
    """What a program assigns around the calls of the graph functions of a module."""

    def __init__(
        self, program: Program, module: nodes.Module, traced: set[FunctionNode], values: set[Value], places: set[Value]
    ) -> None:
        self.program = program
        self.module = module
        self.modules = rebinders(program, module, values, places)
        self._known: dict[tuple[Value, FunctionNode], nodes.NodeNG | None] = {}
        self.runs = Runs(program, module, self.modules, traced)
        self.settings = Settings(program, self.runs)
        self.targets = Targets(program, self.modules, self.runs)
        self.fillings = Fillings(program, self.runs, self.targets.is_of)
        self.replaced = Replaced(self.targets, self.runs)
        self.hooks = Hooks(self.targets, self.runs)
        self.between = Between(self.runs, Writes(self.targets, self.runs))
        self.setters = Setters(self.targets, self.runs, self.replaced.makes_object)

    def find(self, place: Value, read: nodes.NodeNG, root: GraphFunction, is_value: bool) -> nodes.NodeNG | None:
        """What rebinds the place, which `read` reads, after a graph function was traced, if there is something for sure."""
        if self._is_filled(place, read) or root.is_saved or isinstance(place, Variable) and _is_made_in_loop(read, place.scope):
            return None
        if isinstance(place, Attribute) and place.name in frameworks.TRAINED:
            return next(iter(self.between.find(place, root)), None) if root.tracer is None else None
        is_kept = root.tracer in (None, "Keras")  # what tf.data traces is traced again for each dataset
        target = self.fillings.find(place, read, root) if is_kept else None
        if target is None and is_value:
            target = self._rebound(place, root)
        elif target is None and is_kept and isinstance(place, Attribute) and isinstance(read.parent, nodes.Call):
            target = self.hooks.find_object(place)
        if target is None and isinstance(place, Variable) and isinstance(read.parent, (nodes.Attribute, nodes.Call)):
            target = self.replaced.find(place, root)
        # A Keras model that is given other layers is compiled again, or it would not train them.
        if target is None and root.tracer is None and isinstance(place, Attribute) and isinstance(read.parent, (nodes.Attribute, nodes.Call)):
            target = self.replaced.find_part(place, root.node) or self._set_by_call(place, root.node)
        if root.takes_elements and isinstance(place, Attribute):
            target = self._beside_dataset(place, root) if target is None or _is_of_new_dataset(target, root) else target
        elif target is None and (isinstance(place, Attribute) or isinstance(place, Variable) and isinstance(place.scope, nodes.Module)):
            return self.settings.find(place, root) or self.setters.find(place, root)
        if target is None or _is_of_one_call(root.node) and names.function_scope(target) is not names.enclosing(root.node):
            return None
        return None if any(self._is_made_anew(root, setter, target) for setter in self._methods_of(target, place)) else target

    def _beside_dataset(self, place: Attribute, root: GraphFunction) -> nodes.NodeNG | None:
        """What counts on where a dataset is gone over that the object keeps: its function has been traced when it was made."""
        made = root.site.statement() if root.site is not None else None
        kept = made.targets[0] if isinstance(made, nodes.Assign) else None
        maker = names.function_scope(made) if isinstance(kept, nodes.AssignAttr) else None
        if not isinstance(maker, nodes.FunctionDef) or not classes.receives(maker, kept.expr.as_string()):
            return None
        used = {names.function_scope(use) for use in self.program.index(maker.root()).uses.get(kept.attrname, ())} - {maker}
        counted = (target for target in self.targets.of(place) if isinstance(target.parent, nodes.AugAssign))
        return next((target for target in counted if names.function_scope(target) in used), None)

    def renewed(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another optimizer in a variable or attribute where a graph function is traced again."""
        found = self.replaced.renewed(place, root)
        if found is None and isinstance(place, Attribute):
            found = self.settings.renewed(place, root)
            if found is not None and (not self.replaced.makes_variables(found) or _is_built(found)):
                return None
        return found

    def _methods_of(self, target: nodes.NodeNG, place: Value) -> list[Scope]:
        """The method that sets something: the one that it is written in, or that is called there."""
        name = target.func.attrname if isinstance(target, nodes.Call) and isinstance(target.func, nodes.Attribute) else ""
        owners = classes.owners(self.program, place.base) if name and isinstance(place, Attribute) else []
        called = [member for owner in owners for member in classes.members(self.program, owner, name)]
        return [names.function_scope(target), *(member.node for member in called if isinstance(member, Function))]

    def _is_made_anew(self, root: GraphFunction, setter: Scope, target: nodes.NodeNG) -> bool:
        """Whether the method that sets something also runs the one that makes the graph function, but before it alone: ``self.compile()``."""
        maker = names.function_scope(root.options) if root.options is not None else None
        if not isinstance(maker, nodes.FunctionDef) or not isinstance(setter.parent, nodes.ClassDef):
            return False
        called = names.called(setter)
        if setter is names.function_scope(target) and maker.name in called:
            makes = [call for call in self.program.index(setter.root()).calls((maker.name,)) if names.function_scope(call) is setter]
            around = names.loops_around(target, setter)
            return not all(call.lineno < target.lineno and not any(loop.parent_of(call) for loop in around) for call in makes)
        members = (member for name in sorted(called) for member in classes.members(self.program, setter.parent, name))
        inner = (names.called(member.node) for member in members if isinstance(member, Function))
        return maker.name in called.union(*inner)

    def _rebound(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        key = (place, root.node)
        if key not in self._known:
            self._known[key] = self._find(place, root)
        return self._known[key]

    def _find(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        function = root.node
        if not isinstance(place, (Variable, Attribute)):
            return None
        held = classes.contents(self.program, place)
        if not _are_plain(frozenset(value for value in held if not self._is_record(value))):
            return None
        if isinstance(place, Attribute) and _NONE in held:
            return self._set_by_call(place, function) or self.hooks.find_object(place) or self._set_in_loop(place, function)
        if isinstance(place, Variable) and names.loops_around(function, place.scope):
            return None  # a new graph function for each turn reads it anew
        filled = self._item(place)
        if filled is not None:
            return filled
        targets = [target for target in self.targets.of(place) if not self.runs.is_traced(names.function_scope(target))]
        if not targets:
            return None
        direct = [Rebinding(target, assigned_values(target), changes(target)) for target in targets]
        for rebinding in direct:
            if self._repeats(rebinding, place, root):
                return rebinding.node
        # Each call of the function that a local variable is of has a variable, and a graph function, of its own.
        own = place.scope if isinstance(place, Variable) else None
        makers = (own, names.enclosing(function))  # each call of these makes another graph function, which reads what they have set
        setters = {target: list(self._settings(target)) if names.function_scope(target) not in makers else [] for target in targets}
        for rebinding in (setting for settings in setters.values() for setting in settings):
            if self._repeats(rebinding, place, root):
                return rebinding.node
        here = [one for one in direct if one.node.root() in homes(self.program, self.module, place)]
        settings = [one for target in targets for one in self._own_settings(target, setters[target])]
        found = self._switch(here, place, root) or self._switch(settings, place, root)
        is_shared = isinstance(place, Attribute) or isinstance(place.scope, nodes.Module)
        if found is None and is_shared:
            found = next(iter(self.between.find(place, root)), None)
        return self.hooks.find_constant(place) if found is None and isinstance(place, Attribute) else found

    def _is_record(self, value: Value) -> bool:
        """Whether it is an object that holds nothing but what it was made with: a dataclass, a named tuple."""
        return isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef) and bool(classes.fields(self.program, value.kind))

    def _is_filled(self, place: Value, read: nodes.NodeNG) -> bool:
        """Whether what is read is missing, and set there and then: ``if not self.sampled: self.sample()``."""
        branch = read.statement()
        if not isinstance(branch, nodes.If) or not branch.test.parent_of(read) or not isinstance(place, (Variable, Attribute)):
            return False
        called = set().union(*map(names.called, branch.body))
        return any(getattr(names.function_scope(target), "name", None) in called for target in self.targets.of(place))

    def _set_by_call(self, place: Attribute, function: FunctionNode) -> nodes.NodeNG | None:
        """The call of a method that sets an attribute of an object between the calls of its graph function, or in the loop of these."""
        for target in self.targets.of(place):
            setter = names.function_scope(target)
            for setting in () if self.runs.is_traced(setter) or setter is names.enclosing(function) else self._settings(target):
                call, scope = setting.node, names.function_scope(setting.node)
                if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute):
                    continue
                owner = call.func.expr
                runs = [run for run in self.runs.of(scope) if is_part(owner, run, scope) and self.runs.leads_to(run, function)]
                loops = shared_loops(call, scope, runs)
                again = any(follows_loop(setting, loop) or is_at_later_turn(call, loop, place.name) for loop in loops)
                if again or self.runs.is_between(call, runs):
                    return call
        return None

    def _set_in_loop(self, place: Attribute, function: FunctionNode) -> nodes.NodeNG | None:
        """What sets an attribute that is missing at first to something else at each turn of a loop that runs a graph function."""
        for target in self.targets.of(place):
            scope, rebinding = names.function_scope(target), Rebinding(target, assigned_values(target), changes(target))
            loops = shared_loops(target, scope, [run for run in self.runs.of(scope) if self.runs.leads_to(run, function)])
            is_once = is_done_once(target) or is_of_first_turn(target)
            if any(rebinding.changes or not is_once and follows_loop(rebinding, loop) and not self.runs.makes_graphs(loop) for loop in loops):
                return target
        return None

    def _item(self, place: Variable | Attribute) -> nodes.NodeNG | None:
        """What puts an argument into an array of NumPy that an object keeps: ``self.states[index] = state``."""
        held = classes.contents(self.program, place) if isinstance(place, Attribute) else ()
        if not held or not all(map(is_array, held)):
            return None
        owners = classes.owners(self.program, place.base)
        for module in self.modules:
            for use in self.program.index(module).uses.get(place.name, ()):
                item, scope = use.parent, names.function_scope(use)
                if not isinstance(item, nodes.Subscript) or item.value is not use or not isinstance(scope, nodes.FunctionDef):
                    continue
                if not _is_given(item, scope) or self.runs.is_traced(scope) or self.runs.is_preparation(scope):
                    continue
                if any(self.targets.is_of(value, owners) for value in self.program.detached(use.expr, scope)):
                    return item
        return None

    def _settings(self, target: nodes.NodeNG) -> Iterator[Rebinding]:
        """The calls of a function that assigns what it is given, or what is assigned to a property."""
        function = names.function_scope(target)
        if not isinstance(function, nodes.FunctionDef) or is_done_once(target):
            return
        given = names_read(assigned_values(target), target, function)
        if not names.sets_property(function):
            yield from self._passed_to(function, given, 0)
        elif not self.runs.is_preparation(function) and not given.isdisjoint(_parameters(function)):
            for module in self.modules:
                for stored in self.program.index(module).stored.get(function.name, ()):
                    values = self.program.detached(stored.expr, names.function_scope(stored)) | tested(self.program, stored)
                    if any(self.targets.is_of(value, [function.parent]) for value in values):
                        yield Rebinding(stored, assigned_values(stored), changes(stored))

    def _passed_to(self, function: nodes.FunctionDef, given: set[str], depth: int) -> Iterator[Rebinding]:
        """The calls of a function with what they give for some parameters, and those of functions that pass on what they are given."""
        passed = [name for name in _parameters(function) if name in given]
        if not passed or self.runs.is_preparation(function):
            return
        for site in (*callers.call_sites(self.program, function, everywhere=True), *callers.calls_of_instances(self.program, function)):
            call = site.event.node
            if isinstance(call, nodes.Call) and not self.runs.is_traced(site.scope):
                parts = [part for name in passed for part in _given_parts(call, function, name)]
                yield Rebinding(call, tuple(parts), False)
                if depth < _MAX_PASSED and isinstance(site.scope, nodes.FunctionDef):
                    read = {name.name for part in parts for name in part.nodes_of_class(nodes.Name)}
                    yield from self._passed_to(site.scope, read, depth + 1)

    def _own_settings(self, target: nodes.NodeNG, settings: list[Rebinding]) -> Iterator[Rebinding]:
        """Those that the object makes itself; calls from elsewhere may be of other objects."""
        setter = names.function_scope(target)
        for setting in settings:
            node, scope = setting.node, names.function_scope(setting.node)
            if isinstance(node, nodes.Call) and len(node.args) + len(node.keywords) > 1:
                continue  # no mere switch: what else is set with it may make it another object
            if isinstance(scope.parent, nodes.ClassDef) and setter.parent in classes.ancestors(self.program, scope.parent):
                yield setting
        default = default_expression(setter, assigned_values(target)[0].name) if settings and is_name(assigned_values(target)) else None
        if default is not None:
            yield Rebinding(target, (default,), False)

    def _repeats(self, rebinding: Rebinding, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether the place is rebound between calls of the graph function."""
        function = root.node
        node, scope = rebinding.node, names.function_scope(rebinding.node)
        if isinstance(scope, nodes.FunctionDef) and self.runs.is_preparation(scope) or is_of_first_turn(node):
            return False
        given = parameter_of(node)
        if (given or habits.is_run_by_epochs(scope)) and self.targets.is_run_between(scope, given):
            is_other = rebinding.changes or reads_arguments(rebinding, scope) or is_computed(rebinding)
            return is_other and not self.runs.are_made_after(node, scope)
        runs = self.runs.of(scope)
        carried = [run for run in runs if is_result(rebinding.values, run) and self.runs.leads_to(run, function)]
        for loop in names.loops_around(node, scope):
            if is_of_one_turn(node, loop):
                continue
            shared = isinstance(place, Variable) or isinstance(place.base, Class)
            if any(loop.parent_of(call) and not (shared and self.runs.is_of_new_object(call, function, loop)) for call in runs):
                if rebinding.changes or follows_loop(rebinding, loop) or self._is_turned(rebinding, loop, place):
                    return True
                if carried and not self.runs.makes_graphs(loop) or self._is_drawn(rebinding):
                    return True
        is_again = _is_of_own_object(node, scope) and self.runs.is_called_in_loops(scope)
        if carried and (is_again or any(self.runs.is_again(run, later) for run in carried for later in runs)):
            return True
        if not rebinding.changes:
            if self._is_drawn(rebinding) and isinstance(scope, nodes.FunctionDef) and self.runs.is_called_in_loops(scope):
                return True
            if isinstance(place, Attribute) and self.runs.is_after(node, runs, function) and follows_loop(rebinding, scope):
                return True
            return not is_empty(rebinding) and self._is_between(node, place, root)
        if isinstance(place, Variable) and place.scope is scope or getattr(scope, "name", "") == "main":
            return self.runs.is_between(node, runs)  # a local variable lives for one call of its function, and so does a program
        return bool(runs) or self.runs.is_called_beside_runs(scope) or _records(scope) or self._goes_on(node, scope, place)

    def _is_between(self, node: nodes.NodeNG, place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether something stands between two runs: on the same object, where all objects are known, or else by the same name."""
        if self.between.settles(node, place, root):
            return node in self.between.find(place, root)
        return self.runs.is_between(node, self.runs.of(names.function_scope(node)))

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

    def _switch(
        self, rebindings: list[Rebinding], place: Variable | Attribute, root: GraphFunction
    ) -> nodes.NodeNG | None:
        """A flag or number that functions set to one constant and to another."""
        function = root.node
        constants: dict[object, nodes.NodeNG] = {}
        for node, values, _ in rebindings:
            scope = names.function_scope(node)
            if len(values) == 1 and isinstance(values[0], nodes.Const):
                if values[0].value is None:
                    return None  # something that is there or not: a cache
                is_local = is_of_new_object(node) or self.between.is_of_local(node, place, root)
                if isinstance(scope, nodes.FunctionDef) and not self.runs.is_preparation(scope) and not is_local:
                    if not (isinstance(place, Variable) and place.scope is scope or self.runs.are_made_after(node, scope)):
                        constants.setdefault(repr(values[0].value), node)
        if len(constants) < 2 or isinstance(place, Variable) and not any(
            self.runs.is_called_beside(names.function_scope(target), function) for target in constants.values()
        ):
            return None  # a setting of the whole module is switched before anything runs, unless it is seen elsewhere
        first, *others = [names.function_scope(node) for node in constants.values()]
        if all(habits.are_around_one_turn(first, other) for other in others):
            return None
        return None if self._has_one_mode(rebindings, function) else list(constants.values())[-1]

    def _has_one_mode(self, rebindings: list[Rebinding], function: FunctionNode) -> bool:
        """Whether all that runs a graph function has called the same setter before: ``net.train()`` before each training step."""
        modes: set[str] = set()
        switches: dict[Scope, list[tuple[nodes.Call, str]]] = defaultdict(list)
        for node, values, _ in rebindings:
            method = names.function_scope(node)
            if self.runs.of(method):
                return False  # it is more than a setter
            for call in self.runs.calls_of(method) if isinstance(method, nodes.FunctionDef) and method.name != "__init__" and values else ():
                switches[names.function_scope(call)].append((call, values[0].as_string()))
        for scope, calls in switches.items():
            for run in (one for one in self.runs.of(scope) if self.runs.leads_to(one, function)):
                before = [(call.lineno, mode) for call, mode in calls if call.lineno < run.lineno]
                modes.add(max(before)[1] if before else "")
        return len(modes) == 1


def _is_of_one_call(function: FunctionNode) -> bool:
    """Whether a graph function is made anew at each call of the function around it, which does nothing but call it."""
    maker = names.enclosing(function)
    if not isinstance(maker, nodes.FunctionDef) or not isinstance(function, nodes.FunctionDef):
        return False
    uses = [one for one in maker.nodes_of_class(nodes.Name) if one.name == function.name and not function.parent_of(one)]
    return bool(uses) and all(names.is_called(one) and names.function_scope(one) is maker for one in uses)


def _is_of_own_object(target: nodes.NodeNG, scope: Scope) -> bool:
    """Whether a method sets an attribute of its own object, whenever it is called."""
    is_method = isinstance(scope, nodes.FunctionDef) and isinstance(target, nodes.AssignAttr)
    return is_method and isinstance(target.expr, nodes.Name) and classes.receives(scope, target.expr.name)


def _parameters(function: nodes.FunctionDef) -> list[str]:
    """The names of what callers of a function give."""
    rest = [name for name in (function.args.vararg, function.args.kwarg) if name]
    return [name for name in names.positional(function) if not classes.receives(function, name)] + rest


def _given_parts(call: nodes.Call, function: nodes.FunctionDef, name: str) -> list[nodes.NodeNG]:
    """What a call gives for a parameter: of ``*args`` and ``**kwargs`` all the rest."""
    if name == function.args.vararg:
        return call.args[len(names.positional(function)) - names.receivers(function) :]
    if name == function.args.kwarg:
        return [keyword.value for keyword in call.keywords if keyword.arg not in function.argnames()]
    given = given_expression(call, function, name)
    return [] if given is None else [given]


def _is_of_new_dataset(target: nodes.NodeNG, root: GraphFunction) -> bool:
    """Whether something is set once in the method that makes the dataset: the next call makes another one."""
    scope = names.function_scope(target)
    return root.site is not None and scope is names.function_scope(root.site) and not names.loops_around(target, scope)


def _is_made_in_loop(read: nodes.NodeNG, outer: Scope) -> bool:
    """Whether a function that reads a variable of an outer one is made anew for each turn of a loop there."""
    scope = names.function_scope(read)
    while scope is not None and scope is not outer:
        if names.loops_around(scope, outer):
            return True
        scope = names.enclosing(scope)
    return False


def _are_plain(held: frozenset[Value]) -> bool:
    """Whether a place may hold a number, string, flag or tensor: not an object that is made."""
    return not any(isinstance(value, (Bound, Class, Fresh, Function, Graph, Partial)) and not _is_data(value) for value in held)


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


def _is_data(value: Value) -> bool:
    """Whether it is an array or container, of which what it holds matters rather than which one it is."""
    return isinstance(value, Fresh) and isinstance(value.kind, str) and value.kind in (*frameworks.MUTATORS, "builtins.tuple")


def _records(scope: Scope) -> bool:
    """Whether a method puts what it is given into items of its object: the count of them goes on for as long as it is used."""
    items = scope.nodes_of_class(nodes.Subscript) if isinstance(scope, nodes.FunctionDef) else ()
    return any(
        isinstance(item.value, nodes.Attribute)
        and classes.receives(scope, item.value.expr.as_string())
        and _is_given(item, scope)
        for item in items
    )


def _is_given(item: nodes.Subscript, function: nodes.FunctionDef) -> bool:
    """Whether a method puts what it is given into an item."""
    if not isinstance(item.parent, nodes.Assign) or item not in item.parent.targets:
        return False
    given = {argument.name for argument in function.args.arguments[1:]}
    return names.reads_any(item.parent.value, given)


def _is_built(target: nodes.AssignAttr) -> bool:
    """Whether the function that makes an optimizer also has its variables made: ``self.optimizer.build(variables)``."""
    built = f"{target.as_string()}.build"
    return any(call.func.as_string() == built for call in names.function_scope(target).nodes_of_class(nodes.Call))
