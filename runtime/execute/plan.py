"""Plans: a FuncGraph as one generated Python function over NumPy.

Conditions and loops are Python's own, calls are inlined, and elementwise results are written into the memory of operands that
nobody reads again. Each node is one line, so that a failure tells its node.
"""

from __future__ import annotations

import itertools
import threading
import weakref

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dispatch import kernel_error
from runtime.core.graph_text import attr_text
from runtime.core.graph_view import subgraphs
from runtime.execute.blocks import MIN_SIZE, grouped
from runtime.execute.kernels import bound_kernel
from runtime.execute.schedule import CALLS, CONDITIONS, LOOPS
from runtime.execute.simplify import Simplified, array_key

_plan_numbers = itertools.count(1)
_lock = threading.RLock()  # folding a call compiles what it calls
_PLANS = weakref.WeakValueDictionary()  # file name of generated code → plan


def plan_of(graph):
    """The plan of `graph`, compiled on first use."""
    plan = getattr(graph, "plan", None)
    if plan is None:
        with _lock:
            plan = getattr(graph, "plan", None)
            if plan is None:
                plan = graph.plan = Plan(graph)
    return plan


def check_kernels(graph):
    """Raises InvalidArgumentError if TensorFlow has no kernel for a node of `graph`, also one in a branch or one that nobody reads."""
    for operation in graph.operations:
        op_def = operation.op_def
        for attr, refused in op_def.unserved.items():
            if operation.attrs.get(attr) in refused:
                listed = ", ".join(f"{name}={attr_text(value)}" for name, value in sorted(operation.attrs.items()))
                raise errors.InvalidArgumentError(None, None, f"{op_def.no_kernel(operation.name, listed)} [Op:{graph.name}]")
        for _, inner in subgraphs(operation):
            check_kernels(inner)


class Plan:
    """The compiled form of a graph.

    Attributes:
        function: takes one array for each graph input, returns the list of outputs.
        source: the generated Python text, for reading.
    """

    def __init__(self, graph):
        self.graph = graph
        check_kernels(graph)
        writer = _Writer(getattr(graph, "memories", None))
        names = [f"a{i}" for i in range(len(graph.inputs))]
        outputs = writer.graph(graph, names, 1)
        writer.line(1, f"return [{', '.join(outputs)}]", None)
        self.source = f"def run({', '.join(names)}):\n" + "\n".join(writer.lines) + "\n"
        self._nodes = [None, *writer.nodes]
        filename = f"<graph {graph.name} {next(_plan_numbers)}>"
        _PLANS[filename] = self
        code = compile(self.source, filename, "exec")
        exec(code, writer.namespace)
        self.function = writer.namespace["run"]

    def __call__(self, args):
        """Outputs for `args`. A kernel's failure becomes an OpError that knows its node (`error.op`)."""
        try:
            with np.errstate(all="ignore"):
                return self.function(*args)
        except Exception as error:
            raise located(error) from error.__cause__


def located(error):
    """`error` as an OpError that names the innermost node whose line raised it, if a plan raised it at all."""
    node = frame = None
    traceback = error.__traceback__
    while traceback is not None:
        plan = _PLANS.get(traceback.tb_frame.f_code.co_filename)
        if plan is not None and plan._nodes[traceback.tb_lineno - 1] is not None:
            node, frame = plan._nodes[traceback.tb_lineno - 1], traceback.tb_frame
        traceback = traceback.tb_next
    if node is None:
        return error
    operation, args = node
    if isinstance(error, ValueError) and not isinstance(error, errors.InaccessibleTensorError):
        scope = {**frame.f_globals, **frame.f_locals}
        error = kernel_error([scope[name] for name in args], error)
    if isinstance(error, errors.OpError) and error.op is None:
        error.op = operation
    return error


class _Writer:
    """Emits the lines of a plan; `nodes[i]` is (operation, argument names) of line i, None for lines of no operation."""

    def __init__(self, memories=None):
        self.memories = memories
        self.lines = []
        self.nodes = []
        self.namespace = {}
        self._constants = {}
        self._count = itertools.count()

    def line(self, indent, text, node):
        self.lines.append("    " * indent + text)
        self.nodes.append(node)

    def fresh(self):
        return f"v{next(self._count)}"

    def bind(self, prefix, value):
        """A name in the generated code for a Python object."""
        name = f"{prefix}{len(self.namespace)}"
        self.namespace[name] = value
        return name

    def constant(self, value):
        """A name for an array; small equal ones share it."""
        key = array_key(value)
        if key is None:
            return self.bind("c", value)
        if key not in self._constants:
            self._constants[key] = self.bind("c", value)
        return self._constants[key]

    def graph(self, graph, args, indent, wanted=None):
        """Emit `graph` applied to the expressions `args`; the names of its outputs (those at the positions `wanted`)."""
        return _GraphWriter(self, graph, args, indent, wanted).emit()


class _GraphWriter:
    """Emits one graph, or one branch or body, within a plan."""

    def __init__(self, writer, graph, args, indent, wanted):
        self.writer = writer
        self.indent = indent
        self.graph = Simplified(graph, args, wanted)
        self.names = dict(self.graph.arguments)  # id(tensor) → expression
        self.memory = _Memory(self.graph)
        self._free = []  # variables in nobody's use

    def emit(self):
        for nodes, group in grouped(self.graph):
            if group is not None:
                self._group(group)
            else:
                self._node(nodes[0])
        return [self.expression(tensor) for tensor in self.graph.outputs]

    def inputs(self, operation):
        """The expressions of the inputs of `operation`, None in place of those whose values nobody needs."""
        return ["None" if tensor is None else self.expression(self.graph.source(tensor))
                for tensor in self.graph.schedule.inputs(operation)]

    def expression(self, tensor):
        name = self.names.get(id(tensor))
        if name is None:
            name = self.names[id(tensor)] = self.writer.constant(self.graph.constants[id(tensor)])
        return name

    def _group(self, group):
        """One call for all nodes of the group; where it declines, as it does for small arrays, a line for each."""
        writer = self.writer
        args = [self.expression(tensor) for tensor in group.inputs]
        names = [self.name(tensor) for tensor in group.outputs]
        writer.line(self.indent, f"{', '.join(names)} = {writer.bind('g', group)}({', '.join(args)}) "
                                 f"if {args[0]}.size >= {MIN_SIZE} else {group.nothing}", None)
        writer.line(self.indent, f"if {names[0]} is None:", None)
        self.indent += 1
        for operation in group.nodes:
            self._node(operation)
        self.indent -= 1

    def _node(self, operation):
        special = _SPECIAL.get(operation.type)
        if special is not None:
            special(self, operation)
            return
        args = self.inputs(operation)
        kernel = bound_kernel(operation, self.writer.memories)
        given = list(args)
        if isinstance(kernel, np.ufunc):
            out = self.memory.buffer(operation)
            if out is not None:
                given.append(self.expression(out))
        text = f"{self._kernel(kernel)}({', '.join(given)})"
        self._free += [self.names[id(tensor)] for tensor in self.memory.dying(operation)]
        outputs = [self.name(tensor) for tensor in operation.outputs]
        if operation.op_def.single:
            text = f"{outputs[0]} = {text}"
        elif outputs:
            text = f"[{', '.join(outputs)}] = {text}"
        self.writer.line(self.indent, text, (operation, args))

    def name(self, tensor):
        """The variable that takes the value of `tensor`: one whose own value is not needed any more, which frees its memory."""
        name = self.names.get(id(tensor))
        if name is None:
            name = self.names[id(tensor)] = self._free.pop() if self._free else self.writer.fresh()
        return name

    def take(self, operation, positions, names):
        """Note the variables of the outputs of `operation` at `positions`."""
        for position, name in zip(positions, names):
            self.names[id(operation.outputs[position])] = name

    def _kernel(self, kernel):
        name = getattr(kernel, "__name__", "")
        namespace = self.writer.namespace
        if isinstance(kernel, np.ufunc) and name.isidentifier() and namespace.setdefault(name, kernel) is kernel:
            return name
        return self.writer.bind("k", kernel)


class _Memory:
    """When values are needed for the last time, and which of them an elementwise node may overwrite with its result.

    Only results of ufuncs that are read by ufuncs alone qualify for that: everything else may be a view of something.
    """

    def __init__(self, simplified):
        self._graph = simplified
        self._last = {}
        self._kept = set(map(id, simplified.outputs)) | simplified.constants.keys() | simplified.arguments.keys()
        self._viewed = set()
        for operation in simplified.nodes:
            for tensor in simplified.inputs(operation):
                self._last[id(tensor)] = operation
                if not _is_ufunc(operation):
                    self._viewed.add(id(tensor))
                if operation.type in _SPECIAL:  # a name may live on as a result of the graph inside
                    self._kept.add(id(tensor))
            if operation.type in _SPECIAL:
                self._kept.update(map(id, operation.outputs))

    def dying(self, operation):
        """The values that nobody reads after `operation`."""
        return {id(tensor): tensor for tensor in self._graph.inputs(operation)
                if self._last[id(tensor)] is operation and id(tensor) not in self._kept}.values()

    def buffer(self, operation):
        """An input of `operation` that dies here and has the output's dtype and shape, or None."""
        if not _is_ufunc(operation):
            return None
        out = operation.outputs[0]
        for tensor in self.dying(operation):
            if (id(tensor) not in self._viewed and tensor.dtype is out.dtype and _is_ufunc(tensor.op)
                    and _same_array_shape(tensor, out, operation)):
                return tensor
        return None


def _is_ufunc(operation):
    kernel = operation.op_def.kernel
    return isinstance(kernel, np.ufunc) and kernel.signature is None


def _same_array_shape(tensor, out, operation):
    """Whether both are arrays (0-d results are scalars, which hold nothing) of the same shape in every run."""
    dims = tensor._dims
    if not dims or dims != out._dims or tensor.dtype is dtypes.string:
        return False
    return None not in dims or all(other._dims == () or other is tensor for other in operation.inputs)


def _if(writer, operation):
    """A Python `if`; both branches leave their results in the same names."""
    emit, indent = writer.writer, writer.indent
    condition, *args = writer.inputs(operation)
    read = writer.graph.schedule.read(operation)
    results = [emit.fresh() for _ in read]
    holds = _truth(emit, operation.inputs[0], condition, "If")
    for keyword, branch in ((f"if {holds}:", "then_branch"), ("else:", "else_branch")):
        emit.line(indent, keyword, (operation, [condition]))
        outputs = emit.graph(operation.attrs[branch], args, indent + 1, read)
        emit.line(indent + 1, f"{', '.join(results)} = {', '.join(outputs)}" if results else "pass", None)
    writer.take(operation, read, results)


def _truth(emit, tensor, expression, kind):
    """The condition `expression`; where it may turn out to be no boolean scalar, behind a check."""
    if tensor.dtype is dtypes.bool_ and tensor._dims == ():
        return expression
    from runtime.ops.control_flow import truth
    return f"{emit.bind('k', truth)}({expression}, {kind!r})"


def _while(writer, operation):
    """A Python `while`, its variables carried in names of their own."""
    emit, indent = writer.writer, writer.indent
    carried = writer.graph.schedule.read(operation)
    names = {position: emit.fresh() for position in carried}
    inputs = writer.inputs(operation)
    args = [names.get(position, "None") for position in range(len(inputs))]
    if carried:
        emit.line(indent, f"{', '.join(names.values())} = {', '.join(inputs[position] for position in carried)}", None)
    emit.line(indent, "while True:", None)
    [condition] = emit.graph(operation.attrs["cond"], args, indent + 1)
    holds = _truth(emit, operation.attrs["cond"].outputs[0], condition, "While")
    emit.line(indent + 1, f"if not {holds}: break", (operation, [condition]))
    outputs = emit.graph(operation.attrs["body"], args, indent + 1, carried)
    changed = [(name, output) for name, output in zip(names.values(), outputs) if name != output]
    if changed:
        emit.line(indent + 1, f"{', '.join(n for n, _ in changed)} = {', '.join(o for _, o in changed)}", None)
    writer.take(operation, carried, names.values())


def _call(writer, operation):
    """The function's body in place of the call, as TensorFlow's optimiser has it: each call has random states of its own."""
    read = writer.graph.schedule.read(operation)
    writer.take(operation, read, writer.writer.graph(operation.attrs["f"], writer.inputs(operation), writer.indent, read))


_SPECIAL = {**dict.fromkeys(CALLS, _call), **dict.fromkeys(CONDITIONS, _if), **dict.fromkeys(LOOPS, _while)}
