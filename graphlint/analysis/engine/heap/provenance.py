"""Where objects come from that a function is given, that it gets back, or that it takes out of a container."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import HIGH

from graphlint import frameworks
from graphlint.analysis.engine.activation import bind, default, substitute
from graphlint.analysis.engine.callgraph import callees, callers, mentions
from graphlint.analysis.engine.callgraph.reach import OWN_MODULE, PROGRAM, PROGRAM_CALLS
from graphlint.analysis.engine.heap import classes, construction, registries
from graphlint.analysis.engine.heap.subclasses import derived, subclass_modules
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values import scalars, tensors
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import (
    DICTS,
    STRUCTURE,
    TENSOR,
    Argument,
    Attribute,
    Bound,
    Class,
    Const,
    Entry,
    External,
    Fresh,
    Function,
    Item,
    Param,
    Result,
    Scalar,
    Unknown,
    Value,
    Variable,
    const,
    join,
    ordered,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: More uses of a container than this are not looked at.
_MAX_USES = 60
#: Methods that put something into a container -> the position of what they put there.
_PUTS = {"append": 0, "appendleft": 0, "add": 0, "insert": 1, "setdefault": 1, "__setitem__": 1}
#: Methods that take something out of a dict that may be a container itself.
_TAKES = frozenset({"setdefault", "get"})
#: Methods that put the elements of what they are given.
_PUTS_ALL = frozenset({"extend", "extendleft", "update"})


def given(program: Program, parameter: Param) -> frozenset[Value]:
    """What the calls in the program give for a parameter."""
    function = parameter.scope
    if not isinstance(function, nodes.FunctionDef) or classes.receives(function, parameter.name):
        return frozenset()
    is_root = function in program.roots
    # Those of graph functions are tensors, most of all.
    reach = PROGRAM if not is_root or parameter.name in names.called(function) else OWN_MODULE
    sites = callers.call_sites(program, function, reach)
    if not sites:
        return _default_function(program, parameter)
    values = _known(site.parameters.get(parameter.name, frozenset()) - {parameter} for site in sites)
    if is_root:
        return frozenset(found for value in ordered(values) for found in _in_trace(program, value))
    return values


def _default_function(program: Program, parameter: Param) -> frozenset[Value]:
    """The function, or what one returns, that a parameter stands for unless a caller gives another one: none is in sight."""
    return frozenset(value for value in default(program, parameter.scope, parameter.name) if isinstance(value, (External, Function, Result)))


def fields(program: Program, attribute: Attribute) -> frozenset[Value]:
    """What calls give for a field of a class that has its constructor made: a dataclass, a named tuple."""
    found: list[frozenset[Value]] = []
    for cls in classes.kinds(program, attribute.base):
        if isinstance(cls, nodes.ClassDef):
            names_ = classes.fields(program, cls)
            if attribute.name in names_:
                position = names_.index(attribute.name)
                for event in callers.constructions(program, cls, PROGRAM_CALLS):
                    given = [argument for argument in event.arguments if argument.keyword is None]
                    found += [one.values for one in event.arguments if one.keyword == attribute.name]
                    found += [one.values for one in given[position : position + 1]]
    return _known(found)


def setting(program: Program, attribute: Attribute) -> Const | None:
    """The constant that an object is made with for an attribute: the constructor alone sets it, to what it is given."""
    held = classes.objects(program, attribute.base)
    made = [one for one in held if not isinstance(one, Unknown)]
    if len(made) != 1 or not isinstance(made[0], Fresh) or not isinstance(made[0].kind, nodes.ClassDef):
        return None
    cls, node = made[0].kind, made[0].node
    if attribute.name in classes.fields(program, cls) and not _has_constructor(program, cls):
        return _field_setting(program, cls, node, attribute.name) if len(held) == 1 else None  # `replace(config, …)` gives others
    owner = next((one for one in classes.ancestors(program, cls) if names.attribute(one, attribute.name) or attribute.name in one.locals), cls)
    stored = construction.stored_members(owner, attribute.name)
    constructor = names.function_scope(stored[0]) if len(stored) == 1 else None
    makers = [member for member in classes.members(program, cls, "__init__") if isinstance(member, Function)]
    if getattr(constructor, "name", "") != "__init__" or len(makers) != 1:
        return None
    if attribute.name in owner.locals or attribute.name in program.assigned_outside(owner.root()):
        return None
    held = program.summary(constructor).stores.get(stored[0], frozenset())
    for event in program.summary(names.function_scope(node)).calls_of(node):
        frame = _construction(program, makers[0].node, constructor, made[0], event.arguments)
        found = frozenset() if frame is None else substitute(program, held, frame)
        return next(iter(found)) if len(found) == 1 and isinstance(next(iter(found)), Const) else None
    return None


def _construction(
    program: Program, maker: FunctionNode, constructor: FunctionNode, made: Value, arguments: tuple[Argument, ...], before: tuple[FunctionNode, ...] = ()
) -> Frame | None:
    """The activation of a constructor in which one is called that calls it, itself or by others: ``super().__init__(**kwargs)``."""
    frame = Frame(maker, bind(program, maker, made, arguments), None, traced=False)
    if maker is constructor:
        return frame
    if maker in before or any(map(maker.parent_of, program.index(maker.root()).filled.get(maker.args.kwarg or "", ()))):
        return None  # it leads to itself, or hands on something else than it is given
    for event in program.summary(maker).events:
        if isinstance(event, Call) and isinstance(event.node, nodes.Call) and names.last_name(event.node.func) == "__init__":
            given = tuple(Argument(one.keyword, substitute(program, one.values, frame)) for one in event.arguments)
            if any(one.keyword == "**" and Param(maker, maker.args.kwarg) in one.values for one in event.arguments):
                given += tuple(one for one in arguments if one.keyword not in (None, "*", "**", *maker.argnames()))  # beside others that are not known
            inner = [one.function.node for one in callees.callees(program, substitute(program, event.callee, frame)) if one.function is not None]
            found = _construction(program, inner[0], constructor, made, given, (*before, maker)) if len(inner) == 1 else None
            if found is not None:
                return found
    return None


def _has_constructor(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether the constructor of a class is written: astroid puts one without a line into a dataclass."""
    return any(isinstance(one, Function) and one.node.lineno is not None for one in classes.members(program, cls, "__init__"))


def _field_setting(program: Program, cls: nodes.ClassDef, made: nodes.NodeNG, name: str) -> Const | None:
    """The constant that a call gives for a field of a dataclass or named tuple, or its default, if nothing in sight assigns it."""
    if any(name in program.index(root).stored for root in (cls.root(), made.root())) or name in program.assigned_outside(cls.root()):
        return None
    if classes.members(program, cls, "__post_init__") or any(one in program.index(cls.root()).uses for one in ("setattr", "__setattr__")):
        return None
    position = classes.fields(program, cls).index(name)
    for event in program.summary(names.function_scope(made)).calls_of(made):
        if Class(cls) in event.callee:
            given = [one.values for one in event.arguments if one.keyword is None][position : position + 1]
            given += [one.values for one in event.arguments if one.keyword == name]
            if not given and all(one.keyword not in ("*", "**") for one in event.arguments):
                owners = (one for one in classes.ancestors(program, cls) if name in one.locals)
                written = (getattr(one.parent, "value", None) for owner in owners for one in owner.locals[name])
                given = [const(one.value) for one in written if isinstance(one, nodes.Const)]
            found = given[0] if len(given) == 1 else frozenset()
            return next((one for one in found if isinstance(one, Const)), None) if len(found) == 1 else None
    return None


def read(program: Program, getter: Bound) -> frozenset[Value]:
    """What a property gives."""
    return _known([callees.results(program, callees.Callee(HIGH, getter.function, getter.receiver), ())])


def is_computed(program: Program, attribute: Attribute) -> bool:
    """Whether an attribute is a property, and all that it gives are tensors that it makes, or Variables."""
    if not classes.is_property(program, attribute):
        return False
    getters = callees.getters(program, attribute)
    return bool(getters) and all(tensors.are_symbolic(callees.results(program, getter, ()), program) for getter in getters)


def returned(program: Program, result: Result) -> frozenset[Value]:
    """What a call of the program's own functions returns, or of classes: ``KINDS[name]()``, ``cls()``."""
    call = result.call
    made = {Fresh(value.node, call.node) for value in _objects(program, call.callee) if isinstance(value, Class)}
    if made:
        return frozenset(made)
    return _known(_given_for(program, callee, call.arguments) - {result} for callee in callees.callees(program, call.callee))


def _given_for(program: Program, callee: callees.Callee, arguments: tuple[Argument, ...]) -> frozenset[Value]:
    """What a function of the program returns, or a layer, loss or metric of Keras."""
    if callee.function is not None:
        given = callees.results(program, callee, callee.arguments + arguments)
        return given if callee.graph is None else _out_of_graph(given)
    if frameworks.tensors.is_tensor(callee.kind, callee.name):
        return TENSOR
    return STRUCTURE if frameworks.tensors.is_model(callee.kind, callee.name) else frozenset()


def _out_of_graph(values: frozenset[Value]) -> frozenset[Value]:
    """What callers get of what a graph function returns: numbers have become tensors, in lists, tuples and dicts, too."""
    given: set[Value] = set()
    for value in ordered(values):
        if isinstance(value, Scalar) or isinstance(value, Const) and value.value is not None:
            given |= TENSOR
        elif isinstance(value, Fresh) and value.items:
            given.add(replace(value, items=tuple(map(_out_of_graph, value.items))))
        else:
            given.add(value)
    return frozenset(given)


def _objects(program: Program, values: frozenset[Value]) -> Iterator[Value]:
    for value in ordered(values):
        if isinstance(value, Param) and classes.receives(value.scope, value.name):
            if names.decoration(value.scope) == "classmethod":
                yield Class(value.scope.parent)
        else:
            yield from classes.objects(program, value)


def keys(program: Program, parameter: Param) -> frozenset[Value]:
    """The constants that the calls in the program give for a parameter, if none gives anything else."""
    function = parameter.scope
    sites = callers.call_sites(program, function, PROGRAM) if isinstance(function, nodes.FunctionDef) else []
    given = frozenset(value for site in sites for value in site.parameters.get(parameter.name, frozenset((Unknown(),))))
    further = [frozenset(one.key for one in program.keys(Entry(value))) if isinstance(value, Param) else frozenset((value,)) for value in ordered(given)]
    is_told = all(found and all(isinstance(value, Const) and isinstance(value.value, str) for value in found) for found in further)
    return join(*further) if is_told and function not in program.truncated else frozenset()


def put(program: Program, taken: Item) -> frozenset[Value]:
    """What statements of the program put into the container that an item is of, or into one in that; into a registry under its key."""
    place, key = taken.base, getattr(getattr(taken.key, "key", None), "value", None)
    within = isinstance(place, Item)
    if within:
        place = place.base
    if not isinstance(place, (Variable, Attribute)):
        return frozenset()
    uses = itertools.chain(_uses(program, place), _uses_by_methods(program, place))
    if within:
        uses = (inner for use in uses if (inner := _inner(use)) is not None)
    return _known(
        _resolved(program, value, place, use, key) for use in uses for values in _put_by(program, use) for value in _known([values])
    )


def _resolved(program: Program, value: Value, place: Variable | Attribute, use: nodes.NodeNG, key: str | None) -> frozenset[Value]:
    """What is put into a container for a parameter of the function that does it, also in a tuple: ``TERMS[name] = (function, weight)``."""
    if isinstance(value, Param):
        return _registered(program, value, place, use, key)
    if isinstance(value, Fresh) and value.kind == "builtins.tuple" and value.items:
        items = (join(*(_resolved(program, one, place, use, key) for one in ordered(held))) for held in value.items)
        return frozenset((replace(value, items=tuple(items)),))
    return frozenset((value,))


def _registered(program: Program, parameter: Param, place: Variable | Attribute, use: nodes.NodeNG, key: str | None) -> frozenset[Value]:
    """What calls give for a parameter that a method puts into a container of its object: those on the same object, under the same key."""
    function = parameter.scope
    if getattr(function, "name", "") == "__init_subclass__" and classes.receives(function, parameter.name):
        return frozenset(Class(cls) for cls in derived(program, function.parent, subclass_modules(program, function.parent)))
    own = place.base if isinstance(place, Attribute) else place if classes.of_program(program, place) else None
    if not isinstance(function, nodes.FunctionDef) or not isinstance(own, Variable) and key is None:
        return program.given(parameter)
    if not isinstance(own, Variable):
        sites = callers.call_sites(program, function, PROGRAM)
    elif "__call__" in (function.name, getattr(function.parent, "name", "")):
        sites = callers.calls_of_object(program, function, own, PROGRAM)
    else:
        sites = [one for one in callers.call_sites(program, function, PROGRAM) if _object_of(one.event.callee) in (own, None)]
    given_by = [(site, site.parameters.get(parameter.name, frozenset())) for site in sites]
    return _known(given for site, given in given_by if key is None or not registries.is_other(program, site, use, given, key))


def _object_of(callee: frozenset[Value]) -> Variable | None:
    """The variable whose object a method is called on, or one that has made what is called: ``LOSSES.register("focal")(Focal)``."""
    for value in ordered(callee):
        if isinstance(value, Attribute) and isinstance(value.base, Variable):
            return value.base
        if isinstance(value, Result):
            return _object_of(value.call.callee)
    return None


def taken(program: Program, place: Value) -> frozenset[Value]:
    """What a loop over an object of the program, or a subscript, takes from it."""
    found: list[frozenset[Value]] = []
    for cls in classes.kinds(program, place):
        for name in ("__iter__", "__getitem__") if isinstance(cls, nodes.ClassDef) else ():
            for method in classes.members(program, cls, name):
                if isinstance(method, Function):
                    given = callees.results(program, callees.Callee(HIGH, method, place), ())
                    found.append(scalars.elements(given - {place}) if name == "__iter__" else given)
    return _known(found) - {place, Item(place)}


def _inner(use: nodes.NodeNG) -> nodes.NodeNG | None:
    """``use[key]``, ``use.setdefault(key, [])`` or ``use.get(key)``: a container in a container."""
    parent = use.parent
    if isinstance(parent, nodes.Subscript) and parent.value is use:
        return parent
    if isinstance(parent, nodes.Attribute) and parent.attrname in _TAKES and isinstance(parent.parent, nodes.Call):
        return parent.parent
    return None


def _in_trace(program: Program, value: Value) -> Iterator[Value]:
    """What a graph function finds of what it is given: TensorFlow puts tensors of its own into copies of lists and dicts."""
    if _is_whole(program, value):
        yield value
    elif isinstance(value, Fresh) and value.kind in ("builtins.list", "builtins.dict"):
        yield Fresh(value.kind, value.node)


def _is_whole(program: Program, value: Value) -> bool:
    """Whether a value is a function or an object of the program, rather than a container."""
    if not isinstance(value, (Fresh, Param, Variable, Attribute, Item, Result)):
        return True
    known = classes.kinds(program, value)
    if not known and isinstance(value, Attribute):
        return any(isinstance(one, (Function, Bound)) for one in classes.objects(program, value))  # a method of an object
    return any(isinstance(kind, nodes.ClassDef) or kind.startswith("keras.") for kind in known)


def _known(sets: Iterable[frozenset[Value]]) -> frozenset[Value]:
    return join(*(frozenset(value for value in values if not isinstance(value, (Unknown, Const))) for values in sets))


def _put_by(program: Program, use: nodes.NodeNG) -> Iterator[frozenset[Value]]:
    """What one use of a container puts into it."""
    parent = use.parent
    if isinstance(parent, nodes.Subscript) and parent.value is use:
        if isinstance(parent.parent, nodes.Assign) and parent in parent.parent.targets:
            yield program.summary(names.function_scope(use)).stores.get(parent, frozenset())
        return
    if not isinstance(parent, nodes.Attribute) or not names.is_called(parent):
        return
    position = _PUTS.get(parent.attrname)
    if position is None and parent.attrname not in _PUTS_ALL:
        return
    for event in program.summary(names.function_scope(use)).calls_of(parent.parent):
        for number, argument in enumerate(event.arguments):
            if position is not None:
                if number == position and argument.keyword is None:
                    yield argument.values
            else:
                yield scalars.elements(argument.values) if argument.keyword is None else argument.values


def _uses(program: Program, place: Variable | Attribute) -> Iterator[nodes.NodeNG]:
    """Where a container is used by its name, in its own module and those that import that."""
    if isinstance(place, Variable):
        homes = [place.scope.root()]
        owners = set()
    else:
        kinds = classes.owners(program, place.base)
        owners = {cls for kind in kinds for cls in classes.ancestors(program, kind)}
        homes = list(dict.fromkeys(cls.root() for kind in kinds for cls in classes.ancestors(program, kind)))
    count = 0
    for home in homes:
        for module in [home, *mentions.importers(program, home, place.name)]:
            for use in program.index(module).uses.get(place.name, ()):
                if not isinstance(use.parent, (nodes.Subscript, nodes.Attribute)):
                    continue
                count += 1
                if count > _MAX_USES:
                    return
                if _denotes(program, use, place, owners):
                    yield use


def _uses_by_methods(program: Program, place: Variable | Attribute) -> Iterator[nodes.NodeNG]:
    """Where the methods of a class that is a dict itself put something into their own object."""
    for cls in classes.of_program(program, place):
        if DICTS.isdisjoint(classes.external_bases(program, cls)):
            continue
        for use in program.index(cls.root()).filled.get("self", ()):
            if isinstance(use, nodes.Name) and cls.parent_of(use):
                yield use


def _denotes(program: Program, use: nodes.NodeNG, place: Variable | Attribute, owners: set[nodes.ClassDef]) -> bool:
    scope = names.function_scope(use)
    if isinstance(place, Variable):
        values = program.lookup(scope, use.name) if isinstance(use, nodes.Name) else program.detached(use, scope)
        return place in values
    if not isinstance(use, nodes.Attribute):
        return False
    bases = program.detached(use.expr, scope)
    return any(kind in owners for base in bases for kind in classes.owners(program, base))
