"""Which operations of a graph must run, in which order, and which of their inputs and outputs anybody needs."""

from __future__ import annotations

import heapq


def must_run(operation):
    """Whether every run executes `operation`, though nothing reads its outputs: TensorFlow keeps all side effects."""
    op_def = operation.op_def
    return op_def.stateful and not op_def.prunable


def needs(graph, wanted=None):
    """The `Needs` of `graph` for its outputs at the positions `wanted`, all by default; made once."""
    wanted = tuple(range(len(graph.outputs)) if wanted is None else wanted)
    key = wanted, len(graph.operations)  # gradients may add to the graph of a loop's body
    made = vars(graph).setdefault("needs", {})
    if key not in made:
        made[key] = Needs(graph, wanted)
    return made[key]


class Needs:
    """The operations that outputs or side effects need, in an order that respects inputs and control inputs.

    Pure operations that nobody reads are left out, as TensorFlow does: if they would fail, they fail silently. That goes
    through calls, branches and loops: what is not read of their results is not computed inside, nor what only that needs.
    Elsewhere the order is that of the program, so effects keep their order.

    Attributes:
        order: the operations.
        outputs: the wanted outputs of the graph.
        arguments: the positions of the graph's inputs that are read.
    """

    def __init__(self, graph, wanted):
        self.outputs = [graph.outputs[position] for position in wanted]
        self._read = {}    # id(operation) → positions of its outputs that are read
        self._inputs = {}  # id(operation) → positions of its inputs that are read
        self._waited = set()  # ids of pure operations that others wait for: not run for that, but what they follow from has effects
        self._given = getattr(graph, "given", ())  # ids of operations in whose place values are given
        self._find(graph)
        self.order, done = [], set()
        for operation in graph.operations:
            if id(operation) in self._read:
                self._visit(operation, done)
        self.arguments = [position for position, tensor in enumerate(graph.inputs) if self._read.get(id(tensor.op))]

    def inputs(self, operation):
        """The inputs of `operation`, None in place of those whose values nobody needs."""
        read = self._inputs[id(operation)]
        return [tensor if position in read else None for position, tensor in enumerate(operation.inputs)]

    def read(self, operation):
        """The positions of the outputs of `operation` that are needed; of a loop, of the variables that it carries."""
        if operation.op_def.role == "loop":
            return _carried(operation, self._read[id(operation)])
        return sorted(self._read[id(operation)])

    def _find(self, graph):
        """Fill `_read` and `_inputs`, from the last operation to the first, so that readers come before what they read."""
        place = {id(operation): index for index, operation in enumerate(graph.operations)}
        pending = []

        def need(operation, position=None):
            read = self._read.get(id(operation))
            if read is None:
                read = self._read[id(operation)] = set()
            elif position is None or position in read:
                return
            if position is not None:
                read.add(position)
            heapq.heappush(pending, -place[id(operation)])

        def need_all(operation):
            need(operation)
            for position in range(len(operation.outputs)) if _may_lose_effects(operation) else ():
                need(operation, position)

        def wait(operation):
            if operation.op_def.stateful or not operation.outputs:
                need_all(operation)
            elif id(operation) not in self._waited:
                self._waited.add(id(operation))
                heapq.heappush(pending, -place[id(operation)])

        for operation in filter(must_run, graph.operations if getattr(graph, "keeps_effects", True) else ()):
            if id(operation) not in self._given:
                need_all(operation)
        for operation in graph.control_outputs:
            need_all(operation)
        for tensor in self.outputs:
            need(tensor.op, tensor.value_index)
        while pending:
            operation = graph.operations[-heapq.heappop(pending)]
            while pending and -pending[0] == place[id(operation)]:
                heapq.heappop(pending)
            if id(operation) in self._given:
                self._inputs[id(operation)] = ()
                continue
            if id(operation) in self._read:
                self._inputs[id(operation)] = _read_inputs(operation, self._read[id(operation)])
                for position in self._inputs[id(operation)]:
                    need(operation.inputs[position].op, operation.inputs[position].value_index)
            for before in self._before(operation):
                wait(before)

    def _visit(self, operation, done):
        """Append `operation` after all that it needs; iterative, for graphs deeper than Python's stack."""
        stack = [(operation, None)]
        while stack:
            current, parents = stack[-1]
            if parents is None:
                if id(current) in done:
                    stack.pop()
                    continue
                done.add(id(current))
                if id(current) in self._given:
                    stack.pop()
                    continue
                read = [current.inputs[position].op for position in sorted(self._inputs.get(id(current), ()))]
                parents = iter(read + self._before(current))
                stack[-1] = (current, parents)
            for parent in parents:
                if id(parent) not in done:
                    stack.append((parent, None))
                    break
            else:
                if id(current) in self._read:
                    self.order.append(current)
                stack.pop()

    def _before(self, operation):
        """What `operation` waits for. Waiting for a pure operation means waiting for the effects before it, as in TensorFlow."""
        if id(operation) in self._waited:
            return [tensor.op for tensor in operation.inputs] + operation.control_inputs
        return operation.control_inputs


def _may_lose_effects(operation):
    """Whether it has branches or a body that have only the effects that some output waits for."""
    return any(not getattr(operation.attrs.get(name), "keeps_effects", True) for name in ("then_branch", "else_branch", "body")) or \
        any(not graph.keeps_effects for graph in operation.attrs.get("branches") or ())


def _read_inputs(operation, read):
    """The positions of the inputs that the outputs of `operation` at the positions `read`, and its effects, need."""
    if operation.op_def.role == "call":
        return set(needs(operation.attrs["f"], sorted(read)).arguments)
    if operation.op_def.role == "branch":
        branches = (operation.attrs["then_branch"], operation.attrs["else_branch"])
        return {0}.union(*([1 + place for place in needs(branch, sorted(read)).arguments] for branch in branches))
    if operation.op_def.role == "loop":
        return set(_carried(operation, read))
    return set(range(len(operation.inputs)))


def _carried(operation, read):
    """The positions of the variables that a loop must carry so that those at `read` come out right.

    A loop with effects carries them all, as TensorFlow's does: what fails in it fails aloud.
    """
    if operation.op_def.stateful:
        return list(range(len(operation.outputs)))
    carried = set(read).union(needs(operation.attrs["cond"]).arguments)
    while True:
        more = set(needs(operation.attrs["body"], sorted(carried)).arguments) - carried
        if not more:
            return sorted(carried)
        carried |= more
