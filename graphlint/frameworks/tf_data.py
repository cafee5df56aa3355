"""tf.data: what makes a Dataset, and the functions that it traces."""

from graphlint.frameworks.meaning import Meaning, makers

#: The kind of a dataset.
DATASET = "tensorflow.data.Dataset"
#: The kind of what a strategy makes of one.
DISTRIBUTED = "tensorflow.distribute.DistributedDataset"

PREFIXES = (
    ("tensorflow.python.data.ops.dataset_ops.DatasetV2", DATASET),
    ("tensorflow.python.data.ops.dataset_ops.Dataset", DATASET),
    ("tensorflow.python.data.ops.readers", "tensorflow.data"),
    ("tensorflow.data.DatasetV2", DATASET),
    ("tensorflow.contrib.data", "tensorflow.data.experimental"),
)

MUTATORS: dict[str, frozenset[str]] = {}

_STATIC = """
    from_tensor_slices from_tensors from_generator from_sparse_tensor_slices range zip list_files random load counter
    sample_from_datasets choose_from_datasets
"""
#: Methods whose result is a dataset.
_CHAINED = """
    apply batch bucket_by_sequence_length cache concatenate enumerate filter flat_map group_by_window ignore_errors
    interleave map padded_batch prefetch ragged_batch rebatch rejection_resample repeat scan shard shuffle skip snapshot
    sparse_batch take take_while unbatch unique window with_options fingerprint
"""
_FROM_DIRECTORY = "image_dataset_from_directory text_dataset_from_directory audio_dataset_from_directory"
#: Transformations that trace functions: the same positions for the method and for the function of `tf.data.experimental`.
_TRACING = {
    "map": (0, "map_func"),
    "filter": (0, "predicate"),
    "flat_map": (0, "map_func"),
    "interleave": (0, "map_func"),
    "reduce": (1, "reduce_func"),
    "scan": (1, "scan_func"),
    "take_while": (0, "predicate"),
    "group_by_window": (0, 1, "key_func", "reduce_func", "window_size_func"),
    "bucket_by_sequence_length": (0, "element_length_func"),
    "rejection_resample": (0, "class_func"),
    "snapshot": (2, 3, "reader_func", "shard_func"),
    "save": (2, "shard_func"),
}
_EXPERIMENTAL = {
    "map_and_batch": (0, "map_func"),
    "map_and_batch_with_legacy_function": (0, "map_func"),
    "parallel_interleave": (0, "map_func"),
    "sloppy_interleave": (0, "map_func"),
    "group_by_reducer": (0, "key_func"),
    "Reducer": (0, 1, 2, "init_func", "reduce_func", "finalize_func"),
    **{name: _TRACING[name] for name in "scan take_while group_by_window bucket_by_sequence_length rejection_resample".split()},
}

MEANINGS = {
    DATASET: Meaning(makes=DATASET),
    **makers(DATASET, DATASET, _STATIC + _CHAINED),
    **makers(DATASET, "tensorflow.data", "TFRecordDataset TextLineDataset FixedLengthRecordDataset"),
    **makers(
        DATASET,
        "tensorflow.data.experimental",
        """
        CsvDataset SqlDataset RandomDataset Counter make_csv_dataset make_batched_features_dataset load from_list
        sample_from_datasets choose_from_datasets
        """,
    ),
    "tensorflow_datasets.load": Meaning(makes=DATASET),
    **makers(DATASET, "keras.utils", _FROM_DIRECTORY + " timeseries_dataset_from_array"),
    **makers(DATASET, "keras.preprocessing", _FROM_DIRECTORY + " timeseries_dataset_from_array"),
    **makers(DATASET, "keras.preprocessing.image", "image_dataset_from_directory"),
    **{
        f"{DATASET}.{name}": Meaning(makes=DATASET if name in _CHAINED.split() else None, traces=positions)
        for name, positions in _TRACING.items()
    },
    **{f"tensorflow.data.experimental.{name}": Meaning(traces=positions) for name, positions in _EXPERIMENTAL.items()},
}

#: Methods of any object that return a dataset, or its elements one by one: `tfds.builder(…).as_dataset()`.
METHODS = {"as_dataset": Meaning(makes=DATASET), "as_numpy_iterator": Meaning(makes="builtins.iterator")} | {
    name: Meaning(makes=DISTRIBUTED)
    for name in ("experimental_distribute_dataset", "distribute_datasets_from_function", "experimental_distribute_datasets_from_function")
}

#: What draws other numbers for each element, unless it is given a seed, and how many arguments it has before that.
DRAWING = {
    **{f"tensorflow.random.{name}": 9 for name in "categorical gamma normal poisson shuffle truncated_normal uniform".split()},
    **{f"tensorflow.image.random_flip_{name}": 1 for name in ("left_right", "up_down")},
    **{f"tensorflow.image.random_{name}": 2 for name in ("brightness", "crop", "hue")},
    **{f"tensorflow.image.random_{name}": 3 for name in ("contrast", "jpeg_quality", "saturation")},
}
#: Methods of a generator of TensorFlow that draw.
GENERATOR_METHODS = frozenset("binomial normal truncated_normal uniform uniform_full_int".split())
#: Arguments and methods that nothing but a dataset has: they tell what an object is that comes from elsewhere.
TELLING_ARGUMENTS = frozenset({"num_parallel_calls"})
TELLING_METHODS = frozenset({"prefetch", "padded_batch", "interleave", "make_one_shot_iterator", "as_numpy_iterator"})

#: Called in a program, it makes the functions of tf.data run as plain Python.
DEBUG_SWITCHES = ("enable_debug_mode",)
