"""Layers that hash: values, or several values together, to class numbers."""

from __future__ import annotations

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.keras.layers.base import BuiltinLayer
from runtime.keras.layers.preprocessing.data_layer import check_choice, ensure_tensor
from runtime.keras.layers.preprocessing.encoding import encoded
from runtime.keras.symbolic import KerasTensor
from runtime.ops.fingerprints import crossed


def salt_of(name, salt, size="tuple of size 2 integers"):
    """Two integers out of one or two, None for None. Raises ValueError, which names the layer, for others."""
    if salt is None:
        return None
    if isinstance(salt, (tuple, list)) and len(salt) == 2:
        return list(salt)
    if isinstance(salt, int):
        return [salt, salt]
    raise ValueError(f"The `salt` argument for `{name}` can only be a {size}, or a single integer. Received: salt={salt}.")


class Hashing(BuiltinLayer):
    """Values, strings or integers, hashed to numbers below `num_bins`.

    Args:
        mask_value: what gets the number 0, which nothing else gets then.
        salt: one integer or two: hash with SipHash and this key.
        output_mode: "int", or as `CategoryEncoding` has it.

    Raises:
        ValueError: arguments that do not fit.
    """

    _convert_input_args, _allow_non_tensor_positional_args = False, True

    def __init__(self, num_bins, mask_value=None, salt=None, output_mode="int", sparse=False, **kwargs):
        if kwargs.get("dtype") is None:
            kwargs["dtype"] = "int64" if output_mode == "int" else "float32"
        super().__init__(**kwargs)
        if num_bins is None or num_bins <= 0:
            raise ValueError(f"The `num_bins` for `Hashing` cannot be `None` or non-positive values. Received: num_bins={num_bins}.")
        if output_mode == "int" and self.dtype_policy.name not in ("int32", "int64"):
            raise ValueError("When `output_mode=\"int\"`, `dtype` should be an integer type, 'int32' or 'in64'. Received: "
                             f"dtype={kwargs['dtype']}")
        modes = ("int", "one_hot", "multi_hot", "count")
        if output_mode not in modes:
            raise ValueError(f"Invalid value for argument `output_mode`. Expected one of {modes}. Received: output_mode={output_mode}")
        if sparse and output_mode == "int":
            raise ValueError("`sparse` may only be true if `output_mode` is `\"one_hot\"`, `\"multi_hot\"`, or `\"count\"`. Received: "
                             f"sparse={sparse} and output_mode={output_mode}")
        self.num_bins, self.mask_value, self.output_mode, self.sparse = num_bins, mask_value, output_mode, sparse
        self.strong_hash, self.salt = salt is not None, salt_of("Hashing", salt)

    def call(self, inputs):
        inputs = ensure_tensor(inputs)
        if self.output_mode == "one_hot" and inputs.shape.rank and inputs.shape[-1] == 1:
            inputs = tf.squeeze(inputs, axis=-1)
        numbers = inputs.with_mapped_values(self._hashed) if isinstance(inputs, CompositeTensor) else self._hashed(inputs)
        return encoded(numbers, self.output_mode, self.num_bins, self.dtype, self.sparse)

    def _hashed(self, values):
        bins, mask = self.num_bins, None
        if self.mask_value is not None and bins > 1:
            bins, mask = bins - 1, tf.equal(values, self.mask_value)
        if values.dtype.is_floating:
            values = tf.cast(values, tf.int64)
        if values.dtype is not tf.string:
            values = tf.as_string(values)
        if self.strong_hash:
            numbers = tf.strings.to_hash_bucket_strong(values, bins, key=self.salt)
        else:
            numbers = tf.strings.to_hash_bucket_fast(values, bins)
        return numbers if mask is None else tf.where(mask, tf.zeros_like(numbers), numbers + 1)

    def compute_output_shape(self, input_shape):
        return tuple(input_shape) if self.output_mode == "int" else (*input_shape[:-1], self.num_bins)

    def get_config(self):
        return {**self._base_config(), "num_bins": self.num_bins, "salt": self.salt, "mask_value": self.mask_value,
                "output_mode": self.output_mode, "sparse": self.sparse}


class HashedCrossing(BuiltinLayer):
    """Values of two features or more, hashed together to numbers below `num_bins`. Raises ValueError for shapes or dtypes that differ."""

    _convert_input_args, _allow_non_tensor_positional_args = False, True

    def __init__(self, num_bins, output_mode="int", sparse=False, name=None, dtype=None, **kwargs):
        super().__init__(name=name, dtype="int64" if output_mode == "int" and dtype is None else dtype)
        check_choice(self, "output_mode", output_mode, ("int", "one_hot"))
        self.num_bins, self.output_mode, self.sparse = num_bins, output_mode, sparse

    def call(self, inputs):
        if not isinstance(inputs, (list, tuple)):
            raise ValueError(f"`HashedCrossing` should be called on a list or tuple of inputs. Received: inputs={inputs}")
        if len(inputs) < 2:
            raise ValueError(f"`HashedCrossing` should be called on at least two inputs. Received: inputs={inputs}")
        inputs = [ensure_tensor(feature) for feature in inputs]
        first = inputs[0].shape
        for wrong, wanted in (
                (first.rank > 2 or first.rank == 2 and first[-1] != 1, "have shape `()`, `(batch_size)` or `(batch_size, 1)`"),
                (any(tuple(feature.shape) != tuple(first) for feature in inputs), "have equal shape"),
                (any(isinstance(feature, CompositeTensor) for feature in inputs), "be dense tensors"),
                (any(not feature.dtype.is_integer and feature.dtype is not tf.string for feature in inputs),
                 "have an integer or string dtype")):
            if wrong:
                raise ValueError(f"All `HashedCrossing` inputs should {wanted}. Received: inputs={inputs}")
        return encoded(crossed(inputs, self.num_bins), self.output_mode, self.num_bins, self.compute_dtype, self.sparse)

    def compute_output_shape(self, input_shape):
        if len(input_shape) != 2 or not all(isinstance(shape, tuple) for shape in input_shape):
            raise ValueError(f"Expected as input a list/tuple of 2 tensors. Received input_shape={input_shape}")
        first, second = input_shape
        if first[-1] != second[-1]:
            raise ValueError(f"Expected the two input tensors to have identical shapes. Received input_shape={input_shape}")
        if self.output_mode == "int":
            return tuple(first)
        return (*(first if first[-1] != 1 else first[:-1]), self.num_bins)

    def compute_output_spec(self, inputs):
        return KerasTensor(self.compute_output_shape([tuple(feature.shape) for feature in inputs]), self.compute_dtype)

    def get_config(self):
        return {"num_bins": self.num_bins, "output_mode": self.output_mode, "sparse": self.sparse, "name": self.name, "dtype": self.dtype}
