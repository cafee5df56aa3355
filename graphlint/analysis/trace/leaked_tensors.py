"""Tensors that one graph function leaves in an object, and another graph function of its class reads.

``encode`` keeps ``self.mean = tf.reduce_mean(x)`` and ``decode`` reads it: within one trace that is harmless, and methods of the
same object may be there for one trace. That each is a graph function of its own, the traces tell together.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from graphlint.analysis.engine.heap import classes
from graphlint.analysis.values.offence import Offence
from graphlint.analysis.values.places import Attribute, Item, Param, Value
from graphlint.frameworks.meaning import Kind

if TYPE_CHECKING:
    from graphlint.analysis.engine.program import Program
    from graphlint.analysis.trace.trace import Trace


def leaks_between_traces(program: Program, traces: list[Trace]) -> Iterator[Offence]:
    """The offences of each trace that another one makes known."""
    own = [trace for trace in traces if trace.root.tracer is None]

    def of_trace(trace: Trace) -> Iterator[Offence]:
        leaks = [pending for pending in trace.changes.unseen if pending.offence.kind is Kind.LEAK]
        others = [other for other in own if leaks and _is_apart(trace, other)]
        for pending in leaks:
            if any(_are_alike(program, pending.place, read) for other in others for read in other.changes.read_first):
                yield from trace.reported((pending.offence,))

    yield from program.faults.of_each(own, of_trace, lambda trace: trace.root.about)


def _is_apart(trace: Trace, other: Trace) -> bool:
    """Whether neither graph function calls the other: what is made before such a call, the inner trace can take."""
    return other.root.node not in trace.entered and trace.root.node not in other.entered


def _are_alike(program: Program, place: Value, other: Value) -> bool:
    """Whether two places are the same attribute of the objects that two methods of one class are called on."""
    if isinstance(place, Attribute) and isinstance(other, Attribute):
        return place.name == other.name and _are_alike(program, place.base, other.base)
    if isinstance(place, Item) and isinstance(other, Item):
        return place.key == other.key and _are_alike(program, place.base, other.base)
    if not isinstance(place, Param) or not isinstance(other, Param):
        return place == other
    receive = classes.receives(place.scope, place.name) and classes.receives(other.scope, other.name)
    return receive and classes.are_akin(program, place.scope.parent, other.scope.parent)
