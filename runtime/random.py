"""`tf.random`."""

from types import ModuleType as _Module

from runtime.core.absent import absent_from as _absent_from
from runtime.ops.random.random import categorical, normal, set_seed, shuffle, truncated_normal, uniform
from runtime.ops.random.rejection import gamma, poisson, stateless_gamma, stateless_poisson
from runtime.ops.random.stateless_random import (Algorithm, fold_in, split, stateless_categorical, stateless_normal,
                                                 stateless_shuffle as _stateless_shuffle, stateless_truncated_normal,
                                                 stateless_uniform)
from runtime.random_generator import Generator, create_rng_state, get_global_generator, set_global_generator

experimental = _Module("runtime.random.experimental")
experimental.__dict__.update(
    Algorithm=Algorithm, Generator=Generator, create_rng_state=create_rng_state, get_global_generator=get_global_generator,
    set_global_generator=set_global_generator, stateless_fold_in=fold_in, stateless_shuffle=_stateless_shuffle,
    stateless_split=split, __getattr__=_absent_from("tf.random.experimental"))

LATER = dict.fromkeys(("all_candidate_sampler", "fixed_unigram_candidate_sampler", "learned_unigram_candidate_sampler",
                       "log_uniform_candidate_sampler", "uniform_candidate_sampler"),
                      "runtime.ops.nn.candidates")  # imported when first used

__all__ = ["Algorithm", "Generator", "categorical", "create_rng_state", "experimental", "fold_in", "gamma",
           "get_global_generator", "normal", "poisson", "set_global_generator", "set_seed", "shuffle", "split",
           "stateless_categorical", "stateless_gamma", "stateless_normal", "stateless_poisson",
           "stateless_truncated_normal", "stateless_uniform", "truncated_normal", "uniform"]
