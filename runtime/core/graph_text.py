"""Graphs as text: NodeDef and GraphDef in protobuf's text form, and a node's part of an error message."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, hooks
from runtime.core.convert import constant_shape, constant_value
from runtime.core.op_def import attr_text
from runtime.core.tensor_shape import text
from runtime.version import GRAPH_DEF_VERSION


def summarize(operation):
    """``{{node add}} = AddV2[T=DT_INT32](x, Const)``"""
    attrs = ", ".join(f"{name}={text(value) if name == 'shape' else attr_text(value)}" for name, value in sorted(operation.attrs.items())
                      if not name.startswith("_"))
    inputs = ", ".join(t.op.name if t.value_index == 0 else t.name for t in operation.inputs)
    return f"'{{{{node {operation.name}}}}} = {operation.type}[{attrs}]({inputs})'"


def shape_error(operation, error):
    """TensorFlow's text for `error`, which shape inference raised for `operation`.

    The exception may tell what was read: `value_inputs`, inputs by value; `shape_inputs`, inputs as shapes; or that its
    text stands alone (`bare`).
    """
    if getattr(error, "bare", False):
        return str(error)
    shapes = ", ".join(text(tensor._dims) if tensor._dims is not None else "?" for tensor in operation.inputs)
    message = f"{error} for {summarize(operation)} with input shapes: {shapes}"
    used = getattr(error, "value_inputs", ())
    partial = getattr(error, "shape_inputs", ())
    if getattr(error, "as_shapes", False):
        used, partial = (), used
    values = [(index, constant_value(operation.inputs[index])) for index in used]
    parts = [f"input[{index}] = <{_value_text(value)}>" for index, value in values
             if value is not None and np.size(value)]
    if parts:
        message += f" and with computed input tensors: {', '.join(parts)}"
    parts = [(index, constant_shape(operation.inputs[index])) for index in partial]
    parts = [f"input[{index}] = {text(dims) if dims is not None else '?'}" for index, dims in parts if dims != ()]
    if parts:
        message += f" and with input tensors computed as partial shapes: {', '.join(parts)}"
    return message + "."


def _value_text(value):
    """``1 2``, ``[1 2][3 4]``: an array without commas, outermost brackets left out."""
    value = np.asarray(value)
    if value.ndim < 2:
        return " ".join(map(str, value.reshape(-1).tolist()))
    return "".join(f"[{_value_text(row)}]" for row in value)


class NodeDef:
    """A read-only view of an operation, in the shape of TensorFlow's NodeDef message."""

    def __init__(self, operation):
        self.name = operation.name
        self.op = operation.type
        self.input = [t.op.name if t.value_index == 0 else t.name for t in operation.inputs]
        self.input += ["^" + control.name for control in operation.control_inputs]
        self.attr = {name: value for name, value in operation.attrs.items()
                     if value is not None and name != "_input"}

    def __str__(self):
        lines = [f'name: "{self.name}"', f'op: "{self.op}"']
        lines += [f'input: "{name}"' for name in self.input]
        for name in sorted(self.attr):
            lines += ["attr {", f'  key: "{name}"', "  value {"]
            lines += ["    " + line for line in _attr_lines(name, self.attr[name])]
            lines += ["  }", "}"]
        return "\n".join(lines) + "\n"

    __repr__ = __str__


def _shape_lines(dims):
    if dims is None:
        return ["unknown_rank: true"]
    return [line for size in dims for line in ("dim {", f"  size: {-1 if size is None else size}", "}")]


def _nested(name, lines):
    return [name + " {", *("  " + line for line in lines), "}"]


SHAPE_LISTS = frozenset({"output_shapes", "dense_shapes"})  # attributes that are lists of shapes


def _attr_lines(name, value):
    if isinstance(value, dtypes.DType):
        return [f"type: {value.proto_name}"]
    if isinstance(value, bool):
        return [f"b: {'true' if value else 'false'}"]
    if isinstance(value, int):
        return [f"i: {value}"]
    if isinstance(value, float):
        return [f"f: {value:g}"]
    if isinstance(value, (str, bytes)):
        text = value if isinstance(value, str) else value.decode("utf-8", "replace")
        return [f's: "{text.translate(_ESCAPES)}"']
    if isinstance(value, np.ndarray):
        return _nested("tensor", _tensor_lines(value))
    if name in ("shape", "_output_shapes") and isinstance(value, tuple):
        return _nested("shape", _shape_lines(value))
    if name in SHAPE_LISTS:
        return _nested("list", [line for dims in value for line in _nested("shape", _shape_lines(dims))])
    if isinstance(value, (list, tuple)):
        return _nested("list", [line for item in value for line in _attr_lines("", item)])
    return _nested("func", [f'name: "{getattr(value, "name", value)}"'])


_ESCAPES = str.maketrans({'"': '\\"', "'": "\\'", "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t"})
_VALUE_FIELD = {"float32": "float_val", "float64": "double_val", "int64": "int64_val", "bool": "bool_val",
                "object": "string_val", "float16": "half_val", "bfloat16": "half_val"}


def _tensor_lines(value):
    dtype = dtypes.FROM_NUMPY[value.dtype]
    lines = [f"dtype: {dtype.proto_name}", *_nested("tensor_shape", _shape_lines(value.shape))]
    if value.size == 1:
        item = value.reshape(-1)[0]
        if dtype in (dtypes.float16, dtypes.bfloat16):
            item = item.view(np.uint16)
        item = f'"{item.decode("utf-8", "replace")}"' if isinstance(item, bytes) else \
            str(bool(item)).lower() if dtype.is_bool else f"{item:.9g}" if dtype in (dtypes.float32, dtypes.float64) else str(item)
        lines.append(f"{_VALUE_FIELD.get(value.dtype.name, 'int_val')}: {item}")
    elif value.size:
        content = "".join(chr(b) if 32 <= b < 127 and b not in (34, 92) else f"\\{b:03o}" for b in value.tobytes()) \
            if value.dtype.kind != "O" else ""
        lines.append(f'tensor_content: "{content}"')
    return lines


class GraphDef:
    """A read-only view of a graph, in the shape of TensorFlow's GraphDef message; without a graph an empty message to be parsed into."""

    def __init__(self, graph=None):
        self._operations = list(graph.operations) if graph is not None else []
        self._message = None
        self.node = [NodeDef(operation) for operation in self._operations]

    def message(self):
        """The message of the format on disk. Raises ValueError for nodes that cannot be saved."""
        if self._message is None:
            self._message = hooks.graph_message(self._operations)
        return self._message

    def SerializeToString(self):
        return self.message().encode()

    def ParseFromString(self, serialized):
        """Take over what `serialized` holds. Raises DecodeError if that is no GraphDef."""
        self._message = hooks.decoded_graph(serialized)
        self.node = self._message.node
        return len(serialized)

    @staticmethod
    def FromString(serialized):
        result = GraphDef()
        result.ParseFromString(serialized)
        return result

    def __str__(self):
        lines = [line for node in self.node for line in _nested("node", str(node).splitlines())]
        lines += _nested("versions", [f"producer: {GRAPH_DEF_VERSION}"])
        return "\n".join(lines) + "\n"

    __repr__ = __str__
