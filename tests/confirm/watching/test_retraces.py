"""`watch()` tells which graph functions were traced again, and why."""
from tests.confirm.watching.running import BOTH, function, line_of, watched

RATES = """
    @tf.function
    def step(x, lr):
        return x * lr

    @tf.function
    def steady(x, lr):
        return x * lr

    def train(x, lr):
        step(x, lr)
        steady(x, tf.constant(lr))

    def main():
        for n in range(30):
            train(tf.ones((32 if n < 25 else 17, 8)), 0.1 * (n // 10))
"""


@BOTH
def test_the_argument_that_differed_and_the_stack(tmp_path, backend):
    data = watched(tmp_path, RATES, backend)
    step, steady = function(data, "step"), function(data, "steady")
    assert (step["calls"], step["traces"], step["needed"]) == (30, 4, 1)
    assert [[(c["argument"], c["before"], c["after"]) for c in one["changes"]] for one in step["retraces"]] == [
        [("lr", "0.0", "0.1")], [("lr", "0.1", "0.2")], [("x", "float32[32, 8]", "float32[17, 8]")]]
    assert "tf.constant(lr)" in step["retraces"][0]["changes"][0]["advice"]
    assert "reduce_retracing" in step["retraces"][2]["changes"][0]["advice"]
    assert [place[1] for place in step["retraces"][0]["stack"][:2]] == [line_of(RATES, "    step(x, lr)"), line_of(RATES, "train(tf.ones")]
    assert {place[0] for place in step["retraces"][0]["stack"]} == {str(tmp_path / "program.py")}
    assert (steady["calls"], steady["traces"]) == (30, 2) and steady["needed"] == 2  # two shapes: what reduce_retracing comes to
    assert data["functions"][0]["name"] == "step"


@BOTH
def test_methods_concrete_functions_and_options(tmp_path, backend):
    data = watched(tmp_path, """
        class Model:
            @tf.function
            def call(self, x):
                return x + 1.0

        @tf.function(reduce_retracing=True)
        def relaxed(x):
            return x * 2.0

        @tf.function(input_signature=[tf.TensorSpec([None, 8])])
        def signed(x):
            return x * 3.0

        @tf.function
        def asked(x):
            return x * 4.0

        def main():
            for model in (Model(), Model(), Model()):
                for _ in range(4):
                    model.call(tf.ones(3))
            for n in (2, 3, 4, 5):
                relaxed(tf.ones((n, 8)))
                signed(tf.ones((n, 8)))
            concrete = asked.get_concrete_function(tf.TensorSpec([None]))
            for n in range(7):
                concrete(tf.ones(n + 1))
    """, backend)
    call = function(data, "Model.call")
    assert (call["calls"], call["traces"], call["objects"], call["needed"]) == (12, 3, 3, 3)
    assert call["retraces"][0]["changes"][0]["argument"] == "self"
    relaxed, signed, asked = (function(data, name) for name in ("relaxed", "signed", "asked"))
    assert (relaxed["traces"], relaxed["needed"], relaxed["options"]) == (2, 2, "reduce_retracing")
    assert (signed["traces"], signed["needed"], signed["options"]) == (1, 1, "input_signature")
    assert (asked["calls"], asked["traces"]) == (7, 1)


@BOTH
def test_made_again_variables_and_nested_functions(tmp_path, backend):
    data = watched(tmp_path, """
        class Lazy:
            def __init__(self):
                self.w = None

            @tf.function
            def call(self, x):
                if self.w is None:
                    self.w = tf.Variable(2.0)
                return x * self.w

        @tf.function
        def inner(x):
            return x + 1.0

        @tf.function
        def outer(x):
            for _ in tf.range(3):
                x = inner(x)
            return x

        def main():
            for n in range(6):
                again = tf.function(lambda x: x - 1.0)
                again(tf.ones(2))
            lazy = Lazy()
            for n in range(5):
                lazy.call(tf.constant(1.0))
                outer(tf.ones(2))
    """, backend)
    remade = function(data, "main.<lambda>")
    assert (remade["calls"], remade["traces"], remade["needed"]) == (6, 6, 1)
    assert "another graph function" in remade["retraces"][0]["reason"]
    lazy = function(data, "Lazy.call")
    assert (lazy["calls"], lazy["traces"], lazy["needed"]) == (5, 2, 2)
    assert "creates Variables" in lazy["retraces"][0]["reason"]
    assert not any("self.w" in one["code"] for one in data["effects"])
    assert function(data, "outer")["calls"] == 5 and function(data, "outer")["traces"] == 1
    assert function(data, "inner")["traces"] == 1


def test_only_the_time_that_is_watched_counts(tmp_path):
    data = watched(tmp_path, """
        @tf.function
        def step(x):
            return x * 2.0

        step(tf.ones(2))
        step(tf.ones(3))

        def main():
            step(tf.ones(2))
            step(tf.ones(4))
    """)
    step = function(data, "step")
    assert (step["calls"], step["traces"], step["retraces"]) == (2, 1, [])


def test_a_long_run_keeps_little(tmp_path):
    data = watched(tmp_path, """
        import gc, weakref

        @tf.function
        def step(x, n):
            print("traced")
            return x * 2.0

        def train():
            for n in range(700):
                x = tf.ones(2)
                step(x, n)
            return weakref.ref(x)

        def main():
            last = train()
            gc.collect()
            assert last() is None
    """)
    step = function(data, "step")
    assert (step["calls"], step["traces"], step["needed"]) == (700, 700, 1)
    assert len(step["retraces"]) == 12 and step["retraces"][-1]["number"] == 700
    assert 0.5 * step["seconds"] < step["wasted"] < step["seconds"]
    assert len(data["effects"]) == 1


def test_a_trace_that_raises(tmp_path):
    data = watched(tmp_path, """
        @tf.function
        def step(x):
            raise ValueError("no")

        def main():
            for _ in range(3):
                try:
                    step(tf.ones(2))
                except ValueError:
                    pass
    """)
    step = function(data, "step")
    assert (step["calls"], step["traces"], step["failed"]) == (3, 0, 3)


def test_calls_in_threads_are_counted(tmp_path):
    data = watched(tmp_path, """
        import threading

        @tf.function
        def step(x, n):
            print("in a thread")
            return x * 2.0

        def work(n):
            for _ in range(200):
                step(tf.ones(2), n)

        def main():
            threads = [threading.Thread(target=work, args=(n,)) for n in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
    """)
    step = function(data, "step")
    assert (step["calls"], step["traces"], step["needed"]) == (800, 4, 1)
    assert [one["line"] for one in data["effects"]] == [7]
