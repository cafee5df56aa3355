"""What serves `import tensorflow` in a child process, and the few things that differ between the two."""
from __future__ import annotations

import contextlib
import importlib
import importlib.util
import os
import random
import sys
import threading
import types
import warnings
from collections.abc import Callable, Iterator, Sequence

from graphlint.confirm.backends import lacking, private
from graphlint.confirm.backends.alias import Alias, Awaited, Keras
from graphlint.confirm.lines import Locator, exclude

DRAWN = 120  # nodes of a graph that are kept for its picture
NAMES = ("runtime", "tensorflow")
SEED = 20_240_229


def default() -> str:
    """The real TensorFlow where it is installed, the runtime elsewhere."""
    return "tensorflow" if importlib.util.find_spec("tensorflow") else "runtime"


def missing(name: str) -> str | None:
    """Why the backend cannot be used here, or None."""
    if name == "tensorflow" and importlib.util.find_spec("tensorflow") is None:
        return "TensorFlow is not installed: `pip install tensorflow`, or use `--backend runtime`"
    return None


class Backend:
    """Hooks into a framework that has TensorFlow's public names: `tf.function`, `tf.config`, `tf.random`."""

    def __init__(self, tf: types.ModuleType, locator: Locator):
        self.tf = tf
        self.locator = locator
        self.function = type(tf.function(lambda: None))
        self.draws = 0  # random numbers asked of the framework so far
        self.leave_alone(__name__.partition(".")[0])

    def leave_alone(self, package: str) -> None:
        """Keep AutoGraph from converting a package: the hooks that the program's code runs into."""
        raise NotImplementedError

    def is_eager(self) -> bool:
        """Whether graph functions run as plain Python."""
        return bool(self.tf.config.functions_run_eagerly())

    def force_eager(self) -> None:
        """Make every graph function run as plain Python, whatever the program says about it."""
        self.tf.config.run_functions_eagerly(True)
        for name in ("run_functions_eagerly", "experimental_run_functions_eagerly"):
            if hasattr(self.tf.config, name):
                setattr(self.tf.config, name, lambda *_args, **_kwargs: None)

    def leave_out_caches(self, places: set[tuple[str, int]]) -> None:
        """Keep no elements of the datasets that these statements of the program cache."""
        dataset, locator = self.tf.data.Dataset, self.locator
        cache = dataset.cache

        def uncached(data, *args, **kwargs):
            place = locator.stack(sys._getframe(1))[:1]
            return data if places.intersection(place) else cache(data, *args, **kwargs)

        if places:
            dataset.cache = uncached

    def observe_elements(self, install: Callable[[type, str], object]) -> None:
        """Give `install` the class that tf.data makes of a function of elements, and its attribute that debug mode calls."""
        raise NotImplementedError

    @contextlib.contextmanager
    def traced_elements(self) -> Iterator[None]:
        """Functions of elements that are made here are not run for each element, in an eager run either."""
        raise NotImplementedError

    def nodes(self, function: object) -> int:
        """How many nodes the largest graph of a graph function has."""
        return max((len(one.graph.get_operations()) for one in function._list_all_concrete_functions()), default=0)

    def newest_graph(self, function: object) -> dict:
        """The newest graph of a graph function: how many nodes it has; of the first ones name, op, inputs and controls."""
        concrete = function._list_all_concrete_functions()
        operations = concrete[-1].graph.get_operations() if concrete else []
        return {"size": len(operations),
                "nodes": [[op.name, op.type, [tensor.op.name for tensor in op.inputs][:DRAWN],
                           [other.name for other in op.control_inputs][:DRAWN]] for op in operations[:DRAWN]]}

    def array_elements(self, array: object) -> list | None:
        """The tensors that an eager TensorArray holds, without reading them, which may clear it; None for one of a graph."""
        raise NotImplementedError

    def _count_draws(self, module) -> None:
        """Count how often ops ask for a seed; `module` has the function that gives it."""
        get_seed = module.get_seed

        def counted(op_seed):
            self.draws += 1
            return get_seed(op_seed)

        module.get_seed = counted

    def random_state(self) -> object:
        """The framework's eager random state, to be given back to `set_random_state`."""
        raise NotImplementedError

    def set_random_state(self, state: object) -> None:
        """Go on drawing from an earlier state."""
        raise NotImplementedError

    def disturb(self) -> None:
        """Make the framework's next random numbers other ones, whatever seed the program set."""
        raise NotImplementedError


class TensorFlow(Backend):
    """The real one."""

    def __init__(self, locator: Locator):
        super().__init__(importlib.import_module("tensorflow"), locator)
        from tensorflow.python.autograph.pyct import origin_info
        from tensorflow.python.eager import context
        from tensorflow.python.framework import random_seed
        self._context = context.context
        self._remember_conversions(origin_info)
        Awaited("tensorflow.python.distribute.mirrored_run", _tell_replicas)
        self._count_draws(random_seed)

    def leave_alone(self, package):
        from tensorflow.python.autograph.core import config
        config.CONVERSION_RULES = (config.DoNotConvert(package), *config.CONVERSION_RULES)

    def _remember_conversions(self, origin_info):
        """AutoGraph runs copies of functions from files of its own; keep the lines that they were made from."""
        create, resolve, resolve_entity = origin_info.create_source_map, origin_info.resolve, origin_info.resolve_entity
        last = threading.local()  # one function is converted after the other
        last.said, last.lines, last.code = ("", 0), 0, None

        def observed_entity(node, source, entity):
            last.code = getattr(entity, "__code__", None)
            return resolve_entity(node, source, entity)

        def observed_resolve(node, source, path, line, column):
            last.said, last.lines = (path, line), source.count("\n") + 1
            return resolve(node, source, path, line, column)

        def create_source_map(nodes, code, filepath):
            path, first, lines, entity = *last.said, last.lines, last.code  # making the map resolves the new text, too

            def origin_of(place):
                if entity and place.filename == path and first <= place.lineno < first + lines:
                    # TensorFlow takes a wrapper for what it wraps, in another place.
                    return entity.co_filename, entity.co_firstlineno + place.lineno - first
                return place.filename, place.lineno

            source_map = create(nodes, code, filepath)
            self.locator.converted[filepath] = {
                place.lineno: origin_of(origin.loc) for place, origin in source_map.items()}
            return source_map

        origin_info.create_source_map, origin_info.resolve = create_source_map, observed_resolve
        origin_info.resolve_entity = observed_entity

    def force_eager(self):
        super().force_eager()
        self.tf.data.experimental.enable_debug_mode()
        warnings.filterwarnings("ignore", message="Even though the `tf.config")  # it tells of this very setting

    def observe_elements(self, install):
        from tensorflow.python.data.ops.structured_function import StructuredFunctionWrapper
        install(StructuredFunctionWrapper, "_func")

    @contextlib.contextmanager
    def traced_elements(self):
        from tensorflow.python.data.ops import debug_mode
        before = debug_mode.DEBUG_MODE
        debug_mode.toggle_debug_mode(False)
        try:
            yield
        finally:
            debug_mode.toggle_debug_mode(before)

    def array_elements(self, array):
        return getattr(array._implementation, "_tensor_array", None)

    def random_state(self):
        context = self._context()
        return context._seed, context._rng.getstate()

    def set_random_state(self, state):
        context = self._context()
        context._seed, rng = state
        context._rng.setstate(rng)

    def disturb(self):
        context = self._context()
        context._seed = (context._seed or 0) + 104_729
        context._rng = random.Random(context._seed)


class Runtime(Backend):
    """This distribution's NumPy runtime, served as `tensorflow`."""

    def __init__(self, locator: Locator, paths: Sequence[str] = ()):
        self._package = private.install(paths)
        sys.meta_path.insert(0, lacking.Libraries(_needs_tensorflow))
        sys.meta_path[:0] = [Alias("tensorflow", self._package), Keras("keras", f"{self._package}.keras")]
        super().__init__(importlib.import_module(self._package), locator)
        exclude(os.path.dirname(self.tf.__file__))
        importlib.import_module("tensorflow")
        random_seed = self._module("core.random_seed")
        Awaited(f"{self._package}.keras.training", self._observe_keras)
        self._random = random_seed._Global
        self._count_draws(random_seed)

    def _module(self, name):
        return importlib.import_module(f"{self._package}.{name}")

    @staticmethod
    def _observe_keras(training):
        """Have Keras call its steps as the graph functions that they are."""
        traced = training._traced
        training._traced = lambda step, open_batch: traced(step, False)

    def leave_alone(self, package):
        rules = self._module("autograph.rules")
        rules._UNCONVERTED_MODULES |= {package}

    def force_eager(self):
        super().force_eager()
        Awaited(f"{self._package}.data.functions", lambda functions: setattr(functions, "debug_mode", True))

    def observe_elements(self, install):
        Awaited(f"{self._package}.data.functions", lambda functions: install(functions.StructuredFunction, "func"))

    @contextlib.contextmanager
    def traced_elements(self):
        functions = self._module("data.functions")
        before, functions.debug_mode = functions.debug_mode, False
        try:
            yield
        finally:
            functions.debug_mode = before

    def array_elements(self, array):
        return getattr(array._implementation, "_elements", None)

    def random_state(self):
        return self._random.seed, self._random.op_seeds.getstate(), self._random.generation

    def set_random_state(self, state):
        self._random.seed, rng, self._random.generation = state
        self._random.op_seeds.setstate(rng)

    def disturb(self):
        self._random.seed = (self._random.seed or 0) + 104_729
        self._random.op_seeds = random.Random(self._random.seed)
        self._random.generation += 1


def _tell_replicas(mirrored_run: types.ModuleType) -> None:
    """Have the threads of replicas know which thread waits for them."""
    thread = mirrored_run._MirroredReplicaThread
    make = thread.__init__

    def __init__(self, *args, **kwargs):
        make(self, *args, **kwargs)
        self.works_for = getattr(threading.current_thread(), "works_for", threading.get_ident())

    thread.__init__ = __init__


def _needs_tensorflow(library: str) -> bool:
    from graphlint import frameworks

    return frameworks.brings_tensorflow(library)


def start(name: str, locator: Locator, paths: Sequence[str] = ()) -> Backend:
    """Import the framework in this process and hook into it. `paths` are those that the program imports from."""
    if name == "tensorflow":
        os.environ.setdefault("TF_CPP_MIN_LOG_LEVEL", "3")
        return TensorFlow(locator)
    return Runtime(locator, paths)


def seed(tf: types.ModuleType) -> None:
    """The same random numbers in every run, where the program sets no seed of its own."""
    random.seed(SEED)
    tf.random.set_seed(SEED)
    try:
        import numpy.random.bit_generator as bits
    except ImportError:
        return
    import numpy
    numpy.random.seed(SEED)
    bits.randbits = random.Random(SEED).getrandbits  # what a generator without a seed starts from
