"""`tf.autodiff`."""

from runtime.gradient.forward_mode import ForwardAccumulator
from runtime.gradient.tape import GradientTape

__all__ = ["ForwardAccumulator", "GradientTape"]
