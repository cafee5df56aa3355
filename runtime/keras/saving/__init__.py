"""`keras.saving`."""

from runtime.core.absent import absent_from
from runtime.keras.saving.archive import load_model, load_weights, save_model, save_weights
from runtime.keras.saving.config import (CustomObjectScope, custom_object_scope, deserialize_keras_object, get_custom_objects,
                                         get_registered_name, get_registered_object, register_keras_serializable,
                                         serialize_keras_object)

__getattr__ = absent_from("tf.keras.saving")
