"""NumPy, and what draws from NumPy's random state."""

from graphlint.frameworks.meaning import Deed, Kind, Meaning, effects, makers

PREFIXES = (("numpy.random.mtrand", "numpy.random"),)

_DRAWS = """
    beta binomial bytes chisquare choice dirichlet exponential f gamma geometric gumbel hypergeometric laplace logistic
    lognormal logseries multinomial multivariate_normal negative_binomial noncentral_chisquare noncentral_f normal pareto
    permutation poisson power rand randint randn random random_integers random_sample ranf rayleigh sample shuffle
    standard_cauchy standard_exponential standard_gamma standard_normal standard_t triangular uniform vonmises wald
    weibull zipf
"""
_GENERATOR = "integers permuted multivariate_hypergeometric tomaxint"
_ARRAYS = """
    array asarray ascontiguousarray asanyarray zeros ones empty full zeros_like ones_like empty_like full_like arange
    linspace logspace eye identity copy concatenate stack vstack hstack column_stack tile repeat expand_dims squeeze transpose
    loadtxt genfromtxt fromfile frombuffer fromiter
"""
_METHODS = "astype reshape transpose copy flatten ravel squeeze repeat clip round cumsum cumprod swapaxes conj byteswap"
#: Functions that draw an array if they are given its shape -> the position of that.
SHAPED = {
    **dict.fromkeys(("rand", "randn", "random", "random_sample", "permutation", "standard_normal"), 0),
    **dict.fromkeys(("choice", "poisson", "exponential"), 1),
    **dict.fromkeys(("randint", "integers", "normal", "uniform", "binomial", "multinomial", "gamma", "beta", "laplace"), 2),
}
#: Methods of arrays that give a number, or an array of them for each row.
REDUCTIONS = frozenset("sum prod mean std var max min argmax argmin all any cumsum".split())
_DISTRIBUTIONS = """
    norm uniform truncnorm beta gamma expon poisson binom bernoulli multivariate_normal lognorm randint laplace cauchy t
    chi2 dirichlet multinomial
"""

_SEED = Deed("NumPy is seeded once for each trace, not at each call", "seed outside")

MEANINGS = {
    **effects(Kind.NUMPY_RANDOM, "numpy.random", _DRAWS),
    **effects(Kind.NUMPY_RANDOM, "numpy.random.Generator", _DRAWS + _GENERATOR),
    **effects(Kind.NUMPY_RANDOM, "scipy.stats", " ".join(f"{name}.rvs" for name in _DISTRIBUTIONS.split())),
    "numpy.random.seed": Meaning(effect=Kind.NUMPY_RANDOM, deed=_SEED),
    "numpy.random.set_state": Meaning(effect=Kind.NUMPY_RANDOM, deed=_SEED),
    "numpy.random.default_rng": Meaning(makes="numpy.random.Generator", seeded=True),
    "numpy.random.RandomState": Meaning(makes="numpy.random.Generator", seeded=True),
    "numpy.random.Generator": Meaning(makes="numpy.random.Generator", seeded=True),
    **{f"numpy.{name}": Meaning(changes=0) for name in ("copyto", "put", "place", "putmask", "fill_diagonal")},
    **makers("numpy.ndarray", "numpy", _ARRAYS),
    **makers("numpy.ndarray", "numpy.ndarray", _METHODS),
}

MUTATORS = {"numpy.ndarray": frozenset("fill itemset partition put resize sort setfield setflags byteswap".split())}
