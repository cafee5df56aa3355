"""`watch()` tells which Python ran at traces alone."""
from tests.confirm.watching.running import BOTH, codes, function, line_of, watched

EFFECTS = """
    import logging
    import random
    import time
    import helpers
    import numpy as np
    from numpy.random import uniform

    seen, counts, total = [], {}, 0
    rng = np.random.default_rng(1)
    logger = logging.getLogger("mine")

    class Counter:
        def __init__(self):
            self.n = 0
            self.parts = []

        def more(self):
            self.n += 1

    class Trainer:
        def __init__(self):
            self.steps = 0
            self.history = []

        @tf.function
        def step(self, x):
            global total
            total += 1
            self.steps += 1
            self.history.append("step")
            seen.append(1)
            counts["x"] = 1
            noise = np.random.normal() + random.random() + uniform() + rng.normal()
            begun = time.time()
            logger.warning("tracing")
            helpers.log(x)
            with open("out.txt", "a") as file:
                file.write("x")
            return x + noise + begun * 0.0

    @tf.function
    def innocent(x):
        parts = []
        parts.append(x)
        names = {}
        names["x"] = x
        counter = Counter()
        counter.more()
        tf.print("each time")
        weights = [tf.random.normal(()) for _ in range(3)]
        return tf.add_n(parts) + weights[0] + names["x"] + counter.n

    def main():
        trainer = Trainer()
        for _ in range(20):
            trainer.step(tf.ones(3))
            innocent(tf.ones(3))
"""


@BOTH
def test_each_kind_of_effect_and_its_innocent_neighbour(tmp_path, backend):
    (tmp_path / "helpers.py").write_text("def log(x):\n    print('loss', x)\n")
    data = watched(tmp_path, EFFECTS, backend)
    assert set(codes(data)) == {
        "total", "self.steps", "self.history.append('step')", "seen.append(1)", "counts['x']", "np.random.normal()",
        "random.random()", "uniform()", "rng.normal()", "time.time()", "logger.warning('tracing')", "print('loss', x)",
        "open('out.txt', 'a')", "file.write('x')"}
    assert {(one["function"], one["times"], one["calls"]) for one in data["effects"]} == {("Trainer.step", 1, 20)}
    kinds = {one["code"]: one["kind"] for one in data["effects"]}
    assert kinds["rng.normal()"] == kinds["uniform()"] == "NUMPY_RANDOM" and kinds["random.random()"] == "PYTHON_RANDOM"
    assert kinds["time.time()"] == "WORLD" and kinds["logger.warning('tracing')"] == "PRINT" and kinds["total"] == "MUTATE"
    places = {one["code"]: (one["path"], one["line"]) for one in data["effects"]}
    assert places["print('loss', x)"] == (str(tmp_path / "helpers.py"), 2)
    assert places["time.time()"] == (str(tmp_path / "program.py"), line_of(EFFECTS, "time.time()"))


@BOTH
def test_of_what_function_it_ran(tmp_path, backend):
    data = watched(tmp_path, """
        import random

        @tf.function
        def inner(x):
            print("inner")
            return x + 1.0

        @tf.function
        def outer(x, n):
            for _ in range(3):
                print("outer")
            return inner(x)

        def main():
            for k in range(12):
                outer(tf.ones(2), tf.constant(k))
            for _ in tf.data.Dataset.range(5).map(lambda n: n + random.randint(0, 5)):
                pass
    """, backend)
    told = {one["code"]: (one["function"], one["times"], one["calls"]) for one in data["effects"]}
    assert told == {"print('inner')": ("outer", 1, 12), "print('outer')": ("outer", 3, 12),
                    "random.randint(0, 5)": ("main.<lambda>", 1, 0)}
    assert function(data, "main.<lambda>")["of_elements"]


def test_cells_of_a_notebook(tmp_path):
    data = watched(tmp_path, '''
        import linecache
        CELL = """
        @tf.function
        def step(x):
            print("cell")
            return x
        """.replace("\\n        ", "\\n")

        def main():
            name = "/tmp/ipykernel_1/2.py"
            linecache.cache[name] = (len(CELL), None, CELL.splitlines(True), name)
            names = {"tf": tf}
            exec(compile(CELL, name, "exec"), names)
            for _ in range(3):
                names["step"](tf.ones(2))
    ''')
    step = function(data, "step")
    assert (step["path"], step["line"], step["calls"]) == ("/tmp/ipykernel_1/2.py", 2, 3)
    assert [(one["path"], one["line"]) for one in data["effects"]] == [("/tmp/ipykernel_1/2.py", 4)]


def test_installed_packages_only_if_asked(tmp_path):
    package = tmp_path / "site-packages" / "thirdparty.py"
    package.parent.mkdir()
    package.write_text("def log(x):\n    print('third', x)\n")
    source = """
        import sys
        sys.path.append("site-packages")
        import thirdparty

        @tf.function
        def step(x):
            thirdparty.log(x)
            return x

        def main():
            step(tf.ones(2))
    """
    assert codes(watched(tmp_path, source)) == []
    assert codes(watched(tmp_path, source, options="False, lint=False, libraries=True")) == ["print('third', x)"]


def test_a_debugger_keeps_its_lines(tmp_path):
    data = watched(tmp_path, """
        import sys

        @tf.function
        def step(x):
            print("traced")
            return x

        def main():
            mine = lambda *_: None
            sys.settrace(mine)
            step(tf.ones(2))
            assert sys.gettrace() is mine
            sys.settrace(None)
    """)
    assert data["effects"] == [] and any("debugger" in note for note in data["notes"])
    assert function(data, "step")["traces"] == 1


def test_eager_graph_functions_are_said(tmp_path):
    data = watched(tmp_path, """
        @tf.function
        def step(x):
            print("each time")
            return x

        def main():
            tf.config.run_functions_eagerly(True)
            step(tf.ones(2))
    """)
    assert function(data, "step")["traces"] == 0 and data["effects"] == []
    assert any("eagerly" in note for note in data["notes"])
