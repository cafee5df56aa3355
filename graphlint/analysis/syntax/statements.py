"""What the source of statements shows by itself, without the values: handlers, exits, switches."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS

#: A handler of one of these runs where something was missing.
LOOKUP_ERRORS = frozenset({"AttributeError", "KeyError", "NameError", "IndexError", "LookupError", "UnboundLocalError"})
#: What operations raise about the values that they are given.
VALUE_ERRORS = frozenset({"InvalidArgumentError", "OutOfRangeError", "ResourceExhaustedError"})
_EXITS = (nodes.Return, nodes.Break, nodes.Continue)
#: What TensorFlow raises where a symbolic tensor has no value, and what covers that.
EAGER_ERRORS = frozenset(
    {"AttributeError", "NotImplementedError", "TypeError", "OperatorNotAllowedInGraphError", "Exception", "BaseException"}
)


def after_exits(body: list[nodes.NodeNG]) -> int:
    """The number of the first statement after all that may leave a block before its last one: ``if mode == "a": return f(x)``."""
    for number in range(len(body) - 1, 0, -1):
        if any(body[number - 1].nodes_of_class(_EXITS, skip_klass=(*FUNCTIONS, nodes.ClassDef))):
            return number
    return 0


def handles(handler: nodes.ExceptHandler, errors: frozenset[str], several: Callable[[Iterable[bool]], bool]) -> bool:
    """Whether a handler is of errors by these names: of `any` or of `all` that it names."""
    types = handler.type.elts if isinstance(handler.type, nodes.Tuple) else [handler.type]
    named = [names.last_name(one) for one in types]
    return several(name in errors for name in named)


def waits_for_values(handler: nodes.ExceptHandler) -> bool:
    """Whether a handler does something about what operations raise when they run, rather than raise something else."""
    if handler.type is None or not handles(handler, VALUE_ERRORS, any) or not handles(handler, VALUE_ERRORS | {"StopIteration"}, all):
        return False  # a ValueError may be of a shape, at the trace
    return not isinstance(handler.body[-1], nodes.Raise)


def flips(node: nodes.If) -> bool:
    """Whether a branch switches off what it was entered by: ``if first: first = False``, ``if x is not None: x = None``,
    ``if self.model == UNMADE: self.model = make()``, ``if axis < 0: axis = axis + rank``."""
    if isinstance(node.test, nodes.Compare) and node.test.as_string().endswith(" < 0"):
        return _makes_positive(node.body, node.test.left.as_string())
    if isinstance(node.test, nodes.Compare) and node.test.ops[0][0] in ("==", "is") and isinstance(node.test.left, nodes.Attribute):
        compared = node.test.ops[0][1].as_string()
        return any(value.as_string() != compared for value in _given(node.body, node.test.left))
    if isinstance(node.test, nodes.Compare) and node.test.as_string().endswith(" is not None"):
        return any(isinstance(value, nodes.Const) and value.value is None for value in _given(node.body, node.test.left))
    tested = node.test.operand if isinstance(node.test, nodes.UnaryOp) and node.test.op == "not" else node.test
    if not isinstance(tested, (nodes.Name, nodes.Attribute)):
        return False
    switched = tested is not node.test
    return any(isinstance(value, nodes.Const) and bool(value.value) is switched for value in _given(node.body, tested))


def _given(body: list[nodes.NodeNG], place: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """What the statements of a body assign to a name or attribute."""
    shown = place.as_string()
    for statement in body:
        if isinstance(statement, nodes.Assign) and any(target.as_string() == shown for target in statement.targets):
            yield statement.value


def _makes_positive(body: list[nodes.NodeNG], shown: str) -> bool:
    """Whether statements count a negative index from the other end: ``axis += rank``, ``axis = rank + axis``."""
    for statement in body:
        if isinstance(statement, nodes.AugAssign) and statement.op == "+=" and statement.target.as_string() == shown:
            return True
        if isinstance(statement, nodes.Assign) and isinstance(statement.value, nodes.BinOp) and statement.value.op == "+":
            operands = (statement.value.left.as_string(), statement.value.right.as_string())
            if shown in operands and any(target.as_string() == shown for target in statement.targets):
                return True
    return False
