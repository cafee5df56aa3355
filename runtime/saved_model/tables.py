"""Tables in SavedModels: resources with a function that makes them and one that fills them, both run when a model is loaded."""

from __future__ import annotations

from runtime.core import dtypes
from runtime.core.convert import constant
from runtime.core.trackable import AutoTrackable
from runtime.function.polymorphic import function
from runtime.ops.lookup import MutableTableHandle
from runtime.proto.wire import DecodeError



def _makes(op_def):
    return op_def.table == "make" or op_def.role in ("identity", "nothing", "call")


def _fills(op_def):
    return _makes(op_def) or op_def.table == "fill" or op_def.role in ("placeholder", "constant")


class RestoredResource(AutoTrackable):
    """A table out of a SavedModel. `create`, then `fill`."""

    def __init__(self, registered_name, assets):
        self.registered_name = registered_name
        self.resource_handle = None
        self._assets = assets

    def create(self, concrete):
        """Make the table by the ConcreteFunction that the file has for it. Raises DecodeError if that does anything else."""
        _check_ops(concrete.graph, _makes)
        handle = concrete.call_flat([])
        if getattr(handle, "dtype", None) is not dtypes.resource:
            raise DecodeError(f"the function {concrete.graph.name} does not make a table")
        handle._value.files_from = self._assets
        self.resource_handle = handle

    def fill(self, concrete):
        """Fill the table. Raises OpError if the entries are no entries of a table, DecodeError as `create`."""
        _check_ops(concrete.graph, _fills)
        concrete.call_flat([])

    def _serialize_to_tensors_names(self):
        mutable = self.resource_handle is not None and isinstance(self.resource_handle._value, MutableTableHandle)
        return {"table": {"-keys": None, "-values": None}} if mutable else {}

    def _restore_from_tensors(self, tensors):
        self.resource_handle._value.restore(*tensors["table"].values())


def _check_ops(graph, allowed):
    for operation in graph.operations:
        if not allowed(operation.op_def):
            raise DecodeError(f"the function {graph.name}, which makes or fills a table, has the operation {operation.name} "
                              f"({operation.type})")
        for value in operation.attrs.values():
            if hasattr(value, "operations"):
                _check_ops(value, allowed)


def is_table(item):
    return isinstance(item, RestoredResource) or getattr(type(item), "registered_name", None) is not None


def functions_of(table):
    """The functions that a SavedModel holds for `table`, by name. Raises ValueError for a table that changes."""
    if isinstance(table.resource_handle._value, MutableTableHandle):
        raise ValueError(f"Cannot save {table!r} in a SavedModel: only checkpoints hold the entries of a table that can change here. Use "
                         "a StaticHashTable.")
    if isinstance(table, RestoredResource):
        return {name: child for name, child in vars(table).items() if name in ("_create_resource", "_initialize", "_destroy_resource")}
    if "_saved_functions" not in vars(table):
        def initialize():
            table._initialize()
            return constant(1)

        made = {"_create_resource": table._create_resource, "_initialize": initialize, "_destroy_resource": lambda: constant(1)}
        vars(table)["_saved_functions"] = {name: function(each, input_signature=[], autograph=False) for name, each in made.items()}
    return vars(table)["_saved_functions"]
