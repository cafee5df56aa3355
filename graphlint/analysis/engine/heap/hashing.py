"""Whether objects can be hashed, and so be part of the key under which TensorFlow keeps a graph."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.heap import annotations
from graphlint.analysis.engine.heap.classes import ancestors, external_bases, fields, has_unknown_base, receives
from graphlint.analysis.engine.heap.subclasses import derived, subclass_modules
from graphlint.analysis.syntax import names
from graphlint.analysis.values.places import Param, Value

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: What a class may define, or set, to say itself what it is to a graph.
_OWN_TYPE = ("__tf_", "__array__")
#: What else has no hash, in a field: TensorFlow takes lists and dicts apart, but not those that an object holds.
_UNHASHABLE_FIELDS = frozenset({"builtins.list", "builtins.dict", "numpy.ndarray", "tensorflow.Tensor", "tensorflow.Variable", *frameworks.UNHASHABLE})
#: Bases whose objects are hashed by identity, and are no structures of tensors.
_PLAIN_BASES = ("builtins.object", "abc.", "typing.Generic", "typing.Protocol", "keras.", "tensorflow.Module")


def is_unhashable(program: Program, cls: str | nodes.ClassDef) -> bool:
    """Whether Python surely refuses to hash the objects of a class, by the nearest of its bases that says anything of it."""
    if isinstance(cls, str):
        return cls in frameworks.UNHASHABLE
    for one in ancestors(program, cls):
        told = _says(one)
        if told is not None:
            return not told or held_in(program, one) is not None
    return not has_unknown_base(program, cls) and any(base in frameworks.UNHASHABLE for base in external_bases(program, cls))


def held_in(program: Program, cls: nodes.ClassDef) -> str | None:
    """The field of a data class that is part of its hash and, by its annotation, holds what cannot be hashed: a list."""
    options = _options(cls)
    if not options or "__hash__" in cls.locals:
        return None
    for name in fields(program, cls):
        bindings = [one for base in ancestors(program, cls) for one in base.locals.get(name, ())[:1]][:1]
        value = getattr(bindings[0].parent, "value", None)
        if isinstance(value, nodes.Call) and any(one.arg in ("compare", "hash") for one in value.keywords):
            continue
        declared = [kind for one in annotations.of_bindings(program, bindings) for kind in one.kinds()]
        if declared and all(kind in _UNHASHABLE_FIELDS for kind in declared):
            return name
    return None


def is_key(program: Program, cls: str | nodes.ClassDef) -> bool:
    """Whether an object of a class that cannot be hashed may be given to a graph function nevertheless: a structure, or what has a type."""
    if isinstance(cls, str):
        return False
    family = ancestors(program, cls)
    if any(name.startswith(_OWN_TYPE) for one in family for name in one.locals):
        return True
    bases = external_bases(program, cls)
    return has_unknown_base(program, cls) or not all(base.startswith(_PLAIN_BASES) or base in frameworks.UNHASHABLE for base in bases)


def may_be_of_heir(program: Program, value: Value, cls: nodes.ClassDef) -> bool:
    """Whether an object is the receiver of a method, and a class that derives from its own has objects that can be hashed."""
    if not isinstance(value, Param) or not receives(value.scope, value.name):
        return False
    return any(not is_unhashable(program, heir) for heir in derived(program, cls, subclass_modules(program, cls)))


def _says(cls: nodes.ClassDef) -> bool | None:
    """Whether a class makes its objects hashable; None if it leaves that to its bases. What is not clear is taken to."""
    if cls.declared_metaclass() is not None or any(isinstance(one, nodes.AssignAttr) for one in cls.locals.get("__hash__", ())):
        return True
    own = cls.locals.get("__hash__", ())[-1:]
    if own:
        value = names.assigned(own[0])
        return not (isinstance(value, nodes.Const) and value.value is None)
    if cls.decorators is not None:
        options = _options(cls)
        if options is None or None in options or None in options.values():
            return True
        if options.get("unsafe_hash") or options.get("eq", True):
            return bool(options.get("unsafe_hash") or options.get("frozen"))
    return False if "__eq__" in cls.locals else None


def _options(cls: nodes.ClassDef) -> dict | None:
    """What the decorator ``@dataclass`` of a class is given; None if there is another one, or none."""
    decorators = cls.decorators.nodes if cls.decorators is not None else ()
    if len(decorators) != 1 or _is_of_attrs(decorators[0]):
        return None
    call = decorators[0] if isinstance(decorators[0], nodes.Call) else None
    if names.last_name(call.func if call else decorators[0]) != "dataclass":
        return None
    return {one.arg: one.value.value if isinstance(one.value, nodes.Const) else None for one in call.keywords} if call else {}


def _is_of_attrs(decorator: nodes.NodeNG) -> bool:
    """``@attr.dataclass``: attrs' classes are structures to TensorFlow."""
    function = decorator.func if isinstance(decorator, nodes.Call) else decorator
    return isinstance(function, nodes.Attribute) and names.last_name(function.expr) in ("attr", "attrs")
