"""What Python reads from the world outside the program, or does to it: clocks, environment, files, processes, the net."""

from graphlint.frameworks.meaning import Deed, Kind, Meaning

PREFIXES = (
    ("tensorflow.gfile", "tensorflow.io.gfile"),
    ("tensorflow.io.gfile.Open", "tensorflow.io.gfile.GFile"),
    ("tensorflow.io.gfile.FastGFile", "tensorflow.io.gfile.GFile"),
    ("pathlib.PosixPath", "pathlib.Path"),
    ("io.open", "builtins.open"),
    ("codecs.open", "builtins.open"),
    ("timeit.default_timer", "time.perf_counter"),
)

_CLOCK = Deed("reads the clock", "use tf.timestamp")
_SLEEP = Deed("waits", "wait outside, between the calls")
_ENVIRONMENT = Deed("reads the environment", "read it outside and pass it in as an argument", deliberate=True)
_OPEN = Deed("opens a file", "open it in a tf.py_function, which runs at each call")
_READ = Deed("reads a file", "read it in a tf.py_function, which runs at each call")
_LOOK = Deed("looks at the file system", "look outside, and pass the result in", for_dataset=True)
_WRITE = Deed("writes a file", "write it in a tf.py_function, which runs at each call")
_ASK = Deed("asks for input", "ask outside, and pass the answer in")
_HOST = Deed("reads the state of the machine", "read it outside and pass it in as a tensor")
_SEED = Deed("sets the global seed", "set it once, outside")
_LOG = Deed("logs to a tracker of experiments", "return the values and log them outside")
_BAR = Deed("moves a progress bar", "move it outside, between the calls")
_RUN = Deed("runs another program", "run it in a tf.py_function, which runs at each call")
_LOCK = Deed("takes a lock of threads", "hold it around the call")
_HOLD = Deed("holds a lock of threads", "hold it around the call", deliberate=True)  # it may be there for what the trace itself changes
_SIGNAL = Deed("signals to or waits for other threads", "do it outside, around the call")
_NET = Deed("talks to the net", "do it in a tf.py_function, which runs at each call")

#: Kinds of objects by which threads wait for one another.
LOCKS = frozenset(f"threading.{name}" for name in ("Lock", "RLock", "Semaphore", "BoundedSemaphore", "Condition"))
SIGNALS = frozenset({"threading.Event", "threading.Barrier"})

_WRITERS = ("torch.utils.tensorboard", "torch.utils.tensorboard.writer", "tensorboardX")
#: Kinds of open files. One that is opened in the trace is the opening's matter: what is done with it is not told again.
FILES = frozenset({"io.IOBase", "io.StringIO"})

_READS = "read readline readlines readinto"
_WRITES = "write writelines truncate"
_LOOKS = "exists is_file is_dir stat iterdir glob rglob"
_CHANGES = "mkdir rmdir touch unlink rename replace"


def _deeds(deed: Deed, prefix: str, names: str, makes: str | None = None) -> dict[str, Meaning]:
    return {f"{prefix}.{name}": Meaning(effect=Kind.WORLD, deed=deed, makes=makes) for name in names.split()}


MEANINGS = {
    # Clocks.
    **_deeds(_CLOCK, "time", "time perf_counter monotonic process_time time_ns thread_time", makes="builtins.float"),
    **_deeds(_CLOCK, "time", "perf_counter_ns monotonic_ns process_time_ns localtime gmtime ctime asctime strftime clock"),
    **_deeds(_CLOCK, "datetime", "datetime.now datetime.today datetime.utcnow date.today"),
    **_deeds(_SLEEP, "time", "sleep"),
    # Trackers of experiments, and progress bars.
    **_deeds(_LOG, "wandb", "log alert"),
    **_deeds(_LOG, "mlflow", "log_metric log_metrics log_param log_params log_artifact log_image log_figure log_dict log_text"),
    **{f"{package}.SummaryWriter": Meaning(makes="torch.utils.tensorboard.SummaryWriter") for package in _WRITERS},
    **_deeds(_LOG, "torch.utils.tensorboard.SummaryWriter", "add_scalar add_scalars add_image add_images add_histogram add_text add_figure"),
    **_deeds(_BAR, "tqdm.bar", "update set_description set_description_str set_postfix set_postfix_str refresh reset"),
    "keras.utils.Progbar": Meaning(makes="keras.utils.Progbar"),
    **_deeds(_BAR, "keras.utils.Progbar", "update add"),
    # Random state that the operations of the graph are numbered from.
    **_deeds(_SEED, "tensorflow.random", "set_seed"),
    **_deeds(_SEED, "keras.utils", "set_random_seed"),
    # The environment.
    **_deeds(_ENVIRONMENT, "os", "getenv getcwd environ.__getitem__ environ.__contains__ environ.get environ.copy environ.items"),
    # Files.
    **_deeds(_OPEN, "builtins", "open", makes="io.IOBase"),
    **_deeds(_READ, "io.IOBase", _READS),
    **_deeds(_WRITE, "io.IOBase", _WRITES),
    "io.StringIO": Meaning(makes="io.StringIO"),
    "io.BytesIO": Meaning(makes="io.StringIO"),
    "pathlib.Path": Meaning(makes="pathlib.Path"),
    **_deeds(_OPEN, "pathlib.Path", "open", makes="io.IOBase"),
    **_deeds(_READ, "pathlib.Path", "read_text read_bytes"),
    **_deeds(_WRITE, "pathlib.Path", "write_text write_bytes"),
    **_deeds(_LOOK, "pathlib.Path", _LOOKS),
    **_deeds(_WRITE, "pathlib.Path", _CHANGES),
    **_deeds(_LOOK, "os", "listdir scandir walk stat access path.exists path.isfile path.isdir path.getsize path.getmtime"),
    **_deeds(_LOOK, "glob", "glob iglob"),
    **_deeds(_WRITE, "os", "mkdir makedirs remove unlink rename replace rmdir removedirs"),
    **_deeds(_WRITE, "shutil", "copy copy2 copyfile copytree move rmtree"),
    **_deeds(_OPEN, "tensorflow.io.gfile", "GFile", makes="io.IOBase"),
    **_deeds(_LOOK, "tensorflow.io.gfile", "exists glob isdir listdir stat walk"),
    **_deeds(_WRITE, "tensorflow.io.gfile", "copy makedirs mkdir remove rename rmtree"),
    **_deeds(_READ, "numpy", "load loadtxt genfromtxt fromfile", makes="numpy.ndarray"),
    **_deeds(_WRITE, "numpy", "save savez savez_compressed savetxt"),
    **_deeds(_READ, "json", "load"),
    **_deeds(_WRITE, "json", "dump"),
    **_deeds(_READ, "pickle", "load"),
    **_deeds(_WRITE, "pickle", "dump"),
    **_deeds(_READ, "yaml", "load safe_load full_load"),
    **_deeds(_READ, "joblib", "load"),
    **_deeds(_WRITE, "joblib", "dump"),
    **_deeds(_READ, "pandas", "read_csv read_excel read_json read_parquet read_pickle read_table read_hdf"),
    **_deeds(_READ, "cv2", "imread"),
    **_deeds(_WRITE, "cv2", "imwrite"),
    **_deeds(_READ, "PIL.Image", "open"),
    **_deeds(_READ, "keras.utils", "load_img"),
    **_deeds(_READ, "keras.preprocessing.image", "load_img"),
    **_deeds(_NET, "keras.utils", "get_file"),
    **_deeds(_READ, "imageio", "imread"),
    **_deeds(_WRITE, "imageio", "imwrite imsave"),
    **_deeds(_WRITE, "matplotlib.pyplot", "savefig imsave"),
    # People, the machine, other programs, the net.
    **_deeds(_ASK, "builtins", "input"),
    **_deeds(_ASK, "getpass", "getpass"),
    **_deeds(_HOST, "os", "times getloadavg cpu_times"),
    **_deeds(_HOST, "gc", "get_count get_objects get_stats"),
    **_deeds(_HOST, "resource", "getrusage"),
    **_deeds(_HOST, "tracemalloc", "get_traced_memory take_snapshot"),
    **_deeds(_HOST, "psutil", "cpu_percent cpu_times virtual_memory swap_memory disk_usage net_io_counters pids Process"),
    **_deeds(_RUN, "os", "system popen"),
    **_deeds(_RUN, "subprocess", "run call check_call check_output Popen getoutput getstatusoutput"),
    # Threads.
    **{kind: Meaning(makes=kind) for kind in (*LOCKS, *SIGNALS)},
    **{f"multiprocessing.{kind.partition('.')[2]}": Meaning(makes=kind) for kind in (*LOCKS, *SIGNALS)},
    **{f"{kind}.acquire": Meaning(effect=Kind.WORLD, deed=_LOCK) for kind in LOCKS},
    **{f"{kind}.__enter__": Meaning(effect=Kind.WORLD, deed=_HOLD) for kind in LOCKS},
    **_deeds(_SIGNAL, "threading.Condition", "wait wait_for notify notify_all"),
    **_deeds(_SIGNAL, "threading.Event", "wait set clear"),
    **_deeds(_SIGNAL, "threading.Barrier", "wait abort reset"),
    **_deeds(_NET, "requests", "get post put patch delete head request"),
    **_deeds(_NET, "urllib.request", "urlopen urlretrieve"),
    **_deeds(_NET, "socket", "create_connection gethostbyname getaddrinfo"),
}

#: By name alone: no other objects have methods of these names.
METHODS = {
    name: Meaning(effect=Kind.WORLD, deed=deed)
    for names, deed in (
        ("acquire", _LOCK),
        ("read_text read_bytes", _READ),
        ("write_text write_bytes to_csv to_pickle to_parquet to_feather to_excel to_hdf savefig", _WRITE),
    )
    for name in names.split()
}

MUTATORS: dict[str, frozenset[str]] = {}
