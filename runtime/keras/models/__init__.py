"""`keras.models`."""

from runtime.core.absent import absent_from
from runtime.keras.models.cloning import clone_model, model_from_json
from runtime.keras.models.functional import Functional
from runtime.keras.models.model import Model
from runtime.keras.models.sequential import Sequential
from runtime.keras import hooks as _hooks
from runtime.keras.saving.archive import load_model, save_model

_hooks.model_classes.provide(lambda: (Model, Functional, Sequential))
__getattr__ = absent_from("tf.keras.models")
