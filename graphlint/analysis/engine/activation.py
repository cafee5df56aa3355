"""Activations of functions: what their parameters are bound to, and what values mean once they are bound."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values import tensors
from graphlint.analysis.values.conditions import decide
from graphlint.analysis.values.events import Call, Summary
from graphlint.analysis.values.frame import Frame
from graphlint.analysis.values.places import (
    UNKNOWN,
    Attribute,
    Bound,
    Class,
    Computed,
    Const,
    Entry,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Module,
    Param,
    Partial,
    Argument,
    Result,
    Scalar,
    Structure,
    Super,
    Tensor,
    Unknown,
    Value,
    Variable,
    item,
    item_place,
    join,
    ordered,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Values nested deeper than this are unknown.
_MAX_DEPTH = 8
#: Types of arguments that choose between branches.
SETTINGS = (bool, type(None), str)
_CALLABLES = (Function, Bound, External, Class, Graph, Partial)
_CLOSED = frozenset({Unknown, Const, Scalar, External, Class, Module, Tensor, Structure})


def substitute(program: Program, values: frozenset[Value], frame: Frame, depth: int = 0) -> frozenset[Value]:
    """What values mean in an activation: parameters become arguments, variables of traced functions their contents."""
    if _CLOSED.issuperset(map(type, values)):
        return values
    if depth > _MAX_DEPTH:
        return UNKNOWN
    if len(values) > 1 and frame.traced:
        known = frozenset(value for value in values if not _is_to_come(value, frame))
        if known and len(known) < len(values):
            # What a loop makes of a tensor, it goes on with: it is taken for a tensor, too.
            before = substitute(program, known, frame, depth)
            return before if tensors.are_tensors(before, program) else before | UNKNOWN
    if len(values) == 1:
        (value,) = values
        if type(value) is Param:  # most are
            found = frame.find(value.scope)
            return values if found is None else join(found.env.get(value.name, values))
        return join(_substitute(program, value, frame, depth + 1))
    return join(*(_substitute(program, value, frame, depth + 1) for value in ordered(values)))


def _is_to_come(value: Value, frame: Frame) -> bool:
    """Whether a call gives a value, or a part of it, that has not been followed: it comes later in a loop."""
    while isinstance(value, Item):
        value = value.base
    return isinstance(value, Result) and _given_back(value.call, frame) is None


def _given_back(call: Call, frame: Frame) -> frozenset[Value] | None:
    """What a call has given in an activation, or in one around it, if it has been followed."""
    current: Frame | None = frame
    while current is not None:
        if call in current.results:
            return current.results[call]
        current = current.home
    return None


def stored(program: Program, place: Value, frame: Frame) -> frozenset[Value]:
    """The places that an assignment changes in an activation: of a container its item, not what the item holds."""
    if isinstance(place, Item):
        return frozenset(item_place(base) for base in substitute(program, frozenset((place.base,)), frame))
    return substitute(program, frozenset((place,)), frame)


def _substitute(program: Program, value: Value, frame: Frame, depth: int) -> frozenset[Value]:
    def each(inner: Value) -> frozenset[Value]:
        return substitute(program, frozenset((inner,)), frame, depth)

    match value:
        case Param(scope, name):
            found = frame.find(scope)
            return found.env.get(name, frozenset((value,))) if found is not None else frozenset((value,))
        case Variable(scope):
            found = frame.find(scope)
            if found is None:
                return frozenset((value,))
            held = substitute(program, program.variables(value), found, depth)
            if found.traced:
                return held or UNKNOWN
            settled = _is_argument(value)
            told = frozenset(
                v
                for v in held
                if isinstance(v, _CALLABLES)
                or isinstance(v, Param) and v.cls is not None
                or settled and isinstance(v, Const) and v.type in SETTINGS
            )
            return told or frozenset((value,))
        case Attribute(base, name):
            if isinstance(base, External):
                return frozenset((value,))
            return join(*(program.attribute(inner, name) for inner in each(base)))
        case Item(base, key):
            if isinstance(base, External):
                return frozenset((value,))
            if isinstance(key, Entry):
                keys = [one for one in each(key.key) if isinstance(one, (Const, Param))]
                key = Entry(keys[0]) if len(keys) == 1 else None
            return join(*(item(inner, key) for inner in each(base)))
        case Function(node, None):
            return frozenset((replace(value, home=frame.find(names.function_scope(node))),))
        case Function(_, home) if not home.traced:
            return frozenset((replace(value, home=_rebound(program, home, frame, depth)),))
        case Bound(function, receiver):
            functions = each(function)
            return frozenset(Bound(f, r) for f in functions for r in each(receiver) if isinstance(f, Function))
        case Super(cls, receiver):
            return frozenset(Super(cls, inner) for inner in each(receiver))
        case Partial(target, arguments):
            bound = tuple(Argument(a.keyword, substitute(program, a.values, frame, depth)) for a in arguments)
            return frozenset(Partial(inner, bound) for inner in each(target))
        case Graph(target, options):
            return frozenset(Graph(inner, options) for inner in each(target))
        case Computed((whole,), is_slice=True):
            return tensors.sliced(substitute(program, whole, frame, depth), program)
        case Computed(parts):
            return tensors.computed(*(substitute(program, part, frame, depth) for part in parts), heap=program)
        case Fresh(kind, node, items, keys) if items:
            inner = tuple(substitute(program, values, frame, depth) for values in items)
            return frozenset((Fresh(kind, node, inner, keys),))
        case Result(call):
            known = _given_back(call, frame)
            if known is not None:
                return known
            return UNKNOWN if frame.traced else frozenset((Result(_given_call(program, call, frame, depth)),))
    return frozenset((value,))


def _is_argument(variable: Variable) -> bool:
    """Whether a variable of a function is an argument that nothing assigns anew: a call of it tells what closures find."""
    bindings = variable.scope.locals.get(variable.name, ())
    return len(bindings) == 1 and isinstance(bindings[0].parent, nodes.Arguments)


def returned(program: Program, function: Function, receiver: Value | None, arguments: tuple[Argument, ...]) -> frozenset[Value]:
    """What a function of the program returns for some arguments, outside of any trace."""
    frame = Frame(function.node, bind(program, function.node, receiver, arguments), function.home, traced=False)
    return substitute(program, _returns(program, program.summary(function.node), frame), frame)


def _returns(program: Program, summary: Summary, frame: Frame) -> frozenset[Value]:
    """What a function returns, but for what is behind tests that its arguments decide otherwise: ``if name == "mse": return mse``."""
    if len(summary.ways) < 2 or not any(isinstance(one, Const) for given in frame.env.values() for one in given):
        return summary.returns

    def resolve(values: frozenset[Value]) -> frozenset[Value]:
        return substitute(program, values, frame)

    alive = [given for given, guards in summary.ways if all(decide(one.condition, resolve, program) in (None, one.outcome) for one in guards)]
    return join(*alive) or summary.returns


def _given_call(program: Program, call: Call, frame: Frame, depth: int) -> Call:
    """A call in a function that nothing traces, with what an activation of that function gives to it."""
    callee = substitute(program, call.callee, frame, depth)
    arguments = tuple(Argument(one.keyword, substitute(program, one.values, frame, depth)) for one in call.arguments)
    if callee == call.callee and arguments == call.arguments:
        return call
    return program.given_call(call, callee, arguments)


def _rebound(program: Program, home: Frame, frame: Frame, depth: int) -> Frame:
    """An activation that was made outside of any trace, with what its parameters are bound to as it is in this one."""
    known = frame.rebound.get(home)
    if known is None:
        frame.rebound[home] = home  # functions may refer to one another
        env = {name: substitute(program, values, frame, depth) for name, values in home.env.items()}
        outer = None if home.home is None else _rebound(program, home.home, frame, depth)
        changed = outer is not home.home or any(env[name] != values for name, values in home.env.items())
        known = frame.rebound[home] = Frame(home.function, env, outer, traced=False) if changed else home
    return known


def bind(
    program: Program,
    function: FunctionNode,
    receiver: Value | None,
    arguments: tuple[Argument, ...],
) -> dict[str, frozenset[Value]]:
    """The values of the parameters in a call. What a spread argument may give is unknown."""
    signature = function.args
    arguments = tuple(spliced(arguments))
    positional = names.positional(function)
    keyword_only = [argument.name for argument in signature.kwonlyargs or ()]
    given = [argument.values for argument in arguments if argument.keyword is None]
    spread = any(argument.keyword == "*" for argument in arguments)
    if spread:
        # Positions after the spread are not known, unless all the parameters that are left are given there.
        first = next(i for i, argument in enumerate(arguments) if argument.keyword == "*")
        last = [argument.values for argument in arguments[first:] if argument.keyword is None]
        given = [argument.values for argument in arguments[:first] if argument.keyword is None]
    if receiver is not None:
        given.insert(0, frozenset((receiver,)))
    env: dict[str, frozenset[Value]] = dict(zip(positional, given))
    if signature.vararg:
        rest = tuple(given[len(positional) :])
        env[signature.vararg] = frozenset((Fresh("builtins.tuple", function, None if spread else rest),))
    extra: dict[object, frozenset[Value]] = {}
    double_spread = False
    for argument in arguments:
        if argument.keyword == "**":
            double_spread = True
        elif argument.keyword not in (None, "*"):
            target = env if argument.keyword in positional or argument.keyword in keyword_only else extra
            target[str(argument.keyword)] = argument.values
    if signature.kwarg:
        known = None if double_spread else tuple(extra.values())
        env[signature.kwarg] = frozenset((Fresh("builtins.dict", function, known, tuple(extra)),))
    held = _spread(arguments) if spread else None
    if spread and last and [argument.keyword for argument in arguments].count("*") == 1 and not signature.vararg:
        required = [name for name in positional if default_expression(function, name) is None]
        env |= dict(zip(required[-len(last) :], last)) if len(required) >= len(given) + len(last) else {}
    for position, name in enumerate(positional if spread else ()):
        if name not in env:
            is_given = held is not None and default_expression(function, name) is None
            env[name] = join(*(item(value, position - len(given)) for value in held)) if is_given else UNKNOWN
    for name in [*positional, *keyword_only]:
        if name not in env:
            env[name] = UNKNOWN if double_spread else default(program, function, name)
    return env


def _spread(arguments: tuple[Argument, ...]) -> frozenset[Value] | None:
    """What a call spreads with ``*``, if that gives all the parameters that are left."""
    keywords = [argument.keyword for argument in arguments]
    if "**" in keywords or keywords.count("*") != 1:
        return None
    last = [argument for argument in arguments if argument.keyword in (None, "*")][-1]
    return last.values if last.keyword == "*" else None


def given_names(function: FunctionNode, is_bound: bool, arguments: tuple[Argument, ...]) -> list[str]:
    """The parameters that a call gives values to, but for the receiver's if it has one."""
    positional, arguments = names.positional(function), tuple(spliced(arguments))
    count = sum(argument.keyword is None for argument in arguments)
    keywords = [argument.keyword for argument in arguments if argument.keyword not in (None, "*", "**")]
    return positional[int(is_bound) : int(is_bound) + count] + [str(keyword) for keyword in keywords]


def spliced(arguments: tuple[Argument, ...]) -> Iterator[Argument]:
    """The arguments, with ``*`` and ``**`` of a tuple and a dict that are known replaced by what these hold."""
    for argument in arguments:
        only = next(iter(argument.values)) if argument.keyword in ("*", "**") and len(argument.values) == 1 else None
        if isinstance(only, Fresh) and (only.items or only.items is not None and only.is_of_call):
            # One that is made empty is filled afterwards: all that it gives is unknown.
            if argument.keyword == "*" and only.kind in ("builtins.tuple", "builtins.list") and only.keys is None:
                yield from (Argument(None, values) for values in only.items)
                continue
            if argument.keyword == "**" and only.keys is not None and all(isinstance(key, str) for key in only.keys):
                yield from (Argument(str(key), values) for key, values in zip(only.keys, only.items))
                continue
        yield argument


def keyword(program: Program, container: Value, key: frozenset[Value], node: nodes.NodeNG) -> str | None:
    """Which keyword a node asks ``**kwargs`` for, into which the function has put nothing: a call tells what these hold."""
    if not isinstance(container, Param) or container.scope.args.kwarg != container.name or len(key) != 1:
        return None
    (name,) = key
    if not isinstance(name, Const) or not isinstance(name.value, str):
        return None
    filled = program.index(container.scope.root()).filled.get(container.name, ())
    before = [use for use in filled if container.scope.parent_of(use) and getattr(use.parent, "attrname", "") != "pop"]
    in_loop = bool(names.loops_around(node, container.scope))
    return None if any(in_loop or use.lineno <= node.lineno for use in before) else name.value


def default(program: Program, function: FunctionNode, name: str) -> frozenset[Value]:
    """The default of a parameter. One that can be changed lives on from call to call: it is the parameter's own place."""
    expression = default_expression(function, name)
    if expression is None:
        return UNKNOWN
    values = program.detached(expression, names.enclosing(function))
    if any(isinstance(value, (Fresh, Tensor)) and getattr(value, "kind", None) != "builtins.tuple" for value in values):
        return frozenset((Param(function, name),))
    return values


def written_for(arguments: tuple[Argument, ...]) -> list[Value]:
    """The functions that are written where they are given to a function of TensorFlow: that calls them, or why are they there."""
    given = (value for argument in arguments for value in argument.values)
    return [value for value in given if isinstance(value, Function) and isinstance(names.enclosing(value.node), nodes.FunctionDef)]


def given_expression(call: nodes.Call, function: FunctionNode, name: str) -> nodes.NodeNG | None:
    """What a call gives for a parameter, in its source; ``*pair`` for one of its elements."""
    for keyword in call.keywords:
        if keyword.arg == name:
            return keyword.value
    positional = names.positional(function)
    if name not in positional:
        return None
    position = positional.index(name) - names.receivers(function)
    spread = next((argument for argument in call.args[: position + 1] if isinstance(argument, nodes.Starred)), None)
    return spread or (call.args[position] if 0 <= position < len(call.args) else None)


def default_expression(function: FunctionNode, name: str) -> nodes.NodeNG | None:
    signature = function.args
    defaults = list(signature.defaults or ())
    for parameter, expression in zip(reversed(names.positional(function)), reversed(defaults)):
        if parameter == name:
            return expression
    for argument, expression in zip(signature.kwonlyargs or (), signature.kw_defaults or ()):
        if argument.name == name:
            return expression
    return None
