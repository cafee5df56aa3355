"""What all optimizers of TensorFlow 1 have in common: `minimize`, and the Variables that updates need."""

from __future__ import annotations

import contextlib

from runtime.compat.graphs.graph_variables import TRAINABLE_VARIABLES, GraphVariable
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.indexed_slices import IndexedSlices
from runtime.gradient.symbolic import gradients
from runtime.gradient.tape import GradientTape
from runtime.ops.array import shape
from runtime.ops.control_flow.control_flow import group
from runtime.ops.segment import unsorted_segment_sum
from runtime.ops.sort import unique
from runtime.variables import Variable


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
                    updates.append(self._apply_any(gradient, variable))
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
            count = sum(of == id(variable) for _, of in self._slots)
            own = f"{variable._name}/{self._slot_names.get(name) or self._name}"
            self._slots[key] = self._new(initial, own if not count or self._slot_names.get(name) else f"{own}_{count}")
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

    def _apply_any(self, gradient, variable):
        if self._apply_rows is None or not isinstance(gradient, IndexedSlices):
            return self._apply(_dense(gradient), variable)
        rows, places = unique(gradient.indices)
        return self._apply_rows(unsorted_segment_sum(gradient.values, places, shape(rows)[0]), variable, rows)

    _apply_rows = None  # (values, variable, indices) → an operation, where the rows of IndexedSlices alone are updated
    _slot_names = {}    # slot → the name of its Variables, where it is not the optimizer's

    def _finish(self, updates):
        """Operations that come after the updates."""
        return []


def _scope(name):
    return contextlib.nullcontext(None) if context.graph is None else context.graph.name_scope(name)


def _dense(gradient):
    return convert_to_tensor(gradient) if isinstance(gradient, IndexedSlices) else gradient


def number(value, variable, name):
    """A parameter, which may be a function that gives it, as a tensor of the Variable's dtype."""
    return convert_to_tensor(value() if callable(value) else value, variable.dtype, name=name)
