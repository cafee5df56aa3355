"""`if`, `while` and `for`: become operators on functions that share their variables through `nonlocal`."""

import ast

from .tree import (
    LOAD, STORE, StatementPass, assign, at, at_start, constant, function, hidden, load, operator_call, symbol, thunk)


class ControlFlow(StatementPass):
    """Needs the annotations of `activity` and `flow`."""

    def __init__(self, unit):
        super().__init__(unit)
        self._functions = []  # Scope of each function around

    def visit_FunctionDef(self, node):
        self._functions.append(node.body_scope)
        self.children(node)
        self._functions.pop()
        return node

    def _variables(self, node, bound):
        """The variables that the statement carries (outputs first), the undefined ones, the number of outputs."""
        scope = self._functions[-1]
        composites = self.unit.composites
        live_in, live_out = node.live_in, node.live_out
        carried, basic, undefined = [], [], []
        for name in bound:
            if name in composites:
                # Storage inside an object that exists before the statement.
                if composites[name].support <= live_in:
                    carried.append(name)
                continue
            if name in live_in or name in live_out or name in scope.nonlocals:
                basic.append(name)
            if not (name in node.defined_in or name in scope.globals or name in scope.nonlocals):
                undefined.append(name)
        inputs = {name for name in basic if name in live_in and name not in live_out}
        carried = sorted(carried + basic, key=lambda name: (name in inputs, name))
        return carried, sorted(undefined), len(carried) - len(inputs)

    def _declarations(self, names):
        """The `global` and `nonlocal` statements for the plain ones of `names`."""
        plain = sorted(name for name in names if name not in self.unit.composites)
        made = []
        outside = [name for name in plain if name in self._functions[-1].globals]
        inside = [name for name in plain if name not in self._functions[-1].globals]
        if outside:
            made.append(ast.Global(outside))
        if inside:
            made.append(ast.Nonlocal(inside))
        return made

    def _reference(self, name, ctx):
        known = self.unit.composites.get(name)
        return ast.Name(name, ctx) if known is None else symbol(known.node, ctx)

    def _aside(self, statement):
        """Puts what runs besides the user's statements on the line of the `def`."""
        return at_start(statement, self.unit)

    def _state_functions(self, node, names, getter, setter):
        if not names:
            return [at_start(function(getter, [self._aside(ast.Return(ast.Tuple([], LOAD)))]), node),
                    at_start(function(setter, [self._aside(ast.Pass())], "block_vars"), node)]
        values = []
        for name in names:
            value = self._reference(name, LOAD)
            if name in self.unit.composites:
                value = operator_call("ldu", thunk(value), constant(name))
            values.append(value)
        unpack = ast.Assign([ast.Tuple([self._reference(name, STORE) for name in names], STORE)], load("vars_"))
        return [at_start(function(getter, [self._aside(ast.Return(ast.Tuple(values, LOAD)))]), node),
                at_start(function(setter, self._declarations(names) + [self._aside(unpack)], "vars_"), node)]

    def _part(self, node, name, names, body, *parameters):
        """The function for a block of the statement `node`."""
        return at_start(function(name, self._declarations(names) + body, *parameters), node)

    @staticmethod
    def _undefined(names):
        return [hidden(assign(name, operator_call("Undefined", constant(name)))) for name in names]

    @staticmethod
    def _call(node, name, *args):
        return at_start(ast.Expr(operator_call(name, *args)), node)

    def visit_If(self, node):
        self.children(node)
        new = self.unit.namer.new
        names, undefined, outputs = self._variables(node, node.bound)
        getter, setter = new("get_state"), new("set_state")
        body, orelse = new("if_body"), new("else_body")
        return [
            *self._state_functions(node, names, getter, setter),
            self._part(node, body, names, node.body),
            self._part(node, orelse, names, node.orelse or [self._aside(ast.Pass())]),
            *self._undefined(undefined),
            self._call(node, "if_stmt", node.test, load(body), load(orelse), load(getter), load(setter),
                       _strings(names), constant(outputs))]

    def visit_While(self, node):
        self.children(node)
        new = self.unit.namer.new
        names, undefined, _ = self._variables(node, node.bound)
        getter, setter = new("get_state"), new("set_state")
        body, test = new("loop_body"), new("loop_test")
        return [
            *self._state_functions(node, names, getter, setter),
            self._part(node, body, names, node.body),
            at_start(function(test, [at(ast.Return(node.test), node.test)]), node),
            *self._undefined(undefined),
            self._call(node, "while_stmt", load(test), load(body), load(getter), load(setter), _strings(names),
                       _options(node))]

    def visit_For(self, node):
        self.children(node)
        new = self.unit.namer.new
        names, undefined, _ = self._variables(node, node.bound)
        getter, setter = new("get_state"), new("set_state")
        extra = getattr(node, "extra_test", None)
        extra_name = None if extra is None else new("extra_test")
        iterate, body = new("itr"), new("loop_body")
        options = _options(node)
        options.keys.append(constant("iterate_names"))
        options.values.append(constant(node.iterate_names))
        first = at_start(ast.Assign([node.target], load(iterate)), node)
        made = [
            *self._state_functions(node, names, getter, setter),
            self._part(node, body, names, [first, *node.body], iterate)]
        if extra is not None:
            made.append(self._part(node, extra_name, names, [self._aside(ast.Return(extra))]))
        return [
            *made, *self._undefined(undefined),
            self._call(node, "for_stmt", node.iter, constant(None) if extra is None else load(extra_name), load(body),
                       load(getter), load(setter), _strings(names), options)]


def _strings(names):
    return ast.Tuple([constant(name) for name in names], LOAD)


def _options(node):
    options = getattr(node, "loop_options", ())
    return ast.Dict([constant(option.arg) for option in options], [option.value for option in options])
