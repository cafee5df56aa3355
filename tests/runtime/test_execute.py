"""Compiled plans: the same results as the plain interpreter, nothing run that need not be, memory reused safely."""

import threading
import tracemalloc

import numpy as np
import pytest

import runtime as tf
from runtime.execute import plan_of
from runtime.execute.interpreter import Interpreter


def traced(function, *specs):
    graph = tf.function(function).get_concrete_function(*specs).graph
    graph.verify()
    return graph


def source(function, *specs):
    return plan_of(traced(function, *specs)).source


VECTOR = tf.TensorSpec([4], tf.float32)
X = np.array([-1.5, 0.0, 0.5, 2.0], np.float32)


def shared_then_overwritten(x):
    a = tf.tanh(x)
    b = a + 1.0           # the last reader of `a`: may take its memory
    return b, tf.tanh(x)  # an equal node, which must not find that memory changed


def read_twice(x):
    a = tf.tanh(x)
    b = a * 2.0
    return a + b, a - b


def view_of_a_result(x):
    a = tf.exp(x)
    first = tf.reshape(a, [2, 2])  # shares memory with `a`
    return tf.square(a) + 1.0, first


def in_place_chain(x):
    for _ in range(6):
        x = tf.tanh(x) * 2.0 - 1.0
    return x


def branches(x):
    return tf.cond(tf.reduce_sum(x) > 0.0, lambda: tf.exp(x) + 1.0, lambda: tf.square(x) * 2.0)


def loop(x):
    return tf.while_loop(lambda i, y: i < 5, lambda i, y: (i + 1, tf.tanh(y) + x), (0, x))


def loop_in_branch_in_loop(x):
    def body(i, y):
        inner = tf.cond(i % 2 == 0, lambda: tf.while_loop(lambda j, z: j < i, lambda j, z: (j + 1, z + 1.0), (0, y))[1],
                        lambda: y * 2.0)
        return i + 1, inner
    return tf.while_loop(lambda i, y: i < 4, body, (0, x))[1]


def scalars(x):
    total = tf.reduce_sum(x)
    return total + 1.0, tf.tanh(total) * 2.0


def broadcasting(x):
    a = tf.exp(x)
    return tf.reshape(x, [4, 1]) + a + 1.0


@pytest.mark.parametrize("function", [shared_then_overwritten, read_twice, view_of_a_result, in_place_chain, branches, loop,
                                      loop_in_branch_in_loop, scalars, broadcasting], ids=lambda f: f.__name__)
@pytest.mark.parametrize("sign", [1, -1])
def test_plan_and_interpreter_agree(function, sign):
    graph = traced(function, VECTOR)
    value = X * np.float32(sign)
    before = value.copy()
    args = [value, *(t._value for t in graph.external_captures)]
    for _ in range(2):
        expected = Interpreter(graph).run(*args)
        for mine, plain in zip(plan_of(graph)(args), expected, strict=True):
            np.testing.assert_array_equal(mine, plain)
            assert np.asarray(mine).dtype == np.asarray(plain).dtype
    np.testing.assert_array_equal(value, before)  # arguments are never written to


def test_eager_and_graph_agree_where_memory_is_shared():
    for function in (shared_then_overwritten, read_twice, view_of_a_result, broadcasting):
        for eager, graph in zip(function(tf.constant(X)), tf.function(function)(tf.constant(X)), strict=True):
            np.testing.assert_array_equal(eager, graph)


def test_constants_are_folded_and_equal_nodes_shared():
    assert source(lambda x: x + (tf.constant(2.0) * 3.0 + 1.0), VECTOR).count("\n") == 3  # def, add, return
    assert source(lambda x: tf.tanh(x) * tf.tanh(x), VECTOR).count("tanh(") == 1


def test_the_order_of_factors_does_not_matter_for_sharing():
    assert source(lambda x, y: (x * y) + (y * x), VECTOR, VECTOR).count("multiply(") == 1
    assert source(lambda x, y: (x - y) + (y - x), VECTOR, VECTOR).count("subtract(") == 2


def test_a_pure_node_that_nobody_reads_is_not_run():
    unread = tf.function(lambda x: (tf.constant([1, 2, 3])[x], x)[1])
    assert unread(tf.constant(5)) == 5
    with pytest.raises(tf.errors.InvalidArgumentError, match="slice index 5 of dimension 0 out of bounds"):
        tf.function(lambda x: tf.constant([1, 2, 3])[x])(tf.constant(5))


def fails(i):
    return tf.gather([1, 2, 3], i)


UNREAD = {
    "result of a call": lambda i: tf.function(lambda j: (fails(j), j + 1))(i)[1],
    "argument of a call": lambda i: tf.function(lambda j, k: (j * 2, k + 1))(fails(i), i)[1],
    "in a branch": lambda i: tf.cond(i > 0, lambda: (fails(i), i + 1)[1], lambda: i),
    "result of a branch": lambda i: tf.cond(i > 0, lambda: (fails(i), i + 1), lambda: (i, i))[1],
    "variable of a loop": lambda i: tf.while_loop(lambda j, k: j < 8, lambda j, k: (j + 1, fails(i)), (i, 0))[0],
    "variable of a loop that another needs not": lambda i: tf.while_loop(
        lambda j, k, m: j < 8, lambda j, k, m: (j + 1, fails(k), k + m), (i, i, 0))[0],
    "what a pure node waits for": lambda i: waiting(fails(i), i),
}


def waiting(first, i):
    with tf.control_dependencies([first]):
        return i + 1


@pytest.mark.parametrize("name", UNREAD)
def test_pure_nodes_that_nobody_reads_fail_silently_inside_too(name):
    function = tf.function(UNREAD[name])
    assert function(tf.constant(7)) == 8
    graph = function.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
    args = [np.int32(7), *(tensor._value for tensor in graph.external_captures)]
    assert Interpreter(graph).run(*args) == [8]


def test_a_loop_with_effects_carries_variables_that_nobody_reads():
    v = tf.Variable(0)

    @tf.function
    def f(i):
        return tf.while_loop(lambda j, k: j < 8, lambda j, k: (v.assign_add(1), (j + 1, fails(j)))[1], (i, 0))[0]

    with pytest.raises(tf.errors.InvalidArgumentError, match="Graph execution error"):
        f(tf.constant(7))


def test_loop_variables_are_carried_if_another_one_needs_them():
    def turns(n):
        return tf.while_loop(lambda i, a, b, c: i < n, lambda i, a, b, c: (i + 1, b, c, a), (0, 1, 2, 3))[1]

    function = tf.function(turns)
    graph = function.get_concrete_function(tf.TensorSpec([], tf.int32)).graph
    captured = [tensor._value for tensor in graph.external_captures]
    for n in range(5):
        assert function(tf.constant(n)) == 1 + n % 3
        assert Interpreter(graph).run(np.int32(n), *captured) == [1 + n % 3]


@pytest.mark.parametrize("inner", [
    lambda v: tf.cond(v > 0, lambda: (v.assign_add(1), v + 0)[1], lambda: v + 0),
    lambda v: tf.function(lambda: (v.assign_add(1), v + 0)[1])(),
    lambda v: tf.while_loop(lambda i: i < 1, lambda i: ((v.assign_add(1), i + 1)[1],), (0,))[0],
], ids=["branch", "call", "loop"])
def test_effects_inside_happen_though_nobody_reads_the_results(inner):
    v = tf.Variable(1)
    step = tf.function(lambda: (inner(v), tf.constant(0))[1])
    step()
    assert v.numpy() == 2


def test_control_dependencies_order_reads_and_writes():
    v = tf.Variable(1)

    @tf.function
    def order():
        before = v.read_value()
        with tf.control_dependencies([v.assign(5)]):
            after = v.read_value()
        v.assign_add(10)
        return before, after, v.read_value()

    assert [t.numpy() for t in order()] == [1, 5, 15]


def test_unread_checks_and_host_functions_run():
    with pytest.raises(tf.errors.InvalidArgumentError, match="m : Tensor had NaN values"):
        tf.function(lambda x: (tf.debugging.check_numerics(x, "m"), x)[1])(tf.constant(np.nan))
    seen = []
    tf.function(lambda x: (tf.numpy_function(seen.append, [x], []), x)[1])(tf.constant(3))
    assert seen == [3]


def test_a_folded_node_that_fails_fails_when_it_is_run():
    broken = tf.function(lambda x: x // (tf.constant(1) - 1))
    concrete = broken.get_concrete_function(tf.TensorSpec([], tf.int32))
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero"):
        concrete(tf.constant(1))


def test_random_nodes_are_neither_shared_nor_folded():
    draw = tf.function(lambda: (tf.random.uniform([3]), tf.random.uniform([3])))
    first, second = draw()
    assert not np.array_equal(first, second)
    assert not np.array_equal(first, draw()[0])


def test_elementwise_results_reuse_memory_of_dead_operands():
    lines = source(in_place_chain, VECTOR)
    assert "multiply(v0, " in lines and ", out=v0)" in lines


def test_an_error_names_the_node_and_the_users_line():
    @tf.function
    def pick(x):
        return tf.gather([1, 2, 3], x)

    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        pick(tf.constant(7))
    text = str(caught.value)
    assert text.startswith("Graph execution error:\n\nDetected at node GatherV2 defined at (most recent call last):\n")
    assert f'File "{__file__}"' in text and "in pick" in text
    assert "indices = 7 is not in [0, 3)" in text and "[[{{node GatherV2}}]] [Op:__inference_pick_" in text
    assert caught.value.op.type == "GatherV2"
    assert pick(tf.constant(1)) == 2  # still usable


def test_an_error_inside_a_loop_names_the_node_inside():
    @tf.function
    def run(n):
        return tf.while_loop(lambda i, s: i < n, lambda i, s: (i + 1, s + 10 // (3 - i)), (0, 0))

    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero") as caught:
        run(tf.constant(5))
    assert caught.value.op.type == "FloorDiv"


def test_effects_keep_the_programs_order_and_an_error_keeps_what_was_done_before():
    counter = tf.Variable(0)

    @tf.function
    def step(x):
        counter.assign_add(1)
        y = 10 // x
        counter.assign_add(y)
        return counter.read_value()

    assert step(tf.constant(5)) == 3
    with pytest.raises(tf.errors.InvalidArgumentError):
        step(tf.constant(0))
    assert counter.numpy() == 4


def test_threads_may_run_one_function_at_once():
    heavy = tf.function(in_place_chain)
    inputs = [tf.constant(np.full(20_000, k, np.float32)) for k in range(8)]
    expected = [heavy(value).numpy() for value in inputs]
    wrong = []

    def work(index):
        for _ in range(30):
            if not np.array_equal(heavy(inputs[index]).numpy(), expected[index]):
                wrong.append(index)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(len(inputs))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_deep_graphs_compile():
    def deep(x):
        for _ in range(3000):
            x = x + 1.0
        return x
    assert tf.function(deep, autograph=False)(tf.constant(0.0)) == 3000.0


def test_values_are_freed_after_their_last_use():
    @tf.function
    def steps(x):
        for _ in range(30):
            x = tf.reverse(tf.cumsum(x), [0])
        return x

    x = tf.ones([100_000])
    steps(x)
    tracemalloc.start()
    try:
        steps(x)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 5 * 400_000  # of 60 results


def test_values_that_pass_through_branches_calls_and_loops_are_kept():
    inner = tf.function(lambda a, b: (a, b * 2.0))

    def passing(x):
        a = tf.cumsum(x)
        first, second = inner(a, x)
        chosen = tf.cond(x[0] > 0.0, lambda: a, lambda: second)
        _, kept, _ = tf.while_loop(lambda i, y, z: i < 2, lambda i, y, z: (i + 1, y, tf.cumsum(z)), (0, a, chosen))
        b = tf.cumsum(second) + tf.cumsum(x)
        return first + chosen, kept + b, tf.cumsum(b)

    for sign in (1.0, -1.0):
        x = tf.constant(X[::-1].copy() * np.float32(sign))
        for graph, eager in zip(tf.function(passing)(x), passing(x), strict=True):
            np.testing.assert_array_equal(graph, eager)


@pytest.mark.parametrize("dtype", ["int8", "uint8", "int32", "int64", "float16", "float32", "float64"])
def test_numbers_wrap_around_and_round_in_plans_as_in_the_interpreter(dtype):
    def body(start, factor):
        value, counts = start, tf.constant(0)
        for _ in tf.range(40):
            value = value * factor + start - factor
            if value >= start:
                counts += 1
            else:
                counts -= 1
        return value, counts

    start, factor = tf.constant(7, dtype), tf.constant(3, dtype)
    graph = tf.function(body).get_concrete_function(start, factor).graph
    arguments = [np.asarray(start), np.asarray(factor)]
    for ours, theirs in zip(plan_of(graph)(arguments), Interpreter(graph).run(*arguments)):
        assert ours.dtype == theirs.dtype
        np.testing.assert_array_equal(ours, theirs)


def test_a_number_divided_by_zero_is_infinite_and_nobody_is_warned(recwarn):
    @tf.function
    def divided(x, y):
        return x / y, -x / y, (x - x) / y

    found = [float(value) for value in divided(tf.constant(1.0), tf.constant(0.0))]
    assert found[:2] == [np.inf, -np.inf] and np.isnan(found[2])
    assert not recwarn.list
    with np.errstate(divide="raise"), pytest.raises(FloatingPointError):
        divided(tf.constant(1.0), tf.constant(0.0))
        np.float32(1) / np.float32(0)  # the program's own setting holds again
