"""What needs the value of a tensor, by the name of the function and by what the source shows."""

from __future__ import annotations

import enum
import functools
import re

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import names
from graphlint.frameworks import tensors as table

#: Calls whose text nobody takes for a value: it goes to a log, or names something.
_WRITERS = frozenset(
    """
    print debug info warning warn error critical exception fatal log vlog write name_scope variable_scope
    named_scope format_exc fail log_first_n log_every_n trace
    """.split()
)
#: Functions that need values, by name and by package.
_NEEDING = (table.NEEDS_VALUE, table.CONVERTED, table.TAKES_PATH, table.EAGER_FUNCTIONS, table.BY_NUMPY, table.BY_OTHERS, table.OF_LISTS, table.OF_KERAS, table.STATIC_SHAPES)
_PACKAGES = frozenset({"math", *table.OTHERS})


class Need(enum.Enum):
    """What Python does for which it needs the value of what may be a tensor."""

    TEST = "tests it, in a statement or expression"
    LOOP = "goes over it in a for loop"
    BAR = "goes over it in a for loop, through a progress bar"
    COMPREHENSION = "goes over it in a comprehension"
    UNPACK = "unpacks it"
    FORMAT = "makes a text of it"
    ITEM = "puts it into a container"
    INDEX = "takes an item by it"
    MEMBER = "asks whether it is in a container"
    SEARCH = "searches a list for it"
    METHOD = "calls a method of it that gives its value"
    SET_SHAPE = "sets a static shape"
    ESTIMATOR = "fits an object of scikit-learn to it"
    FUNCTION = "gives it to a function"
    RANK = "asks how many dimensions it has"
    DRAW = "draws random numbers of the framework"
    DISCARD = "drops what a functional update returns"
    FORGET = "drops what a function without effects returns"
    HANDLER = "handles what operations raise"


@functools.lru_cache(maxsize=None)
def of_function(name: str) -> Need | None:
    """How a call of a function uses its arguments; None if it needs no value. `name` is canonical."""
    if name in table.FUNCTIONAL_UPDATES:
        return Need.DISCARD
    if name in table.PURE:
        return Need.FORGET
    if name in table.FORMATS:
        return Need.FORMAT
    if any(name in known for known in _NEEDING) or name.partition(".")[0] in _PACKAGES:
        return Need.FUNCTION
    if name.startswith(("numpy.", "scipy.")):
        meaning = frameworks.MEANINGS.get(name)
        if any(name == static or name.startswith(static + ".") for static in table.NUMPY_STATIC):
            return None
        return None if meaning is not None and meaning.effect is not None else Need.FUNCTION
    return None


def is_dropped(call: nodes.NodeNG) -> bool:
    """Whether nothing is done with what a call returns: it stands alone, or a local name keeps it that nothing reads.

    To be computed before something else is of no use to a result.
    """
    statement = call.parent
    if not isinstance(statement, nodes.Assign):
        return isinstance(statement, nodes.Expr)
    function, target = statement.scope(), statement.targets[0]
    if not isinstance(function, nodes.FunctionDef) or len(statement.targets) > 1 or not isinstance(target, nodes.AssignName):
        return False
    shared = (name for node in function.nodes_of_class((nodes.Global, nodes.Nonlocal)) for name in node.names)
    if target.name in shared or _reads_locals(function):
        return False
    named = (name for name in function.nodes_of_class((nodes.Name, nodes.DelName)) if name.name == target.name)
    read = [name for name in named if not _is_dependency(name)]
    return all(name.lineno <= statement.lineno for name in read) if _is_of_turn(statement, target.name) else not read


def is_forgotten(call: nodes.NodeNG) -> bool:
    """Whether a call is all of a statement, which is not there to try whether it raises."""
    return isinstance(call.parent, nodes.Expr) and not isinstance(call.parent.parent, nodes.Try)


def _is_dependency(name: nodes.NodeNG) -> bool:
    """``with tf.control_dependencies([name]):``"""
    given = name.parent.parent if isinstance(name.parent, (nodes.List, nodes.Tuple)) else None
    return isinstance(given, nodes.Call) and name.parent in given.args and names.last_name(given.func) == "control_dependencies"


def _is_of_turn(statement: nodes.Assign, name: str) -> bool:
    """Whether a statement of a loop assigns the variable of the loop, which the next turn assigns before it is read."""
    loop = statement.parent
    return isinstance(loop, nodes.For) and statement in loop.body and isinstance(loop.target, nodes.AssignName) and loop.target.name == name


def _reads_locals(function: nodes.FunctionDef) -> bool:
    return any(getattr(call.func, "name", "") in ("locals", "eval", "exec") for call in function.nodes_of_class(nodes.Call))


def is_detached(node: nodes.NodeNG) -> bool:
    """``x.detach().cpu().numpy()``: only PyTorch's tensors are detached."""
    while isinstance(node, nodes.Call) and isinstance(node.func, nodes.Attribute):
        if node.func.attrname == "detach":
            return True
        node = node.func.expr
    return False


def is_written(node: nodes.NodeNG, named: bool = False) -> bool:
    """Whether a text goes to a log or an exception, or names something; `named`: it has been given a name already."""
    current = node
    while not current.is_statement:
        parent = current.parent
        if isinstance(parent, nodes.Keyword) and parent.arg in ("name", "msg", "message", "desc", "description"):
            return True
        if isinstance(parent, nodes.Call) and current is not parent.func:
            called = parent.func
            name = called.attrname if isinstance(called, nodes.Attribute) else getattr(called, "name", "")
            if name in _WRITERS and called.as_string() != "tf.print" or name.startswith("assert") or name.endswith(("Error", "Warning")):
                return True
        current = parent
    if isinstance(current, nodes.Assign) and isinstance(current.targets[0], nodes.AssignName) and not named:
        # err = f"…"; if not x: raise ValueError(err)
        uses = [use for use in current.scope().nodes_of_class(nodes.Name) if use.name == current.targets[0].name]
        return bool(uses) and all(is_written(use, True) for use in uses)
    return isinstance(current, (nodes.Raise, nodes.Assert))


def is_dict(node: nodes.NodeNG, methods: tuple[str, ...] = ("items", "keys", "values", "get", "pop", "update")) -> bool:
    """Whether a variable is used as a dict in its function, by a text or one of some methods: ``features["image"]``, ``features.items()``."""
    if not isinstance(node, nodes.Name):
        return False
    uses = (use for use in names.function_scope(node).nodes_of_class(nodes.Name) if use.name == node.name)
    return any(
        isinstance(use.parent, nodes.Attribute) and use.parent.attrname in methods
        or isinstance(use.parent, nodes.Subscript)
        and use.parent.value is use
        and isinstance(use.parent.slice, nodes.Const)
        and isinstance(use.parent.slice.value, str)
        for use in uses
    )


def has_number_format(node: nodes.NodeNG) -> bool:
    """Whether a text writes its values as numbers: a tensor without a value takes no format."""
    if isinstance(node, nodes.JoinedStr):
        return any(isinstance(part, nodes.FormattedValue) and part.format_spec is not None for part in node.values)
    if isinstance(node, nodes.BinOp):
        return re.search(r"%[^%sra]*[diouxXeEfFgGc]", node.left.value) is not None
    if isinstance(node.func, nodes.Attribute):
        return re.search(r"{[^{}]*:[^{}]+}", node.func.expr.value) is not None
    return isinstance(node.func, nodes.Name) and node.func.name == "format" and len(node.args) > 1
