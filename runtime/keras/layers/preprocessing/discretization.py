"""Numbers by the bins that they lie in, with boundaries that are given or learned."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core.composite import CompositeTensor
from runtime.keras.layers.preprocessing.data_layer import DataLayer, batches_of, check_choice
from runtime.keras.layers.preprocessing.encoding import encoded
from runtime.keras.ops.core import convert_to_tensor
from runtime.keras.symbolic import KerasTensor
from runtime.ops.sort import bucketize

_NOTHING = np.array([[], []], dtype="float32")


class Discretization(DataLayer):
    """The numbers of the bins that numbers lie in.

    Args:
        bin_boundaries: the boundaries, in order; or
        num_bins: how many bins `adapt` makes, with about as many samples each.
        epsilon: how exact its quantiles are.
        output_mode: "int", or as `CategoryEncoding` has it.

    Raises:
        ValueError: both or none of the first two, or other arguments that do not fit.
    """

    def __init__(self, bin_boundaries=None, num_bins=None, epsilon=0.01, output_mode="int", sparse=False, dtype=None, name=None):
        super().__init__(name=name, dtype=dtype)
        if sparse and output_mode == "int":
            raise ValueError("`sparse=True` may only be used if `output_mode` is `'one_hot'`, `'multi_hot'`, or `'count'`. Received: "
                             f"sparse={sparse} and output_mode={output_mode}")
        check_choice(self, "output_mode", output_mode, ("int", "one_hot", "multi_hot", "count"))
        if num_bins is not None and num_bins < 0:
            raise ValueError(f"`num_bins` must be greater than or equal to 0. Received: `num_bins={num_bins}`")
        if num_bins is not None and bin_boundaries is not None:
            raise ValueError(f"Both `num_bins` and `bin_boundaries` should not be set. Received: `num_bins={num_bins}` and "
                             f"`bin_boundaries={bin_boundaries}`")
        if num_bins is None and bin_boundaries is None:
            raise ValueError("You need to set either `num_bins` or `bin_boundaries`.")
        self.bin_boundaries, self.num_bins, self.epsilon = bin_boundaries, num_bins, epsilon
        self.output_mode, self.sparse = output_mode, sparse
        self.summary = None if bin_boundaries else _NOTHING

    @property
    def output_dtype(self):
        return self.compute_dtype if self.output_mode != "int" else "int32"

    def adapt(self, data, steps=None):
        """Learn the boundaries from an array, a dataset or batches. Raises ValueError if they were given."""
        if self.num_bins is None:
            raise ValueError("Cannot adapt a Discretization layer that has been initialized with `bin_boundaries`, use `num_bins` instead.")
        self.reset_state()
        batches = batches_of(data, steps)
        for batch in [data] if batches is None else batches:
            self.update_state(batch)
        self.finalize_state()

    def update_state(self, data):
        """Learn from one more batch."""
        self.summary = _merged(_summary(np.array(data).astype("float32"), self.epsilon), self.summary, self.epsilon)

    def finalize_state(self):
        """Make boundaries of what was learned."""
        if self.num_bins is not None:
            self.bin_boundaries = _compressed(self.summary, 1.0 / self.num_bins)[0, :-1].tolist()

    def reset_state(self):
        """Forget what was learned."""
        if self.num_bins is not None:
            self.summary = _NOTHING

    def load_own_variables(self, store):
        if len(store) == 1:
            self.summary = store["0"]

    def call(self, inputs):
        if self.bin_boundaries is None:
            raise ValueError("You need to either pass the `bin_boundaries` argument at construction time or call `adapt(dataset)` before "
                             "you can start using the `Discretization` layer.")
        inputs = convert_to_tensor(inputs)
        numbers = inputs.with_mapped_values(self._numbers) if isinstance(inputs, CompositeTensor) else self._numbers(inputs)
        return encoded(numbers, self.output_mode, len(self.bin_boundaries) + 1, self.output_dtype, self.sparse)

    def _numbers(self, values):
        if values.dtype not in (tf.int32, tf.int64, tf.float32, tf.float64):
            values = tf.cast(values, tf.int64 if values.dtype is tf.uint32 else tf.float32 if values.dtype.is_floating else tf.int32)
        return bucketize(values, self.bin_boundaries)

    def compute_output_shape(self, input_shape):
        if self.output_mode == "int":
            return input_shape
        depth = len(self.bin_boundaries) + 1 if self.bin_boundaries is not None else self.num_bins
        if self.output_mode == "one_hot":
            return (*(input_shape[:-1] if len(input_shape) > 1 and input_shape[-1] == 1 else input_shape), depth)
        return (input_shape[0], *input_shape[2:], depth) if len(input_shape) > 1 else (depth,)

    def compute_output_spec(self, inputs):
        return KerasTensor(self.compute_output_shape(inputs.shape), self.output_dtype)

    def get_config(self):
        return {"bin_boundaries": self.bin_boundaries, "num_bins": self.num_bins, "epsilon": self.epsilon, "output_mode": self.output_mode,
                "sparse": self.sparse, "name": self.name, "dtype": self.dtype}

    @classmethod
    def from_config(cls, config):
        if config.get("bin_boundaries") is None or config.get("num_bins") is None:
            return cls(**config)
        layer = cls(**{name: value for name, value in config.items() if name != "bin_boundaries"})
        layer.bin_boundaries = config["bin_boundaries"]  # what `adapt` has learned
        return layer


# -- summaries: a row of quantiles, and a row of how many samples each of them stands for --------------------------------
def _summary(values, epsilon):
    values = np.sort(values.reshape(-1))
    step = max(len(values) / (1.0 / epsilon), 1)
    quantiles = values[int(step - 1)::int(step)]
    return np.stack([quantiles, np.ones_like(quantiles) * step])


def _merged(new, old, epsilon):
    merged = np.concatenate((new, old), axis=1)
    return _compressed(np.take(merged, np.argsort(merged[0]), axis=1), epsilon)


def _compressed(summary, epsilon):
    if summary.shape[1] * epsilon < 1:
        return summary
    shares = epsilon + np.arange(0.0, 1.0, epsilon)
    counts = summary[1].cumsum()
    known = counts / counts[-1]
    quantiles = np.interp(shares, known, summary[0])
    counts = np.interp(shares, known, counts)
    return np.stack((quantiles, counts - np.concatenate((np.array([0]), counts[:-1])))).astype("float32")
