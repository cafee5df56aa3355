"""Which functions a call may reach: methods, inheritance, partials, closures, lambdas; and what a call returns."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW, HIGH, INFERENCE, Confidence

from graphlint import frameworks
from graphlint.analysis import names, scalars
from graphlint.analysis.events import Call
from graphlint.analysis.frames import Frame, bind, default_expression, substitute
from graphlint.analysis.places import (
    UNKNOWN,
    Argument,
    Attribute,
    Bound,
    Class,
    Const,
    Decorator,
    External,
    Fresh,
    Function,
    FunctionNode,
    Graph,
    Item,
    Param,
    Partial,
    Result,
    Scalar,
    Scope,
    Super,
    Unknown,
    Value,
    Variable,
    attribute,
    is_place,
    item,
    join,
)

if TYPE_CHECKING:
    from graphlint.analysis.expressions import Evaluator
    from graphlint.analysis.program import Program

#: How many variables, attributes and classes are looked through to find what something is.
_MAX_DEPTH = 6


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


def weaker(first: Confidence, second: Confidence) -> Confidence:
    order = (HIGH, CONTROL_FLOW, INFERENCE)
    return max(first, second, key=order.index)


# What a call may reach


def callees(program: Program, values: frozenset[Value]) -> list[Callee]:
    """All that calling one of the values may reach; several callees are a matter of control flow."""
    found: list[Callee] = []
    for value in values:
        for callee in _callees(program, value, 0):
            if callee not in found:
                found.append(callee)
    if len(found) > 1:
        found = [replace(callee, confidence=weaker(callee.confidence, CONTROL_FLOW)) for callee in found]
    return found


def _callees(program: Program, value: Value, depth: int) -> Iterator[Callee]:
    if depth > _MAX_DEPTH:
        return
    match value:
        case External(name):
            yield Callee(HIGH, name=name)
        case Function():
            yield Callee(HIGH, function=value)
        case Bound(function, receiver):
            yield Callee(HIGH, function=function, receiver=receiver)
        case Partial(target, arguments):
            for callee in _callees(program, target, depth + 1):
                yield replace(callee, arguments=arguments + callee.arguments)
        case Graph(target):
            for callee in _callees(program, target, depth + 1):
                yield replace(callee, graph=callee.graph or value)
        case Class(node):
            instance = Fresh(node, node)
            for method in members(program, node, "__init__"):
                yield from _callees(program, bound(method, instance), depth + 1)
        case Attribute(base, name):
            yield from _methods(program, base, name, depth)
        case Fresh(kind) if isinstance(kind, nodes.ClassDef):
            names_ = ("__call__", "call") if is_keras(program, kind) else ("__call__",)
            for name in names_:
                methods = members(program, kind, name)
                for method in methods:
                    yield from _callees(program, bound(method, value), depth + 1)
                if methods:
                    break
        case Variable() | Item():
            for content in contents(program, value):
                if isinstance(content, (Unknown, Const, Param)):
                    continue
                for callee in _callees(program, content, depth + 1):
                    # An object that a variable holds is the variable's: it is not made by the call.
                    receiver = value if isinstance(content, Fresh) else callee.receiver
                    yield replace(callee, confidence=weaker(callee.confidence, INFERENCE), receiver=receiver)


def _methods(program: Program, base: Value, name: str, depth: int) -> Iterator[Callee]:
    if isinstance(base, Super):
        for cls in ancestors(program, base.cls)[1:]:
            methods = own_members(program, cls, name)
            if methods:
                for method in methods:
                    yield from _callees(program, bound(method, base.receiver), depth + 1)
                return
        return
    if isinstance(base, Class):
        for method in members(program, base.node, name):
            if isinstance(method, Function) and _decoration(method.node) == "classmethod":
                method = Bound(method, base)
            yield from _callees(program, method, depth + 1)
        return
    known = kinds(program, base)
    if not known and not isinstance(base, Fresh):
        yield Callee(INFERENCE, name=name, receiver=base)
    direct = isinstance(base, Param) or (isinstance(base, Variable) and isinstance(base.scope, nodes.FunctionDef))
    for kind in known:
        if isinstance(kind, str):
            yield Callee(INFERENCE, name=name, receiver=base, kind=kind)
            continue
        methods = members(program, kind, name)
        if not methods:
            yield from _inherited(program, kind, base, name)
        for method in methods:
            # A method of `self` is found by its name; that of another object by what the object is.
            sure = HIGH if direct and isinstance(method, (Function, Graph)) else INFERENCE
            for callee in _callees(program, bound(method, base), depth + 1):
                if isinstance(method, Fresh):
                    callee = replace(callee, receiver=attribute(base, name))
                yield replace(callee, confidence=weaker(callee.confidence, sure))
        for override in overrides(program, kind, name):
            for callee in _callees(program, bound(override, base), depth + 1):
                yield replace(callee, confidence=weaker(callee.confidence, CONTROL_FLOW))


def _inherited(program: Program, cls: nodes.ClassDef, base: Value, name: str) -> Iterator[Callee]:
    """A method that a class of the program inherits from a framework's."""
    for external in external_bases(program, cls):
        if frameworks.meaning(f"{external}.{name}") is not None:
            yield Callee(HIGH, name=f"{external}.{name}", receiver=base)


def bound(method: Value, receiver: Value) -> Value:
    """What an attribute of an object denotes: a function of the class becomes a bound method."""
    if isinstance(method, Function) and isinstance(method.node.parent, nodes.ClassDef):
        decoration = _decoration(method.node)
        if decoration == "staticmethod":
            return method
        if decoration == "classmethod":
            return Bound(method, Class(method.node.parent))
        return Bound(method, receiver)
    if isinstance(method, Graph):
        return Graph(bound(method.target, receiver), method.options)
    return method


def _decoration(node: nodes.NodeNG) -> str | None:
    if isinstance(node, nodes.FunctionDef) and node.decorators is not None:
        for decorator in node.decorators.nodes:
            if isinstance(decorator, nodes.Name) and decorator.name in ("staticmethod", "classmethod", "property"):
                return decorator.name
    return None


def is_property(value: Value) -> bool:
    return isinstance(value, Function) and _decoration(value.node) == "property"


# Classes


def ancestors(program: Program, cls: nodes.ClassDef) -> list[nodes.ClassDef]:
    """The class and its bases in the program, nearest first."""
    found: list[nodes.ClassDef] = []
    queue = [cls]
    while queue and len(found) < 32:
        current = queue.pop(0)
        if current not in found:
            found.append(current)
            for base in current.bases:
                values = program.detached(base, names.enclosing(current))
                queue += [value.node for value in values if isinstance(value, Class)]
    return found


def external_bases(program: Program, cls: nodes.ClassDef) -> list[str]:
    """Canonical names of the bases that are not the program's own."""
    found = []
    for current in ancestors(program, cls):
        for base in current.bases:
            for value in program.detached(base, names.enclosing(current)):
                if isinstance(value, External):
                    found.append(frameworks.canonical(value.name))
    return found


def is_keras(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether calling an instance runs its method `call`."""
    return any(base in frameworks.keras.CALLED for base in external_bases(program, cls))


def members(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    """What an attribute of an instance may be: that of the nearest class, and what methods assign to it."""
    for current in ancestors(program, cls):
        found = own_members(program, current, name)
        if found:
            return found
    return []


def own_members(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    found: list[Value] = []
    bindings = cls.locals.get(name, [])
    if bindings and all(isinstance(binding, nodes.FunctionDef) for binding in bindings):
        bindings = bindings[-1:]
    for binding in bindings:
        if isinstance(binding, nodes.FunctionDef):
            found += program.function_value(binding)
        elif isinstance(binding, nodes.ClassDef):
            found.append(Class(binding))
        elif isinstance(binding, nodes.AssignName):
            found += program.summary(cls).variables.get(name, ())
    for target in cls.instance_attrs.get(name, ()):
        if isinstance(target, nodes.AssignAttr) and target.root() is cls.root():
            found += program.summary(names.function_scope(target)).stores.get(target, ())
    return list(dict.fromkeys(found))


def overrides(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    """Methods of subclasses in the same module: an instance may be one of theirs."""
    found: list[Value] = []
    for other in program.index(cls.root()).classes:
        if other is not cls and name in other.locals and cls in ancestors(program, other):
            found += own_members(program, other, name)
    return found


# What things are


def contents(program: Program, value: Value, depth: int = 0) -> frozenset[Value]:
    """The objects that a place may hold, as far as the program shows."""
    if depth > _MAX_DEPTH:
        return UNKNOWN
    match value:
        case Variable():
            return program.variables(value)
        case Attribute(base, name):
            if isinstance(base, Class):
                return frozenset(members(program, base.node, name))
            found: list[Value] = []
            for kind in kinds(program, base, depth + 1):
                if isinstance(kind, nodes.ClassDef):
                    found += [bound(member, base) for member in members(program, kind, name)]
            return frozenset(found)
        case Item(base):
            held = contents(program, base, depth + 1) if is_place(base) else frozenset((base,))
            return join(*(item(inner) for inner in held if isinstance(inner, Fresh)))
    return frozenset()


def kinds(program: Program, value: Value, depth: int = 0) -> list[str | nodes.ClassDef]:
    """What the object may be: names of the tables, or classes of the program."""
    if depth > _MAX_DEPTH:
        return []
    match value:
        case Fresh(kind):
            return [] if kind is None else [kind]
        case Param(scope, name):
            return _parameter_kinds(program, scope, name)
        case Variable() | Attribute() | Item():
            found: list[str | nodes.ClassDef] = []
            for content in contents(program, value, depth + 1):
                if content != value:
                    found += kinds(program, content, depth + 1)
            return list(dict.fromkeys(found))
        case External(name):
            meaning = frameworks.meaning(name)
            return [meaning.makes] if meaning is not None and meaning.makes else []
    return []


def _parameter_kinds(program: Program, scope: FunctionNode, name: str) -> list[str | nodes.ClassDef]:
    cls = scope.parent
    positional = [*(scope.args.posonlyargs or ()), *(scope.args.args or ())]
    if isinstance(cls, nodes.ClassDef) and positional and positional[0].name == name:
        if _decoration(scope) != "staticmethod":
            return [cls]
    annotation = _annotation(scope, name)
    if annotation is not None:
        return _annotated_kinds(program, annotation, names.enclosing(scope))
    expression = default_expression(scope, name)
    if expression is not None:
        return [kind for value in program.detached(expression, names.enclosing(scope)) for kind in kinds(program, value)]
    return []


def _annotation(scope: FunctionNode, name: str) -> nodes.NodeNG | None:
    signature = scope.args
    groups = (
        (signature.posonlyargs, signature.posonlyargs_annotations),
        (signature.args, signature.annotations),
        (signature.kwonlyargs, signature.kwonlyargs_annotations),
    )
    for arguments, annotations in groups:
        for argument, annotation in zip(arguments or (), annotations or ()):
            if argument.name == name:
                return annotation
    return None


def _annotated_kinds(program: Program, annotation: nodes.NodeNG, scope: Scope | None) -> list[str | nodes.ClassDef]:
    if isinstance(annotation, nodes.BinOp):  # list | None
        return _annotated_kinds(program, annotation.left, scope) + _annotated_kinds(program, annotation.right, scope)
    if isinstance(annotation, nodes.Subscript):
        outer = program.detached(annotation.value, scope)
        if External("typing.Optional") in outer:
            return _annotated_kinds(program, annotation.slice, scope)
        annotation = annotation.value  # list[int] is a list
    found: list[str | nodes.ClassDef] = []
    for value in program.detached(annotation, scope):
        if isinstance(value, Class):
            found.append(value.node)
        elif isinstance(value, External):
            name = frameworks.canonical(value.name)
            meaning = frameworks.MEANINGS.get(name)
            if name in frameworks.MUTATORS:
                found.append(name)
            elif meaning is not None and meaning.makes:
                found.append(meaning.makes)
    return found


# What a call returns


_CONVERSIONS = {"int": "number", "float": "number", "str": "string", "repr": "string", "round": "number", "abs": "number"}
_ITERATORS = frozenset("list tuple iter reversed sorted set".split())
_COPIES = frozenset({"copy.copy", "copy.deepcopy"})


def returned(program: Program, evaluator: Evaluator, event: Call) -> frozenset[Value]:
    """The values of a call."""
    return join(*(_returned(program, evaluator, value, event, 0) for value in event.callee))


def _returned(program: Program, evaluator: Evaluator, callee: Value, event: Call, depth: int) -> frozenset[Value]:
    match callee:
        case External(name):
            return _external(program, evaluator, name, event)
        case Decorator(options):
            return _graphs(event, options)
        case Partial(target, arguments):
            call = replace_arguments(event, arguments + event.arguments)
            return _returned(program, evaluator, target, call, depth + 1) if depth < _MAX_DEPTH else UNKNOWN
        case Class(node):
            return frozenset((Fresh(node, event.node),))
        case Function(node):
            if program.makes_graphs(node):
                frame = Frame(node, bind(program, node, None, event.arguments), None, traced=False)
                made = substitute(program, program.summary(node).returns, frame)
                graphs = frozenset(value for value in made if isinstance(value, (Graph, Decorator, Partial, Function)))
                if graphs:
                    return graphs
            return frozenset((Result(event),))
        case Variable():
            held = [value for value in contents(program, callee) if isinstance(value, (External, Decorator, Partial, Class))]
            if held and depth < _MAX_DEPTH:
                return join(*(_returned(program, evaluator, value, event, depth + 1) for value in held))
            return frozenset((Result(event),))
        case Attribute(base, name):
            return _method(base, name, event)
        case Bound() | Param() | Item() | Result():
            return frozenset((Result(event),))
    return UNKNOWN


def replace_arguments(event: Call, arguments: tuple[Argument, ...]) -> Call:
    return Call(event.node, event.callee, arguments, event.guards, event.loops)


def _graphs(event: Call, options: nodes.NodeNG) -> frozenset[Value]:
    """What ``tf.function`` makes: of a function a graph function, of nothing a decorator."""
    positional = [argument for argument in event.arguments if argument.keyword is None]
    for argument in event.arguments:
        if argument in positional[:1] or argument.keyword == "func":
            targets = frozenset(value for value in argument.values if value not in (Const(None, type(None)), Unknown()))
            if targets:
                return frozenset(Graph(target, options) for target in targets)
            if Unknown() in argument.values:
                return UNKNOWN
    return frozenset((Decorator(options),)) if isinstance(options, nodes.Call) else UNKNOWN


def _external(program: Program, evaluator: Evaluator, name: str, event: Call) -> frozenset[Value]:
    arguments = [argument.values for argument in event.arguments if argument.keyword is None]
    if program.is_graph_decorator(name):
        return _graphs(event, event.node)
    if name == "functools.partial" and arguments:
        rest = event.arguments[1:]
        return frozenset(Partial(target, rest) for target in arguments[0] if not isinstance(target, Unknown)) or UNKNOWN
    module, _, short = name.rpartition(".")
    if module == "builtins":
        values = _builtin(evaluator, short, arguments, event)
        if values is not None:
            return values
    if name in _COPIES and arguments:
        return frozenset(Fresh(value.kind, event.node) for value in arguments[0] if isinstance(value, Fresh)) or UNKNOWN
    canonical = frameworks.canonical(name)
    if canonical in ("tqdm", "tqdm.trange", "itertools.count"):
        if canonical == "tqdm" and arguments:
            return frozenset((Fresh(None, event.node, (scalars.elements(arguments[0]),)),))
        return frozenset((Fresh(None, event.node, (scalars.VARYING_NUMBER,)),))
    meaning = frameworks.MEANINGS.get(canonical)
    if meaning is None or meaning.makes is None:
        return UNKNOWN
    if meaning.makes == "builtins.float":
        return scalars.COMPUTED_NUMBER
    items: tuple[frozenset[Value], ...] | None = None
    if meaning.seeded:
        items = tuple(argument.values for argument in event.arguments)
    elif canonical == "collections.defaultdict" and arguments:
        made = join(*(_returned(program, evaluator, value, replace_arguments(event, ()), 1) for value in arguments[0]))
        items = (made,)
    return frozenset((Fresh(meaning.makes, event.node, items),))


def _builtin(
    evaluator: Evaluator, name: str, arguments: list[frozenset[Value]], event: Call
) -> frozenset[Value] | None:
    node = event.node
    if name in _CONVERSIONS and arguments:
        return scalars.converted(_CONVERSIONS[name], arguments[0])
    match name:
        case "len":
            return scalars.COMPUTED_NUMBER
        case "bool" | "isinstance" | "hasattr" | "callable":
            return scalars.BOOLEAN
        case "range":
            return frozenset((Fresh("builtins.range", node, (scalars.counted(arguments),)),))
        case "enumerate" if arguments:
            pair = Fresh("builtins.tuple", node, (scalars.VARYING_NUMBER, scalars.elements(arguments[0])))
            return frozenset((Fresh(None, node, (frozenset((pair,)),)),))
        case "zip" if arguments:
            row = Fresh("builtins.tuple", node, tuple(map(scalars.elements, arguments)))
            return frozenset((Fresh(None, node, (frozenset((row,)),)),))
        case "super":
            return _super(evaluator)
        case "getattr" if len(arguments) >= 2:
            names_ = {value.value for value in arguments[1] if isinstance(value, Const)}
            if len(names_) == 1 and len(arguments[1]) == 1:
                found = frozenset(attribute(base, str(*names_)) for base in arguments[0])
                return join(found, *arguments[2:])
            return UNKNOWN
    if name in _ITERATORS and arguments:
        kind = f"builtins.{name}" if name in ("list", "set", "tuple") else "builtins.list" if name == "sorted" else None
        return frozenset((Fresh(kind, node, (scalars.elements(arguments[0]),)),))
    if name == "dict":
        keywords = [argument for argument in event.arguments if argument.keyword not in (None, "**")]
        known = len(keywords) == len(event.arguments)
        items = tuple(argument.values for argument in keywords) if known else None
        return frozenset((Fresh("builtins.dict", node, items, tuple(a.keyword for a in keywords) if known else None),))
    return None


def _super(evaluator: Evaluator) -> frozenset[Value]:
    scope = evaluator.scope
    if isinstance(scope, nodes.FunctionDef) and isinstance(scope.parent, nodes.ClassDef):
        arguments = [*(scope.args.posonlyargs or ()), *(scope.args.args or ())]
        if arguments:
            return frozenset((Super(scope.parent, Param(scope, arguments[0].name)),))
    return UNKNOWN


def _method(base: Value, name: str, event: Call) -> frozenset[Value]:
    """The values of a call of a method by its name, where that tells."""
    node = event.node
    match name:
        case "copy":
            kind = base.kind if isinstance(base, Fresh) else None
            return frozenset((Fresh(kind, node),))
        case "get" | "setdefault" | "pop" | "popitem" | "popleft":
            if isinstance(base, Fresh) and isinstance(base.kind, nodes.ClassDef):
                return frozenset((Result(event),))
            default = join(*(argument.values for argument in event.arguments[1:2])) or frozenset()
            return join(item(base), default)
        case "values" | "items" | "keys":
            if isinstance(base, Fresh) and isinstance(base.kind, nodes.ClassDef):
                return frozenset((Result(event),))
            inner = item(base) if name != "keys" else UNKNOWN
            if name == "items":
                inner = frozenset((Fresh("builtins.tuple", node, (UNKNOWN, inner)),))
            return frozenset((Fresh(None, node, (inner,)),))
        case "item":
            return scalars.COMPUTED_NUMBER
        case "format" | "join" if isinstance(base, Fresh) is False and not is_place(base):
            return UNKNOWN
    if isinstance(base, Fresh) and not isinstance(base.kind, nodes.ClassDef):
        return UNKNOWN
    return frozenset((Result(event),))


__all__ = ["Callee", "Scalar", "callees", "contents", "kinds", "members", "returned"]
