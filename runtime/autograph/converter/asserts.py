"""`assert`, with Feature.ASSERT_STATEMENTS: becomes an operator that can stage a check."""

import ast

from .tree import Pass, at, constant, operator_call, thunk


class Asserts(Pass):
    def visit_Assert(self, node):
        message = node.msg or constant("Assertion error")
        if not isinstance(message, ast.Constant):
            raise NotImplementedError("can only convert string messages for now.")
        return [at(ast.Expr(operator_call("assert_stmt", node.test, thunk(message))), node)]
