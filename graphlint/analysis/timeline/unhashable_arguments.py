"""Calls that give a graph function what cannot be hashed: TensorFlow finds no key for the graph, and raises at the call."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from astroid import nodes
from pylint.interfaces import HIGH, INFERENCE

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.callees import weaker
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes, hashing
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import names, statements
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.retracing import GraphCall, parts, shown
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Const, Fresh, Graph, Param, Partial, Value, ordered
from graphlint.frameworks.meaning import Kind

#: How many functions pass on what the call is given.
_MAX_PASSED = 3
#: How deep in lists, tuples and dicts the object may lie.
_MAX_NESTED = 3
_ERRORS = frozenset({"TypeError", "Exception", "BaseException"})


@dataclass(frozen=True, slots=True)
class _Found:
    """What cannot be hashed: a kind of the tables, or a class of the program."""

    kind: str | nodes.ClassDef
    given: nodes.NodeNG | None = None
    """What a caller of the function around the call gives that it passes on."""
    is_held: bool = False
    """It is in a list, tuple or dict, which TensorFlow takes apart."""
    is_sure: bool = True


def unhashable(program: Program, given: list[GraphCall]) -> list[Offence]:
    """The calls of graph functions, of those `given`, for which there is no key."""
    return list(program.faults.of_each(given, lambda call: () if _is_expected(call.event.node) else _of_call(program, call), lambda call: call.about))


def _of_call(program: Program, call: GraphCall) -> Iterator[Offence]:
    receiver = _receiver(program, call)
    if receiver is not None:
        yield _offence(program, call, call.event.node.func.expr, receiver, f"is a method of '{shown(call.event.node.func.expr)}'")
        return
    bound = call.graph.target.arguments if isinstance(call.graph.target, Partial) else ()
    for parameter, values in call.arguments.items():
        if any(one.values == values for one in bound):
            continue  # what `tf.function(partial(f, settings))` holds is no argument
        for expression, part in parts(call.expression(parameter), values):
            found = _among(program, part, call.scope, 0)
            if found is not None:
                yield _offence(program, call, expression, found, f"is called with {_by_caller(expression, found)}")
                return
    for parameter in _by_default(call):
        default = default_expression(call.function, parameter)
        held = program.detached(default, names.enclosing(call.function)) if default is not None else frozenset()
        found = _among(program, held, call.scope, 0)
        if found is not None:
            yield _offence(program, call, default, found, f"has the default {parameter}={shown(default)}")
            return


def _by_default(call: GraphCall) -> list[str]:
    """The parameters that a call gives nothing for; none where it spreads what is not known."""
    node, signature = call.event.node, call.function.args
    if any(one.arg is None for one in node.keywords) or any(isinstance(one, nodes.Starred) for one in node.args):
        return []
    return [one for one in (*names.positional(call.function), *(one.name for one in signature.kwonlyargs)) if one not in call.arguments]


def _receiver(program: Program, call: GraphCall) -> _Found | None:
    """The object whose class has the graph function as a method, if it cannot be hashed: TensorFlow keeps one function for each."""
    target, options = call.graph.target, call.graph.options
    if call.receiver is None or isinstance(target, Graph) or not isinstance(call.event.node.func, nodes.Attribute):
        return None
    if not isinstance(options.frame(), nodes.ClassDef) and not isinstance(options.parent, nodes.Decorators):
        return None
    return _of_object(program, call.receiver, is_argument=False)


def _among(program: Program, values: frozenset[Value], scope: Scope, depth: int) -> _Found | None:
    """What some values have in common that cannot be hashed: each of them, but for a default of None."""
    found = [_of_value(program, value, scope, depth) for value in ordered(values) if not isinstance(value, Const) or value.value is not None]
    if not found or None in found:
        return None
    first = found[0]
    return first if len(values) == 1 or first is None else _Found(first.kind, first.given, first.is_held, False)


def _of_value(program: Program, value: Value, scope: Scope, depth: int) -> _Found | None:
    if isinstance(value, Param) and isinstance(value.scope, nodes.FunctionDef) and not classes.receives(value.scope, value.name):
        return _passed(program, value, depth) if value.scope is scope and depth < _MAX_PASSED else None
    if isinstance(value, Fresh) and value.kind in ("builtins.list", "builtins.tuple", "builtins.dict"):
        return _held(program, value, scope, depth)
    found = _of_object(program, value, is_argument=True)
    if found is not None or isinstance(value, (Fresh, Param)):
        return found
    held = classes.objects(program, value)
    if held and all(isinstance(one, Fresh) for one in held):
        inner = [_held(program, one, scope, depth) for one in ordered(held) if isinstance(one, Fresh)]
        return None if None in inner else inner[0]
    return None


def _held(program: Program, container: Fresh, scope: Scope, depth: int) -> _Found | None:
    """An element of a list, tuple or dict."""
    if container.kind not in ("builtins.list", "builtins.tuple", "builtins.dict") or depth > _MAX_NESTED:
        return None
    elements = (_among(program, one, scope, depth + 1) for one in container.items or ())
    found = next(filter(None, elements), None)
    return found and _Found(found.kind, found.given, True, found.is_sure)


def _of_object(program: Program, value: Value, is_argument: bool) -> _Found | None:
    kinds = classes.kinds(program, value)
    if not kinds or any(not hashing.is_unhashable(program, kind) or is_argument and hashing.is_key(program, kind) for kind in kinds):
        return None
    if any(isinstance(kind, nodes.ClassDef) and hashing.may_be_of_heir(program, value, kind) for kind in kinds):
        return None
    if any(isinstance(one, Const) for one in classes.objects(program, value)):
        return None  # None until something sets it
    return _Found(kinds[0], is_sure=isinstance(value, Fresh))


def _passed(program: Program, parameter: Param, depth: int) -> _Found | None:
    """What a function passes on, if one of its callers gives what cannot be hashed; if nothing calls it, what its annotation says."""
    sites = list(callers.expressions(program, parameter.scope, parameter.name, PROGRAM))
    for site, expression in sites:
        found = _among(program, site.of(parameter), site.scope, depth + 1) if expression is not None else None
        if found is not None and not _is_expected(site.event.node):
            return _Found(found.kind, found.given or expression, found.is_held, False)
    return None if sites else _of_object(program, parameter, is_argument=True)


def _is_expected(call: nodes.NodeNG) -> bool:
    """Whether what a call raises is handled, or looked for by a test: ``with self.assertRaises(TypeError):``."""
    node = call
    while not isinstance(node.parent, (nodes.FunctionDef, nodes.Module)):
        node, inner = node.parent, node
        if isinstance(node, nodes.Try) and inner in node.body:
            if any(one.type is None or statements.handles(one, _ERRORS, any) for one in node.handlers):
                return True
        if isinstance(node, nodes.With):
            managers = (one.func for one, _ in node.items if isinstance(one, nodes.Call))
            if any("raises" in names.last_name(one).lower() for one in managers):
                return True
    return False


def _by_caller(expression: nodes.NodeNG, found: _Found) -> str:
    text = f"'{shown(expression)}'"
    return text if found.given is None else f"{text}, for which {line_of(found.given, expression.root())} gives '{shown(found.given)}'"


def _offence(program: Program, call: GraphCall, expression: nodes.NodeNG, found: _Found, how: str) -> Offence:
    kind, is_class = found.kind, isinstance(found.kind, nodes.ClassDef)
    name = kind.name if isinstance(kind, nodes.ClassDef) else kind.rpartition(".")[2]
    which = f"which holds a {name}" if found.is_held else f"an object of '{name}'" if is_class else f"{'an' if name == 'array' else 'a'} {name}"
    given = found.given or expression
    code = None if found.is_held or given is call.event.node else names.pasted(given)
    if isinstance(kind, nodes.ClassDef):
        instead = _of_class(program, kind)
    else:
        made = frameworks.UNHASHABLE[kind]
        instead = f"pass {made.format(code)}" if code is not None else f"make a {made.partition('(')[0]} of it"
        if made.startswith("vars"):
            instead = f"{instead}, a dict" if code is not None else "pass a dict"
    details = {"how": how, "which": which, "instead": instead}
    sure = weaker(call.confidence, HIGH if found.is_sure else INFERENCE)
    return of_call(Kind.UNHASHABLE, call.event.node, names.qualified(call.function), sure, details, expression)


def _of_class(program: Program, cls: nodes.ClassDef) -> str:
    for one in classes.ancestors(program, cls):
        if field := hashing.held_in(program, one):
            return f"leave '{field}' out of the hash of '{one.name}' with field(compare=False)"
        if "__eq__" in one.locals:
            return f"define __hash__ in '{one.name}', beside __eq__"
        if one.decorators is not None:
            return f"make '{one.name}' a @dataclass(frozen=True)"
    return f"define __hash__ in '{cls.name}'"
