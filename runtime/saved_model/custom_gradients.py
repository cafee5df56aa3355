"""Gradients of `tf.custom_gradient` in SavedModels: functions of their own, which use tensors of the functions they belong to."""

from __future__ import annotations

from runtime.core.context import graph_mode
from runtime.core.convert import convert_to_tensor
from runtime.core.func_graph import FuncGraph
from runtime.core.tensor import EagerTensor, SymbolicTensor
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.creation import zeros
from runtime.saved_model.restored import Unavailable


class _GradientGraph(FuncGraph):
    """A graph that captures tensors of any graph, as they are."""

    def _inner(self, tensor, name):
        if type(tensor) is not SymbolicTensor or tensor.op.graph is self:
            return super()._inner(tensor, name)
        if id(tensor) not in self._captures:
            tensor = _outermost(tensor)
            if type(tensor) is EagerTensor:
                return super()._inner(tensor, name)
            self._captures[id(tensor)] = tensor, self._placeholder_capture(tensor, name)
        return self._captures[id(tensor)][1]


def _outermost(tensor):
    """The eager value that a tensor of a function stands for, if it is a constant or a capture; else the tensor."""
    for outer, inner in tensor.op.graph.captures if isinstance(tensor.op.graph, FuncGraph) else ():
        if inner is tensor and type(outer) is EagerTensor:
            return outer
    if tensor.op.op_def.is_constant:
        return EagerTensor(tensor.op.attrs["value"], tensor.dtype)
    return tensor


class TracedGradient:
    """The gradient of one operation as a function of the gradients of all its outputs.

    Attributes:
        graph: its FuncGraph.
        arguments: the structure of its arguments with specs; the first is the operation, which it does not use.
        outputs: list with a spec, or None, for each input of the operation.

    Raises:
        ValueError: it cannot be traced.
    """

    def __init__(self, kind, operation):
        self.graph = graph = _GradientGraph(f"gradient_of_{kind}")
        dys = [graph.add_input(tensor.dtype, tensor._dims, f"result_grads_{index}") for index, tensor in enumerate(operation.inputs)]
        with graph_mode(graph):
            try:
                results = operation.attrs["_gradient_function"](*dys)
            except Exception as error:
                raise ValueError(
                    "Error when tracing gradients for SavedModel.\n\nCheck the error log to see the error that was raised when "
                    "converting a gradient function to a concrete function. You may need to update the custom gradient, or disable "
                    "saving gradients with the option tf.saved_model.SaveOptions(experimental_custom_gradients=False).\n\t"
                    f"Problematic op name: {operation.name}\n\tGradient inputs: {operation.inputs}") from error
            results = [None if result is None else graph.capture(convert_to_tensor(result)) for result in results]
        graph.outputs = [result for result in results if result is not None]
        graph.finished = True
        self.arguments = (None, *(TensorSpec(dy._dims, dy.dtype, dy.op.name) for dy in dys)), {}
        self.outputs = [None if result is None else TensorSpec(result._dims, result.dtype, f"tensor_{index}")
                        for index, result in enumerate(results)]


class LoadedGradient:
    """A gradient out of a SavedModel; callable once the loader has set `concrete`.

    Attributes:
        function_name: of its function in the library.
        concrete: ConcreteFunction; its captures are tensors of the function that it belongs to.
    """

    def __init__(self, registered):
        self.function_name = registered.gradient_func
        self.concrete = None

    def __call__(self, *dys):
        if isinstance(self.concrete, Unavailable):
            raise self.concrete.reason
        specs = self.concrete.inputs
        return self.concrete.call_flat([_zeros(spec) if dy is None else dy for dy, spec in zip(dys, specs)])


class MissingGradient:
    """In place of a gradient that a SavedModel does not hold."""

    def __init__(self, node_name, kind):
        self._text = (f"No gradient defined for operation'{node_name}' (op type: {kind}): the SavedModel was saved without this custom "
                      "gradient (experimental_custom_gradients=False, or a gradient of a gradient that TensorFlow leaves out).")

    def __call__(self, *dys):
        raise LookupError(self._text)


def _zeros(tensor):
    """In place of a gradient that is not there, since the function takes all of them."""
    return zeros([1 if size is None else size for size in tensor._dims or ()], tensor.dtype)
