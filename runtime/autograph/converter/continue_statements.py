"""`continue`: becomes a flag; the statements after it run if the flag is not set."""

import ast

from .tree import StatementPass, assign, at, at_start, constant, hidden, negation


class _Block:
    __slots__ = ("is_loop", "guard_now", "guard_next", "previous")

    def __init__(self, is_loop, previous=None):
        self.is_loop = is_loop
        self.guard_now = self.guard_next = False
        self.previous = previous  # the statement before


class Guarding(StatementPass):
    """A pass that puts statements under a condition."""

    def guard(self, flag, body, after):
        """The statement `if not flag: body`, on the line of the statement that comes before it."""
        self.unit.kinds.add(ast.If)
        node = ast.If(negation(flag), body, [])
        return hidden(node) if after is None else at_start(node, after)


class Continues(Guarding):
    def __init__(self, unit):
        super().__init__(unit)
        self._loops = []  # [name of the flag, whether it is used]
        self._blocks = []

    def visit_Continue(self, node):
        flag = self._loops[-1]
        flag[1] = True
        for block in reversed(self._blocks):
            block.guard_next = True
            if block.is_loop:
                break
        return [at(assign(flag[0], constant(True)), node)]

    def _after(self, made):
        block = self._blocks[-1]
        rest = None
        if self._loops and self._loops[-1][1]:
            guarded = block.guard_now
            block.guard_now, block.guard_next = block.guard_next, False
            if guarded:
                body = made if made.__class__ is list else [made]
                made = self.guard(self._loops[-1][0], body, block.previous)
                rest = made.body
        block.previous = made[-1] if made.__class__ is list else made
        return made, rest

    def _block(self, statements, loop=None):
        self._blocks.append(_Block(loop is not None, loop))
        statements = self.block(statements, self._after)
        self._blocks.pop()
        return statements

    def _loop(self, node):
        name = self.unit.namer.new("continue_")
        self._loops.append([name, False])
        node.body = self._block(node.body, node)
        if self._loops.pop()[1]:
            node.body.insert(0, hidden(assign(name, constant(False))))
        return node

    visit_For = visit_While = _loop

    def visit_If(self, node):
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        return node

    def visit_With(self, node):
        node.body = self._block(node.body)
        return node

    def visit_Try(self, node):
        node.body = self._block(node.body)
        node.orelse = self._block(node.orelse)
        node.finalbody = self._block(node.finalbody)
        for handler in node.handlers:
            handler.body = self._block(handler.body)
        return node
