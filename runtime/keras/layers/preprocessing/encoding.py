"""Class numbers as rows of zeros and ones, or of counts."""

from __future__ import annotations

import math

import runtime as tf
from runtime.keras.layers.preprocessing.data_layer import DataLayer
from runtime.keras.ops.core import convert_to_tensor, shape
from runtime.keras.symbolic import KerasTensor


def encoded(inputs, mode, depth, dtype, sparse=False, count_weights=None):
    """Class numbers as they are ("int"), as one row each ("one_hot"), or as one row of each sample ("multi_hot", "count")."""
    if mode == "int":
        return tf.cast(inputs, dtype)
    rank = inputs.shape.rank
    if rank == 0:
        inputs, rank = tf.expand_dims(inputs, -1), 1
    if mode == "one_hot":
        if rank > 1 and inputs.shape[-1] == 1:
            inputs = tf.reshape(inputs, tf.shape(inputs)[:-1]) if None in inputs.shape else tf.reshape(inputs, inputs.shape[:-1])
        return _one_hot(inputs, depth, dtype, sparse)
    if rank <= 2:
        if sparse and not inputs.dtype.is_integer:
            raise TypeError(f"Value passed to parameter 'values' has DataType {inputs.dtype.name} not in list of allowed values: int32, "
                            "int64")
        counts = tf.cast(_counts(inputs, depth, mode == "multi_hot", dtype, count_weights), dtype)
        return tf.sparse.from_dense(counts) if sparse else counts
    rows = _one_hot(inputs, depth, dtype, False)
    if mode == "count" and count_weights is not None:
        rows = rows * tf.expand_dims(count_weights, -1)
    rows = (tf.reduce_max if mode == "multi_hot" else tf.reduce_sum)(rows, axis=1)
    return tf.sparse.from_dense(rows) if sparse else rows


def _counts(inputs, depth, binary, dtype, weights):
    if isinstance(inputs, tf.SparseTensor):
        if weights is not None:
            raise NotImplementedError("the runtime counts sparse class numbers without weights")
        rows = tf.shape(inputs)[0]
        inputs = tf.RaggedTensor.from_value_rowids(inputs.values, inputs.indices[:, 0], tf.cast(rows, tf.int64))
    counts = tf.math.bincount(inputs, weights=weights, minlength=depth, maxlength=depth, dtype=tf.as_dtype(dtype), axis=-1,
                              binary_output=binary)
    counts.set_shape((depth,) if inputs.shape.rank == 1 else (inputs.shape[0], depth))
    return counts


def _one_hot(inputs, depth, dtype, sparse):
    inputs = tf.cast(inputs, tf.int64)
    if not sparse:
        return tf.one_hot(inputs, depth, dtype=dtype)
    count = math.prod(inputs.shape)
    places = [*tf.meshgrid(*(tf.range(size, dtype=tf.int64) for size in inputs.shape), indexing="ij"), tf.maximum(inputs, 0)]
    values = tf.cast(tf.reshape(inputs, [count]) >= 0, dtype)
    return tf.SparseTensor(tf.concat([tf.reshape(place, [count, 1]) for place in places], 1), values, [*inputs.shape, depth])


class CategoryEncoding(DataLayer):
    """Class numbers below `num_tokens` as zeros and ones, or as counts.

    Args:
        output_mode: "one_hot" for each number, "multi_hot" and "count" for all numbers of a sample together.
        sparse: give sparse tensors.

    Raises:
        ValueError: other modes, no number of tokens, or weights in another mode than "count".
    """

    _convert_input_args = False

    def __init__(self, num_tokens=None, output_mode="multi_hot", sparse=False, **kwargs):
        super().__init__(**kwargs)
        output_mode = "multi_hot" if output_mode == "binary" else output_mode
        if output_mode not in ("count", "one_hot", "multi_hot"):
            raise ValueError(f"Unknown arg for output_mode: {output_mode}")
        if num_tokens is None:
            raise ValueError("num_tokens must be set to use this layer. If the number of tokens is not known beforehand, use the "
                             "IntegerLookup layer instead.")
        if num_tokens < 1:
            raise ValueError(f"`num_tokens` must be >= 1. Received: num_tokens={num_tokens}.")
        self.num_tokens, self.output_mode, self.sparse = num_tokens, output_mode, sparse

    def call(self, inputs, count_weights=None):
        if count_weights is not None:
            if self.output_mode != "count":
                raise ValueError("`count_weights` is not used when `output_mode` is not `'count'`. Received "
                                 f"`count_weights={count_weights}`.")
            count_weights = convert_to_tensor(count_weights, self.compute_dtype)
        return encoded(convert_to_tensor(inputs), self.output_mode, self.num_tokens, self.dtype, self.sparse, count_weights)

    def compute_output_shape(self, input_shape):
        if self.output_mode == "one_hot" and len(input_shape) and not (len(input_shape) > 1 and input_shape[-1] == 1):
            return (*input_shape, self.num_tokens)
        return (*input_shape[:-1], self.num_tokens)

    def compute_output_spec(self, inputs, count_weights=None):
        return KerasTensor(self.compute_output_shape(shape(inputs)), self.compute_dtype, sparse=self.sparse)

    def get_config(self):
        return {**self._base_config(), "num_tokens": self.num_tokens, "output_mode": self.output_mode}
