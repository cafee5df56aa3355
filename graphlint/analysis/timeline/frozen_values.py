"""Variables and attributes that a trace reads and that plain Python rebinds later: the graph keeps what it read."""

from __future__ import annotations

from collections.abc import Iterable

from astroid import nodes
from pylint.interfaces import CONTROL_FLOW

from graphlint import frameworks
from graphlint.analysis.engine.callgraph.callees import weaker
from graphlint.analysis.engine.heap import classes
from graphlint.analysis.engine.program import Program
from graphlint.analysis.policy import intent
from graphlint.analysis.syntax import names
from graphlint.analysis.syntax.locations import line_of
from graphlint.analysis.timeline.writes.rebindings import Rebindings
from graphlint.analysis.trace.trace import Trace
from graphlint.analysis.values.offence import Offence, Way
from graphlint.analysis.values.places import Attribute, Value
from graphlint.frameworks.meaning import Kind


#: What binds a place, rather than to change what is in it.
_BINDING = (nodes.AssignName, nodes.AssignAttr, nodes.Call)
_VALUE = "pass it in as a tensor"
_VARIABLE = "keep it in a tf.Variable and assign to that"
#: Of what chooses the way through a function.
_CHOICE = "pass it in as an argument"
_CHOICE_OF_KERAS = "compile the model again after it"
_LAYERS = "make the graph function again after it"
_FUNCTION = "keep what it depends on in a tf.Variable"
_OBJECT = "make a graph function for each"
_EQUALITY = frozenset({"==", "!=", "in", "not in"})
#: Methods that take values out of a dict.
_OF_DICTS = frozenset({"get", "items", "keys", "values"})


def frozen_reads(program: Program, module: nodes.Module, traces: Iterable[Trace]) -> list[Offence]:
    """The reads of each trace whose places are rebound later; one for each place and graph function."""
    traces = list(traces)

    def used(trace: Trace) -> list[tuple[nodes.NodeNG, Value, bool]]:
        return [(node, place, _is_value(program, node, place)) for node, place, _ in trace.reads if _is_used(node)]

    read = list(program.faults.of_each(traces, used, lambda trace: trace.root.about))
    if not read:
        return []
    traced = set().union(*(trace.entered for trace in traces))
    values = {place for _, place, is_value in read if is_value}
    ready: list[Rebindings] = []

    def of_trace(trace: Trace) -> list[Offence]:
        if not ready:
            ready.append(Rebindings(program, module, traced, values, {place for _, place, _ in read}))
        rebindings = ready.pop()
        found = _of_trace(program, trace, rebindings)
        ready.append(rebindings)  # not after an error: what it knows is there by half
        return found

    return list(program.faults.of_each(traces, of_trace, lambda trace: trace.root.about))


def _of_trace(program: Program, trace: Trace, rebindings: Rebindings) -> list[Offence]:
    found: list[Offence] = []
    told: set[tuple[Value, str]] = set()
    changed: set[tuple[nodes.NodeNG, Value | None]] = set()
    for node, place, way in trace.reads:
        item = _item(node)
        if not told.isdisjoint({(place, ""), (place, item)}) or not _is_used(node):
            continue
        target = rebindings.find(place, node, trace.root, _is_value(program, node, place))
        replaced = rebindings.replaced_optimizer(place, trace.root) if target is None else None
        if replaced is not None:
            told.add((place, ""))
            found.append(_replaced_optimizer(trace, node, place, way, replaced))
        if _is_compiled(target):
            told.add((place, ""))
            found.append(_recompiled(trace, node, place, way, target))
            continue
        filled = not isinstance(target, _BINDING)
        change = (target, place if isinstance(target, nodes.Call) else None)  # what a property reads is told as the property
        if target is not None and change not in changed:
            told.add((place, item if filled else ""))
            changed.add(change)
            offence = trace.offence(Kind.FROZEN, node, way, weaker(way.confidence, CONTROL_FLOW), place)
            offence.details["change"] = f"{line_of(target, trace.root.module)} changes it {rebindings.setters.when(target)}"
            if filled and item:
                offence.item = item
            is_object = _is_run(node) or rebindings.replaced.makes_object(target)
            offence.details["instead"] = _instead(place, node, trace, is_object, target)
            found.append(offence)
    return found


def _instead(place: Value, node: nodes.NodeNG, trace: Trace, is_object: bool, target: nodes.NodeNG) -> str:
    if isinstance(place, Attribute) and place.name in frameworks.TRAINED:
        return _LAYERS
    if trace.root.tracer is not None and names.is_called(node):
        return _FUNCTION
    if is_object:
        return _CHOICE_OF_KERAS if trace.root.tracer == "Keras" else _OBJECT
    if _is_tested(node) and trace.root.tracer in (None, "Keras"):
        return _CHOICE if trace.root.tracer is None else _CHOICE_OF_KERAS
    if trace.root.tracer is not None or _is_number(target):
        return _VARIABLE
    return _CHOICE if _is_no_tensor(target) else _VALUE


def _is_number(target: nodes.NodeNG) -> bool:
    """Whether a statement of its own sets a number, or counts: what a variable can do in its place."""
    statement = target.statement()
    if isinstance(statement, nodes.AugAssign):
        return True
    value = names.assigned(target) if isinstance(statement, nodes.Assign) else None
    return isinstance(value, nodes.Const) and type(value.value) in (int, float)


def _is_no_tensor(target: nodes.NodeNG) -> bool:
    """Whether what is set can be seen to be no number, nor made of some: a text, a flag, a dict."""
    value = names.assigned(target) if isinstance(target, (nodes.AssignName, nodes.AssignAttr)) else None
    return isinstance(value, (nodes.Dict, nodes.JoinedStr)) or isinstance(value, nodes.Const) and type(value.value) not in (int, float)


def _is_tested(node: nodes.NodeNG) -> bool:
    """Whether Python goes one way or another by what is read, of which there may be a few values: it is not counted."""
    while isinstance(node.parent, (nodes.BoolOp, nodes.Compare, nodes.UnaryOp)):
        node = node.parent
        if isinstance(node, nodes.Compare) and not _EQUALITY.issuperset(operator for operator, _ in node.ops):
            return False
    return isinstance(node.parent, (nodes.If, nodes.IfExp, nodes.While)) and node.parent.test is node


def _replaced_optimizer(trace: Trace, node: nodes.NodeNG, place: Value, way: Way, target: nodes.NodeNG) -> Offence:
    """An optimizer that is another one where a graph function is traced again."""
    offence = trace.offence(Kind.CREATE_VARIABLE, node, way, weaker(way.confidence, CONTROL_FLOW), place)
    shown = f"'{offence.storage}'"
    offence.details |= {
        "what": f"{shown}, which line {target.lineno} replaces,",
        "creates": f"creates its variables when {trace.root.context} is traced again",
        "instead": f"build {shown} before the call",
    }
    return offence


def _is_compiled(target: nodes.NodeNG | None) -> bool:
    """Whether it is a `compile`, or the class of a model that users compile."""
    return isinstance(target, nodes.ClassDef) or isinstance(target, nodes.Call) and names.last_name(target.func) == "compile"


def _recompiled(trace: Trace, node: nodes.NodeNG, place: Value, way: Way, target: nodes.NodeNG) -> Offence:
    """What another `compile` of a Keras model replaces."""
    offence = trace.offence(Kind.FROZEN, node, way, weaker(way.confidence, CONTROL_FLOW), place)
    again = "another 'compile'" if isinstance(target, nodes.ClassDef) else f"the 'compile' of {line_of(target, trace.root.module)}"
    offence.details["change"] = f"{again} replaces it"
    is_step = getattr(trace.root.node, "name", "") in frameworks.STEPS
    offence.details["instead"] = "leave tf.function out: Keras traces it, anew for each 'compile'" if is_step else _OBJECT
    return offence


def _item(node: nodes.NodeNG) -> str:
    """Which item of what is read is meant: ``["lr"]``."""
    item = node.parent
    is_item = isinstance(item, nodes.Subscript) and item.value is node and isinstance(item.slice, nodes.Const)
    if not is_item:
        return ""
    key = item.slice.value
    return f'["{key}"]' if isinstance(key, str) else f"[{key!r}]"


def _is_used(node: nodes.NodeNG) -> bool:
    """Whether what is read makes a difference to the graph: it is not only shown, or asserted."""
    if isinstance(node.parent, (nodes.FormattedValue, nodes.DelAttr)) or isinstance(node.statement(), nodes.Assert):
        return False
    return not intent.only_shows(node)


def _is_run(node: nodes.NodeNG) -> bool:
    """Whether what is read is called, or a method of it that does not take something out of a dict."""
    method = node.parent if isinstance(node.parent, nodes.Attribute) else node
    return names.is_called(method) and getattr(method, "attrname", "") not in _OF_DICTS


def _is_value(program: Program, node: nodes.NodeNG, place: Value) -> bool:
    """Whether the value that is read goes into the computation: an object whose parts are used is not frozen itself.

    A record is as good as its fields: ``SETTINGS.jitter``.
    """
    parent = node.parent
    if isinstance(parent, nodes.Attribute):
        known = classes.kinds(program, place) if not names.is_called(parent) else []
        return bool(known) and all(isinstance(kind, nodes.ClassDef) and parent.attrname in classes.fields(program, kind) for kind in known)
    if names.is_called(node):
        return False
    if isinstance(parent, nodes.Compare):
        return parent.ops[0][0] not in ("is", "is not", "in", "not in")
    return True
