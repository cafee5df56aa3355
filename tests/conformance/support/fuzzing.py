"""How a random program is run: eagerly and as a graph, twice each, from the same state."""

import linecache
import re

import numpy as np
import tensorflow as tf
from tell import headline

# TensorFlow's arithmetic optimizer makes an empty float of `0 + x + x` in a branch.
if hasattr(tf.config, "optimizer"):
    tf.config.optimizer.set_experimental_options({"arithmetic_optimization": False})
C = tf.constant
v0 = tf.Variable(3)
v1 = tf.Variable(0.5)


class Box:
    """An object with attributes."""


def _text(value):
    if isinstance(value, (list, tuple)):
        return "[" + ", ".join(map(_text, value)) + "]"
    if isinstance(value, dict):
        return "{" + ", ".join(f"{key}: {_text(value[key])}" for key in sorted(value)) + "}"
    if value is None:
        return "None"
    array = np.asarray(value)
    if array.dtype.kind == "f":
        return " ".join(f"{number:.4g}" for number in array.ravel().tolist()) + f" f{array.shape}"
    return " ".join(str(int(number)) for number in array.ravel().tolist()) + f" {array.dtype.kind}{array.shape}"


def run(f):
    """Prints what `f(x, y, n, vector)` gives, or the class of its error, and the Variables after it."""
    for mode, function in (("eager", f), ("graph", tf.function(f))):
        v0.assign(3)
        v1.assign(0.5)
        for x, y, n, vector in ((2, 1.5, 4, [3, 1, 2]), (-3, -0.25, 2, [0, -1, 5])):
            try:
                result = _text(function(C(x), C(y), C(n), C(vector)))
            except Exception as error:  # the class is a part of the outcome
                text = headline(str(error)).replace("in user code: ", "") if mode == "graph" else ""
                text = re.sub(r"<class '[\w.]+\.", "<class '", text)
                result = f"{type(error).__name__} {text}"[:150]
            print(mode, result, "|", v0.numpy(), f"{float(v1.numpy()):.4g}", flush=True)


def run_seeds(first, count=20):
    """Runs the programs of some seeds, without their prints, whose order TensorFlow does not promise."""
    from tests.conformance.random_programs import program
    for seed in range(first, first + count):
        text, file = program(seed, prints=False), f"<seed {seed}>"
        linecache.cache[file] = (len(text), None, text.splitlines(True), file)
        print("#", seed)
        exec(compile(text, file, "exec"), {"tf": tf, "Box": Box, "C": C, "run": run, "v0": v0, "v1": v1, "__name__": "program"})
