"""What a branch tests: enough to see dead branches and guards that let something happen once."""

from __future__ import annotations

import functools
from collections import abc
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax.scopes import FUNCTIONS
from graphlint.analysis.values.heap import Heap
from graphlint.analysis.values.places import (
    Attribute,
    Class,
    Const,
    Fresh,
    Function,
    Param,
    Scalar,
    Tensor,
    Value,
    Variable,
    is_place,
)


@dataclass(frozen=True, slots=True)
class Condition:
    """A test over values. `test` is one of:

    truth (`values` as a bool), none (``is None``), has (the attribute exists), in (something is in `values`, `constant` if it is known),
    equal (``== constant``), same (``is constant``, or the one object that `constant` names), some (there are elements to go over), is (an instance of the types that `constant` names), not, and, or (over `parts`),
    known (always `constant`), missing and failed (in a handler: see MISSING and FAILED), types (compares the types of two objects), opaque (something that is computed from `values`).
    """

    test: str
    values: frozenset[Value] = frozenset()
    parts: tuple[Condition, ...] = ()
    constant: object = None
    measured: bool = False
    """The test is of the length of the values, or of what a call makes of them."""


OPAQUE = Condition("opaque")
#: In a handler of `AttributeError`, `KeyError`, `NameError`…: what is made there was missing.
MISSING = Condition("missing")
#: In a handler of what operations raise about their values: in a graph they do when it runs, where no handler is.
FAILED = Condition("failed")


@dataclass(frozen=True, slots=True)
class Guard:
    """`condition` came out as `outcome` on the way to an event."""

    condition: Condition
    outcome: bool


_TENSORFLOW = frozenset({"tf", "tensorflow"})
_OTHERS = frozenset({"torch", "jax", "mxnet", "paddle", "theano", "flax"})
_OTHER_FRAMEWORKS = _OTHERS | {"pytorch", "numpy", "np"}

#: What settings and modes are called that say whether code runs eagerly.
_EAGER = frozenset({"eager", "eagerly"})
_NEGATIONS = frozenset({"no", "non", "not", "disable", "without", "graph"})

#: Types of which an object is one alone.
_BUILTINS = {f"builtins.{kind.__name__}": kind for kind in (bytes, dict, float, int, list, set, str, tuple)}
#: The abstract classes of Python, by all names -> the classes.
_ABSTRACT = {f"{module}.{name}": getattr(abc, name) for module in ("collections.abc", "typing") for name in abc.__all__}
_KNOWN_TYPES = frozenset((*_BUILTINS, *_ABSTRACT))
#: Those that a tensor is of, by its methods.
_OF_TENSORS = frozenset(f"{module}.{name}" for module in ("collections.abc", "typing") for name in ("Hashable", "Iterable", "Sized"))

#: What `same` may compare with besides a constant: there is one of each.
_ONE_OF_ITS_KIND = (Attribute, Class, Function, Variable)

Substitute = Callable[[frozenset], frozenset]
#: Whether a place is of some kind.
IsPlace = Callable[[Value], bool]


def own_type(cls: nodes.ClassDef) -> str:
    """How the types of a condition name a class of the program: those of other packages go by their canonical names."""
    return f".{cls.qname()}"


def is_own_type(name: str) -> bool:
    """Whether a type of a condition is a class of the program."""
    return name.startswith(".")


def decide(condition: Condition, substitute: Substitute, heap: Heap) -> bool | None:
    """Whether the condition holds, as far as constants tell."""
    match condition.test:
        case "known":
            return bool(condition.constant)
        case "not":
            result = decide(condition.parts[0], substitute, heap)
            return None if result is None else not result
        case "and" | "or" as test:
            results = [decide(part, substitute, heap) for part in condition.parts]
            decisive = test == "or"
            if decisive in results:
                return decisive
            return None if None in results else not decisive
        case "is":
            results = {_is_instance(value, condition.constant, heap) for value in substitute(condition.values)}
            return results.pop() if len(results) == 1 else None
        case "has" | "some" as test:
            decides = _has if test == "has" else _is_some
            results = {decides(value) for value in substitute(condition.values)}
            return results.pop() if len(results) == 1 else None
        case "in" if condition.constant is not None:
            results = {_gives(value, condition.constant) for value in substitute(condition.values)}
            return results.pop() if len(results) == 1 else None
        case "none":
            results = {_is_none(value, heap) for value in substitute(condition.values)}
            return results.pop() if len(results) == 1 else None
        case "truth" | "equal" | "same" as test:
            results = {_decide_value(test, value, condition.constant) for value in substitute(condition.values)}
            return results.pop() if len(results) == 1 else None
    return None


def is_other_way(condition: Condition, outcome: bool) -> bool:
    """Whether the outcome means that another framework is at work, or no graph: ``if backend == "torch":``, ``if self.run_eagerly:``."""
    for part, came_out in _facts(condition, outcome):
        if part.test == "failed":
            return True
        if part.test == "equal" and isinstance(part.constant, str):
            name = part.constant.lower()
            if (name in _OTHER_FRAMEWORKS or _says_eager(name)) if came_out else name in _TENSORFLOW:
                return True
        elif part.test == "is" and came_out and isinstance(part.constant, tuple):
            if part.constant and all(name.partition(".")[0] in _OTHERS for name in part.constant):
                return True  # isinstance(model, torch.nn.Module)
        elif part.test == "truth" and came_out and part.values:
            if all(is_place(value) and _says_eager(getattr(value, "name", "")) for value in part.values):
                return True
    return False


def _facts(condition: Condition, outcome: bool) -> Iterator[tuple[Condition, bool]]:
    """The tests that came out one way for sure, where the whole came out as `outcome`."""
    if condition.test == "not":
        yield from _facts(condition.parts[0], not outcome)
    elif condition.test == "and" and outcome or condition.test == "or" and not outcome:
        for part in condition.parts:
            yield from _facts(part, outcome)
    else:
        yield condition, outcome


def _says_eager(name: str) -> bool:
    """Whether a setting by that name, or a mode, is for code that runs eagerly."""
    words = name.lower().strip("_").split("_")
    return not _EAGER.isdisjoint(words) and _NEGATIONS.isdisjoint(words)


def settings(guards: tuple[Guard, ...]) -> dict[object, Const]:
    """What the settings are that guards tell of, by `setting`."""
    found: dict[object, Const] = {}
    for guard in guards:
        for condition, outcome in _facts(guard.condition, guard.outcome):
            if len(condition.values) == 1 and not condition.measured:
                (value,) = condition.values
                key = setting(value)
                if key is not None and condition.test == "truth":
                    found[key] = Const(outcome, bool)
                elif key is not None and condition.test in ("equal", "same") and outcome and not isinstance(condition.constant, _ONE_OF_ITS_KIND):
                    found[key] = Const(condition.constant, type(condition.constant))
    return found


def setting(value: Value) -> object:
    """The same for a variable or attribute of an object wherever it is read: in a method, or in a function within it."""
    if isinstance(value, Attribute) and isinstance(value.base, (Param, Variable)):
        scope = value.base.scope
        in_class = isinstance(scope, FUNCTIONS) and isinstance(scope.parent, nodes.ClassDef)
        owner = scope.parent if in_class and scope.args.arguments[:1] and scope.args.arguments[0].name == value.base.name else scope
        return owner, value.name
    return (value.scope, value.name) if isinstance(value, (Param, Variable)) else None


def _decide_value(test: str, value: Value, constant: object) -> bool | None:
    if isinstance(constant, _ONE_OF_ITS_KIND):
        return _is_same(value, constant)
    if isinstance(value, Const):
        if test == "truth":
            return bool(value.value)
        if test == "none":
            return value.value is None
        return value.value is constant if test == "same" else bool(value.value == constant)
    if test == "truth" and _is_some(value) is False:
        return False
    if test in ("none", "same") and isinstance(value, (Fresh, Function, Scalar, Tensor)):
        return False
    return None


def _is_same(value: Value, one: Value) -> bool | None:
    """Whether a value is the one of its kind that another is: a member of an enumeration, a class, a function, a sentinel."""
    if value == one:
        return True
    if isinstance(value, Attribute):  # another member is another object, but for one with the same value
        is_other = isinstance(one, Attribute) and isinstance(value.base, Class) and value.base == one.base
        return False if is_other and _written(value) != _written(one) else None
    return False if isinstance(value, (Class, Const, Fresh, Function, Scalar, Tensor)) else None


def _written(member: Attribute) -> str:
    """What a member of an enumeration is assigned, as it is written; `auto()` gives each another one."""
    assigned = [getattr(binding.parent, "value", None) for binding in member.base.node.locals.get(member.name, ())]
    shown = "".join(one.as_string() for one in assigned if one is not None)
    return f"{shown} of {member.name}" if "auto(" in shown or not shown else shown


def _is_none(value: Value, heap: Heap) -> bool | None:
    """Whether it is None; a place is not that holds what is made in sight, whenever it is set."""
    known = _decide_value("none", value, None)
    return False if known is None and isinstance(value, (Attribute, Variable)) and heap.holds_object(value) else known


def _is_instance(value: Value, types: object, heap: Heap) -> bool | None:
    """Whether a symbolic tensor, a Variable, a constant, or a list and its like made in sight, is an instance of one of the types."""
    if not isinstance(types, tuple):
        return None
    if isinstance(value, Const):
        mine = {f"builtins.{base.__name__}" for base in value.type.__mro__} | _abstract(value.type)
    elif isinstance(value, Fresh) and value.kind in _BUILTINS:
        mine = {value.kind} | _abstract(_BUILTINS[value.kind])
    elif isinstance(value, Tensor):
        mine = set()
    elif heap.kinds_of(value) == ["tensorflow.Variable"]:
        mine = {"tensorflow.Variable", "tensorflow.is_tensor"}
    else:
        return heap.is_instance(value, types)
    types = tuple(name for name in types if not is_own_type(name))  # no such value is of a class of the program
    if not types:
        return False
    if mine:
        return True if not mine.isdisjoint(types) else False if _KNOWN_TYPES.issuperset(types) else None
    if any(name in frameworks.tensors.TENSOR_TYPES or name in _OF_TENSORS for name in types):
        return True
    return False if all(name.startswith(frameworks.tensors.OTHER_TYPES) for name in types) else None


@functools.cache
def _abstract(kind: type) -> frozenset[str]:
    """The abstract classes that a class of Python is of."""
    return frozenset(name for name, base in _ABSTRACT.items() if issubclass(kind, base))


def _has(value: Value) -> bool | None:
    """Whether a symbolic tensor has an attribute: a shape, but no value."""
    if not isinstance(value, Attribute) or not isinstance(value.base, Tensor):
        return None
    return value.name in frameworks.tensors.ATTRIBUTES or (False if value.name in frameworks.tensors.EAGER_METHODS else None)


def _is_some(value: Value) -> bool | None:
    """Whether a call gives anything for ``*args`` or ``**kwargs``."""
    return False if isinstance(value, Fresh) and value.is_of_call and value.items == () else None


def _gives(value: Value, key: object) -> bool | None:
    """Whether a call gives a keyword for ``**kwargs``, as far as all that it gives is known."""
    known = isinstance(value, Fresh) and value.is_of_call and value.items is not None and value.keys is not None
    return key in value.keys if known else None


def compares_types(condition: Condition) -> bool:
    """Whether the types of two objects are compared: what is then known of the one holds of the other."""
    return condition.test == "types" or any(map(compares_types, condition.parts))


def asks_type(condition: Condition, value: Value) -> bool:
    """Whether a test asks, among others, what type a value is of."""
    return condition.test == "is" and value in condition.values or any(asks_type(part, value) for part in condition.parts)


def is_for_arrays(guard: Guard) -> bool:
    """``if isinstance(x, np.ndarray): return y.numpy()``, ``if not tf.is_tensor(x)``: the way of eager callers, whatever `y` is."""
    condition, outcome = guard.condition, guard.outcome
    while condition.test == "not":
        condition, outcome = condition.parts[0], not outcome
    if condition.test == "has" and outcome:
        return any(isinstance(value, Attribute) and value.name in frameworks.tensors.EAGER_METHODS for value in condition.values)
    types = condition.constant
    if condition.test != "is" or not isinstance(types, tuple):
        return False
    if not outcome:
        return frameworks.tensors.TENSOR_TYPES.issuperset(types)
    return _OF_TENSORS.isdisjoint(types) and all(name.startswith(frameworks.tensors.OTHER_TYPES) for name in types)


def leaves_open(guard: Guard, value: Value) -> bool:
    """Whether a guard asks for the type of a value, and lets pass what is no tensor."""
    types = guard.condition.constant
    if guard.condition.test == "is" and guard.outcome and isinstance(types, tuple) and frameworks.tensors.TENSOR_TYPES.issuperset(types):
        return False
    return asks_type(guard.condition, value)


def about(condition: Condition) -> frozenset[Value]:
    """All values that the condition asks something of."""
    return condition.values.union(*map(about, condition.parts))


def tested(condition: Condition) -> list[frozenset[Value]]:
    """The values whose truth the condition asks for, one after the other."""
    if condition.measured:
        return []
    if condition.test in ("truth", "equal", "opaque"):
        return [condition.values]
    return [values for part in condition.parts for values in tested(part)]


def tests_place(condition: Condition, outcome: bool, substitute: Substitute, is_state: IsPlace, is_filled: IsPlace) -> bool:
    """Whether the outcome means that something outside is still missing, so that what follows happens once.

    ``self.v is None``, ``not hasattr(self, "v")``, ``key not in self.cache``, ``not self.built`` and their likes.
    `is_state` says whether a place is state that the program changes, `is_filled` whether anything sets it but the constructor:
    a setting, of which the same may be asked, is as it is at each call.
    """
    match condition.test:
        case "missing":
            return True
        case "not":
            return tests_place(condition.parts[0], not outcome, substitute, is_state, is_filled)
        case "and" | "or" as test:
            some = any if (test == "and") == outcome else all
            asked = [part for part in condition.parts if not _is_otherwise(part, outcome, substitute)]
            return bool(asked) and some(tests_place(part, outcome, substitute, is_state, is_filled) for part in asked)
        case "none":
            return outcome and any(_stored(value) and is_filled(value) for value in substitute(condition.values))
        case "has" | "in":
            return not outcome and any(_stored(value) for value in substitute(condition.values))
        case "truth":
            return not outcome and any(_stored(value) and is_state(value) for value in substitute(condition.values))
        case "same" if isinstance(condition.constant, _ONE_OF_ITS_KIND):
            return outcome and any(_stored(value) and is_state(value) for value in substitute(condition.values))
        case "same":
            return outcome is not condition.constant and any(_stored(value) and is_state(value) for value in substitute(condition.values))
        case "equal" if not isinstance(condition.constant, str):  # a text names a mode, and says nothing of what was done
            return outcome and any(_stored(value) and is_state(value) for value in substitute(condition.values))
    return False


def _is_otherwise(condition: Condition, outcome: bool, substitute: Substitute) -> bool:
    """Whether it is a setting that is known to be otherwise: `fresh`, which is False, of ``fresh or self.table is None``."""
    values = substitute(condition.values) if condition.test == "truth" else ()
    return bool(values) and all(isinstance(value, Const) and bool(value.value) is not outcome for value in values)


def _stored(value: Value) -> bool:
    """An argument itself is not storage: it is whatever the next caller gives."""
    return is_place(value) and not isinstance(value, Param)
