"""Variables in programs: reads of what is known already, and the order of reads, computations and writes.

An optimizer's step reads and writes its variables many times, with a line of arithmetic between. Here it becomes: all reads, all
arithmetic, all writes. Then the arithmetic can be grouped.
"""

from __future__ import annotations

from runtime.execute.program import Node, Result


def forward(program):
    """A variable whose value was read or written before is not read again. Updates (`+=`) of known values are sums and writes."""
    nodes, sources, known = [], {}, {}  # known: key of a variable → its value
    held = []
    for node in program.nodes:
        node = node.reading(sources)
        role = None if node.is_step else node.operation.op_def.role
        if role == "read":
            key = program.variable(node.inputs[0])
            value = known.get(key)
            if value is not None and value.dtype is node.outputs[0].dtype and key is not None:
                sources[id(node.outputs[0])] = value
                continue
            _learn(known, key, node.outputs[0], program, writes=False)
        elif role == "update" and _same_shape(*node.inputs):
            handle, change = node.inputs
            value = known.get(program.variable(handle))
            if value is None:
                value = Result(change.dtype, change._dims)
                nodes.append(Node(node.operation, [handle], [value], _read))
            result = Result(change.dtype, change._dims)
            held += value, result
            nodes.append(Node(node.operation, [value, change], [result], node.operation.op_def.updates))
            node = Node(node.operation, [handle, result], [], _write)
            _learn(known, program.variable(handle), result, program)
        elif role == "write":
            _learn(known, program.variable(node.inputs[0]), node.inputs[1], program)
        elif not node.is_step and _may_write(node.operation.op_def):
            known.clear()
        nodes.append(node)
    return program.replaced(nodes, sources, held=held)


def _read(handle):
    return handle.read()


def _write(handle, value):
    handle.value = value


def _learn(known, key, value, program, writes=True):
    """Note that the variable `key` has `value`; what was written may be another name of a variable that is not known to be its own."""
    if writes and key not in program.distinct:
        known.clear()
    elif writes:
        for other in [other for other in known if other not in program.distinct]:
            del known[other]
    if key is not None:
        known[key] = value


def _same_shape(handle, change):
    return handle.handle_data is not None and None not in (change._dims or (None,)) and handle.handle_data == (change._dims, change.dtype)


def _may_write(op_def):
    return (op_def.stateful or op_def.calls_python) and not op_def.reads_only


def schedule(program):
    """Reads first, writes last, and between them what is computed of one shape together: wherever nothing there can fail."""
    nodes, window = [], []
    for node in program.nodes:
        if _moves(node):
            if _reads(node) and any(_writes(other) and _may_be_one(other, node, program) for other in window):
                nodes += _arranged(window)
                window = []
            window.append(node)
        else:
            nodes += _arranged(window)
            nodes.append(node)
            window = []
    return program.replaced(nodes + _arranged(window))


def _reads(node):
    return node.function is _read or not node.is_step and node.operation.op_def.role == "read"


def _writes(node):
    return node.function is _write or not node.is_step and node.operation.op_def.role == "write"


def _may_be_one(left, right, program):
    """Whether the variables of two nodes may be the same."""
    left, right = program.variable(left.inputs[0]), program.variable(right.inputs[0])
    return left == right or not {left, right} <= program.distinct


def _moves(node):
    """Whether the node may run earlier or later: it touches a variable, or cannot fail."""
    if _reads(node) or _writes(node):
        return True
    return node.is_elementwise and node.cannot_fail


def _arranged(window):
    if not any(_writes(node) for node in window):
        return window
    reads, writes = filter(_reads, window), filter(_writes, window)
    return [*reads, *_by_shape([node for node in window if not _reads(node) and not _writes(node)]), *writes]


def _by_shape(nodes):
    """`nodes` in another legal order: those that give one shape follow each other as far as may be."""
    made = {id(output): node for node in nodes for output in node.outputs}
    waits = {id(node): {id(made[id(tensor)]) for tensor in node.inputs if id(tensor) in made} for node in nodes}
    ordered, done = [], set()
    while nodes:
        dims = next(node for node in nodes if waits[id(node)] <= done).outputs[0]._dims
        rest = []
        for node in nodes:
            if node.outputs[0]._dims == dims and waits[id(node)] <= done:
                done.add(id(node))
                ordered.append(node)
            else:
                rest.append(node)
        nodes = rest
    return ordered
