"""`tf.compat.v1.train`: the optimizers of TensorFlow 1 (gradient descent, momentum, Adam) and the global step."""

from __future__ import annotations

import contextlib

import numpy as np

from runtime.compat.graph_variables import GLOBAL_VARIABLES, TRAINABLE_VARIABLES, GraphVariable
from runtime.core.absent import absent_from
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.symbolic import gradients
from runtime.gradient.tape import GradientTape
from runtime.ops import types
from runtime.ops.control_flow.control_flow import group
from runtime.ops.creation import zeros, zeros_like
from runtime.variables import Variable

from runtime.compat.saver import Saver, checkpoint_exists  # noqa: F401
from runtime.train import (Checkpoint, CheckpointManager, get_checkpoint_state, latest_checkpoint, list_variables,  # noqa: F401
                           load_checkpoint, load_variable)
from runtime.compat.graphs import get_default_graph
from runtime.ops.cast import cast

GLOBAL_STEP = "global_step"


def _descend(var, alpha, delta, use_locking):
    var.value = var.read() - alpha * delta


def _momentum(var, accum, lr, grad, momentum, use_locking, use_nesterov):
    accum.value = accum.read() * momentum + grad
    step = grad * lr + accum.value * momentum * lr if use_nesterov else accum.value * lr
    var.value = var.read() - step


def _adam(var, m, v, beta1_power, beta2_power, lr, beta1, beta2, epsilon, grad, use_locking, use_nesterov):
    one = grad.dtype.type(1)
    alpha = lr * np.sqrt(one - beta2_power) / (one - beta1_power)
    m.value = m.read() + (grad - m.read()) * (one - beta1)
    v.value = v.read() + (grad * grad - v.read()) * (one - beta2)
    step = grad * (one - beta1) + beta1 * m.value if use_nesterov else m.value
    var.value = var.read() - step * alpha / (np.sqrt(v.value) + epsilon)


APPLY_GRADIENT_DESCENT = op("ResourceApplyGradientDescent", "var: resource, alpha: T, delta: T ->", kernel=_descend,
                            attrs={"use_locking": False}, stateful=True, types={"T": types.NUMBER}, unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})
APPLY_MOMENTUM = op("ResourceApplyMomentum", "var: resource, accum: resource, lr: T, grad: T, momentum: T ->", kernel=_momentum,
                    attrs={"use_locking": False, "use_nesterov": False}, stateful=True, types={"T": types.NUMBER}, unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})
APPLY_ADAM = op("ResourceApplyAdam", "var: resource, m: resource, v: resource, beta1_power: T, beta2_power: T, lr: T, beta1: T, "
                "beta2: T, epsilon: T, grad: T ->", kernel=_adam, attrs={"use_locking": False, "use_nesterov": False},
                stateful=True, types={"T": types.NUMBER}, unserved={"T": "int32 uint8 int16 int8 int64 uint16 uint32 uint64"})


class Optimizer:
    """The base: `minimize` is `compute_gradients`, then `apply_gradients`. Subclasses say how one Variable is updated."""

    GATE_NONE, GATE_OP, GATE_GRAPH = 0, 1, 2

    def __init__(self, use_locking, name):
        if not name:
            raise ValueError("Must specify the optimizer name")
        self._name = name
        self._use_locking = use_locking
        self._slots = {}    # (slot name, id(variable)) → Variable
        self._kept = []

    def get_name(self):
        return self._name

    def minimize(self, loss, global_step=None, var_list=None, gate_gradients=1, aggregation_method=None,
                 colocate_gradients_with_ops=False, name=None, grad_loss=None):
        """An operation that moves the Variables one step down the gradient of `loss`.

        Args:
            loss: a tensor; eagerly a function that computes it.
            global_step: a Variable to add one to.
            var_list: the trainable Variables of the graph, or those that the function read, by default.

        Raises:
            ValueError: no Variable has a gradient.
        """
        pairs = self.compute_gradients(loss, var_list, grad_loss=grad_loss)
        known = [variable for gradient, variable in pairs if gradient is not None]
        if not known:
            raise ValueError("No gradients provided for any variable, check your graph for ops that do not support gradients, "
                             f"between variables {[str(variable) for _, variable in pairs]} and loss {loss}.")
        return self.apply_gradients(pairs, global_step, name)

    def compute_gradients(self, loss, var_list=None, gate_gradients=1, aggregation_method=None,
                          colocate_gradients_with_ops=False, grad_loss=None):
        """List of (gradient or None, Variable)."""
        if callable(loss):
            with GradientTape() as tape:
                if var_list is not None:
                    tape.watch(var_list)
                value = loss()
            variables = list(tape.watched_variables() if var_list is None else var_list)
            return list(zip(tape.gradient(value, variables, grad_loss), variables))
        if context.graph is None:
            raise RuntimeError("`loss` passed to Optimizer.compute_gradients should be a function when eager execution is enabled.")
        variables = context.graph.get_collection(TRAINABLE_VARIABLES) if var_list is None else list(var_list)
        if not variables:
            raise ValueError("No variables to optimize.")
        return list(zip(gradients(loss, variables, grad_loss), variables))

    def apply_gradients(self, grads_and_vars, global_step=None, name=None):
        """An operation that updates the Variables with the gradients."""
        pairs = [(gradient, variable) for gradient, variable in grads_and_vars if gradient is not None]
        if not pairs:
            raise ValueError("No gradients provided for any variable: "
                             f"{[str(variable) for _, variable in grads_and_vars]}.")
        slots = contextlib.nullcontext() if context.graph is None else context.graph.control_dependencies(None)
        with slots:
            self._create_slots([variable for _, variable in pairs])
        updates = []
        with _scope(name or self._name) as scope:
            self._prepare()
            for gradient, variable in pairs:
                with _scope(f"update_{variable._name.replace('/', '_')}"):
                    updates.append(self._apply(_dense(gradient), variable))
            updates += self._finish(updates)
            if context.graph is None:
                if global_step is not None:
                    global_step.assign_add(1)
                return None
            if global_step is None:
                return group(*updates, name=scope)
            with context.graph.control_dependencies([group(*updates, name="update")]):
                return global_step.assign_add(1, name=scope, read_value=False)

    def variables(self):
        """The Variables that the updates need, in the order of their names."""
        return sorted([*self._slots.values(), *self._shared()], key=lambda variable: variable.name)

    def _shared(self):
        """Variables that are not of one variable alone."""
        return ()

    def get_slot(self, var, name):
        return self._slots.get((name, id(var)))

    def get_slot_names(self):
        return sorted({name for name, _ in self._slots})

    def _slot(self, variable, name, initial):
        key = name, id(variable)
        if key not in self._slots:
            self._kept.append(variable)
            own = f"{variable._name}/{self._name}" + ("" if name in ("momentum", "m") else "_1")
            self._slots[key] = self._new(initial, own)
        return self._slots[key]

    def _new(self, initial, name):
        if context.graph is None:
            return Variable(initial, trainable=False, name=name)
        with context.graph.name_scope(None):
            make = Variable if context.graph.building_function else GraphVariable
            return make(initial, trainable=False, name=name)

    def _create_slots(self, variables):
        """Make the Variables that the updates need."""

    def _prepare(self):
        """Make the tensors that the updates share."""

    def _apply(self, gradient, variable):
        raise NotImplementedError

    def _finish(self, updates):
        """Operations that come after the updates."""
        return []


def _scope(name):
    return contextlib.nullcontext(None) if context.graph is None else context.graph.name_scope(name)


def _dense(gradient):
    return convert_to_tensor(gradient) if isinstance(gradient, IndexedSlices) else gradient


def _number(value, variable, name):
    """A parameter, which may be a function that gives it, as a tensor of the Variable's dtype."""
    return convert_to_tensor(value() if callable(value) else value, variable.dtype, name=name)


class GradientDescentOptimizer(Optimizer):
    """``variable -= learning_rate * gradient``."""

    def __init__(self, learning_rate, use_locking=False, name="GradientDescent"):
        super().__init__(use_locking, name)
        self._rate = learning_rate

    def _prepare(self):
        rate = self._rate() if callable(self._rate) else self._rate
        self._tensor = convert_to_tensor(rate, name="learning_rate")

    def _apply(self, gradient, variable):
        return dispatch(APPLY_GRADIENT_DESCENT, (variable.handle, _cast(self._tensor, variable), gradient))


def _cast(tensor, variable):
    return tensor if tensor.dtype is variable.dtype else cast(tensor, variable.dtype)


class MomentumOptimizer(Optimizer):
    """``accumulation = momentum * accumulation + gradient; variable -= learning_rate * accumulation``."""

    def __init__(self, learning_rate, momentum, use_locking=False, name="Momentum", use_nesterov=False):
        super().__init__(use_locking, name)
        self._rate, self._momentum, self._nesterov = learning_rate, momentum, use_nesterov

    def _create_slots(self, variables):
        for variable in variables:
            self._slot(variable, "momentum", lambda variable=variable: _zeros(variable))

    def _apply(self, gradient, variable):
        return dispatch(APPLY_MOMENTUM, (variable.handle, self.get_slot(variable, "momentum").handle,
                                         _number(self._rate, variable, "learning_rate"), gradient,
                                         _number(self._momentum, variable, "momentum")), {"use_nesterov": self._nesterov})


def _zeros(variable):
    dims = variable._dims
    return zeros(dims, variable.dtype) if dims is not None and None not in dims else zeros_like(variable.initial_value)


class AdamOptimizer(Optimizer):
    """Adam, by its paper's second formula, where `epsilon` is the "epsilon hat"."""

    def __init__(self, learning_rate=0.001, beta1=0.9, beta2=0.999, epsilon=1e-08, use_locking=False, name="Adam"):
        super().__init__(use_locking, name)
        self._rate, self._beta1, self._beta2, self._epsilon = learning_rate, beta1, beta2, epsilon
        self._powers = None

    def _create_slots(self, variables):
        if self._powers is None:
            self._powers = self._new(np.float32(self._beta1), "beta1_power"), self._new(np.float32(self._beta2), "beta2_power")
        for name in ("m", "v"):
            for variable in variables:
                self._slot(variable, name, lambda variable=variable: _zeros(variable))

    def _shared(self):
        return self._powers or ()

    def _apply(self, gradient, variable):
        powers = [_cast(power.value(), variable) for power in self._powers]
        numbers = [_number(value, variable, name) for value, name in
                   ((self._rate, "learning_rate"), (self._beta1, "beta1"), (self._beta2, "beta2"), (self._epsilon, "epsilon"))]
        return dispatch(APPLY_ADAM, (variable.handle, self.get_slot(variable, "m").handle, self.get_slot(variable, "v").handle,
                                     *powers, *numbers, gradient))

    def _finish(self, updates):
        after = contextlib.nullcontext() if context.graph is None else context.graph.control_dependencies(updates)
        with after:
            return [power.assign(power * _number(beta, power, "beta"), read_value=False)
                    for power, beta in zip(self._powers, (self._beta1, self._beta2))]


def create_global_step(graph=None):
    """The Variable that counts training steps. Raises ValueError if the graph has one."""
    if get_global_step(graph) is not None:
        raise ValueError('"global_step" already exists.')
    with (graph or _graph()).as_default(), context.graph.name_scope(None):
        return GraphVariable(np.int64(0), trainable=False, name=GLOBAL_STEP, collections=[GLOBAL_VARIABLES, GLOBAL_STEP])


def get_global_step(graph=None):
    """The Variable that counts training steps, or None."""
    found = (graph or _graph()).get_collection(GLOBAL_STEP)
    return found[0] if found else None


def get_or_create_global_step(graph=None):
    return get_global_step(graph) or create_global_step(graph)


def global_step(sess, global_step_tensor):
    """The number of steps so far, as an int."""
    return int(sess.run(global_step_tensor))


def _graph():
    return get_default_graph()


__getattr__ = absent_from("tf.compat.v1.train", {
    **dict.fromkeys(("cosine_decay", "exponential_decay", "inverse_time_decay", "natural_exp_decay", "piecewise_constant", "polynomial_decay"),
                    "runtime.compat.decays"),
    **dict.fromkeys(("BytesList", "Coordinator", "Example", "Feature", "FeatureList", "FeatureLists", "Features", "FloatList", "Int64List",
                     "LooperThread", "SequenceExample"), "runtime.train"),
    "piecewise_constant_decay": "runtime.compat.decays", "summary_iterator": "runtime.compat.event_files",
    **dict.fromkeys(("CheckpointSaverHook", "CheckpointSaverListener", "FeedFnHook", "FinalOpsHook", "LoggingTensorHook",
                     "NanLossDuringTrainingError", "NanTensorHook", "SecondOrStepTimer", "SessionRunArgs", "SessionRunContext", "SessionRunHook",
                     "SessionRunValues", "StepCounterHook", "StopAtStepHook"), "runtime.compat.hooks"),
    **dict.fromkeys(("ChiefSessionCreator", "MonitoredSession", "MonitoredTrainingSession", "Scaffold", "SessionCreator",
                     "SingularMonitoredSession", "WorkerSessionCreator"), "runtime.compat.monitored")})
