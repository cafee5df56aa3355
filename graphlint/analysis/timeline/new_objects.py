"""Arguments of graph functions that are another Python object at each call, and so build a graph at each call."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import given_expression
from graphlint.analysis.engine.callgraph import callees, callers
from graphlint.analysis.engine.callgraph.reach import PROGRAM
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.policy import habits
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values.places import Fresh, Function, Graph, Param, Partial, Value, ordered

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: What TensorFlow asks an object for its part of the key: such a class says itself which of its objects are alike.
_TRACE_TYPE = "__tf_tracing_type__"
#: What a class may define to say which of its objects are alike, or that there is but one.
_OWN_WAYS = frozenset({_TRACE_TYPE, "__new__", "__copy__", "__deepcopy__"})
#: How many functions lie between a loop and the call.
_MAX_CALLERS = 3
#: How many functions pass on what the call is given.
_MAX_PASSED = 2


class NewObject(NamedTuple):
    """What a call is given that is another object each time."""

    word: str
    """What it is: ``lambda``, ``bound method``, ``object``…"""
    given: nodes.NodeNG | None = None
    """What a caller of the function around the call gives that it passes on."""


def new_object(
    program: Program, argument: nodes.NodeNG, values: frozenset[Value], loops: int, scope: Scope, depth: int = 0
) -> NewObject | None:
    """What a call is given that is another object each time; None for what may be the same, or a call that may be the only one.

    The call is inside so many `loops` of the `scope`.
    """
    made = _made(program, argument, values, scope)
    if made is not None:
        return NewObject(made) if loops or _is_repeated(program, scope, 0) else None
    kept = _kept(program, argument.name, values, scope) if isinstance(argument, nodes.Name) else None
    if kept is None:
        return _passed(program, argument, values, scope, depth) if not loops and depth < _MAX_PASSED else None
    word, node = kept
    around = names.loops_around(argument, scope)[:1]  # what a loop further out makes serves several calls
    is_anew = any(loop.parent_of(node) for loop in around) or not around and _is_repeated(program, scope, 0)
    return NewObject(word) if is_anew else None


def _passed(program: Program, argument: nodes.NodeNG, values: frozenset[Value], scope: Scope, depth: int) -> NewObject | None:
    """What a function passes on, if its callers make another one for each call."""
    only = next(iter(values)) if len(values) == 1 else None
    if not isinstance(only, Param) or only.scope is not scope or not isinstance(scope, nodes.FunctionDef) or not isinstance(argument, nodes.Name):
        return None
    for site in callers.call_sites(program, scope, PROGRAM):
        call = site.event.node
        given = given_expression(call, scope, only.name) if isinstance(call, nodes.Call) else None
        if given is not None:
            made = new_object(program, given, site.parameters.get(only.name, frozenset()), site.event.loops, site.scope, depth + 1)
            if made is not None:
                return NewObject(made.word, made.given or given)
    return None


def _kept(program: Program, name: str, values: frozenset[Value], scope: Scope) -> tuple[str, nodes.NodeNG] | None:
    """The object that a variable of a function holds, in words, and where the function makes it; of several one that is put there anew."""
    for value in ordered(values):
        match value:
            case Function(node) | Graph(Function(node)) if names.function_scope(node) is scope and len(values) == 1:
                return "function", node
            case Fresh(kind, nodes.Call() as node) if names.function_scope(node) is scope and _is_plain(program, kind):
                if len(values) == 1 or _is_put_anew(node, name):
                    return "object", node
    return None


def _is_put_anew(made: nodes.Call, name: str) -> bool:
    """Whether an object is put in a variable whatever this holds: not ``config or Config()``, nor where ``config is None``."""
    if not isinstance(made.parent, nodes.Assign) or len(made.parent.targets) > 1:
        return False
    tests = (branch.test for branch, _ in blocks.branches_around(made))
    return not any(read.name == name for test in tests for read in test.nodes_of_class(nodes.Name))


def _made(program: Program, argument: nodes.NodeNG, values: frozenset[Value], scope: Scope) -> str | None:
    """What an argument makes where it is written, in words.

    TensorFlow 2.21 keeps a weak reference to an object without a trace type of its own: the graph is for this one alone.
    """
    if isinstance(argument, nodes.Lambda):
        return "lambda"
    if isinstance(argument, nodes.Call) and len(values) == 1:
        (made,) = values
        if isinstance(made, Partial):
            return "partial"
        if isinstance(made, Fresh) and made.node is argument and made.kind is not None:
            return "object" if _is_plain(program, made.kind) else None
    if isinstance(argument, nodes.Call) and _is_made_by_function(program, argument, scope, 0):
        return "object"
    if isinstance(argument, nodes.Attribute) and _is_bound_method(program, values):
        return "bound method"
    return None


def _is_made_by_function(program: Program, call: nodes.Call, scope: Scope, depth: int) -> bool:
    """Whether a call copies an object, or calls what does nothing but make or copy one: ``self.decoder.copy()``."""
    found = callees.callees(program, program.detached(call.func, scope))
    if not found or depth == _MAX_PASSED:
        return False
    return all(_copies(program, callee, call, scope) or _returns_new(program, callee, depth) for callee in found)


def _copies(program: Program, callee: callees.Callee, call: nodes.Call, scope: Scope) -> bool:
    kinds = [kind for value in program.detached(call.args[0], scope) for kind in classes.kinds(program, value)] if call.args else []
    return callee.name in frameworks.COPIES and bool(kinds) and all(_is_plain(program, kind) for kind in kinds)


def _returns_new(program: Program, callee: callees.Callee, depth: int) -> bool:
    """Whether a function of the program returns what it makes there, whatever it is given."""
    maker = callee.function.node if callee.function is not None and callee.graph is None else None
    if not isinstance(maker, nodes.FunctionDef) or names.cache_of(maker) is not None:
        return False
    returns = [one.value for one in names.returns(maker)]
    return bool(returns) and all(
        isinstance(made, nodes.Call) and (_is_fresh(program, made, maker) or _is_made_by_function(program, made, maker, depth + 1))
        for made in returns
    )


def _is_fresh(program: Program, call: nodes.Call, scope: Scope) -> bool:
    """Whether a call makes a plain object of a class."""
    values = program.detached(call, scope)
    return bool(values) and all(isinstance(one, Fresh) and one.node is call and _is_plain(program, one.kind) for one in values)


def _is_repeated(program: Program, scope: Scope, depth: int) -> bool:
    """Whether a function is called in a loop, or by one that is; one that nobody calls in sight is there to be called."""
    if not isinstance(scope, nodes.FunctionDef) or depth == _MAX_CALLERS:
        return False
    sites = callers.call_sites(program, scope, PROGRAM)
    if not sites:
        return not habits.runs_once(scope)
    return any(site.event.loops or _is_repeated(program, site.scope, depth + 1) for site in sites)


def _is_plain(program: Program, cls: str | nodes.ClassDef | None) -> bool:
    """Whether objects of a class are no more than that to TensorFlow: no layers, modules or structures of tensors."""
    if not isinstance(cls, nodes.ClassDef):
        return cls in frameworks.PLAIN_OBJECTS
    if classes.fields(program, cls) or set(classes.external_bases(program, cls)) - {"builtins.object"}:
        return False
    return not any(ancestor.declared_metaclass() or not _OWN_WAYS.isdisjoint(ancestor.locals) for ancestor in classes.ancestors(program, cls))


def _is_bound_method(program: Program, values: frozenset[Value]) -> bool:
    """Whether it is a plain method of an object, which Python makes anew each time that it is asked for."""
    found = callees.callees(program, values)
    return bool(found) and all(
        callee.graph is None
        and callee.receiver is not None
        and callee.function is not None
        and isinstance(callee.function.node, nodes.FunctionDef)
        and isinstance(names.enclosing(callee.function.node), nodes.ClassDef)
        and callee.function.node.decorators is None
        for callee in found
    )
