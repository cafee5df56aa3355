"""`keras.mixed_precision`: policies of dtypes, and the optimizer that scales the loss."""

from runtime.core.absent import absent_from
from runtime.keras.config import dtype_policy, set_dtype_policy
from runtime.keras.config import dtype_policy as global_policy
from runtime.keras.config import set_dtype_policy as set_global_policy
from runtime.keras.dtype_policies import DTypePolicy
from runtime.keras.dtype_policies import DTypePolicy as Policy
from runtime.keras.optimizers.loss_scale import LossScaleOptimizer

__getattr__ = absent_from("tf.keras.mixed_precision")
