"""GradientTape and tf.gradients: derivatives against finite differences, eagerly and in graphs, and what the tape keeps."""

import gc
import math
import random
import weakref

import numpy as np
import pytest

import runtime as tf

C = tf.constant


class Programs:
    """Random differentiable programs: conditions, loops, maps, tensor arrays, functions and tapes nested in one another."""

    def __init__(self, seed):
        self.random = random.Random(seed)
        self.variable = tf.Variable(0.7, dtype=tf.float64)
        self.namespace = {"tf": tf, "v": self.variable, "ONE": C(1.0, tf.float64), "inner_gradient": inner_gradient}
        for name in ("f0", "f1"):
            body = self.expression(2).replace(name, "tf.add")
            self.namespace[name] = tf.function(eval(f"lambda a, x: {body} * ONE", self.namespace), autograph=False)
        self.source = self.expression(3)
        self.function = eval(f"lambda x: (lambda a: {self.source} * ONE)(x * 1.5)", self.namespace)

    def expression(self, depth):
        """Source text of a scalar in terms of `a`, `x`, the Variable `v` and two graph functions."""
        if depth <= 0 or self.random.random() < 0.18:
            return self.random.choice(["a", "x", "v", "(0.5 * ONE)"])
        e, d = (lambda: self.expression(depth - 1)), (lambda: f"ONE * {self.expression(depth - 2)}")
        turns = self.random.randrange(4)
        return self.random.choice([
            lambda: f"({e()} + {e()})",
            lambda: f"({e()} * {e()})",
            lambda: f"tf.sin({e()})",
            lambda: f"tf.tanh({e()} - {e()})",
            lambda: f"tf.exp(-tf.square({e()}))",
            lambda: f"tf.cond(ONE * {d()} > 0.2, lambda: {e()} * ONE, lambda: {e()} * ONE)",
            lambda: f"tf.switch_case(tf.cast({d()} * 2.0, tf.int32), [lambda: {e()} * ONE, lambda: {e()} * ONE])",
            lambda: f"tf.while_loop(lambda i, a: i < {turns}, lambda i, a: (i + 1, tf.tanh({e()} + 0.1 * a)), [0, {d()}])[1]",
            lambda: f"tf.while_loop(lambda i, a, b: i < {turns}, lambda i, a, b: (i + 1, tf.sin({e()} * b), {d()} * 0.5 + 0.0 * b), "
                    f"[0, {d()}, {d()}])[{self.random.choice([1, 2])}]",
            lambda: f"tf.while_loop(lambda i, a, t: i < 3, lambda i, a, t: (i + 1, tf.tanh({e()} * ONE), t.write(i, {d()} + a)), "
                    f"[0, {d()}, tf.TensorArray(tf.float64, 3)])[2].stack()[{self.random.randrange(3)}]",
            lambda: f"tf.reduce_sum(tf.map_fn(lambda a: {e()} * ONE, tf.stack([{d()}, {d()}])))",
            lambda: f"tf.foldl(lambda a, b: {e()} * b, tf.stack([{d()}, {d()}, x]))",
            lambda: f"tf.reduce_mean(tf.scan(lambda a, b: tf.tanh({e()} + b), tf.stack([{d()}, x, ONE * v])))",
            lambda: f"tf.gather(tf.stack([{d()}, {d()}, a * ONE]), {self.random.randrange(3)})",
            lambda: f"{self.random.choice(['f0', 'f1'])}({e()} * ONE, {d()})",
            lambda: f"inner_gradient(lambda x: {e()} * x, {d()})",
        ])()


def inner_gradient(function, x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = function(x)
    return tape.gradient(y, x)


def derivatives(function, x, variable):
    """[f, ∂f/∂v, ∂f/∂x, ∂²f/∂x∂v, ∂²f/∂x²] by two nested tapes."""
    with tf.GradientTape() as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = function(x)
        first = tape.gradient(y, [x, variable], unconnected_gradients="zero")
    second = outer.gradient(first[0], [x, variable], unconnected_gradients="zero")
    return [y, first[1], first[0], second[1], second[0]]


@pytest.mark.parametrize("seed", range(30))
def test_eager_and_graph_derivatives_of_random_programs_agree(seed):
    program = Programs(seed)
    x = C(0.37, tf.float64)
    eager = derivatives(program.function, x, program.variable)
    around = derivatives(tf.function(program.function, autograph=False), x, program.variable)
    inside = tf.function(lambda x: derivatives(program.function, x, program.variable), autograph=False)(x)
    np.testing.assert_allclose(around, eager, rtol=1e-9, atol=1e-12, err_msg=program.source)
    np.testing.assert_allclose(inside, eager, rtol=1e-9, atol=1e-12, err_msg=program.source)


@pytest.mark.parametrize("seed", range(30, 45))
def test_derivatives_of_random_programs_against_differences(seed):
    program = Programs(seed)
    f = tf.function(program.function, autograph=False)
    step = 1e-5
    values = [float(f(C(0.37 + k * step, tf.float64))) for k in (-1, 1)]
    y, _, dx, _, dxx = derivatives(f, C(0.37, tf.float64), program.variable)
    if not all(map(math.isfinite, values)):
        pytest.skip("not differentiable here")
    assert dx.numpy() == pytest.approx((values[1] - values[0]) / (2 * step), rel=1e-4, abs=1e-6), program.source


def test_graphs_with_gradients_are_sound():
    def nodes(graph):
        graph.verify()
        for operation in graph.operations:
            for value in operation.attrs.values():
                for inner in value if isinstance(value, list) else [value]:
                    if hasattr(inner, "operations"):
                        assert len(inner.inputs) + operation.type.endswith(("If", "Case")) == len(operation.inputs)
                        nodes(inner)

    for seed in range(5):
        program = Programs(seed)
        f = tf.function(lambda x: derivatives(program.function, x, program.variable), autograph=False)
        nodes(f.get_concrete_function(C(0.37, tf.float64)).graph)


def test_differentiating_a_function_leaves_its_own_graph_alone():
    @tf.function
    def f(x):
        return tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, tf.cond(a > 0.0, lambda: tf.sin(a), lambda: a)), [0, x])[1]

    x = C(1.0)
    graph = f.get_concrete_function(x).graph
    before = str(graph.as_graph_def())
    expected = f(x)
    with tf.GradientTape(persistent=True) as outer:
        outer.watch(x)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        g = tape.gradient(y, x)
    outer.gradient(g, x)
    assert str(graph.as_graph_def()) == before
    assert f(x).numpy() == y.numpy() == expected.numpy()


def test_forward_runs_once_and_random_numbers_are_kept():
    calls = []

    def noted(x):
        calls.append(1)
        return x * 2.0

    @tf.function
    def f(x):
        def body(i, a):
            factor = tf.py_function(noted, [1.0], tf.float32)
            factor.set_shape([])
            return i + 1, a * factor * tf.random.normal([])
        return tf.while_loop(lambda i, a: i < 3, body, [0, x])[1]

    x = C(2.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = f(x)
    assert tape.gradient(y, x).numpy() == pytest.approx(y.numpy() / 2.0, rel=1e-6)
    assert len(calls) == 3


def test_tape_keeps_only_what_depends_on_watched_tensors():
    x = C(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        big = tf.ones([1000])
        gone = weakref.ref(big)
        y = x * 2.0
        tf.reduce_sum(big)
        del big
        gc.collect()
        assert gone() is None
    assert tape.gradient(y, x).numpy() == 2.0


def test_used_up_tape_is_freed():
    x = C(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
        kept = weakref.ref(y)
        z = y * 3.0
    del y
    assert kept() is not None
    tape.gradient(z, x)
    del z
    gc.collect()
    assert kept() is None


def test_tape_of_another_thread_records_nothing_here():
    import threading
    x = C(3.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = []
        thread = threading.Thread(target=lambda: y.append(x * x))
        thread.start()
        thread.join()
    assert tape.gradient(y[0], x) is None


def test_threads_differentiate_one_function():
    import concurrent.futures

    @tf.function
    def f(x):
        return tf.while_loop(lambda i, a: i < 50, lambda i, a: (i + 1, a * x), [0, C(1.0, tf.float64)])[1]

    def work(k):
        x = C(1.0 + k / 1000, tf.float64)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        return tape.gradient(y, x).numpy()

    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(work, range(40)))
    assert results == pytest.approx([50 * (1.0 + k / 1000) ** 49 for k in range(40)], rel=1e-12)


def test_gradients_are_summed_breadth_first():
    def f(x):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = x * 1e8 + x * -1e8 + x * 1.0
        return tape.gradient(y, x)

    # The last product is reached first: (1 + 1e8) - 1e8 is 0 in float32.
    assert f(C(0.0)).numpy() == 0.0


def test_gradient_through_a_long_chain_needs_no_deep_stack():
    x = C(1.0)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x
        for _ in range(3000):
            y = y + x
    assert tape.gradient(y, x).numpy() == 3001.0


@pytest.mark.parametrize("shape", [(), (3,), (2, 3)])
def test_jacobian_has_the_shape_of_target_and_source(shape):
    x = tf.reshape(tf.range(1.0, 1.0 + np.prod(shape, dtype=int)), shape)
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.stack([x, x * x])
    j = tape.jacobian(y, x).numpy()
    assert j.shape == (2, *shape, *shape)
    size = int(np.prod(shape, dtype=int))
    np.testing.assert_array_equal(j.reshape(2, size, size)[1], np.diag(2 * x.numpy().reshape(-1)))


def test_jacobian_of_nothing():
    x = tf.ones([0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = x * 2.0
    assert tape.jacobian(y, x).shape[0] == 0


def test_a_gradient_function_with_a_wrong_number_of_results_is_named():
    from runtime.core.op_def import OPS, op
    from runtime.core.dispatch import dispatch
    bad = op("TestBadGradient", "x: T, y: T -> z: T", kernel=lambda x, y: x, infer=lambda inputs, attrs: inputs[0]._dims,
             grad=lambda op, dz: [dz])
    try:
        x = C(1.0)
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = dispatch(bad, (x, x))
        with pytest.raises(ValueError, match="TestBadGradient returned 1 gradients for 2 inputs"):
            tape.gradient(y, x)
    finally:
        del OPS["TestBadGradient"]


@pytest.mark.parametrize("seed", range(3))
def test_plan_and_interpreter_agree_on_gradients(seed):
    from runtime.execute.interpreter import Interpreter
    program = Programs(100 + seed)
    f = tf.function(lambda x: derivatives(program.function, x, program.variable), autograph=False)
    x = C(0.37, tf.float64)
    graph = f.get_concrete_function(x).graph
    values = Interpreter(graph).run(x._value, *[outer._value for outer in graph.external_captures])
    np.testing.assert_allclose(values, [float(y) for y in f(x)], rtol=1e-12)
