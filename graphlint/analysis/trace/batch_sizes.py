"""The size of the batch where it is not known at the trace: ``x.shape[0]`` is None there, and a number eagerly.

Keras traces for batches of any size, and so does tf.data after ``batch(n)``, whose last batch may be smaller. Told where the
module itself shows that it is so: it fits the model, and nothing in it fixes the size.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from astroid import nodes
from pylint.interfaces import INFERENCE

from graphlint import frameworks
from graphlint.analysis.engine.callgraph import callers
from graphlint.analysis.engine.callgraph.reach import PROGRAM_CALLS
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.syntax import names
from graphlint.analysis.trace.unknown_shapes import is_guarded, raises
from graphlint.analysis.values.offence import Offence, Way
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.trace.trace import Trace
    from graphlint.analysis.values.graph_function import GraphFunction

#: Keywords by which a module fixes the size of the batches.
_FIXING = frozenset({"drop_remainder", "batch_shape", "batch_input_shape", "stateful"})
_INPUTS = frozenset({"Input", "InputLayer"})
_GETTERS = frozenset({"as_list", "get_shape", "int_shape"})


def batch_sizes(program: Program, module: nodes.Module, traces: list[Trace]) -> Iterator[Offence]:
    """The numbers that graph functions of a module make of a size which is None while they are traced."""

    def of_trace(trace: Trace) -> Iterator[Offence]:
        root = trace.root
        if root.tracer is None or root.node.root() is not module or not isinstance(root.node, (nodes.FunctionDef, nodes.Lambda)):
            return
        named = _unsized(program, module, root)
        for size, error in _numbers(program, root.node, named) if named else ():
            offence = trace.report(Kind.EAGER_ONLY, size, Way(), INFERENCE)
            shown = names.source(size)
            offence.details["what"] = f"'{shown}', None for batches of any size,"
            item = "" if isinstance(size, (nodes.Attribute, nodes.Call)) else "[0]"
            offence.details |= {"fails": f"which raises {error}", "instead": f"tf.shape({_tensor(size, root.node)}){item}"}
            yield offence

    yield from program.faults.of_each(traces, of_trace, lambda trace: trace.root.about)


def _unsized(program: Program, module: nodes.Module, root: GraphFunction) -> set[str]:
    """The parameters of a graph function, and parts of them, whose first size is not known at the trace."""
    if root.tracer != "Keras":
        return _arguments(root) if isinstance(root.options, nodes.Call) and _is_batched(root.options) else set()
    index = program.index(module)
    if not any(index.calls(("fit",))) or any(map(_fixes_size, module.nodes_of_class(nodes.Call))):
        return set()
    if isinstance(root.options, nodes.Call):
        return _arguments(root, 2) if names.last_name(root.options.func) == "compile" else set()
    cls = root.node.parent
    name = getattr(root.node, "name", "")
    if not isinstance(cls, nodes.ClassDef):
        return set()
    if name in frameworks.STEPS:
        # Who calls the step of a model otherwise gives it batches whose size is known.
        return _parts(root.node, _arguments(root, 1)) if all(map(_is_super, index.calls((name,)))) else set()
    if name != "call" or not any(index.calls(("compile",))) or index.graph_names or "GradientTape" in index.uses:
        return set()  # a loop of the module's own traces for the batches that it has
    is_used = any(event.node.root() is module for event in callers.constructions(program, cls, PROGRAM_CALLS))
    return _parts(root.node, _arguments(root, 1)) if is_used and classes.is_keras(program, cls) else set()


def _is_super(call: nodes.Call) -> bool:
    return isinstance(call.func, nodes.Attribute) and isinstance(call.func.expr, nodes.Call)


def _arguments(root: GraphFunction, most: int | None = None) -> set[str]:
    node = root.node
    free = names.positional(node)[names.receivers(node) if isinstance(node, nodes.FunctionDef) else 0 :]
    return set(free[:most]) if not root.arguments else set()


def _parts(function: nodes.FunctionDef, data: set[str]) -> set[str]:
    """The names that a step takes its batch apart into: ``x, y = data``."""
    found = set(data)
    for statement in function.nodes_of_class(nodes.Assign):
        taken = statement.value
        if isinstance(taken, nodes.Call) and names.last_name(taken.func) == "unpack_x_y_sample_weight" and taken.args:
            taken = taken.args[0]
        if isinstance(taken, nodes.Name) and taken.name in data and isinstance(statement.targets[0], nodes.Tuple):
            found |= {target.name for target in statement.targets[0].elts if isinstance(target, nodes.AssignName)}
    return found


def _fixes_size(call: nodes.Call) -> bool:
    name = names.last_name(call.func)
    given = {keyword.arg for keyword in call.keywords if not (isinstance(keyword.value, nodes.Const) and not keyword.value.value)}
    return not _FIXING.isdisjoint(given) or name in _INPUTS and "batch_size" in given or name == "batch" and len(call.args) > 1


def _is_batched(call: nodes.Call) -> bool:
    """Whether what a function is mapped over is made of batches in the same expression: ``ds.batch(32).map(f)``."""
    current = call.func
    while isinstance(current, nodes.Attribute) and isinstance(current.expr, nodes.Call):
        name = current.expr.func.attrname if isinstance(current.expr.func, nodes.Attribute) else ""
        if name in ("batch", "padded_batch"):
            return not _fixes_size(current.expr)
        if name not in ("prefetch", "cache", "repeat", "shuffle", "take", "skip"):
            return False
        current = current.expr.func
    return False


def _numbers(program: Program, function: nodes.FunctionDef | nodes.Lambda, named: set[str]) -> Iterator[tuple[nodes.NodeNG, str]]:
    """The uses of a first size, or of a whole shape, as numbers, with what they raise."""
    aliases: set[str] = set()
    for use in function.nodes_of_class((nodes.Attribute, nodes.Call)):
        if not _is_shape(use, named) or names.function_scope(use) is not function:
            continue
        parent, error = use.parent, None
        if isinstance(parent, nodes.Subscript) and parent.value is use:
            is_first = isinstance(parent.slice, nodes.Const) and parent.slice.value == 0
            if is_first and isinstance(parent.parent, nodes.Assign):
                aliases |= {target.name for target in parent.parent.targets if isinstance(target, nodes.AssignName)}
            use, error = parent, raises(program, parent) if is_first else None
        elif isinstance(parent, nodes.Assign) and isinstance(parent.targets[0], nodes.Tuple):
            aliases |= {target.name for target in parent.targets[0].elts[:1] if isinstance(target, nodes.AssignName)}
        elif isinstance(parent, (nodes.Call, nodes.Keyword)):
            error = raises(program, use)
        if error is not None and not is_guarded(use, function, named):
            yield use, error
    for use in function.nodes_of_class(nodes.Name) if aliases else ():
        if use.name in aliases and len(function.locals.get(use.name, ())) == 1 and names.function_scope(use) is function:
            error = raises(program, use)
            if error is not None and not is_guarded(use, function, {use.name, *named}):
                yield use, error
                aliases.discard(use.name)  # the first use raises


def _is_shape(node: nodes.NodeNG, named: set[str]) -> bool:
    """``x.shape``, ``x.shape.as_list()``, ``x.get_shape()``, ``K.int_shape(x)``: not ``x.shape`` of a longer one."""
    if isinstance(node.parent, nodes.Attribute) and node.parent.attrname == "as_list":
        return False
    if isinstance(node, nodes.Call):
        if names.last_name(node.func) not in _GETTERS:
            return False
        node = node.args[0] if node.args else node.func.expr if isinstance(node.func, nodes.Attribute) else node
        while isinstance(node, (nodes.Attribute, nodes.Call)) and names.last_name(node if isinstance(node, nodes.Attribute) else node.func) in ("shape", "get_shape"):
            node = node.expr if isinstance(node, nodes.Attribute) else getattr(node.func, "expr", None)
        return isinstance(node, nodes.Name) and node.name in named
    if isinstance(node.parent, nodes.Attribute) or isinstance(node.parent, nodes.Call) and node.parent.func is node:
        return False
    return node.attrname == "shape" and isinstance(node.expr, nodes.Name) and node.expr.name in named


def _tensor(size: nodes.NodeNG, function: nodes.NodeNG) -> str:
    """The tensor of which a size is, for advice."""
    if isinstance(size, nodes.Name):
        size = next((value for binding in function.locals.get(size.name, ()) if (value := getattr(binding.statement(), "value", None)) is not None), size)
    found = [name.name for name in size.nodes_of_class(nodes.Name)]
    return found[-1] if found else "x"
