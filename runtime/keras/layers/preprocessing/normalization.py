"""Numbers shifted and scaled: by measured means and deviations, or by constants."""

from __future__ import annotations

import itertools
import math

import numpy as np

import runtime as tf
from runtime.keras.layers.preprocessing.data_layer import DataLayer
from runtime.keras.ops.core import convert_to_tensor
from runtime.keras.saving.config import deserialize_keras_object, serialize_keras_object
from runtime.keras.py_dataset import PyDataset

_EPSILON = 1e-7


class Normalization(DataLayer):
    """``(inputs - mean) / deviation`` along `axis`, given or measured by `adapt`; `invert` undoes it.

    Raises:
        ValueError: one of `mean` and `variance` alone, or shapes that do not fit `axis` or the inputs.
    """

    def __init__(self, axis=-1, mean=None, variance=None, invert=False, **kwargs):
        super().__init__(**kwargs)
        self.axis = () if axis is None else (axis,) if isinstance(axis, int) else tuple(axis)
        self.input_mean, self.input_variance, self.invert = mean, variance, invert
        self.supports_masking = True
        self._build_input_shape = self.mean = None
        if (mean is None) != (variance is None):
            raise ValueError("When setting values directly, both `mean` and `variance` must be set. "
                             f"Received: mean={mean} and variance={variance}")
        if mean is not None and np.shape(mean) != np.shape(variance):
            raise ValueError("When setting values directly, `mean` and `variance` must have the same shape. Received: mean shape "
                             f"{np.shape(mean)} and variance shape {np.shape(variance)}")
        if mean is not None and np.ndim(mean) > len(self.axis):
            raise ValueError(f"The rank of `mean` must be less than or equal to the number of axes ({len(self.axis)}). Received: mean "
                             f"shape {np.shape(mean)} for axis {self.axis}")

    def build(self, input_shape):
        if input_shape is None:
            return
        rank = len(input_shape)
        self._build_input_shape = tuple(input_shape)
        if any(not -rank <= axis < rank for axis in self.axis):
            raise ValueError(f"All `axis` values must be in the range [-ndim, ndim). Received inputs with ndim={rank}, while "
                             f"axis={self.axis}")
        self._kept = kept = sorted(axis % rank for axis in self.axis)
        for axis in kept:
            if input_shape[axis] is None:
                raise ValueError("All `axis` values to be kept must have a known shape. "
                                 f"Received axis={self.axis}, inputs.shape={tuple(input_shape)}, with unknown axis at index {axis}")
        self._reduced = tuple(axis for axis in range(rank) if axis not in kept)
        self._shape = [input_shape[axis] if axis in kept else 1 for axis in range(rank)]
        if self.input_mean is not None:
            self.mean, self.variance = self._given(self.input_mean), self._given(self.input_variance)
            return
        shape = tuple(input_shape[axis] for axis in kept)
        self.adapt_mean = self.add_weight(shape, "zeros", name="mean", trainable=False)
        self.adapt_variance = self.add_weight(shape, "ones", name="variance", trainable=False)
        self.count = self.add_weight((), "zeros", "int", name="count", trainable=False)
        self.built = True
        self.finalize_state()

    def _given(self, value):
        value = convert_to_tensor(value)
        if value.shape.rank:
            sizes = [1] * len(self._shape)
            for place in range(1, value.shape.rank + 1):
                sizes[self._kept[-place]] = value.shape[-place]
            value = tf.reshape(value, sizes)
        return tf.cast(tf.broadcast_to(value, self._shape), self.compute_dtype)

    def adapt(self, data):
        """Measure mean and variance of an array, a dataset or an iterable of batches.

        Raises:
            ValueError: no batches, or shapes that differ.
            TypeError: what is none of these.
        """
        batches = None
        if isinstance(data, np.ndarray) or tf.is_tensor(data):
            shape = data.shape
        elif isinstance(data, tf.data.Dataset):
            if len(_first(data.element_spec).shape) == 1:
                data = data.batch(128)
            shape, batches = _first(data.element_spec).shape, data
        elif isinstance(data, PyDataset):
            shape, batches = _first(data[0]).shape, (data[number] for number in range(len(data)))
        elif hasattr(data, "__iter__"):
            shape, batches = _peeked(data)
        else:
            raise TypeError(f"Unsupported data type: {type(data)}. `adapt` supports `np.ndarray`, backend tensors, `tf.data.Dataset`, "
                            "`keras.utils.PyDataset`, and iterables of batches (e.g. list, generator).")
        shape = tuple(shape)
        if not self.built:
            self.build(shape)
        elif any(shape[axis] != self._build_input_shape[axis] for axis in self._kept):
            raise ValueError(f"The layer was built with input_shape={self._build_input_shape}, but adapt() is being called with data with "
                             f"an incompatible shape, data.shape={shape}")
        if batches is not None:
            mean, variance = self._measured(batches)
        elif isinstance(data, np.ndarray):
            mean, variance = np.mean(data, axis=self._reduced), np.var(data, axis=self._reduced)
        else:
            mean, variance = self._moments(tf.convert_to_tensor(data))
        self.adapt_mean.assign(mean)
        self.adapt_variance.assign(variance)
        self.finalize_state()

    def _moments(self, batch):
        if not batch.dtype.is_floating:
            batch = tf.cast(batch, tf.float32)
        return tf.reduce_mean(batch, self._reduced), tf.math.reduce_variance(batch, self._reduced)

    def _measured(self, batches):
        mean, variance, count = tf.zeros(self.adapt_mean.shape), tf.zeros(self.adapt_mean.shape), 0
        for batch in batches:
            batch = convert_to_tensor(_first(batch), self.compute_dtype)
            if any(batch.shape[axis] != self._build_input_shape[axis] for axis in self._kept):
                raise ValueError(f"adapt() yielded a batch with incompatible shape. Expected {self._build_input_shape}, got "
                                 f"{tuple(batch.shape)}.")
            batch_mean, batch_variance = self._moments(batch)
            size = math.prod(batch.shape[axis] for axis in self._reduced)
            count += size
            share = float(size) / count
            rest = 1.0 - share
            new = mean * rest + batch_mean * share
            variance = (variance + (mean - new) ** 2) * rest + (batch_variance + (batch_mean - new) ** 2) * share
            mean = new
        return mean, variance

    def finalize_state(self):
        """Take over what `adapt` measured."""
        if self.input_mean is None and self.built:
            self.mean, self.variance = (tf.cast(tf.reshape(value, self._shape), self.compute_dtype)
                                        for value in (self.adapt_mean, self.adapt_variance))

    def load_own_variables(self, store):
        super().load_own_variables(store)
        self.finalize_state()

    def call(self, inputs):
        if self.mean is None:
            raise ValueError("You must call `.build(input_shape)` on the layer before using it.")
        inputs = convert_to_tensor(inputs, self.compute_dtype)
        deviation = tf.maximum(tf.sqrt(self.variance), _EPSILON)
        return self.mean + inputs * deviation if self.invert else (inputs - self.mean) / deviation

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        return {**self._base_config(), "axis": self.axis, "invert": self.invert, "mean": np.array(self.input_mean).tolist(),
                "variance": np.array(self.input_variance).tolist()}

    def get_build_config(self):
        return {"input_shape": self._build_input_shape} if self._build_input_shape else None

    def build_from_config(self, config):
        if config:
            self.build(config["input_shape"])


def _first(value):
    return value[0] if isinstance(value, tuple) else value


def _peeked(data):
    """(shape of the first batch, all batches)."""
    batches = iter(data)
    batch = next(batches, None)
    if batch is None:
        raise ValueError("adapt() received an empty iterable (no batches). Expected at least one batch. Pass a non-empty iterable of "
                         "arrays or tensors, e.g. layer.adapt([x]) or layer.adapt(list_of_batches).")
    shape = getattr(_first(batch), "shape", None)
    if shape is None:
        raise TypeError("adapt() expects an iterable that yields arrays or tensors with a `.shape` attribute (e.g. numpy arrays or "
                        f"backend tensors). Got an element of type {type(_first(batch)).__name__}. Ensure each yielded element is "
                        "array-like with a `.shape` attribute.")
    return shape, itertools.chain([batch], batches)


class Rescaling(DataLayer):
    """``inputs * scale + offset``."""

    def __init__(self, scale, offset=0.0, **kwargs):
        super().__init__(**kwargs)
        self.scale, self.offset = scale, offset
        self.supports_masking = True

    def call(self, inputs):
        scale, offset = (tf.cast(value, self.compute_dtype) for value in (self.scale, self.offset))
        return tf.cast(inputs, self.compute_dtype) * scale + offset

    def compute_output_shape(self, input_shape):
        return input_shape

    def get_config(self):
        return {**self._base_config(), "scale": serialize_keras_object(self.scale), "offset": serialize_keras_object(self.offset)}

    @classmethod
    def from_config(cls, config):
        return super().from_config({**config, **{name: deserialize_keras_object(config[name]) for name in ("scale", "offset")}})
