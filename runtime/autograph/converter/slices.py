"""`l[i]` and `l[i] = x`, with Feature.LISTS: become operators that know tensor lists."""

import ast

from .tree import Pass, at, copy_tree, operator_call


class Slices(Pass):
    def visit_Assign(self, node):
        self.children(node)
        if len(node.targets) != 1:
            raise NotImplementedError("multiple assignment")
        target = node.targets[0]
        if not isinstance(target, ast.Subscript) or isinstance(target.slice, (ast.Tuple, ast.Slice)):
            return node
        place = copy_tree(target.value)
        place.ctx = ast.Store()
        return [at(ast.Assign([place], operator_call("set_item", target.value, target.slice, node.value)), node)]

    def visit_Subscript(self, node):
        self.children(node)
        if isinstance(node.slice, (ast.Tuple, ast.Slice)) or not isinstance(node.ctx, ast.Load):
            return node
        dtype = self.unit.element_type(node.value, "dtype")
        return at(operator_call("get_item", node.value, node.slice,
                                opts=operator_call("GetItemOpts", element_dtype=dtype)), node)
