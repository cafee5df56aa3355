"""`dispatch`: the only way to run an op or to record one."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors, float_errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.narrow import widened
from runtime.core.op_def import OpDef
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor, out_of_scope
from runtime.core.values import to_array

_NUMBERS = frozenset({int, float})
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
    given = inputs
    for tensor in inputs:
        if type(tensor) is not EagerTensor:
            inputs = convert_inputs(op_def, inputs, attrs)
            values = [tensor._value for tensor in inputs]
            break
        values.append(tensor._value)
    return _execute(op_def, inputs, values, attrs, name, given)


def _execute(op_def, inputs, values, attrs, name, given):
    try:
        op_def.check(inputs, attrs)
        if op_def.checked_attrs:
            op_def.check_attrs(attrs)
        kernel = op_def.kernel
        if dtypes.WIDE:
            kernel = widened(kernel, op_def, inputs, lambda: op_def.output_dtypes(op_def.resolve(inputs, attrs)))
        if values and getattr(values[0], "dtype", None) in _FLOATING:
            before = float_errors.ignore()
            try:
                result = kernel(*values, **op_def.full_attrs(attrs))
            finally:
                float_errors.restore(before)
        else:
            result = kernel(*values, **op_def.full_attrs(attrs))
    except errors.OpError as error:
        raise _eager_error(op_def, error, name, given, attrs) from None
    except ValueError as error:  # NumPy refused to broadcast
        raise _eager_error(op_def, kernel_error(values, error), name, given, attrs) from None
    except MemoryError as error:
        raise _eager_error(op_def, _exhausted(error), name, given, attrs) from None
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
    expected = op_def.outputs if op_def.outputs[-1].is_list is False and len(result) == len(op_def.outputs) else None
    outputs = [EagerTensor(value, expected[i].dtype if expected and expected[i].dtype is not None
                           and expected[i].dtype.numpy_dtype is None else None) for i, value in enumerate(result)]
    if context.tapes:
        _tape(op_def, inputs, list(outputs), attrs)  # the caller may change the list
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
    if str(error).startswith("array is too big"):  # NumPy's word where the number of bytes does not fit 64 bits
        return errors.ResourceExhaustedError(None, None, f"OOM when allocating tensor: {error}")
    return errors.InvalidArgumentError(None, None, str(error))


def _exhausted(error):
    shape = "[" + ",".join(map(str, getattr(error, "shape", ()))) + "]"
    return errors.ResourceExhaustedError(None, None, f"OOM when allocating tensor with shape{shape} and type "
                                         f"{getattr(error, 'dtype', 'unknown')} on {EagerTensor.device.fget(None)} by allocator cpu")


def _eager_error(op_def, error, name, given, attrs):
    """`error` in the dress of eager execution: the op before and after the kernel's text.

    TensorFlow leaves out the name of an op that was given a sequence, text or NumPy scalar: these take another path there.
    """
    message = error.message
    if not message.endswith(f"[Op:{op_def.name}]"):
        message = (f"{{{{function_node __wrapped__{op_def.name}{_list_lengths(op_def, given, attrs)}_device_/job:localhost/"
                   f"replica:0/task:0/device:CPU:0}}}} {message} [Op:{op_def.name}]")
    if not any(isinstance(value, (list, tuple, str, bytes, np.generic)) for value in given):
        message += " name: " + (name or "")
    error.message = message
    return error


def _list_lengths(op_def, given, attrs):
    """``_N_2`` or ``_Tin_1_Tout_2``: the lengths of lists are part of the name under which TensorFlow runs an op eagerly."""
    lengths = {arg.number_attr or arg.type_attr: length
               for arg, length in zip(op_def.inputs, op_def.list_lengths(len(given), attrs)) if arg.is_list}
    for arg in op_def.outputs:
        value = (attrs or {}).get(arg.number_attr or arg.type_attr)
        if arg.is_list and value is not None:
            lengths.setdefault(arg.number_attr or arg.type_attr, len(value) if arg.number_attr is None else value)
    return "".join(f"_{attr}_{length}" for attr, length in sorted(lengths.items()))


def _record(op_def, inputs, attrs, name):
    graph = context.graph
    for tensor in inputs:
        if type(tensor) is not SymbolicTensor or tensor.op.graph is not graph:
            with graph.name_scope(name or op_def.name) as scope:
                inputs = convert_inputs(op_def, inputs, attrs)
            name = scope
            break
    operation = graph.add_operation(op_def, list(inputs), attrs, name)
    if context.tapes:
        for tape in context.tapes:
            tape.record(operation)
    if op_def.single:
        return operation.outputs[0]
    return list(operation.outputs) if op_def.outputs else operation  # the caller may change the list


def convert_inputs(op_def, inputs, attrs=None):
    """`inputs` as tensors of the current mode: Python values take the dtype of the inputs they share a type with."""
    if context.graph is None and len(inputs) == 2:
        left, right = inputs
        if type(left) is EagerTensor and type(right) in _NUMBERS and op_def.inputs[0].type_attr and \
                op_def.inputs[0].type_attr == op_def.inputs[1].type_attr:
            return [left, EagerTensor(*to_array(right, left.dtype))]  # the common case, and worth its lines
    args = op_def.input_args(len(inputs), attrs)
    known = {}
    if context.graph is None:  # eagerly any tensor sets the type; in graphs only those before do
        for arg, value in zip(args, inputs):
            dtype = value.dtype if type(value) is EagerTensor else getattr(value, "dtype", None)
            if arg.type_attr and isinstance(dtype, dtypes.DType) and not (arg.is_list and not arg.number_attr):
                known.setdefault(arg.type_attr, dtype)
    converted = []
    for index, (arg, value) in enumerate(zip(args, inputs)):
        if type(value) is EagerTensor:
            if context.graph is None:
                converted.append(value)
                continue
        elif type(value) is SymbolicTensor and context.graph is None:
            raise out_of_scope(value, None)
        shared = not (arg.is_list and not arg.number_attr)
        dtype = arg.dtype or (known.get(arg.type_attr) if shared else None)
        if isinstance(value, Tensor) or isinstance(getattr(value, "dtype", None), dtypes.DType):
            dtype = None  # a tensor is never cast: the check below names both types
        const_name = arg.name
        if arg.is_list:
            const_name += f"_{(index - op_def.list_input) % op_def.list_lengths(len(inputs), attrs)[op_def.list_input]}"
        try:
            tensor = convert_to_tensor(value, dtype, name=const_name)
        except (TypeError, ValueError) as error:
            if context.graph is None:
                raise
            raise _not_converted(op_def, args, inputs, arg, value, dtype, error) from None
        if dtype is None and not tensor._dims == () and isinstance(value, (list, tuple)):
            tensor = _allowed_default(op_def, arg, value, tensor, const_name)
        if shared and arg.type_attr and known.setdefault(arg.type_attr, tensor.dtype) is tensor.dtype:
            if context.graph is not None:
                op_def.check_allowed(arg, tensor.dtype)
        converted.append(tensor)
    return converted


def _not_converted(op_def, args, inputs, arg, value, dtype, error):
    """The exception for an input that could not become a tensor while a graph was built."""
    if isinstance(error, errors.InaccessibleTensorError):
        return error
    if arg.is_list:
        found = ", ".join(_natural_name(v) for a, v in zip(args, inputs) if a is arg)
        reason = "that don't all match" if arg.dtype is None else f"that do not match expected type {arg.dtype.name}"
        return TypeError(f"Tensors in list passed to '{arg.name}' of '{op_def.name}' Op have types [{found}] {reason}.")
    if isinstance(error, TypeError):
        return error if dtype is None else TypeError(
            f"Expected {dtype.name} passed to parameter '{arg.name}' of op '{op_def.name}', got {value!r} of type "
            f"'{type(value).__name__}' instead. Error: {error}")
    return ValueError(f"Tried to convert '{arg.name}' to a tensor and failed. Error: {error}")


def _natural_name(value):
    try:
        return convert_to_tensor(value).dtype.name
    except (TypeError, ValueError):
        return "<NOT CONVERTIBLE TO TENSOR>"


def _allowed_default(op_def, arg, value, tensor, name):
    """`tensor`, or an int32 one if `value` has no elements that would tell, and the op does not take floats here."""
    allowed = op_def.types.get(arg.type_attr)
    if allowed and tensor.dtype is dtypes.float32 and dtypes.float32 not in allowed and dtypes.int32 in allowed and \
            0 in (tensor._dims or ()):
        return convert_to_tensor(value, dtypes.int32, name=name)
    return tensor
