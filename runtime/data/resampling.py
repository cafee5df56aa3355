"""Datasets that are mixed, weighted or sorted by length: `sample_from_datasets`, `rejection_resample`, `bucket_by_sequence_length`."""

from __future__ import annotations

import numpy as np

import runtime as tf
from runtime.core import dtypes
from runtime.core.convert import constant, constant_value, convert_to_tensor
from runtime.core.dispatch import dispatch
from runtime.core.hooks import dataset_class
from runtime.core.tensor import Tensor
from runtime.core.tensor_shape import as_dims
from runtime.data import ops, structure
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.control_flow.control_flow import control_dependencies
from runtime.ops.host import legacy_print
from runtime.ops.random.stateless_random import MULTINOMIAL


class Resampling:
    """The methods of `Dataset` that mix datasets, put together from others."""

    @staticmethod
    def choose_from_datasets(datasets, choice_dataset, stop_on_empty_dataset=True):
        """From `datasets` the elements that the numbers (int64) of `choice_dataset` say."""
        Dataset = dataset_class()
        if choice_dataset.element_spec != TensorSpec((), dtypes.int64):
            raise TypeError("Each element of `choice_dataset` must be a scalar `tf.int64` tensor." if isinstance(
                choice_dataset, Dataset) else "Invalid `choice_dataset`.")
        return Dataset._mixed(choice_dataset, datasets, stop_on_empty_dataset)

    @staticmethod
    def _mixed(selector, datasets, stop_on_empty):
        """Elements of the datasets that the numbers in `selector` say."""
        spec = datasets[0].element_spec
        for dataset in datasets[1:]:
            spec = structure.relaxed(spec, dataset.element_spec)
            if spec is None:
                raise TypeError("Invalid `datasets`. `datasets` must have compatible element specs.")
        inputs = [selector._variant, *(dataset._variant for dataset in datasets)]
        return dataset_class()._new("DirectedInterleave", ops.DIRECTED_INTERLEAVE, inputs, spec, stop_on_empty=stop_on_empty)

    @staticmethod
    def sample_from_datasets(datasets, weights=None, seed=None, stop_on_empty_dataset=False, rerandomize_each_iteration=None):
        """Elements of the datasets in random turn; TensorFlow's order for the same seed.

        Args:
            weights: how likely each is, as a list, a tensor or a dataset of such; all alike by default.

        Raises:
            ValueError: there are no datasets, or not as many weights.
            TypeError: the weights are not float32 or float64.
        """
        Dataset = dataset_class()
        if not datasets:
            raise ValueError("Invalid `datasets`. `datasets` should not be empty.")

        def chosen(logits, seeds):
            return tf.squeeze(dispatch(MULTINOMIAL, (logits, 1, seeds)), axis=[0, 1])

        if isinstance(weights, Dataset):
            logits = weights.map(lambda *p: tf.math.log(p, name="logits"))
            seeds = Dataset.random(seed=seed, rerandomize_each_iteration=rerandomize_each_iteration).batch(2)
            return Dataset._mixed(Dataset.zip((logits, seeds)).map(chosen), datasets, stop_on_empty_dataset)
        if weights is None:
            logits = [[1.0] * len(datasets)]
        else:
            datasets, weights = _positive(datasets, weights)
            weights = convert_to_tensor(weights, name="weights")
            if weights.dtype not in (dtypes.float32, dtypes.float64):
                raise TypeError("Invalid `weights`. `weights` type must be either `tf.float32` or `tf.float64` but is "
                                f"{weights.dtype}.")
            logits = tf.expand_dims(tf.math.log(weights, name="logits"), 0)
        if len(datasets) == 1:
            return datasets[0]
        selector = Dataset.random(seed=seed, rerandomize_each_iteration=rerandomize_each_iteration).batch(2).map(
            lambda seeds: chosen(logits, seeds))
        return Dataset._mixed(selector, datasets, stop_on_empty_dataset)

    def rejection_resample(self, class_func, target_dist, initial_dist=None, seed=None, name=None):
        """Pairs of class and element, elements left out so that the classes come as often as `target_dist` says.

        Args:
            class_func: the class of an element, an integer.
            initial_dist: how often the classes are there now; estimated while elements come if it is None.
        """
        Dataset = dataset_class()
        target = tf.cast(convert_to_tensor(target_dist, name="target_dist"), tf.float32)
        unchanged = None
        if initial_dist is not None:
            initial = tf.cast(convert_to_tensor(initial_dist, name="initial_dist"), tf.float32)
            accept, original = _acceptance(initial, target)
            initials, accepts, originals = (Dataset.from_tensors(one).repeat() for one in (initial, accept, original))
            unchanged = _least_ratio(initial, target)
        else:
            initials = _estimated(target, self.map(class_func))
            both = initials.map(lambda seen: _acceptance(seen, target))
            accepts, originals = both.map(lambda accept, _: accept), both.map(lambda _, original: original)

        def with_class(*x):
            return class_func(*x), x[0] if len(x) == 1 else x
        if unchanged == 1:
            return self.map(with_class)
        kept = _filtered(self, accepts, initials, class_func, seed).prefetch(3)
        if unchanged == 0:
            return kept
        return Dataset.sample_from_datasets([self.map(with_class), kept], seed=seed, stop_on_empty_dataset=True,
                                            weights=originals.map(lambda original: [(original, 1.0 - original)]))

    def bucket_by_sequence_length(self, element_length_func, bucket_boundaries, bucket_batch_sizes, padded_shapes=None,
                                  padding_values=None, pad_to_bucket_boundary=False, no_padding=False, drop_remainder=False,
                                  name=None):
        """Padded batches of elements of about the same length.

        Args:
            element_length_func: the length of an element, an integer.
            bucket_boundaries: the lengths at which buckets end; there is one bucket more than boundaries.
            bucket_batch_sizes: how many elements a batch of each bucket has.

        Raises:
            ValueError: the numbers of boundaries and batch sizes do not fit.
        """
        if len(bucket_batch_sizes) != len(bucket_boundaries) + 1:
            raise ValueError("`len(bucket_batch_sizes)` must equal `len(bucket_boundaries) + 1` but "
                             f"`len(bucket_batch_sizes)={len(bucket_batch_sizes)}` and "
                             f"`len(bucket_boundaries)={len(bucket_boundaries)}`.")
        sizes = constant(bucket_batch_sizes, dtype=dtypes.int64)
        limits = np.iinfo(np.int32)

        def bucket_of(*element):
            length = element_length_func(*element)
            inside = tf.logical_and(tf.less_equal([limits.min, *bucket_boundaries], length),
                                    tf.less(length, [*bucket_boundaries, limits.max]))
            return tf.reduce_min(tf.where(inside))

        def batched(bucket, grouped):
            if no_padding:
                return grouped.batch(sizes[bucket], drop_remainder=drop_remainder)
            filler = None
            if pad_to_bucket_boundary:
                check = tf.debugging.assert_less(
                    bucket, constant(len(bucket_batch_sizes) - 1, dtypes.int64),
                    message="When pad_to_bucket_boundary=True, elements must have length < max(bucket_boundaries).")
                with control_dependencies([check]):
                    filler = constant(bucket_boundaries, dtypes.int64)[bucket] - 1
            shapes = structure.map_leaves(lambda spec: spec.shape, grouped.element_spec) if padded_shapes is None else padded_shapes
            shapes = structure.map_leaves(lambda shape: [filler if size is None else size for size in as_dims(shape)], shapes)
            return grouped.padded_batch(sizes[bucket], shapes, padding_values, drop_remainder=drop_remainder)

        return self.group_by_window(bucket_of, batched, window_size_func=lambda bucket: sizes[bucket])


def _positive(datasets, weights):
    """(datasets, weights) without those of weight zero, where the weights are known."""
    if isinstance(weights, Tensor):
        if not weights.shape.is_compatible_with([len(datasets)]):
            raise ValueError("Invalid `weights`. The shape of `weights` should be compatible with `[len(datasets)]` but is "
                             f"{weights.shape}.")
        return datasets, weights
    if len(datasets) != len(weights):
        raise ValueError("Invalid `weights`. `weights` should have the same length as `datasets` but got "
                         f"`len(weights)={len(weights)}` vs. `len(datasets)={len(datasets)}`.")
    kept = [(dataset, weight) for dataset, weight in zip(datasets, weights) if weight > 0]
    return ([dataset for dataset, _ in kept], [weight for _, weight in kept]) if kept else ([datasets[0].take(0)], [1.0])


def _acceptance(initial, target):
    """(how likely an element of each class is kept, how likely one is taken without a look at its class)."""
    ratio = target / (initial + np.finfo(np.float32).tiny)
    largest, least = tf.reduce_max(ratio), tf.reduce_min(ratio)
    return (ratio - least) / (largest - least), least


def _least_ratio(initial, target):
    initial, target = constant_value(initial), constant_value(target)
    return None if initial is None or target is None else np.min(target / initial)


def _estimated(target, classes, size=32, smoothing=10):
    """How often each class has come so far, once for each element."""
    count = target.shape[0] or tf.shape(target)[0]

    def update(seen, batch):
        seen = seen + tf.reduce_sum(tf.one_hot(batch, seen.shape[0], dtype=tf.int64), 0)
        share = tf.cast(tf.truediv(seen, tf.reduce_sum(seen)), tf.float32)
        return seen, tf.tile(tf.expand_dims(share, 0), [size, 1])
    return classes.batch(size).scan(tf.fill([count], np.int64(smoothing)), update).unbatch()


def _filtered(dataset, accepts, initials, class_func, seed):
    Dataset = dataset_class()

    def warned(accept, initial):
        rejected = tf.reduce_sum((1 - accept) * initial)
        return tf.cond(rejected < 0.5, lambda: accept, lambda: legacy_print(
            accept, [rejected, initial, accept], "Proportion of examples rejected by sampler is high: ", first_n=10, summarize=100))

    def with_class(accept, data):
        found = class_func(*data) if isinstance(data, tuple) else class_func(data)
        return found, tf.gather(accept, found), data
    rows = Dataset.zip((Dataset.zip((accepts, initials)).map(warned), dataset)).map(with_class)
    kept = rows.filter(lambda found, chance, data: tf.random.uniform([], seed=seed, dtype=chance.dtype) < chance)
    return kept.map(lambda found, _, data: (found, data))
