"""`ConcreteFunction`: one trace, ready to be called."""

from __future__ import annotations

import itertools

from runtime.core import dtypes, errors, nest
from runtime.core.context import context
from runtime.core.dispatch import dispatch
from runtime.core.tensor import EagerTensor, SymbolicTensor, Tensor, out_of_scope
from runtime.core.tensor_shape import TensorShape, is_compatible
from runtime.core.trackable import Trackable
from runtime.execute import plan_of
from runtime.function.call_ops import call_op
from runtime.function.function_type import bind, cast, sanitize
from runtime.function.tensor_spec import TensorSpec
from runtime.function.trace_type import from_value
from runtime.variables import Variable
from runtime.gradient.function_gradient import differentiable

_numbers = itertools.count(5)


class ConcreteFunction(Trackable):
    """A traced graph with its signature. Callable with the structure it was traced with, or with its tensors alone.

    Attributes:
        graph: the FuncGraph.
        function_type: the FunctionType with types for all parameters, the output and the captures.
    """

    def __init__(self, graph, function_type):
        self.graph = graph
        self._number = next(_numbers)
        if graph.deferred_internal_captures:
            graph.order_inputs()
        output = output_type(graph.structured_outputs)
        captures = {str(id(outer)): TensorSpec(outer._dims if outer.dtype is not dtypes.resource else (), outer.dtype)
                    for outer in graph.external_captures}
        self.function_type = function_type.with_output(output, captures)
        graph.structured_input_signature = self.function_type.structured_signature()
        self._argument_count = len(graph.inputs) - len(graph.captures) - len(graph.deferred_internal_captures)
        self._positional_count = self._argument_count  # in flat calls; fewer in signatures
        self._flat_names = _flat_names(graph.inputs[:self._argument_count])
        self._output_dtypes = [tensor.dtype for tensor in graph.outputs]
        structured = graph.structured_outputs
        self._single = isinstance(structured, (Tensor, TensorSpec))  # a spec in a loaded function
        self._places = _places(structured)
        self._plan = None

    # -- calling ---------------------------------------------------------------------------------------------------
    def __call__(self, *args, **kwargs):
        """Call with the traced structure, or else with the tensors alone.

        Raises:
            TypeError: the arguments fit neither form; both reasons are in the text.
        """
        try:
            arguments = bind(args, kwargs, self.function_type, {})
            arguments = cast(arguments, self.function_type, args, kwargs)
            tensors = self.function_type.unpack_inputs(arguments)
        except TypeError as structured_error:
            try:
                return self.call_flat(self._flat_arguments(args, kwargs))
            except (TypeError, ValueError) as flat_error:
                raise TypeError(f"{structured_error}\nFallback to flat signature also failed due to: {flat_error}")  # noqa: B904 - TensorFlow shows all
        return self.call_flat(tensors)

    def _flat_arguments(self, args, kwargs):
        summary = f"{self.graph.name}({', '.join(self._flat_names)})"
        if len(args) > self._positional_count:
            raise TypeError(f"{summary} takes {self._positional_count} positional arguments, got {len(args)}.")
        args = list(args)
        kwargs = {sanitize(name): value for name, value in kwargs.items()}
        given = len(args)
        for name in self._flat_names[given:]:
            if sanitize(name) not in kwargs:
                missing = sorted(set(self._flat_names) - set(self._flat_names[:len(args)]) - set(kwargs))
                raise TypeError(f"{summary} missing required arguments: {', '.join(missing)}.")
            args.append(kwargs.pop(sanitize(name)))
        for name in kwargs:
            if name in self._flat_names[:len(args)]:
                raise TypeError(f"{summary} got two values for '{name}'.")
        if kwargs:
            raise TypeError(f"{summary} got unexpected keyword arguments: {', '.join(sorted(kwargs))}.")
        for index, value in enumerate(args):
            if not isinstance(value, (Tensor, Variable)):
                raise TypeError(f"{summary}: expected argument #{index}(zero-based) to be a Tensor; "
                                f"got {type(value).__name__} ({value}).")
            if isinstance(value, Variable) and context.graph is None:
                raise TypeError("provided list of inputs contains objects other than 'EagerTensor'. "
                                f"Item {index} is type: {type(value).__name__}")
        return [value.handle if isinstance(value, Variable) else value for value in args]

    def call_flat(self, tensors):
        """Run, or record, a call with these argument tensors; the structured result."""
        graph = self.graph
        if context.graph is None and not context.tapes:
            return self._run(tensors)
        self._note_variables()
        if context.graph is not None:
            for tensor, inner in zip(tensors, graph.inputs):
                if tensor.dtype is not dtypes.resource and not is_compatible(inner._dims, tensor._dims):
                    raise ValueError(
                        f"Tensor {tensor} is not compatible with the shape this function was traced with. Expected shape "
                        f"{inner.shape}, but got shape {tensor.shape}.\n\nIf you called get_concrete_function, you may need to "
                        "pass a tf.TensorSpec(..., shape=...) with a less specific shape, having None on axes which can vary.")
        inputs = [*tensors, *graph.call_values()]
        if context.graph is None:
            return self._run_under_tapes(inputs)
        op_def, attrs = call_op(graph)
        with context.graph.control_dependencies(graph.control_captures):
            result = dispatch(op_def, inputs, attrs)
        outputs = list(result) if graph.outputs else []
        for output, inner in zip(outputs, graph.outputs):
            output.handle_data = inner.handle_data
        return self.pack(outputs)

    def _note_variables(self):
        for variable in self.graph.variables:
            watch = getattr(context.graph, "watch_variable", None)
            if watch is not None:
                watch(variable)
            if variable.trainable:
                for tape in context.tapes:
                    tape.watch_variable(variable)

    def _run(self, tensors):
        if context.run_graphs is not None:
            context.run_graphs.setdefault(id(self.graph), self.graph)
        plan = self._plan
        if plan is None:
            plan = self._plan = plan_of(self.graph)
        for tensor in tensors:
            if type(tensor) is SymbolicTensor:
                raise out_of_scope(tensor, None)
        values = [tensor._value for tensor in tensors]
        for tensor, inner in zip(tensors, self.graph.inputs):
            if tensor.dtype is not inner.dtype:
                raise self._wrong_dtype(tensors)
        for outer in self.graph.call_values():
            if type(outer) is SymbolicTensor:
                raise out_of_scope(outer, None)
            values.append(outer._value)
        try:
            results = plan(values)
        except errors.OpError as error:
            raise self.execution_error(error) from None
        if self._single:
            return EagerTensor(results[0], self._output_dtypes[0])
        return self.pack([EagerTensor(value, dtype) for value, dtype in zip(results, self._output_dtypes)])

    def _run_under_tapes(self, inputs):
        """Run the form of the graph that also gives what its gradient needs, and let the tapes record it."""
        if not any(tape.could_record(inputs) for tape in context.tapes):
            return self._run(inputs[:self._argument_count])
        if context.run_graphs is not None:
            context.run_graphs.setdefault(id(self.graph), self.graph)
        forward = differentiable(self.graph).forward
        op_def, attrs = call_op(forward)
        try:
            outputs = dispatch(op_def, inputs, attrs) or []
        except errors.OpError as error:
            raise self.execution_error(error) from None
        return self.pack(list(outputs)[:len(self.graph.outputs)])

    def _wrong_dtype(self, tensors):
        for index, (tensor, inner) in enumerate(zip(tensors, self.graph.inputs)):
            if tensor.dtype is not inner.dtype:
                name = self.name.decode()
                return errors.InvalidArgumentError(
                    None, None, f"cannot compute {name} as input #{index}(zero-based) was expected to be a "
                    f"{inner.dtype.kernel_name} tensor but is a {tensor.dtype.kernel_name} tensor [Op:{name}]")
        return None

    def execution_error(self, error):
        """`error` in TensorFlow's words for failures inside a graph: the node, and the user's lines that made it."""
        node, op = error.op, f"[Op:{self.name.decode()}]"
        if node is None or op in error.message:
            return error
        place = node.name
        if "<" in self.graph.name:  # TensorFlow cannot read its own node references if the name is not a plain one
            error.message = f"{{{{function_node {self.name.decode()}}}}} {error.message}\n\t [[{{{{node {place}}}}}]] {op}"
            return error
        frames = "".join(f'  File "{code.co_filename}", line {line}, in {code.co_name}\n\n' for code, line in node.traceback)
        if error.where == "":  # TensorFlow refuses the node before it runs anything
            error.message += f" {op}"
            return error
        if error.where:  # a node that TensorFlow puts in when it runs the graph
            place, frames = f"{place}/{error.where}", "<stack traces unavailable>\n"
        error.message = (f"Graph execution error:\n\nDetected at node {place} defined at (most recent call last):\n{frames}"
                         f"{error.message}\n\t [[{{{{node {place}}}}}]] {op}")
        return error

    def pack(self, outputs):
        """The structured result of flat output tensors."""
        structured = self.graph.structured_outputs
        if self._single:
            return outputs[0]
        if self._places is not None:
            return {key: outputs[place] for key, place in self._places}
        if structured is None:
            return None
        remaining = iter(outputs)
        flat = [None if leaf is None else next(remaining) for leaf in nest.flatten(structured, expand_composites=True)]
        return nest.pack_sequence_as(structured, flat, expand_composites=True)

    # -- looking ---------------------------------------------------------------------------------------------------
    @property
    def name(self):
        return f"__inference_{self.graph.name}_{self._number}".encode()

    @property
    def inputs(self):
        return self.graph.inputs

    @property
    def outputs(self):
        return self.graph.outputs

    @property
    def captured_inputs(self):
        return self.graph.call_values()

    def replace_capture_with_deferred_capture(self, tensor, closure, spec, placeholder=None, default_value=None):
        """Let ``closure()`` give at each call what stands for the captured `tensor`. Raises StopIteration if that is none."""
        self.graph.defer_capture(tensor, closure, spec)
        self._plan = None

    @property
    def inference_fn(self):
        return AtomicFunction(self)

    @property
    def variables(self):
        return self.graph.variables

    @property
    def trainable_variables(self):
        return self.graph.trainable_variables

    @property
    def structured_input_signature(self):
        return self.graph.structured_input_signature

    @property
    def structured_outputs(self):
        return self.graph.structured_outputs

    @property
    def output_dtypes(self):
        return nest.map_structure(lambda t: None if t is None else t.dtype, self.structured_outputs)

    @property
    def output_shapes(self):
        return nest.map_structure(lambda t: TensorShape(None if t is None else t._dims), self.structured_outputs)

    def pretty_printed_signature(self, verbose=True):
        return self.function_type.describe() if verbose else str(self.function_type)

    def __repr__(self):
        return f"<ConcreteFunction {self.function_type} at 0x{id(self):X}>"

    def __str__(self):
        return f"ConcreteFunction {self.function_type.describe()}"


def flat_name(tensor):
    """The name of the argument that an input is, or is in."""
    name = tensor.op.attrs.get("_user_specified_name")
    return name if name is not None else tensor.op.name


def _flat_names(tensors):
    """The names that tensors have as keywords of a flat call: those of their arguments, with ``_1``, ``_2``… where they are the same."""
    names, counts = [], {}
    for tensor in tensors:
        given = name = flat_name(tensor)
        while name in names:
            count = counts.get(given, 1)
            name, counts[given] = f"{given}_{count}", count + 1
        names.append(name)
    return names


class AtomicFunction:
    """What `ConcreteFunction.inference_fn` gives: the graph as a function of tensors, without gradients of its own."""

    def __init__(self, concrete):
        self._concrete = concrete
        self.name = concrete.name
        self.graph = concrete.graph
        self.function_type = concrete.function_type
        self.children = []

    def __call__(self, *args, **kwargs):
        return self._concrete(*args, **kwargs)

    def call_flat(self, *args):
        """The flat list of results for the flat tensors."""
        return nest.flatten(self._concrete.call_flat(list(args)), expand_composites=True)

    def call_preflattened(self, args):
        """The structured result for the flat tensors."""
        return self._concrete.call_flat(list(args))

    def __repr__(self):
        return f"<AtomicFunction> {self._concrete.pretty_printed_signature()}"


def _places(structured):
    """For a dict of tensors alone, which is packed at each training step: (key, position of its output) in the dict's order."""
    if type(structured) is not dict or not all(isinstance(key, str) and isinstance(value, Tensor) for key, value in structured.items()):
        return None
    flat = sorted(structured)
    return [(key, flat.index(key)) for key in structured]


def output_type(structured):
    """The trace type of a structured result."""
    return from_value(nest.map_structure(_output_spec, structured, expand_composites=False))


def _output_spec(leaf):
    if isinstance(leaf, Tensor):
        return TensorSpec(leaf._dims, leaf.dtype)
    return getattr(leaf, "_type_spec", leaf)

