"""The passes: each makes a `Program` of another. `PASSES` has them in their order, and may be added to."""

from __future__ import annotations

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.tensor import EagerTensor
from runtime.execute.blocks import group
from runtime.execute.kernels import bound_kernel
from runtime.execute.states import forward, schedule
from runtime.execute.program import Node, Program, Result, array_key
from runtime.execute.needs import needs

_FOLD_LIMIT = 1 << 20  # elements; larger constants are cheaper to compute than to keep


def prune(graph, args, wanted=None, distinct=frozenset()):
    """The program of what outputs and effects need of `graph`, applied to the expressions `args`, one for each of its inputs.

    `wanted` are the positions of the outputs to compute, all by default. Constants and identities are no nodes.
    """
    needed = needs(graph, wanted)
    nodes, arguments, constants, sources, first = [], {}, {}, {}, {}
    for tensor, name in zip(graph.inputs, args):
        if tensor.op.op_def.is_constant and not hasattr(graph, "given"):  # a small captured value
            constants[id(tensor)] = tensor.op.attrs["value"]
        else:
            arguments[id(tensor)] = name
            sources[id(tensor)] = first.setdefault(name, tensor)
    for operation in needed.order:
        op_def = operation.op_def
        if op_def.is_constant:
            constants[id(operation.outputs[0])] = operation.attrs["value"]
        elif op_def.role == "identity":
            tensor = operation.inputs[0]
            sources[id(operation.outputs[0])] = sources.get(id(tensor), tensor)
        elif op_def.role not in ("placeholder", "nothing"):
            nodes.append(Node(operation, [sources.get(id(tensor), tensor) for tensor in needed.inputs(operation)]))
    return Program(nodes, arguments, constants, [sources.get(id(tensor), tensor) for tensor in needed.outputs], needed,
                   distinct)


def fold(program):
    """Pure nodes of constants computed now. A node that fails is left to fail when it is run."""
    constants = dict(program.constants)
    return program.replaced([node for node in program.nodes if not _folded(node, constants)], constants=constants)


def _folded(node, constants):
    operation = node.operation
    if operation.op_def.stateful or not operation.outputs or operation.control_inputs:
        return False
    if not all(id(tensor) in constants for tensor in node.read) or len(node.read) != len(node.inputs):
        return False
    if any(tensor.dtype.numpy_dtype is None for tensor in operation.outputs) or _holds_graph(operation):
        return False
    try:
        with np.errstate(all="ignore"):
            result = bound_kernel(operation)(*(constants[id(tensor)] for tensor in node.inputs))
    except (errors.OpError, ValueError, TypeError, OverflowError, MemoryError):
        return False
    results = (result,) if operation.op_def.single else result
    if sum(np.size(value) for value in results) > _FOLD_LIMIT:
        return False
    for tensor, value in zip(operation.outputs, results):
        constants[id(tensor)] = value
    return True


def lower(program):
    """Ops that are expressions (`OpDef.lower`) as their steps."""
    nodes, constants, held = [], dict(program.constants), []
    for node in program.nodes:
        if node.operation.op_def.lower is None or not _steps(node, program, nodes, constants, held):
            nodes.append(node)
    return program.replaced(nodes, constants=constants, held=held)


def _steps(node, program, nodes, constants, held):
    """Whether the node can be lowered. Then its steps are added to `nodes`, their scalars to `constants`, all tensors to `held`."""
    operation, [output] = node.operation, node.outputs
    if not all(map(is_plain, (*node.inputs, output))):
        return False
    dims = output._dims
    if not all(program.fits(tensor, dims) for tensor in node.inputs):
        return False
    try:
        found = operation.op_def.lower.steps([tensor.dtype.numpy_dtype for tensor in node.inputs], operation.kernel_attrs())
    except errors.OpError:  # attributes that do not fit: it is left to fail when it is run
        return False
    if found is None:
        return False
    values, steps = found
    if steps[-1].output.dtype != output.dtype.numpy_dtype:
        return False
    may_fail = (dims is None or None in dims) and sum(not program.is_scalar(tensor) for tensor in node.inputs) > 1
    tensors = dict(zip(map(id, values), node.inputs))
    held += values
    for step in steps:
        inputs = []
        for value in step.inputs:
            if id(value) not in tensors:  # a scalar: all values were given or made
                tensors[id(value)] = constant = Result(dtypes.FROM_NUMPY[value.dtype], ())
                constants[id(constant)] = value
                held.append(constant)
            inputs.append(tensors[id(value)])
        last = step is steps[-1]
        shape = dims if any(tensor._dims == dims for tensor in inputs) else max((tensor._dims for tensor in inputs), key=len)
        result = output if last else Result(dtypes.FROM_NUMPY[step.output.dtype], shape)
        tensors[id(step.output)] = result
        held.append(result)
        nodes.append(Node(operation, inputs, [result], step.function, node.inputs if may_fail else None))
    return True


def is_plain(tensor):
    """Whether it holds real numbers or booleans of NumPy's own."""
    dtype = tensor.dtype.numpy_dtype
    return dtype is not None and dtype.kind in "biuf" and dtype not in dtypes.WIDE


def share(program):
    """Of equal nodes the first one alone."""
    nodes, sources, known = [], {}, {}
    for node in program.nodes:
        node = node.reading(sources)
        key = None if node.operation.op_def.stateful or not node.outputs or _holds_graph(node.operation) else _key(node, program)
        twin = node if key is None else known.setdefault(key, node)
        if twin is node:
            nodes.append(node)
        else:
            sources.update((id(mine), theirs) for mine, theirs in zip(node.outputs, twin.outputs))
    return program.replaced(nodes, sources)


def _key(node, program):
    """Equal for nodes that compute the same from the same; None if that cannot be told cheaply."""
    inputs = []
    for tensor in node.inputs:
        value = program.constants.get(id(tensor))
        inputs.append(id(tensor) if value is None else array_key(value))
    if None in inputs:
        return None
    operation, attrs = node.operation, []
    controls = tuple(id(control) for control in operation.control_inputs)
    if node.is_step:
        return node.function, tuple(inputs), controls, node.outputs[0].dtype
    if operation.op_def.commutative:
        inputs.sort(key=repr)
    for name, value in operation.attrs.items():
        if isinstance(value, np.ndarray):
            value = array_key(value)
        elif isinstance(value, list):
            value = tuple(value)
        attrs.append((name, type(value), value))
    key = (operation.type, tuple(inputs), tuple(attrs), controls)
    try:
        hash(key)
    except TypeError:
        return None
    return key


def _holds_graph(operation):
    return any(hasattr(value, "operations") or isinstance(value, list) and any(hasattr(item, "operations") for item in value)
               for value in operation.attrs.values())


PASSES = [fold, lower, forward, share, schedule, group]


def distinct_variables(graph, names):
    """Those of the names of the inputs of `graph` that are captured variables: each is captured once."""
    captured = {id(inner) for outer, inner in getattr(graph, "captures", ())
                if outer.dtype is dtypes.resource and isinstance(outer, EagerTensor)}
    return frozenset(name for tensor, name in zip(graph.inputs, names) if id(tensor) in captured)


def simplified(graph, args, wanted=None, distinct=frozenset()):
    """`prune`, then all `PASSES`."""
    program = prune(graph, args, wanted, distinct)
    for one in PASSES:
        program = one(program)
    return program


def stages(graph):
    """[(name, program)]: `graph` after each pass, to print and compare."""
    names = [f"a{i}" for i in range(len(graph.inputs))]
    program = prune(graph, names, None, distinct_variables(graph, names))
    found = [(prune.__name__, program)]
    for one in PASSES:
        program = one(program)
        found.append((one.__name__, program))
    return found
