"""`tf.quantization`."""

from runtime.core.absent import absent_from
from runtime.ops.nn.quantization import fake_quant_with_min_max_args, fake_quant_with_min_max_args_gradient

__getattr__ = absent_from("tf.quantization")
__all__ = ["fake_quant_with_min_max_args", "fake_quant_with_min_max_args_gradient"]
