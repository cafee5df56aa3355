"""`tf.train.experimental`."""

from runtime.checkpoint.views import PythonState
from runtime.core.absent import absent_from

__all__ = ["PythonState"]
__getattr__ = absent_from("tf.train.experimental")
