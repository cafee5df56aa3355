"""Conditional expressions, logical expressions and reads of variables: three passes of TensorFlow's in one walk."""

import ast

from ..options import Feature
from .tree import Pass, assign, at, constant, copy_tree, load, operator_call, thunk

_EQUALITY = {ast.Eq: "eq", ast.NotEq: "not_eq"}


class Expressions(Pass):
    """`a if c else b`, `and`, `or`, `not`, chained comparisons, `==` with Feature.EQUALITY_OPERATORS, names, `del`."""

    def __init__(self, unit):
        super().__init__(unit)
        self._equality = _EQUALITY if unit.options.uses(Feature.EQUALITY_OPERATORS) else {}
        self._in_conditional = False
        self._in_augmented = False

    def visit_IfExp(self, node):
        if self._in_conditional:
            # As in TensorFlow, a conditional expression inside another one runs in Python.
            return self.children(node)
        text = ast.unparse(node.test)
        self._in_conditional = True
        self.children(node)
        self._in_conditional = False
        return at(operator_call("if_exp", node.test, thunk(node.body), thunk(node.orelse), constant(text)), node)

    def visit_Compare(self, node):
        self.children(node)
        if len(node.ops) == 1 and type(node.ops[0]) not in self._equality:
            return node
        left, result = node.left, None
        for operation, right in zip(node.ops, node.comparators):
            name = self._equality.get(type(operation))
            if name is None:
                comparison = at(ast.Compare(left, [operation], [right]), node)
            else:
                comparison = at(operator_call(name, left, right), node)
            # `a < b < c` is `a < b and b < c`: the middle is evaluated twice.
            result = comparison if result is None else at(
                operator_call("and_", thunk(result), thunk(comparison)), node)
            left = copy_tree(right)
        return result

    def visit_UnaryOp(self, node):
        self.children(node)
        return at(operator_call("not_", node.operand), node) if isinstance(node.op, ast.Not) else node

    def visit_BoolOp(self, node):
        self.children(node)
        name = "and_" if isinstance(node.op, ast.And) else "or_"
        result = node.values[-1]
        for value in reversed(node.values[:-1]):
            result = at(operator_call(name, thunk(value), thunk(result)), node)
        return result

    def visit_Name(self, node):
        # `ld` raises for a variable that is undefined; names that a pass made are never wrapped.
        if self._in_augmented or not getattr(node, "user", False) or not isinstance(node.ctx, ast.Load):
            return node
        return at(operator_call("ld", node), node)

    def visit_Delete(self, node):
        self.children(node)
        names = [target for target in node.targets if isinstance(target, ast.Name)]
        if not names:
            return node
        made = [at(assign(n.id, operator_call("Undefined", constant(n.id))), node) for n in names]
        others = [target for target in node.targets if not isinstance(target, ast.Name)]
        if others:
            made.append(at(ast.Delete(others), node))
        return made

    def visit_AugAssign(self, node):
        if not isinstance(node.target, ast.Name):
            return self.children(node)
        # As in TensorFlow, the value of `x += value` is read without `ld`.
        self._in_augmented = True
        node.value = self.visit(node.value)
        self._in_augmented = False
        name = node.target.id
        return [at(assign(name, operator_call("ld", load(name))), node), node]
