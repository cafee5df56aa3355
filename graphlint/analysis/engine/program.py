"""All that the analysis knows about a program: indexes and summaries, each made once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Set
from typing import TypeVar

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine import decorators, name_lookup, results
from graphlint.analysis.engine.evaluate import Evaluator
from graphlint.analysis.engine.faults import Faults
from graphlint.analysis.engine.heap import classes, provenance, subclasses
from graphlint.analysis.engine.memo import Memo
from graphlint.analysis.engine.summarise import Summariser
from graphlint.analysis.program import keras_generation
from graphlint.analysis.program.dependencies import Kept
from graphlint.analysis.program.modules import Modules
from graphlint.analysis.program.relevance import Relevance
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope
from graphlint.analysis.values.events import Call, Summary
from graphlint.analysis.values.places import (
    UNKNOWN,
    Argument,
    Attribute,
    Bound,
    Const,
    Entry,
    Fresh,
    Function,
    Import,
    Item,
    Module,
    Param,
    Result,
    Scalar,
    Tensor,
    Value,
    Variable,
    attribute,
    join,
)

#: Summaries that need one another are followed this far: Python's stack is bounded.
_MAX_SUMMARIES = 8

_Answer = TypeVar("_Answer")


class _TooFar(BaseException):
    """A summary is needed that is too far away from where the first one began: it is made before that."""

    def __init__(self, scope: Scope) -> None:
        super().__init__()
        self.scope = scope


#: What traces functions: `tf.function`, the methods of `tf.data.Dataset`, Keras.
CONTEXTS = frozenset({"function", "dataset", "keras"})


class Program:
    """What the files of a program say, whichever of its modules is linted: made once a process.

    Nothing is global, nothing is keyed by a name. Where objects come from that callers give is not followed here: a summary is
    in terms of its function's own parameters. The view of a linted module knows that, too.
    """

    #: Whether no summary is being made: what objects are is followed to where they come from.
    is_settled = False
    #: Whether, besides, nothing is followed just now: how far that goes depends on where it began.
    is_at_rest = False

    def __init__(
        self,
        graph_decorators: frozenset[str] = frozenset(),
        relevance: Relevance | None = None,
        contexts: frozenset[str] = CONTEXTS,
        keras_version: int = 3,
    ) -> None:
        #: The same, for all that does not depend on the linted module.
        self.shared = self
        self.graph_decorators = graph_decorators
        self.contexts = contexts
        self.default_keras = keras_version
        self.relevance = Relevance(Modules(), graph_decorators) if relevance is None else relevance
        self.modules = self.relevance.modules
        self._indexes = self.relevance.whole_indexes
        #: The module that is being linted, the functions in it that something traces, and the functions around these: each of
        #: their calls makes another one. Arguments of graph functions that are tensors, and those that are structures of some.
        self.linted: nodes.Module | None = None
        self.roots: Set[Scope] = frozenset()
        self.makers: Set[Scope] = frozenset()
        self.tensors: Set[Value] = frozenset()
        self.structures: Set[Value] = frozenset()
        #: Functions that may have more calls than were looked at.
        self.truncated: Set[Scope] = frozenset()
        #: Where errors are noted: those of the view that asks.
        self.faults: Faults = Faults(self)
        self.dependencies = self.relevance.dependencies
        self.memo = Memo(self.dependencies)
        self._summaries = self.memo.table(Summariser)
        self._lookups = self.memo.table(Index.find)
        self._functions = self.memo.table(decorators.decorated)
        self._generations = Kept(self.dependencies)
        #: How many summaries are being made, and those that are made first because they were too far away from where one began.
        self._depth = 0
        self._ahead: list[Scope] = []
        #: What is being done just now, and how many answers were looked for when it began.
        self.starring: dict[str, int] = {}
        self._detached: dict[nodes.NodeNG, int] = {}
        #: The classes whose bases are looked for.
        self.deriving: dict[nodes.ClassDef, int] = {}
        self.bases = Kept(self.dependencies)
        self.ancestors = Kept(self.dependencies)
        self.calls_seen: dict[tuple[Call, nodes.ClassDef], Call] = {}
        """Calls in methods of a base, as an object of a subclass makes them."""
        #: Calls in functions, as activations of these make them.
        self.given_calls: dict[tuple[Call, frozenset[Value], tuple[Argument, ...]], Call] = {}

    def forget(self) -> None:
        """Nothing: an answer that an error has interrupted is not kept."""

    def given_call(self, call: Call, callee: frozenset[Value], arguments: tuple[Argument, ...]) -> Call:
        """A call in a function, with what an activation of that gives to it: the same one each time."""
        made = Call(call.node, callee, arguments, call.guards, call.loops)
        return self.given_calls.setdefault((call, callee, arguments), made)

    def kept(self, owner: Callable, key: Hashable, find: Callable[[], _Answer]) -> _Answer:
        """What is found out once for a key; the answers are the owner's."""
        known = self.memo.table(owner).known(key)
        return self.memo.find(owner, key, find) if known is None else known

    def index(self, module: nodes.Module) -> Index:
        return self._indexes.known(module) or self.relevance.whole_index(module)

    def special_methods(self, module: nodes.Module) -> frozenset[str]:
        """Names of special methods that classes define in a module, or in those of the program that it imports from."""
        return self.kept(Relevance.special_methods, module, lambda: self.relevance.special_methods(module))

    def keras_version(self, module: nodes.Module) -> int:
        """The generation of Keras that a module is written for: that of the option, unless the module tells."""
        return self._generations.find(module, lambda: 2 if self._is_for_keras_2(module) else self.default_keras)

    def _is_for_keras_2(self, module: nodes.Module) -> bool:
        return keras_generation.is_for_keras_2(module, self.index(module)) or self.relevance.builds_on_keras_2(module)

    def summary(self, scope: Scope) -> Summary:
        """The effects of a scope. One that is being made just now holds what came so far."""
        known = self._summaries.known(scope)
        if known is not None:
            return known
        if isinstance(scope, nodes.ComprehensionScope):
            return Summary()  # what a comprehension does is part of the summary of the function around it
        if self._depth:
            return self._summarised(scope)
        before = len(self._ahead)
        try:
            while True:
                try:
                    return self._summarised(scope)
                except _TooFar as further:
                    self._ahead.append(further.scope)
                    self.summary(further.scope)
        finally:
            del self._ahead[before:]

    def _summarised(self, scope: Scope) -> Summary:
        known = self.memo.halfway(Summariser, scope)
        if known is not None:
            return known
        if self._depth >= _MAX_SUMMARIES:
            if scope not in self._ahead:
                raise _TooFar(scope)
            return Summary()  # a ring of functions that is longer than this
        summariser = Summariser(self, scope)
        self._depth += 1
        try:
            return self.memo.find(Summariser, scope, lambda: self._run(summariser), summariser.summary)
        finally:
            self._depth -= 1

    def _run(self, summariser: Summariser) -> Summary:
        with self.faults.isolated(summariser.scope, on_demand=True):
            summary = summariser.run()
            summary.close()
            return summary
        self.memo.relies_on(0)  # what could not be analysed is not kept: each that asks for it says so
        return Summary()

    # Names

    def is_graph_decorator(self, name: str) -> bool:
        if name in self.graph_decorators:
            return True
        meaning = frameworks.meaning(name)
        return meaning is not None and meaning.graph

    def lookup(self, scope: Scope, name: str) -> frozenset[Value]:
        """What a name denotes in a scope, without regard to the order of statements."""
        known = self._lookups.known((scope, name))
        if known is None:  # a decorator may name what it decorates
            known = self.memo.find(Index.find, (scope, name), lambda: name_lookup.lookup(self, scope, name), UNKNOWN)
        return known

    def is_of_another_framework(self, binding: nodes.NodeNG) -> bool:
        """Whether a statement of a module or function runs where another framework is at work: ``if backend() == "jax":``."""
        return name_lookup.is_of_another_framework(self, binding)

    # Modules

    def imported(self, binding: nodes.Import | nodes.ImportFrom, name: str) -> frozenset[Value]:
        """What an import binds to a name: a part of the program, or a dotted name outside it."""
        return name_lookup.imported(self, binding, name)

    def module(self, path: str) -> nodes.Module | None:
        return self.modules.load(path)

    def member(self, path: str, name: str) -> frozenset[Value]:
        """What ``module.name`` denotes: a name of the module, or a module of the package."""
        return name_lookup.member(self, path, name)

    def attribute(self, base: Value, name: str) -> frozenset[Value]:
        """The values of ``base.name``."""
        return self.member(base.path, name) if isinstance(base, Module) else frozenset((attribute(base, name),))

    def resolve(self, values: frozenset[Value]) -> frozenset[Value]:
        """The values, with what imports bind looked up."""
        if not any(isinstance(value, Import) for value in values):
            return values
        known = (self.imported(v.binding, v.name) if isinstance(v, Import) else frozenset((v,)) for v in values)
        return join(*known)

    def bindings(self, variable: Variable) -> list[nodes.NodeNG]:
        """What binds a variable in its own module: astroid adds what it has seen others do, which depends on their order."""
        found = [b for b in variable.scope.locals.get(variable.name, ()) if not isinstance(b, nodes.AssignAttr)]
        if isinstance(variable.scope, FUNCTIONS):
            index = self.index(variable.scope.root())
            for scope, declared in index.nonlocals.items():
                if variable.name in declared:
                    owner = index.find(scope, variable.name)
                    if owner is not None and owner[0] is variable.scope:
                        found += scope.locals.get(variable.name, ())
        return found

    def is_rebound(self, variable: Variable) -> bool:
        """Whether something besides the variable's own scope, more than one statement, or one in a loop assigns it."""
        bindings = self.bindings(variable)
        if len(bindings) > 1 or bindings and names.loops_around(bindings[0], variable.scope):
            return True
        if bindings and names.function_scope(bindings[0]) is not variable.scope:
            return True
        return isinstance(variable.scope, nodes.Module) and variable.name in self.assigned_outside(variable.scope)

    def is_kept_dict(self, variable: Variable) -> bool:
        """Whether it is the one dict that a global holds: others may put something into it, by names of their own.

        The name in another module is bound when it is imported: what is assigned there later is not seen, what is put into a dict is.
        """
        bindings = self.bindings(variable)
        return len(bindings) == 1 and isinstance(names.assigned(bindings[0]), nodes.Dict)

    def assigned_outside(self, module: nodes.Module) -> frozenset[str]:
        """Names that other modules may rebind in a module, or in objects of its classes."""
        return self.kept(Relevance.assigned_outside, module, lambda: self.relevance.assigned_outside(module))

    def variables(self, variable: Variable) -> frozenset[Value]:
        """All that a variable may hold."""
        values = self.resolve(self.summary(variable.scope).variables.get(variable.name, frozenset()))
        for binding in variable.scope.locals.get(variable.name, ()):
            scope = binding.scope()
            if scope is not variable.scope and isinstance(binding, nodes.AssignName):
                values |= self.summary(scope).stores.get(binding, frozenset())
        return values

    def constant(self, value: Value) -> Value:
        """The constant that a module's variable is assigned, if it is assigned once; else the value itself."""
        if isinstance(value, Param) and value in self.tensors:
            return Tensor()
        if isinstance(value, Attribute):
            return self._setting(value)
        if isinstance(value, Variable) and isinstance(value.scope, nodes.Module) and not self.is_rebound(value):
            held = self.variables(value)
            if len(held) == 1:
                (only,) = held
                if isinstance(only, Const):
                    return only
        return value

    def _setting(self, attribute: Attribute) -> Value:
        return provenance.setting(self, attribute) or attribute

    def holds_object(self, place: Variable | Attribute) -> bool:
        """Whether all that a place holds is made in sight: never None."""
        held = classes.contents(self, place)
        return bool(held) and all(isinstance(value, Fresh) for value in held)

    def kinds_of(self, value: Value) -> list[str | nodes.ClassDef]:
        """What an object may be, for those that ask whether it is a tensor: where it comes from is not followed."""
        return classes.kinds(self, value, 1)

    def is_instance(self, value: Value, types: tuple[str, ...]) -> bool | None:
        """Whether an object of a class of the program is of one of some types; None if that is not known."""
        return subclasses.is_instance(self, value, types)

    def may_be_number(self, value: Value) -> bool:
        """Whether one of the things that a place is assigned is a Python number: ``self.size = int(shape[-1])``."""
        return any(isinstance(held, Scalar) for held in classes.contents(self, value))

    # Where objects come from: nothing while a summary is being made

    def given(self, parameter: Param) -> frozenset[Value]:
        """What the calls in the program give for a parameter."""
        return frozenset()

    def fields(self, attribute: Attribute) -> frozenset[Value]:
        """What calls give for a field of a dataclass."""
        return frozenset()

    def read(self, getter: Bound) -> frozenset[Value]:
        """What a property gives."""
        return frozenset()

    def is_computed(self, attribute: Attribute) -> bool:
        """Whether an attribute is a property that gives a tensor, which it makes when it is read."""
        return False

    def returned(self, result: Result) -> frozenset[Value]:
        """What a call of the program's own functions returns."""
        return frozenset()

    def put(self, taken: Item) -> frozenset[Value]:
        """What statements put into the container that an item is of."""
        return frozenset()

    def keys(self, key: object) -> list[Entry]:
        """The keys of a registry that calls give for a parameter, if all that give any are known."""
        return []

    def taken(self, place: Value) -> frozenset[Value]:
        """What a loop over an object of the program takes from it."""
        return frozenset()

    # Functions

    def function_value(self, node: nodes.FunctionDef) -> frozenset[Value]:
        """What the name of a function denotes once its decorators have run."""
        known = self._functions.known(node)
        if known is None:
            known = self.memo.find(decorators.decorated, node, lambda: self._decorated(node), frozenset((Function(node),)))
        return known

    def _decorated(self, node: nodes.FunctionDef) -> frozenset[Value]:
        with self.faults.isolated(node, on_demand=True):
            return decorators.decorated(self, Evaluator(self, names.enclosing(node) or node.root()), node)
        self.memo.relies_on(0)
        return UNKNOWN

    def makes_graphs(self, node: nodes.NodeNG) -> bool:
        """Whether a function may return graph functions or decorators that make them: it names one of their makers."""
        return node in self.index(node.root()).makers

    def detached(self, expression: nodes.NodeNG, scope: Scope | None) -> frozenset[Value]:
        """The values of an expression that stands apart from the flow of statements: a default, a base, an annotation."""
        if scope is None:
            return UNKNOWN
        if expression in self._detached:  # a default that calls its own function: ``def f(x=f()):``
            self.memo.relies_on(self._detached[expression])
            return UNKNOWN
        self._detached[expression] = self.memo.depth
        try:
            return Evaluator(self, scope).evaluate(expression)
        finally:
            del self._detached[expression]

    def apply(self, evaluator: Evaluator, event: Call) -> frozenset[Value]:
        """What a call returns."""
        return results.returned(self, evaluator, event)
