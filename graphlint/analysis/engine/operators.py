"""What operators give: arithmetic, comparisons, ``not``; and what they ask of tensors."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astroid import nodes

from graphlint.analysis.engine.special_methods import SpecialMethods
from graphlint.analysis.syntax.scopes import Scope
from graphlint.analysis.syntax.uses import Need
from graphlint.analysis.values import arrays, conditions, scalars, tensors
from graphlint.analysis.values.conditions import Condition
from graphlint.analysis.values.places import UNKNOWN, Value, const

if TYPE_CHECKING:
    from graphlint.analysis.values.events import Summary

#: Comparisons that give a Python bool.
_PYTHON_TESTS = frozenset({"is", "is not", "in", "not in"})
_CONTAINED = ("in", "not in")


class Operators(SpecialMethods):
    """The part of the evaluator that evaluates them."""

    scope: Scope
    summary: Summary

    def binary_operation(self, node: nodes.BinOp) -> frozenset[Value]:
        left, right = self.evaluate(node.left), self.evaluate(node.right)
        if node.op == "%" and isinstance(node.left, nodes.Const) and isinstance(node.left.value, str):
            parts = [self.evaluate(part) for part in node.right.elts] if isinstance(node.right, nodes.Tuple) else [right]
            if any(map(tensors.may_be, parts)):
                self.use(node, Need.FORMAT, tuple(parts))
        self.operator(node, left, right)
        result = self.operate(node, node.op, left, right)
        if result is None and node.op == "+" and not tensors.are_tensors(left | right, self.program):
            if _are_tails(node.left, node.right) or self._are_rows(node.left, node.right):
                return UNKNOWN
        return scalars.arithmetic(node.op, left, right) if result is None else result

    def _are_rows(self, *operands: nodes.NodeNG) -> bool:
        """``inputs + others``: put together, if Python goes over one of them elsewhere."""
        index, function = self.program.index(self.scope.root()), self.scope
        return all(isinstance(one, nodes.Name) for one in operands) and any(index.goes_over(function, one.name) for one in operands)

    def unary_operation(self, node: nodes.UnaryOp) -> frozenset[Value]:
        if node.op == "not":
            given = tuple(conditions.tested(self.test(node, node.operand)))
            made = tensors.computed(*given)
            return scalars.BOOLEAN if made == UNKNOWN else made
        operand = self.evaluate(node.operand)
        self.operator(node, operand)
        self.unary(node, operand)
        return scalars.arithmetic("*", const(-1), operand)

    def operator(self, node: nodes.NodeNG, *operands: frozenset[Value]) -> None:
        """Notes an operator that may put an operation into the graph at each turn of a loop."""
        if self.loops and any(map(tensors.may_be, operands)):
            self.summary.operators[node] = operands

    def comparisons(self, node: nodes.Compare) -> frozenset[Value]:
        values = [self.evaluate(node.left), *(self.evaluate(operand) for _, operand in node.ops)]
        for position, (op, _) in enumerate(node.ops):
            self.comparison(node, op, *values[position : position + 2])
            if position and op not in _PYTHON_TESTS:  # `0 < x < 1` asks for the truth of `0 < x`
                asked = tensors.computed(*values[position - 1 : position + 1])
                if tensors.may_be(asked):
                    self.use(node, Need.TEST, (asked,), Condition("truth", asked))
        if node.ops[0][0] in _CONTAINED and any(map(tensors.may_be, values[:2])):
            self.use(node, Need.MEMBER, (values[0], values[1]))
        if all(map(scalars.are_scalars, values)) or any(operator in _PYTHON_TESTS for operator, _ in node.ops):
            return scalars.BOOLEAN
        return arrays.computed(*values) or tensors.computed(*values)


def _are_tails(*operands: nodes.NodeNG) -> bool:
    """``y[1:] + y_rev[1:]``: put together, if they are the states of two layers, or added."""
    tails = [one.slice for one in operands if isinstance(one, nodes.Subscript) and isinstance(one.slice, nodes.Slice)]
    return len(tails) == len(operands) and all(tail.lower is not None and tail.upper is None for tail in tails)
