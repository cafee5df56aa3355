"""`tf.autodiff.ForwardAccumulator`: Jacobian-vector products, as the derivative of a vector-Jacobian product by its vector."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.dtypes import TRAINABLE
from runtime.gradient.backprop import UnconnectedGradients, unconnected_kind, zeros_for
from runtime.gradient.indexed_slices import dense
from runtime.gradient.tape import GradientTape, handle_of, log_first
from runtime.ops.reduction import reduce_sum
from runtime.ops.sums import add_n


class ForwardAccumulator:
    """Computes ``J · tangents`` for what is computed in its block from `primals`.

    Args:
        primals: tensors or Variables, possibly nested.
        tangents: a tensor for each of `primals`, of its dtype.

    Raises:
        ValueError: the structures differ, a dtype does, or one primal stands there twice.
    """

    def __init__(self, primals, tangents):
        nest.assert_same_structure(primals, tangents)
        self._primals = [handle_of(primal) for primal in nest.flatten(primals)]
        if len({id(primal) for primal in self._primals}) < len(self._primals):
            raise ValueError("Tensor {} was specified as a primal multiple times. This may indicate an error. If it was "
                             "intended, please sum the corresponding tangents.")
        self._around = ()  # the tapes and accumulators around: they see the products computed, as if each op computed its own
        self._products = {}  # ids of target and graph → (target, graph, product)
        self._tape = GradientTape(persistent=True, watch_accessed_variables=False)
        with self._tape:
            for primal in nest.flatten(primals):
                if primal.dtype not in TRAINABLE:
                    log_first(5, "The dtype of the watched primal must be floating (e.g. tf.float32), got %r", primal.dtype)
                self._tape.watch([primal] if primal.dtype in TRAINABLE else [])
        self._tangents = [convert_to_tensor(tangent, primal.dtype)
                          for primal, tangent in zip(nest.flatten(primals), nest.flatten(tangents))]

    def __enter__(self):
        if self._tape.is_recording():
            raise ValueError("Accumulator is already recording.")
        self._around += tuple(tape for tape in context.tapes if tape not in self._around)
        self._tape.__enter__()
        return self

    def __exit__(self, *error):
        self._tape.__exit__(*error)

    def jvp(self, primals, unconnected_gradients=UnconnectedGradients.NONE):
        """The derivative of `primals`, computed in the block, in the direction of the tangents; same structure.

        What does not depend on the primals gives None, or zeros.
        """
        kind = unconnected_kind(unconnected_gradients)
        outer, context.tapes = context.tapes, tuple(tape for tape in self._around if tape in context.tapes or tape.has_recorded())
        try:
            results = []
            for target in nest.flatten(primals):
                target = handle_of(target)
                key = id(target), id(context.graph)
                if key not in self._products:
                    self._products[key] = target, context.graph, self._directional(target)
                result = self._products[key][-1]
                if result is None and kind is UnconnectedGradients.ZERO:
                    result = zeros_for(target)
                results.append(result)
        finally:
            context.tapes = outer
        return nest.pack_sequence_as(primals, results)

    def _directional(self, target):
        for primal, tangent in zip(self._primals, self._tangents):
            if primal is target:
                return tangent
        if not self._tape.could_record([target]):
            return None
        vector = zeros_for(target)
        with GradientTape(watch_accessed_variables=False) as dual:
            dual.watch(vector)
            rows = self._tape._backward([target], [vector], self._primals)
            terms = [reduce_sum(dense(row) * tangent) for row, tangent in zip(rows, self._tangents) if row is not None]
            total = add_n(terms) if terms else None
        return None if total is None else dual.gradient(total, vector)

    def __repr__(self):
        return f"<tensorflow.python.eager.forwardprop.ForwardAccumulator object at {id(self):#x}>"
