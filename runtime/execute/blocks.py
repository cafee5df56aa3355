"""Elementwise nodes on large arrays, run block by block: a block stays in the cache for all nodes, and threads share the blocks.

Nodes of one shape that follow each other make a group. Its kernel is generated Python too: one pass over the arrays instead of
one for each node. It gives the bits that the nodes give one by one, because no element depends on another.
"""

from __future__ import annotations

import math
from collections import Counter

import numpy as np

from runtime.ops.kernels import workers

MIN_SIZE = 1 << 17     # elements; smaller arrays stay in the cache anyway
_BLOCK = 1 << 17       # elements: a few arrays of float32 in the second-level cache; threads that call more often wait for each other
_MIN_BLOCK = 1 << 14
_THREAD_WORK = 1 << 21  # weight times elements that is worth waking a thread
_HEAVY = 16            # weight of a function, in additions

def group(program):
    """Elementwise nodes of one shape that follow each other as one `Group`, where the arrays may be large."""
    readers = Counter(id(tensor) for node in program.nodes for tensor in node.needed)
    readers.update(map(id, program.outputs))
    nodes, run, dims = [], [], None
    for node in program.nodes:
        fits = _fits(node, program)
        if run and not (fits and node.outputs[0]._dims == dims):
            nodes += _grouped(run, program, readers)
            run = []
        if fits:
            run.append(node)
            dims = node.outputs[0]._dims
        else:
            nodes.append(node)
    return program.replaced(nodes + _grouped(run, program, readers))


def _grouped(run, program, readers):
    if len(run) > 1 or run and run[0].weight > 1:
        return [Group(run, program, readers)]
    return run


def _fits(node, program):
    """Whether the node is elementwise, on arrays of one shape, rows of such and scalars, and that shape may be a large one."""
    if not node.is_elementwise:
        return False
    dims = node.outputs[0]._dims
    if dims is not None and None not in dims and math.prod(dims) < MIN_SIZE:
        return False
    return all(map(_is_plain, (*node.inputs, node.outputs[0]))) and \
        all(program.fits(tensor, dims) for tensor in node.inputs) and any(tensor._dims == dims for tensor in node.inputs) and \
        not all(map(program.is_scalar, node.inputs))


def _is_plain(tensor):
    """Real numbers and booleans; of complex ones NumPy's loops round differently at the end of an array."""
    return tensor.dtype.numpy_dtype is not None and tensor.dtype.numpy_dtype.kind in "biuf"


class Group:
    """Elementwise nodes that are run together where their arrays are large.

    Attributes:
        nodes: their operations.
        inputs: the tensors that they read and do not make: arrays first, then rows, then scalars.
        arrays, rows: how many of the inputs are arrays, and how many are rows, which repeat along the arrays' first dimensions.
        outputs: the tensors that somebody else reads.
    """

    def __init__(self, nodes, program, readers):
        self.nodes = nodes
        made = {id(node.outputs[0]) for node in nodes}
        taken = {id(tensor): tensor for node in nodes for tensor in node.inputs if id(tensor) not in made}
        dims = nodes[0].outputs[0]._dims
        scalars = [tensor for tensor in taken.values() if program.is_scalar(tensor)]
        arrays = [tensor for tensor in taken.values() if tensor._dims == dims and not program.is_scalar(tensor)]
        rows = [tensor for tensor in taken.values() if tensor._dims != dims and not program.is_scalar(tensor)]
        self.inputs = arrays + rows + scalars
        self.arrays, self.rows = len(arrays), len(rows)
        self._unit = math.lcm(*(math.prod(tensor._dims) for tensor in rows))  # elements after which all rows begin anew
        own = Counter(id(tensor) for node in nodes for tensor in node.needed)
        self.outputs = [node.outputs[0] for node in nodes if readers[id(node.outputs[0])] > own[id(node.outputs[0])]]
        self.nothing = None if len(self.outputs) == 1 else (None,) * len(self.outputs)
        self._weight = sum(node.weight for node in nodes)
        self._kernel = None

    def __call__(self, *values):
        """The output (a tuple of them unless there is exactly one) for the values of `inputs`.

        `nothing` where the nodes must be run one by one: shapes that broadcast, a kernel that fails, too little work.
        """
        arrays = values[:self.arrays]
        shape, size = arrays[0].shape, arrays[0].size
        threads = workers.COUNT if size * self._weight >= _THREAD_WORK else 1
        rows, scalars = values[self.arrays:self.arrays + self.rows], values[self.arrays + self.rows:]
        if any(array.shape != shape for array in arrays) or threads == 1 and len(self.nodes) == 1 or self._unit > size:
            return self.nothing
        if self._kernel is None:
            self._kernel = self._compile()
        step = min(_BLOCK, max(_MIN_BLOCK, -(-size // (4 * threads * 64)) * 64))
        step = -(-step // self._unit) * self._unit
        starts = iter(range(0, size, step))  # shared: whoever is free takes the next block
        flat = [array.reshape(-1) for array in arrays]
        flat += [np.tile(value.reshape(-1), step // value.size) for value in rows]
        scalars = [np.asarray(value).reshape(()) for value in scalars]
        try:
            outputs = [np.empty(size, tensor.dtype.numpy_dtype) for tensor in self.outputs]
            workers.spread(lambda: self._kernel(starts, step, size, *flat, *scalars, *outputs), min(threads, -(-size // step)))
        except Exception:  # whatever it is: the nodes one by one tell which of them it was
            return self.nothing
        results = [output.reshape(shape) for output in outputs]
        return results[0] if len(results) == 1 else tuple(results)

    def _compile(self):
        namespace = {"empty": np.empty}
        exec(compile(_Kernel(self, namespace).source(), "<block kernel>", "exec"), namespace)
        return namespace["kernel"]


class _Kernel:
    """Writes the kernel of a group: a loop over blocks, in it a line for each node."""

    def __init__(self, group, namespace):
        self.group = group
        self.namespace = namespace
        self.buffers = []  # (name, dtype) of blocks of scratch memory
        self.free = []     # those in nobody's use
        self.names = {}    # id(tensor) → name within the loop
        self.owned = {}    # id(tensor) → its scratch block
        self.last = {id(tensor): node for node in group.nodes for tensor in node.inputs}

    def source(self):
        group = self.group
        parameters = [f"x{i}" for i in range(len(group.inputs))]
        results = [f"y{i}" for i in range(len(group.outputs))]
        slices = parameters[:group.arrays] + results
        rows = parameters[group.arrays:group.arrays + group.rows]
        for tensor, name in zip(group.inputs, parameters):
            self.names[id(tensor)] = name + "b" if name in slices else name
        result_of = {id(tensor): name + "b" for tensor, name in zip(group.outputs, results)}
        body = [line for node in group.nodes for line in self._node(node, result_of.get(id(node.outputs[0])))]
        lines = [f"def kernel(starts, step, size, {', '.join(parameters + results)}):"]
        lines += [f"    {name} = empty(step, '{dtype.str}')" for name, dtype in self.buffers]
        lines += ["    for i in starts:", "        j = i + step"]
        if self.buffers or rows:
            lines += ["        if j > size:"]
            lines += [f"            {name} = {name}[:size - i]" for name in [*(name for name, _ in self.buffers), *rows]]
        lines += [f"        {name}b = {name}[i:j]" for name in slices]
        return "\n".join(lines + ["        " + line for line in body]) + "\n"

    def _node(self, node, result):
        """The lines of one node. Its result goes into the slice `result` of an output if it is not None."""
        [output] = node.outputs
        inputs = node.inputs
        args = ", ".join(self.names[id(tensor)] for tensor in inputs)
        kernel = node.bound()
        name = f"k{len(self.namespace)}"
        self.namespace[name] = kernel
        dying = {id(tensor) for tensor in inputs if self.last[id(tensor)] is node and id(tensor) in self.owned}
        self.free += [self.owned[key] for key in dying]  # an operand's block may take the result
        if not node.takes_out or kernel is not node.function:
            target = self.names[id(output)] = result or f"r{len(self.names)}"
            return [f"{target}{'[:]' if result else ''} = {name}({args})"]
        if result is None:
            block = self.owned[id(output)] = self._block(output.dtype.numpy_dtype)
            result = block[0]
        self.names[id(output)] = result
        return [f"{name}({args}, out={result})"]

    def _block(self, dtype):
        for block in reversed(self.free):
            if block[1] == dtype:
                self.free.remove(block)
                return block
        self.buffers.append((f"t{len(self.buffers)}", dtype))
        return self.buffers[-1]
