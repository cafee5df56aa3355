"""What lower floors need of upper ones. These register it here; nothing is imported upwards."""

from __future__ import annotations

import importlib
import operator


class Hook:
    """A function that an upper floor provides."""

    def __init__(self, does):
        self.__doc__ = does
        self._function = None
        self._place = None

    def provide(self, function):
        """Let `function` do it; usable as a decorator."""
        self._function = function
        return function

    def provide_later(self, module, name):
        """Let the function `name` of a module do it, which is imported when it is first needed."""
        self._place = module, name

    def __call__(self, *args, **kwargs):
        if self._function is None:
            module, name = self._place
            self._function = operator.attrgetter(name)(importlib.import_module(module))
        return self._function(*args, **kwargs)


packed = Hook("(values, dtype, name) → a tensor of nested lists that hold tensors")
range_tensor = Hook("(range, dtype, name) → a tensor of a graph with the numbers of a Python range")
tracked = Hook("(value) → a list, dict or tuple wrapped so that what it holds is tracked; other values as they are")
deferred_capture = Hook("(graph, closure, spec, key, inner=None) → what the graph reads anew at each call")
summed_rows = Hook("(values, indices, count, name=None) → rows added up where their indices are equal")
slices_spec = Hook("(slices) → the TypeSpec of IndexedSlices")
variable_spec = Hook("(dims, dtype, trainable, alias, variable) → the TypeSpec of a variable")
array_spec = Hook("(array) → its TensorSpec")
graph_variable = Hook("(**kwargs) → what ``tf.Variable(…)`` makes in a plain graph")
lifted_variable = Hook("(**kwargs) → what ``tf.Variable(…)`` makes while a function is traced in a plain graph")
converted_if_around = Hook("(function) → it as AutoGraph has it here: in a function that it converts, what is called is converted too")
converted_for_tracing = Hook("(function, optional_features) → it converted by AutoGraph, to be traced")
not_converted = Hook("(function) → it and what it calls as they are, for AutoGraph")
gradient_tape = Hook("() → a GradientTape")
jacobian = Hook("(tape, target, sources, unconnected) → one derivative for each element of the target")
batch_jacobian = Hook("(tape, target, source, unconnected) → the same for each row of a batch")
gradient_rows = Hook("(row, count, dtypes) → the gradients that ``row(index)`` gives, stacked")
dataset_class = Hook("(name) → the subclass of `tf.data.Dataset` that prints as `name`; without a name, that class itself")
evaluated = Hook("(tensor, feed_dict, session) → the value of a tensor in a session")
executed = Hook("(operation, feed_dict, session): run an operation in a session")
op_of = Hook("(op_type) → the OpDef of any op that the runtime has")
attributes_of = Hook("(graph, op_def, node_name, attrs) → attributes out of the messages of a file")
graph_message = Hook("(operations) → the GraphDef message of operations")
sparse_product = Hook("(SparseTensor, dense) → their product, of the places of the first")
sparse_quotient = Hook("(SparseTensor, dense) → their quotient, of the places of the first")
ragged_spec = Hook("(shape, dtype, ragged_rank, row_splits_dtype) → a RaggedTensorSpec")
index_loop = Hook("(item, count, extra_test, body, get_state, set_state, symbol_names, opts): a loop over item(0), item(1)… in a graph")
decoded_graph = Hook("(serialized) → the GraphDef message in bytes")
