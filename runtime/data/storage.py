"""`Dataset.save`, `load` and `snapshot`: elements in files of TensorFlow's format, one TensorProto a record.

    dataset_spec.pb                        the type of the elements
    snapshot.metadata                      which run, the dtypes, how many elements
    RUN/00000000.shard/00000000.snapshot   the tensors of all elements, one after the other, in TFRecords
"""

from __future__ import annotations

import os
import shutil
import time

import numpy as np

from runtime.proto.crc32c import crc32c
from runtime.core import dtypes, errors
from runtime.core.context import context
from runtime.core.convert import convert_to_tensor
from runtime.core.hooks import dataset_class
from runtime.core.op_def import REQUIRED, op
from runtime.data import structure
from runtime.data.cardinality import assert_cardinality
from runtime.data.functions import StructuredFunction
from runtime.data.pipeline import TYPED, UNKNOWN, Pipeline, UserFunction
from runtime.data.structure import DatasetSpec
from runtime.function.tensor_spec import TensorSpec
from runtime.ops.io.files import file_error, path_of
from runtime.proto import records
from runtime.proto.graph import TensorProto
from runtime.proto.values import array_of, tensor_proto
from runtime.proto.wire import DecodeError, message
from runtime.proto.saved import StructuredValue
from runtime.saved_model.structures import decode, encode

_SPEC, _METADATA, _FILE = "dataset_spec.pb", "snapshot.metadata", "00000000.snapshot"
_Metadata = message("SnapshotMetadataRecord", """
    string graph_hash = 1
    string run_id = 2
    int64 creation_timestamp = 3
    int64 version = 4
    repeated enum dtype = 5
    int64 num_elements = 6
    bool finalized = 1000
""")


def _compression(compression):
    if compression in (None, "", "NONE"):
        return ""
    if compression == "GZIP":
        return compression
    raise errors.MissingOpError(f"the runtime writes and reads snapshots without compression or with \"GZIP\", not with {compression!r}")


class _Run:
    """One set of snapshot files that is being written in a folder; `finish` makes it the one that is read."""

    def __init__(self, folder, types, compression):
        self._folder, self._types, self._compression = folder, types, compression
        self._name = str(int.from_bytes(os.urandom(8), "little"))
        self._shards = {}
        self._count = 0
        os.makedirs(os.path.join(folder, self._name), exist_ok=True)

    def add(self, row, shard=0):
        out = self._shards.get(shard)
        if out is None:
            place = os.path.join(self._folder, self._name, f"{shard:08d}.shard")
            os.makedirs(place, exist_ok=True)
            out = self._shards[shard] = records.Compressor(open(os.path.join(place, _FILE), "wb"), self._compression)
        for value, dtype in zip(row, self._types):
            out.write(records.framed(tensor_proto(value, dtype).encode()))
        self._count += 1

    def finish(self):
        self._close()
        metadata = _Metadata(run_id=self._name, creation_timestamp=time.time_ns() // 1000, version=2, num_elements=self._count,
                             dtype=[dtype.as_datatype_enum for dtype in self._types], finalized=True)
        temporary = os.path.join(self._folder, f"{_METADATA}.{self._name}")
        with open(temporary, "wb") as file:
            file.write(metadata.encode())
        os.replace(temporary, os.path.join(self._folder, _METADATA))

    def abandon(self):
        """Remove what was written."""
        self._close()
        shutil.rmtree(os.path.join(self._folder, self._name), ignore_errors=True)

    def _close(self):
        for out in self._shards.values():
            out.close()
        self._shards = {}


def _metadata(folder):
    """What is known of the snapshot in a folder; None if there is none that is finished. Raises DataLossError."""
    path = os.path.join(folder, _METADATA)
    try:
        with open(path, "rb") as file:
            found = _Metadata.decode(file.read())
    except FileNotFoundError:
        return None
    except OSError as error:
        raise file_error(path, error) from None
    except DecodeError as error:
        raise errors.DataLossError(None, None, f"Unable to read {path}: {error}") from None
    if os.path.basename(found.run_id) != found.run_id:
        raise errors.DataLossError(None, None, f"Unable to read {path}: the run {found.run_id!r} is no name of a folder")
    return found if found.finalized else None


def _shards(folder, metadata, types, compression):
    """A pipeline for each shard. Raises InvalidArgumentError if the elements are of other dtypes."""
    stored = [dtypes.BY_ENUM.get(number) for number in metadata.dtype]
    if stored != list(types):
        raise errors.invalid(f"The snapshot in {folder} has elements of the types {stored}, not {list(types)}")
    run = os.path.join(folder, metadata.run_id)
    return [Pipeline(_Shard(os.path.join(run, name), len(types), compression), UNKNOWN)
            for name in sorted(os.listdir(run)) if name.endswith(".shard")]


class _Shard:
    """The elements of one shard, whenever it is called."""

    def __init__(self, folder, width, compression):
        self._folder, self._width, self._compression = folder, width, compression

    def __call__(self):
        row = []
        for name in sorted(os.listdir(self._folder)):
            path = os.path.join(self._folder, name)
            with open(path, "rb") as file:
                for data in records.read(records.decompressed(file, self._compression)):
                    try:
                        value, dtype = array_of(TensorProto.decode(data))
                    except DecodeError as error:
                        raise errors.DataLossError(None, None, f"Unable to read {path}: {error}") from None
                    row.append(value if value.ndim or dtype is dtypes.string else value[()])
                    if len(row) == self._width:
                        yield tuple(row)
                        row = []


def _load(path, compression, output_types, output_shapes, types):
    path = path_of(path)
    metadata = _metadata(path)
    if metadata is None:
        raise errors.NotFoundError(None, None, f"Could not find metadata file [{os.path.join(path, _METADATA)}]")
    found = _shards(path, metadata, types, compression)
    return Pipeline(lambda: ((shard,) for shard in found), len(found))


def _snapshot(dataset, path, *captured, f, compression, output_types, output_shapes):
    folder = os.path.join(path_of(path), str(crc32c(repr((output_types, output_shapes)).encode())))

    def make():
        metadata = _metadata(folder)
        if metadata is not None:
            for shard in _shards(folder, metadata, output_types, compression):
                yield from shard
            return
        shard_of = None if f is None else UserFunction(f, captured, "Snapshot")
        run, finished = _Run(folder, output_types, compression), False
        try:
            for row in dataset:
                run.add(row, 0 if shard_of is None else int(shard_of(*row)[0]))
                yield row
            run.finish()
            finished = True
        finally:
            if not finished:
                run.abandon()
    return Pipeline(make, dataset.cardinality)


LOAD = op("LoadDataset", "path: string -> handle: variant", kernel=_load, infer=lambda inputs, attrs: (), stateful=True, prunable=True,
          files=True, attrs={**TYPED, "compression": "", "types": REQUIRED})
SNAPSHOT = op("SnapshotDatasetV2", "input_dataset: variant, path: string, shard_func_other_args: [Targuments] -> handle: variant",
              kernel=_snapshot, infer=lambda inputs, attrs: (), stateful=True, prunable=True, files=True,
              attrs={**TYPED, "f": None, "compression": ""})


class Storage:
    """The methods of `Dataset` that write and read elements."""

    def save(self, path, compression=None, shard_func=None, checkpoint_args=None):
        """Write all elements into a folder, which `load` (TensorFlow's as well) reads.

        Args:
            compression: None or "GZIP".
            shard_func: the number of the file that an element goes to; all go to one by default.

        Raises:
            RuntimeError: in a function.
        """
        if context.graph is not None:
            raise RuntimeError("The runtime saves datasets outside of functions alone.")
        if checkpoint_args:
            raise errors.MissingOpError("the runtime saves a dataset at once: it takes no checkpoint_args")
        path, compression = path_of(path), _compression(compression)
        specs = structure.flat_specs(self.element_spec)
        shard_of = None
        if shard_func is not None:
            function = StructuredFunction(shard_func, self.element_spec, "save()")
            shard_of = UserFunction(function.graph, [tensor._value for tensor in function.captured], "Save")
        os.makedirs(path, exist_ok=True)
        with open(os.path.join(path, _SPEC), "wb") as file:
            file.write(encode(self.element_spec).encode())
        run = _Run(path, [spec.dtype for spec in specs], compression)
        try:
            with np.errstate(all="ignore"):
                for row in self._variant._value:
                    run.add(row, 0 if shard_of is None else int(shard_of(*row)[0]))
        except BaseException:
            run.abandon()
            raise
        run.finish()

    @staticmethod
    def load(path, element_spec=None, compression=None, reader_func=None, wait=False):
        """The elements that `save` wrote into a folder.

        Args:
            element_spec: their type; found in the folder by default.
            reader_func: makes a dataset out of a dataset of the datasets in the files.

        Raises:
            NotFoundError: there is no dataset in the folder.
        """
        path = path_of(path)
        spec = _stored_spec(path) if element_spec is None else element_spec
        types = tuple(one.dtype for one in structure.flat_specs(spec))
        shards = dataset_class()._new("Shards", LOAD, (convert_to_tensor(path, name="path"),), DatasetSpec(spec),
                              compression=_compression(compression), types=types)
        if reader_func is not None:
            made = reader_func(shards)
        else:
            made = shards.interleave(lambda shard: shard, cycle_length=os.cpu_count() or 1)
            metadata = _metadata(path)
            if metadata is not None:
                made = made.apply(assert_cardinality(metadata.num_elements))
        return dataset_class("_LoadDataset")(made._variant, made.element_spec)

    def snapshot(self, path, compression="AUTO", reader_func=None, shard_func=None, name=None):
        """The elements; the first full iteration writes them to files, later ones, and later programs, read those.

        A snapshot is found by the folder and the type of the elements alone: give another folder when the pipeline changes.
        """
        if reader_func is not None:
            raise errors.MissingOpError("the runtime's snapshots take no reader_func")
        compression = "" if compression == "AUTO" else _compression(compression)
        inputs, graph = [convert_to_tensor(path_of(path) if isinstance(path, os.PathLike) else path, name="path")], None
        if shard_func is not None:
            function = self._function(shard_func, "snapshot")
            spec = function.output_spec
            if not any(isinstance(spec, TensorSpec) and spec.is_compatible_with(TensorSpec((), kind))
                       for kind in (dtypes.int32, dtypes.int64)):
                raise TypeError(f"Invalid `shard_func`. `shard_func` must return `tf.int64` scalar tensor but its return type is {spec}.")
            graph = function.graph
            inputs += function.inputs()
        return self._with("Snapshot" if graph is not None else "Map", SNAPSHOT, *inputs, f=graph, compression=compression)


def _stored_spec(path):
    name = os.path.join(path, _SPEC)
    try:
        with open(name, "rb") as file:
            return decode(StructuredValue.decode(file.read()))
    except FileNotFoundError:
        raise errors.NotFoundError(None, None, f"tf.data snapshot element_spec file not found: {name}.") from None
    except DecodeError as error:
        raise errors.NotFoundError(None, None, f"tf.data snapshot element_spec file not found or invalid: {name}. {error}") from None
