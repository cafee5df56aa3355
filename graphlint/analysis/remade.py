"""Graph functions that are made again and again, each for a single call: nothing that was traced is ever used again."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, Confidence

from graphlint import frameworks
from graphlint.analysis import blocks, callers, classes, meant, names
from graphlint.analysis.assignments import is_made_in, owner_of
from graphlint.analysis.frames import default_expression, given_expression
from graphlint.analysis.offence import Offence, line_of, of_call
from graphlint.analysis.places import External, FunctionNode, Graph, Scope
from graphlint.analysis.program import Program
from graphlint.analysis.repeats import COMPREHENSIONS, calls_of, is_called_once, loops_repeating, runs_once, uses_of
from graphlint.analysis.runs import is_run_by_epochs
from graphlint.frameworks.meaning import Kind

_LITERALS = (nodes.List, nodes.Tuple, nodes.Set, nodes.Dict)
#: How functions are called that make an object.
_MAKES = ("make", "build", "create", "get", "init", "new")
#: What a graph function tells of its traces keeps nothing.
_COUNTS = frozenset({"experimental_get_tracing_count", "pretty_printed_concrete_signatures"})


@dataclass(slots=True)
class _Creation:
    """A graph function is made: by a call, or by the decorator of a function inside another."""

    node: nodes.Call | nodes.FunctionDef
    scope: Scope
    name: str
    calls: list[nodes.Call]
    """The calls of what is made, if these are all that is done with it."""


def remade(program: Program, module: nodes.Module, traced: set[FunctionNode]) -> list[Offence]:
    """The graph functions of a module that are made again and again. What is made in a trace is part of its graph."""
    found: list[Offence] = []
    for creation in _creations(program, module):
        if names.is_within(creation.scope, traced) or _is_marker(creation.node):
            continue
        loops = loops_repeating(creation.node, creation.scope)
        if not creation.calls:
            offence = _by_factory(program, creation)
        elif loops:
            offence = _in_loop(creation, loops)
        else:
            offence = _at_each_call(program, creation)
        if offence is not None:
            found.append(offence)
    return found


def _creations(program: Program, module: nodes.Module) -> Iterator[_Creation]:
    index = program.index(module)
    for function in index.functions:
        if function.decorators is not None and function.name in index.graph_names:
            scope = names.function_scope(function)
            if any(isinstance(value, Graph) for value in program.function_value(function)):
                yield _Creation(function, scope, names.qualified(function), _calls_of_name(program, function, function.name, scope))
    for scope in callers.scopes_calling(program, module, index.maker_names):
        for graph, made in dict.fromkeys((graph, made) for graph, made, _ in program.summary(scope).graphs):
            if isinstance(made, nodes.Call) and names.function_scope(made) is scope and _makes(graph, made):
                yield _Creation(made, scope, _name(graph, made), _calls(program, made, scope))


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
    return not given.isdisjoint(wrapper.argnames()) and not _is_guarded(options, wrapper) and names.cache_of(wrapper) is None


def _name(graph: Graph, made: nodes.Call) -> str:
    node = getattr(graph.target, "node", None)
    if isinstance(node, (nodes.FunctionDef, nodes.Lambda)):
        return names.qualified(node)
    given = made.args[0] if made.args else made.keywords[0].value
    return names.source(given, 40)


def _calls(program: Program, made: nodes.Call, scope: Scope) -> list[nodes.Call]:
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
    if _is_looped_by(call) and function in call.args[:2]:
        return True
    if not isinstance(method, nodes.Attribute) or call.args[:1] != [function] or method.attrname not in ("run", "experimental_run_v2"):
        return False
    return "strategy" in method.expr.as_string().lower()


def _is_looped_by(call: nodes.Call) -> bool:
    """``tf.while_loop(check, body, x)``"""
    return names.last_name(call.func) == "while_loop"


def _is_marker(node: nodes.Call | nodes.FunctionDef) -> bool:
    """Whether it only marks a part of its caller's graph, for a converter: ``tf.function(experimental_implements=…)``.

    What `tf.nondifferentiable_batch_function` makes is traced at each call, wherever it is made.
    """
    makers = node.decorators.nodes if isinstance(node, nodes.FunctionDef) else [node, node.func]
    if any(names.last_name(getattr(one, "func", one)) == "nondifferentiable_batch_function" for one in makers):
        return True
    return any(keyword.arg == "experimental_implements" for one in makers if isinstance(one, nodes.Call) for keyword in one.keywords)


# In a loop


def _in_loop(creation: _Creation, loops: list[nodes.NodeNG]) -> Offence | None:
    loop = loops[0]
    if isinstance(creation.scope, nodes.ClassDef) or _ends(creation.node, loop):
        return None
    around = [loops_repeating(call, creation.scope) for call in creation.calls]
    if not all(loop in inner for inner in around) or _is_one_of_a_few(creation.node, loop):
        return None  # it is kept for after the loop
    when = f"at each turn of the loop at line {loop.lineno}"
    if all(inner[0] is loop for inner in around):
        return _offence(creation, HIGH, when, "the loop")
    # It is called many times for each that is made.
    return None if _reads_of_turn(creation.node, loop) else _offence(creation, CONTROL_FLOW, when, "the loop", "each turn traces it again")


def _reads_of_turn(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether a graph function reads what each turn of a loop has another one of, such as an optimizer."""
    if not isinstance(node, nodes.FunctionDef) or node.parent is not loop or any(True for _ in loop.nodes_of_class(nodes.AssignAttr)):
        return True
    if any(isinstance(one, nodes.Expr) and not _only_shows(one.value) for one in loop.body[: loop.body.index(node)]):
        return True  # what is called before may set what the graph function reads: a seed, the parts of an object
    made = names.assigned_in(loop) | {one.name for one in loop.body if one is not node and isinstance(one, (nodes.FunctionDef, nodes.ClassDef))}
    return any(name.name in made and name.name not in node.locals for name in node.nodes_of_class(nodes.Name))


def _only_shows(node: nodes.NodeNG) -> bool:
    return isinstance(node, nodes.Const) or isinstance(node, nodes.Call) and names.last_name(node.func) in ("print", "info", "debug")


def _ends(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether the loop ends in the block where the function is made: it is made once."""
    if isinstance(loop, COMPREHENSIONS):
        return False
    statement = node.statement()
    block = [child for child in statement.parent.get_children() if child.lineno and child.lineno >= statement.lineno]
    return any(isinstance(child, (nodes.Return, nodes.Break, nodes.Raise)) for child in block)


def _is_one_of_a_few(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether each turn makes another function on purpose: one for each function, or for each of a few settings."""
    assigned, settings = _assigned(loop)
    read = {name.name for name in node.nodes_of_class(nodes.Name)}
    made_of_these = (names.assigned_in(one) for one in loop.nodes_of_class(nodes.Assign) if _reads(one.value, assigned)) if settings else ()
    if settings and read & assigned.union(*made_of_these):
        return True
    options = [one.value for one in getattr(node, "keywords", ()) if one.arg not in ("func", "input_signature")]
    if any(name.name in assigned for option in options for name in option.nodes_of_class(nodes.Name)):
        return True  # for each device, say: no other turn can use this one
    given = node.args[0] if isinstance(node, nodes.Call) and node.args else None
    while isinstance(given, (nodes.Attribute, nodes.Subscript)):
        given = given.expr if isinstance(given, nodes.Attribute) else given.value
    if isinstance(given, nodes.Name) and not _is_local_function(loop, given.name):
        return given.name in names.assigned_in(loop)
    if isinstance(given, nodes.Call):
        return bool({name.name for name in given.nodes_of_class(nodes.Name)} & names.assigned_in(loop))
    return False


def _reads(node: nodes.NodeNG, named: set[str]) -> bool:
    return any(name.name in named for name in node.nodes_of_class(nodes.Name))


def _assigned(loop: nodes.NodeNG) -> tuple[set[str], bool]:
    """The variables of a loop, and whether they go over a few settings that are written there."""
    if isinstance(loop, nodes.While):
        return set(), False
    heads = [loop] if isinstance(loop, nodes.For) else loop.generators
    found: set[str] = set()
    settings = False
    for head in heads:
        target = head.target
        targets = [target] if isinstance(target, nodes.AssignName) else target.nodes_of_class(nodes.AssignName)
        found |= {name.name for name in targets}
        source = head.iter
        while isinstance(source, nodes.Call) and source.args:
            source = source.args[0]  # enumerate([...]), zip([...], …), itertools.product([...], …)
        settings = settings or isinstance(source, _LITERALS)
        settings = settings or isinstance(source, nodes.Attribute) or (isinstance(source, nodes.Name) and source.name.isupper())
    return found, settings


def _is_local_function(loop: nodes.NodeNG, name: str) -> bool:
    return any(function.name == name for function in loop.nodes_of_class(nodes.FunctionDef))


# At each call


def _is_of_caller(node: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether the graph function is made of something that the caller gives."""
    given = {name.name for name in node.nodes_of_class(nodes.Name)} if isinstance(node, nodes.Call) else set()
    return not given.isdisjoint(function.argnames())


def _at_each_call(program: Program, creation: _Creation) -> Offence | None:
    function = creation.scope
    if not isinstance(function, nodes.FunctionDef) or is_called_once(function) or _is_guarded(creation.node, function):
        return None
    if len(creation.calls) > 1 or _is_handed_over(program, function):
        return None
    sites = calls_of(program, function)
    many = any(loops_repeating(call, function) or _is_looped_by(call) for call in creation.calls)  # for each that is made
    looped = _looped(program, function)
    if runs_once(function) and not looped or many and _reads_own(creation.node, function, looped):
        return None
    when = f"at each call of '{names.qualified(function)}'"
    if many and is_run_by_epochs(function) and classes.is_callback(program, function.parent):
        return _offence(creation, CONTROL_FLOW, f"{when}, which Keras calls again and again", f"'{names.qualified(function)}'", "each of these calls traces it again")
    if looped:
        through = "".join(f", through '{names.qualified(names.function_scope(call))}'" for call in looped[0][:-1])
        when = f"{when}{through}, which {line_of(looped[0][-1], function.root())} calls in a loop"
        if many:
            return _offence(creation, CONTROL_FLOW, when, f"'{names.qualified(function)}'", "each of these calls traces it again")
        return _offence(creation, HIGH, when, f"'{names.qualified(function)}'")
    if many:
        return None
    first = [call for call in sites if not meant.is_in_handler(call)]  # another try is none of its own
    if _is_begun(program, function, sites) and (len(first) <= 1 or _is_of_caller(creation.node, function)):
        return None  # called once from where a program begins, or with another function each time
    return _offence(creation, CONTROL_FLOW, when, f"'{names.qualified(function)}'")


def _looped(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls of a function in loops, or those of one that calls it, each with what leads to it."""
    direct = [(call,) for call in calls_of(program, function) if loops_repeating(call, names.function_scope(call))]
    return direct or _looped_elsewhere(program, function) or _looped_further_out(program, function)


def _looped_elsewhere(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls in loops of other modules, of functions and of methods of one object."""
    looped = ((call, loops_repeating(call, names.function_scope(call))) for call in _calls_elsewhere(program, function))
    return [(call,) for call, loops in looped if loops and not _assigned(loops[0])[1] and _is_of_one_object(call)]


def _looped_further_out(program: Program, function: nodes.FunctionDef) -> list[tuple[nodes.Call, ...]]:
    """The calls in functions that are called in loops themselves, on the same object, each with that call."""
    found: list[tuple[nodes.Call, ...]] = []
    for site in callers.call_sites(program, function):
        call, scope = site.event.node, site.scope
        if not isinstance(call, nodes.Call) or not isinstance(scope, nodes.FunctionDef) or any(True for _ in scope.nodes_of_class(nodes.AssignAttr)):
            continue  # what it sets may be what the graph function reads
        outer = [one.event.node for one in callers.call_sites(program, scope, everywhere=True) if one.event.loops]
        found += [(call, one) for one in outer if isinstance(one, nodes.Call) and loops_repeating(one, names.function_scope(one)) and _is_of_one_object(one)]
    return found


def _is_begun(program: Program, function: nodes.FunctionDef, sites: list[nodes.Call]) -> bool:
    """Whether a function is only called from where a program begins."""
    return bool(sites) and len(sites) == len(uses_of(program, function)) and all(runs_once(names.function_scope(call)) for call in sites)


def _reads_own(node: nodes.NodeNG, function: nodes.FunctionDef, looped: list[tuple[nodes.Call, ...]]) -> bool:
    """Whether a graph function reads what another call of the function around it has another one of: a model, an optimizer.

    The calls in loops tell what it is given in each turn.
    """
    inner = node if isinstance(node, nodes.FunctionDef) else node.args[0] if node.args else node
    read, within = (name.name for name in inner.nodes_of_class(nodes.Name)), getattr(inner, "locals", {})
    for name in dict.fromkeys(name for name in read if name in function.locals and name not in within):
        if classes.receives(function, name) or isinstance(default_expression(function, name), nodes.Const):
            continue
        if name in function.argnames() and looped and all(_gives_the_same(calls, function, name) for calls in looped):
            continue
        if name in function.argnames() or not isinstance(inner, (nodes.FunctionDef, nodes.Lambda)):
            return True
        values = [names.assigned(target) for target in function.locals[name]]
        if any(value is None or any(map(_makes_object, value.nodes_of_class(nodes.Call))) for value in values):
            return True
    return False


def _gives_the_same(calls: tuple[nodes.Call, ...], function: nodes.FunctionDef, name: str) -> bool:
    """Whether calls, the last of which is in a loop, give an argument that no turn makes or takes anew."""
    given, scope = given_expression(calls[0], function, name), names.function_scope(calls[0])
    if isinstance(given, nodes.Tuple) and len(calls) == 1 and all(isinstance(one, nodes.Name) for one in given.elts):
        return names.assigned_in(loops_repeating(calls[0], scope)[0]).isdisjoint(one.name for one in given.elts)
    if not isinstance(given, nodes.Name):
        return False
    if len(calls) > 1:
        is_passed_on = given.name in scope.argnames() and len(scope.locals[given.name]) == 1
        return is_passed_on and _gives_the_same(calls[1:], scope, given.name)
    return given.name not in names.assigned_in(loops_repeating(calls[0], scope)[0])


def _is_of_one_object(call: nodes.Call) -> bool:
    """Whether a call in a loop is of a method of one object, which the loop does not make ready anew by another one."""
    loops, start = loops_repeating(call, names.function_scope(call)), owner_of(call)
    loop = loops[0]
    if start is call.func:
        return True
    if isinstance(loop, nodes.For) and isinstance(start, nodes.Name) and start.name in names.assigned_in(loop.target):
        # Each turn of the loop around has the same objects: `for epoch in epochs: for client in clients: client.train()`.
        return len(loops) > 1 and not any(name.name in names.assigned_in(loops[1]) for name in loop.iter.nodes_of_class(nodes.Name))
    if not isinstance(start, nodes.Name) or start.name in names.assigned_in(loop):
        return False
    owner = call.func.expr.as_string()
    others = [one.func.expr for one in loop.nodes_of_class(nodes.Call) if isinstance(one.func, nodes.Attribute) and one is not call]
    others += [one.expr for one in loop.nodes_of_class(nodes.AssignAttr)]
    return not any(f"{one.as_string()}.".startswith(f"{owner}.") for one in others)


def _makes_object(call: nodes.Call) -> bool:
    """Whether a call makes an object, by the name of what is called."""
    last = names.last_name(call.func)
    return last[:1].isupper() or last.lower().lstrip("_").startswith(_MAKES)


def _is_handed_over(program: Program, function: nodes.FunctionDef) -> bool:
    """Whether a decorator of another package takes the function: how often that calls it is not known."""
    decorators = function.decorators.nodes if function.decorators is not None else []
    values = (value for one in decorators for value in program.detached(getattr(one, "func", one), names.function_scope(function)))
    packages = {value.name.partition(".")[0] for value in values if isinstance(value, External)}
    return any(package not in sys.stdlib_module_names and not frameworks.is_known(package) for package in packages)


# By a factory


def _by_factory(program: Program, creation: _Creation) -> Offence | None:
    """A graph function that a factory returns, which a loop calls, though each turn needs the same one."""
    factory = creation.scope
    if not isinstance(factory, nodes.FunctionDef) or not _is_returned(creation) or _is_handed_over(program, factory):
        return None
    if _is_guarded(creation.node, factory) or loops_repeating(creation.node, factory) or names.cache_of(factory) is not None:
        return None
    if names.decoration(factory) == "property":
        return _by_property(program, creation, factory)
    for call in (*calls_of(program, factory), *_calls_elsewhere(program, factory)):
        scope = names.function_scope(call)
        if isinstance(call.parent, nodes.Return) and names.decoration(scope) == "property" and not _is_guarded(call, scope):
            found = _by_property(program, creation, scope)
            if found is not None:
                return found
        loop = next(iter(loops_repeating(call, scope)), None)
        if isinstance(loop, (nodes.For, nodes.While)) and not _ends(call, loop) and _serves_all_turns(call, scope, loop):
            when = f"at each call of '{names.qualified(factory)}', which {line_of(call, creation.node.root())} calls in a loop"
            return _offence(creation, CONTROL_FLOW, when, "the loop", "each turn traces it again")
        if loop is None and _is_spent(program, call, scope):
            when = f"at each call of '{names.qualified(factory)}', and {line_of(call, creation.node.root())} calls it and drops it"
            return _offence(creation, CONTROL_FLOW, when, f"'{names.qualified(scope)}'")
        looped = _calls_from_loop(program, call, scope) if loop is None else ()
        if looped:
            through = ", ".join(f"'{names.qualified(names.function_scope(one))}'" for one in (call, *looped[:-1]))
            line = line_of(looped[-1], creation.node.root())
            when = f"at each call of '{names.qualified(factory)}', through {through}, which {line} calls in a loop"
            return _offence(creation, CONTROL_FLOW, when, f"'{names.qualified(scope)}'", "each of these calls traces it again")
    return None


def _calls_elsewhere(program: Program, function: nodes.FunctionDef) -> list[nodes.Call]:
    """The calls of a function in other modules."""
    sites = (site.event.node for site in callers.call_sites(program, function, everywhere=True))
    return [call for call in sites if isinstance(call, nodes.Call) and call.root() is not function.root()]


def _by_property(program: Program, creation: _Creation, getter: nodes.FunctionDef) -> Offence | None:
    """A graph function that a property makes each time that it is read, and that is called there and then: ``self.step(x)``."""
    if names.cache_of(getter) is not None or not isinstance(getter.parent, nodes.ClassDef):
        return None
    home = getter.root()
    for module in dict.fromkeys((home, *callers.importers(program, home, f".{getter.name}("))):
        for call in program.index(module).calls((getter.name,)):
            scope = names.function_scope(call)
            if not isinstance(call.func, nodes.Attribute) or not _is_object_of(program, call.func.expr, getter.parent):
                continue
            loops, owner = loops_repeating(call, scope), owner_of(call)
            if is_made_in(owner, loops[0]) if loops else runs_once(scope) or _is_guarded(call, scope) or _is_made(scope, owner.as_string()):
                continue  # each object has a graph function of its own
            when = f"each time that '{names.qualified(getter)}' is read, and {line_of(call, creation.node.root())} calls it and drops it"
            return _offence(creation, CONTROL_FLOW, when, "the property")
    return None


def _is_object_of(program: Program, owner: nodes.NodeNG, cls: nodes.ClassDef) -> bool:
    """Whether an expression is an object of a class, or of one that derives from it."""
    values = program.detached(owner, names.function_scope(owner))
    known = [kind for value in values for kind in classes.of_program(program, value)]
    return any(cls in classes.ancestors(program, kind) for kind in known)


def _calls_from_loop(program: Program, call: nodes.Call, scope: Scope) -> tuple[nodes.Call, ...]:
    """The calls that lead from a loop to a function which calls a factory, each time with the same, and drops what that gives."""
    if not isinstance(scope, nodes.FunctionDef) or runs_once(scope) or _is_guarded(call, scope) or not _calls(program, call, scope):
        return ()
    given = [name for name in _given_names([call]) if not classes.receives(scope, name)]
    if any(_is_made(scope, name) for name in _given_names(_calls(program, call, scope))):
        return ()  # a model, an optimizer: each call of the function needs a graph function of its own
    for calls in _looped(program, scope):
        is_of_one = _is_of_one_object(calls[-1])
        if is_of_one and all(name in scope.argnames() and _gives_the_same(calls, scope, name) or name in scope.root().locals for name in given):
            return calls
    return ()


def _is_spent(program: Program, call: nodes.Call, scope: Scope) -> bool:
    """Whether what a factory gives is called on the spot, each time that a function is called: ``make_step(model)(x)``."""
    if not names.is_called(call) or runs_once(scope) or _is_guarded(call, scope):
        return False
    return not isinstance(scope, nodes.Lambda) and not _is_begun(program, scope, calls_of(program, scope))


def _is_returned(creation: _Creation) -> bool:
    """Whether a factory returns what it makes, and does nothing else with it."""
    if isinstance(creation.node, nodes.Call):
        return isinstance(creation.node.parent, nodes.Return)
    uses = [name for name in creation.scope.nodes_of_class(nodes.Name) if name.name == creation.node.name]
    return len(uses) == 1 and isinstance(uses[0].parent, nodes.Return)


def _serves_all_turns(call: nodes.Call, scope: Scope, loop: nodes.NodeNG) -> bool:
    """Whether a loop only calls what a factory gives it, with nothing that it has made for this turn: a model, an optimizer."""
    assigned = call.parent
    if names.is_called(call):  # there and then
        given = {name.name for name in call.nodes_of_class(nodes.Name)}
        return names.assigned_in(loop).isdisjoint(given) and given.isdisjoint(_changed(loop))
    if not isinstance(assigned, nodes.Assign) or not isinstance(assigned.targets[0], nodes.AssignName):
        return False
    target = assigned.targets[0].name
    is_only = len(scope.locals.get(target, ())) == 1  # other uses are of what is assigned elsewhere
    uses = [name for name in scope.nodes_of_class(nodes.Name) if name.name == target and (is_only or loop.parent_of(name))]
    calls = [use.parent for use in uses if names.is_called(use) and loop.parent_of(use)]
    if not calls or len(calls) < len(uses):
        return False
    given_first = {name.name for name in call.nodes_of_class(nodes.Name)}
    return given_first.isdisjoint(names.assigned_in(loop)) and not any(_is_made(loop, name) for name in _given_names(calls))


def _changed(loop: nodes.NodeNG) -> Iterator[str]:
    """The names of what a loop puts something into, or calls a method of."""
    for node in loop.nodes_of_class((nodes.AssignAttr, nodes.Assign, nodes.Call)):
        items = node.targets if isinstance(node, nodes.Assign) else (node.func,) if isinstance(node, nodes.Call) else (node,)
        for start in items:
            within = not isinstance(start, (nodes.Name, nodes.AssignName))
            while isinstance(start, (nodes.AssignAttr, nodes.Attribute, nodes.Subscript)):
                start = start.value if isinstance(start, nodes.Subscript) else start.expr
            if within and isinstance(start, nodes.Name):
                yield start.name


def _given_names(calls: list[nodes.Call]) -> list[str]:
    """The names in the arguments of calls, each once."""
    given = (argument for call in calls for argument in (*call.args, *call.keywords))
    return list(dict.fromkeys(name.name for argument in given for name in argument.nodes_of_class(nodes.Name)))


def _is_made(loop: nodes.NodeNG, name: str) -> bool:
    """Whether each turn of a loop, or call of a function, makes an object by that name: of a class, or by what makes or builds one."""
    made = (names.assigned(target) for target in loop.nodes_of_class(nodes.AssignName) if target.name == name)
    return any(isinstance(value, nodes.Call) and _makes_object(value) for value in made)


def _is_guarded(node: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether the function is made in a branch, and not in the other one: what decides may be that it is missing.

    What is made in a ``try`` may be made to see whether that works.
    """
    child, current = node, node.parent
    while current is not None and current is not function:
        if isinstance(current, nodes.IfExp) or isinstance(current, nodes.Try) and child in current.body:
            return True
        if isinstance(current, nodes.If) and _may_ask_for(current.test, function):
            other = current.orelse if child in current.body else current.body
            if not any(isinstance(one, nodes.FunctionDef) and one.name == getattr(node, "name", "") for one in other):
                return True
        child, current = current, current.parent
    return False


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


def _offence(
    creation: _Creation, confidence: Confidence, when: str, outside: str, so: str = "each call traces it and no graph is used again"
) -> Offence:
    words = {"function": f"'{creation.name}'", "when": when, "so": so, "outside": outside}
    offence = of_call(Kind.REMADE, creation.node, creation.name, confidence, words)
    offence.lines = tuple((creation.node.root().file, call.lineno) for call in creation.calls)
    return offence
