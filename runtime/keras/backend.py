"""`keras.backend`."""

from runtime.keras import naming as _naming
from runtime.keras import random as _random
from runtime.keras.data_format import image_data_format, set_image_data_format
from runtime.keras import precision as _precision
from runtime.keras.naming import get_uid
from runtime.keras.precision import epsilon, floatx, set_epsilon, set_floatx
from runtime.core.absent import absent_from
from runtime.keras.symbolic import KerasTensor


def clear_session(free_memory=True):
    """Number names from the start again, and forget the generator of seeds."""
    _naming.reset_names()
    _random.clear()
    _precision.settings.policy = None


def is_float_dtype(dtype):
    """Whether a dtype, or its name, is one of floats."""
    return "float" in str(getattr(dtype, "name", dtype))


def is_int_dtype(dtype):
    """Whether a dtype, or its name, is one of integers."""
    return "int" in str(getattr(dtype, "name", dtype))


def backend():
    return "tensorflow"


_LEGACY = frozenset("""
    abs all any arange argmax argmin batch_dot batch_flatten batch_get_value batch_set_value bias_add binary_crossentropy cast cast_to_floatx
    categorical_crossentropy clip concatenate constant cos count_params cumprod cumsum dot dropout dtype elu equal eval exp expand_dims eye flatten
    gather get_value greater greater_equal hard_sigmoid int_shape is_sparse l2_normalize less less_equal log max maximum mean min minimum
    moving_average_update name_scope ndim not_equal one_hot ones ones_like permute_dimensions pow prod random_bernoulli random_normal
    random_uniform relu repeat repeat_elements reshape reverse round set_value shape sigmoid sign sin softmax softplus softsign
    sparse_categorical_crossentropy sqrt square squeeze stack std stop_gradient sum switch tanh temporal_padding tile to_dense transpose
    truncated_normal update update_add update_sub var variable zeros zeros_like""".split())

_LATER = {"result_type": "runtime.keras.ops.making", "standardize_dtype": "runtime.keras.variable", "is_keras_tensor": "runtime.keras.symbolic",
          **dict.fromkeys(_LEGACY, "runtime.keras.legacy_backend")}
__getattr__ = absent_from("tf.keras.backend", _LATER)
