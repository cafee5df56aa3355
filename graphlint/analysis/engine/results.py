"""What a call returns, as far as its callee tells."""

from __future__ import annotations

from collections.abc import Iterable
import re
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine import activation
from graphlint.analysis.engine.heap import registries
from graphlint.analysis.engine.heap.classes import (
    MAX_DEPTH,
    ancestors,
    class_of,
    contents,
    is_model,
    kinds,
    members,
    own_members,
    owners,
)
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import names
from graphlint.analysis.values import arrays, scalars, tensors
from graphlint.analysis.values.events import Call
from graphlint.analysis.values.places import (
    LOOPED,
    STRUCTURE,
    TENSOR,
    UNKNOWN,
    Argument,
    Attribute,
    Bound,
    Class,
    Computed,
    Const,
    Decorator,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Module,
    Param,
    Partial,
    Result,
    Super,
    Unknown,
    Unshaped,
    Value,
    Variable,
    attribute,
    const,
    item,
    join,
    ordered,
)

if TYPE_CHECKING:
    from graphlint.analysis.engine.evaluate import Evaluator
    from graphlint.analysis.engine.program import Program

_CONVERSIONS = {"int": "number", "float": "number", "str": "string", "repr": "string", "round": "number", "abs": "number"}
#: With fewer letters than this in common, methods have nothing to do with one another.
_MIN_PATTERN = 3
#: What a text is filled in at.
_PLACEHOLDER = re.compile(r"\{[^{}]*\}|%[sdr]")
_ITERATORS = frozenset("list tuple iter reversed sorted set".split())
#: What may be called, or have methods; tensors and numbers are arrays once NumPy has chosen one.
_CHOSEN = (Attribute, Bound, Class, Fresh, Function, Item, Partial, Result, Variable)
_CHOICES = frozenset({"random.choice", "numpy.random.choice"})
#: What tells the sizes of a tensor, and of how many axes after the first nothing is said.
_SHAPE, _MAX_AXES = "keras.ops.shape", 4
#: Methods of a TensorArray: some give another one, which holds what was written, the others a tensor.
_OF_ARRAYS = frozenset({*frameworks.tensors.FUNCTIONAL_METHODS, "read", "stack", "gather", "concat", "size"})


def returned(program: Program, evaluator: Evaluator, event: Call) -> frozenset[Value]:
    """The values of a call."""
    return join(*(_returned(program, evaluator, value, event, 0) for value in ordered(event.callee)))


def _returned(program: Program, evaluator: Evaluator, callee: Value, event: Call, depth: int) -> frozenset[Value]:
    match callee:
        case External(name):
            return _external(program, evaluator, name, event)
        case Decorator(options):
            return _graphs(event, options)
        case Partial(target, arguments):
            call = replace_arguments(event, arguments + event.arguments)
            return _returned(program, evaluator, target, call, depth + 1) if depth < MAX_DEPTH else UNKNOWN
        case Class(node):
            return frozenset((Fresh(node, event.node),))
        case Function(node):
            graphs = _made_graphs(program, callee, None, event)
            if graphs:
                return graphs
            if node in program.index(node.root()).generators and getattr(node, "decorators", None) is None:
                return frozenset((Fresh("types.GeneratorType", event.node, (item(Result(event), LOOPED),)),))
            return frozenset((Result(event),))
        case Variable() | Attribute(Class()):
            held = [value for value in contents(program, callee) if isinstance(value, (External, Decorator, Partial, Class))]
            if held and depth < MAX_DEPTH:
                return join(*(_returned(program, evaluator, value, event, depth + 1) for value in held))
            return frozenset((Result(event),))
        case Attribute(base, name):
            return _by_maker(program, base, name, event) or _method(program, base, name, event)
        case Bound() | Param() | Item() | Result() | Fresh(kind=nodes.ClassDef()) | Graph():
            return frozenset((Result(event),))
        case Fresh(kind=str(kind)) if kind.startswith("keras."):
            return frozenset((Result(event),))
        case Unknown():
            return _by_name(event)
    return UNKNOWN


def _made_graphs(program: Program, function: Function, receiver: Value | None, event: Call) -> frozenset[Value]:
    """The graph functions, and decorators that make them, which a function of the program returns."""
    if not program.makes_graphs(function.node):
        return frozenset()
    made = activation.returned(program, function, receiver, event.arguments)
    return frozenset(value for value in made if isinstance(value, (Graph, Decorator, Partial, Function)))


def _by_maker(program: Program, base: Value, name: str, event: Call) -> frozenset[Value]:
    """The graph functions that a method of an object of the program returns: ``backend.jit(step)``."""
    if name not in program.index(event.node.root()).maker_names:
        return frozenset()
    methods = [one for cls in owners(program, base) for one in members(program, cls, name)]
    made = frozenset().union(*(_made_graphs(program, one, base, event) for one in methods if isinstance(one, Function)))
    # One that returns the plain function on some ways has its reasons: what they are, the call does not tell.
    return frozenset() if any(isinstance(value, Function) for value in made) else made


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
    meaning = frameworks.meaning(name)
    if meaning is not None and meaning.factory:
        return frozenset((Decorator(event.node),)) if isinstance(event.node, nodes.Call) else UNKNOWN
    if program.is_graph_decorator(name):
        return _graphs(event, event.node)
    if meaning is not None and meaning.returns is not None:
        return arguments[meaning.returns] if len(arguments) > meaning.returns else UNKNOWN
    if name == "functools.partial" and arguments:
        rest = event.arguments[1:]
        if all(argument.keyword is not None for argument in rest) and isinstance(event.node, nodes.Call):
            if all(isinstance(target, External) and program.is_graph_decorator(target.name) for target in arguments[0]):
                return frozenset((Decorator(event.node),))  # its options are those of the graph function
        return frozenset(Partial(target, rest) for target in arguments[0] if not isinstance(target, Unknown)) or UNKNOWN
    module, _, short = name.rpartition(".")
    if module == "builtins":
        if short == "type" and len(arguments) == 1:
            return join(*(class_of(program, value) for value in arguments[0]))
        values = _builtin(evaluator, short, arguments, event)
        if values is not None:
            return values
    if name in _CHOICES and arguments:
        return frozenset(one for one in scalars.elements(arguments[0]) if isinstance(one, _CHOSEN)) or UNKNOWN
    if name in frameworks.COPIES and arguments:
        return frozenset(Fresh(value.kind, event.node) for value in arguments[0] if isinstance(value, Fresh)) or UNKNOWN
    canonical = frameworks.canonical(name)
    if canonical in frameworks.ITERATING and module != "builtins":
        return frozenset((Fresh(_iterator_kind(program, event), event.node),))
    if canonical == "tqdm":
        return frozenset((Fresh("tqdm.bar", event.node, (scalars.elements(arguments[0]),) if arguments else None),))
    if canonical in ("tqdm.trange", "itertools.count"):
        kind = "builtins.iterator" if canonical == "itertools.count" else "tqdm.bar"
        return frozenset((Fresh(kind, event.node, (scalars.VARYING_NUMBER,)),))
    if canonical in frameworks.RANKS.OPENS and not evaluator.lifted:
        return _unshaped(event.node)
    if canonical in frameworks.RANKS.KEEPS and arguments and tensors.are_unshaped(arguments[0]):
        return arguments[0]
    if canonical in frameworks.TENSORS or canonical in frameworks.tensors.OF_MORE and len(event.arguments) > 1:
        return UNKNOWN if evaluator.lifted else TENSOR
    if canonical in frameworks.tensors.LISTS and not evaluator.lifted:
        return frozenset((Fresh("builtins.list", event.node, (TENSOR,)),))
    if canonical in frameworks.tensors.TUPLES and not evaluator.lifted:
        rest = (UNKNOWN,) if canonical in frameworks.tensors.AND_LIST else ()
        return frozenset((Fresh("builtins.tuple", event.node, (TENSOR,) * frameworks.tensors.TUPLES[canonical] + rest),))
    if canonical == _SHAPE and arguments and not evaluator.lifted and all(isinstance(value, (Computed, Param)) for value in arguments[0]):
        # Of what a layer is given the number of elements is not known while it is traced: the first size is a tensor.
        return frozenset((Fresh("builtins.tuple", event.node, (tensors.computed(arguments[0]), *(UNKNOWN,) * _MAX_AXES)),))
    drawn = arrays.made(canonical, event)
    if drawn is not None:
        return drawn
    if meaning is None or meaning.makes is None:
        return UNKNOWN
    if meaning.makes == "builtins.float":
        return scalars.COMPUTED_NUMBER
    items: tuple[frozenset[Value], ...] | None = None
    if meaning.seeded or meaning.keeps:
        items = tuple(argument.values for argument in event.arguments)
    elif canonical == "collections.defaultdict" and arguments:
        made = join(*(_returned(program, evaluator, value, replace_arguments(event, ()), 1) for value in arguments[0]))
        items = (made,)
    return frozenset((Fresh(meaning.makes, event.node, items),))


def _unshaped(node: nodes.NodeNG) -> frozenset[Value]:
    """What a call that runs Python in a graph returns: a tensor, or a list of some, as its dtypes tell."""
    position, name = frameworks.RANKS.DTYPES
    given = {keyword.arg: keyword.value for keyword in node.keywords} if isinstance(node, nodes.Call) else {}
    dtypes = given.get(name) or (node.args[position] if isinstance(node, nodes.Call) and len(node.args) > position else None)
    made: frozenset[Value] = frozenset((Unshaped(node),))
    if isinstance(dtypes, (nodes.List, nodes.Tuple)) and dtypes.elts:
        return frozenset((Fresh("builtins.list", node, (made,) * len(dtypes.elts)),))
    return made if isinstance(dtypes, (nodes.Attribute, nodes.Const)) else UNKNOWN


def _builtin(
    evaluator: Evaluator, name: str, arguments: list[frozenset[Value]], event: Call
) -> frozenset[Value] | None:
    node = event.node
    if name == "abs" and arguments and not scalars.are_scalars(arguments[0]):
        return tensors.computed(arguments[0])
    if name in _CONVERSIONS and arguments:
        return scalars.converted(_CONVERSIONS[name], arguments[0])
    match name:
        case "len":
            return scalars.COMPUTED_NUMBER
        case "bool" | "isinstance" | "hasattr" | "callable":
            return scalars.BOOLEAN
        case "range" if any(tensors.are_tensors(given, evaluator.program) for given in arguments):
            return TENSOR  # where AutoGraph converts the call; elsewhere it raises
        case "range":
            return frozenset((Fresh("builtins.range", node, (scalars.counted(arguments),)),))
        case "enumerate" if arguments:
            pair = Fresh("builtins.tuple", node, (scalars.VARYING_NUMBER, scalars.elements(arguments[0])))
            return frozenset((Fresh(_iterator_kind(evaluator.program, event), node, (frozenset((pair,)),)),))
        case "zip" if arguments:
            row = Fresh("builtins.tuple", node, tuple(map(scalars.elements, arguments)))
            return frozenset((Fresh(_iterator_kind(evaluator.program, event), node, (frozenset((row,)),)),))
        case "map" | "filter" if len(arguments) > 1:
            return frozenset((Fresh(_iterator_kind(evaluator.program, event), node),))
        case "super":
            return _super(evaluator)
        case "vars" if len(arguments) == 1:
            return frozenset(attribute(value, "__dict__") for value in arguments[0])
        case "globals":
            path = evaluator.program.modules.path(node.root())
            return UNKNOWN if path is None else frozenset((attribute(Module(path), "__dict__"),))
        case "getattr" if len(arguments) >= 2:
            constants = map(evaluator.program.constant, arguments[1])
            names_ = {value.value for value in constants if isinstance(value, Const)}
            if len(names_) == 1 and len(arguments[1]) == 1:
                found = frozenset(attribute(base, str(*names_)) for base in arguments[0])
                return join(found, *arguments[2:])
            pattern = _pattern(node.args[1]) if isinstance(node, nodes.Call) and len(node.args) > 1 else None
            return UNKNOWN if pattern is None else frozenset(attribute(base, pattern) for base in arguments[0])
    if name in _ITERATORS and arguments:
        if name in ("iter", "reversed"):
            kind = _iterator_kind(evaluator.program, event)
        else:
            kind = "builtins.list" if name == "sorted" else f"builtins.{name}"
        return frozenset((Fresh(kind, node, (scalars.elements(arguments[0]),)),))
    if name == "dict":
        keywords = [argument for argument in event.arguments if argument.keyword not in (None, "**")]
        known = len(keywords) == len(event.arguments)
        items = tuple(argument.values for argument in keywords) if known else None
        return frozenset((Fresh("builtins.dict", node, items, tuple(a.keyword for a in keywords) if known else None),))
    return None


def _has_variables(value: Value) -> bool:
    """Whether it is what a model has its variables in."""
    return isinstance(value, Attribute) and value.name in frameworks.TRAINED


def _pattern(name: nodes.NodeNG) -> str | None:
    """What the names of methods begin and end with that ``getattr(self, f"visit_{kind}")`` may look up: ``visit_*``."""
    match name:
        case nodes.JoinedStr(values=[first, *_, last]) | nodes.BinOp(op="+", left=first, right=last):
            ends = [part.value if isinstance(part, nodes.Const) and isinstance(part.value, str) else "" for part in (first, last)]
            is_whole = all(ends) and (isinstance(name, nodes.BinOp) or len(name.values) == 2)
        case nodes.Call(func=nodes.Attribute(expr=nodes.Const(value=str() as text), attrname="format")) | nodes.BinOp(
            op="%", left=nodes.Const(value=str() as text)
        ):
            first, *rest = _PLACEHOLDER.split(text)
            ends, is_whole = [first, rest[-1] if rest else ""], not rest
        case nodes.Name(name=local):
            bindings = names.function_scope(name).locals.get(local, ())
            made = names.assigned(bindings[0]) if len(bindings) == 1 else None
            return None if made is None or isinstance(made, nodes.Name) else _pattern(made)
        case _:
            return None
    return None if is_whole or max(len(end.strip("_")) for end in ends) < _MIN_PATTERN else "*".join(ends)


def _iterator_kind(program: Program, event: Call) -> str | None:
    """The kind of an iterator over the arguments, where these are Python objects; one over a `tf.data` set is another's."""
    given = [argument.values for argument in event.arguments if argument.keyword is None]
    return "builtins.iterator" if given and are_iterables(program, given) else None


def are_iterables(program: Program, given: Iterable[frozenset[Value]]) -> bool:
    """Whether all are Python objects that an iterator goes over."""
    return all(any(_is_iterable(program, value) for value in values) for values in given)


def _is_iterable(program: Program, value: Value) -> bool:
    if isinstance(value, (Function, Bound)):
        return True  # what `map` and `filter` call
    if isinstance(value, Const):
        return isinstance(value.value, (str, bytes))
    return any(
        kind in frameworks.MUTATORS or kind in frameworks.ITERATORS or kind in ("builtins.tuple", "builtins.range")
        for kind in kinds(program, value)
        if isinstance(kind, str)
    )


def _super(evaluator: Evaluator) -> frozenset[Value]:
    scope = evaluator.scope
    if isinstance(scope, nodes.FunctionDef) and isinstance(scope.parent, nodes.ClassDef):
        parameters = names.positional(scope)
        if parameters:
            return frozenset((Super(scope.parent, Param(scope, parameters[0])),))
    return UNKNOWN


def _by_name(event: Call) -> frozenset[Value]:
    """The values of a method of an unknown object, where its name alone tells."""
    function = event.node.func if isinstance(event.node, nodes.Call) else None
    meaning = frameworks.METHODS.get(function.attrname) if isinstance(function, nodes.Attribute) else None
    if intent.calls_model(event.node):
        return STRUCTURE
    return UNKNOWN if meaning is None or meaning.makes is None else frozenset((Fresh(meaning.makes, event.node),))


def _is_of_keras(program: Program, base: Value, method: str) -> bool:
    """Whether a method of a model is the one that Keras has."""
    if isinstance(base, Super):
        bases = ancestors(program, base.cls)[1:]
        return is_model(program, base.cls) and not any(own_members(program, cls, method) for cls in bases)
    models = owners(program, base)
    return bool(models) and all(is_model(program, cls) and not members(program, cls, method) for cls in models)


def _method(program: Program, base: Value, name: str, event: Call) -> frozenset[Value]:
    """The values of a call of a method by its name, where that tells."""
    node = event.node
    if name in _OF_ARRAYS and isinstance(base, (Fresh, Attribute, Variable)) and "tensorflow.TensorArray" in kinds(program, base):
        if name in frameworks.tensors.FUNCTIONAL_METHODS:
            return frozenset((base if isinstance(base, Fresh) else Fresh("tensorflow.TensorArray", node),))
        return TENSOR
    match name:
        case "copy":
            kind = base.kind if isinstance(base, Fresh) else None
            return frozenset((Fresh(kind, node),))
        case "get" | "setdefault" | "pop" | "popitem" | "popleft":
            if any(isinstance(kind, nodes.ClassDef) for kind in kinds(program, base)):
                return frozenset((Result(event),))
            default = join(*(argument.values for argument in event.arguments[1:2])) or frozenset()
            key = activation.keyword(program, base, event.arguments[0].values, node) if event.arguments else None
            if key is not None:
                return join(frozenset((Item(base, key),)), default or (const(None) if name == "get" else UNKNOWN))
            found = registries.entry(program, base, event.arguments[0].values, node.root()) if event.arguments else None
            return join(found or item(base), default)
        case "values" | "items" | "keys":
            if any(isinstance(kind, nodes.ClassDef) for kind in kinds(program, base)):
                return frozenset((Result(event),))
            inner = item(base) if name != "keys" else UNKNOWN
            if name == "items":
                inner = frozenset((Fresh("builtins.tuple", node, (UNKNOWN, inner)),))
            return frozenset((Fresh(None, node, (inner,)),))
        case "add_weight" | "add_variable":
            own = [kind for kind in kinds(program, base) if isinstance(kind, nodes.ClassDef) and members(program, kind, name)]
            return frozenset((Result(event) if own else Fresh("tensorflow.Variable", node),))
        case "compiled_loss" | "compute_loss" if _is_of_keras(program, base, name):
            return TENSOR
        case "gradient" | "jacobian" | "batch_jacobian" if "tensorflow.GradientTape" in kinds(program, base):
            given = [one.values for one in event.arguments if one.keyword == "sources"] or [one.values for one in event.arguments[1:2]]
            if given and all(map(_has_variables, given[0])):
                return frozenset((Fresh("builtins.list", node, (TENSOR,)),))
            is_listed = bool(given) and all(isinstance(one, Fresh) and one.kind == "builtins.list" for one in given[0])
            return frozenset((Fresh("builtins.list", node, (STRUCTURE,)),)) if is_listed else STRUCTURE  # like its sources, lists of lists too
        case "as_numpy_iterator":
            return frozenset((Fresh("builtins.iterator", node),))
        case "item":
            return scalars.COMPUTED_NUMBER
    if isinstance(base, Fresh) and not isinstance(base.kind, nodes.ClassDef):
        drawn = arrays.made(f"{base.kind}.{name}", event)
        if drawn is not None:
            return drawn
        meaning = frameworks.MEANINGS.get(f"{base.kind}.{name}")
        return UNKNOWN if meaning is None or meaning.makes is None else frozenset((Fresh(meaning.makes, node),))
    return frozenset((Result(event),))
