"""`tf.experimental.extension_type`."""

from runtime.core.absent import absent_from
from runtime.extension.types import as_dict

__all__ = ["as_dict"]

__getattr__ = absent_from("tf.experimental.extension_type")
