"""How retrace-by-shape decides."""

from graphlint.rules.case import Case

_HEAD = """
import numpy as np
import tensorflow as tf

@tf.function
def step(x):
    return tf.reduce_sum(x)

x = tf.range(10)
"""

CASES = (
    Case(_HEAD + "for n in range(1, 5):\n    step(x[:n])\n", says="`step(x[:n])` in `for n in range(1, 5)`"),
    Case(_HEAD + "for n in range(1, 5):\n    step(tf.ones([n, 3]))\n", says="`step(tf.ones([n, 3]))` in `for n in range(1, 5)`"),
    Case(
        _HEAD + "x = np.zeros(1)\nfor n in range(4):\n    x = np.append(x, n)\n    step(x)\n",
        says="`step(x)` after `x = np.append(x, n)` in the same loop",
    ),
    Case(
        _HEAD + "kept = []\nfor n in range(4):\n    kept.append(n)\n    step(tf.stack(kept))\n",
        says="`step(tf.stack(kept))` after `kept.append(n)` in the same loop",
    ),
    Case(
        _HEAD + "for batch in ([1], [2, 3], [4, 5, 6]):\n    step(tf.constant(batch))\n",
        says="`step(tf.constant(batch))` for lists of three lengths that are written there",
    ),
    Case(
        _HEAD + "for i in range(0, 10, 4):\n    step(x[i : i + 4])\n",
        says="`step(x[i : i + 4])`: slices of one length, and a shorter last one",
        note="Two graphs are built, and `reduce_retracing` would build two, too.",
    ),
    Case(
        _HEAD + "x = np.zeros(4)\nfor n in range(4):\n    x = np.append(x[1:], n)\n    step(x)\n",
        says="`step(x)` after `x = np.append(x[1:], n)`: as long as before",
    ),
    Case(
        _HEAD.replace("@tf.function", "@tf.function(reduce_retracing=True)") + "for n in range(1, 5):\n    step(x[:n])\n",
        says="a graph function with `reduce_retracing=True`",
    ),
    Case(
        _HEAD + "step.get_concrete_function(tf.TensorSpec([None], tf.int32))\nfor n in range(1, 5):\n    step(x[:n])\n",
        says="a graph function that has a graph for all shapes, by `step.get_concrete_function(tf.TensorSpec([None], tf.int32))`",
    ),
    Case(
        _HEAD + "for x in tf.data.Dataset.range(10).batch(4):\n    step(x)\n",
        says="`step(x)` for the batches of a dataset",
    ),
)
