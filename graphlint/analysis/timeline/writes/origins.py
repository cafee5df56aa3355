"""What a value is made of within one scope: local names, and what is made anew there. Two calls are told apart by it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import FUNCTIONS, Scope
from graphlint.analysis.values.places import External
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Names of local variables, parameters among them, and nodes that make objects anew.
Origins = frozenset[object]
NOTHING: Origins = frozenset()
#: Attributes that hold variables: TensorFlow does not trace again for others of the same shapes.
_VARIABLES = frozenset({"trainable_variables", "trainable_weights", "variables", "weights"})
_SHAPES = frozenset({"shape", "dtype"})
#: Where Keras has classes whose objects have no state: another loss of the same kind is as good.
_FUNCTIONS = ("keras.losses.", "keras.regularizers.", "keras.constraints.")


class ShapeOf(NamedTuple):
    """The shape or type of what a value is made of: a trace tells two tensors apart by it alone."""

    origin: object


def is_made(origin: object) -> bool:
    """Whether it is what makes an object anew."""
    return isinstance(origin, nodes.NodeNG)


def parts_of(origins: Origins) -> Origins:
    """What the parts or results of an object are made of: another object need not have others."""
    return frozenset(origin for origin in origins if not is_made(origin))


def tells(run: Origins, setting: Origins) -> bool:
    """Whether another value of what is set comes with another argument of the graph function, which is traced anew for it."""
    if any(map(is_made, run)):
        return True
    return bool(setting) and all(one in run or isinstance(one, ShapeOf) and one.origin in run for one in setting)


def origins(program: Program, parts: Iterable[nodes.NodeNG], scope: Scope, line: int) -> Origins:
    """What some expressions are made of that are computed in a line of a scope."""
    return _Search(program, scope, line).of_all(parts)


def assigned_origins(program: Program, parts: Iterable[nodes.NodeNG], scope: Scope, line: int) -> Origins:
    """The same of what is put into a place: an object with variables of its own is another one each time."""
    search = _Search(program, scope, line)
    return NOTHING.union(*(search.of(part) | ({part} if search.has_state(part) else NOTHING) for part in parts))


class _Search:
    def __init__(self, program: Program, scope: Scope, line: int) -> None:
        self.program = program
        self.scope = scope
        self.line = line
        self._active: set[str] = set()
        self._known: dict[str, Origins] = {}

    @cached_property
    def _stored(self) -> dict[str, list[nodes.AssignAttr]]:
        """What the scope assigns to attributes, by their names."""
        found: dict[str, list[nodes.AssignAttr]] = {}
        for target in self.scope.nodes_of_class(nodes.AssignAttr):
            found.setdefault(target.attrname, []).append(target)
        return found

    def of_all(self, parts: Iterable[nodes.NodeNG | None]) -> Origins:
        return NOTHING.union(*(self.of(part) for part in parts if part is not None))

    def of(self, expression: nodes.NodeNG) -> Origins:
        match expression:
            case nodes.Name(name=name):
                return self._of_name(name)
            case nodes.Lambda():
                return frozenset((expression,))
            case nodes.Call():
                return self._of_call(expression)
            case nodes.Attribute(attrname=name, expr=whole):
                if name in _VARIABLES:
                    return parts_of(self.of(whole))
                if name in _SHAPES:
                    return frozenset(one if isinstance(one, ShapeOf) else ShapeOf(one) for one in parts_of(self.of(whole)))
                bound = self._bound(expression)
                return self.of_all(bound) if bound else self.of(whole)
        return self.of_all(expression.get_children())

    def _of_name(self, name: str) -> Origins:
        if name not in self._known and name not in self._active:
            self._known[name] = self._find(name)
        return self._known.get(name, NOTHING)

    def _find(self, name: str) -> Origins:
        if name not in self.scope.locals or _receives(self.scope, name):
            return NOTHING
        bindings = [one for one in self.scope.locals[name] if one.lineno <= self.line]
        if all(isinstance(one, (nodes.Import, nodes.ImportFrom)) for one in bindings):
            return NOTHING  # what a module computes is made of what it is given
        if any(isinstance(one, nodes.FunctionDef) for one in bindings):
            return frozenset(bindings)  # another function for each call
        made = [(one, names.assigned(one)) for one in bindings]
        self._active.add(name)
        found = self.of_all(value for _, value in made)
        found |= self.of_all(branch.test for one, value in made if value is not None for branch in blocks.deciding(one))
        found |= parts_of(self.of_all(_taken_from(one) for one, value in made if value is None))
        self._active.discard(name)
        is_given = isinstance(self.scope, FUNCTIONS) and name in self.scope.argnames()
        return found | {name} if is_given or not found or any(value is None for _, value in made) else found

    def _bound(self, read: nodes.Attribute) -> list[nodes.NodeNG]:
        """What the scope has put into an attribute before it reads that."""
        shown = read.as_string()
        targets = (one for one in self._stored.get(read.attrname, ()) if one.lineno < read.lineno)
        return [value for one in targets if one.as_string() == shown and (value := names.assigned(one)) is not None]

    def _of_call(self, call: nodes.Call) -> Origins:
        given = self.of_all((*call.args, *(keyword.value for keyword in call.keywords)))
        if not names.names_class(call.func):
            return parts_of(given | self.of(call.func) | self._of_own(call))
        if self._is_external(call, _is_variable):
            # Another shape is computed; what there is already is of one shape, and another one of it is not traced anew.
            return NOTHING if call.args and isinstance(call.args[0], (nodes.Name, nodes.Attribute)) else parts_of(given)
        return given if self._is_external(call, _is_function) else parts_of(given) | {call}

    def _of_own(self, call: nodes.Call) -> Origins:
        """What the attributes of an object are made of so far that a method of it reads, which is called."""
        owner = call.func.expr if isinstance(call.func, nodes.Attribute) else None
        if not isinstance(owner, nodes.Name) or not _receives(self.scope, owner.name) or owner.name in self._active:
            return NOTHING
        methods = [one for one in self.scope.parent.locals.get(call.func.attrname, ()) if isinstance(one, nodes.FunctionDef)]
        read = {one.attrname for method in methods for one in method.nodes_of_class(nodes.Attribute)}
        targets = [one for name in sorted(read.intersection(self._stored)) for one in self._stored[name] if one.lineno < call.lineno]
        self._active.add(owner.name)
        found = self.of_all(names.assigned(one) for one in targets if isinstance(one.expr, nodes.Name) and one.expr.name == owner.name)
        self._active.discard(owner.name)
        return found

    def has_state(self, part: nodes.NodeNG) -> bool:
        """Whether a call makes an object that has a state of its own: variables, an optimizer, a layer."""
        return self._is_external(part, _has_state)

    def _is_external(self, call: nodes.NodeNG, asked: Callable[[str], bool]) -> bool:
        """Whether a call makes an object of a library's, of a kind that is asked for."""
        made = self.program.detached(call.func, self.scope) if isinstance(call, nodes.Call) else ()
        return any(isinstance(one, External) and asked(one.name) for one in made)


def _receives(scope: Scope, name: str) -> bool:
    return isinstance(scope, FUNCTIONS) and classes.receives(scope, name)


def _taken_from(binding: nodes.NodeNG) -> nodes.NodeNG | None:
    """What a loop takes a variable from, or what a managed block is entered by."""
    statement = binding.statement()
    if isinstance(statement, nodes.For) and (statement.target is binding or statement.target.parent_of(binding)):
        return statement.iter
    managers = statement.items if isinstance(statement, nodes.With) else ()
    return next((manager for manager, target in managers if target is not None and (target is binding or target.parent_of(binding))), None)


def _has_state(name: str) -> bool:
    meaning = frameworks.meaning(name)
    return meaning is not None and Kind.CREATE_VARIABLE in (meaning.effect, meaning.called)


def _is_variable(name: str) -> bool:
    return frameworks.canonical(name) == "tensorflow.Variable"


def _is_function(name: str) -> bool:
    return frameworks.canonical(name).startswith(_FUNCTIONS)
