"""Python numbers and strings: which are constant, which vary, and what arithmetic makes of them."""

from __future__ import annotations

import operator
from collections.abc import Iterable

from graphlint.analysis.values import arrays, tensors
from graphlint.analysis.values.places import LOOPED, UNKNOWN, Const, Fresh, Scalar, Value, const, item, join

NUMBER = frozenset((Scalar("number", False),))
VARYING_NUMBER = frozenset((Scalar("number", True),))
#: What is counted that is time.
_TIMES = frozenset("step steps epoch iteration iterations episode timestep".split())
#: A number that varies if what it is computed from does.
COMPUTED_NUMBER = frozenset((Scalar("number", None),))
BOOLEAN = frozenset((Scalar("bool", False),))

#: A loop over at least this many constants makes its variable one that varies.
MANY = 3

#: What numbers that are known are computed with.
OPERATORS = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "/": operator.truediv,
    "//": operator.floordiv,
    "%": operator.mod,
}
#: Numbers from here on count as unknown.
LARGEST = 10**12


def kind(value: Value) -> str | None:
    """number, string, bool or none for a Python scalar; None for anything else."""
    if isinstance(value, Scalar):
        return value.kind
    if isinstance(value, Const):
        if value.type is bool:
            return "bool"
        if value.type in (int, float, complex):
            return "number"
        if value.type in (str, bytes):
            return "string"
        if value.value is None:
            return "none"
    return None


def are_scalars(values: frozenset[Value]) -> bool:
    return all(kind(value) is not None for value in values)


def combined(*sets: frozenset[Value]) -> bool | None:
    """Whether what is computed from scalars varies: it does if one does; None if one may."""
    found = {value.varies for values in sets for value in values if isinstance(value, Scalar)}
    return True if True in found else None if None in found else False


def vary(values: frozenset[Value]) -> bool:
    """Whether the values are Python numbers or strings of which one is known to vary."""
    return are_scalars(values) and any(isinstance(value, Scalar) and value.varies for value in values)


def arithmetic(op: str, left: frozenset[Value], right: frozenset[Value]) -> frozenset[Value]:
    """The values of ``left op right``; unknown unless both are Python scalars: anything else may be a tensor."""
    kinds = {kind(value) for value in left | right}
    if kinds <= {"number", "bool"}:
        return _fold(op, left, right) or frozenset((Scalar("number", False if op == "%" else combined(left, right)),))
    lists = frozenset(value for value in left | right if isinstance(value, Fresh) and value.kind == "builtins.list")
    if lists and op in "+*":  # [0] * n, and lists put together: a new one
        return frozenset(Fresh("builtins.list", value.node, (join(*value.items),) if value.items else None) for value in lists)
    if op == "/" and all(isinstance(value, Fresh) and value.kind == "pathlib.Path" for value in left):
        return left
    if {kind(value) for value in left} == {"string"} and op in "+%*":
        return frozenset((Scalar("string", combined(left, right)),)) if op == "%" else text((left, right))
    return arrays.computed(left, right) or tensors.computed(left, right)


def _fold(op: str, left: frozenset[Value], right: frozenset[Value]) -> frozenset[Value] | None:
    if op not in OPERATORS or len(left) != 1 or len(right) != 1:
        return None
    (a,), (b,) = left, right
    if not isinstance(a, Const) or not isinstance(b, Const):
        return None
    try:
        result = OPERATORS[op](a.value, b.value)
        return const(result) if abs(result) < LARGEST else None
    except (ArithmeticError, TypeError):
        return None


def text(parts: Iterable[frozenset[Value]]) -> frozenset[Value]:
    """The values of a string put together from parts."""
    parts = list(parts)
    if not all(map(are_scalars, parts)):
        return UNKNOWN
    return frozenset((Scalar("string", combined(*parts)),))


def converted(to: str, values: frozenset[Value]) -> frozenset[Value]:
    """The values of ``int(x)``, ``float(x)``, ``str(x)``: a Python scalar, which varies if `x` is known to."""
    if are_scalars(values):
        return frozenset((Scalar(to, combined(values)),))
    return frozenset((Scalar(to, None),))


def counts_time(name: str) -> bool:
    """Whether something is called as what counts time: ``global_timestep``."""
    return name.rpartition("_")[2] in _TIMES


def counted(arguments: list[frozenset[Value]]) -> frozenset[Value]:
    """What ``range`` gives: numbers that vary, unless it is known to give only a few."""
    constants = [value.value for values in arguments for value in values if isinstance(value, Const)]
    if len(constants) == len(arguments) and all(type(value) is int for value in constants):
        try:
            return VARYING_NUMBER if len(range(*constants)) >= MANY else NUMBER
        except (TypeError, ValueError, OverflowError):
            return NUMBER
    return VARYING_NUMBER


def elements(values: frozenset[Value]) -> frozenset[Value]:
    """What a loop over the values gives, one after the other: the keys of a dict."""
    found = join(*(item(value, LOOPED) for value in values))
    constants = {value for value in found if isinstance(value, Const) and kind(value) in ("number", "string")}
    if len(constants) >= MANY and constants == found:
        kinds = {kind(value) for value in constants}
        return frozenset(Scalar(str(name), True) for name in kinds)
    return found


def widen(before: frozenset[Value], after: frozenset[Value]) -> frozenset[Value]:
    """What a variable holds at the head of a loop: a number that the body changes takes many values."""
    joined = join(before, after)
    if before == after or not are_scalars(joined):
        return joined
    kinds = {str(kind(value)) for value in joined} - {"none"}
    if kinds != {"number"}:
        return joined
    return VARYING_NUMBER
