"""Where graph functions are made, by what name, and what is done with each there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from astroid import nodes
from pylint.interfaces import Confidence

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.callgraph.named_calls import scopes_calling
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.syntax import blocks, names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.timeline.repeats import COMPREHENSIONS
from graphlint.analysis.values.offence import Offence, of_call
from graphlint.analysis.values.places import Bound, External, Function, Graph, Partial
from graphlint.frameworks.meaning import Kind

#: How functions are called that make an object.
_MAKES = ("make", "build", "create", "get", "init", "new")
#: What a graph function tells of its traces keeps nothing.
_COUNTS = frozenset({"experimental_get_tracing_count", "pretty_printed_concrete_signatures"})


@dataclass(slots=True)
class Creation:
    """A graph function is made: by a call, or by the decorator of a function inside another."""

    node: nodes.Call | nodes.FunctionDef
    scope: Scope
    name: str
    calls: list[nodes.Call]
    """The calls of what is made, if these are all that is done with it."""


def creations(program: Program, module: nodes.Module) -> Iterator[Creation]:
    """The graph functions that a module makes: those of its decorators and of its calls."""
    index = program.index(module)
    decorated = [function for function in index.functions if function.decorators is not None and function.name in index.graph_names]
    scopes = scopes_calling(program, module, index.maker_names)
    yield from program.faults.of_each(decorated, lambda function: _by_decorator(program, function), lambda function: (function,))
    yield from program.faults.of_each(scopes, lambda scope: _by_calls(program, scope), lambda scope: (scope,))


def _by_decorator(program: Program, function: nodes.FunctionDef) -> Iterator[Creation]:
    scope = names.function_scope(function)
    if any(isinstance(value, Graph) for value in program.function_value(function)):
        yield Creation(function, scope, names.qualified(function), _calls_of_name(program, function, function.name, scope))


def _by_calls(program: Program, scope: Scope) -> Iterator[Creation]:
    for graph, made in dict.fromkeys((graph, made) for graph, made, _ in program.summary(scope).graphs):
        if isinstance(made, nodes.Call) and names.function_scope(made) is scope and _makes(graph, made):
            yield Creation(made, scope, _name(graph, made), calls_of_made(program, made, scope))


def _makes(graph: Graph, call: nodes.Call) -> bool:
    """Whether the call itself makes the graph function: ``tf.function(f)``, ``tf.function(jit_compile=True)(f)``, ``jit(f)``.

    A factory of the project may keep what it makes, but for one that returns it there and then.
    """
    options = graph.options
    if options is call or options is call.func:
        return True
    if not isinstance(options, nodes.Call) or not isinstance(options.parent, nodes.Return) or isinstance(call.parent, nodes.Return):
        return False
    wrapper = names.function_scope(options)
    if not isinstance(wrapper, nodes.FunctionDef) or wrapper.name != names.last_name(call.func) or not options.args:
        return False
    given = {name.name for name in options.args[0].nodes_of_class(nodes.Name)}
    taken = {name for name in wrapper.argnames() if not classes.receives(wrapper, name)}
    return not given.isdisjoint(taken) and not is_guarded(options, wrapper) and names.cache_of(wrapper) is None


def _name(graph: Graph, made: nodes.Call) -> str:
    """The function that a graph function is made of; what a call of `tf.function` gives, where that is not known."""
    target = graph.target
    while isinstance(target, (Partial, Bound)):
        target = target.target if isinstance(target, Partial) else target.function
    if isinstance(target, Function):
        return names.qualified(target.node)
    given = made.args[0] if made.args else next((keyword.value for keyword in made.keywords if keyword.arg == "func"), made.func)
    return names.source(given, 40)


def calls_of_made(program: Program, made: nodes.Call, scope: Scope) -> list[nodes.Call]:
    parent = made.parent
    if names.is_called(made):
        return [parent]
    if isinstance(parent, nodes.Assign) and parent.value is made and len(parent.targets) == 1:
        (target,) = parent.targets
        if isinstance(target, nodes.AssignName) and target.name not in program.index(scope.root()).globals.get(scope, ()):
            return _calls_of_name(program, made, target.name, scope)
    return []


def _calls_of_name(program: Program, made: nodes.NodeNG, name: str, scope: Scope) -> list[nodes.Call]:
    """The calls of what is made by a local name; none if anything else is done with it: it may be kept.

    What another branch makes by the same name is no matter.
    """
    named = program.index(scope.root()).uses.get(name, ())
    uses = [use for use in named if isinstance(use, nodes.Name) and not blocks.is_alternative(use, made.statement())]
    calls: list[nodes.Call] = []
    for use in uses:
        if getattr(use.parent, "attrname", "") in _COUNTS:
            continue
        if isinstance(scope, nodes.Module) or scope.parent_of(use):
            if not isinstance(use.parent, nodes.Call) or names.function_scope(use) is not scope:
                return []
            if use.parent.func is not use and not _is_run(use, use.parent):
                return []
            calls.append(use.parent)
    return calls


def _is_run(function: nodes.Name, call: nodes.Call) -> bool:
    """Whether a strategy, or a loop of TensorFlow, calls the function, there and then: ``strategy.run(step, args=(x,))``."""
    method = call.func
    if is_looped_by(call) and function in call.args[:2]:
        return True
    if not isinstance(method, nodes.Attribute) or call.args[:1] != [function] or method.attrname not in ("run", "experimental_run_v2"):
        return False
    return "strategy" in method.expr.as_string().lower()


def is_looped_by(call: nodes.Call) -> bool:
    """``tf.while_loop(check, body, x)``"""
    return names.last_name(call.func) == "while_loop"


def is_marker(node: nodes.Call | nodes.FunctionDef) -> bool:
    """Whether it only marks a part of its caller's graph, for a converter: ``tf.function(experimental_implements=…)``.

    What `tf.nondifferentiable_batch_function` makes is traced at each call, wherever it is made.
    """
    makers = node.decorators.nodes if isinstance(node, nodes.FunctionDef) else [node, node.func]
    if any(names.last_name(getattr(one, "func", one)) == "nondifferentiable_batch_function" for one in makers):
        return True
    return any(keyword.arg == "experimental_implements" for one in makers if isinstance(one, nodes.Call) for keyword in one.keywords)


def is_guarded(node: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether the function is made in a branch, and not in the other one: what decides may be that it is missing.

    What is made in a ``try`` may be made to see whether that works.
    """
    child, current = node, node.parent
    while current is not None and current is not function:
        if isinstance(current, nodes.IfExp) and not (child is current.body and _is_setting(current.test, function)):
            return True
        if isinstance(current, nodes.Try) and child in current.body:
            return True
        is_set = isinstance(current, nodes.If) and child in current.body and _is_setting(current.test, function)
        if isinstance(current, nodes.If) and not is_set and _may_ask_for(current.test, function):
            other = current.orelse if child in current.body else current.body
            if not any(isinstance(one, nodes.FunctionDef) and one.name == getattr(node, "name", "") for one in other):
                return True
        child, current = current, current.parent
    return False


def _is_setting(test: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether a test asks for an argument that is a switch, by its default: ``if use_function:``."""
    if not isinstance(test, nodes.Name) or len(function.locals.get(test.name, ())) != 1:
        return False
    default = default_expression(function, test.name)
    return isinstance(default, nodes.Const) and isinstance(default.value, bool)


def _may_ask_for(test: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether a test may ask for something that is missing at the first call alone: not one of numbers, or of an argument's text."""
    match test:
        case nodes.Compare(left=left, ops=[(op, right)]) if op not in ("is", "is not", "in", "not in"):
            return all(isinstance(one, nodes.Const) and one.value in (0, 1) or isinstance(one, nodes.Attribute) for one in (left, right))
        case nodes.UnaryOp(op="not", operand=nodes.Name(name=name)):
            return name not in function.locals
        case nodes.Call(func=func, args=[]):
            return names.last_name(func) != "executing_eagerly"
    return True


def is_handed_over(program: Program, function: nodes.FunctionDef) -> bool:
    """Whether a decorator of another package takes the function: how often that calls it is not known."""
    decorators = function.decorators.nodes if function.decorators is not None else []
    values = (value for one in decorators for value in program.detached(getattr(one, "func", one), names.function_scope(function)))
    packages = {value.name.partition(".")[0] for value in values if isinstance(value, External)}
    return any(package not in sys.stdlib_module_names and not frameworks.is_known(package) for package in packages)


def makes_object(call: nodes.Call) -> bool:
    """Whether a call makes an object, by the name of what is called."""
    last = names.last_name(call.func)
    return last[:1].isupper() or last.lower().lstrip("_").startswith(_MAKES)


def ends_there(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether the loop ends in the block where the function is made: it is made once."""
    if isinstance(loop, COMPREHENSIONS):
        return False
    statement = node.statement()
    block = [child for child in statement.parent.get_children() if child.lineno and child.lineno >= statement.lineno]
    return any(isinstance(child, (nodes.Return, nodes.Break, nodes.Raise)) for child in block)


def offence_of(
    creation: Creation, confidence: Confidence, when: str, outside: str, so: str = "each call traces it and no graph is used again"
) -> Offence:
    details = {"when": when, "so": so, "outside": outside}
    offence = of_call(Kind.REMADE, creation.node, creation.name, confidence, details)
    offence.lines = tuple((creation.node.root().file, call.lineno) for call in creation.calls)
    return offence
