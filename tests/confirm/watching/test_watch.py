"""`watch()` as a context manager, a decorator and a callback of Keras: it changes nothing, and says what it saw."""
import json
import subprocess
import sys

import pytest

from tests.confirm.watching.running import BOTH, ON_TENSORFLOW, function, run, watched

STEP = """
    @tf.function
    def step(x, n):
        print("traced")
        return x * 2.0

"""


def passes(tmp_path, source, backend="runtime"):
    """Run a program that checks itself; gives what it wrote."""
    done = run(tmp_path, source, backend)
    assert done.returncode == 0, done.stderr
    return done


@BOTH
def test_everything_is_as_it_was(tmp_path, backend):
    done = passes(tmp_path, STEP + """
    import gc, sys
    from graphlint.confirm import watch
    step(tf.ones(1), 0)
    classes = [type(step), type(step.get_concrete_function(tf.ones(1), 0))]

    def attributes():
        modules = [module for name, module in sys.modules.items() if name.startswith((tf.__name__ + ".", tf.__name__)) and module]
        return {(str(owner), name): id(value) for owner in (*classes, *modules) for name, value in list(vars(owner).items())}

    with watch(False, lint=False):
        step(tf.ones(1), 1)  # loads what is loaded on first use
    before = attributes()
    with watch(False, lint=False):
        during = attributes()
        with watch(False, lint=False):
            step(tf.ones(1), 2)
    after = attributes()
    assert {key for key in before if after.get(key) != before[key] and "_serials" not in key[1]} == set()
    assert sum(during.get(key) != before[key] for key in before) >= 4
    assert sys.gettrace() is None
    print("as it was")
    """, backend)
    assert "as it was" in done.stdout


def test_an_exception_goes_on_and_the_report_is_made(tmp_path):
    done = run(tmp_path, STEP + """
    from graphlint.confirm import watch

    with watch(lint=False):
        step(tf.ones(1), 1)
        step(tf.ones(1), 2)
        raise KeyError("mine")
    """)
    assert done.returncode == 1 and done.stderr.rstrip().endswith("KeyError: 'mine'")
    assert "step: 2 graphs for 2 calls, where 1 would do" in done.stderr
    assert "n: 1 → 2" in done.stderr and done.stdout == "traced\ntraced\n"
    assert max(map(len, done.stderr.partition("Traceback")[0].splitlines())) <= 80


def test_two_at_once_inside_one_another_and_again(tmp_path):
    passes(tmp_path, STEP + """
    from graphlint.confirm import watch

    def seen(one):
        return next(((f.calls, f.traces) for f in one.report().functions if f.name == "step"), None)

    outer, inner = watch(False, lint=False), watch(False, lint=False)
    with outer:
        step(tf.ones(1), 1)
        with inner:
            step(tf.ones(1), 1)
            step(tf.ones(1), 2)
            with inner:
                step(tf.ones(1), 3)
        step(tf.ones(1), 3)
        assert seen(outer) == (5, 3)
    step(tf.ones(1), 4)
    assert seen(inner) == (3, 2), seen(inner)
    with inner:
        step(tf.ones(1), 4)
        step(tf.ones(1), 5)
    assert seen(inner) == (5, 3) and seen(outer) == (5, 3)
    one, two = watch(False, lint=False), watch(False, lint=False)
    one.__enter__()
    step(tf.ones(1), 5)
    two.__enter__()
    step(tf.ones(1), 5)
    one.__exit__(None, None, None)
    step(tf.ones(1), 5)
    two.__exit__(None, None, None)
    assert seen(one) == (2, 0) and seen(two) == (2, 0)
    """)


def test_as_a_decorator(tmp_path):
    done = passes(tmp_path, STEP + """
    from graphlint.confirm import watch

    @watch
    def train(n):
        "Trains."
        step(tf.ones(1), n)
        return train(n - 1) if n else "done"

    @watch(lint=False, output="seen.json")
    def other():
        step(tf.ones(1), 1)

    assert train(2) == "done" and train.__doc__ == "Trains."
    other()
    """)
    assert done.stderr.count("graphlint watch") == 1 and "foreseen by" in done.stderr
    data = json.loads((tmp_path / "seen.json").read_text())
    assert data["version"] == 1 and function(data, "step")["calls"] == 1


def test_where_the_report_goes(tmp_path):
    done = passes(tmp_path, STEP + """
    import io
    from graphlint.confirm import watch

    stream = io.StringIO()
    for output in ("seen.txt", stream, False, "no/such/folder/seen.txt"):
        with watch(output, lint=False) as watched:
            step(tf.ones(1), 1)
    assert stream.getvalue().startswith("graphlint watch") and str(watched).startswith("graphlint watch")
    with watch(False, lint=False, log_dir="logs"):
        step(tf.ones(1), 1)
    """)
    assert (tmp_path / "seen.txt").read_text(encoding="utf-8").startswith("graphlint watch")
    assert done.stderr.count("\n") == 1 and "could not be written" in done.stderr  # the last one of the four
    events, = (tmp_path / "logs").iterdir()
    assert b"graphlint/watch" in events.read_bytes() and b"    graphlint watch" in events.read_bytes()


def test_beside_the_findings_of_the_linter(tmp_path):
    (tmp_path / "helpers.py").write_text("def log(x):\n    print(x)\n")
    data = watched(tmp_path, """
        import random
        import helpers

        @tf.function
        def step(x, lr):
            helpers.log(x)
            if lr < 0.0:
                x = x + random.random()
            return x * lr

        @tf.function
        def other(x):
            print(x)
            return x

        def main():
            for n in range(3):
                step(tf.ones(2), 0.1 * n)
    """, options="False")
    step = function(data, "step")
    assert len(step["foreseen"]) == 1 and "python-scalar-retrace at program.py:" in step["foreseen"][0]
    effect, = data["effects"]
    assert effect["code"] == "print(x)" and effect["path"].endswith("helpers.py")
    assert effect["foreseen"] and "print-in-graph" in effect["foreseen"][0]
    answers = {(one["symbol"], one["function"]): one["answer"] for one in data["findings"]}
    assert answers["python-random-in-graph", "step"] == "not reached"
    assert answers["print-in-graph", "other"] == "not reached"
    assert answers["python-scalar-retrace", "step"] == "seen"
    assert data["linted"] and data["notes"] == []


def test_what_the_linter_does_not_see(tmp_path):
    done = run(tmp_path, """
    import builtins
    from graphlint.confirm import watch
    say = getattr(builtins, "pri" + "nt")

    @tf.function
    def step(x):
        say(x)
        return x

    with watch():
        step(tf.ones(2))
    """)
    assert "no finding of the linter foresaw it" in done.stderr and "1 seen and not foreseen" in " ".join(done.stderr.split())


def test_a_linter_that_cannot_run(tmp_path):
    done = passes(tmp_path, STEP + """
    import sys
    from graphlint.confirm import watch

    sys.executable = "/no/such/python"
    with watch():
        step(tf.ones(2), 1)
    """)
    assert "The linter could not be run" in done.stderr and "foreseen" not in done.stderr


FIT = """
    import numpy as np
    from graphlint.confirm import WatchCallback
    KERAS

    class Own(keras.Model):
        def __init__(self):
            super().__init__()
            self.dense = keras.layers.Dense(1)

        def call(self, x):
            return self.dense(x)

        def train_step(self, data):
            x, y = data
            with tf.GradientTape() as tape:
                loss = tf.reduce_mean((self(x) - y) ** 2)
            print("train_step", flush=True)
            self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
            return {"loss": loss}

    x, y = np.ones((96, 3), "float32"), np.ones((96, 1), "float32")
    model = Own()
    model.compile("sgd", "mse")
    callback = WatchCallback(False, lint=False)
    model.fit(x, y, batch_size=32, epochs=4, verbose=0, callbacks=[callback])
    watched = callback.watched
    effect, = watched.report().effects
    assert effect.code.startswith("print('train_step'") and effect.calls == 12, effect
    step = next(one for one in watched.report().functions if one.name == effect.function)
    assert step.library and step.calls == 12 and not step.excessive, step
    assert NAMED in step.name, step.name
    alone = WatchCallback(False, lint=False)
    model.evaluate(x, y, verbose=0, callbacks=[alone])
    model.predict(x, verbose=0, callbacks=[alone])
    assert sum(one.calls for one in alone.watched.report().functions) >= 2

    class Stop(keras.callbacks.Callback):
        def on_epoch_end(self, epoch, logs=None):
            raise KeyError("stop")

    stopped = WatchCallback("stopped.txt", lint=False)
    try:
        model.fit(x, y, verbose=0, callbacks=[stopped, Stop()])
    except KeyError:
        print("stopped")
    model.compile("sgd", "mse", run_eagerly=True)
    eager = WatchCallback(False, lint=False)
    model.fit(x, y, verbose=0, callbacks=[eager])
    assert any("run_eagerly" in note for note in eager.watched.report().notes)
    print("all seen")
"""


@pytest.mark.parametrize("backend, keras, named", [
    ("runtime", "keras = tf.keras", "''"),
    pytest.param("tensorflow", "import keras", "'Own.train_step'", marks=ON_TENSORFLOW.marks),
    pytest.param("tensorflow", "import tf_keras as keras", "'train_function'", marks=ON_TENSORFLOW.marks)],
    ids=["runtime", "keras", "tf_keras"])
def test_as_a_callback_of_keras(tmp_path, backend, keras, named):
    if "tf_keras" in keras:
        pytest.importorskip("tf_keras")
    done = passes(tmp_path, FIT.replace("KERAS", keras).replace("NAMED", named), backend)
    assert "all seen" in done.stdout and "stopped" in done.stdout
    assert (tmp_path / "stopped.txt").read_text(encoding="utf-8").startswith("graphlint watch")


def test_importing_it_takes_nothing(tmp_path):
    code = ("import sys, graphlint.confirm\n"
            "heavy = [n for n in sys.modules if n.partition('.')[0] in ('numpy', 'astroid', 'pylint', 'runtime', 'tensorflow')]\n"
            "assert not heavy and 'graphlint.confirm.watching.watch' not in sys.modules, heavy\n"
            "graphlint.confirm.watch(lint=True)\n"
            "assert not [n for n in sys.modules if n.partition('.')[0] in ('numpy', 'astroid', 'pylint', 'runtime', 'tensorflow')]\n")
    subprocess.run([sys.executable, "-c", code], check=True, cwd=tmp_path, env={"PYTHONPATH": ":".join(sys.path)})
