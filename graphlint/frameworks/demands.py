"""Which arguments must be of one dtype: a Python number takes it on, a tensor must have it already."""


def _int64(**positions: int) -> dict[str, tuple[int, str]]:
    return {name: (position, "int64") for name, position in positions.items()}


#: Method of a `tf.data.Dataset` -> its parameter -> the position of that and the dtype that a tensor must have there.
OF_DATASETS: dict[str, dict[str, tuple[int, str]]] = {
    **{name: _int64(count=0) for name in ("take", "skip", "repeat")},
    **{name: _int64(batch_size=0) for name in ("padded_batch", "ragged_batch", "rebatch")},
    "batch": _int64(batch_size=0, num_parallel_calls=2),
    "shuffle": _int64(buffer_size=0, seed=1),
    "shard": _int64(num_shards=0, index=1),
    "window": _int64(size=0, shift=1, stride=2),
    "enumerate": _int64(start=0),
    "map": _int64(num_parallel_calls=1),
    "interleave": _int64(cycle_length=1, block_length=2, num_parallel_calls=3),
}
#: The same of functions, by their canonical names.
OF_FUNCTIONS: dict[str, dict[str, tuple[int, str]]] = {
    **{f"tensorflow.summary.{name}": _int64(step=2) for name in ("scalar", "histogram", "image", "text", "write")},
    **{f"tensorflow.summary.{name}": _int64(step=1) for name in ("trace_export", "experimental.write_raw_pb")},
    "tensorflow.summary.audio": _int64(step=3),
    "tensorflow.summary.experimental.set_step": _int64(step=0),
    "tensorflow.data.Dataset.counter": _int64(start=0, step=1),
}
#: The same of methods of summary writers, whose names nothing else has with such a parameter.
OF_WRITERS: dict[str, dict[str, tuple[int, str]]] = {name: _int64(step=0) for name in ("as_default", "set_as_default")}
