"""What calls are meant to do, as their names and arguments tell: at the trace alone, the same at each call, a model's."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.index import Index
from graphlint.analysis.values import tensors
from graphlint.analysis.values.heap import Heap
from graphlint.analysis.values.places import Argument, Computed, Const, Fresh, Value

#: Texts that are meant for the trace, such as print("Tracing with", x), print(f"retracing {x}"), logger.debug("BUILDING ITERATION").
_OF_TRACE = re.compile(r"(?<![a-z])(?:(?:re-?)?trac(?:e|ing)|build(?:ing)?(?![a-z]))|compil|追踪", re.IGNORECASE)
#: What draws random numbers without a seed: few compute with them.
_IDENTITIES = ("os.", "uuid.", "secrets.")
#: What is the same at each call of one graph: attributes and functions that tell of the form of a tensor, or of what something is called.
_FORMS = frozenset("shape dtype ndim rank name __name__ __class__ __qualname__".split())
_FORM_CALLS = frozenset("get_shape as_list type len str repr list tuple join".split())
#: The last word of the names of such things, and a word of those of objects that hold settings.
_FORM_WORDS = frozenset("shape shapes dtype dtypes rank mode strategy config cfg".split())
_SETTINGS = re.compile(r"config|cfg|hparams|settings|options|flags", re.IGNORECASE)
#: Settings that ask for output, or tell what is run: what is said under them may be meant for each call.
_ASKS_FOR_OUTPUT = re.compile(r"verb|debug|log|print|quiet|silent|show|train", re.IGNORECASE)
#: What gives an attribute its value once, before anything is traced.
_CONSTRUCTORS = frozenset({"__init__", "build", "__post_init__"})
_OUTPUT_OPTIONS = frozenset("sep end file flush exc_info extra stacklevel stack_info".split())
#: A local name that is made of another one, and so on.
_MAX_MADE = 4
#: Functions and methods that only say something.
_OUTPUTS = frozenset("print warn debug info warning error critical str repr len format".split())


def repeats(receiver: Value | None) -> bool:
    """Whether an object made in the trace draws the same numbers at each call anyhow: a generator with a fixed seed."""
    if not isinstance(receiver, Fresh) or receiver.items is None:
        return False
    return any(value != Const(None, type(None)) for values in receiver.items for value in values)


def opened_here(receiver: Value | None, arguments: tuple[Argument, ...]) -> bool:
    """Whether something is done with a file that is opened in the same trace: the opening is told, once."""
    values = {value for argument in arguments for value in argument.values} | {receiver}
    return any(isinstance(value, Fresh) and isinstance(value.kind, str) and value.kind in frameworks.FILES for value in values)


def is_for_the_trace(
    heap: Heap, index: Index, name: str, node: nodes.NodeNG, given: Sequence[frozenset[Value]], arguments: tuple[Argument, ...], is_staged: bool
) -> bool:
    """Whether output is meant to appear at the trace alone: it says so, is meant to be rare, or would be the same at each call.

    A warning is, of arguments and settings; one behind a test of a tensor (`is_staged`) is shown whatever that holds.
    Libraries say at the trace how a graph is built: of which shapes, by which settings. Nothing is lost where that is said
    once. A text alone (``print("step")``) may tell of progress, and what counts or holds a tensor differs from call to call.
    The values in the text are `given`, also those that are written into it: ``f"loss {loss}"``.
    """
    if name in frameworks.SPARING and not is_staged:
        return True
    shown = (*(one.values for one in arguments), *given)
    holds = any(_holds(values, heap) for values in shown)
    if frameworks.is_warning(name) and not is_staged and not holds:
        return True
    if not is_staged and not holds and isinstance(node, nodes.Call) and _tells_of_the_graph(index, node):
        return True
    held = [value.value for one in arguments for value in one.values if isinstance(value, Const)]
    given = node.args if isinstance(node, nodes.Call) else ()
    written = [one.value for argument in given for one in argument.nodes_of_class(nodes.Const)]
    return any(isinstance(text, str) and _OF_TRACE.search(text) for text in (*held, *written))


def _holds(values: frozenset[Value], heap: Heap) -> bool:
    """Whether what is shown is made of tensors."""
    if tensors.hold(values, heap) or tensors.are_structures(values, heap):
        return True
    return any(_holds(part, heap) for value in values if isinstance(value, Computed) for part in value.parts)


def _tells_of_the_graph(index: Index, call: nodes.Call) -> bool:
    """Whether a call says what is the same at each call: of shapes, types, names and settings; or a text where a setting says so."""
    parts = said(call)
    if parts:
        return all(_is_fixed(index, part) for part in parts)
    branch = call.statement().parent
    return isinstance(branch, nodes.If) and _is_of_settings(index, branch.test)


def said(call: nodes.Call) -> list[nodes.NodeNG]:
    """What a call that writes output puts into its text, but for the parts that are written out."""
    given = [*call.args, *(keyword.value for keyword in call.keywords if keyword.arg not in _OUTPUT_OPTIONS)]
    return [part for one in given for part in _said(one)]


def _said(expression: nodes.NodeNG) -> Iterator[nodes.NodeNG]:
    """What a text is put together of, without the parts that are written out."""
    match expression:
        case nodes.Const():
            return
        case nodes.JoinedStr():
            for part in expression.values:
                yield from _said(part.value if isinstance(part, nodes.FormattedValue) else part)
        case nodes.BinOp(op="%" | "+") if any(isinstance(one, (nodes.Const, nodes.JoinedStr, nodes.BinOp)) for one in (expression.left, expression.right)):
            yield from _said(expression.left)
            yield from _said(expression.right)
        case nodes.Tuple() | nodes.List():
            for part in expression.elts:
                yield from _said(part)
        case nodes.Call(func=nodes.Attribute(expr=nodes.Const(), attrname="format")):
            for part in (*expression.args, *(keyword.value for keyword in expression.keywords)):
                yield from _said(part)
        case _:
            yield expression


def _is_fixed(index: Index, part: nodes.NodeNG, depth: int = 0) -> bool:
    """Whether something is the same at each call of a graph, as its source tells."""
    match part:
        case nodes.Const():
            return True
        case nodes.Attribute(attrname=name) if name in _FORMS:
            return True
        case nodes.Attribute(expr=nodes.Name()):
            return _is_setting(index, part)
        case nodes.Attribute() | nodes.Subscript():
            return _is_fixed(index, part.expr if isinstance(part, nodes.Attribute) else part.value, depth)
        case nodes.Call(func=nodes.Attribute(attrname="get_shape")):
            return True
        case nodes.Call() if names.last_name(part.func) in _FORM_CALLS:
            base = [part.func.expr] if isinstance(part.func, nodes.Attribute) else []
            return names.last_name(part.func) == "type" or all(_is_fixed(index, one, depth) for one in (*base, *part.args))
        case nodes.Tuple() | nodes.List():
            return all(_is_fixed(index, one, depth) for one in part.elts)
        case nodes.Name(name=name):
            scope = names.function_scope(part)
            made = [names.assigned(one) for one in scope.locals.get(name, ())] if isinstance(scope, nodes.FunctionDef) else []
            if made and name not in names.positional(scope):
                return depth < _MAX_MADE and all(one is not None and _is_fixed(index, one, depth + 1) for one in made)
            return name.lower().rpartition("_")[2] in _FORM_WORDS or bool(_SETTINGS.search(name))
    return False


def _is_setting(index: Index, attribute: nodes.Attribute) -> bool:
    """Whether an attribute keeps what a constructor was given, or belongs to an object that holds settings."""
    if _SETTINGS.search(attribute.attrname) or _SETTINGS.search(attribute.expr.name):
        return True
    stored = index.stored.get(attribute.attrname, ())
    given = (names.assigned(target) for target in stored if getattr(names.function_scope(target), "name", "") in _CONSTRUCTORS)
    kept = [one for one in given if isinstance(one, (nodes.Const, nodes.Name))]
    return bool(stored) and len(kept) == len(stored)


def _is_of_settings(index: Index, test: nodes.NodeNG) -> bool:
    """Whether a test asks for settings alone, of which none asks for output."""
    if isinstance(test, nodes.BoolOp):
        return all(_is_of_settings(index, one) for one in test.values)
    if isinstance(test, nodes.UnaryOp):
        return _is_of_settings(index, test.operand)
    if isinstance(test, nodes.Compare):
        return all(_is_of_settings(index, one) or isinstance(one, nodes.Const) for one in (test.left, *(one for _, one in test.ops)))
    chain = isinstance(test, (nodes.Attribute, nodes.Subscript)) and not _ASKS_FOR_OUTPUT.search(test.as_string())
    return chain and _is_fixed(index, test)


def is_of_an_object(name: str, node: nodes.NodeNG) -> bool:
    """Whether it is the identity, or the seed, of an object that is made: ``self.id = uuid4()`` in a constructor."""
    if getattr(node.scope(), "name", "") != "__init__" or not name.startswith(_IDENTITIES):
        return False
    statement = node.statement()
    return isinstance(statement, nodes.Assign) and isinstance(statement.targets[0], nodes.AssignAttr)


def is_in_handler(node: nodes.NodeNG) -> bool:
    """Whether it is part of an ``except``: what is raised when a graph runs never gets there."""
    current = node
    while current is not None and not isinstance(current, (nodes.FunctionDef, nodes.Lambda)):
        if isinstance(current, nodes.ExceptHandler):
            return True
        current = current.parent
    return False


def is_of_each_graph(node: nodes.NodeNG) -> bool:
    """Whether an item is put in a container by the graph that is being built: ``results[id(tf.compat.v1.get_default_graph())] = …``."""
    keys = [target.slice for target in getattr(node, "targets", ()) if isinstance(target, nodes.Subscript)]
    parts = names.made_of(keys, names.function_scope(node), node.lineno) if keys else []
    return any(names.last_name(call.func) == "get_default_graph" for part in parts for call in part.nodes_of_class(nodes.Call))


def only_tells(index: Index, node: nodes.NodeNG) -> bool:
    """Whether a call tells that something is missing, where nothing makes it: ``if self.mask is None: logger.warning("no mask")``.

    It tells again at each call, where nothing but constructors sets what is missing.
    """
    if not isinstance(node, nodes.Call) or names.last_name(node.func) not in _OUTPUTS:
        return False
    child, asks = node.statement(), False
    while not isinstance(child, (nodes.FunctionDef, nodes.Lambda, nodes.Module)):
        block, child = child, child.parent
        if isinstance(child, nodes.If):
            asks = True
            attributes = (use.attrname for use in child.test.nodes_of_class(nodes.Attribute))
            setters = (names.function_scope(target) for name in attributes for target in index.stored.get(name, ()))
            if any(getattr(scope, "name", "") != "__init__" for scope in setters):
                return False
            asked = {name.name for name in child.test.nodes_of_class(nodes.Name)}
            if any(_may_fill(one, asked) for one in (child.body if block in child.body else child.orelse)):
                return False
        elif isinstance(child, (nodes.Try, nodes.ExceptHandler)):
            return False
    return asks


def only_shows(read: nodes.NodeNG) -> bool:
    """Whether what is read decides about output alone: ``if not self.started: print("starting")``. The graph computes the same."""
    test = read
    while isinstance(test.parent, (nodes.BoolOp, nodes.Compare, nodes.UnaryOp)):
        test = test.parent
    branch = test.parent
    if not isinstance(branch, nodes.If) or branch.test is not test or branch.orelse:
        return False
    called = [one.value.func for one in branch.body if isinstance(one, nodes.Expr) and isinstance(one.value, nodes.Call)]
    return len(called) == len(branch.body) and all(names.last_name(one) in _OUTPUTS for one in called)


def _may_fill(statement: nodes.NodeNG, asked: set[str]) -> bool:
    """Whether a statement assigns more than local variables, calls something that may, or leaves."""
    if isinstance(statement, (nodes.Return, nodes.Raise)) or not asked.isdisjoint(names.assigned_in(statement)):
        return True
    if any(True for _ in statement.nodes_of_class((nodes.AssignAttr, nodes.DelAttr, nodes.Delete, nodes.Subscript))):
        return True
    return any(names.last_name(call.func) not in _OUTPUTS for call in statement.nodes_of_class(nodes.Call))


def calls_model(call: nodes.NodeNG) -> bool:
    """Whether a call, of which no more is known, is that of a model of Keras: by its name, or by ``training=``."""
    if not isinstance(call, nodes.Call) or not call.args or isinstance(call.args[0], nodes.Const):
        return False
    if any(keyword.arg == "training" for keyword in call.keywords):
        return True
    name = names.last_name(call.func).rstrip("0123456789_")
    return name.rpartition("_")[2] in frameworks.tensors.MODELS
