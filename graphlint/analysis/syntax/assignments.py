"""What assignments assign, as their syntax tells, and whether it is something else at each turn of a loop."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from astroid import nodes

from graphlint.analysis.syntax import blocks, names

#: Functions that make the same of each argument of one shape.
_FILLED = frozenset("zeros ones empty full zeros_like ones_like eye list dict set".split())


class Rebinding(NamedTuple):
    """Something that rebinds a place: an assignment, or the call of a function that assigns what it is given."""

    node: nodes.NodeNG
    values: tuple[nodes.NodeNG, ...]
    """What the new value is computed from, as far as it is written here."""
    changes: bool
    """The new value is made of the old one."""


def assigned_values(target: nodes.NodeNG) -> tuple[nodes.NodeNG, ...]:
    """What a plain assignment assigns to a target, or to several of which it is one."""
    whole = target
    while isinstance(whole.parent, (nodes.Tuple, nodes.List, nodes.Starred)):
        whole = whole.parent
    if not isinstance(whole.parent, nodes.Assign):
        return ()
    return (names.assigned(target) or whole.parent.value,)


def is_name(values: tuple[nodes.NodeNG, ...]) -> bool:
    return len(values) == 1 and isinstance(values[0], nodes.Name)


def is_empty(rebinding: Rebinding) -> bool:
    """Whether an empty container is put in a place: what is put into it counts."""
    return any(
        isinstance(value, (nodes.List, nodes.Dict, nodes.Tuple)) and not any(value.get_children())
        or isinstance(value, nodes.Call) and not value.args and getattr(value.func, "name", "") in ("list", "dict", "set", "deque")
        for value in rebinding.values
    )


def changes(target: nodes.NodeNG) -> bool:
    """Whether what is assigned is made of what was there: ``x += 1``, ``x = 0.9 * x``."""
    if isinstance(target.parent, nodes.AugAssign):
        return target.parent.target is target
    values = assigned_values(target)
    if not values or isinstance(values[0], (nodes.BoolOp, nodes.IfExp)):
        return False  # `self.x = self.x or …` fills what is missing
    moving = {target.as_string()} | _counted_before(target)
    reads = [use for use in values[0].nodes_of_class((nodes.Name, nodes.Attribute)) if use.as_string() in moving]
    return any(not isinstance(use.parent, nodes.Attribute) for use in reads)


def _counted_before(target: nodes.NodeNG) -> set[str]:
    """What a function has counted before it assigns to an attribute, and its variables that are made of that."""
    function = names.function_scope(target)
    found: set[str] = set()
    if isinstance(target, nodes.AssignAttr) and isinstance(function, nodes.FunctionDef):
        for statement in function.nodes_of_class((nodes.AugAssign, nodes.Assign)):
            if statement.lineno >= target.lineno:
                break
            if isinstance(statement, nodes.AugAssign):
                if isinstance(statement.target, nodes.AssignAttr):
                    found.add(statement.target.as_string())
            elif found and any(one.as_string() in found for one in statement.value.nodes_of_class((nodes.Name, nodes.Attribute))):
                found |= names.assigned_in(statement)
    return found


def reads_arguments(rebinding: Rebinding, scope: nodes.FunctionDef) -> bool:
    """Whether what is assigned, or whether it is, depends on what a function is given: ``if epoch > 5: …``."""
    given = {argument.name for argument in scope.args.arguments[1:]}
    return not given.isdisjoint(names_read(rebinding.values, rebinding.node, scope))


def names_read(values: Iterable[nodes.NodeNG], node: nodes.NodeNG, scope: nodes.FunctionDef) -> set[str]:
    """The names of all that assigned values are made of, and of the tests that decide whether they are assigned."""
    parts = names.made_of(values, scope, node.lineno)
    parts += [branch.test for branch in blocks.deciding(node)]
    return {name.name for part in parts for name in part.nodes_of_class(nodes.Name)}


def is_computed(rebinding: Rebinding) -> bool:
    """Whether a function makes the new value of other data, such as a callback takes from what it watches."""
    return any(
        any(call.args[0].nodes_of_class((nodes.Name, nodes.Attribute)))
        for value in rebinding.values
        for call in value.nodes_of_class(nodes.Call)
        if call.args and names.last_name(call.func) not in _FILLED
    )


def is_of_first_turn(node: nodes.NodeNG) -> bool:
    """Whether something is only done the first time that a function is called: ``if epoch == 0: …``."""
    for branch, holds in blocks.branches_around(node):
        match branch.test:
            case nodes.Compare(left=nodes.Name(), ops=[("==", nodes.Const(value=0))]) if holds:
                return True
    return False


def is_done_once(target: nodes.NodeNG) -> bool:
    """Whether an attribute is set where something is missing that is set there, too: ``if not self.done: …; self.done = True``."""
    for branch, holds in blocks.branches_around(target):
        match branch.test:
            case nodes.UnaryOp(op="not", operand=nodes.Attribute() as asked) | nodes.Compare(
                left=nodes.Attribute() as asked, ops=[("is", nodes.Const(value=None))]
            ) if holds:
                set_there = {one.as_string() for part in branch.body for one in part.nodes_of_class(nodes.AssignAttr)}
                if asked.as_string() in set_there:
                    return True
    return False


def is_of_new_object(target: nodes.NodeNG) -> bool:
    """Whether a function sets an attribute of an object that it has made, before it uses it: ``net = Net(); net.training = True``."""
    if not isinstance(target, nodes.AssignAttr) or not isinstance(target.expr, nodes.Name):
        return False
    scope, name = names.function_scope(target), target.expr.name
    bindings = scope.locals.get(name, ())
    if len(bindings) != 1 or not isinstance(names.assigned(bindings[0]), nodes.Call) or names.loops_around(target, scope):
        return False
    used = (use for use in scope.nodes_of_class(nodes.Name) if use.name == name and use.lineno < target.lineno)
    return all(isinstance(use.parent, nodes.AssignAttr) for use in used)


def is_of_one_turn(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether an attribute is set of an object, or by a method of one, that each turn of the loop assigns anew."""
    return is_made_in(owner_of(node), loop) or _follows_making(node, loop)


def _follows_making(node: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether the same turn of a loop has made the object just before: ``self.model = load(); self.model.rate = rate``."""
    owner = node.expr.as_string() if isinstance(node, nodes.AssignAttr) else ""
    block = node.statement().parent
    return bool(owner) and any(
        target.as_string() == owner and target.lineno < node.lineno and target.statement().parent in (block, loop)
        for target in loop.nodes_of_class((nodes.AssignAttr, nodes.Subscript))
        if isinstance(target, nodes.AssignAttr) or isinstance(target.parent, nodes.Assign) and target in target.parent.targets
    )


def owner_of(node: nodes.NodeNG) -> nodes.NodeNG:
    """What a chain of attributes starts from that is called or assigned: ``trainer`` of ``trainer.model.fit()``."""
    owner = node.func if isinstance(node, nodes.Call) else node
    while isinstance(owner, (nodes.Attribute, nodes.AssignAttr)):
        owner = owner.expr
    return owner


def is_made_in(owner: nodes.NodeNG, loop: nodes.NodeNG) -> bool:
    """Whether each turn of a loop makes the object, or takes another item: ``models[number]``."""
    if isinstance(owner, nodes.Subscript):
        return names.reads_any(owner.slice, names.made_in(loop)) or is_made_in(owner_of(owner.value), loop)
    return isinstance(owner, nodes.Call) or isinstance(owner, nodes.Name) and owner.name in names.made_in(loop)


def is_optimizer(owner: nodes.NodeNG) -> bool:
    """Whether it is an optimizer by its name: Keras keeps what is set there in a Variable."""
    name = names.last_name(owner)
    return name == "opt" or "optim" in name.lower()


def makes_optimizer(target: nodes.NodeNG) -> bool:
    """Whether a function of which nothing is known makes what is an optimizer by its name."""
    return is_optimizer(target) and any(isinstance(value, nodes.Call) for value in assigned_values(target))


def follows_loop(rebinding: Rebinding, loop: nodes.NodeNG) -> bool:
    """Whether the value is another one at each turn: a loop's variable, or computed from what the loop assigns."""
    if isinstance(loop, nodes.For) and (loop.target is rebinding.node or loop.target.parent_of(rebinding.node)):
        return True
    changed = names.assigned_in(loop) | {one.as_string() for one in loop.nodes_of_class(nodes.AssignAttr)}
    changed |= {call.func.expr.as_string() for call in loop.nodes_of_class(nodes.Call) if _appends(call)}
    return any(part.as_string() in changed for value in rebinding.values for part in value.nodes_of_class((nodes.Name, nodes.Attribute)))


def _appends(call: nodes.Call) -> bool:
    return isinstance(call.func, nodes.Attribute) and call.func.attrname in ("append", "appendleft", "extend")


def _counts_from_0(loop: nodes.NodeNG, counter: nodes.NodeNG) -> bool:
    """Whether it is the number of the turn, the first being 0: ``for i in range(n)``, ``for i, x in enumerate(xs)``."""
    target = getattr(loop, "target", None)
    if isinstance(target, nodes.Tuple):
        target = next(iter(target.elts), None)  # ``for () in rows:``
    if not isinstance(target, nodes.AssignName) or not isinstance(counter, nodes.Name) or target.name != counter.name:
        return False
    made = loop.iter
    return isinstance(made, nodes.Call) and getattr(made.func, "name", "") in ("range", "enumerate") and len(made.args) == 1 and not made.keywords


def is_later(condition: nodes.If, loop: nodes.NodeNG, name: str) -> bool:
    """Whether a condition holds at a later turn of a loop than the first, by what the loop counts, and the loop goes on."""
    test = condition.test
    if not isinstance(test, nodes.Compare) or any(condition.nodes_of_class((nodes.Break, nodes.Return, nodes.Raise))):
        return False
    operator, other = test.ops[0]
    if operator not in (">", ">=", "=="):
        return False
    if isinstance(other, nodes.Const) and isinstance(other.value, int) and other.value + (operator == ">") <= (not _counts_from_0(loop, test.left)):
        return False
    counted = names.assigned_in(loop)
    read = {names.last_name(one) for one in test.nodes_of_class((nodes.Name, nodes.Attribute))}
    return bool(counted & read) and name not in read
