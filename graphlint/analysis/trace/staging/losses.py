"""Losses that a layer keeps in a branch or loop of the graph: they are tensors of its graph, and `losses` is read after it.

`add_loss` keeps a tensor, and so does the call of a layer with an `activity_regularizer`. Losses of weights are made anew where they are
read, and metrics keep variables: neither is of a branch.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.syntax import names
from graphlint.analysis.trace.staging.limits import Problem, shown_operation
from graphlint.analysis.values.places import Class

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

_FAILS = "which raises InaccessibleTensorError where 'losses' is read"


def in_block(program: Program, block: nodes.If | nodes.For | nodes.While, where: str) -> Iterator[Problem]:
    """The calls of a staged branch or loop that leave a loss in it, which is read after it."""
    scope = block.scope()
    if not isinstance(scope, nodes.FunctionDef):
        return
    for call in _calls(scope, [*block.body, *block.orelse]):
        layer = _keeper(program, call, scope)
        read = None if layer is None else _read_after(scope, layer, block)
        if read is not None:
            part = "the branch" if isinstance(block, nodes.If) else "the loop"
            instead = f"a loss that is computed in {part} and given to add_loss after it"
            instead = instead if _adds(call) else f"a variable that is set to sum({layer}.losses) in {part}"
            yield Problem(call, f"'{names.source(call.func)}' in {where}, which keeps a loss,", _FAILS, instead, (read,))


def in_body(program: Program, body: nodes.FunctionDef, caller: str) -> Iterator[Problem]:
    """The same of a function that is given to an operation, also where Keras reads the losses: after each `call` of a layer."""
    scope = names.enclosing(body)
    if not isinstance(scope, nodes.FunctionDef):
        return
    for call in _calls(body, body.body):
        layer = _keeper(program, call, body)
        read = None if layer is None else _read_after(scope, layer, body)
        by_keras = layer == "self" and scope.name == "call" and names.is_in_class(scope)
        if read is not None or by_keras:
            what = f"'{names.source(call.func)}' in a function that {shown_operation(caller)} stages"
            instead = "what the operation returns, and add_loss after it" if _adds(call) else f"sum({layer}.losses) as a further result of the function"
            yield Problem(call, f"{what}, which keeps a loss,", _FAILS, instead, () if read is None else (read,))


def _calls(scope: nodes.FunctionDef, body: list[nodes.NodeNG]) -> Iterator[nodes.Call]:
    return (call for part in body for call in part.nodes_of_class(nodes.Call) if call.scope() is scope)


def _adds(call: nodes.Call) -> bool:
    return isinstance(call.func, nodes.Attribute) and call.func.attrname == "add_loss"


def _keeper(program: Program, call: nodes.Call, scope: nodes.FunctionDef) -> str | None:
    """The layer that keeps a loss when something is called, as the source names it."""
    if _adds(call):
        is_tensor = bool(call.args) and not isinstance(call.args[0], (nodes.Const, nodes.Lambda))
        return call.func.expr.as_string() if is_tensor else None
    makers = _makers(program, call.func, scope)
    return call.func.as_string() if makers and all(_makes_losses(program, maker) for maker in makers) else None


def _makers(program: Program, called: nodes.NodeNG, scope: nodes.FunctionDef) -> list[nodes.NodeNG | None]:
    """What a variable or an attribute of the object is assigned."""
    index = program.index(scope.root())
    if isinstance(called, nodes.Name):
        place = index.find(scope, called.name)
        return [names.assigned(binding) for binding in place[1]] if place is not None else []
    if isinstance(called, nodes.Attribute) and isinstance(called.expr, nodes.Name) and called.expr.name == "self":
        cls = next((one for one in called.node_ancestors() if isinstance(one, nodes.ClassDef)), None)
        return [names.assigned(target) for target in index.stored.get(called.attrname, ()) if cls is not None and cls.parent_of(target)]
    return []


def _makes_losses(program: Program, maker: nodes.NodeNG | None) -> bool:
    """Whether a layer keeps a loss at each call, by what makes it or one that it is made of."""
    for call in maker.nodes_of_class(nodes.Call) if isinstance(maker, nodes.Call) else ():
        given = (keyword for keyword in call.keywords if keyword.arg == "activity_regularizer")
        if any(not isinstance(keyword.value, nodes.Const) or keyword.value.value is not None for keyword in given):
            return True
        if names.last_name(call.func) == "ActivityRegularization":
            return True
        made = program.detached(call.func, names.function_scope(call))
        methods = (one for value in made if isinstance(value, Class) for one in value.node.locals.get("call", ()))
        if any(_adds(one) for method in methods for one in method.nodes_of_class(nodes.Call) if one.statement().parent is method):
            return True
    return False


def _read_after(scope: nodes.FunctionDef, layer: str, block: nodes.NodeNG) -> nodes.Attribute | None:
    """Where the losses of a layer are read after a block; nothing if it is called again before: that forgets them."""
    later = [one for one in scope.nodes_of_class((nodes.Attribute, nodes.Call)) if one.fromlineno > block.tolineno]
    read = next((one for one in later if isinstance(one, nodes.Attribute) and one.attrname == "losses" and one.expr.as_string() == layer), None)
    called = (one for one in later if isinstance(one, nodes.Call) and one.func.as_string() == layer)
    return None if read is None or any(one.fromlineno <= read.fromlineno for one in called) else read
