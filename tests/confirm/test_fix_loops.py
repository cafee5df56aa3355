"""The edits of loops over tensors: what they write, and that they hold when verified."""

import pytest

from tests.confirm.test_fix import fix

HEAD = "import tensorflow as tf\n\n\n@tf.function\n"
CALLS = "\n\nprint(step(tf.constant([1.0, 2.0])).numpy())\nprint(step(tf.constant([1.0, 2.0, 3.0])).numpy())\n"
HOLDS = {
    "list of elements": (
        "def step(x):\n    items = []\n    for item in x:\n        items.append(item * 2.0)\n    return tf.stack(items)",
        "def step(x):\n    items = tf.TensorArray(x.dtype, size=0, dynamic_size=True)\n    for item in x:\n"
        "        items = items.write(items.size(), item * 2.0)\n    return items.stack()",
    ),
    "list by index": (
        "def step(x):\n    kept = []\n    for i in tf.range(2):\n        y = x[i] + 1.0\n        kept.append(-x[i])\n    return tf.stack(kept) * 2.0",
        "def step(x):\n    kept = tf.TensorArray(x.dtype, size=0, dynamic_size=True)\n    for i in tf.range(2):\n        y = x[i] + 1.0\n"
        "        kept = kept.write(kept.size(), -x[i])\n    return kept.stack() * 2.0",
    ),
    "grown tensor": (
        "def step(x):\n    sums = tf.zeros([1, 2])\n    for item in x:\n        sums = tf.concat([sums, [[item, 1.0]]], 0)\n    return sums",
        "def step(x):\n    sums = tf.zeros([1, 2])\n    for item in x:\n"
        "        tf.autograph.experimental.set_loop_options(shape_invariants=[(sums, tf.TensorShape([None, 2]))])\n"
        "        sums = tf.concat([sums, [[item, 1.0]]], 0)\n    return sums",
    ),
}
LEFT = {
    "list read otherwise": "def step(x):\n    items = []\n    for item in x:\n        items.append(item)\n    return items[0] + tf.stack(items)",
    "list filled before": "def step(x):\n    items = [x[0]]\n    for item in x:\n        items.append(item)\n    return tf.stack(items)",
    "unknown dtype": "def step(x):\n    items = []\n    for item in x:\n        items.append(tf.cast(item, tf.int32))\n    return tf.stack(items)",
    "unknown axis": "def step(x, axis=0):\n    y = tf.zeros([1])\n    for item in x:\n        y = tf.concat([y, [item]], axis)\n    return y",
}


@pytest.mark.parametrize(("before", "after"), HOLDS.values(), ids=HOLDS)
def test_edits_hold(tmp_path, before, after):
    path = tmp_path / "program.py"
    path.write_text(HEAD + before + CALLS)
    result = fix("--write", "--verify", path)
    assert path.read_text() == HEAD + after + CALLS, result.stdout + result.stderr


@pytest.mark.parametrize("before", LEFT.values(), ids=LEFT)
def test_what_cannot_be_told_is_left(tmp_path, before):
    path = tmp_path / "program.py"
    path.write_text(HEAD + before + CALLS)
    fix("--write", "--unsafe", path)
    assert path.read_text() == HEAD + before + CALLS


@pytest.mark.parametrize("made", [("@tf.function", "@tf.function(reduce_retracing=True)"),
                                  ("@tf.function(jit_compile=False)", "@tf.function(jit_compile=False, reduce_retracing=True)")])
def test_one_graph_is_made_for_all_shapes(tmp_path, made):
    path = tmp_path / "program.py"
    text = "import tensorflow as tf\n\n\n{}\ndef step(x):\n    return tf.reduce_sum(x)\n\n\nfor n in range(1, 6):\n    print(step(tf.ones([n])).numpy())\n"
    path.write_text(text.format(made[0]))
    result = fix("--write", "--verify", path)
    assert path.read_text() == text.format(made[1]), result.stdout + result.stderr
