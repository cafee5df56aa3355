"""`keras.mixed_precision`: names alone, for the runtime computes in the dtypes that layers are told."""

from runtime.core.absent import absent_from
from runtime.keras.config import dtype_policy as global_policy
from runtime.keras.config import set_dtype_policy as set_global_policy
from runtime.keras.dtype_policies import DTypePolicy as Policy

__getattr__ = absent_from("tf.keras.mixed_precision")
