"""`keras.utils`."""

from runtime.core.absent import absent_from
from runtime.keras.backend import clear_session
from runtime.keras.batches import pack as pack_x_y_sample_weight
from runtime.keras.batches import unpack_x_y_sample_weight
from runtime.keras.progress import (Progbar, disable_interactive_logging, enable_interactive_logging,  # noqa: F401 - names of this module
                                    is_interactive_logging_enabled)
from runtime.keras.random import set_random_seed
from runtime.keras.saving.config import (CustomObjectScope, custom_object_scope, deserialize_keras_object, get_custom_objects,
                                         get_registered_name, get_registered_object, register_keras_serializable,
                                         serialize_keras_object)
from runtime.keras.symbolic import KerasTensor as _KerasTensor
from runtime.keras.utils.arrays import normalize, pad_sequences, to_categorical
from runtime.keras.py_dataset import PyDataset
from runtime.keras.utils.timeseries import timeseries_dataset_from_array
from runtime.keras.variable import standardize_dtype

Sequence = PyDataset


def is_keras_tensor(x):
    return isinstance(x, _KerasTensor)


def _missing(name, way_out):
    def function(*args, **kwargs):
        raise NotImplementedError(f"the runtime has no tf.keras.utils.{name}: {way_out}")
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Raises NotImplementedError: {way_out}."
    return function


_sound = "it reads no sound from folders; read it with other packages and pass arrays to tf.data.Dataset"
audio_dataset_from_directory = _missing("audio_dataset_from_directory", _sound)
_LATER = {  # modules that are loaded when one of these is used
    "models.functional": ("get_source_inputs",),
    "models.plotting": ("model_to_dot", "plot_model"),
    "utils.directories": ("image_dataset_from_directory", "text_dataset_from_directory"),
    "utils.files": ("get_file",),
    "utils.images": ("array_to_img", "img_to_array", "load_img", "save_img"),
    "utils.splitting": ("split_dataset",),
}
__getattr__ = absent_from("tf.keras.utils", {"legacy": ("runtime.keras.saving.legacy_objects", "legacy_objects"),
                                             "FeatureSpace": "runtime.keras.layers.preprocessing.feature_space", **{
    name: f"runtime.keras.{module}" for module, names in _LATER.items() for name in names}})
