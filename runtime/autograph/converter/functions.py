"""`def` and `lambda`: the body runs in a function scope."""

import ast
import functools

from .tree import StatementPass, at, constant, copy_tree, expression, hidden, operator, operator_call, store, thunk


@functools.lru_cache(maxsize=64)
def _options_expression(options):
    return expression(options.source())


def as_definition(node, name):
    """The `def` that does what a lambda does after Functions and the passes that follow.

    Compiled as that, its line runs once and not once more for the inner lambda.
    """
    inner, scope_name, options = node.body.args
    scope = operator_call("FunctionScope", constant("lambda_"), scope_name, options)
    body = ast.With([ast.withitem(scope, store(scope_name.value))], [ast.Return(inner.body)])
    return at(ast.FunctionDef(name, node.args, [body], []), node)


class Functions(StatementPass):
    """Wraps the body of each function in `with ag__.FunctionScope(...) as fscope`.

    Sets `scope_name` on the function node: the passes that follow need the name.
    """

    def __init__(self, unit):
        super().__init__(unit)
        self._depth = 0
        if ast.Lambda in unit.kinds:  # lambdas stand in expressions
            self.children = super(StatementPass, self).children

    def _options(self):
        # Only the outermost function was asked for; those inside it are converted along.
        options = self.unit.options if self._depth == 1 else self.unit.options.call_options()
        return copy_tree(_options_expression(options))

    def visit_Lambda(self, node):
        self._depth += 1
        self.children(node)
        if self._depth > 1:
            self._depth -= 1
            return operator_call("autograph_artifact", node)
        node.scope_name = name = self.unit.namer.new("lscope")
        inner = thunk(node.body)
        inner.args.args = [ast.arg(name)]
        node.body = operator_call("with_function_scope", inner, constant(name), self._options())
        self._depth -= 1
        return node

    def visit_FunctionDef(self, node):
        self._depth += 1
        node.scope_name = name = self.unit.namer.new("fscope")
        self.children(node)
        if self._depth == 1:
            # The decorators have done their work on the function that is being converted.
            node.decorator_list = []
        else:
            node.decorator_list.append(operator("autograph_artifact"))
        body = node.body
        head = []
        if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant):
            head, body = body[:1], body[1:]
        scope = operator_call("FunctionScope", constant(node.name), constant(name), self._options())
        node.body = head + [hidden(ast.With([ast.withitem(scope, store(name))], body or [ast.Pass()]))]
        self._depth -= 1
        return node
