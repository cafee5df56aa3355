"""tf.print where recorded programs cannot show it: redirected streams, and the text of every kind of element."""

import contextlib
import io
import sys

import numpy as np
import pytest

import runtime as tf
from runtime.ops.kernels.formatting import escape, float_text, summarize, summarize_first


@pytest.mark.parametrize("value, text", [
    (np.float32(0.1), "0.1"), (np.float32(1 / 3), "0.333333343"), (np.float32(1e10), "1e+10"), (np.float32(1e-7), "1e-07"),
    (np.float32(123456789), "123456792"), (np.float32(-0.0), "-0"), (np.float32("nan"), "nan"), (np.float32("-inf"), "-inf"),
    (-np.float32("nan"), "-nan"), (np.float32(1e-45), "0"), (np.float64(1 / 3), "0.33333333333333331"), (np.float64(0.1), "0.1"),
    (np.float16(0.1), "0.0999755859"), (np.float16(65504), "65504"),
])
def test_floats(value, text):
    assert float_text(value) == text


def test_escapes():
    assert escape('a"b\'\\\n\t\r\x00\x7fé'.encode()) == b'a\\"b\\\'\\\\\\n\\t\\r\\000\\177\xc3\xa9'
    assert escape("é".encode(), keep_utf8=False) == b"\\303\\251"


@pytest.mark.parametrize("shape, limit, text", [
    ((), 3, "0"), ((), 0, "..."), ((3,), 0, "[ ...]"), ((7,), 3, "[0 1 2 ... 4 5 6]"), ((6,), 3, "[0 1 2 3 4 5]"),
    ((2, 3), -1, "[[0 1 2]\n [3 4 5]]"), ((2, 0), 3, "[\n ...]"), ((0,), 3, "[]"), ((2, 2, 2), 1, "[[[0 1]\n  [2 3]]\n\n [[4 5]\n  [6 7]]]"),
    ((3, 3), 1, "[[0 ... 2]\n ...\n [6 ... 8]]"),
])
def test_summaries(shape, limit, text):
    assert summarize(np.arange(int(np.prod(shape))).reshape(shape), limit).decode() == text


@pytest.mark.parametrize("shape, text", [((5,), "0 1 2..."), ((2, 3), "[0 1 2]..."), ((2, 5), "[0 1 2...]..."), ((3, 2), "[0 1][2...]..."),
                                         ((2, 2, 5), "[[0 1 2...]]..."), ((2,), "0 1"), ((), "0")])
def test_summaries_of_assertions(shape, text):
    assert summarize_first(np.arange(int(np.prod(shape))).reshape(shape), 3).decode() == text


def _printed(function, *args):
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        function(*args)
    return stream.getvalue()


def test_streams_are_looked_up_when_it_prints():
    @tf.function
    def say(x):
        tf.print("value", x, output_stream=sys.stdout)
        return x

    assert _printed(say, tf.constant(1)) == "value 1\n"
    assert _printed(say, tf.constant(2)) == "value 2\n"  # traced while another stream was there
    error = io.StringIO()
    with contextlib.redirect_stderr(error):
        tf.print("to the", "default")
    assert error.getvalue() == "to the default\n"


def test_the_stream_that_stands_for_stdout_can_be_named():
    stream = io.StringIO()
    with contextlib.redirect_stdout(stream):
        tf.print(1, output_stream=sys.stdout)
        with pytest.raises(ValueError, match="Unsupported output stream"):
            tf.print(1, output_stream=io.StringIO())
    assert stream.getvalue() == "1\n"


def test_no_stderr_at_all(monkeypatch):
    monkeypatch.setattr(sys, "stderr", None)
    tf.print("nobody reads this", output_stream="file:///dev/null")


def test_bytes_that_are_no_text(capfdbinary):
    stream = io.TextIOWrapper(io.BytesIO(), encoding="utf-8", write_through=True)
    with contextlib.redirect_stdout(stream):
        tf.print(tf.constant(b"\xff"), output_stream=sys.stdout)
    assert stream.buffer.getvalue() == b"\xff\n"
    plain = io.StringIO()
    with contextlib.redirect_stdout(plain):
        tf.print(tf.constant(b"\xff"), output_stream=sys.stdout)
    assert plain.getvalue() == "\ufffd\n"


def test_levels_go_to_the_logger(caplog):
    import logging
    with caplog.at_level(logging.INFO, "tensorflow"):
        tf.print("a", tf.constant(1), output_stream=logging.WARNING)
        tf.print("b", output_stream=logging.info)
    assert [(r.levelname, r.getMessage()) for r in caplog.records] == [("WARNING", "a 1"), ("INFO", "b")]


def test_numbers_are_computed_only_as_far_as_shown():
    assert _printed(lambda: tf.print(tf.zeros([300, 300, 30]), output_stream=sys.stdout)).startswith("[[[0 0 0 ... 0 0 0]")
