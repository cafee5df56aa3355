"""Building blocks of the passes: a rewriting visitor, node constructors, locations, names.

Nodes made by a pass carry no location; `locate` gives them their parent's at the end. What runs besides the user's lines,
not as a part of one, is `hidden`: debuggers and line counters see no other line then.
"""

import ast

_LEAF_FIELDS = frozenset((
    "ctx", "op", "ops", "id", "attr", "arg", "name", "asname", "names", "kind", "type_comment", "module", "level",
    "simple", "conversion", "is_async", "rest", "kwd_attrs"))


class _ChildFields(dict):
    """The fields of each node class that may hold nodes, found on first use."""

    def __missing__(self, kind):
        fields = () if kind is ast.Constant else tuple(f for f in kind._fields if f not in _LEAF_FIELDS)
        self[kind] = fields
        return fields


CHILD_FIELDS = _ChildFields()
# Passes hang these on loops: the condition that `break` and `return` add, the options of set_loop_options.
CHILD_FIELDS[ast.For] = ("target", "iter", "extra_test", "loop_options", "body", "orelse")
CHILD_FIELDS[ast.AsyncFunctionDef] = ()  # left as it is
CHILD_FIELDS[ast.While] = ("test", "loop_options", "body", "orelse")
LOAD, STORE, DEL = ast.Load(), ast.Store(), ast.Del()


class Pass:
    """A rewriting visitor: `visit_<Node>` returns the node, a new node, a list of statements, or None to drop it.

    Faster than ast.NodeTransformer: handlers are looked up by class, contexts and operators are not visited.
    """

    _handlers = {}

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        cls._handlers = {
            getattr(ast, name[6:]): getattr(cls, name) for name in dir(cls) if name.startswith("visit_")}

    def __init__(self, unit):
        self.unit = unit

    def visit(self, node):
        handler = self._handlers.get(node.__class__)
        return self.children(node) if handler is None else handler(self, node)

    def children(self, node):
        """Visits the children in the order of the fields, in place; returns `node`."""
        for field in CHILD_FIELDS[node.__class__]:
            value = getattr(node, field, None)
            if value.__class__ is list:
                if value:
                    value[:] = self.block(value)
            elif isinstance(value, ast.AST):
                setattr(node, field, self.visit(value))
        return node

    def block(self, nodes, after=None):
        """Visits a list of nodes; returns the new list.

        after: called with what each node became; returns it and None, or it and the list for the nodes that follow.
        """
        results = destination = []
        for node in nodes:
            if not isinstance(node, ast.AST):  # a missing default, a `**` key of a dict
                destination.append(node)
                continue
            made = self.visit(node)
            rest = None
            if made is not None and after is not None:
                made, rest = after(made)
            if made is None:
                continue
            if made.__class__ is list:
                destination.extend(made)
            else:
                destination.append(made)
            if rest is not None:
                destination = rest
        return results


class StatementPass(Pass):
    """A Pass that does not look into expressions."""

    def visit_AsyncFunctionDef(self, node):
        return node

    def children(self, node):
        for field in ("body", "handlers", "orelse", "finalbody", "cases"):
            value = getattr(node, field, None)
            if value and value.__class__ is list:
                value[:] = self.block(value)
        return node


def walk(node):
    """Every node below `node`, itself first, contexts and operators left out."""
    stack = [node]
    while stack:
        node = stack.pop()
        yield node
        for field in CHILD_FIELDS[node.__class__]:
            value = getattr(node, field, None)
            if value.__class__ is list:
                stack.extend(v for v in value if isinstance(v, ast.AST))
            elif isinstance(value, ast.AST):
                stack.append(value)


def load(name):
    return ast.Name(name, LOAD)


def store(name):
    return ast.Name(name, STORE)


def constant(value):
    return ast.Constant(value)


def operator(name):
    """The expression `ag__.name`."""
    return ast.Attribute(load("ag__"), name, LOAD)


def operator_call(name, *args, **keywords):
    """The expression `ag__.name(*args, **keywords)`."""
    return ast.Call(operator(name), list(args), [ast.keyword(k, v) for k, v in keywords.items()])


def assign(name, value):
    return ast.Assign([store(name)], value)


def negation(name):
    """The expression `not name`."""
    return ast.UnaryOp(ast.Not(), load(name))


def both(first, second):
    """The expression `first and second`."""
    return ast.BoolOp(ast.And(), [first, second])


def thunk(body):
    """The expression `lambda: body`."""
    return ast.Lambda(no_arguments(), body)


def no_arguments():
    return ast.arguments([], [], None, [], [], None, [])


def function(name, body, *parameters):
    """The statement `def name(*parameters): body`."""
    args = no_arguments()
    args.args = [ast.arg(p) for p in parameters]
    return ast.FunctionDef(name, args, body, [])


def expression(text):
    """The expression that `text` spells, without locations."""
    root = ast.parse(text, mode="eval").body
    for node in walk(root):
        for attribute in ("lineno", "col_offset", "end_lineno", "end_col_offset"):
            node.__dict__.pop(attribute, None)
    return root


def copy_tree(node):
    """A copy that shares nothing but contexts and operators; marks and locations are kept."""
    new = node.__class__.__new__(node.__class__)
    new.__dict__.update(node.__dict__)
    for field in CHILD_FIELDS[node.__class__]:
        value = getattr(node, field, None)
        if value.__class__ is list:
            setattr(new, field, [copy_tree(v) if isinstance(v, ast.AST) else v for v in value])
        elif isinstance(value, ast.AST):
            setattr(new, field, copy_tree(value))
    return new


def symbol(node, ctx):
    """A copy of a name, attribute or subscript, in the context `ctx`, that is not the user's own read of it."""
    new = copy_tree(node)
    for part in walk(new):
        part.__dict__.pop("user", None)
    new.ctx = ctx
    return new


def at(node, origin):
    """Gives `node` the location of `origin`, if that has one; returns `node`."""
    if "lineno" in origin.__dict__:
        node.lineno = origin.lineno
        node.col_offset = origin.col_offset
        node.end_lineno = origin.end_lineno
        node.end_col_offset = origin.end_col_offset
    return node


def at_start(node, origin):
    """Gives `node` the location of the first line of `origin`, a statement with a body."""
    node.lineno = node.end_lineno = origin.lineno
    node.col_offset = node.end_col_offset = -1  # no column: tracebacks show the line without marks
    return node


def hidden(node):
    """Marks `node`, and what is made below it, as being on the line of the instruction before; returns `node`."""
    node.lineno = node.end_lineno = node.col_offset = node.end_col_offset = -1
    return node


def locate(root):
    """Gives each node without a location that of its nearest parent with one."""
    stack = [(root, root)]
    while stack:
        node, origin = stack.pop()
        attributes = node.__dict__
        if "lineno" in attributes:
            origin = node
        else:
            attributes["lineno"] = origin.lineno
            attributes["col_offset"] = origin.col_offset
            attributes["end_lineno"] = origin.end_lineno
            attributes["end_col_offset"] = origin.end_col_offset
        for field in CHILD_FIELDS[node.__class__]:
            value = getattr(node, field, None)
            if value.__class__ is list:
                for item in value:
                    if isinstance(item, ast.AST):
                        stack.append((item, origin))
            elif isinstance(value, ast.AST):
                stack.append((value, origin))


class Namer:
    """Makes names that clash neither with the function's own nor with its globals and closure."""

    def __init__(self, namespaces, identifiers):
        self._namespaces = namespaces
        self._taken = set(identifiers)

    def new(self, root):
        """`root`, or `root_1`, `root_2`… when that is taken."""
        name, count = root, 0
        while name in self._taken or any(name in namespace for namespace in self._namespaces):
            count += 1
            name = f"{root}_{count}"
        self._taken.add(name)
        return name
