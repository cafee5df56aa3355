"""Checkpoints: files that TensorFlow wrote, damaged files, and what must not happen when a write fails."""

import os
import pathlib
import struct

import numpy as np
import pytest

import runtime as tf
from runtime.checkpoint import bundle, table
from runtime.proto.crc32c import crc32c, mask, masked, unmask
from runtime.proto.wire import put_varint

SAVED = pathlib.Path(__file__).parent / "saved"  # by TensorFlow 2.21


def _plain_crc32c(data, value=0):
    value ^= 0xFFFFFFFF
    for byte in data:
        value ^= byte
        for _ in range(8):
            value = value >> 1 ^ (0x82F63B78 if value & 1 else 0)
    return value ^ 0xFFFFFFFF


# -- checksums ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("data, expected", [  # RFC 3720, B.4
    (b"", 0), (b"123456789", 0xE3069283), (bytes(32), 0x8A9136AA), (b"\xff" * 32, 0x62A8AB43),
    (bytes(range(32)), 0x46DD794E), (bytes(range(31, -1, -1)), 0x113FDB5C)])
def test_crc32c_of_known_texts(data, expected):
    assert crc32c(data) == expected
    assert unmask(mask(expected)) == expected


@pytest.mark.parametrize("size", [1, 3, 4, 5, 7, 5684, 5685, 5686, 11370, 90960, 90961, 90968, 91_003])
def test_crc32c_at_the_borders_of_its_blocks(size):
    data = np.random.default_rng(size).bytes(size)
    assert crc32c(data) == _plain_crc32c(data)
    assert crc32c(data, 0x12345678) == _plain_crc32c(data, 0x12345678)


def test_crc32c_of_more_than_a_segment_continues_from_its_parts():
    data = np.random.default_rng(0).bytes(3_000_001)
    assert crc32c(data) == crc32c(data[1_234_567:], crc32c(data[:1_234_567]))


# -- tables --------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("count, size", [(0, 0), (1, 0), (16, 3), (17, 3), (500, 40), (300, 5000)])
def test_tables_give_back_their_items(count, size):
    items = [(f"key/{index:05d}".encode(), bytes([index % 256]) * size) for index in range(count)]
    assert list(table.decode(table.encode(items))) == items


# -- files of TensorFlow --------------------------------------------------------------------------------------------------
class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.w = tf.Variable(tf.zeros([2, 2]))
        self.l = [tf.Variable(0, dtype=tf.int64), {"s": tf.Variable(["", ""])}]


def test_restores_what_tensorflow_saved():
    model = Model()
    checkpoint = tf.train.Checkpoint(model=model)
    checkpoint.restore(tf.train.latest_checkpoint(SAVED / "checkpoint")).assert_consumed()
    assert model.w.numpy().tolist() == [[1, 2], [3, 4]]
    assert int(model.l[0]) == 5
    assert model.l[1]["s"].numpy().tolist() == [b"a", b"bc"]
    assert int(checkpoint.save_counter) == 1


def test_writes_the_bytes_that_tensorflow_wrote(tmp_path):
    checkpoint = tf.train.Checkpoint(model=Model())
    checkpoint.restore(SAVED / "checkpoint" / "ckpt-1").assert_consumed()
    checkpoint.write(tmp_path / "again")
    theirs, mine = (bundle.BundleReader(prefix) for prefix in (SAVED / "checkpoint" / "ckpt-1", tmp_path / "again"))
    assert sorted(theirs.entries) == sorted(mine.entries)
    for key in theirs.entries:
        if key != "_CHECKPOINTABLE_OBJECT_GRAPH":
            assert theirs.entries[key].crc32c == mine.entries[key].crc32c


# -- damaged files -----------------------------------------------------------------------------------------------------------
def _small(path):
    module = tf.Module()
    module.v = tf.Variable([1.0, 2.0])
    module.s = tf.Variable(["ab", "c"])
    return module, tf.train.Checkpoint(module).write(path / "c")


@pytest.mark.parametrize("suffix", [".index", ".data-00000-of-00001"])
def test_a_file_cut_off_anywhere_is_told_by_name(tmp_path, suffix):
    module, prefix = _small(tmp_path)
    file = pathlib.Path(prefix + suffix)
    whole = file.read_bytes()
    for length in range(len(whole)):
        file.write_bytes(whole[:length])
        with pytest.raises(tf.errors.DataLossError, match="Unable to read .*c" + suffix):
            tf.train.Checkpoint(module).read(prefix)


@pytest.mark.parametrize("suffix", [".index", ".data-00000-of-00001"])
def test_an_altered_byte_is_noticed(tmp_path, suffix):
    module, prefix = _small(tmp_path)
    file = pathlib.Path(prefix + suffix)
    whole = file.read_bytes()
    unnoticed = []
    for position in range(len(whole)):
        file.write_bytes(whole[:position] + bytes([whole[position] ^ 0x41]) + whole[position + 1:])
        try:
            tf.train.Checkpoint(module).read(prefix)
            unnoticed.append(position)
        except tf.errors.DataLossError:
            pass
    # The footer's padding and its handle of the block that is always empty carry nothing.
    assert all(suffix == ".index" and len(whole) - 48 <= position < len(whole) - 8 for position in unnoticed)


def test_sizes_that_the_file_does_not_have_are_refused_before_memory_is_taken(tmp_path):
    _, prefix = _small(tmp_path)
    items = dict(table.decode(pathlib.Path(prefix + ".index").read_bytes()))
    from runtime.proto.saved import BundleEntry
    from runtime.proto.values import shape_proto
    key = b"v/.ATTRIBUTES/VARIABLE_VALUE"
    for dims, size, offset in (((1 << 40,), 4 << 40, 0), ((2,), 8, 1 << 60), ((2,), 1 << 62, 0), ((-1,), 8, 0), ((2,), 8, -8), ((0, 1 << 62, 1 << 62), 0, 0)):
        entry = BundleEntry.decode(items[key])
        entry.shape, entry.size, entry.offset = shape_proto(dims), size, offset
        pathlib.Path(prefix + ".index").write_bytes(table.encode(sorted({**items, key: entry.encode()}.items())))
        with pytest.raises(tf.errors.DataLossError, match="VARIABLE_VALUE"):
            tf.train.load_variable(prefix, key.decode())


def test_keys_that_would_fill_the_memory_are_refused(tmp_path):
    _, prefix = _small(tmp_path)

    def entry(shared, key):
        out = bytearray()
        for number in (shared, len(key), 0):
            put_varint(out, number)
        return bytes(out) + key

    block = entry(0, b"k" * 50_000) + b"".join(entry(50_000, f"{index:06d}".encode()) for index in range(20_000))
    file, places = bytearray(), []
    for contents in (block + struct.pack("<II", 0, 1), table._block([])):
        places.append(_handle(len(file), len(contents)))
        file += contents + b"\0" + struct.pack("<I", masked(contents + b"\0"))
    index = table._block([(b"l", places[0])])
    footer = places[1] + _handle(len(file), len(index))
    file += index + b"\0" + struct.pack("<I", masked(index + b"\0"))
    pathlib.Path(prefix + ".index").write_bytes(file + footer + bytes(40 - len(footer)) + struct.pack("<Q", table._MAGIC))
    with pytest.raises(tf.errors.DataLossError, match="its keys are longer than such a file can make them"):
        tf.train.load_checkpoint(prefix)


def _handle(offset, size):
    out = bytearray()
    put_varint(out, offset)
    put_varint(out, size)
    return bytes(out)


def test_a_state_file_cannot_name_files_outside_of_its_folder(tmp_path):
    (tmp_path / "checkpoint").write_text('model_checkpoint_path: "../elsewhere"\n')
    with pytest.raises(ValueError, match="checkpoint names '../elsewhere', which is outside of its folder"):
        tf.train.latest_checkpoint(tmp_path)
    (tmp_path / "checkpoint").write_text("no state\n")
    with pytest.raises(ValueError, match="checkpoint is no list of checkpoints: 'no state'"):
        tf.train.CheckpointManager(tf.train.Checkpoint(), tmp_path, 1)


# -- writing -------------------------------------------------------------------------------------------------------------------
def test_a_failing_write_leaves_the_old_checkpoint(tmp_path, monkeypatch):
    module, prefix = _small(tmp_path)
    before = {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)}
    module.v.assign([5.0, 6.0])

    def full(items):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(table, "encode", full)
    with pytest.raises(OSError, match="No space left"):
        tf.train.Checkpoint(module).write(prefix)
    assert {name: (tmp_path / name).read_bytes() for name in os.listdir(tmp_path)} == before


def test_a_function_that_is_traced_writes_but_does_not_restore(tmp_path):
    checkpoint = tf.train.Checkpoint(v=tf.Variable(1.0))
    prefix = str(tmp_path / "x")
    assert tf.function(lambda: checkpoint.write(prefix))().numpy() == prefix.encode()
    assert tf.train.load_variable(prefix, "v/.ATTRIBUTES/VARIABLE_VALUE") == 1
    for call in (checkpoint.read, checkpoint.restore):
        with pytest.raises(NotImplementedError, match="Call it from eager code"):
            tf.function(lambda: call(prefix))()
    with pytest.raises(NotImplementedError, match="sessions have tf.compat.v1.train.Saver"), tf.Graph().as_default():
        tf.train.CheckpointManager(checkpoint, tmp_path, 1).save()


def test_many_values(tmp_path):
    module = tf.Module()
    module.values = [tf.Variable([float(index)] * (index % 5)) for index in range(500)]
    prefix = tf.train.Checkpoint(module).write(tmp_path / "many")
    for variable in module.values:
        variable.assign(tf.zeros_like(variable))
    tf.train.Checkpoint(module).read(prefix).assert_consumed()
    assert [v.numpy().tolist() for v in module.values] == [[float(index)] * (index % 5) for index in range(500)]
