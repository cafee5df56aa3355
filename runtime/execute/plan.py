"""Plans: a FuncGraph as one generated Python function over NumPy.

Conditions and loops are Python's own, calls are inlined, and elementwise results are written into the memory of operands that
nobody reads again. Each node is one line, so that a failure tells its node.
"""

from __future__ import annotations

import itertools
import threading
import weakref

import numpy as np

from runtime.core import dtypes, errors, float_errors
from runtime.core.dispatch import kernel_error
from runtime.core.op_def import attr_text
from runtime.core.graph_view import subgraphs
from runtime.execute.blocks import MIN_SIZE, Group
from runtime.execute.kernels import bound_kernel
from runtime.ops.kernels.truth import truth
from runtime.execute.passes import distinct_variables, is_plain, simplified
from runtime.execute.program import array_key

#: Operators that give NumPy's scalars what the functions give, several times faster.
_OPERATORS = {np.add: "{} + {}", np.subtract: "{} - {}", np.multiply: "{} * {}", np.divide: "{} / {}", np.negative: "-{}",
              np.less: "{} < {}", np.less_equal: "{} <= {}", np.greater: "{} > {}", np.greater_equal: "{} >= {}",
              np.equal: "{} == {}", np.not_equal: "{} != {}"}
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
        names = [f"a{i}" for i in range(len(graph.inputs))]
        writer = _Writer(getattr(graph, "memories", None), distinct_variables(graph, names))
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
        before = float_errors.ignore()
        try:
            return self.function(*args)
        except Exception as error:
            raise located(error) from error.__cause__
        finally:
            float_errors.restore(before)


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
        error = _error_of(operation, [scope[name] for name in args], error)
    if isinstance(error, errors.OpError) and error.op is None:
        error.op = operation
    return error


def _error_of(operation, values, error):
    """The error that `operation` raises for the values of its inputs, of which a step, if it was lowered, raised the ValueError `error`."""
    if operation.op_def.lower is not None:
        try:
            bound_kernel(operation)(*values)
        except errors.OpError as own:
            return own
        except ValueError as own:
            error = own
    return kernel_error(values, error)


class _Writer:
    """Emits the lines of a plan; `nodes[i]` is (operation, argument names) of line i, None for lines of no operation."""

    def __init__(self, memories=None, distinct=frozenset()):
        self.memories = memories
        self.distinct = distinct
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
        self.graph = simplified(graph, args, wanted, writer.distinct)
        self.names = dict(self.graph.arguments)  # id(tensor) → expression
        self.memory = _Memory(self.graph)
        self._scalars = {}  # id(constant) → name of its value as NumPy's scalar
        self._free = []  # variables in nobody's use

    def emit(self):
        for node in self.graph.nodes:
            if isinstance(node, Group):
                self._group(node)
            else:
                self._node(node)
        return [self.expression(tensor) for tensor in self.graph.outputs]

    def inputs(self, node):
        """The expressions of the inputs of `node`, None in place of those whose values nobody needs."""
        return ["None" if tensor is None else self.expression(tensor) for tensor in node.inputs]

    def read(self, node):
        """The positions of the outputs of `node` that are needed; of a loop, of the variables that it carries."""
        return self.graph.needs.read(node.operation)

    def expression(self, tensor):
        name = self.names.get(id(tensor))
        if name is None:
            name = self.names[id(tensor)] = self.writer.constant(self.graph.constants[id(tensor)])
        return name

    def scalar(self, tensor):
        """The expression of a number: a constant is bound as NumPy's scalar, with which operators are faster than with an array."""
        value = self.graph.constants.get(id(tensor)) if id(tensor) not in self.graph.arguments else None
        if value is None:
            return self.expression(tensor)
        if id(tensor) not in self._scalars:
            self._scalars[id(tensor)] = self.writer.bind("s", value[()])
        return self._scalars[id(tensor)]

    def carried(self, tensor):
        """The expression of what a loop begins with; a number as NumPy's scalar."""
        if not is_number(tensor):
            return self.expression(tensor)
        name = self.scalar(tensor)
        return name if id(tensor) in self._scalars else f"{name}[()]"

    def _group(self, group):
        """One call for all nodes of the group; where it declines, as it does for small arrays, a line for each."""
        writer = self.writer
        args = [self.expression(tensor) for tensor in group.inputs]
        names = [self.name(tensor) for tensor in group.outputs]
        writer.line(self.indent, f"{', '.join(names)} = {writer.bind('g', group)}({', '.join(args)}) "
                                 f"if {args[0]}.size >= {MIN_SIZE} else {group.nothing}", None)
        writer.line(self.indent, f"if {names[0]} is None:", None)
        self.indent += 1
        for node in group.nodes:
            self._node(node)
        self.indent -= 1

    def _node(self, node):
        special = _SPECIAL.get(node.operation.op_def.role)
        if special is not None:
            special(self, node)
            return
        args = self.inputs(node)
        kernel = node.bound(self.writer.memories)
        given = list(args)
        if kernel is node.function and node.takes_out:
            out = self.memory.buffer(node)
            if out is not None:
                given.append(f"out={self.expression(out)}")
        operator = _OPERATORS.get(node.function) if isinstance(node.function, np.ufunc) else None
        if operator and kernel is node.function and all(map(is_number, (*node.inputs, *node.outputs))):
            text = operator.format(*map(self.scalar, node.inputs))
        else:
            text = f"{self._kernel(kernel)}({', '.join(given)})"
        if node.whole is not None:
            args = [self.expression(tensor) for tensor in node.whole]
        self._free += [self.names[id(tensor)] for tensor in self.memory.dying(node)]
        outputs = [self.name(tensor) for tensor in node.outputs]
        if len(outputs) == 1 and (node.is_step or node.operation.op_def.single):
            text = f"{outputs[0]} = {text}"
        elif outputs:
            text = f"[{', '.join(outputs)}] = {text}"
        self.writer.line(self.indent, text, (node.operation, args))

    def name(self, tensor):
        """The variable that takes the value of `tensor`: one whose own value is not needed any more, which frees its memory."""
        name = self.names.get(id(tensor))
        if name is None:
            name = self.names[id(tensor)] = self._free.pop() if self._free else self.writer.fresh()
        return name

    def take(self, node, positions, names):
        """Note the variables of the outputs of `node` at `positions`."""
        for position, name in zip(positions, names):
            self.names[id(node.outputs[position])] = name

    def _kernel(self, kernel):
        name = getattr(kernel, "__name__", "")
        namespace = self.writer.namespace
        if isinstance(kernel, np.ufunc) and name.isidentifier() and namespace.setdefault(name, kernel) is kernel:
            return name
        return self.writer.bind("k", kernel)


def is_number(tensor):
    """Whether its values are NumPy's scalars, or arrays of rank 0, for which the operators hold as well."""
    return tensor is not None and tensor._dims == () and is_plain(tensor)


class _Memory:
    """When values are needed for the last time, and which of them an elementwise node may overwrite with its result.

    Only results of ufuncs that are read by ufuncs alone qualify for that: everything else may be a view of something.
    """

    def __init__(self, program):
        self._last = {}
        self._kept = set(map(id, program.outputs)) | program.constants.keys() | program.arguments.keys()
        self._viewed = set()
        self._owned = set()
        for node in _flat(program.nodes):
            for tensor in node.needed:
                self._last[id(tensor)] = node
                if not node.takes_out:
                    self._viewed.add(id(tensor))
                if node.operation.op_def.role in _SPECIAL:  # a name may live on as a result of the graph inside
                    self._kept.add(id(tensor))
            if node.operation.op_def.role in _SPECIAL:
                self._kept.update(map(id, node.outputs))
            elif node.takes_out:
                self._owned.add(id(node.outputs[0]))

    def dying(self, node):
        """The values that nobody reads after `node`."""
        return {id(tensor): tensor for tensor in node.needed
                if self._last[id(tensor)] is node and id(tensor) not in self._kept}.values()

    def buffer(self, node):
        """An input of `node`, whose function can write into it, that dies here and has the output's dtype and shape; or None."""
        out = node.outputs[0]
        for tensor in self.dying(node):
            if (id(tensor) in self._owned and id(tensor) not in self._viewed and tensor.dtype is out.dtype
                    and any(tensor is other for other in node.inputs) and _same_array_shape(tensor, out, node)):
                return tensor
        return None


def _flat(nodes):
    for node in nodes:
        if isinstance(node, Group):
            yield from node.nodes
        else:
            yield node


def _same_array_shape(tensor, out, node):
    """Whether both are arrays (0-d results are scalars, which hold nothing) of the same shape in every run."""
    dims = tensor._dims
    if not dims or dims != out._dims or tensor.dtype is dtypes.string:
        return False
    return None not in dims or all(other._dims == () or other is tensor for other in node.inputs)


def _if(writer, node):
    """A Python `if`; both branches leave their results in the same names."""
    emit, indent, operation = writer.writer, writer.indent, node.operation
    condition, *args = writer.inputs(node)
    read = writer.read(node)
    results = [emit.fresh() for _ in read]
    holds = _truth(emit, operation.inputs[0], condition, "If")
    for keyword, branch in ((f"if {holds}:", "then_branch"), ("else:", "else_branch")):
        emit.line(indent, keyword, (operation, [condition]))
        outputs = emit.graph(operation.attrs[branch], args, indent + 1, read)
        emit.line(indent + 1, f"{', '.join(results)} = {', '.join(outputs)}" if results else "pass", None)
    writer.take(node, read, results)


def _truth(emit, tensor, expression, kind):
    """The condition `expression`; where it may turn out to be no boolean scalar, behind a check."""
    if tensor.dtype is dtypes.bool_ and tensor._dims == ():
        return expression
    return f"{emit.bind('k', truth)}({expression}, {kind!r})"


def _while(writer, node):
    """A Python `while`, its variables carried in names of their own."""
    emit, indent, operation = writer.writer, writer.indent, node.operation
    carried = writer.read(node)
    names = {position: emit.fresh() for position in carried}
    inputs = writer.inputs(node)
    args = [names.get(position, "None") for position in range(len(inputs))]
    if carried:
        emit.line(indent, f"{', '.join(names.values())} = {', '.join(writer.carried(node.inputs[position]) for position in carried)}", None)
    emit.line(indent, "while True:", None)
    [condition] = emit.graph(operation.attrs["cond"], args, indent + 1)
    holds = _truth(emit, operation.attrs["cond"].outputs[0], condition, "While")
    emit.line(indent + 1, f"if not {holds}: break", (operation, [condition]))
    outputs = emit.graph(operation.attrs["body"], args, indent + 1, carried)
    changed = [(name, output) for name, output in zip(names.values(), outputs) if name != output]
    if changed:
        emit.line(indent + 1, f"{', '.join(n for n, _ in changed)} = {', '.join(o for _, o in changed)}", None)
    writer.take(node, carried, names.values())


def _call(writer, node):
    """The function's body in place of the call, as TensorFlow's optimiser has it: each call has random states of its own."""
    read = writer.read(node)
    writer.take(node, read, writer.writer.graph(node.operation.attrs["f"], writer.inputs(node), writer.indent, read))


_SPECIAL = {"call": _call, "branch": _if, "loop": _while}
