"""`tf.custom_gradient`: functions with a gradient of the user's."""

from __future__ import annotations

import functools
import inspect

from runtime.core import dtypes, nest
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import Record, dispatch
from runtime.core.op_def import OpDef
from runtime.gradient.backprop import UnconnectedGradients
from runtime.gradient.tape import GradientTape, creation_number
from runtime.ops.array import reshape
from runtime.ops.cast import cast
from runtime.ops.identity import identity
from runtime.ops.reduction import reduce_max
from runtime.ops.select import where

# An IdentityN whose gradient is the function in an attribute. Graphs show TensorFlow's op.
CUSTOM = OpDef("IdentityN", "input: [T] -> output: [T]", kernel=lambda *values, **_: values,
                infer=lambda inputs, attrs: [tensor._dims for tensor in inputs], attrs={"_gradient_function": None},
                grad=lambda op, *dys: op.attrs["_gradient_function"](*dys))
CUSTOM.takes_none = True


class _VariableWatcher:
    """Among the tapes, notes which trainable Variables are read, and records nothing."""

    _persistent = False
    records = False

    def __init__(self):
        self._variables = {}

    def watch_variable(self, variable):
        self._variables.setdefault(id(variable.handle), variable)

    def record(self, node):
        pass

    record_capture = node_grew = lambda self, *args: None

    def could_record(self, tensors):
        return False

    def has_recorded(self):
        return False

    def variables(self):
        return sorted(self._variables.values(), key=creation_number)

    def __enter__(self):
        context.tapes = context.tapes + (self,)
        return self

    def __exit__(self, *error):
        context.tapes = tuple(tape for tape in context.tapes if tape is not self)


class Bind:
    """A function decorated by `tf.custom_gradient`; works as a method too."""

    autograph_info__ = None  # AutoGraph leaves it alone

    def __init__(self, function, caller=None):
        functools.update_wrapper(self, function)
        self._function = function
        self._caller = caller or _with_gradient

    def __call__(self, *args, **kwargs):
        return self._caller(self._function, args, kwargs)

    def __get__(self, instance, owner=None):
        return self if instance is None else Bind(self._function.__get__(instance, owner), self._caller)

    def __repr__(self):
        return f"<tensorflow.python.ops.custom_gradient.Bind object at {id(self):#x}>"


def custom_gradient(f=None):
    """Decorator for a function that returns its result and a function for its gradient.

    The latter takes the gradients of the results and returns those of the arguments; where Variables are used it must
    also take ``variables`` and return a pair: gradients of the arguments, list of gradients of the Variables.

    Raises, when the function is called or differentiated:
        TypeError: it uses Variables, and the gradient function does not take ``variables``.
        ValueError: a wrong number of gradients; keyword arguments in a graph.
    """
    return custom_gradient if f is None else Bind(f)


def _with_gradient(function, args, kwargs):
    if context.graph is None:
        return _eager(function, args, kwargs)
    if kwargs:
        raise ValueError("The custom_gradient decorator currently supports keywords arguments only when eager execution is "
                         "enabled.")
    return _in_graph(function, args)


def _check_takes_variables(gradient_function, variables):
    if not callable(gradient_function):
        raise TypeError("unsupported callable")
    if variables and not any(parameter.name == "variables" or parameter.kind is parameter.VAR_KEYWORD
                             for parameter in inspect.signature(gradient_function).parameters.values()):
        raise TypeError("@tf.custom_gradient grad_fn must accept keyword argument 'variables', since function uses variables: "
                        f"{variables}")


def _call_gradient(gradient_function, dys, variables):
    """(flat gradients of the arguments, gradients of the Variables)."""
    if not variables:
        return nest.flatten(gradient_function(*dys)), []
    gradients, of_variables = gradient_function(*dys, variables=variables)
    of_variables = list(of_variables)
    if len(of_variables) != len(variables):
        raise ValueError("Must return gradient for each variable from @custom_gradient grad_fn.")
    return nest.flatten(gradients), of_variables


def _eager(function, args, kwargs):
    with _VariableWatcher() as watcher:
        result, gradient_function = function(*args, **kwargs)
    flat = nest.flatten(args)
    given = flat + nest.flatten(kwargs)
    variables = [variable for variable in watcher.variables() if not any(variable is item for item in given)]
    _check_takes_variables(gradient_function, variables)
    outputs = [identity(convert_to_tensor(value)) for value in nest.flatten(result)]
    inputs = [convert_to_tensor(value) for value in flat + variables]

    def gradient(op, *dys):
        gradients, of_variables = _call_gradient(gradient_function, dys, variables)
        if len(gradients) != len(flat):
            raise ValueError(f"custom_gradient function expected to return {len(flat)} gradients, but returned "
                             f"{len(gradients)} instead.")
        return gradients + of_variables

    if context.tapes:
        name = getattr(function, "__name__", "custom")
        node = Record(OpDef(name, "input: [T] -> output: [T]", grad=gradient), inputs, outputs, {})
        for tape in context.tapes:
            tape.record(node)
    return nest.pack_sequence_as(result, outputs)


def _in_graph(function, args):
    args = nest.map_structure(convert_to_tensor, args, expand_composites=True)
    with _VariableWatcher() as watcher:
        result, gradient_function = function(*args)
    flat = nest.flatten(args)
    results = [convert_to_tensor(value) for value in nest.flatten(result)]
    variables = [variable for variable in watcher.variables() if not any(variable.handle is item for item in flat)]
    _check_takes_variables(gradient_function, variables)
    # Arguments and Variables pass through the node too, so that their gradients are those that the user returns.
    with context.graph.name_scope("IdentityN") as name:
        inputs = [*results, *flat, *map(convert_to_tensor, variables)]

    def gradient(*dys):
        gradients, of_variables = _call_gradient(gradient_function, dys[:len(results)], variables)
        if len(gradients) != len(flat):
            raise ValueError(f'Num gradients {len(gradients) + len(results)} generated for op name: "IdentityN"\n '
                             f"do not match num inputs {len(inputs)}")
        return [None] * len(results) + gradients + of_variables

    outputs = dispatch(CUSTOM, inputs, {"_gradient_function": gradient}, name)
    for before, after in zip(inputs, outputs):
        after.handle_data = before.handle_data
    return nest.pack_sequence_as(result, list(outputs)[:len(results)])


def grad_pass_through(f):
    """`f` with the gradient of the identity (`tf.grad_pass_through`)."""
    @custom_gradient
    def passed_through(*args, **kwargs):
        def gradient(*dys, variables=None):
            dys = dys[0] if len(dys) == 1 else dys
            return dys if variables is None else (dys, [None] * len(variables))
        return f(*args, **kwargs), gradient

    return functools.wraps(f)(lambda *args, **kwargs: passed_through(*args, **kwargs))


def recompute_grad(f):
    """`f`, whose intermediate results are computed again for the gradient, in place of being kept (`tf.recompute_grad`)."""
    @custom_gradient
    def recomputed(*args, **kwargs):
        with _stop_recording():
            result = f(*args, **kwargs)

        def gradient(*dys, variables=None):
            @custom_gradient
            def recompute(*dys):
                with GradientTape() as tape:
                    arguments = _again(args, dys)
                    tape.watch(arguments)
                    tape.watch(variables or [])
                    again = f(*arguments, **kwargs)
                gradients = tape.gradient(again, [arguments, *(variables or ())], output_gradients=dys,
                                          unconnected_gradients=UnconnectedGradients.ZERO)
                return (gradients[0], gradients[1:]), refuse

            return recompute(*dys)

        return result, gradient

    def refuse(*_, **__):
        raise NotImplementedError(f"recompute_grad tried to transpose grad of {f.__name__}. Consider not using recompute_grad in "
                                  "forward modeautodiff")

    functools.update_wrapper(recomputed, f)
    return recomputed


def _again(args, dys):
    """Tensors of their own for `args`, so that equal arguments have a gradient each. In graphs they wait for `dys`."""
    args = list(nest.map_structure(identity, args))
    if context.graph is None:
        return args
    given = cast(reduce_max(reshape(dys[0], [-1])[:1]), dtypes.bool_)
    zero = where(given == given, 0.0, float("nan"))
    return nest.map_structure(lambda value: value + cast(zero, value.dtype), args)


class _stop_recording:
    """No tape but the watchers of Variables records in the block."""

    def __enter__(self):
        self._outer = context.tapes
        context.tapes = tuple(tape for tape in self._outer if not getattr(tape, "records", True))

    def __exit__(self, *error):
        context.tapes = self._outer
