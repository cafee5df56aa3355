"""What dotted names mean to the analysis: the tables of each framework, joined.

Names are looked up in canonical form (`canonical`): one spelling for each thing that frameworks export under many.
"""

import functools

from graphlint.frameworks import keras, numpy, ranks, standard_library, tensorflow, tensors, tf_data, world
from graphlint.frameworks.meaning import Meaning

_TABLES = (tensorflow, tf_data, keras, numpy, standard_library, world)

#: Canonical dotted name -> what it means.
MEANINGS: dict[str, Meaning] = {name: meaning for table in _TABLES for name, meaning in table.MEANINGS.items()}

#: Name of a method of an unknown object -> what it means.
METHODS: dict[str, Meaning] = tensorflow.METHODS | tf_data.METHODS | keras.METHODS | world.METHODS

#: Kind of object -> methods that change it in place.
MUTATORS: dict[str, frozenset[str]] = {kind: names for table in _TABLES for kind, names in table.MUTATORS.items()}

#: Spellings that a framework exports the same names under, the longest first.
_PREFIXES: tuple[tuple[str, str], ...] = tuple(
    sorted((pair for table in _TABLES for pair in table.PREFIXES), key=lambda pair: -len(pair[0]))
)
_ROOTS = frozenset(spelling.partition(".")[0] for spelling, _ in _PREFIXES)

#: What they do with the objects of a program that they are given is known; of add-ons that call their methods it is not.
_KNOWN = frozenset(name.partition(".")[0] for name in MEANINGS) - {"tensorflow_addons", "tensorflow_probability"} | {
    "math", "typing", "itertools", "functools", "collections"
}  # fmt: skip

#: Tensors of unknown rank: what makes, keeps and needs one.
RANKS = ranks
#: Names that return one tensor.
TENSORS = tensors.TENSORS
#: Kinds of iterators, the methods that take an element, and what makes an iterator over a Python object.
ITERATORS, ADVANCING, ITERATING = standard_library.ITERATORS, standard_library.ADVANCING, standard_library.ITERATING
#: Kinds of objects that Python does not hash, and what makes of them something that it does.
UNHASHABLE = standard_library.UNHASHABLE
#: Output that is meant to be rare.
SPARING = standard_library.SPARING
#: Kinds of open files.
FILES = world.FILES
#: A module whose source has none of these words (nor a name from the options) holds no graph function.
GRAPH_WORDS = tensorflow.GRAPH_WORDS
#: What loggers are called.
_LOGGERS = frozenset({"logger", "log"})
#: Levels that loggers of other packages have, and helpers that theirs add.
_LEVELS = frozenset("verb verbose trace notice success fatal message info_once warn_once warning_once debug_once".split())
_ESTIMATOR = Meaning(makes=tensors.ESTIMATOR)
#: Attributes that frameworks themselves set when something has been made once.
STATE_ATTRIBUTES = keras.STATE_ATTRIBUTES
WEIGHT_ADDERS = keras.WEIGHT_ADDERS
LISTINGS, WEIGHTS, TRAINED = keras.LISTINGS, keras.WEIGHTS, keras.TRAINED
STEPS, STEP_MAKERS, COMPILED = keras.STEPS, keras.STEP_MAKERS, keras.COMPILED
RATES, NUMBERS_OF_OPTIMIZERS = keras.RATES, keras.NUMBERS_OF_OPTIMIZERS
VARIABLES_OF_OPTIMIZERS = keras.VARIABLES_OF_OPTIMIZERS
#: Kinds of objects that a graph function has a graph for each of, whatever is in them.
PLAIN_OBJECTS = frozenset({tensorflow.GENERATOR, "keras.Model", "numpy.random.Generator", "random.Random", *keras.LOSS_OBJECTS})
#: Functions that make another object of the kind of the one that they are given.
COPIES = frozenset({"copy.copy", "copy.deepcopy"})
#: The kind of a ``tf.data.Dataset``.
DATASET = tf_data.DATASET
DRAWING, GENERATOR_METHODS = tf_data.DRAWING, tf_data.GENERATOR_METHODS
#: Names of functions that trace what they are given, and of methods that do.
TRACERS = frozenset((*(name.rpartition(".")[2] for name, meaning in MEANINGS.items() if meaning.traces), *WEIGHT_ADDERS))
#: Called with True, these make every graph function run as plain Python.
EAGER_SWITCHES = tensorflow.EAGER_SWITCHES
GRAPH_1_SWITCHES = tensorflow.GRAPH_1_SWITCHES
#: Called at all, these make the functions of tf.data run as plain Python.
DEBUG_SWITCHES = tf_data.DEBUG_SWITCHES
#: Methods that Keras traces under some class, but that other classes have too.
KERAS_METHODS = frozenset(name for names in keras.TRACED_METHODS.values() for name in names)


@functools.lru_cache(maxsize=8192)
def canonical(name: str) -> str:
    """The one spelling of a dotted name: ``tensorflow.compat.v2.keras.layers.Dense`` -> ``keras.layers.Dense``."""
    while name.partition(".")[0] in _ROOTS:
        for spelling, short in _PREFIXES:
            if name == spelling or name.startswith(spelling + "."):
                name = short + name[len(spelling) :]
                break
        else:
            break
    return name


def is_warning(name: str) -> bool:
    """Whether a canonical name is a method of loggers that warns."""
    package, _, last = name.rpartition(".")
    return package in ("logging", "logging.Logger", "loguru.logger", "tensorflow.logging") and last in ("warn", "warning")


def is_operation(name: str) -> bool:
    """Whether calling the name makes a node of a graph: a function of TensorFlow's, not a class, a scope or an option."""
    name = canonical(name)
    first, _, rest = name.partition(".")
    last = rest.rpartition(".")[2]
    if first not in ("tensorflow", "keras") or not last[:1].islower() or last in tensorflow.NO_OPERATIONS:
        return False
    found = MEANINGS.get(name)
    return found is None or not (found.graph or found.lifts or found.in_graph is not None or found.effect)


def is_known(name: str) -> bool:
    """Whether the tables cover the package: what they do not name there has no effect on the program's objects."""
    return canonical(name).partition(".")[0] in _KNOWN


def is_tensorflow(name: str) -> bool:
    """Whether a dotted name is one of TensorFlow or Keras."""
    return canonical(name).partition(".")[0] in ("tensorflow", "keras")


def brings_tensorflow(module: str) -> bool:
    """Whether a module that is imported is TensorFlow or Keras, or a package that is built on them, by its name."""
    package = module.partition(".")[0]
    return package.startswith(("tensorflow", "keras", "tf_")) or package in ("tf", "sonnet", "transformers") or is_tensorflow(module)


@functools.lru_cache(maxsize=8192)
def meaning(name: str) -> Meaning | None:
    """What a dotted name means, or None where no table knows it."""
    spelled = canonical(name)
    known = MEANINGS.get(spelled) or _inherited(spelled)
    if known is None and spelled.startswith("sklearn.") and spelled.rpartition(".")[2][:1].isupper():
        return _ESTIMATOR
    return known if known is not None else of_logger(name)


def brings(name: str) -> bool:
    """Whether a table has something by a dotted name, or it is a class of Keras that is there to be subclassed."""
    return meaning(name) is not None or canonical(name) in keras.BASES


def _inherited(name: str) -> Meaning | None:
    """What a method means that all layers and models of Keras inherit, or all metrics."""
    owner, _, method = name.rpartition(".")
    found = (keras.INHERITED.get(traced, {}).get(method) for traced in traced_methods(owner))
    return next(filter(None, found), None)


def of_logger(name: str) -> Meaning | None:
    """What a method of something unknown means that is called a logger: ``package.logger.info``, ``self.logger.info``."""
    owner, _, method = name.rpartition(".")
    if owner.rpartition(".")[2].lower().strip("_") in _LOGGERS:
        return MEANINGS.get(f"logging.Logger.{'info' if method in _LEVELS else method}")
    return None


def traced_methods(base: str) -> tuple[str, ...]:
    """The methods that Keras traces in a subclass of a class with this canonical name."""
    methods = keras.TRACED_METHODS.get(base)
    while methods is None and "." in base:
        base = base.rpartition(".")[0]
        methods = keras.TRACED_METHODS.get(base)
    return methods or ()


def makes_no_variable(name: str, keras_version: int) -> bool:
    """Whether a layer holds a variable in Keras 3 alone, and this is the one of Keras 2."""
    is_keras_2 = keras_version == 2 or name.partition(".")[0] == "tf_keras"
    return is_keras_2 and canonical(name) in keras.SEEDED_BY_KERAS_3
