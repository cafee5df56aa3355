"""Graph functions that are inherited from another module: they come back to what a class overrides."""

from __future__ import annotations

from pathlib import Path

from graphlint.findings import lint

BASE = """
from typing import Generic, TypeVar

import tensorflow as tf

Key = TypeVar("Key")
Value = TypeVar("Value")

class Trainer:
    def __init__(self):
        self.evaluate = tf.function(self._evaluate)

    @tf.function
    def step(self, x):
        print("base")
        return self.loss(x)

    def loss(self, x):
        raise NotImplementedError

    def _evaluate(self, x):
        return self.metric(x)

    def plain(self, x):
        return self.other(x)

class Layer(tf.keras.layers.Layer, Generic[Key, Value]):
    def call(self, x):
        return self.transform(x)
"""

MINE = """
import tensorflow as tf
from base import Trainer

class MyTrainer(Trainer):
    def loss(self, x):
        print(x)

    def metric(self, x):
        print(x)

    def other(self, x):
        print(x)

class Replaced(Trainer):
    def step(self, x):
        return self.loss(x)

    def loss(self, x):
        print(x)
"""

GENERIC = """
from base import Layer

class MyLayer(Layer[str, dict[str, list[int]]]):
    def transform(self, x):
        print(x)
"""


def test_inherited(tmp_path: Path) -> None:
    (tmp_path / "base.py").write_text(BASE)
    (tmp_path / "mine.py").write_text(MINE)
    (tmp_path / "generic.py").write_text(GENERIC)
    report = lint([tmp_path])
    assert report.problems == ()
    assert [(Path(f.path).name, f.line, f.rule.symbol, f.confidence, f.function) for f in report.findings] == [
        ("base.py", 15, "print-in-graph", "HIGH", "Trainer.step"),
        ("generic.py", 6, "print-in-graph", "INFERENCE", "Layer.call"),
        ("mine.py", 7, "print-in-graph", "INFERENCE", "Trainer.step"),
        ("mine.py", 10, "print-in-graph", "INFERENCE", "Trainer._evaluate"),
    ]


DECORATORS = """
import warnings

def unpacked(function):
    def run(self, *args):
        if not args:
            warnings.warn("no arguments")
        print("run", args)
        return function(self, *args)

    return run

def shown(x):
    warnings.warn("shown is slow")
    return x
"""

DECORATED = """
import tensorflow as tf
from decorators import shown, unpacked

class First(tf.keras.layers.Layer):
    @unpacked
    def call(self, x):
        print(x)
        return shown(shown(x))

class Second(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.first = First()

    @unpacked
    def call(self, x):
        return shown(self.first(x))
"""


def test_decorators_of_another_module(tmp_path: Path) -> None:
    """What they do is not told of each function that they wrap, nor what a helper does on purpose of each call."""
    (tmp_path / "decorators.py").write_text(DECORATORS)
    (tmp_path / "decorated.py").write_text(DECORATED)
    report = lint([tmp_path])
    assert [(Path(f.path).name, f.line, f.confidence, f.effects[0][1]) for f in report.findings] == [
        ("decorated.py", 7, "INFERENCE", 8),
        ("decorated.py", 8, "INFERENCE", 8),
        ("decorated.py", 9, "UNDEFINED", 14),
    ]


def test_a_framework_is_not_followed_from_module_to_module(tmp_path: Path) -> None:
    """What Keras does while it traces is its own business, also where Keras itself is linted."""
    package = tmp_path / "keras" / "src"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package.parent / "__init__.py").touch()
    (package / "layers.py").write_text("class Layer:\n    def __call__(self, x):\n        print(x)\n        return self.call(x)\n")
    dense = "from keras.src.layers import Layer\n\nclass Dense(Layer):\n    def call(self, x):\n        print(x)\n\n"
    (package / "dense.py").write_text(dense + "def check(data):\n    return data.map(Dense(), num_parallel_calls=2)\n")
    assert [(Path(one.path).name, one.line) for one in lint([tmp_path]).findings] == [("dense.py", 5)]


LAYERS = """
import numpy as np
import tensorflow as tf

def show(x):
    print(x)

def mean(x):
    return np.mean(tf.abs(x))

class Norm(tf.keras.layers.Layer):
    def call(self, x):
        print("norm")
        return x
"""

NET = """
import tensorflow as tf
from layers import Norm, mean, show

class Net(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.norm = Norm()

    def call(self, x):
        show(x)
        show(x)
        y = self.norm(self.norm(x))
        return mean(x) + mean(y)

class Twice(tf.keras.Model):
    def call(self, x):
        return mean(x) + Norm()(x)
"""


def test_one_cause_is_told_once(tmp_path: Path) -> None:
    """Where its own module's graph functions lead to it; what raises, at the first call; what is lost, at each call."""
    (tmp_path / "layers.py").write_text(LAYERS)
    (tmp_path / "net.py").write_text(NET)
    for paths in ([tmp_path], [tmp_path / "net.py", tmp_path / "layers.py"]):
        found = [(Path(one.path).name, one.line, one.rule.symbol) for one in lint(paths).findings]
        assert sorted(found) == [
            ("layers.py", 13, "print-in-graph"),
            ("net.py", 11, "print-in-graph"),
            ("net.py", 12, "print-in-graph"),
            ("net.py", 14, "eager-only-call-in-graph"),
        ]


def test_one_cause_is_told_where_it_is_called_first(tmp_path: Path) -> None:
    """By the module whose graph function leads to it; two that lead to it through one another both tell."""
    (tmp_path / "helpers.py").write_text("kept = {}\n\ndef show(x):\n    print(x)\n    kept['x'] = x\n")
    near = "import tensorflow as tf\nimport helpers\n\n@tf.function\ndef near(x):\n    helpers.show(x)\n    return x\n"
    (tmp_path / "near.py").write_text(near)
    far = "import tensorflow as tf\nfrom near import near\n\n@tf.function\ndef far(x):\n    return near(tf.abs(x))\n"
    (tmp_path / "far.py").write_text(far)
    found = [(Path(one.path).name, one.line, one.rule.symbol) for one in lint([tmp_path]).findings]
    assert sorted(found) == [("near.py", 6, "outer-mutation-in-graph"), ("near.py", 6, "print-in-graph")]


WAVELET = """
import tensorflow as tf

class Wavelet(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.factor = tf.ones([3])

    @tf.function
    def bank(self):
        return tf.eye(3)

    def call(self, x):
        return self.inverse(x)

    def inverse(self, x):
        return x / self.factor
"""

CAST = """
import tensorflow as tf
from wavelet import Wavelet

class Cast(Wavelet):
    def inverse(self, x):
        self.factor = tf.cast(self.factor, tf.float64)
        return self.bank() * x / self.factor
"""


def test_override_of_a_traced_method(tmp_path: Path) -> None:
    """It stands in the place of the one that it overrides: nothing changes what that one reads."""
    (tmp_path / "wavelet.py").write_text(WAVELET)
    (tmp_path / "cast.py").write_text(CAST)
    report = lint([tmp_path])
    assert [(Path(f.path).name, f.line, f.rule.symbol) for f in report.findings] == [("cast.py", 7, "tensor-leaked-from-graph")]
