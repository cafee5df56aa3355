"""Graph functions through the public face: what conformance programs cannot show (memory, threads, the fast path)."""

import functools
import gc
import pathlib
import threading
import weakref

import numpy as np
import pytest

import runtime as tf


def test_an_instance_is_not_kept_alive_by_its_method():
    class Model:
        def __init__(self):
            self.weight = tf.Variable(2.0)

        @tf.function
        def call(self, x):
            return x * self.weight

    model = Model()
    assert model.call(tf.constant(3.0)) == 6.0
    assert model.call is model.call and Model.call is not model.call
    alive = weakref.ref(model)
    del model
    gc.collect()
    assert alive() is None


def test_functions_made_again_and_again_do_not_pile_up():
    def make():
        return tf.function(lambda x: x + 1.0)

    made = [weakref.ref(make()) for _ in range(20)]
    for _ in range(5):
        make()(tf.constant(1.0))
    gc.collect()
    assert not any(reference() for reference in made)


def test_a_repeated_call_is_served_by_the_same_trace_as_the_first():
    traces = []

    @tf.function(reduce_retracing=True)
    def f(x, flag):
        traces.append(x.shape)
        return tf.reduce_sum(x) if flag else x

    for size in (1, 1, 2, 2, 3, 3):
        assert f(tf.ones([size]), True) == float(size)
    assert [str(shape) for shape in traces] == ["(1,)", "(None,)"]
    f(tf.ones([3]), 1)  # equal to True: the same trace
    assert len(traces) == 2
    np.testing.assert_array_equal(f(tf.ones([3]), False), [1, 1, 1])


def test_a_later_exact_trace_takes_over_from_a_wider_one():
    @tf.function
    def f(x):
        return tf.constant(x.shape.rank if x.shape.rank is not None else -1)

    f.get_concrete_function(tf.TensorSpec(None, tf.float32))
    assert f(tf.ones([2])) == -1
    f.get_concrete_function(tf.ones([2]))
    assert f.experimental_get_tracing_count() == 1  # the wide trace serves this too, as in TensorFlow


def test_threads_share_one_trace():
    traces = []

    @tf.function
    def f(x):
        traces.append(1)
        return x * 2

    results = [None] * 8
    barrier = threading.Barrier(8)

    def work(index):
        barrier.wait()
        results[index] = f(tf.constant(index)).numpy()

    threads = [threading.Thread(target=work, args=(index,)) for index in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [2 * index for index in range(8)]
    assert len(traces) == 1


def test_a_thread_traces_into_a_graph_of_its_own():
    inside, leave = threading.Event(), threading.Event()

    @tf.function
    def slow(x):
        inside.set()
        assert leave.wait(10)
        return x + 1

    thread = threading.Thread(target=slow, args=(tf.constant(1),))
    thread.start()
    assert inside.wait(10)
    assert tf.executing_eagerly() and (tf.constant(1) + 1).numpy() == 2  # the other thread's trace does not concern us
    leave.set()
    thread.join()


def test_a_function_is_usable_after_a_failed_trace_and_after_a_failed_run():
    @tf.function
    def f(x, fail):
        if fail == "trace":
            raise RuntimeError("while tracing")
        return 10 // x

    with pytest.raises(RuntimeError, match="while tracing"):
        f(tf.constant(1), "trace")
    with pytest.raises(tf.errors.InvalidArgumentError, match="division by zero"):
        f(tf.constant(0), "run")
    assert f(tf.constant(5), "run") == 2
    assert tf.executing_eagerly()


def test_a_numpy_value_returned_by_numpy_is_a_copy():
    value = tf.constant([1.0, 2.0])
    value.numpy()[0] = 9.0
    source = np.array([1.0, 2.0], np.float32)
    made = tf.constant(source)
    source[0] = 9.0
    variable = tf.Variable(made)
    variable.numpy()[1] = 9.0
    for tensor in (value, made, variable):
        np.testing.assert_array_equal(tensor.numpy(), [1.0, 2.0])


def test_a_graph_can_be_looked_at():
    @tf.function
    def f(x):
        with tf.name_scope("layer"):
            return tf.nn.relu(tf.matmul(x, tf.ones([2, 2])) + 1.0)

    graph = f.get_concrete_function(tf.TensorSpec([None, 2])).graph
    graph.verify()
    assert [(op.name, op.type) for op in graph.get_operations()] == [
        ("x", "Placeholder"), ("layer/ones", "Const"), ("layer/MatMul", "MatMul"), ("layer/add/y", "Const"),
        ("layer/add", "AddV2"), ("layer/Relu", "Relu"), ("Identity", "Identity")]
    assert graph.get_tensor_by_name("layer/Relu:0").shape == [None, 2]
    assert str(graph.as_graph_def()).count("node {") == 7
    assert graph.listing() == """\
x: float32[?, 2] = Placeholder()
layer/ones: float32[2, 2] = Const(value=[[1. 1.] [1. 1.]])
layer/MatMul: float32[?, 2] = MatMul(x, layer/ones)
layer/add/y: float32[] = Const(value=1.)
layer/add: float32[?, 2] = AddV2(layer/MatMul, layer/add/y)
layer/Relu: float32[?, 2] = Relu(layer/add)
Identity: float32[?, 2] = Identity(layer/Relu)
return Identity"""
    assert graph.to_mermaid().splitlines()[:4] == [
        "flowchart TB", '  n0["x<br/>Placeholder"]', '  n6["Identity<br/>Identity"]', '  subgraph s0["layer"]']
    assert 'n2 -->|"float32[?, 2]"| n4' in graph.to_mermaid()
    assert 'n2 -> n4 [label="float32[?, 2]"];' in graph.to_dot()


def test_a_listing_shows_loops_with_their_bodies():
    count = tf.function(lambda n: tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (0,)))
    text = count.get_concrete_function(tf.TensorSpec([], tf.int32)).graph.listing()
    assert "StatelessWhile(" in text and "    cond while_cond" in text and "    body while_body" in text


def test_pictures_show_what_a_node_calls_once():
    inner = tf.function(lambda x: -x)
    outer = tf.function(lambda x: tf.cond(x > 0, lambda: inner(x), lambda: inner(x)))
    graph = outer.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    dot, mermaid = graph.to_dot(), graph.to_mermaid()
    assert dot.count("Neg") == mermaid.count("Neg<br/>Neg") + 1 == 2
    assert 'label="then_branch of cond";' in dot and '["else_branch of cond"]' in mermaid
    assert dot.count("style=dotted") == mermaid.count('-.->|"') == 4
    assert dot.count("{") == dot.count("}") and mermaid.count("subgraph") == mermaid.count("end\n")


@pytest.mark.parametrize("name", ["nonsense", "ragged.nonsense", "experimental.nonsense", "math.nonsense", "nn.nonsense", "linalg.nonsense", "strings.nonsense", "random.nonsense",
                                  "debugging.nonsense", "data.nonsense", "data.experimental.nonsense", "summary.nonsense",
                                  "compat.v1.train.nonsense", "compat.nonsense", "compat.v1.nonsense", "autograph.nonsense",
                                  "train.nonsense", "saved_model.nonsense", "errors.nonsense",
                                  "random.experimental.nonsense", "config.nonsense", "nest.nonsense", "io.nonsense"])
def test_a_missing_name_says_so(name):
    with pytest.raises(AttributeError, match=f"^the runtime has no tf.{name}; `graphlint explain runtime` says what it has$"):
        functools.reduce(getattr, name.split("."), tf)


def test_the_picture_in_the_manual_is_what_the_runtime_draws():
    page = (pathlib.Path(__file__).parents[2] / "docs" / "runtime.md").read_text(encoding="utf-8")
    f = tf.function(lambda x: tf.cond(x > 0, lambda: x * 2, lambda: -x))
    graph = f.get_concrete_function(tf.TensorSpec([], tf.float32)).graph
    assert page.partition("```mermaid\n")[2].partition("```")[0] == graph.to_mermaid()


def test_a_variable_given_keeps_what_is_put_on_it():
    variable = tf.Variable(1.0)
    variable.unit = "km"

    @tf.function
    def f(v):
        return v * (1000.0 if v.unit == "km" else 1.0)

    assert f(variable).numpy() == 1000.0
