"""The passes, in order, and what they share."""


import ast

from .. import errors
from ..options import Feature
from . import flow
from .activity import Activity
from .asserts import Asserts
from .break_statements import Breaks
from .call_trees import Calls
from .continue_statements import Continues
from .control_flow import ControlFlow
from .directives import Directives
from .expressions import Expressions
from .functions import Functions
from .lists import Lists
from .return_statements import JoinBranches, Returns
from .slices import Slices
from .tree import Namer, constant, copy_tree, walk

class Unit:
    """What the passes share while one function is converted."""

    def __init__(self, function, node, options):
        self.function = function
        self.options = options
        self.lineno = node.lineno
        self.composites = {}
        self.element_types = {}  # symbol -> {"dtype": node, "shape": node}
        self._closure = dict(zip(function.__code__.co_freevars, function.__closure__ or ()))
        self.kinds, self.bound, identifiers = _survey(node)
        self.namer = Namer((function.__globals__, self._closure), identifiers)

    def lookup(self, name):
        """The value of a global or closure variable of the function, or None."""
        cell = self._closure.get(name)
        if cell is None:
            return self.function.__globals__.get(name)
        try:
            return cell.cell_contents
        except ValueError:
            return None

    def element_type(self, node, key):
        """What set_element_type said about a list: a fresh node, `None` where it said nothing."""
        known = self.element_types.get(ast.unparse(node), {}) if self.element_types else {}
        return copy_tree(known[key]) if key in known else constant(None)


def _survey(node):
    """One look at the whole tree: the classes of its nodes, the names it binds, every identifier in it.

    Marks the names that the user wrote, and raises for what AutoGraph does not convert.
    """
    if isinstance(node, ast.AsyncFunctionDef):
        raise ValueError(f"Unknown node type <gast.gast.AsyncFunctionDef object at {id(node):#x}>")  # TensorFlow's words
    kinds, bound, identifiers = set(), set(), set()
    plain = []  # what is evaluated as it is written: decorators, annotations of functions, classes of exceptions
    is_lambda = isinstance(node, ast.Lambda)
    for part in walk(node):
        kind = part.__class__
        kinds.add(kind)
        if kind is ast.Name:
            part.user = not is_lambda
            identifiers.add(part.id)
            if not isinstance(part.ctx, ast.Load):
                bound.add(part.id)
        elif kind is ast.arg:
            identifiers.add(part.arg)
            bound.add(part.arg)
            plain.append(part.annotation)
        elif kind is ast.Attribute:
            if part.attr.startswith("__") and not part.attr.endswith("__"):
                raise errors.UnsupportedLanguageElementError("mangled names are not yet supported")
        elif kind is ast.FunctionDef or kind is ast.ClassDef:
            identifiers.add(part.name)
            if part is not node:
                bound.add(part.name)
            if kind is ast.FunctionDef:
                plain.extend((*part.decorator_list, part.returns))
        elif kind is ast.ExceptHandler:
            plain.append(part.type)
        elif kind is ast.For or kind is ast.While:
            if part.orelse:
                kinds.add(None)
    if not kinds.isdisjoint(_UNSUPPORTED):
        _reject(node)
    for root in plain:
        for part in walk(root) if root is not None else ():
            part.__dict__.pop("user", None)
    return kinds, bound, identifiers


_UNSUPPORTED = frozenset((
    ast.AsyncFor, ast.AsyncWith, ast.Await, ast.Yield, ast.YieldFrom, ast.NamedExpr, ast.Match,
    None))  # None: a loop with `else`


class _InParentheses(ast.NodeTransformer):
    """Gives the Name that spells an expression as TensorFlow's messages do, each part in parentheses."""

    def _enclose(self, node):
        return ast.Name(f"({ast.unparse(self.generic_visit(node))})", ast.Load())

    visit_BinOp = visit_BoolOp = visit_Compare = visit_IfExp = visit_Lambda = _enclose

    def visit_NamedExpr(self, node):
        return ast.Name(ast.unparse(self.generic_visit(node)), ast.Load())  # it has its parentheses

    def visit_UnaryOp(self, node):
        operator = ast.unparse(ast.UnaryOp(node.op, ast.Name("", ast.Load()))).strip()
        return ast.Name(f"({operator} {ast.unparse(self.visit(node.operand))})", ast.Load())


def _reject(node):
    """Raises for the first construct, in the order of the text, that AutoGraph does not convert."""
    for part in ast.walk(node):
        if isinstance(part, (ast.For, ast.While)) and part.orelse:
            kind = "for" if isinstance(part, ast.For) else "while"
            raise errors.UnsupportedLanguageElementError(f"{kind}/else statement not yet supported")
        if isinstance(part, (ast.Yield, ast.YieldFrom)):
            raise errors.UnsupportedLanguageElementError("generators are not supported")
    for part in ast.walk(node):
        if isinstance(part, ast.NamedExpr):
            raise AssertionError(f"(<gast.gast.NamedExpr object at {id(part):#x}>, {_InParentheses().visit(copy_tree(part)).id})")
        if isinstance(part, (ast.AsyncFor, ast.AsyncWith, ast.Await)):
            raise ValueError(f"Unknown node type <gast.gast.{type(part).__name__} object at {id(part):#x}>")
    for part in node.body if isinstance(node, ast.FunctionDef) else ():
        _reject_match(part)


def _reject_match(part, inner=None):
    """`match` is converted only where neither its subject nor its patterns nor its guards have names."""
    if isinstance(part, ast.FunctionDef):
        inner = part
    if isinstance(part, ast.Match):
        for head in (part.subject, *(head for case in part.cases for head in (case.pattern, case.guard) if head)):
            for name in ast.walk(head):
                if isinstance(name, ast.Name):
                    raise AssertionError(f"def {inner.name}" if inner else f"name node, {name.id}, outside of any statement?")
    if isinstance(part, (ast.Try, ast.ExceptHandler)) and isinstance(part.body[0], ast.Match):
        match = f"<gast.gast.Match object at {id(part.body[0]):#x}>"
        raise AssertionError(f"If not matching a CFG node, must be a block statement: {match}")
    for child in ast.iter_child_nodes(part):
        _reject_match(child, inner)


def transform(function, node, options):
    """Runs the passes over `node`, the tree of `function`, in place.

    Returns the FunctionDef or Lambda of the new function, and its name.
    """
    unit = Unit(function, node, options)
    kinds = unit.kinds
    name = unit.namer.new("tf__lam" if isinstance(node, ast.Lambda) else "tf__" + node.name)
    node.args.defaults = [constant(None) for _ in node.args.defaults]
    node.args.kw_defaults = [default and constant(None) for default in node.args.kw_defaults]

    node = Functions(unit).visit(node)
    if ast.Expr in kinds:
        node = Directives(unit).visit(node)
    if ast.Break in kinds:
        node = Breaks(unit).visit(node)
        kinds.add(ast.Continue)
    if ast.Assert in kinds and options.uses(Feature.ASSERT_STATEMENTS):
        node = Asserts(unit).visit(node)
    if ast.Continue in kinds:
        node = Continues(unit).visit(node)
    if ast.Return in kinds:
        node = Returns(unit).visit(JoinBranches(unit).visit(node))
    if options.uses(Feature.LISTS):
        node = Slices(unit).visit(Lists(unit).visit(node))
    has_control_flow = not kinds.isdisjoint((ast.If, ast.For, ast.While))
    if has_control_flow:
        activity = Activity()
        activity.function(node)
        flow.analyse(node)
        unit.composites = activity.composites
    node = Calls(unit).visit(node)
    # Before control flow, unlike in TensorFlow: the result is the same, and the tree still small.
    node = Expressions(unit).visit(node)
    if has_control_flow:
        node = ControlFlow(unit).visit(node)

    if not isinstance(node, ast.Lambda):
        node.name = name
    return node, name
