"""`dispatch`: the only way to run an op or to record one."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.op_def import OpDef
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor, out_of_scope

_FLOATING = frozenset({np.dtype(t) for t in ("f2", "f4", "f8", "c8", "c16")})


class Record:
    """One eager execution, as gradient functions see it: the same face as `Operation`."""

    __slots__ = ("op_def", "inputs", "outputs", "attrs")

    def __init__(self, op_def, inputs, outputs, attrs):
        self.op_def = op_def
        self.inputs = inputs
        self.outputs = outputs
        self.attrs = attrs

    type = property(lambda self: self.op_def.name)

    def get_attr(self, name):
        return self.attrs[name]


def dispatch(op_def: OpDef, inputs, attrs=None, name=None):
    """Run `op_def` on `inputs` now, or record it into the current graph.

    Args:
        inputs: flat sequence; what is no tensor yet is converted, to the dtype of its companions where they share one.
        attrs: the op's declared attributes; defaults are filled in.

    Returns:
        A tensor if the op has exactly one output; else a list of tensors. With no outputs: the Operation, or None eagerly.

    Raises:
        InvalidArgumentError and its kin: eagerly, with TensorFlow's kernel text.
        TypeError, ValueError: while recording, with TensorFlow's text of graph construction.
    """
    if context.graph is not None:
        return _record(op_def, inputs, attrs, name)
    values = []
    for tensor in inputs:
        if type(tensor) is not EagerTensor:
            inputs = convert_inputs(op_def, inputs)
            values = [tensor._value for tensor in inputs]
            break
        values.append(tensor._value)
    return _execute(op_def, inputs, values, attrs, name)


def _execute(op_def, inputs, values, attrs, name):
    op_def.check(inputs)
    try:
        if values and getattr(values[0], "dtype", None) in _FLOATING:
            with np.errstate(all="ignore"):
                result = op_def.kernel(*values, **op_def.full_attrs(attrs))
        else:
            result = op_def.kernel(*values, **op_def.full_attrs(attrs))
    except errors.OpError as error:
        raise _eager_error(op_def, error, name) from None
    except ValueError as error:  # NumPy refused to broadcast
        raise _eager_error(op_def, kernel_error(values, error), name) from None
    if op_def.single:
        arg = op_def.outputs[0]
        output = EagerTensor(result, arg.dtype if arg.dtype is not None and arg.dtype.numpy_dtype is None else None)
        if context.tapes:
            _tape(op_def, inputs, [output], attrs)
        return output
    if not op_def.outputs:
        if context.tapes:
            _tape(op_def, inputs, [], attrs)
        return None
    expected = op_def.outputs if op_def.outputs[-1].is_list is False else None
    outputs = [EagerTensor(value, expected[i].dtype if expected and expected[i].dtype is not None
                           and expected[i].dtype.numpy_dtype is None else None) for i, value in enumerate(result)]
    if context.tapes:
        _tape(op_def, inputs, outputs, attrs)
    return outputs


def _tape(op_def, inputs, outputs, attrs):
    record = Record(op_def, list(inputs), outputs, op_def.full_attrs(attrs))
    for tape in context.tapes:
        tape.record(record)


def kernel_error(values, error):
    """TensorFlow's error for a ValueError that a NumPy kernel raised."""
    shapes = [list(np.shape(value)) for value in values]
    if len(shapes) == 2 and "broadcast" in str(error):
        left, right = ("[" + ",".join(map(str, shape)) + "]" for shape in shapes)
        return errors.InvalidArgumentError(None, None, f"Incompatible shapes: {left} vs. {right}")
    return errors.InvalidArgumentError(None, None, str(error))


def _eager_error(op_def, error, name):
    """`error` in the dress of eager execution: the op before and after the kernel's text."""
    message = error.message
    if "[Op:" not in message:
        message = (f"{{{{function_node __wrapped__{op_def.name}_device_/job:localhost/replica:0/task:0/device:CPU:0}}}} "
                   f"{message} [Op:{op_def.name}]")
    error.message = message + " name: " + (name or "")
    return error


def _record(op_def, inputs, attrs, name):
    graph = context.graph
    for tensor in inputs:
        if type(tensor) is not SymbolicTensor or tensor.op.graph is not graph:
            with graph.name_scope(name or op_def.name) as scope:
                inputs = convert_inputs(op_def, inputs)
            name = scope
            break
    operation = graph.add_operation(op_def, list(inputs), attrs, name)
    if context.tapes:
        for tape in context.tapes:
            tape.record(operation)
    if op_def.single:
        return operation.outputs[0]
    return operation.outputs if op_def.outputs else operation


def convert_inputs(op_def, inputs):
    """`inputs` as tensors of the current mode: Python values take the dtype of the inputs they share a type with."""
    args = op_def.input_args(len(inputs))
    known = {}
    if context.graph is None:  # eagerly any tensor sets the type; in graphs only those before do
        for arg, value in zip(args, inputs):
            dtype = getattr(value, "dtype", None)
            if arg.type_attr and isinstance(dtype, dtypes.DType) and not (arg.is_list and not arg.number_attr):
                known.setdefault(arg.type_attr, dtype)
    converted = []
    for arg, value in zip(args, inputs):
        if type(value) is SymbolicTensor and context.graph is None:
            raise out_of_scope(value, None)
        shared = not (arg.is_list and not arg.number_attr)
        dtype = arg.dtype or (known.get(arg.type_attr) if shared else None)
        if isinstance(value, Tensor) or isinstance(getattr(value, "dtype", None), dtypes.DType):
            dtype = None  # a tensor is never cast: the check below names both types
        tensor = convert_to_tensor(value, dtype, name=arg.name)
        if shared and arg.type_attr:
            known.setdefault(arg.type_attr, tensor.dtype)
        converted.append(tensor)
    return converted
