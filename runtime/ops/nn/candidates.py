"""`tf.random`: a few classes drawn out of many, for losses that do not look at all of them."""

from __future__ import annotations

import collections
import math

import numpy as np

from runtime.core.dispatch import dispatch
from runtime.core.errors import invalid
from runtime.core.op_def import REQUIRED, op
from runtime.core.refused import refused
from runtime.ops import infer
from runtime.ops.random.one_by_one import OneByOne
from runtime.ops.random.random import seeds, stateful

_OUTPUTS = "sampled_candidates: int64, true_expected_count: float32, sampled_expected_count: float32"
_f32 = np.float32


class _Uniform:
    """All classes alike."""

    def __init__(self, count):
        self._count = count

    def draw(self, draws):
        return draws.below_long(self._count)

    def probability(self, label):
        return _f32(1.0 / self._count)


class _LogUniform:
    """The first classes most likely, as with words in the order of their frequency."""

    def __init__(self, count):
        self._count, self._log = count, math.log1p(count)

    def draw(self, draws):
        return (int(math.exp(draws.double() * self._log)) - 1) % self._count

    def probability(self, label):
        return _f32(math.log((label + 2.0) / (label + 1.0)) / self._log)


def _expected(probability, size, tries):
    """How often a class is expected among `size` that were drawn in so many tries."""
    if tries == size:
        return probability * _f32(size)
    return _f32(-math.expm1(tries * math.log1p(-float(probability))))


def _check_shape(true_classes, num_true):
    if true_classes.ndim != 2:
        raise invalid("true_classes must be a matrix")
    if true_classes.shape[1] != num_true:
        raise invalid(f"true_classes must have num_true columns, expected: {true_classes.shape[1]} was: {num_true}")


def _check_range(true_classes, count):
    wrong = true_classes[(true_classes < 0) | (true_classes >= count)]
    if wrong.size:
        raise invalid(f"`true_candidate` out of range [0, {count}), received {wrong[0]}")


def _sampler(kind):
    def draw(generator, true_classes, num_true, num_sampled, unique, range_max):
        _check_shape(true_classes, num_true)
        if unique and num_sampled > range_max:
            raise invalid("Sampler's range is too small.")
        _check_range(true_classes, range_max)
        distribution, draws = kind(range_max), OneByOne(*generator.reserve(512 * num_sampled))
        sampled, tries = [], 0
        seen = set()
        while len(sampled) < num_sampled:
            tries += 1
            label = distribution.draw(draws)
            if not unique or label not in seen:
                seen.add(label)
                sampled.append(label)
        counts = [[_expected(distribution.probability(label), num_sampled, tries) for label in labels]
                  for labels in (true_classes.ravel().tolist(), sampled)]
        return np.array(sampled, np.int64), np.array(counts[0], _f32).reshape(true_classes.shape), np.array(counts[1], _f32)
    return draw


def _draw_all(generator, true_classes, num_true, num_sampled, unique):
    _check_shape(true_classes, num_true)
    _check_range(true_classes, num_sampled)
    return np.arange(num_sampled, dtype=np.int64), np.ones(true_classes.shape, _f32), np.ones(num_sampled, _f32)


def _infer(inputs, attrs):
    rows = infer.with_rank(inputs[0]._dims, 2)[0]
    return [(attrs["num_sampled"],), (rows, attrs["num_true"]), (attrs["num_sampled"],)]


_ATTRS = {"num_true": REQUIRED, "num_sampled": REQUIRED, "unique": REQUIRED}
UNIFORM = stateful("UniformCandidateSampler", f"true_classes: int64 -> {_OUTPUTS}", _sampler(_Uniform), infer=_infer,
                   attrs={**_ATTRS, "range_max": REQUIRED})
LOG_UNIFORM = stateful("LogUniformCandidateSampler", f"true_classes: int64 -> {_OUTPUTS}", _sampler(_LogUniform), infer=_infer,
                       attrs={**_ATTRS, "range_max": REQUIRED})
ALL = stateful("AllCandidateSampler", f"true_classes: int64 -> {_OUTPUTS}", _draw_all, infer=_infer, attrs=_ATTRS)


def _function(op_def, result):
    def sample(true_classes, attrs, seed, name):
        return result(*dispatch(op_def, (true_classes,), {**attrs, **seeds(seed)}, name))
    return sample


_uniform, _log_uniform, _all = (_function(op_def, collections.namedtuple(op_def.name, [arg.name for arg in op_def.outputs]))
                                for op_def in (UNIFORM, LOG_UNIFORM, ALL))


def uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """(classes, how often the true ones are expected, and these) of `num_sampled` classes below `range_max`, all alike.

    Args:
        true_classes: int64 [batch, num_true].
        unique: whether no class comes twice.
    """
    return _uniform(true_classes, {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}, seed, name)


def log_uniform_candidate_sampler(true_classes, num_true, num_sampled, unique, range_max, seed=None, name=None):
    """`uniform_candidate_sampler`, with lower classes more likely than higher ones."""
    return _log_uniform(true_classes, {"num_true": num_true, "num_sampled": num_sampled, "unique": unique, "range_max": range_max}, seed,
                        name)


def all_candidate_sampler(true_classes, num_true, num_sampled, unique, seed=None, name=None):
    """All classes, for tests: there are `num_sampled` of them."""
    return _all(true_classes, {"num_true": num_true, "num_sampled": num_sampled, "unique": unique}, seed, name)


_WHY = "the runtime draws candidates by uniform_candidate_sampler and log_uniform_candidate_sampler alone"
learned_unigram_candidate_sampler = refused("learned_unigram_candidate_sampler", f"learned_unigram_candidate_sampler: {_WHY}")
fixed_unigram_candidate_sampler = refused("fixed_unigram_candidate_sampler", f"fixed_unigram_candidate_sampler: {_WHY}")


# -- hits ----------------------------------------------------------------------------------------------------------

def _hits(true_classes, sampled_candidates, num_true, seed, seed2):
    if true_classes.ndim != 2 or true_classes.shape[1] != num_true:
        raise invalid("true_candidates must be a batch_size * num_true matrix")
    if sampled_candidates.ndim != 1:
        raise invalid("sampled_candidates must be a vector, which is typically an output from CandidateSampler")
    places = {label: place for place, label in enumerate(sampled_candidates.tolist())}
    found = [(row, places[label]) for row, labels in enumerate(true_classes.tolist()) for label in labels if label in places]
    rows, at = np.array(found, np.int64).reshape(-1, 2).T
    return rows.astype(np.int32), at.copy(), np.full(len(found), -np.finfo(_f32).max, _f32)


HITS = op("ComputeAccidentalHits", "true_classes: int64, sampled_candidates: int64 -> indices: int32, ids: int64, weights: float32",
          kernel=_hits,
          infer=lambda inputs, attrs: [(None,)] * 3, attrs={"num_true": REQUIRED, "seed": 0, "seed2": 0})
_Hits = collections.namedtuple("ComputeAccidentalHits", "indices ids weights")


def compute_accidental_hits(true_classes, sampled_candidates, num_true, seed=None, name=None):
    """(rows, places among the sampled classes, very low weights) where a sampled class is a true one of the row."""
    return _Hits(*dispatch(HITS, (true_classes, sampled_candidates), {"num_true": num_true, **seeds(seed)}, name))
