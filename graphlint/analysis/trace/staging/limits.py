"""What cannot be part of a branch or loop that AutoGraph stages, or works otherwise there."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from astroid import nodes

from graphlint.analysis.engine.numbers import dtypes
from graphlint.analysis.engine.numbers.dtypes import Dtype, NameOf
from graphlint.analysis.syntax import blocks, names
from graphlint.frameworks import tensors

_LISTS = ("append", "extend", "insert")
#: Operations that stage each of the functions that they are given, of which one runs.
_BRANCHES = frozenset({"tensorflow.cond", "tensorflow.case", "tensorflow.switch_case"})


@dataclass(frozen=True, slots=True)
class Problem:
    """One statement that cannot be staged. `shown` has the lines that raise or run with it."""

    node: nodes.NodeNG
    what: str
    why: str
    instead: str
    shown: tuple[nodes.NodeNG, ...] = ()


def in_loop(loop: nodes.For | nodes.While, name_of: NameOf, over: str = "a tensor") -> Iterator[Problem]:
    """The problems of a loop whose sequence or condition is a tensor, or whose sequence is a dataset."""
    yield from _appends(loop, f"a loop over {over}", "it runs once, however often the loop turns", "a tf.TensorArray")
    yield from _changes(loop, name_of, over)


def in_distributed_loop(loop: nodes.For, name_of: NameOf) -> Iterator[Problem]:
    """The problems of a loop over what a strategy makes of a dataset."""
    for node in blocks.statements(loop.body):
        word = "return" if isinstance(node, nodes.Return) else "break"
        if word == "return" or isinstance(node, nodes.Break) and blocks.inside_loop(node) is loop:
            yield Problem(
                node,
                f"a {word} in a loop over a distributed dataset",
                "which raises NotImplementedError",
                "a loop over tf.range that takes next(iterator)",
                (loop,),
            )
    yield from in_loop(loop, name_of, "a distributed dataset")


def in_branch(
    branch: nodes.If, is_python_loop: Callable[[nodes.NodeNG], bool], is_staged: Callable[[nodes.NodeNG], bool], name_of: NameOf
) -> Iterator[Problem]:
    """The problems of an ``if`` on a tensor, in a loop that Python unrolls, or one that is staged itself."""
    for node in (*blocks.statements(branch.body), *blocks.statements(branch.orelse)):
        if isinstance(node, (nodes.Break, nodes.Return)):
            loop = blocks.loop_of(node, branch)
            if loop is not None and isinstance(node, nodes.Return) and is_staged(loop):
                yield Problem(
                    node,
                    "a return in a loop over a tensor",
                    "which raises NotImplementedError or ValueError",
                    "a variable that is set in the loop, break, and one return after it",
                    (loop,),
                )
            elif loop is not None and is_python_loop(loop):
                word = "break" if isinstance(node, nodes.Break) else "return"
                raises = "NotImplementedError" if word == "break" else "ValueError"
                yield Problem(
                    node,
                    f"a {word} that depends on a tensor in a loop that Python unrolls",
                    f"which raises {raises}",
                    "a loop over a tensor (for i in tf.range(n), while with a tensor condition)",
                    (branch, loop),
                )
        elif isinstance(node, nodes.Raise) and blocks.innermost(node) is branch:
            yield Problem(
                node,
                "a raise that depends on a tensor",
                "which raises at the trace, whatever the tensor holds",
                "tf.debugging.Assert",
            )
    yield from _appends(branch, "a branch on a tensor", "it runs whichever branch is taken", "a variable that both branches set")
    yield from _none_on_one_way(branch, name_of)
    loop = blocks.inside_loop(branch)
    if loop is None:
        yield from _returns(branch, name_of)
        yield from _one_sided(branch, name_of)
    else:
        yield from _set_nowhere_else(branch)
        if is_staged(loop):
            yield from _none_before(branch, loop)


def in_expression(node: nodes.IfExp, name_of: NameOf) -> Iterator[Problem]:
    """The problems of a conditional expression on a tensor."""
    arms = (node.body, node.orelse)
    shown, fails = "", "which raises ValueError"
    if any(map(_is_none_node, arms)):
        shown = "is None on one way"
    else:
        unlike = _unlike_dtypes(*arms, name_of)
        if unlike:
            shown, fails = unlike, "which raises TypeError"
        elif _differ(*arms, name_of):
            shown, fails = "has another structure on each way", "which raises AssertionError or TypeError"
    if shown:
        yield Problem(node, f"a conditional expression on a tensor that {shown}", fails, "a tensor of one dtype on both ways")


# What is assigned


def _unset(node: nodes.NodeNG, name: str, side: str, branch: nodes.If) -> Problem:
    """A name that one branch leaves without a value."""
    return Problem(
        node,
        f"'{name}', which only one branch on a tensor sets,",
        f"which raises ValueError: it must be set in the {side} branch too",
        f"a value of '{name}' before the branch",
        (branch,),
    )


def _set_nowhere_else(branch: nodes.If) -> Iterator[Problem]:
    """Names that only one branch in a loop sets, and nothing else in the function, and that are read after it."""
    scope = branch.scope()
    if not isinstance(scope, nodes.FunctionDef) or blocks.leaves(branch):
        return
    body, orelse = blocks.assigned(branch.body), blocks.assigned(branch.orelse)
    for name in _of_one(body, orelse):
        side, other = ("else", branch.orelse) if name in body else ("main", branch.body)
        if not all(map(branch.parent_of, scope.locals.get(name, ()))) or name in scope.argnames() or blocks.declared_outer(scope, name):
            continue
        if not blocks.may_set(other, name) and blocks.is_read_after(scope, name, branch):
            yield _unset(body.get(name) or orelse[name], name, side, branch)


def _of_one(body: dict[str, nodes.AssignName], orelse: dict[str, nodes.AssignName]) -> list[str]:
    """The names that only one of two blocks sets, in the order of the source: the same in all runs."""
    return [name for name in (*body, *orelse) if (name in body) != (name in orelse)]


def _none_on_one_way(branch: nodes.If, name_of: NameOf) -> Iterator[Problem]:
    """Names that one branch sets to None and the other one surely to something else, and that are read afterwards."""
    scope = branch.scope()
    if blocks.leaves(branch) or not isinstance(scope, nodes.FunctionDef):
        return
    body, orelse = blocks.assigned(branch.body), blocks.assigned(branch.orelse)
    for name in (name for name in body if name in orelse):
        none, other = (body[name], orelse[name]) if _is_none(body[name]) else (orelse[name], body[name])
        if not _is_none(none) or not _is_something(_value(other), name_of) or not blocks.is_read_after(scope, name, branch):
            continue
        if not blocks.may_set([*branch.body, *branch.orelse], name, (*blocks.UNSURE, nodes.If)):
            yield Problem(
                none,
                f"'{name}', which is None on one way of a branch on a tensor,",
                "which raises ValueError: a branch cannot give None or a tensor",
                "a tensor in both branches",
                (branch,),
            )


def _is_something(node: nodes.NodeNG | None, name_of: NameOf) -> bool:
    """Whether an expression is surely not None."""
    if isinstance(node, nodes.Call):
        return name_of(node.func) in tensors.TENSORS
    return isinstance(node, (nodes.BinOp, nodes.List, nodes.Tuple, nodes.Dict)) or isinstance(node, nodes.Const) and node.value is not None


def _one_sided(branch: nodes.If, name_of: NameOf) -> Iterator[Problem]:
    """Names that only one branch sets, or sets to what the other cannot take, and that are read afterwards."""
    if blocks.leaves(branch) or isinstance(branch.parent, nodes.If) and branch in branch.parent.orelse and len(branch.parent.orelse) == 1:
        return
    scope = branch.scope()
    if not isinstance(scope, nodes.FunctionDef):
        return
    body, orelse = blocks.assigned(branch.body), blocks.assigned(branch.orelse)
    for name in {**body, **orelse}:
        if not blocks.is_read_after(scope, name, branch):
            continue
        here, other = body.get(name), orelse.get(name)
        node = here or other
        before = [binding for binding in scope.locals.get(name, ()) if binding.fromlineno < branch.fromlineno]
        if here is not None and other is not None:
            if not blocks.may_set([*branch.body, *branch.orelse], name, (*blocks.UNSURE, nodes.If)):
                yield from _clash(node, name, here, other, branch, name_of)
        elif blocks.may_set(branch.body if here is None else branch.orelse, name):
            continue
        elif len(before) == 0 and name not in scope.argnames() and not blocks.declared_outer(scope, name):
            yield _unset(node, name, "else" if here is not None else "main", branch)
        elif len(before) == 1 and blocks.is_same_block(before[0], branch) and name not in scope.argnames():
            first = before[0]
            if _value(first) is not None and _is_none(first) and not _is_none(node):
                yield Problem(
                    node,
                    f"'{name}', which is None unless a tensor is true,",
                    "which raises ValueError: a branch cannot give None or a tensor",
                    "a tensor in both branches",
                    (branch,),
                )
                continue
            yield from _clash(node, name, first, node, branch, name_of)


def _clash(
    node: nodes.NodeNG, name: str, first: nodes.NodeNG, second: nodes.NodeNG, branch: nodes.If, name_of: NameOf
) -> Iterator[Problem]:
    """A name that two targets give different dtypes or structures."""
    unlike = _unlike_dtypes(_value(first), _value(second), name_of)
    if unlike:
        yield Problem(
            node,
            f"'{name}', which {unlike},",
            "which raises TypeError: both branches must give the same dtype",
            "numbers of one type",
            (blocks.innermost(node) or node,),
        )
    elif _differ(_value(first), _value(second), name_of):
        yield Problem(
            node,
            f"'{name}', which has another structure on each way of a branch on a tensor,",
            "which raises TypeError",
            "lists or tuples of one length on both ways",
            (branch,),
        )


def _none_before(branch: nodes.If, loop: nodes.For | nodes.While) -> Iterator[Problem]:
    """Names that are None before a staged loop, which only a branch on a tensor in it sets."""
    body, orelse = blocks.assigned(branch.body), blocks.assigned(branch.orelse)
    for name in _of_one(body, orelse):
        before = [binding for binding in branch.scope().locals.get(name, ()) if binding.fromlineno < branch.fromlineno]
        node = body.get(name) or orelse[name]
        if len(before) == 1 and blocks.is_same_block(before[0], loop) and _is_none(before[0]) and not _is_none(node):
            yield Problem(
                node,
                f"'{name}', which is None before a loop over a tensor and set in a branch of it,",
                "which raises ValueError: it must not be None before the loop",
                "a tensor of its dtype and shape before the loop",
                (before[0], branch),
            )


def _changes(loop: nodes.For | nodes.While, name_of: NameOf, over: str) -> Iterator[Problem]:
    """Names that have another dtype, structure or, but for datasets, shape after one turn than before the loop."""
    scope = loop.scope()
    if not isinstance(scope, nodes.FunctionDef):
        return
    for node in blocks.statements(loop.body):
        target = node.target if isinstance(node, nodes.AugAssign) else node.targets[0] if isinstance(node, nodes.Assign) else None
        if not isinstance(target, nodes.AssignName):
            continue
        before = [binding for binding in scope.locals.get(target.name, ()) if binding.fromlineno < loop.fromlineno]
        if len(before) != 1 or not blocks.is_same_block(before[0], loop):
            continue
        first = dtypes.of(_value(before[0]), name_of)
        after = None if first is None else _changed(node, target.name, first, name_of)
        if after is not None:
            yield Problem(
                target,
                f"'{target.name}', {_a(first)} before a loop over {over} and {_a(after)} in it,",
                "which raises TypeError: its dtype must not change",
                f"{_a(after)} before the loop" if after.kind == "float" else "numbers of one type",
                (loop, node),
            )
        elif isinstance(_value(before[0]), (nodes.List, nodes.Tuple)) and _grows(node, target.name, _value(before[0])):
            yield Problem(
                target,
                f"'{target.name}', which has more elements after each turn of a loop over {over},",
                "which raises TypeError: its structure must not change",
                "a tf.TensorArray",
                (loop, node),
            )
        elif over == "a dataset" or not _has_fixed_shape(_value(before[0]), name_of) or _sets_options(loop):
            continue
        elif _concatenates(node, target.name, name_of):
            yield Problem(
                target,
                f"'{target.name}', which grows in a loop over a tensor,",
                "which raises ValueError: its shape must not change",
                "tf.autograph.experimental.set_loop_options with shape_invariants",
                (loop, node),
            )


def _changed(node: nodes.Assign | nodes.AugAssign, name: str, first: Dtype, name_of: NameOf) -> Dtype | None:
    """Another dtype than the first that a statement of a loop gives a name, or asks the name to take; None if there is none.

    In the loop what a name holds is a tensor, whatever it was before.
    """
    operator, operand = None, node.value
    if isinstance(node, nodes.AugAssign):
        operator = node.op[:-1]
    elif isinstance(operand, nodes.BinOp):
        for one, other in ((operand.left, operand.right), (operand.right, operand.left)):
            if isinstance(one, nodes.Name) and one.name == name:
                operator, operand = node.value.op, other
                break
    given = dtypes.of(operand, name_of)
    if operator is None:
        return given if given is not None and given.kind != first.kind else None
    if operator == "/" and first.kind == "int":
        return Dtype("float", True)
    if operator not in ("+", "-", "*", "/") or given is None or {first.kind, given.kind} != {"int", "float"}:
        return None
    return given if given.is_tensor or given.kind == "float" else None  # a float takes Python's own int along


def _grows(node: nodes.Assign | nodes.AugAssign, name: str, before: nodes.NodeNG) -> bool:
    """Whether a statement puts elements to a list or tuple: ``items = items + [x]``, ``items += (x,)``."""
    value = node.value
    if isinstance(node, nodes.Assign):
        if not (isinstance(value, nodes.BinOp) and value.op == "+" and isinstance(value.left, nodes.Name) and value.left.name == name):
            return False
        value = value.right
    elif node.op != "+=":
        return False
    return type(value) is type(before) and bool(value.elts)


def _has_fixed_shape(node: nodes.NodeNG | None, name_of: NameOf) -> bool:
    """Whether it is a tensor whose shape is written out: ``tf.zeros([0, 2])``, ``tf.constant([])``."""
    if not isinstance(node, nodes.Call) or not node.args or not isinstance(node.args[0], (nodes.List, nodes.Tuple)):
        return False
    name, shape = name_of(node.func), node.args[0]
    if name in ("tensorflow.zeros", "tensorflow.ones"):
        return all(isinstance(size, nodes.Const) for size in shape.elts)
    return name == "tensorflow.constant"


def _concatenates(node: nodes.NodeNG, name: str, name_of: NameOf) -> bool:
    call = node.value if isinstance(node, nodes.Assign) else None
    if not isinstance(call, nodes.Call) or not call.args or not isinstance(call.args[0], (nodes.List, nodes.Tuple)):
        return False
    mentioned = any(isinstance(part, nodes.Name) and part.name == name for part in call.args[0].elts)
    return mentioned and name_of(call.func) == "tensorflow.concat"


def _sets_options(loop: nodes.NodeNG) -> bool:
    calls = (call.func for statement in loop.body for call in statement.nodes_of_class(nodes.Call))
    return any(isinstance(func, nodes.Attribute) and func.attrname == "set_loop_options" for func in calls)


def _returns(branch: nodes.If, name_of: NameOf) -> Iterator[Problem]:
    """A value that is returned in one branch, where the other returns none, or one of another dtype."""
    if not isinstance(branch.parent, nodes.FunctionDef) or not branch.body or not isinstance(branch.body[-1], nodes.Return):
        return
    last = branch.body[-1]
    if not all(isinstance(statement, (nodes.Pass, nodes.Expr)) for statement in branch.orelse):
        if isinstance(branch.orelse[-1], nodes.Return):
            yield from _unlike_returns(branch, last, branch.orelse[-1], name_of)
        return
    after = branch.parent.body[branch.parent.body.index(branch) + 1 :]
    returns = [node for node in blocks.statements(after) if isinstance(node, nodes.Return)]
    if after and (not isinstance(after[-1], (nodes.Return, nodes.Expr, nodes.Assign, nodes.AugAssign)) or len(returns) > 1):
        return
    if returns and returns[0] is after[-1]:
        yield from _unlike_returns(branch, last, returns[0], name_of)
    elif not returns and not _returns_none(last):
        yield _returns_nothing(branch, last)


def _unlike_returns(branch: nodes.If, first: nodes.Return, second: nodes.Return, name_of: NameOf) -> Iterator[Problem]:
    """Two returns, of which a tensor decides."""
    if _returns_none(first) != _returns_none(second):
        yield _returns_nothing(branch, second if _returns_none(first) else first)
        return
    unlike = _unlike_dtypes(first.value, second.value, name_of)
    if unlike:
        yield Problem(
            second,
            f"a value that {unlike}",
            "which raises TypeError: both branches must give the same dtype",
            "numbers of one type",
            (branch, first),
        )
    elif _differ(first.value, second.value, name_of):
        yield Problem(
            second,
            "a value that has another structure on each way",
            "which raises TypeError",
            "lists or tuples of one length on both ways",
            (branch, first),
        )


def _returns_nothing(branch: nodes.If, node: nodes.Return) -> Problem:
    return Problem(
        node,
        "a return that depends on a tensor",
        "which raises ValueError where the function returns nothing otherwise",
        "a value of the same kind on every way",
        (branch,),
    )


def _returns_none(node: nodes.Return) -> bool:
    return node.value is None or _is_none_node(node.value)


def _appends(block: nodes.NodeNG, where: str, why: str, instead: str) -> Iterator[Problem]:
    """Lists of the same function that grow in a staged block."""
    scope = block.scope()
    if not isinstance(scope, nodes.FunctionDef):
        return
    inner = [*block.body, *block.orelse]
    for node in blocks.statements(inner):
        call = node.value if isinstance(node, nodes.Expr) else None
        if not (isinstance(call, nodes.Call) and isinstance(call.func, nodes.Attribute) and call.func.attrname in _LISTS):
            continue
        receiver = call.func.expr
        if not isinstance(receiver, nodes.Name):
            continue
        bindings = scope.locals.get(receiver.name, ())
        made_here = [binding for binding in bindings if block.fromlineno <= binding.fromlineno <= block.tolineno]
        if blocks.inside_loop(block) is None:
            bindings = [binding for binding in bindings if binding.fromlineno <= block.tolineno]  # later ones tell nothing of it
        lists = [binding for binding in bindings if isinstance(_value(binding), (nodes.List, nodes.ListComp))]
        if lists and len(lists) == len(bindings) and not made_here and blocks.is_read_after(scope, receiver.name, block):
            yield Problem(call, f"'{receiver.name}.{call.func.attrname}' in {where}", f"where {why}", instead, (block,))


def in_body(body: nodes.FunctionDef | nodes.Lambda, caller: str) -> Iterator[Problem]:
    """The problems of a function that is given to an operation: lists of the function around it that grow in it."""
    scope = names.enclosing(body)
    if not isinstance(body, nodes.FunctionDef) or not isinstance(scope, nodes.FunctionDef):
        return
    for node in blocks.statements(body.body):
        match node:
            case nodes.Expr(value=nodes.Call(func=nodes.Attribute(attrname=method, expr=nodes.Name(name=name)), args=[*_, put]) as call) if method in _LISTS:
                if isinstance(put, nodes.Const) or getattr(put, "attrname", "") in tensors.ATTRIBUTES:
                    continue  # known at the trace
                bindings = scope.locals.get(name, ()) if name not in body.locals else ()
                if bindings and all(isinstance(_value(one), nodes.List) for one in bindings) and blocks.is_read_after(scope, name, body):
                    why = "whichever branch is taken" if caller in _BRANCHES else "however often it is called"
                    what = f"'{name}.{method}' in a function that {shown_operation(caller)} stages"
                    yield Problem(call, what, f"where it runs once, {why}", "what the operation returns", (body,))


def shown_operation(name: str) -> str:
    return name.replace("tensorflow.", "tf.")


# What the source gives


def _value(target: nodes.NodeNG) -> nodes.NodeNG | None:
    return target.parent.value if isinstance(target.parent, nodes.AnnAssign) else names.assigned(target)


def _is_none_node(node: nodes.NodeNG | None) -> bool:
    return isinstance(node, nodes.Const) and node.value is None


def _is_none(target: nodes.NodeNG) -> bool:
    return _is_none_node(_value(target))


def _unlike_dtypes(first: nodes.NodeNG | None, second: nodes.NodeNG | None, name_of: NameOf) -> str:
    """Says that two expressions give different dtypes, where they are known to."""
    given = (dtypes.of(first, name_of), dtypes.of(second, name_of))
    if None in given or given[0].kind == given[1].kind:
        return ""
    return f"is {_a(given[0])} on one way and {_a(given[1])} on the other"


def _differ(first: nodes.NodeNG | None, second: nodes.NodeNG | None, name_of: NameOf) -> bool:
    """Whether two expressions are known to give other structures: lists of other lengths, a tensor and a list."""
    found = [_structure(node, name_of) for node in (first, second)]
    if None in found:
        return False
    (kind, size), (other, other_size) = found
    return kind is not other or size != other_size and (None not in (size, other_size) or 0 in (size, other_size))


def _structure(node: nodes.NodeNG | None, name_of: NameOf) -> tuple[type, int | None] | None:
    """A list, tuple or tensor, and how many elements it has, as far as that is written."""
    if isinstance(node, (nodes.List, nodes.Tuple)) and not any(isinstance(part, nodes.Starred) for part in node.elts):
        return type(node), len(node.elts)
    name = name_of(node.func) if isinstance(node, nodes.Call) else None
    if name in tensors.TENSORS:
        return nodes.Call, 1
    return (nodes.List, None) if name in tensors.LISTS else None


def _a(dtype: Dtype) -> str:
    return {"int": "an int", "str": "a string"}.get(dtype.kind, f"a {dtype.kind}")
