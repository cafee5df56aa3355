"""Whose shape is another one from call to call: arrays and tensors that are made with numbers that vary, cut by these, or that grow.

The answer is a number without a value: one that varies where the shape does. What may be as large each time is none: unknown.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.numbers import number
from graphlint.analysis.engine.numbers.expressions import Numbers
from graphlint.analysis.engine.numbers.number import SOME, Number
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.values import scalars
from graphlint.frameworks import shapes

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program

#: Methods of a list that make it longer, and those that leave it as it is.
GROWING = frozenset({"append", "extend", "insert"})
_READING = frozenset({"copy", "count", "index"})


def what_varies(program: Program, expression: nodes.NodeNG, scope: Scope) -> nodes.NodeNG | None:
    """What makes the shape of an expression another one at other calls: a statement, loop, call or function; None if it is not known to be."""
    return number.reason([_Sizes(program).shape(expression, scope)])


def are_numbers(program: Program, expressions: list[nodes.NodeNG], scope: Scope) -> bool:
    """Whether all of some expressions are Python numbers."""
    return all(Numbers(program).of(one, scope) is not None for one in expressions)


class _Sizes(Numbers):
    def shape(self, node: nodes.NodeNG | None, scope: Scope, depth: int = 0) -> Number | None:
        """What is known of the shape of an array, tensor or list."""
        if node is None or self.is_spent(depth):
            return None
        match node:
            case nodes.BinOp(op="*", left=nodes.List() | nodes.Tuple() as left, right=right):
                return self._any([self.of(right, scope, depth + 1), self.shape(left, scope, depth + 1)])
            case nodes.BinOp(left=left, right=right):
                return self._any(self.shape(side, scope, depth + 1) for side in (left, right))
            case nodes.UnaryOp(operand=operand):
                return self.shape(operand, scope, depth + 1)
            case nodes.List(elts=parts) | nodes.Tuple(elts=parts):
                return self._any(self.shape(part, scope, depth + 1) for part in parts)
            case nodes.ListComp(generators=[nodes.Comprehension(ifs=[], iter=iterable)]):
                return self._any([self._turns(iterable, scope, depth + 1), self.shape(node.elt, scope, depth + 1)])
            case nodes.Subscript(value=whole, slice=index):
                return self._part(whole, index, scope, depth + 1)
            case nodes.Call():
                return self._made(node, scope, depth + 1)
            case nodes.Name():
                return self._named(node, scope, depth + 1)
            case nodes.Attribute():
                return self._kept(node, scope, depth + 1)
        return None

    @staticmethod
    def _any(found: Iterator[Number | None] | list[Number | None]) -> Number | None:
        """A shape that varies if one of several things does that it is made of."""
        why = number.reason(found)
        return None if why is None else SOME.made_to_vary(why)

    # What makes arrays

    def _made(self, call: nodes.Call, scope: Scope, depth: int) -> Number | None:
        name = self.name(call, scope)
        if isinstance(call.func, nodes.Attribute) and call.func.attrname in shapes.LIKE_METHODS:
            return self.shape(call.func.expr, scope, depth)
        given = {keyword.arg: keyword.value for keyword in call.keywords}
        if name in shapes.SHAPED:
            position, keyword = shapes.SHAPED[name]
            shape = given.get(keyword, call.args[position] if position < len(call.args) else None)
            return self._any(self.of(size, scope, depth) for size in _parts(shape))
        if name in shapes.DIMENSIONS:
            return self._any(self.of(size, scope, depth) for size in call.args)
        if name in shapes.RANGES or name in ("tensorflow.range", "keras.ops.arange"):
            return self._turns(call, scope, depth)
        if name in shapes.SPACES:
            return self.of(given.get("num", call.args[2] if len(call.args) > 2 else None), scope, depth)
        if name in shapes.REPEATED and len(call.args) > 1:
            return self._any(self.of(one, scope, depth) for one in _parts(call.args[1]))
        if name in shapes.LIKE or name in shapes.JOINED:
            return self._any(self.shape(one, scope, depth) for one in call.args[: 2 if name in shapes.JOINED else 1])
        return None if name else self.returned_by(call, scope, lambda value, home: self.shape(value, home, depth))

    def _turns(self, iterable: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        """Whether a range is another time longer: of two bounds, the first has to be the same each time."""
        if not isinstance(iterable, nodes.Call) or self.name(iterable, scope) not in {*shapes.RANGES, "tensorflow.range", "keras.ops.arange"}:
            return self.shape(iterable, scope, depth)
        bounds = iterable.args
        if len(bounds) == 1 or len(bounds) > 1 and isinstance(bounds[0], nodes.Const):
            return self.of(bounds[-1 if len(bounds) == 1 else 1], scope, depth)
        return None

    # Parts

    def _part(self, whole: nodes.NodeNG, index: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        cuts = index.elts if isinstance(index, nodes.Tuple) else [index]
        if not all(isinstance(cut, nodes.Slice) or isinstance(cut, nodes.Const) and cut.value is Ellipsis for cut in cuts):
            cuts = [cut for cut in cuts if isinstance(cut, nodes.Slice)]
            return self._any(self._cut(cut, scope, depth) for cut in cuts)
        if all(not isinstance(cut, nodes.Slice) or _leaves_rest(cut) for cut in cuts):
            return self.shape(whole, scope, depth)
        return self._any(self._cut(cut, scope, depth) for cut in cuts if isinstance(cut, nodes.Slice))

    def _cut(self, cut: nodes.Slice, scope: Scope, depth: int) -> Number | None:
        """``x[:n]``, ``x[n:]``, ``x[i : i + n]``: with two bounds that vary, it is their distance that counts."""
        lower, upper = cut.lower, cut.upper
        if lower is None or upper is None or isinstance(lower, nodes.Const):
            return self.of(lower if upper is None else upper, scope, depth)
        match lower, upper:
            case _, nodes.BinOp(op="+", left=left, right=right) if left.as_string() == lower.as_string():
                return self.of(right, scope, depth)
            case nodes.BinOp(op="-", left=left, right=right), _ if left.as_string() == upper.as_string():
                return self.of(right, scope, depth)
        return None

    # What names hold

    def _named(self, name: nodes.Name, scope: Scope, depth: int) -> Number | None:
        inner = name.scope()
        if isinstance(inner, nodes.ComprehensionScope) and name.name in inner.locals:
            return self._bound(inner.locals[name.name][0], scope, depth)
        grown = growth_of(name, scope)
        if grown is not None and (isinstance(grown, nodes.Call) or self._joins(grown, name.name, scope)):
            return SOME.made_to_vary(grown)
        place = self.program.index(scope.root()).find(scope, name.name)
        bindings = _of_loop_around(name, scope) or (place[1] if place is not None else [])
        if len(bindings) == 1 and isinstance(bindings[0], nodes.AssignName):
            found = self._bound(bindings[0], names.function_scope(bindings[0]), depth)
            if found is not None:
                return found
        return self._any(self.shape(value, home, depth) for value, home in self.held(name, scope))

    def _bound(self, binding: nodes.NodeNG, scope: Scope, depth: int) -> Number | None:
        """What a loop gives its variable: things of several shapes."""
        statement, position = binding.parent, None
        if isinstance(statement, nodes.Tuple):
            position, statement = statement.elts.index(binding), statement.parent
        if not isinstance(statement, (nodes.For, nodes.Comprehension)):
            return None
        return self._elements(statement.iter, position, scope, depth)

    def _elements(self, iterable: nodes.NodeNG, position: int | None, scope: Scope, depth: int) -> Number | None:
        """Whether the elements of a list that is written there, or made with a loop, have many shapes."""
        if self.is_spent(depth):
            return None
        match iterable:
            case nodes.List(elts=parts) | nodes.Tuple(elts=parts) if position is None:
                known = {self._static(part, scope) for part in parts} - {None}
                return SOME.made_to_vary(iterable if len(known) >= scalars.MANY else None)
            case nodes.ListComp(elt=element, generators=[nodes.Comprehension()]) | nodes.GeneratorExp(elt=element) if position is None:
                return self.shape(element, scope, depth + 1)
            case nodes.Call(func=nodes.Name(name="enumerate"), args=[first, *_]) if position == 1:
                return self._elements(first, None, scope, depth + 1)
            case nodes.Call(func=nodes.Name(name="zip"), args=args) if position is not None and position < len(args):
                return self._elements(args[position], None, scope, depth + 1)
            case nodes.Name():
                return self._any(self._elements(value, position, home, depth + 1) for value, home in self.held(iterable, scope) if value is not None)
        return None

    def _static(self, node: nodes.NodeNG, scope: Scope) -> tuple[object, ...] | None:
        """The shape of what is written out: a list of lists, ``tf.ones([2, 3])``."""
        match node:
            case nodes.List(elts=parts) | nodes.Tuple(elts=parts) if not any(isinstance(part, nodes.Starred) for part in parts):
                inner = self._static(parts[0], scope) if parts and isinstance(parts[0], (nodes.List, nodes.Tuple)) else ()
                return None if inner is None else (len(parts), *inner)
            case nodes.Call(args=[first, *_]):
                name = self.name(node, scope)
                if name in shapes.LIKE:
                    return self._static(first, scope)
                if name in shapes.SHAPED and shapes.SHAPED[name][0] == 0:
                    sizes = first.elts if isinstance(first, (nodes.List, nodes.Tuple)) else [first]
                    known = [self.of(size, scope) for size in sizes]
                    return tuple(one.value for one in known) if all(one is not None and one.value is not None for one in known) else None
        return None

    def _kept(self, node: nodes.Attribute, scope: Scope, depth: int) -> Number | None:
        """What an attribute holds that a method makes larger each time: ``self.x = np.concatenate([self.x, new])``."""
        _, bindings = self.bindings(self.program.detached(node.expr, scope), node.attrname, scope.root())
        shown = f"self.{node.attrname}"
        for binding in bindings:
            home = names.function_scope(binding)
            is_again = isinstance(home, nodes.FunctionDef) and home.name != "__init__"
            if isinstance(binding, nodes.AssignAttr) and is_again and binding.as_string() == shown and self._joins(binding.statement(), shown, home):
                return SOME.made_to_vary(binding.statement())
        return None

    def _joins(self, statement: nodes.NodeNG, shown: str, scope: Scope) -> bool:
        """Whether an assignment puts something to what was there: ``x = np.concatenate([x, new])``."""
        call = statement.value if isinstance(statement, (nodes.Assign, nodes.AnnAssign)) else None
        if not isinstance(call, nodes.Call) or self.name(call, scope) not in shapes.JOINED:
            return False
        given = call.args or [keyword.value for keyword in call.keywords]
        parts = [part for one in given[:2] for part in _parts(one)]
        return any(part.as_string() == shown for part in parts) and len(parts) > 1


def _parts(node: nodes.NodeNG | None) -> list[nodes.NodeNG | None]:
    """The elements of a list that is written there, or the one thing that is none."""
    return node.elts if isinstance(node, (nodes.List, nodes.Tuple)) else [node]


def _leaves_rest(cut: nodes.Slice) -> bool:
    """``x[:]``, ``x[1:]``, ``x[:-1]``: the longer what is cut, the longer the part."""
    is_from_front = cut.lower is None or isinstance(cut.lower, nodes.Const)
    return is_from_front and (cut.upper is None or isinstance(cut.upper, nodes.UnaryOp) and isinstance(cut.upper.operand, nodes.Const))


def growth_of(name: nodes.Name, scope: Scope) -> nodes.NodeNG | None:
    """What makes a variable larger at each turn of a loop around a node: the one assignment in it, or an ``append``; nothing if others change it."""
    for loop in names.loops_around(name, scope):
        if not any(name is one or one.parent_of(name) for one in loop.body):
            continue
        bound = _bindings_in(loop, name)
        used = [one for one in loop.nodes_of_class((nodes.Name, nodes.DelName)) if one.name == name.name]
        called = [one.parent.parent for one in used if isinstance(one.parent, nodes.Attribute) and names.is_called(one.parent)]
        methods = {call.func.attrname for call in called}
        if len(bound) == 1 and not methods & GROWING:
            return bound[0].statement() if bound[0].statement() is not loop else None
        if bound:
            return None
        if methods & GROWING and methods <= GROWING | _READING:
            changed = any(isinstance(one.statement(), nodes.Delete) for one in used)
            made = scope.locals.get(name.name, ())
            is_list = len(made) > 0 and all(_is_list(names.assigned(one)) for one in made)
            return next(call for call in called if call.func.attrname in GROWING) if is_list and not changed else None
    return None


def _of_loop_around(name: nodes.Name, scope: Scope) -> list[nodes.NodeNG]:
    """What a loop around a node binds a name to, where nothing in the loop binds it again."""
    for loop in names.loops_around(name, scope):
        bound = _bindings_in(loop, name)
        if bound:
            return bound
    return []


def _bindings_in(loop: nodes.NodeNG, name: nodes.Name) -> list[nodes.NodeNG]:
    return [one for one in loop.nodes_of_class(nodes.AssignName) if one.name == name.name and one.scope() is name.scope()]


def _is_list(made: nodes.NodeNG | None) -> bool:
    return isinstance(made, nodes.List) or isinstance(made, nodes.Call) and isinstance(made.func, nodes.Name) and made.func.name == "list"
