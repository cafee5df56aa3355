"""The uses of TensorFlow's names in a file, by its syntax: imports, aliases, and what is written with dots behind them."""

from __future__ import annotations

import ast
import warnings
from collections.abc import Iterator
from typing import NamedTuple

from runtime.coverage import known

_PACKAGES = {"tensorflow": "tf", "keras": "keras"}
_HIDDEN = None  # a name of the program's own, which hides an alias of an outer scope
_FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)
_SCOPES = (*_FUNCTIONS, ast.ClassDef, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


class Use(NamedTuple):
    """A name as it is written, with its aliases replaced, and its line."""

    name: str
    line: int


def uses(source: bytes | str) -> list[Use]:
    """Every use of a name of TensorFlow, in order. Raises SyntaxError or ValueError for what is not Python."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # about invalid escapes
        tree = ast.parse(source)
    return list(_walk(tree.body, [_bindings(tree.body, {})]))


def _walk(nodes: list[ast.AST], environments: list[dict]) -> Iterator[Use]:
    """The uses in some nodes of a scope, and in the scopes within it."""
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            yield from (Use(name, node.lineno) for _, _, name in _imported(node) if "." in name and not name.endswith(".*"))
        elif (dotted := _dotted(node, environments)) is not None:
            if "." in dotted and isinstance(node.ctx, ast.Load):
                yield Use(dotted, node.lineno)
        elif isinstance(node, _SCOPES):
            around, within, arguments = _parts(node)
            yield from _walk(around, environments)
            yield from _walk(within, [*environments, _bindings(within, _visible(environments), arguments)])
        else:
            waiting.extend(list(ast.iter_child_nodes(node))[::-1])


def _parts(node):
    """What of a scope belongs to the scope around it, what to itself, and the names that it binds at its start."""
    if isinstance(node, ast.ClassDef):
        return [*node.decorator_list, *node.bases, *node.keywords], node.body, []
    if isinstance(node, _FUNCTIONS):
        args = node.args
        names = [arg.arg for arg in (*args.posonlyargs, *args.args, *args.kwonlyargs, args.vararg, args.kwarg) if arg is not None]
        if isinstance(node, ast.Lambda):
            return [args], [node.body], names
        return [*node.decorator_list, args, *([node.returns] if node.returns else [])], node.body, names
    return [], list(ast.iter_child_nodes(node)), []  # of a comprehension


def _visible(environments):
    return {name: value for environment in environments for name, value in environment.items()}


def _bindings(nodes: list[ast.AST], outer: dict, arguments=()) -> dict[str, str | None]:
    """What the names of a scope stand for: the name of TensorFlow that is imported or assigned first, or nothing of it."""
    found: dict[str, str | None] = dict.fromkeys(arguments, _HIDDEN)
    assigned, shared = [], set()
    for node in _own_nodes(nodes):
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            for bound, name, _ in _imported(node):
                if name.endswith(".*"):
                    found.update({member: f"{name[:-2]}.{member}" for member in known.members(name[:-2])})
                elif found.get(bound) is _HIDDEN:
                    found[bound] = name
        elif isinstance(node, ast.Assign) and len(node.targets) == 1 and isinstance(node.targets[0], ast.Name):
            assigned.append((node.targets[0].id, node.value))
        elif isinstance(node, (ast.Global, ast.Nonlocal)):
            shared.update(node.names)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            found.setdefault(node.id, _HIDDEN)
        elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.setdefault(node.name, _HIDDEN)
    for target, value in assigned:  # `K = tf.keras.backend`
        dotted = _dotted(value, [{**outer, **found}])
        if found.get(target) is _HIDDEN and dotted is not None and known.holds(dotted):
            found[target] = dotted
    return {name: value for name, value in found.items() if name not in shared}


def _own_nodes(nodes):
    """The nodes of a scope without those of the scopes within it."""
    waiting = list(nodes)[::-1]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting.extend(list(ast.iter_child_nodes(node))[::-1])


def _imported(node: ast.Import | ast.ImportFrom) -> Iterator[tuple[str, str, str]]:
    """(name that is bound, name of TensorFlow that it is, name that is used) of an import; a star for all names of a module."""
    if isinstance(node, ast.Import):
        for alias in node.names:
            full = _served(alias.name)
            if full is not None:
                first = alias.name.partition(".")[0]
                yield (alias.asname, full, full) if alias.asname else (first, _served(first), full)
    elif not node.level and _served(node.module or "") is not None:
        for alias in node.names:
            full = f"{_served(node.module)}.{alias.name}"
            yield alias.asname or alias.name, full, full


def _served(module):
    first, dot, rest = module.partition(".")
    return _PACKAGES[first] + dot + rest if first in _PACKAGES else None


def _dotted(node: ast.AST, environments: list[dict]) -> str | None:
    """The name of TensorFlow that an expression is, with its aliases replaced."""
    parts = []
    while isinstance(node, ast.Attribute):
        parts.append(node.attr)
        node = node.value
    if not isinstance(node, ast.Name):
        return None
    for environment in reversed(environments):
        if node.id in environment:
            base = environment[node.id]
            return None if base is None else ".".join([base, *reversed(parts)])
    return None
