"""Which code AutoGraph converts: there, branches and loops on tensors become part of the graph."""

from __future__ import annotations

from collections.abc import Collection
from typing import TYPE_CHECKING

from astroid import nodes

from graphlint import frameworks
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.scopes import FunctionNode
from graphlint.analysis.values.places import External
from graphlint.frameworks import tensors as table

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.values.graph_function import GraphFunction

#: Methods that Python itself calls, past AutoGraph.
_OPERATORS = frozenset(
    f"__{name}__"
    for name in """
        init new enter exit getitem setitem delitem contains len iter next eq ne lt le gt ge hash bool neg pos abs invert
        add radd iadd sub rsub isub mul rmul imul truediv rtruediv floordiv rfloordiv mod rmod pow rpow matmul rmatmul and
        rand or ror xor rxor getattr setattr repr str format
    """.split()
)


def of_options(options: nodes.NodeNG | None) -> bool:
    """Whether what a call or decorator makes a graph function is converted: unless it says ``autograph=False``."""
    for keyword in options.keywords if isinstance(options, nodes.Call) else ():
        if keyword.arg == "autograph" and isinstance(keyword.value, nodes.Const):
            return keyword.value.value is not False
    return True


def of_root(program: Program, function: GraphFunction) -> str:
    """Why AutoGraph does not convert a graph function; "" if it does."""
    version = program.keras_version(function.node.root())
    if function.tracer == "Keras" and not function.autograph or function.by_keras and version > 2:
        return f"Keras {version} does not convert it"
    if not function.autograph or not of_options(function.options):
        return "autograph=False switches it off"
    return obstacle(program, function.node) or ""


def obstacle(program: Program, function: FunctionNode, active: Collection[FunctionNode] = ()) -> str | None:
    """Why AutoGraph leaves a function as it is, although it converts what calls it; None if it converts it.

    What is defined in one of the `active` functions is part of what AutoGraph has converted.
    """
    name = getattr(function, "name", "")
    in_class = isinstance(function.parent, nodes.ClassDef)
    if in_class and name in _OPERATORS:
        return f"AutoGraph does not convert {name}"
    if in_class and names.decoration(function) == "property":
        return "AutoGraph does not convert properties"
    if function in program.index(function.root()).generators:
        return "AutoGraph does not convert generators"
    if any(loop.orelse for loop in program.shared.kept(_loops, function, lambda: _loops(function))):
        return "AutoGraph does not convert functions with a loop that has an else"
    if isinstance(function, nodes.FunctionDef) and function.decorators is not None:
        nested = names.enclosing(function) in active
        for decorator in function.decorators.nodes:
            for value in program.detached(decorator, names.enclosing(function)):
                dotted = frameworks.canonical(value.name) if isinstance(value, External) else ""
                if dotted in table.UNCONVERTED and not (nested and dotted.endswith("custom_gradient")):
                    return f"{dotted.rpartition('.')[2]} switches AutoGraph off"
    return None


def is_converted_before(program: Program, func: nodes.NodeNG) -> bool:
    """Whether what is called is what `tf.autograph.to_graph` has made, there, of a name or of an attribute: ``self.step = to_graph(step)``."""
    made: list[nodes.NodeNG | None] = [func]
    if isinstance(func, nodes.Name):
        _, bindings = func.lookup(func.name)
        made = [names.assigned(one) for one in bindings]
    elif isinstance(func, nodes.Attribute):
        made = [names.assigned(one) for one in program.index(func.root()).stored.get(func.attrname, ())]
    calls = [one.func for one in made if isinstance(one, nodes.Call)]
    return len(calls) == len(made) > 0 and all(_is_to_graph(program, one) for one in calls)


def _is_to_graph(program: Program, func: nodes.NodeNG) -> bool:
    values = program.detached(func, names.function_scope(func))
    return any(isinstance(value, External) and frameworks.canonical(value.name) == table.CONVERTS for value in values)


def _loops(function: FunctionNode) -> list[nodes.For | nodes.While]:
    """The loops of a function, without those of functions within it."""
    found: list[nodes.For | nodes.While] = []
    stack: list[nodes.NodeNG] = [] if type(function) is nodes.Lambda else list(function.body)
    while stack:
        node = stack.pop()
        if isinstance(node, (nodes.FunctionDef, nodes.ClassDef)) or not node.is_statement:
            continue
        if isinstance(node, (nodes.For, nodes.While)):
            found.append(node)
        stack.extend(node.get_children())
    return found
