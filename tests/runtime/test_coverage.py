"""`python -m runtime.coverage`: which of TensorFlow's names are used, and which of them the runtime has."""

import subprocess
import sys
from pathlib import Path

import pytest

from runtime.coverage import measure
from runtime.coverage.known import holders, look_up
from runtime.coverage.uses import uses


def names(source):
    return [(use.name, use.line) for use in uses(source)]


@pytest.mark.parametrize("source, expected", [
    ("import tensorflow as tf\ntf.constant(1).x", [("tf.constant", 2)]),
    ("import tensorflow\ntensorflow.constant(1)", [("tf.constant", 2)]),
    ("import tensorflow.keras.layers\ntensorflow.keras.layers.Dense", [("tf.keras.layers", 1), ("tf.keras.layers.Dense", 2)]),
    ("from tensorflow import keras\nkeras.Model", [("tf.keras", 1), ("tf.keras.Model", 2)]),
    ("from tensorflow.keras import layers as L\nL.Dense(1)", [("tf.keras.layers", 1), ("tf.keras.layers.Dense", 2)]),
    ("import tensorflow.compat.v1 as tf\ntf.Session()", [("tf.compat.v1", 1), ("tf.compat.v1.Session", 2)]),
    ("import tensorflow.compat.v2 as tf\ntf.abs", [("tf.compat.v2", 1), ("tf.compat.v2.abs", 2)]),
    ("import keras as k\nk.ops.add", [("keras.ops.add", 2)]),
    ("import tensorflow as tf\nK = tf.keras.backend\nK.eval", [("tf.keras.backend", 2), ("tf.keras.backend.eval", 3)]),
    ("from tensorflow.keras.layers import *\nDense(1); Other", [("tf.keras.layers.Dense", 2)]),
    ("def f():\n  import tensorflow as tf\n  return lambda: tf.abs\ntf.abs", [("tf.abs", 3)]),
    ("import tensorflow as tf\n@tf.function\ndef f(x=tf.abs) -> tf.Tensor: pass", [("tf.function", 2), ("tf.abs", 3), ("tf.Tensor", 3)]),
    ("import tensorflow as tf\nclass A(tf.Module):\n  x = tf.abs", [("tf.Module", 2), ("tf.abs", 3)]),
    ("try:\n  import tensorflow as tf\nexcept ImportError:\n  tf = None\ntf.abs", [("tf.abs", 5)]),
    ("import tensorflow as tf\nglobal K\ndef f():\n  global K\n  K = tf.abs\n", [("tf.abs", 5)]),
])
def test_uses_are_found_through_aliases(source, expected):
    assert names(source) == expected


@pytest.mark.parametrize("source", [
    "import tensorflow as tf\ndef f(tf): return tf.abs",
    "import tensorflow as tf\nlambda tf: tf.abs",
    "import tensorflow as tf\n[tf.abs for tf in ()]",
    "import tensorflow as tf\ndef f():\n  tf = None\n  return tf.abs",
    "import tensorflow as tf\ntf.thing = 1",
    "import tensorflow_probability as tfp\ntfp.abs",
    "from . import tensorflow as tf\ntf.abs",
])
def test_names_of_the_program_itself_are_none_of_tensorflow(source):
    assert names(source) == []


@pytest.mark.parametrize("name, found, unknown", [
    ("tf.abs", "tf.abs", None),
    ("tf.compat.v2.io.gfile.GFile", "tf.io.gfile.GFile", None),
    ("tf.compat.v1.compat.v2.abs", "tf.abs", None),
    ("tf.losses.Reduction.SUM", "tf.losses.Reduction.SUM", None),
    ("tf.float32.name", "tf.float32", None),  # after a constant come the attributes of an object
    ("tf.keras.layers.Dense.call", "tf.keras.layers.Dense.call", None),
    ("tf.keras.Model.fit", "tf.keras.Model.fit", None),  # of a class above it
    ("tf.contrib.layers.fully_connected", "tf", "tf.contrib"),
    ("tf.data.Dataset.from_tensorslices", "tf.data.Dataset", "tf.data.Dataset.from_tensorslices"),
    ("tf.Module.__init__", "tf.Module", None),
    ("keras.Model", "tf.keras.Model", None),
    ("keras.losses.mean_squared_error", "keras.losses.mean_squared_error", None),  # Keras has it, tf.keras has not
    ("tf.keras.losses.mean_squared_error", "tf.keras.losses", "tf.keras.losses.mean_squared_error"),
])
def test_what_tensorflow_has(name, found, unknown):
    assert look_up(name) == (found, unknown)


def test_a_folder_is_measured(tmp_path):
    (tmp_path / "sub").mkdir()
    (tmp_path / ".hidden").mkdir()
    (tmp_path / ".hidden" / "c.py").write_text("import tensorflow as tf\ntf.abs\n")
    (tmp_path / "a.py").write_text("import tensorflow as tf\nraise SystemExit\ntf.abs; tf.abs; tf.contrib.x; tf.random_index_shuffle\n")
    (tmp_path / "sub" / "b.py").write_text("import tensorflow as tf\ntf.abs; tf.random_index_shuffle\nfrom tensorflow.python.ops import math_ops\n")
    (tmp_path / "old.py").write_text("print 1\n")
    (tmp_path / "c.py").write_text("import tensorflow as tf\ntf.tpu.XLAOptions\n")
    coverage = measure([tmp_path])
    assert coverage.files == 4
    assert coverage.unread == [str(tmp_path / "old.py")]
    assert [(name.name, name.kind, len(name.places), name.files) for name in coverage.names] == [
        ("tf.abs", "had", 3, 2), ("tf.random_index_shuffle", "lacking", 2, 2), ("tf.contrib", "unknown", 1, 1),
        ("tf.python.ops.math_ops", "private", 1, 1), ("tf.tpu.XLAOptions", "refused", 1, 1)]
    assert coverage.percentage == 50


def test_the_command(tmp_path):
    (tmp_path / "a.py").write_text("import tensorflow as tf\ntf.abs; tf.random_index_shuffle\n")
    run = subprocess.run([sys.executable, "-m", "runtime.coverage", str(tmp_path)], capture_output=True, text=True)
    assert run.returncode == 1, run.stderr
    assert "The runtime has 50.00 in a hundred of the uses, and 1 of the names." in run.stdout
    assert f"tf.random_index_shuffle{' ' * 28}{tmp_path}/a.py:2" in run.stdout
    assert subprocess.run([sys.executable, "-m", "runtime.coverage", str(tmp_path / "none")], capture_output=True).returncode == 2


def test_every_recorded_member_that_names_a_line_has_it():
    known = holders()
    missing = [other for holder in known.values() for other in holder.members.values() if other.rpartition(".")[0] not in known]
    assert missing == []


def test_the_record_is_that_of_tensorflow():
    pytest.importorskip("tensorflow")
    from tests.runtime.record_names import RECORDED, record
    assert Path(RECORDED).read_text() == "\n".join(record()) + "\n"
