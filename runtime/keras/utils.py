"""`keras.utils`."""

import numpy as _np

import runtime as _tf
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
from runtime.keras.variable import standardize_dtype

class PyDataset:
    """Batches by number: subclasses define `__len__` and `__getitem__`; `on_epoch_end` is called after each epoch."""

    def __init__(self, workers=1, use_multiprocessing=False, max_queue_size=10):
        self.workers, self.use_multiprocessing, self.max_queue_size = workers, use_multiprocessing, max_queue_size

    def __getitem__(self, index):
        raise NotImplementedError

    @property
    def num_batches(self):
        return len(self)

    def on_epoch_begin(self):
        """Called before each epoch."""

    def on_epoch_end(self):
        """Called after each epoch."""

    def __iter__(self):
        for index in range(self.num_batches):
            yield self[index]


Sequence = PyDataset


def to_categorical(x, num_classes=None):
    """One-hot rows for class numbers; a last axis of size 1 is dropped."""
    x = _np.asarray(x, "int64")
    if x.shape and x.shape[-1] == 1 and x.ndim > 1:
        x = x.reshape(x.shape[:-1])
    return _np.eye(num_classes or int(x.max()) + 1)[x]


def normalize(x, axis=-1, order=2):
    """`x` with vectors of length 1 along `axis`, in the norm of `order`."""
    lengths = _np.atleast_1d(_np.linalg.norm(x, order, axis))
    lengths[lengths == 0] = 1
    return x / _np.expand_dims(lengths, axis)


def pad_sequences(sequences, maxlen=None, dtype="int32", padding="pre", truncating="pre", value=0.0):
    """Lists of different lengths as one array (count, maxlen, …), cut or filled with `value` at the front or the end.

    Raises:
        ValueError: sequences that have no length or different shapes, or other words than "pre" and "post".
    """
    if not hasattr(sequences, "__len__"):
        raise ValueError("`sequences` must be iterable.")
    for word, argument in ((padding, "Padding"), (truncating, "Truncating")):
        if word not in ("pre", "post"):
            raise ValueError(f'{argument} type "{word}" not understood')
    for sequence in sequences:
        if not hasattr(sequence, "__len__"):
            raise ValueError(f"`sequences` must be a list of iterables. Found non-iterable: {sequence}")
    if maxlen is None:
        maxlen = max(map(len, sequences), default=0)
    shape = next((_np.asarray(sequence).shape[1:] for sequence in sequences if len(sequence)), ())
    padded = _np.full((len(sequences), maxlen, *shape), value, dtype=dtype)
    for row, sequence in zip(padded, sequences):
        if not len(sequence):
            continue
        kept = _np.asarray(sequence[-maxlen:] if truncating == "pre" else sequence[:maxlen], dtype=dtype)
        if kept.shape[1:] != shape:
            raise ValueError(f"Shape of sample {kept.shape[1:]} of sequence at position is different from expected shape {shape}")
        row[slice(None, len(kept)) if padding == "post" else slice(maxlen - len(kept), None)] = kept
    return padded


def timeseries_dataset_from_array(data, targets, sequence_length, sequence_stride=1, sampling_rate=1, batch_size=128, shuffle=False,
                                  seed=None, start_index=None, end_index=None):
    """A dataset of windows of `data` along its first axis, with the targets at their starts.

    Raises:
        ValueError: lengths, strides or indices that do not fit the data.
    """
    for name, number in (("sequence_length", sequence_length), ("sampling_rate", sampling_rate), ("sequence_stride", sequence_stride)):
        if number <= 0 or number >= len(data):
            raise ValueError(f"`{name}` must be higher than 0 and lower than the length of the data. Received: {name}={number}, for data "
                             f"of length {len(data)}")
    start, end = start_index or 0, len(data) if end_index is None else end_index
    count = end - start - (sequence_length - 1) * sampling_rate
    if targets is not None:
        count = min(count, len(targets))
    starts = _np.arange(0, count, sequence_stride, dtype="int32")
    if shuffle:
        seed = _np.random.randint(1e6) if seed is None else seed
        _np.random.RandomState(seed).shuffle(starts)
    data = _tf.convert_to_tensor(data[start:end])
    dataset = _tf.data.Dataset.from_tensor_slices(starts).map(
        lambda first: _tf.gather(data, _tf.range(first, first + sequence_length * sampling_rate, sampling_rate)))
    if targets is not None:
        targets = _tf.convert_to_tensor(targets[start:end])
        dataset = _tf.data.Dataset.zip((dataset, _tf.data.Dataset.from_tensor_slices(starts).map(lambda first: _tf.gather(targets, first))))
    if batch_size is None:
        return dataset.shuffle(1024, seed=seed) if shuffle else dataset
    return (dataset.shuffle(batch_size * 8, seed=seed) if shuffle else dataset).batch(batch_size)


def is_keras_tensor(x):
    return isinstance(x, _KerasTensor)


def _missing(name, way_out):
    def function(*args, **kwargs):
        raise NotImplementedError(f"the runtime has no tf.keras.utils.{name}: {way_out}")
    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"Raises NotImplementedError: {way_out}."
    return function


_download = "it downloads nothing; fetch the file yourself and read it with NumPy"
_files = "it reads no pictures, sound or text from folders; read them with other packages and pass arrays to tf.data.Dataset"
get_file = _missing("get_file", _download)
image_dataset_from_directory, text_dataset_from_directory, audio_dataset_from_directory, load_img, save_img = (
    _missing(name, _files) for name in ("image_dataset_from_directory", "text_dataset_from_directory", "audio_dataset_from_directory",
                                        "load_img", "save_img"))
_LATER = {"get_source_inputs": "runtime.keras.models.functional", "model_to_dot": "runtime.keras.models.plotting",
          "plot_model": "runtime.keras.models.plotting", "legacy": ("runtime.keras.saving.legacy_objects", "legacy_objects")}
__getattr__ = absent_from("tf.keras.utils", _LATER)
