"""`tf.types.experimental`: the protocol by which user classes take part in tracing."""

from __future__ import annotations

from runtime.function.concrete import ConcreteFunction
from runtime.function.polymorphic import Function
from runtime.function.trace_type import TraceType


class SupportsTracingProtocol:
    """A class whose instances say themselves what a trace depends on, by ``__tf_tracing_type__(context)``."""

    def __tf_tracing_type__(self, context):
        raise NotImplementedError


class experimental:
    """The namespace ``tf.types.experimental``."""

    TraceType = TraceType
    SupportsTracingProtocol = SupportsTracingProtocol
    GenericFunction = (Function, ConcreteFunction)
    PolymorphicFunction = Function
    ConcreteFunction = ConcreteFunction
    Callable = (Function, ConcreteFunction)
    TensorLike = object

