"""`keras.config`: settings, of which the runtime has Keras's defaults alone."""

from runtime.core.absent import absent_from
from runtime.keras.backend import backend, epsilon, floatx
from runtime.keras.data_format import image_data_format, set_image_data_format
from runtime.keras.dtype_policies import DTypePolicy as _DTypePolicy, get as _get
from runtime.keras.progress import disable_interactive_logging, enable_interactive_logging, is_interactive_logging_enabled


def dtype_policy():
    """The policy of layers that are given none: float32."""
    return _DTypePolicy()


def set_dtype_policy(policy):
    """Raises ValueError for other policies than float32."""
    if _get(policy).name != "float32":
        raise ValueError(f"the runtime's layers are of float32 unless they are told another dtype; got the policy {policy!r}")


def disable_traceback_filtering():
    """Does nothing: nothing is filtered."""


enable_traceback_filtering = disable_traceback_filtering


def is_traceback_filtering_enabled():
    return False


def enable_unsafe_deserialization():
    """Raises NotImplementedError: no code of files is ever run."""
    raise NotImplementedError("the runtime makes no functions of the code in files; give functions by name, in `custom_objects`")


__getattr__ = absent_from("tf.keras.config")
