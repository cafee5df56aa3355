"""Activity analysis: which symbols each statement reads, binds and deletes.

A symbol is a name (`x`) or a chain of attributes and simple subscripts on one (`self.x`, `d['k']`, `a[i].b`), and is
written as that text. The rules are TensorFlow's, its oddities included, since they decide which variables a
staged loop or condition carries.
"""

import ast
from typing import NamedTuple, Optional

from .tree import CHILD_FIELDS, copy_tree

_NOTHING = frozenset()


class Composite(NamedTuple):
    """A symbol that is not a plain name: a node that spells it, the names it rests on, what it is a part of."""

    node: ast.expr
    support: frozenset
    parent: Optional[str]


class Scope:
    """The activity of a statement, a block or a function."""

    __slots__ = ("reads", "modified", "bound", "deleted", "globals", "nonlocals")

    def __init__(self):
        self.reads = set()
        self.modified = set()
        self.bound = set()
        self.deleted = set()
        self.globals = set()
        self.nonlocals = set()

    def add(self, other, hidden=_NOTHING):
        """Adds what `other` does, but for its use of the symbols `hidden`."""
        self.reads |= other.reads - hidden
        self.modified |= other.modified - hidden
        self.bound |= other.bound - hidden
        self.globals |= other.globals
        self.nonlocals |= other.nonlocals

    @property
    def free(self):
        """What a function with this scope takes from around it."""
        return self.reads - self.bound

    @property
    def kills(self):
        return self.modified | self.deleted

    @property
    def defines(self):
        return (self.bound | self.globals) - self.deleted


class Activity:
    """Annotates the statements below one function.

    On a simple statement, a `with` item, a test, an iterable or `arguments`: `node.activity`, its Scope. On `if`,
    `for` and `while`: `node.bound`, the symbols bound in its blocks. On a function: `node.scope`, of arguments and body.
    """

    def __init__(self):
        self.composites = {}  # symbol -> Composite
        self._scope = Scope()
        self._targets = []  # of the comprehensions around, innermost last
        self._owners = []  # classes and functions around

    # Statements

    def function(self, node):
        """Annotates a FunctionDef or Lambda and all below it."""
        self._owners.append(node)
        outer, self._scope = self._scope, Scope()
        self._arguments(node.args)
        node.args.activity = args = self._scope
        if isinstance(node, ast.Lambda):
            self._scope = body = Scope()
            self._expression(node.body)
        else:
            body = self.block(node.body)
        node.body_scope = body
        node.scope = Scope()
        node.scope.add(args)
        node.scope.add(body)
        self._scope = outer
        self._owners.pop()

    def block(self, statements):
        """Annotates `statements`; returns the Scope of them all."""
        total = Scope()
        for statement in statements:
            total.add(self._statement(statement))
        return total

    def _within(self, *parts):
        """The Scope of some expressions."""
        outer, self._scope = self._scope, Scope()
        for part in parts:
            if part is not None:
                self._expression(part)
        scope, self._scope = self._scope, outer
        return scope

    def _statement(self, node):
        handler = self._compound.get(node.__class__)
        if handler is not None:
            return handler(self, node)
        outer, self._scope = self._scope, Scope()
        special = self._simple.get(node.__class__)
        if special is not None:
            special(self, node)
        else:
            self._children(node)
        node.activity, self._scope = self._scope, outer
        return node.activity

    def _if(self, node):
        node.test.activity = test = self._within(node.test)
        body, orelse = self.block(node.body), self.block(node.orelse)
        node.bound = body.bound | orelse.bound
        total = Scope()
        for part in (test, body, orelse):
            total.add(part)
        return total

    def _for(self, node):
        node.iter.activity = head = self._within(node.target, node.iter)
        node.iterate_names = ast.unparse(node.target)
        iterate = self._within(node.target)
        extra_test = getattr(node, "extra_test", None)
        if extra_test is not None:
            extra_test.activity = self._within(extra_test)
            iterate.add(extra_test.activity)
        body = self.block(node.body)
        node.bound = body.bound | iterate.bound
        total = Scope()
        for part in (head, iterate, body):
            total.add(part)
        return total

    def _with(self, node):
        total = Scope()
        for item in node.items:
            item.activity = self._within(item.context_expr, item.optional_vars)
            total.add(item.activity)
        total.add(self.block(node.body))
        return total

    def _try(self, node):
        total = self.block(node.body)
        for handler in node.handlers:
            # The name of the exception does not outlive its block.
            total.add(self._within(handler.type))
            total.add(self.block(handler.body), {handler.name} if handler.name else _NOTHING)
        total.add(self.block(node.orelse))
        total.add(self.block(node.finalbody))
        return total

    def _match(self, node):
        total = self._within(node.subject)
        for case in node.cases:
            total.add(self._within(case.pattern, case.guard))
            total.add(self.block(case.body))
        return total

    def _definition(self, node):
        outer, self._scope = self._scope, Scope()
        for decorator in node.decorator_list:
            self._expression(decorator)
        if isinstance(node, ast.AsyncFunctionDef):
            self._scope.reads.update(n.id for n in ast.walk(node) if isinstance(n, ast.Name))
        elif isinstance(node, ast.ClassDef):
            for part in (*node.bases, *(k.value for k in node.keywords)):
                self._expression(part)
        else:
            self._signature(node)
        self._scope.modified.add(node.name)
        self._scope.bound.add(node.name)
        node.activity, self._scope = self._scope, outer
        if isinstance(node, ast.ClassDef):
            self._owners.append(node)
            inside = self.block(node.body)
            self._owners.pop()
        elif isinstance(node, ast.AsyncFunctionDef):
            return node.activity
        else:
            self.function(node)
            inside = node.scope
        total = Scope()
        total.add(node.activity)
        total.reads |= inside.free
        return total

    def _signature(self, node):
        """What evaluating the definition itself reads: defaults and annotations."""
        args = node.args
        for part in (*args.defaults, *args.kw_defaults, getattr(node, "returns", None)):
            if part is not None:
                self._expression(part)
        for arg in self._every_argument(args):
            if arg.annotation is not None:
                self._expression(arg.annotation)

    @staticmethod
    def _every_argument(args):
        yield from args.posonlyargs
        yield from args.args
        if args.vararg:
            yield args.vararg
        yield from args.kwonlyargs
        if args.kwarg:
            yield args.kwarg

    def _arguments(self, args):
        for arg in self._every_argument(args):
            if arg.annotation is not None:
                self._expression(arg.annotation)
            self._scope.bound.add(arg.arg)

    def _aug_assign(self, node):
        symbol = self._expression(node.target)
        if symbol is not None:
            self._scope.reads.add(symbol)
        self._expression(node.value)

    def _global(self, node):
        self._scope.reads.update(node.names)
        self._scope.globals.update(node.names)

    def _nonlocal(self, node):
        self._scope.reads.update(node.names)
        self._scope.bound.update(node.names)
        self._scope.nonlocals.update(node.names)

    def _import(self, node):
        for alias in node.names:
            name = alias.asname or alias.name.split(".")[0]
            self._scope.modified.add(name)
            self._scope.bound.add(name)

    _compound = {
        ast.If: _if, ast.While: _if, ast.For: _for, ast.With: _with, ast.Try: _try, ast.Match: _match,
        ast.FunctionDef: _definition, ast.AsyncFunctionDef: _definition, ast.ClassDef: _definition}
    _simple = {
        ast.AugAssign: _aug_assign, ast.Global: _global, ast.Nonlocal: _nonlocal, ast.Import: _import,
        ast.ImportFrom: _import}

    # Expressions: each returns the symbol that the expression spells, or None.

    def _expression(self, node):
        handler = self._expressions.get(node.__class__)
        return self._children(node) if handler is None else handler(self, node)

    def _children(self, node):
        for field in CHILD_FIELDS[node.__class__]:
            value = getattr(node, field, None)
            if value.__class__ is list:
                for item in value:
                    if isinstance(item, ast.AST):
                        self._expression(item)
            elif isinstance(value, ast.AST):
                self._expression(value)

    def _name(self, node):
        self._track(node.id, node.ctx)
        return node.id

    def _attribute(self, node):
        parent = self._expression(node.value)
        if parent is None:
            return None
        symbol = f"{parent}.{node.attr}"
        if symbol not in self.composites:
            self.composites[symbol] = Composite(copy_tree(node), self._support(parent), parent)
        self._track(symbol, node.ctx)
        if parent == "self" and isinstance(node.ctx, ast.Store) and self._in_constructor():
            self._scope.modified.add(parent)
        return symbol

    def _subscript(self, node):
        parent = self._expression(node.value)
        index = node.slice
        key = self._expression(index)
        if isinstance(index, ast.Constant) and index.value is not Ellipsis:
            key = f"'{index.value}'" if isinstance(index.value, str) else str(index.value)
            support = _NOTHING
        elif key is not None:
            support = self._support(key)
        if parent is None or key is None:
            return None
        symbol = f"{parent}[{key}]"
        if symbol not in self.composites:
            self.composites[symbol] = Composite(copy_tree(node), self._support(parent) | support, parent)
        self._track(symbol, node.ctx)
        return symbol

    def _support(self, symbol):
        known = self.composites.get(symbol)
        return frozenset((symbol,)) if known is None else known.support

    def _in_constructor(self):
        owners = self._owners
        return (len(owners) > 1 and isinstance(owners[-2], ast.ClassDef)
                and getattr(owners[-1], "name", None) == "__init__")

    def _owned_by(self, symbol, names):
        """Whether `symbol` is one of `names` or a part of one."""
        while symbol is not None:
            if symbol in names:
                return True
            known = self.composites.get(symbol)
            symbol = known and known.parent
        return False

    def _track(self, symbol, ctx):
        scope = self._scope
        if self._targets:
            if any(self._owned_by(symbol, targets) for targets in self._targets):
                return
            if isinstance(ctx, ast.Store):
                self._targets[-1].add(symbol)
                return
        if isinstance(ctx, ast.Load):
            scope.reads.add(symbol)
        elif isinstance(ctx, ast.Store):
            scope.modified.add(symbol)
            scope.bound.add(symbol)
        else:
            scope.reads.add(symbol)
            scope.bound.add(symbol)
            scope.deleted.add(symbol)

    def _lambda(self, node):
        self._signature(node)
        self.function(node)
        # A lambda is taken to be called where it stands.
        self._scope.reads |= node.scope.free

    def _comprehension(self, node):
        self._targets.append(set())
        for generator in node.generators:
            # The iterable first: `x` in `[x for x in x]` is read before it is bound.
            self._expression(generator.iter)
            self._expression(generator.target)
            for condition in generator.ifs:
                self._expression(condition)
        for field in ("key", "value", "elt"):
            part = getattr(node, field, None)
            if part is not None:
                self._expression(part)
        self._targets.pop()

    _expressions = {
        ast.Name: _name, ast.Attribute: _attribute, ast.Subscript: _subscript, ast.Lambda: _lambda,
        ast.ListComp: _comprehension, ast.SetComp: _comprehension, ast.DictComp: _comprehension,
        ast.GeneratorExp: _comprehension}
