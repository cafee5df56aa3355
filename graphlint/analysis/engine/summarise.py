"""The summary of one function: what it does besides computing a value, in terms of its own parameters."""

from __future__ import annotations

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.branching import single_constant
from graphlint.analysis.engine.evaluate import Evaluator
from graphlint.analysis.engine.name_lookup import imported_file, named_wrapper
from graphlint.analysis.syntax import names, statements
from graphlint.analysis.syntax.scopes import FUNCTIONS
from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.values import scalars, tensors
from graphlint.analysis.values.conditions import FAILED, MISSING, Condition, Guard
from graphlint.analysis.values.events import Change, Loop, Store, Summary
from graphlint.analysis.values.places import (
    UNKNOWN,
    Argument,
    Attribute,
    Class,
    External,
    Fresh,
    Import,
    Module,
    Param,
    Unknown,
    Value,
    Variable,
    attribute,
    is_place,
    item,
    item_place,
    join,
)

#: Statements nested deeper than this are passed over.
_MAX_NESTING = 60
#: Loops nested deeper than this are followed once, not until their variables settle.
_MAX_LOOPS = 3
#: Calls that go over more, or less, than what they are given first.
_OF_OTHER_LENGTH = frozenset({"zip", "product", "islice", "permutations", "combinations", "chain", "cycle", "batched", "takewhile"})
#: What ends the program.
_ENDS = frozenset(map(External, ("sys.exit", "os._exit", "builtins.exit", "builtins.quit")))


class Summariser(Evaluator):
    """Follows the statements of one scope, in order, and along every branch."""

    def __init__(self, program, scope) -> None:
        super().__init__(program, scope)
        self._nesting = 0
        #: Names that `global` and `nonlocal` give to outer scopes.
        self._outer: dict[str, Variable] = {}

    def run(self) -> Summary:
        """Summarises the scope."""
        scope = self.scope
        if isinstance(scope, FUNCTIONS):
            for name in _parameters(scope):
                self._bind(name, frozenset((Param(scope, name),)))
        if type(scope) is nodes.Lambda:
            self.summary.returns = self.evaluate(scope.body)
        else:
            self._block(scope.body)
        if scope in self.index.generators:
            self.summary.returns, self.summary.ways = self.generator(scope), []
        return self.summary

    # Names

    def _bind(self, name: str, values: frozenset[Value]) -> None:
        values = named_wrapper(self.program, self.scope, name) or values
        self.env[name] = values
        known = self.summary.variables.get(name)
        self.summary.variables[name] = values if known is None else join(known, values)

    def free(self, node: nodes.NodeNG, name: str) -> frozenset[Value]:
        # A local name that has no value yet on this path is not looked up outside: Python would not either.
        if name not in self._outer and not isinstance(self.scope, (nodes.Module, nodes.ClassDef)):
            bindings = self.scope.locals.get(name)
            if bindings and name not in self.index.nonlocals.get(self.scope, ()):
                known = self.summary.variables.get(name)
                return UNKNOWN if known is None else self.program.resolve(known)
        return super().free(node, name)

    def assign(self, target: nodes.NodeNG, values: frozenset[Value], statement: nodes.NodeNG | None = None) -> None:
        statement = statement or target
        match target:
            case nodes.AssignName():
                if target.name in self._outer:
                    self._store(statement, target, frozenset((self._outer[target.name],)), values)
                else:
                    self._bind(target.name, values)
            case nodes.AssignAttr():
                bases = self.evaluate(target.expr)
                self._store(statement, target, self._attributes_of(bases, target.attrname), values)
            case nodes.Subscript():
                bases = self.evaluate(target.value)
                key = Argument(None, self.evaluate(target.slice))
                self.special(target, bases, ("__setitem__",), key, Argument(None, values))
                self._store(statement, target, self._items_of(bases, single_constant(key.values)), values, bases=bases)
                self.fill(target.value, values, single_constant(key.values))
            case nodes.Tuple() | nodes.List():
                starred = any(isinstance(element, nodes.Starred) for element in target.elts)
                for position, element in enumerate(target.elts):
                    key = None if starred else position
                    self.assign(element, join(*(item(value, key) for value in values)), statement)
            case nodes.Starred():
                self.assign(target.value, frozenset((Fresh("builtins.list", target),)), statement)

    def _store(
        self,
        statement: nodes.NodeNG,
        target: nodes.NodeNG,
        places: frozenset[Value],
        values: frozenset[Value],
        augmented: bool = False,
        bases: frozenset[Value] = UNKNOWN,
    ) -> None:
        known = self.summary.stores.get(target)
        self.summary.stores[target] = values if known is None else join(known, values)
        for place in places:
            if is_place(place):
                self.record(Store(statement, place, values, augmented, self.guards))
        if isinstance(target, nodes.Subscript) and not any(map(is_place, places)) and tensors.may_be(values):
            self.use(target, Need.ITEM, (values, bases))

    def _attributes_of(self, bases: frozenset[Value], name: str) -> frozenset[Value]:
        """The places of an attribute. Those of an imported module or object are places too."""
        places: set[Value] = set()
        for base in bases:
            if isinstance(base, External):
                places.add(Attribute(base, name))
            elif isinstance(base, Module):
                module = self.program.module(base.path)
                places.add(Unknown() if module is None else Variable(module, name))
            else:
                places.add(attribute(base, name))
        return frozenset(places)

    def _items_of(self, bases: frozenset[Value], key: object) -> frozenset[Value]:
        """The places of an item: of ``vars(x)["name"]`` that of the attribute."""
        owners = frozenset(base.base for base in bases if isinstance(base, Attribute) and base.name == "__dict__")
        if owners and isinstance(key, str):
            return self._attributes_of(owners, key)
        return frozenset(map(item_place, bases))

    # Statements

    def _block(self, body: list[nodes.NodeNG]) -> bool:
        """Follows statements; True if the end of them is never reached."""
        if self._nesting > _MAX_NESTING:
            return False
        self._nesting += 1
        saved, starts = self.guards, []
        ended = False
        for statement in body:
            starts.append(len(self.summary.events))
            ended = self._statement(statement)
            if ended:
                if isinstance(statement, (nodes.Raise, nodes.Expr)):
                    # Eagerly and in a graph alike, what comes here ends in the exception, or the program does.
                    del self.summary.events[starts[statements.after_exits(body[: len(starts)])] :]
                break
        self.guards = saved
        self._nesting -= 1
        return ended

    def _statement(self, node: nodes.NodeNG) -> bool:
        match node:
            case nodes.Expr():
                self.evaluate(node.value)
                return self._ends_program(node.value)
            case nodes.Assign():
                values = self.evaluate(node.value)
                for target in node.targets:
                    if isinstance(target, (nodes.Tuple, nodes.List)) and tensors.may_be(values):
                        self.use(node, Need.UNPACK, (values,))
                    self.assign(target, values, node)
                self.keep_test(node)
            case nodes.AnnAssign():
                if node.value is not None:
                    self.assign(node.target, self.evaluate(node.value), node)
            case nodes.AugAssign():
                self._augmented(node)
            case nodes.Return():
                if node.value is not None:
                    returned = self.evaluate(node.value)
                    self.summary.returns = join(self.summary.returns, returned)
                    self.summary.ways.append((returned, self.guards))
                return True
            case nodes.Raise():
                self.evaluate(node.exc)
                return True
            case nodes.Break() | nodes.Continue():
                return True
            case nodes.If():
                return self._if(node)
            case nodes.For():
                self._for(node)
            case nodes.While():
                self._while(node)
            case nodes.With():
                return self._with(node)
            case nodes.Try() | nodes.TryStar():
                return self._try(node)
            case nodes.Match():
                self._match(node)
            case nodes.FunctionDef():
                self._bind_definition(node.name, self.program.function_value(node))
            case nodes.ClassDef():
                self._bind_definition(node.name, frozenset((Class(node),)))
            case nodes.Import() | nodes.ImportFrom():
                self._import(node)
            case nodes.Global() | nodes.Nonlocal():
                self._declare(node)
            case nodes.Delete():
                for target in node.targets:
                    self._delete(target, node)
            case nodes.Assert():
                self.test(node, node.test)
            case _:
                for child in node.get_children():
                    self.evaluate(child)
        return False

    def _bind_definition(self, name: str, values: frozenset[Value]) -> None:
        if name not in self._outer:
            self._bind(name, values)

    def _import(self, node: nodes.Import | nodes.ImportFrom) -> None:
        for real, local in node.names:
            name = local or real.partition(".")[0]
            if name != "*" and name not in self._outer:
                if imported_file(self.program, node, name) is None:
                    self._bind(name, self.program.imported(node, name))
                else:
                    self.lazy.add(name)
                    self._bind(name, frozenset((Import(node, name),)))

    def _declare(self, node: nodes.Global | nodes.Nonlocal) -> None:
        for name in node.names:
            if isinstance(node, nodes.Global):
                self._outer[name] = Variable(self.index.module, name)
            else:
                for value in self.program.lookup(self.scope, name):
                    if isinstance(value, Variable):
                        self._outer[name] = value
            self.env.pop(name, None)

    def _delete(self, target: nodes.NodeNG, statement: nodes.NodeNG) -> None:
        match target:
            case nodes.DelName():
                if target.name in self._outer:
                    self._store(statement, target, frozenset((self._outer[target.name],)), UNKNOWN)
                else:
                    self.env.pop(target.name, None)
            case nodes.DelAttr():
                bases = self.evaluate(target.expr)
                self._store(statement, target, self._attributes_of(bases, target.attrname), UNKNOWN)
            case nodes.Subscript():
                if not self._takes_back(target):
                    bases = self.evaluate(target.value)
                    self.special(target, bases, ("__delitem__",), Argument(None, self.evaluate(target.slice)))
                    self._store(statement, target, frozenset(map(item_place, bases)), UNKNOWN)
            case nodes.Tuple() | nodes.List():
                for element in target.elts:
                    self._delete(element, statement)

    def _takes_back(self, target: nodes.Subscript) -> bool:
        """Whether an item is deleted that was put there just before: nothing is left of both."""
        if not isinstance(target.slice, nodes.Const) or not isinstance(target.slice.value, str):
            return False
        shown, events = target.as_string(), self.summary.events
        for position in range(len(events) - 1, -1, -1):
            event = events[position]
            if isinstance(event, Store) and isinstance(event.node, nodes.Assign):
                if any(assigned.as_string() == shown for assigned in event.node.targets):
                    del events[position]
                    return True
        return False

    def _augmented(self, node: nodes.AugAssign) -> None:
        operand, target = self.evaluate(node.value), node.target
        if isinstance(target, nodes.AssignName) and target.name not in self._outer:
            values = self.env.get(target.name)
            values = self.free(target, target.name) if values is None else values
            if self.operate(node, node.op[:-1], values, operand, in_place=True) is not None:
                return
            for value in values:
                if is_place(value):
                    self.record(Change(node, value, self.guards))
            self.operator(node, values, operand)
            # A container keeps its identity; a number or tensor is a new one.
            kept = frozenset(value for value in values if isinstance(value, Fresh) or value.__class__ is Unknown)
            result = scalars.arithmetic(node.op[:-1], values, operand)
            self._bind(target.name, kept if kept and kept == values else result)
            return
        match target:
            case nodes.AssignName():
                places = frozenset((self._outer[target.name],))
            case nodes.AssignAttr():
                places = self._attributes_of(self.evaluate(target.expr), target.attrname)
            case nodes.Subscript():
                bases = self.evaluate(target.value)
                places = self._items_of(bases, single_constant(self.evaluate(target.slice)))
            case _:
                return
        if self.operate(node, node.op[:-1], places, operand, in_place=True) is not None:
            return
        values = frozenset(scalars.NUMBER) if scalars.are_scalars(operand) else tensors.computed(operand)
        if tensors.hold(operand) or node.op == "+=" and operand and all(isinstance(one, Fresh) and one.kind == "builtins.list" for one in operand):
            values = operand  # a list that is put to another
        self._store(node, target, places, values, augmented=True)

    # Branches

    def _if(self, node: nodes.If) -> bool:
        condition, saved, env = self.test(node, node.test), self.guards, dict(self.env)
        flips = statements.flips(node)
        self.guards = (*saved, Guard(MISSING if flips else condition, True))
        body_ends = self._block(node.body)
        body_env, self.env = self.env, env
        otherwise = saved if flips else (*saved, Guard(condition, False))  # after the first time, always the other way
        self.guards = otherwise
        orelse_ends = self._block(node.orelse)
        self.guards = saved
        if body_ends and not orelse_ends:
            self.guards = otherwise  # what follows runs only where the test failed
        elif orelse_ends and not body_ends:
            self.guards = (*saved, Guard(condition, True))
            self.env = body_env
        else:
            self._merge(body_env)
        return body_ends and orelse_ends

    def _merge(self, other: dict[str, frozenset[Value]]) -> None:
        if other is not self.env:
            for name, values in other.items():
                mine = self.env.get(name)
                self.env[name] = values if mine is None or mine == values else join(mine, values)

    def _for(self, node: nodes.For) -> None:
        values = self.evaluate(node.iter)
        self.iterate(node.iter, values)
        watched = self.bars.get(node.iter)
        self.use(node, Need.LOOP if watched is None else Need.BAR, (watched or values,))
        elements, saved = scalars.elements(values), self.guards
        self.guards = (*saved, *self.if_given(node.iter, values))
        self._loop(lambda: self.assign(node.target, elements, node), node.body)
        self.guards = saved
        source = node.iter
        while source not in self.ranges and isinstance(source, nodes.Call) and source.args and names.last_name(source.func) not in _OF_OTHER_LENGTH:
            source = source.args[0]  # enumerate(range(…)), reversed(range(…))
        self.record(Loop(node, self.ranges.get(source, ()), self.guards))
        self._block(node.orelse)

    def _while(self, node: nodes.While) -> None:
        self._loop(lambda: self.test(node, node.test), node.body)
        self.record(Loop(node, (), self.guards))
        self._block(node.orelse)

    def _loop(self, head, body: list[nodes.NodeNG]) -> None:
        before = dict(self.env)
        self.loops += 1
        first, graphs = len(self.summary.events), len(self.summary.graphs)
        head()
        self._block(body)
        widened = {name: scalars.widen(values, self.env.get(name, values)) for name, values in before.items()}
        settled, before = widened == before, widened
        if not settled and self.loops <= _MAX_LOOPS:
            # Once more, with what the variables hold at the head of the loop.
            del self.summary.events[first:], self.summary.graphs[graphs:]
            for name, values in self.env.items():
                before.setdefault(name, values)
            self.env = dict(before)
            head()
            self._block(body)
        self.loops -= 1
        self._merge(before)

    def _with(self, node: nodes.With) -> bool:
        lifted = self.lifted
        managers: list[tuple[nodes.NodeNG, frozenset[Value]]] = []
        for manager, target in node.items:
            values = self.evaluate(manager)
            if isinstance(manager, nodes.Call) and any(map(_lifts, self.evaluate(manager.func))):
                self.lifted = True
            entered = self.special(manager, values, ("__enter__",))
            if entered is None:
                self.of_others(manager, values, "__enter__")  # a lock
            if target is not None:
                self.assign(target, values if entered is None else entered, node)
            managers.append((manager, values))
        ended = self._block(node.body)
        for manager, values in reversed(managers):
            self.special(manager, values, ("__exit__",))
        self.lifted = lifted
        return ended

    def _try(self, node: nodes.Try) -> bool:
        before, saved, caught = dict(self.env), self.guards, self.caught
        self.caught = caught or any(handler.type is None or statements.handles(handler, statements.EAGER_ERRORS, any) for handler in node.handlers)
        operations = len(self.summary.operations)
        ended = self._block(node.body)
        self.caught = caught
        if len(self.summary.operations) > operations or "next" in names.called(node):
            for handler in filter(statements.waits_for_values, node.handlers):
                self.use(handler.type, Need.HANDLER, ())
        if not ended:
            ended = self._block(node.orelse)
        ends, after = [ended], [] if ended else [self.env]
        for handler in node.handlers:
            self.env = dict(before)
            if handler.name is not None:
                self.assign(handler.name, UNKNOWN)
            if statements.handles(handler, statements.LOOKUP_ERRORS, any):
                self.guards = (*saved, Guard(MISSING, True))
            elif statements.handles(handler, statements.VALUE_ERRORS, all):
                self.guards = (*saved, Guard(FAILED, True))
            ended = self._block(handler.body)
            self.guards = saved
            ends.append(ended)
            if not ended:
                after.append(self.env)
        self.env = after[0] if after else dict(before)
        for other in after[1:]:
            self._merge(other)
        return self._block(node.finalbody) or all(ends)

    def _ends_program(self, node: nodes.NodeNG) -> bool:
        named = isinstance(node, nodes.Call) and names.last_name(node.func) in ("exit", "_exit", "quit")
        return named and self.evaluate(node.func) <= _ENDS

    def _match(self, node: nodes.Match) -> None:
        subject, saved = self.evaluate(node.subject), self.guards
        before, merged = dict(self.env), dict(self.env)
        for case in node.cases:
            self.env = dict(before)
            for name in case.pattern.nodes_of_class(nodes.AssignName):
                self._bind(name.name, UNKNOWN)
            if case.guard is not None:
                self.evaluate(case.guard)
            if isinstance(case.pattern, nodes.MatchClass):
                self.guards = (*saved, Guard(Condition("is", subject, constant=self.types(case.pattern.cls)), True))
            ended = self._block(case.body)
            self.guards = saved
            if not ended:
                self._merge(merged)
                merged = self.env
        self.env = merged


def _parameters(function: nodes.FunctionDef | nodes.Lambda) -> list[str]:
    """The names of all parameters, in order."""
    arguments = function.args
    keyword_only = [argument.name for argument in arguments.kwonlyargs or ()]
    return [*names.positional(function), *keyword_only, *(name for name in (arguments.vararg, arguments.kwarg) if name)]


def _lifts(value: Value) -> bool:
    if not isinstance(value, External):
        return False
    meaning = frameworks.meaning(value.name)
    return meaning is not None and meaning.lifts
