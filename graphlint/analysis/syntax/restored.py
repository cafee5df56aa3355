"""Changes that the same piece of code takes back: nothing is left of them when the trace ends.

``depth += 1 … depth -= 1``, ``stack.append(x) … stack.pop()``, ``old = flag; flag = True … flag = old``, what ``finally``
puts back, what `__exit__` puts back after `__enter__`, and what follows the ``yield`` of a context manager.
"""

from __future__ import annotations

from collections.abc import Iterator

from astroid import nodes

from graphlint.analysis.syntax import names

_PAIRS = {"__enter__": "__exit__", "__exit__": "__enter__", "__aenter__": "__aexit__", "__aexit__": "__aenter__"}
_OPPOSITE = {"+=": "-=", "-=": "+="}
#: Methods that take back what others have put, where they are given the same, or nothing.
_TAKES = {"pop": ("append", "push"), "remove": ("add", "append"), "discard": ("add",)}
_METHODS = frozenset(_TAKES).union(*_TAKES.values())


def is_restored(node: nodes.NodeNG) -> bool:
    """Whether the change that a statement or call makes is undone, or undoes one, within its function or context manager."""
    statement = node.statement()
    function = statement.frame()
    if not isinstance(function, nodes.FunctionDef):
        return False
    shown = {text for text, _ in _changes(statement)}
    if not shown:
        return False
    if _is_saved(statement, function):
        return True
    other = function.parent.locals.get(_PAIRS.get(function.name, ""), ()) if isinstance(function.parent, nodes.ClassDef) else ()
    if any(shown & {text for text, _ in _changes(counterpart)} for counterpart in other):
        return True
    for text, change in _changes(function):
        if text in shown and change is not statement:
            first, second = sorted((statement, change), key=lambda one: one.lineno)
            if _undoes(first, second, function) or _is_left_between(function, first, second):
                return True
    return False


def is_asked_back(call: nodes.NodeNG, sets: bool) -> bool:
    """Whether what a call asks for is asked for again on the way out: of the same object, or of a function that `sets`.

    In `__exit__` after `__enter__`, after the ``yield`` of a context manager, or in ``finally``.
    """
    function = call.frame()
    if not isinstance(function, nodes.FunctionDef) or not isinstance(call, nodes.Call):
        return False
    asked = _asked(call)
    if asked is None or not sets and not isinstance(call.func, nodes.Attribute):
        return False
    pair = _PAIRS.get(function.name, "")
    if isinstance(function.parent, nodes.ClassDef) and pair:
        return any(
            _asked(other) == asked for counterpart in function.parent.locals.get(pair, ()) for other in counterpart.nodes_of_class(nodes.Call)
        )
    if not isinstance(call.parent, nodes.Expr):
        return False
    first = call.statement()
    for other in function.nodes_of_class(nodes.Call):
        if other is not call and _asked(other) == asked and isinstance(other.parent, nodes.Expr) and _is_of_a_pair(call.func, other.func):
            early, late = sorted((first, other.statement()), key=lambda one: one.lineno)
            if _in_finally(late) and not _in_finally(early) or _is_left_between(function, early, late):
                return True
    return False


def _asked(call: nodes.Call) -> str | None:
    """Whose method a call calls, or which function."""
    if isinstance(call.func, nodes.Attribute):
        return f"{call.func.expr.as_string()}."
    return call.func.name if isinstance(call.func, nodes.Name) else None


def _is_of_a_pair(one: nodes.NodeNG, other: nodes.NodeNG) -> bool:
    """Whether two methods are about one thing, of the many that those of an object do: ``set_mode`` and ``reset_mode``."""
    if isinstance(one, nodes.Name):
        return True
    first, second = (names.first_word(func.attrname.lstrip("_"))[1].lower() or func.attrname for func in (one, other))
    return first == second


def _changes(scope: nodes.NodeNG) -> Iterator[tuple[str, nodes.NodeNG]]:
    """What statements in a scope assign, or change by a method, as it is written."""
    for node in scope.nodes_of_class((nodes.Assign, nodes.AugAssign, nodes.Delete, nodes.Call)):
        if isinstance(node, nodes.Call):
            if isinstance(node.func, nodes.Attribute) and node.func.attrname in _METHODS:
                yield node.func.expr.as_string(), node.statement()
        else:
            for target in [node.target] if isinstance(node, nodes.AugAssign) else node.targets:
                yield target.as_string(), node


def _undoes(first: nodes.NodeNG, second: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether `second` takes back what `first` did."""
    if _in_finally(second) and not _in_finally(first):
        return True
    if isinstance(second, nodes.Assign) and isinstance(second.value, nodes.Const) and second.value.value is None:
        return second.parent is function  # cleared, in any case
    if is_opposite(first, second):
        return True
    if isinstance(second, nodes.Assign) and isinstance(second.value, nodes.Name):
        return any(one.lineno <= first.lineno and _is_kept(one, second, function) for one in function.nodes_of_class(nodes.Assign))
    put, taken = _call(first), _call(second)
    if put is None or taken is None or first.parent is not second.parent:
        return False
    same = not taken.args or [one.as_string() for one in taken.args] == [one.as_string() for one in put.args]
    return same and put.func.attrname in _TAKES.get(taken.func.attrname, ())


def _is_kept(first: nodes.NodeNG, last: nodes.Assign, function: nodes.FunctionDef) -> bool:
    """Whether one statement keeps what a later one puts back: ``old = flag`` and ``flag = old``."""
    saved = last.value.name
    if not isinstance(first, nodes.Assign) or all(getattr(kept, "name", "") != saved for kept in first.targets) or first.lineno >= last.lineno:
        return False
    if first.value.as_string() != last.targets[0].as_string():
        return False
    return sum(name.name == saved for name in function.nodes_of_class(nodes.AssignName)) == 1


def _is_saved(statement: nodes.NodeNG, function: nodes.FunctionDef) -> bool:
    """Whether a statement keeps something, in a global as well, that another one puts back, or is that one."""
    if not isinstance(statement, nodes.Assign) or not isinstance(statement.value, nodes.Name):
        return False
    if statement.parent is function and any(_is_kept(one, statement, function) for one in function.nodes_of_class(nodes.Assign)):
        return True
    put_back = (one for one in function.body if isinstance(one, nodes.Assign) and isinstance(one.value, nodes.Name))
    return any(_is_kept(statement, one, function) for one in put_back)


def _is_left_between(function: nodes.FunctionDef, first: nodes.NodeNG, second: nodes.NodeNG) -> bool:
    """Whether a context manager, written as a generator, yields between two statements."""
    if not names.is_context_manager(function):
        return False
    return any(first.lineno < one.lineno <= second.lineno for one in function.nodes_of_class(nodes.Yield))


def _in_finally(statement: nodes.NodeNG) -> bool:
    current = statement
    while not isinstance(current.parent, (nodes.FunctionDef, nodes.Module)):
        if isinstance(current.parent, nodes.Try) and current in current.parent.finalbody:
            return True
        current = current.parent
    return False


def _call(statement: nodes.NodeNG) -> nodes.Call | None:
    """The method that a statement calls: ``stack.append(x)``, ``top = stack.pop()``."""
    call = getattr(statement, "value", None)
    return call if isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) else None


def is_opposite(first: nodes.NodeNG, second: nodes.NodeNG) -> bool:
    """``self.depth += 1`` and ``self.depth -= 1``: what the one does, the other takes back."""
    if not isinstance(first, nodes.AugAssign) or not isinstance(second, nodes.AugAssign):
        return False
    return second.op == _OPPOSITE.get(first.op) and first.value.as_string() == second.value.as_string()
