"""`return`: each function gets one, at its end."""

import ast

from .continue_statements import Guarding
from .tree import StatementPass, assign, at, both, constant, hidden, load, negation, operator_call


class JoinBranches(StatementPass):
    """Moves the statements after `if c: …; return` into its `else` (or the other way round).

    Then both branches return a value, as a staged condition needs.
    """

    def __init__(self, unit):
        super().__init__(unit)
        self._returns = []  # for each block around: whether it surely returns

    def visit_Return(self, node):
        self._returns[-1] = True
        return node

    def _block(self, statements):
        self._returns.append(False)
        statements = self.block(statements, self._after)
        return statements, self._returns.pop()

    def _after(self, node):
        if isinstance(node, ast.With):
            if node.returns_surely:
                self._returns[-1] = True
        elif isinstance(node, ast.If):
            if node.body_returns:
                return node, node.orelse
            if node.orelse_returns:
                return node, node.body
        return node, None

    def visit_If(self, node):
        node.body, node.body_returns = self._block(node.body)
        node.orelse, node.orelse_returns = self._block(node.orelse)
        if node.body_returns and node.orelse_returns:
            self._returns[-1] = True
        return node

    def visit_With(self, node):
        node.body, node.returns_surely = self._block(node.body)
        return node

    def visit_FunctionDef(self, node):
        node.body, _ = self._block(node.body)
        return node

    def _loop(self, node):
        node.body, _ = self._block(node.body)
        return node

    visit_For = visit_While = visit_ExceptHandler = _loop

    def visit_Try(self, node):
        node.body, _ = self._block(node.body)
        node.orelse, _ = self._block(node.orelse)
        node.finalbody, _ = self._block(node.finalbody)
        node.handlers = self.block(node.handlers)
        return node


class _Block:
    __slots__ = ("is_function", "used", "guard_now", "guard_next", "previous")

    def __init__(self, is_function=False):
        self.is_function = is_function
        self.used = self.guard_now = self.guard_next = False
        self.previous = None  # the statement before


class Returns(Guarding):
    """Turns `return` into two variables; the statements after it run if the first one is not set."""

    def __init__(self, unit):
        super().__init__(unit)
        self._functions = []  # (name of the flag, name of the value)
        self._blocks = []

    def visit_Return(self, node):
        for block in reversed(self._blocks):
            block.used = block.guard_next = True
            if block.is_function:
                break
        flag, value = self._functions[-1]
        result = at(assign(value, node.value or constant(None)), node)
        # Where the expression raises, there was no return.
        handler = ast.ExceptHandler(None, None, [assign(flag, constant(False)), ast.Raise()])
        attempt = hidden(ast.Try([assign(flag, constant(True)), result], [handler], [], []))
        attempt.origin = node
        return [attempt]

    def _after(self, made):
        block = self._blocks[-1]
        rest = None
        if block.used:
            if block.guard_now:
                made = self.guard(self._functions[-1][0], made if made.__class__ is list else [made], block.previous)
                rest = made.body
            block.guard_now, block.guard_next = block.guard_next, False
        block.previous = getattr(made[-1], "origin", made[-1]) if made.__class__ is list else made
        return made, rest

    def _block(self, statements):
        self._blocks.append(_Block())
        statements = self.block(statements, self._after)
        self._blocks.pop()
        return statements

    def visit_While(self, node):
        node.body = self._block(node.body)
        if self._blocks[-1].used:
            node.test = at(both(negation(self._functions[-1][0]), node.test), node.test)
        return node

    def visit_For(self, node):
        node.body = self._block(node.body)
        if self._blocks[-1].used:
            test = negation(self._functions[-1][0])
            extra = getattr(node, "extra_test", None)
            node.extra_test = test if extra is None else both(test, extra)
        return node

    def visit_With(self, node):
        node.body = self._block(node.body)
        return node

    visit_ExceptHandler = visit_With

    def visit_If(self, node):
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_Try(self, node):
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        node.finalbody = self._block(node.finalbody)
        node.handlers = self.block(node.handlers)
        return node

    def visit_FunctionDef(self, node):
        flag, value = self.unit.namer.new("do_return"), self.unit.namer.new("retval_")
        self._functions.append((flag, value))
        self._blocks.append(_Block(is_function=True))
        node.body = self._block(node.body)
        used = self._blocks.pop().used
        self._functions.pop()
        if used:
            scope = node.body[-1]
            result = ast.Call(ast.Attribute(load(node.scope_name), "ret", ast.Load()), [load(value), load(flag)], [])
            scope.body = [
                hidden(assign(flag, constant(False))),
                hidden(assign(value, operator_call("UndefinedReturnValue"))),
                *scope.body,
                hidden(ast.Return(result))]
        return node
