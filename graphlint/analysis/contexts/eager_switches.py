"""Switches of TensorFlow that a program calls when it is run: itself, in a helper, or in a module that it imports."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.engine.activation import default_expression, given_expression
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FUNCTIONS, FunctionNode
from graphlint.analysis.values.places import External, Function

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: What a condition names that holds wherever the program is run.
_OF_WAYS = re.compile(r"version|hasattr|__name__", re.IGNORECASE)
#: Helpers that call helpers, and imports of imports.
_MAX_DEPTH = 2


def switches(program: Program, module: nodes.Module, words: tuple[str, ...], argument: object, depth: int = 0) -> bool:
    """Whether the module, when it is run, calls one of the switches of TensorFlow, and never switches back."""
    found = False
    for call, given in _calls(program, module, words):
        if argument is not None and (not isinstance(given, nodes.Const) or given.value is not argument):
            return False
        scope = names.function_scope(call)
        is_main = isinstance(scope, nodes.FunctionDef) and scope.name == "main" and isinstance(scope.parent, nodes.Module)
        if isinstance(call.parent, nodes.Expr) and (isinstance(scope, nodes.Module) or is_main and not depth):
            found = found or argument is None or not _is_optional(call) and not _compares(program, call)
    if found or argument is None or depth == _MAX_DEPTH:
        return found
    imported = map(program.module, _leading(program, program.modules.path(module), words, _MAX_DEPTH - depth))
    return any(other is not None and switches(program, other, words, argument, depth + 1) for other in imported)


def is_made_eager(program: Program, method: FunctionNode) -> bool:
    """Whether it belongs to objects whose construction makes TensorFlow run all functions eagerly."""
    if not isinstance(method.parent, nodes.ClassDef):
        return False
    for cls in classes.ancestors(program, method.parent):
        for call, given in _calls(program, cls.root(), frameworks.EAGER_SWITCHES):
            scope = names.function_scope(call)
            if scope.parent is cls and scope.name == "__init__" and scope is call.parent.parent:
                if isinstance(given, nodes.Const) and given.value is True:
                    return True
    return False


def _calls(program: Program, module: nodes.Module, words: tuple[str, ...]) -> Iterator[tuple[nodes.Call, nodes.NodeNG | None]]:
    """The calls in a module of a switch, or of a function that calls one, each with what the switch is given."""
    for call, given in _switchings(program, module, words, _MAX_DEPTH).items():
        scope = names.function_scope(call)
        if not isinstance(scope, nodes.FunctionDef) or not _is_parameter(given, scope):
            yield call, given


def _switchings(program: Program, module: nodes.Module, words: tuple[str, ...], depth: int) -> dict[nodes.Call, nodes.NodeNG | None]:
    """The calls in a module that come to a switch, in order, each with what gives the switch its argument."""
    index = program.index(module)
    found = {call: _given(call) for call in index.calls(words) if _is_of_tensorflow(program, call)}
    helpers = list(_helpers(found))
    for file in _leading(program, program.modules.path(module), words, depth):
        other = program.module(file)
        helpers += _helpers(_switchings(program, other, words, depth - 1)) if other is not None else ()
    for helper, given in helpers:
        new = {
            call: _passed(call, helper, given.name) if _is_parameter(given, helper) else given
            for call in index.calls((helper.name, *_local_names(module, helper.name)))
            if call not in found and names.function_scope(call) is not helper and _is_call_of(program, call, helper)
        }
        found |= new
        helpers += (one for one in _helpers(new) if all(one[0] is not known for known, _ in helpers))
    return found


def _helpers(switchings: dict[nodes.Call, nodes.NodeNG | None]) -> Iterator[tuple[nodes.FunctionDef, nodes.NodeNG | None]]:
    """The functions that come to a switch on every way; `main` is the program itself."""
    for call, given in switchings.items():
        scope = names.function_scope(call)
        if isinstance(scope, nodes.FunctionDef) and isinstance(scope.parent, nodes.Module) and scope.name != "main":
            if isinstance(call.parent, nodes.Expr) and not _is_optional(call):
                yield scope, given


def _is_parameter(given: nodes.NodeNG | None, function: nodes.FunctionDef) -> bool:
    return isinstance(given, nodes.Name) and given.name in names.positional(function)


def _leading(program: Program, path: str | None, words: tuple[str, ...], depth: int) -> list[str]:
    """The files that a file imports which name one of some words, or import from such a file in turn."""
    mentions = program.relevance.importers.mentions
    imported = sorted(program.modules.imported(path) - {path}) if path is not None and depth else ()
    return [file for file in imported if mentions(file, words) or _leading(program, file, words, depth - 1)]


def _passed(call: nodes.Call, helper: nodes.FunctionDef, name: str) -> nodes.NodeNG | None:
    return given_expression(call, helper, name) or default_expression(helper, name)


def _local_names(module: nodes.Module, name: str) -> Iterator[str]:
    """How a module calls what it imports by a name."""
    for local, bindings in module.locals.items():
        for binding in bindings:
            if isinstance(binding, nodes.ImportFrom) and (name, local) in binding.names:
                yield local


def _is_call_of(program: Program, call: nodes.Call, function: nodes.FunctionDef) -> bool:
    called = program.detached(call.func, call.scope())
    return any(isinstance(value, Function) and value.node is function for value in called)


def _given(call: nodes.Call) -> nodes.NodeNG | None:
    return call.args[0] if call.args else next((keyword.value for keyword in call.keywords), None)


def _compares(program: Program, switch: nodes.Call) -> bool:
    """Whether the same function of the module is called before a switch and after it: once as a graph, and once eagerly."""
    scope = names.function_scope(switch)
    own = {function.name for function in program.index(scope.root()).functions} - {names.last_name(switch.func)}
    before, after = set(), set()
    for call in scope.nodes_of_class(nodes.Call, skip_klass=(*FUNCTIONS, nodes.ClassDef)):
        if names.last_name(call.func) in own:
            (before if call.lineno < switch.lineno else after).add(call.func.as_string())
    return not before.isdisjoint(after)


def _is_optional(call: nodes.Call) -> bool:
    """Whether a setting decides that something is called: ``if args.debug:``, rather than a version, or how the module is run."""
    branches = (one for one in call.node_ancestors() if isinstance(one, nodes.If))
    return not all(_OF_WAYS.search(branch.test.as_string()) for branch in branches)


def _is_of_tensorflow(program: Program, call: nodes.Call) -> bool:
    return any(
        isinstance(value, External) and frameworks.canonical(value.name).startswith("tensorflow.")
        for value in program.detached(call.func, call.scope())
    )
