"""The edits of state that Python keeps: counters become variables and flags arguments, where a run shows that it holds."""

import pytest

from . import truth
from .test_fix import fix

HEAD = "import tensorflow as tf\n\n"
LOOP = "for value in (1.0, 2.0, 3.0):\n    {}(tf.constant(value))\n"
GLOBAL = "calls = 0\n\n\n@tf.function\ndef step(x):\n    global calls\n    calls += 1\n    return x * 2.0\n\n\n"
METHOD = "class Trainer:\n    def __init__(self):\n        self.count = 10\n\n    @tf.function\n    def step(self, x):\n        self.count -= 2\n        return x * 2.0\n\n\n"
FLAG = "training = True\n\n\n@tf.function\ndef step(x):\n    if training:\n        return x * 2.0\n    return x\n\n\n"
MODE = (
    "class Model:\n    def __init__(self):\n        self.mode = 'train'\n\n    @tf.function\n    def step(self, x, scale=1.0):\n"
    "        if self.mode == 'train':\n            return x * 2.0\n        return x * scale\n\n    def run(self, x):\n        return self.step(x)\n\n\n"
)
HOLDS = {
    "counter of a module": (
        GLOBAL + LOOP.format("step") + "print(calls)\n",
        "calls = tf.Variable(0, trainable=False)\n\n\n@tf.function\ndef step(x):\n    calls.assign_add(1)\n    return x * 2.0\n\n\n"
        + LOOP.format("step") + "print(calls.numpy())\n",
    ),
    "counter of an object": (
        METHOD + "trainer = Trainer()\n" + LOOP.format("trainer.step") + "print(trainer.count)\n",
        METHOD.replace("= 10", "= tf.Variable(10, trainable=False)").replace("self.count -= 2", "self.count.assign_sub(2)")
        + "trainer = Trainer()\n" + LOOP.format("trainer.step") + "print(trainer.count.numpy())\n",
    ),
    "counter of a closure": (
        "def make():\n    calls = 0\n\n    @tf.function\n    def step(x):\n        nonlocal calls\n        calls += 1\n        return x\n\n"
        "    step(tf.constant(1.0))\n    step(tf.constant(2.0))\n    return calls\n\n\nprint(make())\n",
        "def make():\n    calls = tf.Variable(0, trainable=False)\n\n    @tf.function\n    def step(x):\n        calls.assign_add(1)\n        return x\n\n"
        "    step(tf.constant(1.0))\n    step(tf.constant(2.0))\n    return calls.numpy()\n\n\nprint(make())\n",
    ),
    "flag of a module": (
        FLAG + "print(step(tf.constant(1.0)).numpy())\ntraining = False\nprint(step(tf.constant(1.0)).numpy())\n",
        FLAG.replace("step(x)", "step(x, training)") + "print(step(tf.constant(1.0), training=training).numpy())\ntraining = False\n"
        "print(step(tf.constant(1.0), training=training).numpy())\n",
    ),
    "flag of an object": (
        MODE + "model = Model()\nprint(model.step(tf.constant(1.0)).numpy())\nmodel.mode = 'test'\nprint(model.run(tf.constant(1.0)).numpy())\n",
        MODE.replace("scale=1.0)", "scale=1.0, *, mode)").replace("if self.mode", "if mode").replace("self.step(x)", "self.step(x, mode=self.mode)")
        + "model = Model()\nprint(model.step(tf.constant(1.0), mode=model.mode).numpy())\nmodel.mode = 'test'\nprint(model.run(tf.constant(1.0)).numpy())\n",
    ),
}
TWICE = "{0}(tf.constant(1.0))\n{1} = {2}\n{0}(tf.constant(1.0))\n"
LEFT = {
    "counter of fractions": GLOBAL.replace("calls += 1", "calls += 0.5") + LOOP.format("step"),
    "counter that the graph reads": GLOBAL.replace("x * 2.0", "x * calls") + LOOP.format("step"),
    "counter that is set again": GLOBAL + LOOP.format("step") + "calls = 0\nstep(tf.constant(1.0))\n",
    "counter of another object": METHOD + "def run(trainer):\n" + LOOP.format("    trainer.step").replace("for", "    for") + "    print(trainer.count)\n\n\nrun(Trainer())\n",
    "counter that another graph reads": GLOBAL + "def total():\n    return calls\n\n\ntotals = tf.function(total)\n" + LOOP.format("step") + "print(totals())\n",
    "counter of a local name": GLOBAL + "def other(calls):\n    return calls\n\n\n" + LOOP.format("step") + "print(other(3))\n",
    "number, of which each value would be a graph": FLAG.replace("True", "1") + TWICE.format("step", "training", "0"),
    "function that is given away": FLAG + "run = step\n" + TWICE.format("run", "training", "False"),
    "function with a signature": FLAG.replace("@tf.function", "@tf.function(input_signature=[tf.TensorSpec([])])") + TWICE.format("step", "training", "False"),
    "method of an unknown object": MODE + "def run(model):\n    return model.step(tf.constant(1.0))\n\n\nmodel = Model()\nrun(model)\nmodel.mode = 'test'\nrun(model)\n",
    "flag under another name": FLAG + "def run(training):\n    return step(tf.constant(1.0))\n\n\n" + TWICE.format("run", "training", "False"),
}


@pytest.mark.parametrize("backend", truth.BACKENDS)
@pytest.mark.parametrize(("before", "after"), HOLDS.values(), ids=HOLDS)
def test_edits_hold(tmp_path, backend, before, after):
    path = tmp_path / "program.py"
    path.write_text(HEAD + before)
    result = fix("--write", "--verify", "--backend", backend, path)
    assert path.read_text() == HEAD + after, result.stdout + result.stderr


@pytest.mark.parametrize("before", LEFT.values(), ids=LEFT)
def test_what_is_read_or_called_otherwise_is_left(tmp_path, before):
    path = tmp_path / "program.py"
    path.write_text(HEAD + before)
    fix("--write", "--unsafe", path)
    assert path.read_text() == HEAD + before
