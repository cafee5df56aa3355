"""`GradientTape`: records ops as they run, or are recorded into a graph, and plays them backwards."""

from __future__ import annotations

import collections
import contextlib
import sys

from runtime.core import hooks, nest
from runtime.core.composite import CompositeTensor
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dtypes import TRAINABLE
from runtime.core.graph import RUNTIME
from runtime.core.logger import get_logger
from runtime.core.op_def import OpDef
from runtime.core.tensor import SymbolicTensor, Tensor
from runtime.gradient.backprop import (UnconnectedGradients, backpropagate, fill_unconnected, ones_for,
                                       unconnected_kind)

_USED_UP = "A non-persistent GradientTape can only be used to compute one set of gradients (or jacobians)"
_INSIDE = ("Calling GradientTape.gradient on a persistent tape inside its context is significantly less efficient than "
           "calling it outside the context (it causes the gradient ops to be recorded on the tape, leading to increased CPU and memory "
           "usage). Only call GradientTape.gradient inside the context if you actually want to trace the gradient in order to "
           "compute higher order derivatives.")
_logged = collections.Counter()


def log_first(limit, text, *args, place=None):
    """Log a warning, at most `limit` times for one line of the user's (or `place`)."""
    if place is None:
        frame = sys._getframe(1)
        while frame.f_back is not None and frame.f_code.co_filename.startswith(RUNTIME):
            frame = frame.f_back
        place = frame.f_code.co_filename, frame.f_lineno
    _logged[text, place] += 1
    if _logged[text, place] <= limit:
        get_logger().warning(text, *args)


class _Recording:
    """What one tape has seen.

    Attributes:
        producers: id(tensor) → the node that made it, None for watched tensors. Only tensors that depend on watched ones.
        others: the same for outputs through which no gradient flows, integers and such: only a target can be one.
        watched: id(tensor) → tensor: kept, so that no other tensor can get the same id.
        scopes: id(node) → the name scope in which a node of a graph was made.
        variables: id(handle) → Variable, in the order in which they were first read.
    """

    __slots__ = ("producers", "others", "watched", "scopes", "variables")

    def __init__(self):
        self.producers = {}
        self.others = {}
        self.watched = {}
        self.scopes = {}
        self.variables = {}

    def watch(self, tensor):
        if tensor.dtype in TRAINABLE:
            self.producers.setdefault(id(tensor), None)
        self.watched[id(tensor)] = tensor

    def producer(self, tensor):
        return self.producers.get(id(tensor)) or self.others.get(id(tensor))

    def gradient_scope(self, node):
        """The name scope in which TensorFlow runs the gradient function of `node`."""
        scope = self.scopes.get(id(node))
        return context.graph.name_scope(f"gradient_tape/{scope}/" if scope else "gradient_tape/")


def _scope_of(operation):
    """The scope that TensorFlow's wrapper of this op was in. Python operators name their op after the scope they open."""
    if isinstance(operation, _Capture):
        return ""
    scope = operation.graph.get_name_scope()
    last = operation.name.rpartition("/")[2]
    return operation.name if last[:1].islower() and operation.name != scope else scope


def handle_of(value):
    """The tensor that carries the gradient of `value`: a Variable's handle, else `value` itself."""
    return getattr(value, "handle", value) if not isinstance(value, Tensor) else value


def gradient_part(value):
    """The part of a composite that has a gradient, if it says so; anything else as it is."""
    part = getattr(value, "gradient_part", None) if isinstance(value, CompositeTensor) else None
    return value if part is None else part()


def like_source(source, gradient):
    """The gradient in the form of its source."""
    if gradient is None or not isinstance(source, CompositeTensor) or not hasattr(source, "with_gradient_part"):
        return gradient
    return source.with_gradient_part(gradient)


def creation_number(variable):
    """Variables are listed in the order of their creation; the names of their storage are numbered."""
    storage = getattr(variable.handle, "_value", None)
    number = getattr(storage, "name", "").rpartition("/")[2]
    return int(number) if number.isdigit() else 0


class _Capture:
    """The node between a tensor and its stand-in inside a graph."""

    op_def = OpDef("captured_value", "x: T -> y: T", grad=lambda op, dy: [dy])
    attrs = {}

    def __init__(self, inputs, outputs):
        self.inputs = inputs
        self.outputs = outputs


@hooks.gradient_tape.provide
class GradientTape:
    """Records operations for automatic differentiation (`tf.GradientTape`).

    Args:
        persistent: allow more than one call of `gradient`, `jacobian` or `batch_jacobian`.
        watch_accessed_variables: watch trainable Variables when they are read.
    """

    def __init__(self, persistent=False, watch_accessed_variables=True):
        self._tape = None
        self._persistent = persistent
        self._watch_accessed_variables = watch_accessed_variables
        self._watched_variables = ()
        self._recording = False

    records = True

    def __enter__(self):
        self._push_tape()
        return self

    def __exit__(self, typ, value, traceback):
        if self._recording:
            self._pop_tape()

    def _push_tape(self):
        if self._recording:
            raise ValueError("Tape is still recording, This can happen if you try to re-enter an already-active tape.")
        if self._tape is None:
            self._tape = _Recording()
        context.tapes = context.tapes + (self,)
        self._recording = True

    def _pop_tape(self):
        if not self._recording:
            raise ValueError("Tape is not recording.")
        context.tapes = tuple(tape for tape in context.tapes if tape is not self)
        self._recording = False

    # -- recording ---------------------------------------------------------------------------------------------------
    def is_recording(self):
        return self._recording

    def has_recorded(self):
        """Whether it holds what it has recorded, so that more can be added."""
        return self._tape is not None

    def record(self, node):
        """Note a node that has just been run or recorded, if it depends on something watched."""
        recording = self._tape
        producers = recording.producers
        for tensor in node.inputs:
            if id(tensor) in producers:
                break
        else:
            return
        for tensor in node.outputs:
            (producers if tensor.dtype in TRAINABLE else recording.others)[id(tensor)] = node
        if context.graph is not None and node.outputs and type(node.outputs[0]) is SymbolicTensor:
            recording.scopes[id(node)] = _scope_of(node)

    def record_capture(self, outer, inner):
        """Note that `inner`, of a graph, stands for `outer`."""
        if id(outer) in self._tape.producers:
            self.record(_Capture([outer], [inner]))

    def node_grew(self, node):
        """`node` has been given more outputs after it was recorded."""
        producers = self._tape.producers
        if any(producers.get(id(tensor)) is node for tensor in node.outputs):
            producers.update((id(tensor), node) for tensor in node.outputs if tensor.dtype in TRAINABLE)

    def could_record(self, tensors):
        """Whether an op on `tensors` would be recorded."""
        producers = self._tape.producers
        return any(id(tensor) in producers for tensor in tensors)

    def watch(self, tensor):
        """Record what is computed from `tensor`: a tensor, a Variable or a nest of them.

        Raises:
            ValueError: something else.
        """
        for item in nest.flatten(tensor, expand_composites=True):
            if not isinstance(item, Tensor) and not hasattr(item, "handle"):
                raise ValueError(f"Passed in object {item} of type {type(item).__name__!r}, not tf.Tensor or tf.Variable or "
                                 "ExtensionType.")
            if item.dtype not in TRAINABLE:
                log_first(5, "The dtype of the watched tensor must be floating (e.g. tf.float32), got %r", item.dtype)
            if isinstance(item, Tensor):
                self._started().watch(item)
            else:
                self._watch_variable(item)

    def _started(self):
        if self._tape is None:
            raise AttributeError("'NoneType' object has no attribute '_tape'")
        return self._tape

    def watch_variable(self, variable):
        """`variable` has been read: watch it, unless the tape was told not to."""
        if self._watch_accessed_variables:
            self._watch_variable(variable)

    def _watch_variable(self, variable):
        recording = self._started()
        handle = variable.handle
        recording.variables[id(handle)] = variable
        recording.watch(handle)

    @contextlib.contextmanager
    def stop_recording(self):
        """Record nothing until the block ends.

        Raises:
            RuntimeError: the tape has not recorded anything yet.
        """
        if self._tape is None:
            raise RuntimeError("Trying to stop recording a tape which is not recording.")
        self._pop_tape()
        try:
            yield
        finally:
            self._push_tape()

    def reset(self):
        """Forget everything that was recorded and watched."""
        self._pop_tape()
        self._tape = None
        self._push_tape()

    def watched_variables(self):
        """The Variables that the tape watches, oldest first."""
        if self._tape is not None:
            self._watched_variables = tuple(sorted(self._tape.variables.values(), key=creation_number))
        return self._watched_variables

    # -- differentiating ---------------------------------------------------------------------------------------------
    def gradient(self, target, sources, output_gradients=None, unconnected_gradients=UnconnectedGradients.NONE):
        """Gradients of the sum of `target` with respect to `sources`, in the structure of `sources`.

        Args:
            target: tensors or Variables, possibly nested.
            sources: tensors or Variables, possibly nested.
            output_gradients: weights of the targets, one tensor for each; ones if left out.
            unconnected_gradients: what a source without influence gets: None, or zeros.

        Raises:
            RuntimeError: the tape is used up.
            TypeError: no target.
        """
        self._start("gradient")
        if target is None:
            raise TypeError("Argument `target` should be a list or nested structure of Tensors, Variables or CompositeTensors "
                            "to be differentiated, but received None.")
        targets = [handle_of(_typed(item)) for item in nest.flatten(nest.map_structure(gradient_part, target), expand_composites=True)]
        flat_sources = [handle_of(_typed(gradient_part(item))) for item in nest.flatten(sources)]
        kind = unconnected_kind(unconnected_gradients)
        if output_gradients is None:
            seeds = [ones_for(item) if self._starts(item) else None for item in targets]
        else:
            seeds = [convert_to_tensor(gradient_part(item)) for item in nest.flatten(output_gradients)]
            seeds += [ones_for(item) if self._starts(item) else None for item in targets[len(seeds):]]
        gradients = fill_unconnected(self._backward(targets, seeds, flat_sources), flat_sources, kind)
        self._use_up()
        return nest.pack_sequence_as(sources, list(map(like_source, nest.flatten(sources), gradients)))

    def _starts(self, target):
        """Whether a backward pass starts at `target`: at an integer too if it is the result of something recorded."""
        node = self._tape.others.get(id(target))
        return target.dtype in TRAINABLE or node is not None and (
            target.dtype.is_integer or node.op_def.differentiable is None)

    def _backward(self, targets, seeds, sources):
        recording = self._tape
        gradients = backpropagate(targets, seeds, sources, recording.producer,
                                  recording.gradient_scope if context.graph is not None else None)
        # An op that was recorded for another of its inputs has gradients for those that nobody watched too: not for the user.
        alone = {id(target) for target in targets} - recording.producers.keys()
        if alone & {id(source) for source in sources}:
            alone -= self._read_for(targets)
        known = recording.producers.keys() | alone
        return [gradient if id(source) in known else None for source, gradient in zip(sources, gradients)]

    def _read_for(self, targets):
        """ids of all tensors that recorded ops read on the way to `targets`."""
        read, seen, stack = set(), set(), list(targets)
        while stack:
            node = self._tape.producer(stack.pop())
            if node is not None and id(node) not in seen:
                seen.add(id(node))
                read.update(id(tensor) for tensor in node.inputs)
                stack.extend(node.inputs)
        return read

    def _use_up(self):
        if not self._persistent:
            self.watched_variables()
            self._tape = None

    def jacobian(self, target, sources, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None,
                 experimental_use_pfor=True):
        """Derivatives of every element of `target` by every element of `sources`: shape ``target.shape + source.shape``.

        Raises:
            RuntimeError: the tape is used up.
        """
        self._start("jacobian")
        if context.graph is None and not self._persistent and not experimental_use_pfor:
            raise RuntimeError("GradientTape must be created with persistent=True to compute the jacobian with eager "
                               "execution enabled and with  experimental_use_pfor set to False.")
        flat = [handle_of(_typed(item)) for item in nest.flatten(sources)]
        results = hooks.jacobian(self, target, flat, unconnected_kind(unconnected_gradients))
        self._use_up()
        return nest.pack_sequence_as(sources, results)

    def batch_jacobian(self, target, source, unconnected_gradients=UnconnectedGradients.NONE, parallel_iterations=None,
                       experimental_use_pfor=True):
        """The Jacobian of each row of `target`, ``[b, …]``, by the same row of `source`, ``[b, …]``, stacked.

        Raises:
            RuntimeError: the tape is used up, or without vectorisation not persistent.
            ValueError: the first sizes differ, or a rank is below 2.
        """
        self._start("batch_jacobian")
        if context.graph is None and not self._persistent and not experimental_use_pfor:
            raise RuntimeError("GradientTape must be created with persistent=True to compute the batch_jacobian with eager execution "
                               "enabled and  with experimental_use_pfor set to False.")
        result = hooks.batch_jacobian(self, target, source, unconnected_kind(unconnected_gradients))
        self._use_up()
        return result

    def _start(self, name):
        if self._tape is None:
            raise RuntimeError(_USED_UP)
        if self._recording:
            if self._persistent:
                log_first(1, _INSIDE, place=None if name == "gradient" else name)
            else:
                self._pop_tape()


def _typed(value):
    """`value`, which must be a tensor or act like one."""
    if value is None:
        raise TypeError("Cannot convert the argument `type_value`: None to a TensorFlow DType.")
    if isinstance(value, str):
        raise TypeError(f"Cannot convert the argument `type_value`: {value!r} to a TensorFlow DType.")
    value.dtype  # AttributeError, as TensorFlow raises, for Python values
    return value
