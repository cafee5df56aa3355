"""`keras.config`: settings, of which the runtime has Keras's defaults alone."""

from runtime.core.absent import absent_from
from runtime.keras.backend import backend, epsilon, floatx
from runtime.keras.data_format import image_data_format, set_image_data_format
from runtime.keras.dtype_policies import set_settings_policy as set_dtype_policy
from runtime.keras.dtype_policies import settings_policy as dtype_policy
from runtime.keras.precision import set_epsilon, set_floatx
from runtime.keras.progress import disable_interactive_logging, enable_interactive_logging, is_interactive_logging_enabled


def disable_traceback_filtering():
    """Does nothing: nothing is filtered."""


enable_traceback_filtering = disable_traceback_filtering


def is_traceback_filtering_enabled():
    return False


def enable_unsafe_deserialization():
    """Raises NotImplementedError: no code of files is ever run."""
    raise NotImplementedError("the runtime makes no functions of the code in files; give functions by name, in `custom_objects`")


__getattr__ = absent_from("tf.keras.config")
