"""Plans: a FuncGraph as one generated Python function over NumPy.

Constants are folded, equal nodes shared, conditions and loops inlined as Python's own, and elementwise results are
written into the memory of operands that nobody reads again. Each node is one line, so that a failure tells its node.
"""

from __future__ import annotations

import itertools
import threading
import weakref

import numpy as np

from runtime.core import dtypes, errors
from runtime.core.dispatch import kernel_error
from runtime.execute.kernels import bound_kernel
from runtime.execute.schedule import schedule

_FOLD_LIMIT = 1 << 20  # elements; larger constants are cheaper to compute than to keep
_SHARE_LIMIT = 64      # elements of an array attribute that takes part in a comparison of nodes
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


class Plan:
    """The compiled form of a graph.

    Attributes:
        function: takes one array for each graph input, returns the list of outputs.
        source: the generated Python text, for reading.
    """

    def __init__(self, graph):
        self.graph = graph
        writer = _Writer()
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

    def __init__(self):
        self.lines = []
        self.nodes = []
        self.namespace = {}
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

    def graph(self, graph, args, indent):
        """Emit `graph` applied to the expressions `args`; the names of its outputs."""
        return _GraphWriter(self, graph, args, indent).emit()


class _GraphWriter:
    """Emits one graph, or one branch or body, within a plan."""

    def __init__(self, writer, graph, args, indent):
        self.writer = writer
        self.target = graph
        self.indent = indent
        self.order = schedule(graph)
        self.names = {}      # id(tensor) → expression
        self.constants = {}  # id(tensor) → NumPy value
        self.shared = {}     # node key → operation whose outputs serve
        self.keys = {}       # id(operation) → its node key
        for tensor, name in zip(graph.inputs, args):
            if tensor.op.type == "Const":  # a small captured value
                self._constant(tensor, tensor.op.attrs["value"])
            else:
                self.names[id(tensor)] = name

    def emit(self):
        reusable = _Reuse(self.order, self.target.outputs)
        for operation in self.order:
            if operation.type == "Placeholder":
                continue
            if operation.type == "Const":
                self._constant(operation.outputs[0], operation.attrs["value"])
            elif not self._fold(operation) and not self._share(operation, reusable):
                self._node(operation, reusable)
        return [self.expression(tensor) for tensor in self.target.outputs]

    def expression(self, tensor):
        name = self.names.get(id(tensor))
        if name is None:
            name = self.names[id(tensor)] = self.writer.bind("c", self.constants[id(tensor)])
        return name

    def _constant(self, tensor, value):
        self.constants[id(tensor)] = value

    def _fold(self, operation):
        """Compute a pure node of constants now. A node that fails is left to fail when it is run."""
        if operation.op_def.stateful or not operation.outputs or operation.control_inputs:
            return False
        if not all(id(tensor) in self.constants for tensor in operation.inputs):
            return False
        if any(tensor.dtype.numpy_dtype is None for tensor in operation.outputs) or _holds_graph(operation):
            return False
        try:
            with np.errstate(all="ignore"):
                result = bound_kernel(operation)(*(self.constants[id(t)] for t in operation.inputs))
        except (errors.OpError, ValueError, TypeError, OverflowError, MemoryError):
            return False
        results = (result,) if operation.op_def.single else result
        if sum(np.size(value) for value in results) > _FOLD_LIMIT:
            return False
        for tensor, value in zip(operation.outputs, results):
            self._constant(tensor, value)
        return True

    def _share(self, operation, reusable):
        """Let an equal earlier node serve. Its memory must then not be reused before the last reader of both."""
        if operation.op_def.stateful or not operation.outputs or _holds_graph(operation):
            return False
        key = _node_key(operation, self.names, self.constants)
        if key is None:
            return False
        twin = self.shared.setdefault(key, operation)
        if twin is operation:
            self.keys[id(operation)] = key
            return False
        for mine, theirs in zip(operation.outputs, twin.outputs):
            self.names[id(mine)] = self.names[id(theirs)]
            reusable.forbid(theirs)
            reusable.forbid(mine)
        return True

    def _node(self, operation, reusable):
        special = _SPECIAL.get(operation.type)
        if special is not None:
            special(self, operation)
            return
        writer = self.writer
        args = [self.expression(tensor) for tensor in operation.inputs]
        kernel = bound_kernel(operation)
        if isinstance(kernel, np.ufunc):
            out = reusable.buffer(operation, self.constants)
            if out is not None:
                args.append(self.expression(out))
                self.shared.pop(self.keys.get(id(out.op)), None)  # its value is gone after this line
        call = f"{self._kernel(operation, kernel)}({', '.join(args)})"
        outputs = [writer.fresh() for _ in operation.outputs]
        for tensor, name in zip(operation.outputs, outputs):
            self.names[id(tensor)] = name
        if not outputs:
            text = call
        elif operation.op_def.single:
            text = f"{outputs[0]} = {call}"
        else:
            text = f"[{', '.join(outputs)}] = {call}"
        writer.line(self.indent, text, (operation, args))

    def _kernel(self, operation, kernel):
        name = getattr(kernel, "__name__", "")
        namespace = self.writer.namespace
        if isinstance(kernel, np.ufunc) and name.isidentifier() and namespace.setdefault(name, kernel) is kernel:
            return name
        return self.writer.bind("k", kernel)


def _holds_graph(operation):
    return any(hasattr(value, "operations") or isinstance(value, list) and any(hasattr(item, "operations") for item in value)
               for value in operation.attrs.values())


def _node_key(operation, names, constants):
    """Equal for nodes that compute the same from the same; None if that cannot be told cheaply."""
    inputs = []
    for tensor in operation.inputs:
        name = names.get(id(tensor))
        inputs.append(name if name is not None else _array_key(constants[id(tensor)]))
    attrs = []
    for name, value in operation.attrs.items():
        if isinstance(value, np.ndarray):
            value = _array_key(value)
        elif isinstance(value, list):
            value = tuple(value)
        attrs.append((name, type(value), value))
    key = (operation.type, tuple(inputs), tuple(attrs), tuple(id(control) for control in operation.control_inputs))
    try:
        hash(key)
    except TypeError:
        return None
    return None if None in inputs else key


def _array_key(value):
    value = np.asarray(value)
    if value.size > _SHARE_LIMIT or value.dtype.kind == "O":
        return None
    return value.dtype.str, value.shape, value.tobytes()


class _Reuse:
    """Which operand's memory an elementwise node may write its result to.

    Only results of ufuncs that are read by ufuncs alone qualify: everything else may be a view of something.
    """

    def __init__(self, order, outputs):
        self._last = {}
        self._barred = {id(tensor) for tensor in outputs}
        for operation in order:
            is_ufunc = isinstance(operation.op_def.kernel, np.ufunc)
            for tensor in operation.inputs:
                self._last[id(tensor)] = id(operation)
                if not is_ufunc:
                    self._barred.add(id(tensor))

    def forbid(self, tensor):
        self._barred.add(id(tensor))

    def buffer(self, operation, constants):
        """An input of `operation` that dies here and has the output's dtype and shape, or None."""
        out = operation.outputs[0]
        for tensor in operation.inputs:
            producer = tensor.op.op_def
            if (id(tensor) not in self._barred and id(tensor) not in constants and self._last[id(tensor)] == id(operation) and tensor.dtype is out.dtype
                    and isinstance(producer.kernel, np.ufunc) and producer.kernel.signature is None
                    and operation.op_def.kernel.signature is None and _same_array_shape(tensor, out, operation)):
                return tensor
        return None


def _same_array_shape(tensor, out, operation):
    """Whether both are arrays (0-d results are scalars, which hold nothing) of the same shape in every run."""
    dims = tensor._dims
    if not dims or tensor.dtype is dtypes.string:
        return False
    return len(operation.inputs) == 1 or None not in dims and dims == out._dims


def _identity(writer, operation):
    writer.names[id(operation.outputs[0])] = writer.expression(operation.inputs[0])


def _if(writer, operation):
    """A Python `if`; both branches leave their results in the same names."""
    emit, indent = writer.writer, writer.indent
    condition, *args = (writer.expression(tensor) for tensor in operation.inputs)
    results = [emit.fresh() for _ in operation.outputs]
    holds = _truth(emit, operation.inputs[0], condition, "If")
    for keyword, branch in ((f"if {holds}:", "then_branch"), ("else:", "else_branch")):
        emit.line(indent, keyword, (operation, [condition]))
        outputs = emit.graph(operation.attrs[branch], args, indent + 1)
        emit.line(indent + 1, f"{', '.join(results)} = {', '.join(outputs)}" if results else "pass", None)
    for tensor, name in zip(operation.outputs, results):
        writer.names[id(tensor)] = name


def _truth(emit, tensor, expression, kind):
    """The condition `expression`; where it may turn out to be no boolean scalar, behind a check."""
    if tensor.dtype is dtypes.bool_ and tensor._dims == ():
        return expression
    from runtime.ops.control_flow import truth
    return f"{emit.bind('k', truth)}({expression}, {kind!r})"


def _while(writer, operation):
    """A Python `while`, its variables carried in names of their own."""
    emit, indent = writer.writer, writer.indent
    carried = [emit.fresh() for _ in operation.inputs]
    if carried:
        start = ", ".join(writer.expression(tensor) for tensor in operation.inputs)
        emit.line(indent, f"{', '.join(carried)} = {start}", None)
    emit.line(indent, "while True:", None)
    [condition] = emit.graph(operation.attrs["cond"], carried, indent + 1)
    holds = _truth(emit, operation.attrs["cond"].outputs[0], condition, "While")
    emit.line(indent + 1, f"if not {holds}: break", (operation, [condition]))
    outputs = emit.graph(operation.attrs["body"], carried, indent + 1)
    changed = [(name, output) for name, output in zip(carried, outputs) if name != output]
    if changed:
        emit.line(indent + 1, f"{', '.join(n for n, _ in changed)} = {', '.join(o for _, o in changed)}", None)
    for tensor, name in zip(operation.outputs, carried):
        writer.names[id(tensor)] = name


def _nothing(writer, operation):
    """A NoOp only orders others."""


def _call(writer, operation):
    """The function's body in place of the call, as TensorFlow's optimiser has it: each call has random states of its own."""
    args = [writer.expression(tensor) for tensor in operation.inputs]
    outputs = writer.writer.graph(operation.attrs["f"], args, writer.indent)
    for tensor, name in zip(operation.outputs, outputs):
        writer.names[id(tensor)] = name


_SPECIAL = {"Identity": _identity, "PartitionedCall": _call, "StatefulPartitionedCall": _call, "NoOp": _nothing,
            "If": _if, "StatelessIf": _if, "While": _while, "StatelessWhile": _while}
