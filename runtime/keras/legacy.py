"""`keras.legacy`: what Keras 3 keeps of Keras 2."""

from runtime.core.absent import absent_from
from runtime.keras.saving import legacy_objects as saving

__getattr__ = absent_from("tf.keras.legacy")
