"""The ops that call a graph from another one, or eagerly under a tape."""

from __future__ import annotations

from runtime.core.func_graph import is_stateful
from runtime.core.op_def import REQUIRED, op
from runtime.execute import run


def _kernel(*args, f, **_):
    return run(f, args)


def _infer(inputs, attrs):
    return [tensor._dims for tensor in attrs["f"].outputs]


_ATTRS = {"f": REQUIRED, "Tout": REQUIRED, "config": "", "config_proto": "", "executor_type": ""}
PARTITIONED_CALL = op("PartitionedCall", "args: [Tin] -> output: [Tout]", kernel=_kernel, infer=_infer, attrs=_ATTRS, role="call")
STATEFUL_PARTITIONED_CALL = op("StatefulPartitionedCall", "args: [Tin] -> output: [Tout]", kernel=_kernel, infer=_infer,
                               attrs=_ATTRS, stateful=True, role="call")


def call_op(graph):
    """(op, attributes) of a call of `graph`."""
    op_def = STATEFUL_PARTITIONED_CALL if is_stateful(graph) else PARTITIONED_CALL
    return op_def, {"f": graph, "Tout": [tensor.dtype for tensor in graph.outputs]}
