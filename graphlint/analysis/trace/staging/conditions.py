"""Conditions that are a tensor of numbers: Python asks whether it is zero, AutoGraph takes a tensor of bools alone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from astroid import nodes

from graphlint.analysis.engine.numbers import dtypes
from graphlint.analysis.engine.numbers.dtypes import NameOf
from graphlint.analysis.syntax import names
from graphlint.analysis.trace.staging.limits import Problem
from graphlint.frameworks import dtypes as table

_ARITHMETIC = frozenset({"+", "-", "*", "/", "//", "%", "**"})
#: Characters of a source that a message shows.
_SHOWN = 50
#: The calls that make the variables which an expression stands for; nothing where it may stand for anything else than these and None.
MakersOf = Callable[[nodes.NodeNG], "list[nodes.Call]"]


def in_test(node: nodes.If | nodes.While | nodes.IfExp, name_of: NameOf, makers_of: MakersOf) -> Iterator[Problem]:
    """The parts of a condition, of which a tensor decides, that are numbers."""
    tested = [(leaf, raises) for leaf, raises in _leaves(node.test, "InvalidArgumentError" if isinstance(node, nodes.IfExp) else "ValueError")]
    for leaf, raises in tested:
        makers = makers_of(leaf)
        is_operator = len(tested) == 1 and isinstance(leaf, nodes.BinOp) and leaf.op in _ARITHMETIC
        if is_operator or _is_number(leaf, name_of) or makers and all(_makes_number(maker, name_of) for maker in makers):
            shown, code = names.source(leaf, _SHOWN), names.pasted(leaf, _SHOWN, compared=True)
            instead = "a comparison with 0" if code is None else f"a comparison ('{code} != 0')"
            if makers:
                test = "a test for None" if code is None else f"'{code} is not None'"
                instead = f"{test} to see whether it is there"
            yield Problem(leaf, f"'{shown}', a number that a condition tests,", f"which raises {raises}", instead)


def _leaves(test: nodes.NodeNG, raises: str) -> Iterator[tuple[nodes.NodeNG, str]]:
    """What a condition tests, with what it raises where that is a number."""
    match test:
        case nodes.UnaryOp(op="not"):
            yield from _leaves(test.operand, "TypeError")
        case nodes.BoolOp():
            for value in test.values:
                yield from _leaves(value, "TypeError or ValueError")
        case _:
            yield test, raises


def _is_number(node: nodes.NodeNG, name_of: NameOf) -> bool:
    """Whether an expression gives a tensor that is none of bools."""
    if isinstance(node, nodes.Call) and name_of(node.func) in table.NUMERIC:
        return True
    dtype = dtypes.of(node, name_of)
    if dtype is None and isinstance(node, nodes.Name):
        # `n = tf.size(x)`, then `n -= 1` at each turn
        values = [names.assigned(binding) for binding in node.scope().locals.get(node.name, ()) if not isinstance(binding.parent, nodes.AugAssign)]
        return bool(values) and not any(isinstance(value, nodes.Name) or value is None for value in values) and all(_is_number(value, name_of) for value in values)
    return dtype is not None and dtype.is_tensor and dtype.kind != "bool"


def _makes_number(maker: nodes.Call, name_of: NameOf) -> bool:
    """Whether a variable is made to hold numbers: by its dtype, or by what it holds first; a weight does if nothing else is said."""
    given = {keyword.arg: keyword.value for keyword in maker.keywords}
    if "dtype" in given:
        dtype = dtypes.named(given["dtype"], name_of)
    elif names.last_name(maker.func) in ("add_weight", "add_variable"):
        return True
    else:
        dtype = dtypes.of(given.get("initial_value", maker.args[0] if maker.args else None), name_of)
    return dtype is not None and dtype.kind != "bool"
