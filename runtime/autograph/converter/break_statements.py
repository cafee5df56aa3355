"""`break`: becomes a flag and `continue`; the loop runs while the flag is not set."""

import ast

from .tree import StatementPass, assign, at, both, constant, hidden, load, negation


class Breaks(StatementPass):
    def __init__(self, unit):
        super().__init__(unit)
        self._loops = []  # [name of the flag, whether it is used]

    def visit_Break(self, node):
        flag = self._loops[-1]
        flag[1] = True
        return [at(assign(flag[0], constant(True)), node), at(ast.Continue(), node)]

    def _body(self, node):
        name = self.unit.namer.new("break_")
        self._loops.append([name, False])
        node.body = self.block(node.body)
        return name if self._loops.pop()[1] else None

    def visit_While(self, node):
        flag = self._body(node)
        if flag is None:
            return node
        node.test = at(both(negation(flag), node.test), node.test)
        return [hidden(assign(flag, constant(False))), node]

    def visit_For(self, node):
        flag = self._body(node)
        if flag is None:
            return node
        node.extra_test = negation(flag)
        # The test is not in the tree: this statement tells the analysis that the flag is read.
        node.body.insert(0, hidden(ast.Expr(ast.Tuple([load(flag)], ast.Load()))))
        return [hidden(assign(flag, constant(False))), node]
