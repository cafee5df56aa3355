"""Conditions and loops in graphs: what is recorded, what runs, and what is left when something fails."""

import numpy as np
import pytest

import runtime as tf

C = tf.constant


def graph_of(function, *args):
    return tf.function(function, autograph=False).get_concrete_function(*args).graph


def types(graph):
    return [operation.type for operation in graph.operations]


def test_stateless_and_stateful_nodes():
    v = tf.Variable(1.0)
    pure = graph_of(lambda x: tf.cond(x > 0, lambda: x, lambda: -x), C(1))
    assert "StatelessIf" in types(pure)
    reads = graph_of(lambda x: tf.cond(x > 0, lambda: v + 0.0, lambda: 0.0), C(1))
    assert "If" in types(reads)
    assert "StatelessWhile" in types(graph_of(lambda n: tf.while_loop(lambda i: i < n, lambda i: [i + 1], [0]), C(1)))
    assert "While" in types(graph_of(lambda n: tf.while_loop(lambda i: i < n, lambda i: [(v.assign_add(1.0), i + 1)[1]], [0]), C(1)))
    assert "StatelessCase" in types(graph_of(lambda i: tf.switch_case(i, [lambda: 1, lambda: 2]), C(1)))


def test_branches_share_their_captures():
    x, y = C(2.0), C(3.0)
    graph = graph_of(lambda p, x, y: tf.cond(p, lambda: x * y, lambda: y + x), C(True), x, y)
    [node] = [operation for operation in graph.operations if operation.type == "StatelessIf"]
    assert [tensor.name for tensor in node.inputs] == ["p:0", "x:0", "y:0"]
    for branch in ("then_branch", "else_branch"):
        assert len(node.attrs[branch].inputs) == 2
    graph.verify()


def test_loop_captures_are_invariant_loop_variables():
    graph = graph_of(lambda n, x: tf.while_loop(lambda i, a: i < n, lambda i, a: (i + 1, a * x), [0, 1.0])[1], C(3), C(2.0))
    [node] = [operation for operation in graph.operations if operation.type == "StatelessWhile"]
    body = node.attrs["body"]
    assert [tensor.name for tensor in node.inputs][-2:] == ["n:0", "x:0"]
    assert [a is b for a, b in zip(body.inputs, body.outputs)] == [False, False, False, False, True, True]
    assert node.outputs[3].name == "while:3"


def test_variables_read_in_branches_and_bodies_belong_to_the_function():
    v, w = tf.Variable(1.0), tf.Variable(2.0)
    graph = graph_of(lambda x: tf.cond(x > 0, lambda: v + 0.0, lambda: tf.while_loop(lambda a: a < 9.0, lambda a: [a + w], [1.0])[0]),
                     C(1))
    assert list(graph.variables) == [v, w]


def test_only_the_taken_branch_runs():
    f = tf.function(lambda p: tf.cond(p, lambda: 1, lambda: tf.gather([1], 5)), autograph=False)
    assert f(C(True)).numpy() == 1
    with pytest.raises(tf.errors.InvalidArgumentError):
        f(C(False))
    assert f(C(True)).numpy() == 1


def test_state_after_a_failing_turn_is_kept():
    v = tf.Variable(0)

    @tf.function(autograph=False)
    def f(n):
        def body(i):
            v.assign(i)
            with tf.control_dependencies([tf.debugging.assert_less(i, 3)]):
                return [i + 1]
        return tf.while_loop(lambda i: i < n, body, [0])

    with pytest.raises(tf.errors.InvalidArgumentError):
        f(C(9))
    assert v.numpy() == 3
    f(C(2))
    assert v.numpy() == 1


def test_deeply_nested_conditions():
    def nest(depth, x):
        if not depth:
            return x
        return tf.cond(x > depth, lambda: nest(depth - 1, x) + 1, lambda: nest(depth - 1, x) - 1)

    f = tf.function(lambda x: nest(6, x), autograph=False)
    for value in (0, 3, 9):
        assert f(C(value)).numpy() == nest(6, C(value)).numpy()


def test_loop_variables_may_swap_and_repeat():
    f = tf.function(lambda: tf.while_loop(lambda i, a, b: i < 5, lambda i, a, b: (i + 1, b, a), [0, 1, 2]), autograph=False)
    assert [t.numpy() for t in f()] == [5, 2, 1]
    g = tf.function(lambda: tf.while_loop(lambda i, a, b: i < 2, lambda i, a, b: (i + 1, i, i), [0, 8, 9]), autograph=False)
    assert [t.numpy() for t in g()] == [2, 1, 1]


def test_results_of_a_loop_do_not_share_memory_with_its_arguments():
    x = C(np.ones([4], np.float32))
    f = tf.function(lambda x: tf.while_loop(lambda i, a: i < 3, lambda i, a: (i + 1, a * 2.0 + 1.0), [0, x])[1], autograph=False)
    first = f(x)
    second = f(x)
    np.testing.assert_array_equal(x, np.ones(4))
    np.testing.assert_array_equal(first, second)


@pytest.mark.parametrize("predicate, text", [
    (C(1), "Input 'pred' passed int32 expected bool"), (C("a"), "Input 'pred' passed string expected bool"),
    (C([True, False]), "The second input must be a scalar, but it has shape"),
])
def test_predicate_that_is_no_boolean_scalar(predicate, text):
    f = tf.function(lambda p: tf.cond(p, lambda: 1, lambda: 2), autograph=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        f(predicate)


def test_one_graph_runs_in_many_threads():
    import concurrent.futures
    f = tf.function(lambda n: tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t.write(i, i * i)),
                                            [0, tf.TensorArray(tf.int32, n)])[1].stack(), autograph=False)
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda n: f(C(n)).numpy().tolist(), [5, 50, 20, 7] * 10))
    assert results == [[i * i for i in range(n)] for n in [5, 50, 20, 7] * 10]


def test_no_graph_keeps_its_tracing_alive():
    import gc
    import weakref

    class Big:
        pass

    big = Big()
    gone = weakref.ref(big)

    def make(held):
        f = tf.function(lambda x: tf.cond(x > 0, lambda: x + (held is not None), lambda: x), autograph=False)
        x = C(1)
        return f(x)

    make(big)
    del big
    gc.collect()
    assert gone() is None
