"""`tf.nondifferentiable_batch_function` and `tf.guarantee_const`: what servers say of a graph."""

from __future__ import annotations

from runtime.core import nest
from runtime.core.convert import convert_to_tensor
from runtime.core.deprecation import warn_deprecated
from runtime.core.dispatch import dispatch
from runtime.core.op_def import op
from runtime.ops import infer
from runtime.function.polymorphic import function
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.identity import prevent_gradient

GUARANTEE_CONST = op("GuaranteeConst", "input: T -> output: T", kernel=lambda x: x, infer=infer.same, stateful=True)


def guarantee_const(input, name=None):
    """`input`, which the program promises never to change."""
    warn_deprecated("guarantee_const", "tensorflow.python.ops.array_ops", "Not for public use.")
    return dispatch(GUARANTEE_CONST, (input,), None, name)


def nondifferentiable_batch_function(num_batch_threads, max_batch_size, batch_timeout_micros, allowed_batch_sizes=None,
                                     max_enqueued_batches=10, autograph=True, enable_large_batch_splitting=True):
    """A decorator: each call is a batch of its own, and waits for no others."""
    def decorate(fn):
        def call(*args):
            tensors = [convert_to_tensor(value) for value in args]
            specs = [TensorSpec(tensor._dims, tensor.dtype) for tensor in tensors]
            concrete = function(fn, autograph=autograph).get_concrete_function(*specs)
            result = concrete(*tensors)
            return nest.map_structure(lambda tensor: prevent_gradient(tensor, "BatchFunction has no gradient"), result)
        return call
    return decorate
