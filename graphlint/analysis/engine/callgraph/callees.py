"""Which functions a call may reach: methods, inheritance, partials, closures, lambdas."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, INFERENCE, Confidence

from graphlint import frameworks
from graphlint.analysis.engine.activation import returned
from graphlint.analysis.engine.heap.classes import (
    MAX_DEPTH,
    ancestors,
    bound,
    class_members,
    contents,
    external_bases,
    is_keras,
    kinds,
    members,
    members_of,
    objects,
    of_program,
    receives,
)
from graphlint.analysis.engine.heap.subclasses import overrides
from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import (
    Argument,
    Attribute,
    Bound,
    Class,
    Const,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Param,
    Partial,
    Result,
    Super,
    Unknown,
    Value,
    Variable,
    attribute,
    join,
    ordered,
    root,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program


#: A parameter that is given more functions than this, in all of the program, may be any of them: which one, only the call tells.
_MAX_GIVEN = 1
#: A graph function has a graph for each that it is given.
_MAX_TRACED = 4
#: More methods than this that are called by a name put together are not all looked at.
_MAX_ALIKE = 12


@dataclass(frozen=True, slots=True)
class Callee:
    """Something that a call may reach: code of the program, a name of a framework, or a method of a kind of object."""

    confidence: Confidence
    function: Function | None = None
    receiver: Value | None = None
    arguments: tuple[Argument, ...] = ()
    """Those that a partial gives before the call's own."""
    name: str | None = None
    """Dotted name of something external; the method's name where there is a kind."""
    kind: str | None = None
    graph: Graph | None = None
    """The graph function that the call goes through."""
    is_one_of: bool = False
    """It is one of several in a container, or that calls give: the arguments may be meant for another one."""


def weaker(first: Confidence, second: Confidence) -> Confidence:
    order = (HIGH, CONTROL_FLOW, INFERENCE)
    return max(first, second, key=order.index)


def is_put_back(program: Program, target: nodes.NodeNG) -> bool:
    """Whether what is assigned is the object that was there: ``self.encoder = self.encoder.subset(features)``, which returns itself."""
    call, shown = names.assigned(target), target.as_string()
    if not isinstance(call, nodes.Call) or not isinstance(call.func, nodes.Attribute) or call.func.expr.as_string() != shown:
        return False
    found = callees(program, program.detached(call.func, names.function_scope(target)))
    methods = [one.function.node for one in found if one.function is not None and isinstance(one.function.node, nodes.FunctionDef)]
    given = [(one, back.value) for one in methods for back in names.returns(one)]
    return bool(given) and all(isinstance(value, nodes.Name) and receives(one, value.name) for one, value in given)


def _weakened(callee: Callee, confidence: Confidence) -> Callee:
    weakest = weaker(callee.confidence, confidence)
    return callee if weakest is callee.confidence else replace(callee, confidence=weakest)


def getters(program: Program, place: Attribute) -> list[Callee]:
    """The functions of properties that reading an attribute calls."""
    found = _callees(program, place, 0)
    return [callee for callee in found if callee.function is not None and names.decoration(callee.function.node) == "property"]


def callees(program: Program, values: frozenset[Value]) -> list[Callee]:
    """All that calling one of the values may reach; several callees are a matter of control flow."""
    if not program.is_at_rest:
        return _reached(program, values)
    known = program.callees.get(values)
    if known is None:
        known = program.callees[values] = _reached(program, values)
    return known


def _reached(program: Program, values: frozenset[Value]) -> list[Callee]:
    found: list[Callee] = []
    for value in ordered(values):
        for callee in _callees(program, value, 0):
            for reached in _past_property(program, callee):
                if reached not in found:
                    found.append(reached)
    if len(found) > 1:
        found = [_weakened(callee, CONTROL_FLOW) for callee in found]
    return found


#: The methods, by class and name, that were looked up on the way to a value: one that leads to itself adds nothing.
Path = tuple[tuple[nodes.ClassDef, str], ...]


def _past_property(program: Program, callee: Callee) -> Iterator[Callee]:
    """The callee, or, where it is the function of a property, what calling the property's value reaches."""
    function = callee.function
    if function is None or callee.receiver is None or names.decoration(function.node) != "property":
        yield callee
        return
    for value in ordered(program.read(Bound(function, callee.receiver))):
        for reached in _callees(program, value, 1):
            yield _weakened(reached, callee.confidence)


def _callees(program: Program, value: Value, depth: int, path: Path = ()) -> Iterator[Callee]:
    if depth > MAX_DEPTH:
        return
    match value:
        case External(name):
            yield Callee(HIGH, name=name)
        case Function():
            yield Callee(HIGH, function=value)
        case Bound(function, receiver):
            yield Callee(HIGH, function=function, receiver=receiver)
        case Partial(target, arguments):
            for callee in _callees(program, target, depth + 1, path):
                yield replace(callee, arguments=arguments + callee.arguments)
        case Graph(target):
            for callee in _callees(program, target, depth + 1, path):
                yield replace(callee, graph=callee.graph or value)
        case Class(node):
            instance = Fresh(node, node)
            for method in members(program, node, "__init__"):
                yield from _callees(program, bound(method, instance), depth + 1, path)
        case Attribute(base, name):
            yield from _methods(program, base, name, depth, path)
        case Fresh(kind) if isinstance(kind, nodes.ClassDef):
            names_ = ("__call__", "call") if is_keras(program, kind) else ("__call__",)
            for name in names_:
                methods = members(program, kind, name)
                for method in methods:
                    yield from _callees(program, bound(method, value), depth + 1, path)
                if methods:
                    break
        case Fresh(kind) if isinstance(kind, str):
            yield Callee(INFERENCE, name="__call__", kind=kind, receiver=value)
        case Param(scope, name) if receives(scope, name):
            made = names.decoration(scope) == "classmethod"
            called = Class(scope.parent) if made else Attribute(value, "__call__")
            yield from _callees(program, called, depth + 1, path)
        case Variable() | Item() | Param() | Result():
            given = ordered(contents(program, value))
            held = [one for one in given if not isinstance(one, (Unknown, Const))]
            if _is_of_closure(program, value) and (len(given) > 1 or root(value).scope in program.truncated):
                return  # a closure has been given one of them: which, is not followed
            if isinstance(value, Param) and len(_functions(program, held)) > (_MAX_TRACED if _is_of_root(program, value.scope) else _MAX_GIVEN):
                return
            # `layer_of(cls_or_layer)` returns what it is given or makes one of it: what is called in the end is an object.
            is_made = isinstance(value, Result) and any(isinstance(one, Fresh) for one in objects(program, value))
            for content in held:
                for callee in _callees(program, content, depth + 1, path):
                    if is_made and isinstance(callee.receiver, Fresh) and callee.receiver.kind is callee.receiver.node:
                        continue
                    # An object that a variable holds is the variable's: it is not made by the call.
                    own = _is_made(content, callee)
                    receiver = (_as_made(value, content) if len(held) > 1 else value) if own else callee.receiver
                    one_of = callee.is_one_of or isinstance(value, (Item, Param)) and len(held) > 1
                    yield replace(callee, confidence=INFERENCE, receiver=receiver, is_one_of=one_of)


def _is_of_closure(program: Program, value: Value) -> bool:
    """Whether it is what the function around a closure was given, or an item of that: not of graph functions, of which each is made."""
    while isinstance(value, Item):
        value = value.base
    if not isinstance(value, (Param, Variable)) or not isinstance(value.scope, nodes.FunctionDef) or value.name not in value.scope.argnames():
        return False
    return not isinstance(value.scope.parent, nodes.ClassDef) and not _is_of_root(program, value.scope)


def _is_of_root(program: Program, scope: nodes.FunctionDef) -> bool:
    """Whether it is a graph function, or one is made anew at each of its calls."""
    return scope in program.roots or scope in program.makers


def _is_made(value: Value, callee: Callee) -> bool:
    """Whether a value is an object that is made where a place is assigned, and a callee its method."""
    if isinstance(value, Result):
        return callee.receiver == value
    return isinstance(value, Fresh) and isinstance(value.kind, nodes.ClassDef)


def _functions(program: Program, held: list[Value]) -> set[nodes.NodeNG]:
    """The functions among some values, and those that attributes and variables among them hold."""
    found = join(*(objects(program, one) for one in held))
    return {getattr(one, "function", one).node for one in found if isinstance(one, (Function, Bound))}


def _methods(program: Program, base: Value, name: str, depth: int, path: Path) -> Iterator[Callee]:
    if isinstance(base, Super):
        for method in dict.fromkeys(one for family in _after(program, base) for one in class_members(program, family, name)):
            yield from _callees(program, bound(method, base.receiver), depth + 1, path)
        return
    if isinstance(base, Class):
        for method in class_members(program, ancestors(program, base.node), name):
            if isinstance(method, Function) and names.decoration(method.node) == "classmethod":
                method = Bound(method, base)
            yield from _callees(program, method, depth + 1, path)
        return
    known = kinds(program, base)
    if not known:
        if not isinstance(base, Fresh):
            module = _module(program, base)
            yield Callee(INFERENCE, name=name, receiver=base) if module is None else Callee(INFERENCE, name=f"{module}.{name}")
        return
    direct = isinstance(base, Param) or (isinstance(base, Variable) and isinstance(base.scope, nodes.FunctionDef))
    # An object that is made in sight is of its very class, not of a subclass.
    exact = not isinstance(base, Param) and any(isinstance(held, Fresh) for held in (base, *contents(program, base)))
    for kind in known:
        if isinstance(kind, str):
            yield Callee(INFERENCE, name=name, receiver=base, kind=kind)
            continue
        if (kind, name) in path:
            for method in members(program, kind, name):
                if isinstance(method, Function):  # `self.step = tf.function(self.step)` wraps the method that is there
                    yield from _callees(program, bound(method, base), depth + 1, path)
            continue
        path_here = (*path, (kind, name))
        if "*" in name:
            for method in _alike(program, kind, name):
                for callee in _callees(program, bound(method, base), depth + 1, path_here):
                    yield replace(callee, confidence=CONTROL_FLOW, is_one_of=True)
            continue
        mine = _as_of(base, kind) if len(known) > 1 else base
        methods = members_of(program, kind, Attribute(mine, name))
        if not methods:
            if delegate := _delegate(program, kind, base):
                yield from _methods(program, delegate, name, depth + 1, path_here)
                continue
            yield from _inherited(program, kind, base, name)
        untold = len(methods) > 1 and any(_is_untold(program, method) for method in methods)
        for method in methods:
            # A method of `self` is found by its name; that of another object by what the object is.
            sure = HIGH if direct and isinstance(method, (Function, Graph)) else INFERENCE
            for callee in _callees(program, bound(method, mine), depth + 1, path_here):
                if _is_made(method, callee):
                    held_there = attribute(mine, name)
                    callee = replace(callee, receiver=_as_made(held_there, method) if len(methods) > 1 else held_there)
                if untold or isinstance(method, Param) and isinstance(root(base), Fresh):
                    callee = replace(callee, is_one_of=True)  # what this very object was given is not followed
                yield _weakened(callee, sure)
        # Of what may be of several classes, no subclass is surely at work.
        further = [] if exact else overrides(program, kind, name, methods if len(known) == 1 else [])
        if not methods and len(further) > 1 and not isinstance(base, Param):
            continue  # its class has no such method, and several of the subclasses have: whose it is cannot be told
        for override in further:
            for callee in _callees(program, bound(override, _as_subclass(base, override)), depth + 1, path_here):
                near = callee.function is not None and callee.function.node.root() is kind.root()
                yield _weakened(callee, CONTROL_FLOW if near else INFERENCE)


def _as_of(place: Value, cls: nodes.ClassDef) -> Value:
    """What a place holds, which may be of several classes, as of one: its methods see the attributes of that class alone.

    Of parts of what is taken as of one class already, the classes are not told apart: the ways would multiply.
    """
    own = place
    while isinstance(own, (Attribute, Item)):
        own = own.base
        if getattr(own, "cls", None) is not None:
            return place
    return replace(place, cls=cls) if isinstance(place, (Attribute, Item)) else place


def _as_subclass(place: Value, override: Value) -> Value:
    """The object of a method, as one of the subclass that has another method in its place: this sees what the subclass sets."""
    cls = override.node.parent if isinstance(override, Function) else None
    is_own = isinstance(place, Param) and place.cls is None and receives(place.scope, place.name)
    return replace(place, cls=cls) if is_own and isinstance(cls, nodes.ClassDef) else place


def _as_made(place: Value, held: Value) -> Value:
    """What a place holds, as one of the objects that may be there."""
    return _as_of(place, held.kind) if isinstance(held, Fresh) and isinstance(held.kind, nodes.ClassDef) else place


def _module(program: Program, place: Value, depth: int = 0) -> str | None:
    """The name of the module that a place holds, or a part of it: ``self.np = numpy``, ``self.np.random``."""
    held = contents(program, place)
    if len(held) == 1:
        (value,) = held
        return value.name if isinstance(value, External) else None
    inner = _module(program, place.base, depth + 1) if isinstance(place, Attribute) and not held and depth < MAX_DEPTH else None
    return None if inner is None else f"{inner}.{place.name}"


def _is_untold(program: Program, value: Value, depth: int = 0) -> bool:
    """Whether it is an argument of which no call in sight, or not each, tells what it is."""
    if not isinstance(value, Param) or depth > MAX_DEPTH:
        return isinstance(value, (Param, Unknown))
    given = [one for one in contents(program, value) if one != value and not isinstance(one, Const)]
    return not given or any(_is_untold(program, one, depth + 1) for one in given)


def _after(program: Program, base: Super) -> Iterator[list[nodes.ClassDef]]:
    """The classes in which ``super()`` looks, nearest first: what comes after a class depends on whose method it runs."""
    families = [ancestors(program, kind) for kind in of_program(program, base.receiver)]
    families = [family for family in families if base.cls in family] or [ancestors(program, base.cls)]
    for family in families:
        yield family[family.index(base.cls) + 1 :]


def _alike(program: Program, cls: nodes.ClassDef, pattern: str) -> list[Value]:
    """The methods of a class whose names begin and end as a name does that is put together when it is looked up."""
    first, _, last = pattern.partition("*")
    by_name = {name: None for one in ancestors(program, cls) for name, held in one.locals.items() if isinstance(held[-1], nodes.FunctionDef)}
    alike = [name for name in by_name if name.startswith(first) and name.endswith(last) and len(name) > len(first) + len(last)]
    return [method for name in alike[:_MAX_ALIKE] for method in members(program, cls, name)]


def _delegate(program: Program, cls: nodes.ClassDef, base: Value) -> Value | None:
    """The attribute in which an object looks for what it has not got: ``def __getattr__(self, name): return getattr(self.env, name)``."""
    for method in members(program, cls, "__getattr__"):
        node = method.node if isinstance(method, Function) else None
        for call in node.nodes_of_class(nodes.Call) if node is not None else ():
            match call:
                case nodes.Call(func=nodes.Name(name="getattr"), args=[nodes.Attribute(expr=nodes.Name(name=own), attrname=held), nodes.Name(name=asked), *_]):
                    if [own, asked] == node.argnames()[:2]:
                        return attribute(base, held)
    return None


def _inherited(program: Program, cls: nodes.ClassDef, base: Value, name: str) -> Iterator[Callee]:
    """A method that a class of the program inherits from a framework's."""
    for external in external_bases(program, cls):
        if frameworks.meaning(f"{external}.{name}") is not None:
            yield Callee(HIGH, name=f"{external}.{name}", receiver=base)


def results(program: Program, callee: Callee, arguments: tuple[Argument, ...]) -> frozenset[Value]:
    """What a function of the program returns for some arguments."""
    function = callee.function
    assert function is not None
    return returned(program, function, callee.receiver, arguments)


def is_custom_gradient(program: Program, function: nodes.NodeNG) -> bool:
    """Whether a function is given to `tf.custom_gradient`: what it returns second is traced, for the gradient."""
    for use in program.index(function.root()).uses.get("custom_gradient", ()):
        if isinstance(use.parent, nodes.Decorators):
            if use.parent.parent is function:
                return True
        elif names.is_called(use) and use.parent.args:
            given = use.parent.args[0]
            if given is function or (isinstance(given, nodes.Name) and given.name == getattr(function, "name", None)):
                return True
    return False
