"""`set_loop_options` and `set_element_type`: taken out of the code, their arguments kept for the later passes."""

import ast
import inspect
import types

from .. import directives
from .tree import StatementPass


class Directives(StatementPass):
    """Sets `loop_options` on loops (keyword nodes), `unit.element_types` ({symbol: {name: node}})."""

    def __init__(self, unit):
        super().__init__(unit)
        self._loops = []  # [loop, statements met in it]

    def _count(self):
        if self._loops:
            self._loops[-1][1] += 1

    def visit_Assign(self, node):
        self._count()
        return node

    visit_AugAssign = visit_Assign

    def visit_Expr(self, node):
        self._count()
        call = node.value
        if not isinstance(call, ast.Call):
            return node
        directive = self._static_value(call.func)
        if directive is directives.set_loop_options:
            if self._loops and self._loops[-1][1] > 1:
                raise ValueError('"set_loop_options" must be the first statement in the loop block')
            if not self._loops:
                raise ValueError('"set_loop_options" must be used inside a statement')
            self._loops[-1][0].loop_options = [
                ast.keyword(name, value) for name, value in _arguments(call, directive).items()]
            return None
        if directive is directives.set_element_type:
            if not call.args:
                raise ValueError('"set_element_type" requires a positional first argument as the target')
            self.unit.element_types[ast.unparse(call.args[0])] = _arguments(call, directive)
            return None
        return node

    def _static_value(self, node):
        """The object that a dotted name outside the function stands for, or None."""
        if isinstance(node, ast.Name):
            return None if node.id in self.unit.bound else self.unit.lookup(node.id)
        if isinstance(node, ast.Attribute):
            parent = self._static_value(node.value)
            if isinstance(parent, types.ModuleType):
                return getattr(parent, node.attr, None)
        return None

    def _loop(self, node):
        self._loops.append([node, 0])
        self.children(node)
        self._loops.pop()
        if not node.body:
            node.body = [ast.Pass()]
        return node

    visit_For = visit_While = _loop


def _arguments(call, directive):
    """{parameter name: argument node} of a call. As in TensorFlow, unknown names are not refused here."""
    named = {k.arg: k.value for k in call.keywords}
    rest = [name for name in inspect.signature(directive).parameters if name not in named]
    return {**named, **dict(zip(rest, call.args))}
