"""List literals, `append`, `pop` and `stack`, with Feature.LISTS: become operators that know tensor lists."""

import ast

from .tree import Pass, at, constant, copy_tree, load, operator_call, store


class Lists(Pass):
    def __init__(self, unit):
        super().__init__(unit)
        self._pops = []  # for each statement around: the statements that pop what it uses

    def visit_List(self, node):
        self.children(node)
        return at(operator_call("new_list", node), node) if isinstance(node.ctx, ast.Load) else node

    def visit_Expr(self, node):
        node.value = self.visit(node.value)
        # An append is a statement of its own.
        return node.value if isinstance(node.value, ast.Assign) else node

    def visit_Call(self, node):
        self.children(node)
        if not isinstance(node.func, ast.Attribute):
            return node
        method, count = node.func.attr, len(node.args)
        target = node.func.value
        if method == "append" and count == 1:
            place = copy_tree(target)
            place.ctx = ast.Store()
            return at(ast.Assign([place], operator_call("list_append", target, node.args[0])), node)
        if method == "pop" and count <= 1:
            return at(load(self._pop(node, target)), node)
        if method == "stack" and count == 1 and (not node.keywords or node.keywords[0].arg == "strict"):
            options = operator_call("ListStackOpts", element_dtype=self.unit.element_type(node.args[0], "dtype"),
                                    original_call=node.func)
            return at(operator_call("list_stack", node.args[0], opts=options), node)
        return node

    def _pop(self, node, target):
        """Pops before the statement; returns the name of the popped value."""
        text = "".join(c if c.isalnum() or c == "_" else "_" for c in ast.unparse(target))
        name = self.unit.namer.new(text if isinstance(target, (ast.Name, ast.Attribute)) else "list_")
        place = copy_tree(target)
        place.ctx = ast.Store()
        options = operator_call("ListPopOpts", element_dtype=self.unit.element_type(target, "dtype"),
                                element_shape=self.unit.element_type(target, "shape"))
        index = node.args[0] if node.args else constant(None)
        self._pops[-1].append(at(ast.Assign([ast.Tuple([place, store(name)], ast.Store())],
                                            operator_call("list_pop", target, index, opts=options)), node))
        return name

    def _statements(self, statements):
        results = []
        for statement in statements:
            self._pops.append([])
            made = self.visit(statement)
            results.extend(self._pops.pop())
            results.extend(made if made.__class__ is list else [made])
        return results

    def visit_FunctionDef(self, node):
        node.decorator_list = self.block(node.decorator_list)
        node.args = self.visit(node.args)
        node.body = self._statements(node.body)
        return node

    def _compound(self, node):
        if isinstance(node, (ast.While, ast.If)):
            node.test = self.visit(node.test)
        elif isinstance(node, ast.With):
            node.items = self.block(node.items)
        node.body = self._statements(node.body)
        if not isinstance(node, ast.With):
            node.orelse = self._statements(node.orelse)
        return node

    visit_For = visit_While = visit_If = visit_With = _compound
