"""All that the analysis knows about a program: indexes and summaries, each made once, when it is first asked for."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine import decorators, results
from graphlint.analysis.engine.evaluate import Evaluator
from graphlint.analysis.engine.faults import Faults, assumed
from graphlint.analysis.engine.heap import classes, provenance
from graphlint.analysis.engine.summarise import Summariser
from graphlint.analysis.program import keras_generation
from graphlint.analysis.program.modules import Modules
from graphlint.analysis.program.relevance import Relevance
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope
from graphlint.analysis.values.conditions import is_other_way
from graphlint.analysis.values.events import Call, Summary
from graphlint.analysis.values.places import (
    UNKNOWN,
    Argument,
    Attribute,
    Bound,
    Class,
    Const,
    Entry,
    External,
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
    ordered,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.callgraph.callees import Callee
    from graphlint.analysis.engine.callgraph.callers import CallSite

#: Summaries that need one another are followed this far: Python's stack is bounded.
_MAX_SUMMARIES = 8
#: From the parameter of one function to what callers give, and on from there, as often as this.
_MAX_ORIGINS = 6
#: More modules than this are not looked into for one linted module.
_MAX_MODULES = 400


#: What traces functions: `tf.function`, the methods of `tf.data.Dataset`, Keras.
CONTEXTS = frozenset({"function", "dataset", "keras"})


class Program:
    """Caches by node: nothing is global, nothing is keyed by a name. Lives as long as the checker's run over a module."""

    def __init__(
        self,
        graph_decorators: frozenset[str] = frozenset(),
        relevance: Relevance | None = None,
        contexts: frozenset[str] = CONTEXTS,
        keras_version: int = 3,
    ) -> None:
        self.graph_decorators = graph_decorators
        self.contexts = contexts
        self._keras_version = keras_version
        self.faults = Faults(self)
        self.relevance = Relevance(Modules(), graph_decorators) if relevance is None else relevance
        self.modules = self.relevance.modules
        #: The module that is being linted.
        self.linted: nodes.Module | None = None
        #: The functions in it that something traces.
        self.roots: set[Scope] = set()
        #: The functions around these: each of their calls makes another one.
        self.makers: set[Scope] = set()
        #: Arguments of graph functions that are known to be tensors, and those that are structures of tensors.
        self.tensors: set[Value] = set()
        self.structures: set[Value] = set()
        #: What is being done just now.
        self._depth = self._followed = 0
        self._is_taking = False
        self._starring: set[str] = set()
        self._detached: set[nodes.NodeNG] = set()
        #: The classes whose bases are looked for.
        self.deriving: set[nodes.ClassDef] = set()
        self.forget()

    def forget(self) -> None:
        """Begins anew with all that is found out on demand: what an error has interrupted is there by half."""
        self._generations: dict[nodes.Module, int] = {}
        #: The files that are looked into because they import another one.
        self.importers: set[str] = set()
        self.heirs: dict[nodes.ClassDef, tuple[list[str], list[nodes.Module]]] = {}
        #: Of functions whose calls were looked for in the whole program.
        self.call_sites: dict[nodes.FunctionDef, list[CallSite]] = {}
        #: Those of them that may have more calls than were looked at.
        self.truncated: set[Scope] = set()
        #: What calls give for parameters, and how many calls that is away from what is asked for.
        self.given_for: dict[tuple[Value, int], frozenset[Value]] = {}
        self._entered: set[str] = set()
        self._indexes: dict[nodes.Module, Index] = {}
        self._summaries: dict[Scope, Summary] = {}
        self._functions: dict[nodes.FunctionDef, frozenset[Value]] = {}
        self._lookups: dict[tuple[Scope, str], frozenset[Value]] = {}
        self.properties: dict[nodes.ClassDef, set[str]] = {}
        self.inherited_stores: dict[nodes.ClassDef, set[str]] = {}
        self.bases: dict[nodes.ClassDef, list[Value]] = {}
        self.ancestors: dict[nodes.ClassDef, list[nodes.ClassDef]] = {}
        self.constructor_fields: dict[nodes.ClassDef, list[str]] = {}
        self.external_bases: dict[nodes.ClassDef, list[str]] = {}
        self.members: dict[tuple[nodes.ClassDef, str], list[Value]] = {}
        self.calls_seen: dict[tuple[Call, nodes.ClassDef], Call] = {}
        """Calls in methods of a base, as an object of a subclass makes them."""
        self.kinds: dict[tuple[Value, int], list[str | nodes.ClassDef]] = {}
        #: Calls in functions, as activations of these make them.
        self.given_calls: dict[tuple[Call, frozenset[Value], tuple[Argument, ...]], Call] = {}
        self.callees: dict[frozenset[Value], list[Callee]] = {}
        self._own_kinds: dict[Value, list[str | nodes.ClassDef]] = {}
        self._settings: dict[Attribute, Value] = {}
        self._origins: dict[Value, frozenset[Value]] = {}
        self._computed: dict[Attribute, bool] = {}
        self._special: dict[nodes.Module, frozenset[str]] = {}
        self._outside: dict[nodes.Module, frozenset[str]] = {}

    def anew(self) -> Program:
        """The same program, with nothing found out yet: for another linted module."""
        return Program(self.graph_decorators, self.relevance, self.contexts, self._keras_version)

    def index(self, module: nodes.Module) -> Index:
        index = self._indexes.get(module)
        if index is None:
            index = self._indexes[module] = self.relevance.whole_index(module)
        return index

    def special_methods(self, module: nodes.Module) -> frozenset[str]:
        """Names of special methods that classes define in a module, or in those of the program that it imports from."""
        known = self._special.get(module)
        if known is None:
            known = self._special[module] = self.relevance.special_methods(module)
        return known

    def keras_version(self, module: nodes.Module) -> int:
        """The generation of Keras that a module is written for: that of the option, unless the module tells."""
        known = self._generations.get(module)
        if known is None:
            is_older = keras_generation.is_for_keras_2(module, self.index(module)) or self.relevance.builds_on_keras_2(module)
            known = self._generations[module] = 2 if is_older else self._keras_version
        return known

    @property
    def is_settled(self) -> bool:
        """Whether no summary is being made: what is found out now stays as it is."""
        return self._depth == 0

    @property
    def is_at_rest(self) -> bool:
        """Whether, besides, nothing is followed to where it comes from: how far that goes depends on where it began."""
        return self._depth == 0 and self._followed == 0

    def summary(self, scope: Scope) -> Summary:
        """The effects of a scope. One that is being made just now holds what came so far; one too far away is empty."""
        known = self._summaries.get(scope)
        if known is not None:
            return known
        if self._depth >= _MAX_SUMMARIES or isinstance(scope, nodes.ComprehensionScope):
            return Summary()  # what a comprehension does is part of the summary of the function around it
        summariser = Summariser(self, scope)
        self._depth += 1
        try:
            with self.faults.isolated(scope, on_demand=True), assumed(self._summaries, scope, summariser.summary):
                return summariser.run()
        finally:
            self._depth -= 1
        return self._summaries.setdefault(scope, Summary())  # of what could not be analysed

    # Names

    def is_graph_decorator(self, name: str) -> bool:
        if name in self.graph_decorators:
            return True
        meaning = frameworks.meaning(name)
        return meaning is not None and meaning.graph

    def lookup(self, scope: Scope, name: str) -> frozenset[Value]:
        """What a name denotes in a scope, without regard to the order of statements."""
        key = (scope, name)
        if key not in self._lookups:
            with assumed(self._lookups, key, UNKNOWN):  # a decorator may name what it decorates
                self._lookups[key] = self._lookup(scope, name)
        return self._lookups[key]

    def _lookup(self, scope: Scope, name: str) -> frozenset[Value]:
        index = self.index(scope.root())
        found = index.find(scope, name)
        if found is None:
            values = self._starred(index, name)
            if values is not None:
                return values
            dotted = index.without_binding(name)
            return UNKNOWN if dotted is None else frozenset((External(dotted),))
        owner, bindings = found
        if wrapper := self.named_wrapper(owner, name):
            return wrapper
        if all(isinstance(binding, nodes.FunctionDef) for binding in bindings):
            if len({binding.parent for binding in bindings}) == 1:
                bindings = bindings[-1:]  # defined again: the last one stays
        if len(bindings) > 1 and isinstance(owner, nodes.Module):
            bindings = [one for one in bindings if not self.is_of_another_framework(one)] or bindings
        values: set[Value] = set()
        for binding in bindings:
            match binding:
                case nodes.FunctionDef():
                    found = self.function_value(binding)
                    # An object that a decorator has put in the place of the function is the variable's.
                    values |= {Variable(owner, name)} if any(isinstance(value, Fresh) for value in found) else found
                case nodes.ClassDef():
                    values.add(Class(binding))
                case nodes.Import() | nodes.ImportFrom():
                    values |= self.imported(binding, name)
                case _:
                    values |= self._alias(owner, binding, bindings) or {Variable(owner, name)}
        if len(values) > 1 and all(isinstance(binding, (nodes.Import, nodes.ImportFrom)) for binding in bindings):
            # From TensorFlow on one path, and a twin for another backend on the other: in a graph it is TensorFlow's.
            values = {value for value in values if self._is_tensorflows(value)} or values
        return frozenset(values) or UNKNOWN

    def _alias(self, owner: Scope, binding: nodes.NodeNG, bindings: list[nodes.NodeNG]) -> frozenset[Value]:
        """A part of a framework, or of the program, that a module gives a name to: ``layers = tf.keras.layers``."""
        if len(bindings) > 1 or not isinstance(owner, nodes.Module):
            return frozenset()
        value = names.assigned(binding)
        if not isinstance(value, nodes.Attribute):
            return frozenset()
        held = self.detached(value, owner)
        known = all(isinstance(value, (Function, Class, Module)) or isinstance(value, External) and frameworks.is_known(value.name) for value in held)
        return held if known else frozenset()

    def is_of_another_framework(self, binding: nodes.NodeNG) -> bool:
        """Whether a statement of a module or function runs where another framework is at work: ``if backend() == "jax":``."""
        node, at_top = binding, isinstance(names.function_scope(binding), nodes.Module)
        while not isinstance(node.parent, (nodes.Module, *FUNCTIONS, nodes.ClassDef)):
            node, inner = node.parent, node
            if isinstance(node, nodes.If) and inner is not node.test and (at_top or _names_way(node.test)):
                condition = Evaluator(self, names.function_scope(node)).condition(node.test)
                if is_other_way(condition, inner in node.body):
                    return True
        return False

    def _is_tensorflows(self, value: Value) -> bool:
        """Whether something is TensorFlow's own, or of a module that imports it."""
        if isinstance(value, External):
            return frameworks.is_tensorflow(value.name)
        if isinstance(value, Module):
            if not self.relevance.imports_tensorflow(value.path):
                return False
            module = self.module(value.path)
            return module is not None and names.imports_tensorflow(module)
        return isinstance(value, (Function, Class)) and names.imports_tensorflow(value.node.root())

    # Modules

    def imported(self, binding: nodes.Import | nodes.ImportFrom, name: str) -> frozenset[Value]:
        """What an import binds to a name: a part of the program, or a dotted name outside it."""
        path = self.imported_file(binding, name)
        if path is not None and isinstance(binding, nodes.Import):
            return frozenset((Module(path),))
        if path is not None:
            for real, local in binding.names:
                # astroid binds all public names of a module that is imported by its star, whatever `__all__` says.
                if (local or real) == name or real == "*" and self._is_public(path, name):
                    found = self.member(path, name if real == "*" else real)
                    if found != UNKNOWN or real not in names.REEXPORTED:
                        return found  # else a module that sets its own attributes as it runs
        dotted = names.imported(binding, name)
        return UNKNOWN if dotted is None else frozenset((External(dotted),))

    def imported_file(self, binding: nodes.Import | nodes.ImportFrom, name: str) -> str | None:
        """The module of the program that an import takes a name from, or binds to it."""
        importer = self.modules.path(binding.root())
        if importer is None:
            return None
        if isinstance(binding, nodes.ImportFrom):
            return self.modules.resolve(importer, binding.modname, binding.level)
        dotted = names.imported(binding, name)
        return None if dotted is None else self.modules.resolve(importer, dotted, None)

    def module(self, path: str) -> nodes.Module | None:
        if path not in self._entered and len(self._entered) >= _MAX_MODULES:
            return None
        self._entered.add(path)
        return self.modules.load(path)

    def member(self, path: str, name: str) -> frozenset[Value]:
        """What ``module.name`` denotes: a name of the module, or a module of the package."""
        module = self.module(path)
        if module is not None and (wrapper := self.named_wrapper(module, name)):
            return wrapper
        if module is not None:
            values = self.lookup(module, name) if name in module.locals else self._starred(self.index(module), name)
            if values is not None and values != UNKNOWN:
                return values
        inner = self.modules.submodule(path, name)
        return UNKNOWN if inner is None else frozenset((Module(inner),))

    def named_wrapper(self, owner: Scope, name: str) -> frozenset[Value]:
        """What an option names a graph decorator, whatever it is that a module has by that name; nothing where it names none."""
        if not self.graph_decorators or self.linted is None or not isinstance(owner, nodes.Module):
            return frozenset()
        importer, path = self.modules.path(self.linted), self.modules.path(owner)
        dotted = self.relevance.wrappers(importer).get((path, name)) if importer is not None and path is not None else None
        return frozenset() if dotted is None else frozenset((External(dotted),))

    def _starred(self, index: Index, name: str) -> frozenset[Value] | None:
        """What a name denotes that ``from … import *`` brings from a module of the program."""
        for star in index.stars:
            path = self.imported_file(star, name)
            if path is None or path in self._starring or self.is_of_another_framework(star):
                continue
            self._starring.add(path)
            try:
                if self._is_public(path, name):
                    values = self.member(path, name)
                    if values != UNKNOWN:
                        return values
            finally:
                self._starring.discard(path)
        return None

    def _is_public(self, path: str, name: str) -> bool:
        module = self.module(path)
        return module is not None and names.is_public(module, name)

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
        known = self._outside.get(module)
        if known is None:
            known = self._outside[module] = self.relevance.assigned_outside(module)
        return known

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
            return self._settings.get(value) or self._setting(value)
        if isinstance(value, Variable) and isinstance(value.scope, nodes.Module) and not self.is_rebound(value):
            held = self.variables(value)
            if len(held) == 1:
                (only,) = held
                if isinstance(only, Const):
                    return only
        return value

    def _setting(self, attribute: Attribute) -> Value:
        found = provenance.setting(self, attribute) or attribute
        if self.is_settled:
            self._settings[attribute] = found
        return found

    def holds_object(self, place: Variable | Attribute) -> bool:
        """Whether all that a place holds is made in sight: never None."""
        held = classes.contents(self, place)
        return bool(held) and all(isinstance(value, Fresh) for value in held)

    def kinds_of(self, value: Value) -> list[str | nodes.ClassDef]:
        """What an object may be, for those that ask whether it is a tensor: where it comes from is not followed."""
        known = self._own_kinds.get(value)
        if known is None:
            followed, self._followed = self._followed, _MAX_ORIGINS
            try:
                known = classes.kinds(self, value, 1)
            finally:
                self._followed = followed
            if self.is_settled:
                self._own_kinds[value] = known
        return known

    def may_be_number(self, value: Value) -> bool:
        """Whether one of the things that a place is assigned is a Python number: ``self.size = int(shape[-1])``."""
        return any(isinstance(held, Scalar) for held in classes.contents(self, value))

    # Where objects come from

    def given(self, parameter: Param) -> frozenset[Value]:
        """What the calls in the program give for a parameter; nothing while a summary is being made."""
        return self._origin(parameter, provenance.given, parameter)

    def fields(self, attribute: Attribute) -> frozenset[Value]:
        """What calls give for a field of a dataclass; nothing while a summary is being made."""
        return self._origin(attribute, provenance.fields, attribute)

    def read(self, getter: Bound) -> frozenset[Value]:
        """What a property gives; nothing while a summary is being made."""
        return self._origin(getter, provenance.read, getter)

    def is_computed(self, attribute: Attribute) -> bool:
        """Whether an attribute is a property that gives a tensor, which it makes when it is read; not while a summary is being made."""
        known = self._computed.get(attribute)
        if known is None and self.is_settled:
            with assumed(self._computed, attribute, False):  # one that reads itself
                known = self._computed[attribute] = provenance.is_computed(self, attribute)
        return bool(known)

    def returned(self, result: Result) -> frozenset[Value]:
        """What a call of the program's own functions returns; nothing while a summary is being made."""
        return self._origin(result, provenance.returned, result)

    def put(self, taken: Item) -> frozenset[Value]:
        """What statements put into the container that an item is of; nothing while a summary is being made."""
        taken = Item(taken.base, taken.key if isinstance(taken.key, Entry) else None)
        return self._origin(taken, provenance.put, taken)

    def keys(self, key: object) -> list[Entry]:
        """The keys of a registry that calls give for a parameter, if all that give any are known; none while a summary is being made."""
        if not isinstance(key, Entry) or not isinstance(key.key, Param):
            return []
        return [Entry(one) for one in ordered(self._origin(Item(key.key, key), provenance.keys, key.key)) if isinstance(one, Const)]

    def taken(self, place: Value) -> frozenset[Value]:
        """What a loop over an object of the program takes from it; nothing while a summary is being made."""
        if self._is_taking:
            return frozenset()  # what an object holds that is itself taken from one is not followed
        self._is_taking = True
        try:
            return self._origin(Attribute(place, "__iter__"), provenance.taken, place)
        finally:
            self._is_taking = False

    def _origin(self, key: Value, find: Callable[[Program, Value], frozenset[Value]], value: Value) -> frozenset[Value]:
        known = self._origins.get(key)
        if known is not None or not self.is_settled or self._followed >= _MAX_ORIGINS:
            return known or frozenset()
        self._followed += 1
        try:
            with assumed(self._origins, key, frozenset()):  # what is found on the way to itself adds nothing
                self._origins[key] = find(self, value)
        finally:
            self._followed -= 1
        return self._origins[key]

    # Functions

    def function_value(self, node: nodes.FunctionDef) -> frozenset[Value]:
        """What the name of a function denotes once its decorators have run."""
        known = self._functions.get(node)
        if known is None:
            evaluator = Evaluator(self, names.enclosing(node) or node.root())
            with self.faults.isolated(node, on_demand=True), assumed(self._functions, node, frozenset((Function(node),))):
                self._functions[node] = decorators.decorated(self, evaluator, node)
            known = self._functions.setdefault(node, UNKNOWN)
        return known

    def makes_graphs(self, node: nodes.NodeNG) -> bool:
        """Whether a function may return graph functions or decorators that make them: it names one of their makers."""
        return node in self.index(node.root()).makers

    def detached(self, expression: nodes.NodeNG, scope: Scope | None) -> frozenset[Value]:
        """The values of an expression that stands apart from the flow of statements: a default, a base, an annotation."""
        if scope is None or expression in self._detached:
            return UNKNOWN  # a default that calls its own function: ``def f(x=f()):``
        self._detached.add(expression)
        try:
            return Evaluator(self, scope).evaluate(expression)
        finally:
            self._detached.discard(expression)

    def apply(self, evaluator: Evaluator, event: Call) -> frozenset[Value]:
        """What a call returns."""
        return results.returned(self, evaluator, event)


def _names_way(test: nodes.NodeNG) -> bool:
    """Whether a test compares a name with a text: what else functions test leads to what they store, and may lead back here."""
    return isinstance(test, nodes.Compare) and isinstance(test.left, nodes.Name) and isinstance(test.ops[0][1], nodes.Const)
