"""Python's builtins and standard library, and the packages that people print with."""

from graphlint.frameworks.meaning import Deed, Kind, Meaning, effects, makers

PREFIXES = (
    ("absl.logging", "logging"),
    *((f"tqdm.{name}", "tqdm") for name in ("asyncio", "auto", "autonotebook", "notebook", "rich", "std", "tqdm")),
    ("typing.List", "builtins.list"),
    ("typing.Dict", "builtins.dict"),
    ("typing.Set", "builtins.set"),
    ("typing.MutableMapping", "builtins.dict"),
    ("typing.MutableSequence", "builtins.list"),
    ("typing.DefaultDict", "collections.defaultdict"),
    ("typing.Deque", "collections.deque"),
    ("typing.OrderedDict", "collections.OrderedDict"),
    ("typing.Counter", "collections.Counter"),
    ("collections.abc.MutableMapping", "builtins.dict"),
    ("collections.abc.MutableSequence", "builtins.list"),
    ("numpy.typing.NDArray", "numpy.ndarray"),
)

_DRAWS = """
    random uniform randint randrange getrandbits randbytes choice choices sample shuffle triangular betavariate
    binomialvariate expovariate gammavariate gauss lognormvariate normalvariate vonmisesvariate paretovariate weibullvariate
"""
_LEVELS = "debug info warning warn error critical exception fatal log"

_SEED = Deed("the generator is seeded once for each trace, not at each call", "seed outside")

MEANINGS = {
    # Output.
    **effects(Kind.PRINT, "builtins", "print"),
    **effects(Kind.PRINT, "sys", "stdout.write stderr.write stdout.writelines stderr.writelines"),
    **effects(Kind.PRINT, "sys", "__stdout__.write __stderr__.write"),
    **effects(Kind.PRINT, "logging", _LEVELS + " vlog log_first_n log_every_n log_every_n_seconds log_if"),
    **effects(Kind.PRINT, "logging.Logger", _LEVELS),
    **effects(Kind.PRINT, "warnings", "warn warn_explicit"),
    **effects(Kind.PRINT, "pprint", "pprint pp"),
    **effects(Kind.PRINT, "traceback", "print_exc print_stack print_exception print_tb"),
    **effects(Kind.PRINT, "tqdm", "write"),
    **effects(Kind.PRINT, "rich", "print print_json"),
    **effects(Kind.PRINT, "click", "echo secho"),
    **effects(Kind.PRINT, "termcolor", "cprint"),
    **effects(Kind.PRINT, "IPython.display", "display"),
    **effects(Kind.PRINT, "loguru.logger", _LEVELS + " trace success"),
    "logging.getLogger": Meaning(makes="logging.Logger"),
    "logging.Logger": Meaning(makes="logging.Logger"),
    # Random numbers. Those of `secrets`, `uuid` and the operating system have no seed.
    **effects(Kind.PYTHON_RANDOM, "random", _DRAWS),
    **effects(Kind.PYTHON_RANDOM, "random.Random", _DRAWS),
    **effects(Kind.PYTHON_RANDOM, "random.SystemRandom", _DRAWS),
    "random.seed": Meaning(effect=Kind.PYTHON_RANDOM, deed=_SEED),
    "random.setstate": Meaning(effect=Kind.PYTHON_RANDOM, deed=_SEED),
    **effects(Kind.PYTHON_RANDOM, "secrets", "token_bytes token_hex token_urlsafe randbelow randbits choice"),
    **effects(Kind.PYTHON_RANDOM, "uuid", "uuid1 uuid4"),
    **effects(Kind.PYTHON_RANDOM, "os", "urandom getrandom"),
    **{
        f"random.{name}": Meaning(effect=Kind.PYTHON_RANDOM, makes="builtins.float")
        for name in "random uniform gauss normalvariate randint randrange".split()
    },
    "random.Random": Meaning(makes="random.Random", seeded=True),
    "random.SystemRandom": Meaning(makes="random.SystemRandom"),
    "secrets.SystemRandom": Meaning(makes="random.SystemRandom"),
    # Containers.
    **makers("builtins.list", "builtins", "list sorted"),
    **makers("builtins.dict", "builtins", "dict"),
    **makers("builtins.set", "builtins", "set"),
    **makers("builtins.bytearray", "builtins", "bytearray"),
    **makers("collections.deque", "collections", "deque"),
    **makers("collections.defaultdict", "collections", "defaultdict"),
    **makers("collections.OrderedDict", "collections", "OrderedDict"),
    **makers("collections.Counter", "collections", "Counter"),
    **makers("array.array", "array", "array"),
    **makers("types.SimpleNamespace", "types", "SimpleNamespace"),
    **makers("collections.UserList", "collections", "UserList"),
    **makers("argparse.ArgumentParser", "argparse", "ArgumentParser"),
    **makers("argparse.Namespace", "argparse", "Namespace ArgumentParser.parse_args"),
    **makers("queue.Queue", "queue", "Queue LifoQueue PriorityQueue SimpleQueue"),
    **{f"operator.{name}": Meaning(changes=0) for name in ("setitem", "delitem")},
    **{f"heapq.{name}": Meaning(changes=0) for name in ("heappush", "heappop", "heapify", "heapreplace", "heappushpop")},
    **{f"bisect.{name}": Meaning(changes=0) for name in ("insort", "insort_left", "insort_right")},
    # Iterators: what goes through one leaves it at its end.
    "builtins.next": Meaning(advances=0),
    "builtins.sum": Meaning(advances=0),
    "builtins.list": Meaning(advances=0, makes="builtins.list"),
    "builtins.tuple": Meaning(advances=0, makes="builtins.tuple"),
    **makers("builtins.iterator", "itertools", "count repeat"),
    **makers("builtins.iterator", "csv", "reader DictReader"),
    # What runs once, in either mode.
    "functools.lru_cache": Meaning(escapes=True),
    "functools.cache": Meaning(escapes=True),
    # What is called in place.
    "builtins.map": Meaning(calls=(0,)),
    "builtins.filter": Meaning(calls=(0,)),
    "builtins.sorted": Meaning(calls=("key",), advances=0, makes="builtins.list"),
    "builtins.max": Meaning(calls=("key",)),
    "builtins.min": Meaning(calls=("key",)),
    "functools.reduce": Meaning(calls=(0,)),
}

#: Output that is meant to appear once, or only while something is looked into: said again at each call it would be noise.
SPARING = frozenset(
    [f"warnings.{name}" for name in ("warn", "warn_explicit")]
    + [f"logging.{name}" for name in ("debug", "vlog", "log_first_n", "log_every_n", "log_every_n_seconds", "Logger.debug")]
    + [f"loguru.logger.{name}" for name in ("debug", "trace")]
)

_LIST = frozenset("append clear extend insert pop remove reverse sort".split())
_DICT = frozenset("clear pop popitem setdefault update".split())
_SET = frozenset(
    "add clear difference_update discard intersection_update pop remove symmetric_difference_update update".split()
)
_DEQUE = _LIST | {"appendleft", "extendleft", "popleft", "rotate"}

#: Kinds of objects that are equal by what they hold and have no hash, and what makes something of them that TensorFlow takes as an argument.
UNHASHABLE = {
    "builtins.set": "frozenset({})",
    "builtins.bytearray": "bytes({})",
    "collections.deque": "tuple({})",
    "collections.UserList": "list({})",
    "array.array": "tuple({})",
    "argparse.Namespace": "vars({})",
    "types.SimpleNamespace": "vars({})",
}
#: Kinds of iterators: each element is given once.
ITERATORS = frozenset({"builtins.iterator", "types.GeneratorType", "io.IOBase"})
#: Methods that take an element.
ADVANCING = frozenset({"__next__", "send"})
#: What makes an iterator, if what it goes over is a Python object.
ITERATING = frozenset(
    {f"builtins.{name}" for name in ("iter", "enumerate", "zip", "map", "filter", "reversed")}
    | {f"itertools.{name}" for name in ("accumulate", "chain", "chain.from_iterable", "cycle", "islice", "product", "permutations")}
)

MUTATORS = {
    "builtins.list": _LIST,
    "builtins.dict": _DICT,
    "builtins.set": _SET,
    "builtins.bytearray": _LIST,
    "collections.deque": _DEQUE,
    "collections.defaultdict": _DICT,
    "collections.OrderedDict": _DICT | {"move_to_end"},
    "collections.Counter": _DICT | {"subtract"},
    "queue.Queue": frozenset({"put", "put_nowait", "get", "get_nowait"}),
    "array.array": _LIST | {"frombytes", "fromfile", "fromlist"},
}
