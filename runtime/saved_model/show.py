"""What a SavedModel holds, in the words of TensorFlow's ``saved_model_cli show``."""

from __future__ import annotations

import collections.abc as abc

from runtime.core import dtypes
from runtime.core.op_def import OPS
from runtime.function.tensor_spec import TensorSpec
from runtime.proto.wire import DecodeError
from runtime.saved_model.load import read_saved_model
from runtime.saved_model.structures import decode



def tag_sets(folder):
    """The lines that list the tags of each graph in the file."""
    found = sorted(sorted(_tags(graph)) for graph in read_saved_model(folder).meta_graphs)
    yield "The given SavedModel contains the following tag-sets:"
    yield from (repr(", ".join(tags)) for tags in found)


def signature_keys(folder, tag_set):
    """The lines that list the signatures of one graph."""
    found = sorted(find(folder, tag_set).signature_def)
    yield "The given SavedModel MetaGraphDef contains SignatureDefs with the following keys:"
    yield from (f'SignatureDef key: "{key}"' for key in found)


def signature(graph, key, indent=0):
    """The lines of one signature. Raises ValueError if there is none of that name."""
    if key not in graph.signature_def:
        raise ValueError(f'Could not find signature "{key}". Please choose from: {", ".join(graph.signature_def)}')
    definition, space = graph.signature_def[key], "  " * indent
    for kind, values in (("input", definition.inputs), ("output", definition.outputs)):
        yield f"{space}The given SavedModel SignatureDef contains the following {kind}(s):"
        for name in sorted(values):
            yield f"{space}  {kind}s['{name}'] tensor_info:"
            yield from (f"{space}  {line}" for line in _tensor_info(values[name]))
    yield f"{space}Method name is: {definition.method_name}"


def _tensor_info(info):
    dtype = dtypes.BY_ENUM.get(info.dtype)
    yield f"    dtype: {dtype.proto_name if dtype else 'DT_INVALID' if info.dtype == 0 else info.dtype}"
    shape = info.tensor_shape
    if shape is not None and shape.unknown_rank:
        yield "    shape: unknown_rank"
    else:
        yield f"    shape: ({', '.join(str(dim.size) for dim in (shape.dim if shape is not None else ()))})"
    yield f"    name: {info.name or ''}"


def ops(graph):
    """The line that lists the ops of a graph and of the functions that it calls."""
    return f"The MetaGraph with tag set {list(_tags(graph))} contains the following ops: " \
           f"{{{', '.join(map(repr, sorted(_ops_used(graph))))}}}"


def _ops_used(graph):
    if graph.graph_def is None:
        return set()
    library = graph.graph_def.library
    functions = {f.signature.name: f for f in (library.function if library is not None else ()) if f.signature is not None}
    used, pending, seen = set(), [graph.graph_def.node], set()
    while pending:
        for node in pending.pop():
            names = [node.op]
            if node.op in OPS and OPS[node.op].role == "call" and "f" in node.attr and node.attr["f"].func is not None:
                names.append(node.attr["f"].func.name)
            for name in names:
                if name not in functions:
                    used.add(name)
                elif name not in seen:
                    seen.add(name)
                    pending.append(functions[name].node_def)
    return used


def everything(folder):
    """All lines of ``show --all``."""
    graphs = sorted(read_saved_model(folder).meta_graphs, key=lambda graph: list(_tags(graph)))
    for graph in graphs:
        yield f"\nMetaGraphDef with tag-set: '{', '.join(_tags(graph))}' contains the following SignatureDefs:"
        for key in sorted(graph.signature_def):
            yield f"\nsignature_def['{key}']:"
            yield from signature(graph, key, 1)
        yield ops(graph)
    objects = next((graph.object_graph_def for graph in graphs if graph.object_graph_def is not None), None)
    if objects is None or not objects.nodes:
        return
    try:
        lines = list(_functions(objects))
    except (DecodeError, KeyError, IndexError, TypeError, ValueError):
        yield "\nConcrete Functions: N/A (could not be listed due to unknown reasons)"
        return
    yield "\nConcrete Functions:"
    yield from lines


def _functions(objects):
    gap = ""
    for child in sorted(objects.nodes[0].children, key=lambda reference: reference.local_name):
        node = objects.nodes[child.node_id]
        if node.function is not None:
            names = node.function.concrete_functions
        elif node.bare_concrete_function is not None:
            names = [node.bare_concrete_function.concrete_function_name]
        else:
            continue
        yield f"{gap}  Function Name: '{child.local_name}'"
        gap = "\n"
        for index, name in enumerate(sorted(names), 1):
            args, kwargs = decode(objects.concrete_functions[name].canonicalized_input_signature)
            if args:
                yield f"    Option #{index}"
                yield "      Callable with:"
                yield from _arguments(args, "Argument")
            if kwargs:
                yield from _arguments(kwargs, "Named Argument")


def _quoted(value):
    return f"'{value}'" if isinstance(value, str) else str(value)


def _arguments(values, kind):
    space = " " * 8
    for index, value in enumerate(values, 1):
        yield f"{space}{kind} #{index}"
        if isinstance(value, str):
            yield f"{space}  {value}"
        elif isinstance(value, TensorSpec):
            yield f"          {value.name}: {value!r}"
        else:
            yield f"{space}  DType: {type(value).__name__}"
            if isinstance(value, dict):  # the last comma is taken back as TensorFlow does it, by two backspaces
                items = "".join(f"'{key}': {_quoted(item)}, " for key, item in value.items())
                yield f"{space}  Value: {{{items}\b\b}}"
            elif isinstance(value, abc.Iterable):
                items = "".join(f"{_quoted(item)}, " for item in value)
                yield f"{space}  Value: [{items}\b\b]"
            else:
                yield f"{space}  Value: {value}"


def find(folder, tag_set):
    """The graph with these tags, given as text with commas. Raises ValueError if there is none."""
    wanted = {tag.strip() for tag in tag_set.split(",") if tag.strip()}
    for graph in read_saved_model(folder).meta_graphs:
        if set(_tags(graph)) == wanted:
            return graph
    raise ValueError(f"MetaGraphDef associated with tag-set {sorted(wanted)} could not be found in the SavedModel {folder}")


def _tags(graph):
    return graph.meta_info_def.tags if graph.meta_info_def is not None else []
