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
from graphlint.analysis.engine.callgraph.named_calls import calls_named
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.assignments import (
    Rebinding,
    assigned_values,
    changes,
    is_done_once,
    is_name,
    is_of_new_object,
    names_read,
)
from graphlint.analysis.syntax.scopes import FunctionNode, Scope
from graphlint.analysis.timeline.runs import Runs
from graphlint.analysis.timeline.writes.between import Between
from graphlint.analysis.timeline.writes.callbacks import Hooks
from graphlint.analysis.timeline.writes.fillings import Contents
from graphlint.analysis.timeline.writes.orders import Orders, puts_argument
from graphlint.analysis.timeline.writes.public_setters import Setters
from graphlint.analysis.timeline.writes.rebinding_modules import homes, rebinders
from graphlint.analysis.timeline.writes.repeated_methods import RepeatedMethods
from graphlint.analysis.timeline.writes.replaced_objects import Replaced
from graphlint.analysis.timeline.writes.stores import Writes
from graphlint.analysis.timeline.writes.targets import Targets, tested
from graphlint.analysis.values.graph_function import GraphFunction
from graphlint.analysis.values.places import (
    Attribute,
    Bound,
    Class,
    Const,
    Fresh,
    Function,
    Graph,
    Partial,
    Value,
    Variable,
    is_array,
)

_NONE = Const(None, type(None))
#: How many functions may pass on what the one is given that assigns it.
_MAX_PASSED = 1


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
        self.targets = Targets(program, self.modules, self.runs)
        self.contents = Contents(program, self.runs, self.targets.is_of)
        self.between = Between(self.runs, Writes(self.targets, self.runs, self.contents))
        self.replaced = Replaced(self.targets, self.runs, self.between)
        self.hooks = Hooks(self.targets, self.runs)
        self.repeated = RepeatedMethods(self.between)
        self.orders = Orders(self.targets, self.runs, self.between)
        self.setters = Setters(self.targets, self.runs, self.replaced.makes_object)

    def find(self, place: Value, read: nodes.NodeNG, root: GraphFunction, is_value: bool) -> nodes.NodeNG | None:
        """What rebinds the place, which `read` reads, after a graph function was traced, if there is something for sure."""
        if self._is_filled(place, read) or root.is_saved or isinstance(place, Variable) and _is_made_in_loop(read, place.scope):
            return None
        if isinstance(place, Attribute) and place.name in frameworks.TRAINED:
            return next(iter(self.between.find(place, root)), None) if root.tracer is None else None
        if root.tracer is None and isinstance(place, Attribute) and self.between.writes.is_compiled(place):
            compiled = next(iter(self.between.find(place, root).values()), None) or self.repeated.compiled(place, root)
            if compiled is not None:
                return compiled
        is_kept = root.tracer in (None, "Keras")  # what tf.data traces is traced again for each dataset
        target = self._filled(place, read, root) if is_kept and isinstance(place, (Variable, Attribute)) else None
        if target is None and is_value:
            target = self._rebound(place, root)
        elif target is None and is_kept and isinstance(place, Attribute) and isinstance(read.parent, nodes.Call):
            target = self.hooks.find_object(place)
        if target is None and isinstance(place, Variable) and isinstance(read.parent, (nodes.Attribute, nodes.Call)):
            target = self.replaced.find(place, root)
        # A Keras model that is given other layers is compiled again, or it would not train them.
        if target is None and root.tracer is None and isinstance(place, Attribute) and isinstance(read.parent, (nodes.Attribute, nodes.Call)):
            target = next(iter(self.between.find(place, root)), None)
        if root.takes_elements and isinstance(place, (Attribute, Variable)):
            target = self._after_dataset(place, root) or (None if self._is_of_other(target, place) or _is_beside(place, root) else target)
        if root.takes_elements and isinstance(place, Attribute) and not self._is_after_dataset(target, root):
            target = self._beside_dataset(place, root) if target is None or _is_of_new_dataset(target, root) else target
        elif target is None and (isinstance(place, Attribute) or isinstance(place, Variable) and isinstance(place.scope, nodes.Module)):
            return self._again(place, root) or self.setters.find(place, root)
        if target is None or _is_of_one_call(root.node) and names.function_scope(target) is not names.enclosing(root.node):
            return None
        return None if any(self._is_made_anew(root, setter, target) for setter in self._methods_of(target, place)) else target

    def _filled(self, place: Variable | Attribute, read: nodes.NodeNG, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts something else into the container that is read, between two runs."""
        key = self.contents.key_read(place, read)
        if key is None or isinstance(place, Variable) and names.loops_around(root.node, place.scope):
            return None
        found = list(self.between.find(place, root, key).values())
        found += [write.spot for write in self.contents.repeated(place, key, root)]
        # A loop may run it by a name of which nothing is known: what `make_train_function` of Keras returns.
        for write in self.contents.writes(place, key) if not found and isinstance(place, Attribute) else ():
            calls = self.runs.calls_of(write.scope) if isinstance(write.scope, nodes.FunctionDef) else ()
            settings = [Rebinding(call, write.parts, write.changes) for call in calls if not self.between.settles(call, place, root, key)]
            found += [write.spot for setting in settings if self.orders.is_in_loop(setting, place, root)]
        again = self.repeated.find(place, root, key) if not found and isinstance(place, Attribute) else None
        found += [again] if again is not None else []
        return next((one for one in found if root.tracer is None or not self.contents.is_layer(one)), None)

    def _after_dataset(self, place: Attribute | Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """What is written after a dataset is made, whose function has been traced there, and before it is gone over."""
        held = classes.contents(self.program, place)
        for target in self.targets.of(place):
            if not self._is_after_dataset(target, root) or _is_dataset(place, root) or isinstance(place, Attribute) and place.base not in self.program.detached(target.expr, names.function_scope(target)):
                continue
            (value,) = assigned_values(target) or (None,)
            is_same = isinstance(value, nodes.Const) and held == {Const(value.value, type(value.value))}
            if not is_same:
                return target
        return None

    def _is_of_other(self, target: nodes.NodeNG | None, place: Attribute | Variable) -> bool:
        """Whether something is written to an attribute of an object by another name."""
        if not isinstance(target, nodes.AssignAttr) or not isinstance(place, Attribute) or not isinstance(place.base, Variable):
            return False
        owners = self.program.detached(target.expr, names.function_scope(target))
        return place.base not in owners and all(isinstance(owner, Variable) for owner in owners)

    def _is_after_dataset(self, target: nodes.NodeNG | None, root: GraphFunction) -> bool:
        """Whether a statement stands after the one that makes a dataset of a local name, and before a use of that."""
        made, kept = _dataset(root)
        if target is None or not isinstance(kept, nodes.AssignName) or target.lineno <= made.tolineno:
            return False
        if target.statement().parent is not made.parent or blocks.is_alternative(target, made):
            return False
        uses = (use for use in self.program.index(made.root()).uses.get(kept.name, ()) if isinstance(use, nodes.Name))
        return any(use.lineno > target.lineno and names.function_scope(use) is names.function_scope(made) for use in uses)

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

    def replaced_optimizer(self, place: Value, root: GraphFunction) -> nodes.NodeNG | None:
        """What puts another optimizer in a variable or attribute where a graph function is traced again."""
        found = self.replaced.replaced_optimizer(place, root)
        if found is None and isinstance(place, Attribute):
            found = next(self.repeated.replaced_objects(place, root), None)
            if found is not None and (not self.replaced.makes_variables(found) or _is_built(found)):
                return None
        return found

    def _again(self, place: Attribute | Variable, root: GraphFunction) -> nodes.NodeNG | None:
        """What is written for each call of a function that also runs the graph function: of a method, whoever may call that."""
        if isinstance(place, Attribute):
            return self.repeated.find(place, root)
        if root.tracer is not None or root.node.parent is not place.scope:
            return None  # of another object, or of another call of the function that makes it
        return next((one for one in self.between.find(place, root).values() if isinstance(names.function_scope(one), nodes.FunctionDef)), None)

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
            makes = [call for call in calls_named(self.program, [setter.root()], (maker.name,)) if names.function_scope(call) is setter]
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
            return next(iter(self.between.find(place, root)), None) or self.hooks.find_object(place)
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
            if self.orders.is_told(rebinding, place, root):
                return rebinding.node
        # Each call of the function that a local variable is of has a variable, and a graph function, of its own.
        own = place.scope if isinstance(place, Variable) else None
        makers = (own, names.enclosing(function))  # each call of these makes another graph function, which reads what they have set
        setters = {target: list(self._settings(target)) if names.function_scope(target) not in makers else [] for target in targets}
        for rebinding in (setting for settings in setters.values() for setting in settings):
            if self.orders.is_told(rebinding, place, root):
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
                if not puts_argument(item, scope) or self.runs.is_traced(scope) or self.runs.is_preparation(scope):
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
        for site in (*callers.call_sites(self.program, function, PROGRAM), *callers.calls_of_instances(self.program, function, PROGRAM)):
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
        if all(other is first for other in others):
            return None  # it is followed, with what it leaves to others
        if self._are_followed([first, *others], place, root):
            return None
        return None if self._has_one_mode(rebindings, function) else list(constants.values())[-1]

    def _are_followed(self, setters: list[Scope], place: Variable | Attribute, root: GraphFunction) -> bool:
        """Whether all calls of some functions in sight are on known objects: what they change is followed, or of another class."""
        owners = classes.owners(self.program, place.base) if isinstance(place, Attribute) else []
        calls = [call for setter in setters for call in self.runs.calls_of(setter)]
        if not calls or any(_is_on_own_object(call) for call in calls):
            return False  # whoever calls that method is in question
        return all(self.between.settles(call, place, root) or self._is_of_others(call, owners) for call in calls)

    def _is_of_others(self, call: nodes.Call, owners: list[nodes.ClassDef]) -> bool:
        """Whether a method is called on an object that is of none of some classes: these only share it."""
        values = self.program.detached(call.func.expr, names.function_scope(call)) if owners and isinstance(call.func, nodes.Attribute) else ()
        are_known = bool(values) and all(classes.kinds(self.program, value) for value in values)
        return are_known and not any(self.targets.is_of(value, owners) for value in values)

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


def _is_on_own_object(call: nodes.Call) -> bool:
    """Whether a method calls another one of its object."""
    owner, scope = call.func.expr if isinstance(call.func, nodes.Attribute) else None, names.function_scope(call)
    return isinstance(owner, nodes.Name) and isinstance(scope, nodes.FunctionDef) and classes.receives(scope, owner.name)


def _is_of_one_call(function: FunctionNode) -> bool:
    """Whether a graph function is made anew at each call of the function around it, which does nothing but call it."""
    maker = names.enclosing(function)
    if not isinstance(maker, nodes.FunctionDef) or not isinstance(function, nodes.FunctionDef):
        return False
    uses = [one for one in maker.nodes_of_class(nodes.Name) if one.name == function.name and not function.parent_of(one)]
    return bool(uses) and all(names.is_called(one) and names.function_scope(one) is maker for one in uses)


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


def _is_data(value: Value) -> bool:
    """Whether it is an array or container, of which what it holds matters rather than which one it is."""
    return isinstance(value, Fresh) and isinstance(value.kind, str) and value.kind in (*frameworks.MUTATORS, "builtins.tuple")


def _is_built(target: nodes.AssignAttr) -> bool:
    """Whether the function that makes an optimizer also has its variables made: ``self.optimizer.build(variables)``."""
    built = f"{target.as_string()}.build"
    return any(call.func.as_string() == built for call in names.function_scope(target).nodes_of_class(nodes.Call))


def _is_beside(place: Attribute | Variable, root: GraphFunction) -> bool:
    """Whether a variable belongs to the function that makes a dataset: each call of it makes both anew."""
    is_local = isinstance(place, Variable) and isinstance(place.scope, nodes.FunctionDef)
    return is_local and isinstance(root.options, nodes.Call) and names.function_scope(root.options) is place.scope


def _dataset(root: GraphFunction) -> tuple[nodes.NodeNG | None, nodes.NodeNG | None]:
    """The statement that makes a dataset whose function is traced there, and what it assigns that to."""
    made = root.options.statement() if isinstance(root.options, nodes.Call) else None
    return made, made.targets[0] if isinstance(made, nodes.Assign) else None


def _is_dataset(place: Attribute | Variable, root: GraphFunction) -> bool:
    """Whether a variable is the one that a dataset is put into: what it held before is meant."""
    _, kept = _dataset(root)
    return isinstance(place, Variable) and isinstance(kept, nodes.AssignName) and kept.name == place.name
