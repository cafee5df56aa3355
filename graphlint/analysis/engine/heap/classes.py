"""The classes of a program: their bases, what their attributes may be, and what objects are."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression
from graphlint.analysis.engine.heap import annotations
from graphlint.analysis.engine.heap.construction import continues, hides_method, stored_members
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.places import (
    UNKNOWN,
    Attribute,
    Bound,
    Class,
    External,
    Fresh,
    Function,
    Graph,
    Item,
    Param,
    Result,
    Tensor,
    Value,
    Variable,
    item,
    join,
    ordered,
)
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: How many variables, attributes and classes are looked through to find what something is.
MAX_DEPTH = 6
#: A class with more ancestors than this is not looked through to the end.
_MAX_ANCESTORS = 32
_ENUMERATIONS = frozenset(f"enum.{name}" for name in ("Enum", "IntEnum", "StrEnum", "Flag", "IntFlag"))
_RECORDS = frozenset({"dataclass", "NamedTuple", "define", "frozen", "attrs"})
#: Kinds of objects that a parameter is taken to be where calls give it one of them: tensors may come from other calls.
_GIVEN = frozenset(frameworks.MUTATORS) | frameworks.ITERATORS | frameworks.world.LOCKS | frameworks.world.SIGNALS
#: What may lead to other places: what these hold is looked for once.
_KEPT = (Param, Variable, Attribute, Item, Result, External)


def ancestors(program: Program, cls: nodes.ClassDef) -> list[nodes.ClassDef]:
    """The class and its bases in the program, nearest first."""
    return program.ancestors.known(cls) or program.kept(ancestors, cls, lambda: _ancestors(program, cls))


def _ancestors(program: Program, cls: nodes.ClassDef) -> list[nodes.ClassDef]:
    program.dependencies.begin()
    try:
        found = _linearised(program, cls, ())
    finally:
        step = program.dependencies.end()
    if all(one in program.bases for one in found):
        program.ancestors.keep(cls, found, step)
    return found


def are_akin(program: Program, first: nodes.ClassDef, second: nodes.ClassDef) -> bool:
    """Whether one class is the other, or derives from it: an object may be of both."""
    return first in ancestors(program, second) or second in ancestors(program, first)


def _linearised(program: Program, cls: nodes.ClassDef, below: tuple[nodes.ClassDef, ...]) -> list[nodes.ClassDef]:
    """The order in which Python looks into a class and its bases; where there is none, each once."""
    if len(below) >= _MAX_ANCESTORS:
        return [cls]
    bases = [value.node for value in _bases(program, cls) if isinstance(value, Class)]
    bases = [base for base in dict.fromkeys(bases) if base is not cls and base not in below]
    queues = [program.ancestors.known(base) or _linearised(program, base, (*below, cls)) for base in bases] + [bases]
    found = [cls]
    while queues := [queue for queue in queues if queue]:
        heads = (queue[0] for queue in queues if not any(queue[0] in other[1:] for other in queues))
        nearest = next(heads, queues[0][0])
        found.append(nearest)
        queues = [[one for one in queue if one is not nearest] for queue in queues]
    return found[:_MAX_ANCESTORS]


def _bases(program: Program, cls: nodes.ClassDef) -> list[Value]:
    """What the bases of a class may be, those in variables too: ``Base = tf.keras.Model if has_keras else object``."""
    known = program.bases.known(cls)
    if known is not None:
        return known
    if cls in program.deriving:
        program.memo.relies_on(program.deriving[cls])
        return []  # a base that is looked for in the class itself: ``class Kept(Kept.layers.Layer)``
    plain = [base.value if isinstance(base, nodes.Subscript) else base for base in cls.bases]  # `Base[int]` is Base
    program.deriving[cls] = program.memo.depth
    program.dependencies.begin()
    try:
        written = [program.detached(base, names.enclosing(cls)) for base in plain]
        found = [one for values in written for one in ordered(join(*(objects(program, v) for v in values)))]
    finally:
        step = program.dependencies.end()
        del program.deriving[cls]
    if all(isinstance(value, (Class, External)) for values in written for value in values):
        program.bases.keep(cls, found, step)  # names alone tell them: no summary will tell more
    return found


def has_unknown_base(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether nothing tells what one of the bases of a class is, or of its ancestors."""
    return any(not isinstance(base, (Class, External)) for one in ancestors(program, cls) for base in _bases(program, one))


def external_bases(program: Program, cls: nodes.ClassDef) -> list[str]:
    """Canonical names of the bases that are not the program's own."""
    return program.kept(external_bases, cls, lambda: _external_bases(program, cls))


def _external_bases(program: Program, cls: nodes.ClassDef) -> list[str]:
    found = []
    for current in ancestors(program, cls):
        found += [frameworks.canonical(value.name) for value in _bases(program, current) if isinstance(value, External)]
    return found


def is_keras(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether calling an instance runs its method `call`."""
    return any("call" in frameworks.traced_methods(base) for base in external_bases(program, cls))


def is_model(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether an instance can be compiled and fitted."""
    return any("train_step" in frameworks.traced_methods(base) for base in external_bases(program, cls))


def is_callback(program: Program, cls: nodes.NodeNG) -> bool:
    """Whether Keras runs methods of a class between the calls of a model's graph functions."""
    return isinstance(cls, nodes.ClassDef) and any(base.startswith("keras.callbacks.") for base in external_bases(program, cls))


def builds_weights(program: Program, cls: nodes.ClassDef) -> bool:
    """Whether the first call of a layer makes variables: its method `build` adds weights, or makes layers that do."""
    built = [member.node for member in members(program, cls, "build") if isinstance(member, Function)]
    called = [(call.func, function) for function in built for call in function.nodes_of_class(nodes.Call)]
    return any(
        isinstance(callee, nodes.Attribute) and callee.attrname in frameworks.WEIGHT_ADDERS
        or any(_has_weights(value) for value in program.detached(callee, function))
        for callee, function in called
    )


def _has_weights(function: Value) -> bool:
    """Whether what a function of a framework makes has variables, at once or when it is called."""
    meaning = frameworks.meaning(function.name) if isinstance(function, External) else None
    return meaning is not None and Kind.CREATE_VARIABLE in (meaning.effect, meaning.called)


def is_listing(program: Program, place: Value) -> bool:
    """Whether it is a list that a layer or model makes for whoever reads it: ``model.weights``."""
    if not isinstance(place, Attribute) or place.name not in frameworks.LISTINGS:
        return False
    owners = kinds(program, place.base)
    if not owners:
        return place.name.startswith(("trainable_", "non_trainable_"))
    return all(
        owner.startswith("keras.") if isinstance(owner, str) else is_keras(program, owner) and not members(program, owner, place.name)
        for owner in owners
    )


def members(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    """What an attribute of an instance may be: that of the nearest class, and what methods assign to it."""
    return program.kept(members, (cls, name), lambda: _members(program, cls, name))


def _members(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    found: list[Value] = []
    nearer: list[nodes.ClassDef] = []
    for current in ancestors(program, cls):
        found = own_members(program, current, name)
        if found:
            break
        nearer.append(current)
    if (hiding := hiding_class(program, cls, name)) is not None and all(isinstance(one, Function) for one in found):
        nearer = nearer[: nearer.index(hiding)] if hiding in nearer else [*nearer, cls]
        found = own_members(program, hiding, name)
    if nearer:
        found = [_of_subclass(program, value, cls, nearer) for value in found]
    return found


def _of_subclass(program: Program, value: Value, cls: nodes.ClassDef, nearer: list[nodes.ClassDef]) -> Value:
    """What a base's method makes by a name that subclasses set anew: ``self.part = self.PARTS[name]()``."""
    if not isinstance(value, Result):
        return value
    callee = frozenset(_seen_from(one, cls, nearer) for one in value.call.callee)
    if callee == value.call.callee:
        return value
    return Result(program.calls_seen.setdefault((value.call, cls), replace(value.call, callee=callee)))


def _seen_from(value: Value, cls: nodes.ClassDef, nearer: list[nodes.ClassDef]) -> Value:
    """A chain that starts from ``self.name`` as an object of a subclass sees it, if that or one of its bases sets the name."""
    match value:
        case Attribute(Param(scope, own, None), name) if receives(scope, own) and any(name in one.locals for one in nearer):
            return Attribute(Param(scope, own, cls), name)
        case Attribute(base, name):
            return Attribute(_seen_from(base, cls, nearer), name)
        case Item(base, key):
            return Item(_seen_from(base, cls, nearer), key)
    return value


def members_of(program: Program, cls: nodes.ClassDef, attribute: Attribute) -> list[Value]:
    """What an attribute of an object of a class may be, as `members`, and what the object was made with."""
    found = members(program, cls, attribute.name)
    return [*found, *program.fields(attribute)] if attribute.name in fields(program, cls) else found


def own_members(program: Program, cls: nodes.ClassDef, name: str) -> list[Value]:
    """What an attribute of an object may be by one class alone: what that binds, and what its methods assign."""
    stored = stored_members(cls, name)
    found = _bound_in(program, cls, name, any(map(hides_method, stored)))
    if len(stored) > 1:
        stored = [target for target in stored if not program.is_of_another_framework(target)] or stored
    for target in stored:
        found += program.summary(names.function_scope(target)).stores.get(target, ())
    return list(dict.fromkeys(found))


def class_members(program: Program, family: list[nodes.ClassDef], name: str) -> list[Value]:
    """What the first of some classes that has an attribute holds in it: a method also where objects hold something else."""
    for cls in family:
        found = _bound_in(program, cls, name)
        if not any(isinstance(one, Function) for one in found):
            found = own_members(program, cls, name)
        if found:
            return found
    return []


def _bound_in(program: Program, cls: nodes.ClassDef, name: str, is_hidden: bool = False) -> list[Value]:
    """What the body of a class binds to a name, without plain methods where objects hide them."""
    found: list[Value] = []
    bindings = [binding for binding in cls.locals.get(name, ()) if not names.sets_property(binding)]
    if is_hidden:
        bindings = [one for one in bindings if not isinstance(one, nodes.FunctionDef) or one.decorators is not None]
    if bindings and all(isinstance(binding, nodes.FunctionDef) for binding in bindings):
        bindings = bindings[-1:]
    for binding in bindings:
        if isinstance(binding, nodes.FunctionDef):
            found += program.function_value(binding)
        elif isinstance(binding, nodes.ClassDef):
            found.append(Class(binding))
        elif isinstance(binding, nodes.AssignName):
            found += program.summary(cls).variables.get(name, ())
        elif isinstance(binding, nodes.AssignAttr) and binding.root() is cls.root():  # cls.name = …
            found += program.summary(names.function_scope(binding)).stores.get(binding, ())
    if not found and bindings and _is_enumeration(program, cls):
        found.append(Fresh(cls, cls))  # a member: astroid puts an object of its own in the place of what is assigned
    return found


def is_member(program: Program, value: Attribute) -> bool:
    """Whether it is a member of an enumeration of the program: ``Mode.TRAIN``."""
    return isinstance(value.base, Class) and _is_enumeration(program, value.base.node) and value.name in value.base.node.locals


def _is_enumeration(program: Program, cls: nodes.ClassDef) -> bool:
    return bool(cls.bases) and any(base in _ENUMERATIONS for base in external_bases(program, cls))


def hiding_class(program: Program, cls: nodes.ClassDef, name: str) -> nodes.ClassDef | None:
    """The base whose construction, which a class does not replace, puts something in the place of a method of each object."""
    makers: set[str] = set()
    for current in ancestors(program, cls):
        for target in stored_members(current, name):
            if current is not cls and names.function_scope(target).name not in makers and hides_method(target):
                return current
        for maker in ("__init__", "__new__"):
            for method in current.locals.get(maker, ())[-1:]:
                if isinstance(method, nodes.FunctionDef) and not continues(method, {base.name for base in ancestors(program, current)}):
                    makers.add(maker)
    return None


def fields(program: Program, cls: nodes.ClassDef) -> list[str]:
    """The parameters of the constructor that is made for a class: a dataclass, a named tuple, a class of attrs."""
    return program.kept(fields, cls, lambda: _fields(program, cls))


def _fields(program: Program, cls: nodes.ClassDef) -> list[str]:
    family = [base for base in reversed(ancestors(program, cls)) if _is_record(base)]
    bindings = [binding for base in family for several in base.locals.values() for binding in several[:1]]
    # astroid adds what is assigned to attributes of the class elsewhere: these are no fields.
    own = (one for one in bindings if isinstance(one, nodes.AssignName))
    annotated = (one for one in own if isinstance(one.parent, nodes.AnnAssign) and one.parent.target is one)
    return list(dict.fromkeys(one.name for one in annotated))


def _is_record(cls: nodes.ClassDef) -> bool:
    """Whether ``@dataclass``, ``@define`` or a base ``NamedTuple`` makes the constructor of a class, by their names."""
    made = [*(cls.decorators.nodes if cls.decorators is not None else ()), *cls.bases]
    named = [one.func if isinstance(one, nodes.Call) else one for one in made]
    return any(names.last_name(one) in _RECORDS for one in named)


def property_names(program: Program, cls: nodes.ClassDef) -> set[str]:
    """What may be a property of the class's objects, by name."""
    return program.kept(property_names, cls, lambda: _property_names(program, cls))


def _property_names(program: Program, cls: nodes.ClassDef) -> set[str]:
    modules = dict.fromkeys(base.root() for base in ancestors(program, cls))
    return set().union(*(program.index(module).properties for module in modules))


def is_property(program: Program, place: Value) -> bool:
    """Whether it may be a property of an object of the program's classes."""
    if not isinstance(place, Attribute):
        return False
    return any(isinstance(kind, nodes.ClassDef) and place.name in property_names(program, kind) for kind in kinds(program, place.base))


def inherited_stores(program: Program, cls: nodes.ClassDef) -> set[str]:
    """Attributes that bases in other modules assign after they are made, by name."""
    return program.kept(inherited_stores, cls, lambda: _inherited_stores(program, cls))


def _inherited_stores(program: Program, cls: nodes.ClassDef) -> set[str]:
    modules = dict.fromkeys(base.root() for base in ancestors(program, cls)[1:] if base.root() is not cls.root())
    return {
        name
        for module in modules
        for name, targets in program.index(module).stored.items()
        if any(getattr(names.function_scope(target), "name", "__init__") != "__init__" for target in targets)
    }


def bound(method: Value, receiver: Value) -> Value:
    """What an attribute of an object denotes: a function of the class becomes a bound method."""
    if isinstance(method, Function) and isinstance((method.wraps or method.node).parent, nodes.ClassDef):
        own = method.wraps or method.node
        kind = names.decoration(own)
        if kind == "staticmethod":
            return method
        if kind == "classmethod":
            return Bound(method, Class(own.parent))
        return Bound(method, receiver)
    if isinstance(method, Graph):
        return Graph(bound(method.target, receiver), method.options)
    return method


def is_getter(value: Value) -> bool:
    """Whether it is the function of a property: reading the attribute gives what that returns."""
    return isinstance(value, Bound) and names.decoration(value.function.node) == "property"


def contents(program: Program, value: Value, depth: int = 0) -> frozenset[Value]:
    """The objects that a place may hold, as far as the program shows."""
    if depth > MAX_DEPTH:
        return UNKNOWN
    match value:
        case Variable():
            return program.variables(value)
        case Attribute(base, name):
            if isinstance(base, Class):
                return frozenset(members(program, base.node, name))
            if isinstance(base, (Function, Graph)):
                return _set_on_function(program, base, name)
            found: list[Value] = []
            for kind in kinds(program, base, depth + 1):
                if isinstance(kind, nodes.ClassDef):
                    for member in members_of(program, kind, value):
                        member = bound(member, base)
                        found += program.read(member) if is_getter(member) else (member,)
            return frozenset(found)
        case Item(base, key):
            held = objects(program, base, depth + 1)
            if named := program.keys(key):
                return join(*(contents(program, Item(base, one), depth + 1) for one in named))
            taken = program.taken(base) if _are_own(base, held) else frozenset()
            return join(*(item(inner, key) for inner in held if isinstance(inner, Fresh)), program.put(value), taken)
        case Param():
            return program.given(value)
        case Result():
            return program.returned(value)
    return frozenset()


def _set_on_function(program: Program, function: Function | Graph, name: str) -> frozenset[Value]:
    """What statements beside the definition of a function set as an attribute of it: ``step.losses = []``."""
    node = getattr(function.target if isinstance(function, Graph) else function, "node", None)
    if not isinstance(node, nodes.FunctionDef):
        return frozenset()
    targets = program.index(node.root()).stored.get(name, ())
    set_there = (one for one in targets if isinstance(one.expr, nodes.Name) and one.expr.name == node.name)
    home = names.function_scope(node)
    return join(*(program.summary(home).stores.get(one, frozenset()) for one in set_there if names.function_scope(one) is home))


def _are_own(base: Value, held: frozenset[Value]) -> bool:
    """Whether a loop goes over an object of one of the program's classes."""
    if isinstance(base, Param) and receives(base.scope, base.name):
        return True
    return any(isinstance(inner, Fresh) and isinstance(inner.kind, nodes.ClassDef) for inner in held)


def objects(program: Program, value: Value, depth: int = 0) -> frozenset[Value]:
    """The objects behind a value: those that a place may hold, at any remove."""
    found: set[Value] = set()
    seen, level = {value}, [value]
    for remove in range(depth, MAX_DEPTH + 1):
        held: set[Value] = set()
        for one in level:
            if isinstance(one, (Param, Variable, Attribute, Item, Result)):
                held |= contents(program, one, remove + 1)
            else:
                found.add(one)
        level = ordered(held - seen)
        seen |= held
    return frozenset(found)


def kinds(program: Program, value: Value, depth: int = 0) -> list[str | nodes.ClassDef]:
    """What the object may be: names of the tables, or classes of the program."""
    if depth > MAX_DEPTH:
        return []
    if not isinstance(value, _KEPT):
        return _kinds(program, value, depth)
    return program.kept(kinds, (value, depth), lambda: _kinds(program, value, depth))


def _kinds(program: Program, value: Value, depth: int) -> list[str | nodes.ClassDef]:
    match value:
        case Fresh(kind):
            return [] if kind is None else [kind]
        case Tensor():
            return ["tensorflow.Tensor"]
        case Param(cls=cls):
            return _parameter_kinds(program, value, depth) if cls is None else [cls]
        case Attribute(cls=nodes.ClassDef() as cls) | Item(cls=nodes.ClassDef() as cls):
            return [cls]
        case Variable() | Attribute() | Item() | Result():
            found: list[str | nodes.ClassDef] = []
            for content in ordered(contents(program, value, depth + 1)):
                if content != value:
                    found += kinds(program, content, depth + 1)
            found = found or [kind for one in _declared(program, value, depth) for kind in one.kinds()]
            if not found and isinstance(value, Attribute) and _is_variable_of_optimizer(program, value, depth):
                return ["tensorflow.Variable"]
            if not found and isinstance(value, Item) and is_listing(program, value.base) and value.base.name in frameworks.WEIGHTS:
                return ["tensorflow.Variable"]
            return list(dict.fromkeys(found))
        case External(name):
            meaning = frameworks.meaning(name)
            return [meaning.makes] if meaning is not None and meaning.makes else []
    return []


def _is_variable_of_optimizer(program: Program, place: Attribute, depth: int) -> bool:
    """Whether it is a variable that each optimizer of Keras has: ``self.optimizer.iterations`` of a model, ``self.d_optimizer.lr``."""
    if place.name not in frameworks.VARIABLES_OF_OPTIMIZERS:
        return False
    owner, known = place.base, kinds(program, place.base, depth + 1)
    for kind in known:
        if any(base.startswith("keras.optimizers.") for base in ([kind] if isinstance(kind, str) else external_bases(program, kind))):
            return True
    if not isinstance(owner, Attribute) or owner.name != "optimizer" and (known or not owner.name.endswith("_optimizer")):
        return False
    return any(isinstance(kind, nodes.ClassDef) and is_model(program, kind) for kind in kinds(program, owner.base, depth + 1))


def _declared(program: Program, place: Value, depth: int) -> Iterator[annotations.Annotation]:
    """What annotations say of a place."""
    match place:
        case Param():
            yield from annotations.of_parameter(program, place)
        case Variable(scope, name):
            yield from annotations.of_bindings(program, scope.locals.get(name, []))
        case Attribute(base, name):
            for kind in kinds(program, base, depth + 1):
                for cls in ancestors(program, kind) if isinstance(kind, nodes.ClassDef) else ():
                    yield from annotations.of_bindings(program, [*cls.locals.get(name, ()), *stored_members(cls, name)])
        case Result(call) if depth <= MAX_DEPTH:
            for one in ordered(join(*(objects(program, callee, depth + 1) for callee in ordered(call.callee)))):
                if isinstance(one, (Function, Bound)):
                    yield from annotations.of_result(program, getattr(one, "function", one).node)
        case Item(base, key) if depth <= MAX_DEPTH:
            for held in (base, *contents(program, base, depth + 1)):
                for one in _declared(program, held, depth + 1):
                    yield from one.items(key)


def class_of(program: Program, value: Value) -> frozenset[Value]:
    """``type(value)``, for an object of the program."""
    return frozenset(Class(kind) for kind in kinds(program, value) if isinstance(kind, nodes.ClassDef)) or UNKNOWN


def owners(program: Program, value: Value) -> list[nodes.ClassDef]:
    """The classes of an object, or the class that it is: what they hold is found by the same name."""
    return [value.node] if isinstance(value, Class) else of_program(program, value)


def of_program(program: Program, value: Value) -> list[nodes.ClassDef]:
    """The classes of an object that the program defines."""
    return [kind for kind in kinds(program, value) if isinstance(kind, nodes.ClassDef)]


def receives(function: FunctionNode, name: str) -> bool:
    """Whether a parameter is the object or class that a method is called on."""
    if not isinstance(function.parent, nodes.ClassDef):
        return False
    positional = function.args.posonlyargs or function.args.args
    if not positional or positional[0].name != name:
        return False
    return names.decoration(function) != "staticmethod"


def _parameter_kinds(program: Program, parameter: Param, depth: int) -> list[str | nodes.ClassDef]:
    scope, name = parameter.scope, parameter.name
    if receives(scope, name):
        return [scope.parent]
    found: list[str | nodes.ClassDef] = []
    expression = default_expression(scope, name)
    if names.annotation(scope, name) is not None:
        found += [kind for one in annotations.of_parameter(program, parameter) for kind in one.kinds()]
    elif expression is not None:
        for value in program.detached(expression, names.enclosing(scope)):
            found += kinds(program, value)
    if not any(isinstance(kind, str) for kind in found):
        given = [kind for value in ordered(program.given(parameter)) for kind in kinds(program, value, depth + 1)]
        found += [kind for kind in given if isinstance(kind, nodes.ClassDef) or kind in _GIVEN or kind.startswith("keras.")]
    return list(dict.fromkeys(found))
