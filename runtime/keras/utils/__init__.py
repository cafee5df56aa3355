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
_plot = "it draws nothing; model.summary(expand_nested=True) shows the layers and what they are connected to"
audio_dataset_from_directory = _missing("audio_dataset_from_directory", _sound)
plot_model, model_to_dot = _missing("plot_model", _plot), _missing("model_to_dot", _plot)
_LATER = {  # modules that are loaded when one of these is used
    "directories": ("image_dataset_from_directory", "text_dataset_from_directory"),
    "files": ("get_file",),
    "legacy": ("legacy",),
    "images": ("array_to_img", "img_to_array", "load_img", "save_img"),
    "splitting": ("split_dataset",),
}
__getattr__ = absent_from("tf.keras.utils", {name: f"runtime.keras.utils.{module}" for module, names in _LATER.items() for name in names}
                            | {"FeatureSpace": "runtime.keras.layers.preprocessing.feature_space"})
