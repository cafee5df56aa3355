"""Files of data that are damaged, cut off, or made to do harm: the errors are TensorFlow's, and memory stays with what is there."""

import gzip
import struct
import zlib

import pytest

import runtime as tf
from runtime.proto.records import framed

TEXT = b"".join(b"line %d\n" % number for number in range(20_000))
JUNK = r"inflate\(\) failed with error -3: incorrect header check"


def _lines(path, compression):
    return [line.numpy() for line in tf.data.TextLineDataset(str(path), compression_type=compression)]


def test_a_length_that_the_file_does_not_fill(tmp_path):
    path = tmp_path / "huge.tfrecord"
    for length in (1 << 60, (1 << 64) - 1):
        head = struct.pack("<Q", length)
        path.write_bytes(framed(b"first") + head + framed(head)[20:24] + b"abc")
        records = iter(tf.data.TFRecordDataset(str(path)))
        assert next(records).numpy() == b"first"
        with pytest.raises(tf.errors.DataLossError, match="truncated record at 21"):
            next(records)


@pytest.mark.parametrize("compression", ["GZIP", "ZLIB"])
def test_what_is_not_compressed(compression, tmp_path):
    path = tmp_path / "junk"
    path.write_bytes(b"junkjunkjunk")
    for dataset in (tf.data.TextLineDataset, tf.data.TFRecordDataset):
        with pytest.raises(tf.errors.DataLossError, match=JUNK):
            next(iter(dataset(str(path), compression_type=compression)))


@pytest.mark.parametrize("compression, compressed", [("GZIP", gzip.compress), ("ZLIB", zlib.compress)])
def test_what_is_left_of_a_compressed_file(compression, compressed, tmp_path):
    path = tmp_path / "cut"
    whole = compressed(TEXT)
    path.write_bytes(whole)
    assert _lines(path, compression) == TEXT.splitlines()
    path.write_bytes(whole[:len(whole) // 2])
    lines = _lines(path, compression)
    assert 0 < len(lines) < 20_000 and lines[:-1] == TEXT.splitlines()[:len(lines) - 1]
    path.write_bytes(compressed(b"a\n") + compressed(b"b\n"))
    assert _lines(path, compression) == ([b"a", b"b"] if compression == "GZIP" else [b"a"])
    path.write_bytes(b"")
    assert _lines(path, compression) == []
    path.write_bytes(compressed(framed(b"one") + framed(b"two")[:-2]))
    with pytest.raises(tf.errors.DataLossError, match="truncated record at 19"):
        list(tf.data.TFRecordDataset(str(path), compression_type=compression))


@pytest.mark.parametrize("sizes, text", [
    ({"record_bytes": 0}, "`record_bytes` must be > 0"), ({"record_bytes": -1}, "`record_bytes` must be > 0"),
    ({"record_bytes": 1, "header_bytes": -1}, "`header_bytes` must be >= 0"),
    ({"record_bytes": 1, "footer_bytes": -2}, "`footer_bytes` must be >= 0")])
def test_records_of_no_length(sizes, text, tmp_path):
    path = tmp_path / "fixed"
    path.write_bytes(b"abcde")
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        list(tf.data.FixedLengthRecordDataset(str(path), **sizes))
