"""Elementwise graphs on large arrays, which run block by block and in threads: the same bits, errors and memory as without."""

import os
import signal
import threading

import numpy as np
import pytest

import runtime as tf
from runtime.execute import plan_of
from runtime.execute.blocks import Group
from runtime.execute.interpreter import Interpreter
from runtime.execute.passes import simplified
from runtime.ops.kernels import threads

SIZE = 300_001  # several blocks, the last of them short
RANDOM = np.random.default_rng(7)
FLOATS = RANDOM.normal(size=SIZE).astype(np.float32)
FLOATS[::1000] = np.inf, -np.inf, np.nan, -0.0, 1e-40, 88.0, -90.0, *FLOATS[:SIZE // 1000 + 1 - 7]


def same_bits(left, right):
    left, right = np.asarray(left), np.asarray(right)
    assert left.dtype == right.dtype and left.shape == right.shape
    np.testing.assert_array_equal(left, right)
    if left.dtype.kind == "f":
        np.testing.assert_array_equal(np.signbit(left), np.signbit(right))


UNARY = ["abs", "negative", "square", "sqrt", "math.rsqrt", "exp", "math.expm1", "math.log", "math.log1p", "sin", "cos", "tan",
         "asin", "acos", "atan", "sinh", "cosh", "tanh", "math.asinh", "math.acosh", "math.atanh", "floor", "math.ceil",
         "math.rint", "round", "sign", "sigmoid", "math.softplus", "math.reciprocal", "math.erf", "math.erfc", "math.lgamma",
         "math.digamma", "math.is_nan", "nn.relu", "nn.relu6", "nn.elu", "nn.selu", "nn.leaky_relu", "nn.softsign"]
BINARY = ["add", "subtract", "multiply", "divide", "maximum", "minimum", "math.floordiv", "math.floormod", "math.pow",
          "math.atan2", "math.squared_difference", "math.divide_no_nan", "math.multiply_no_nan", "math.xlogy", "less", "equal"]


def public(name):
    value = tf
    for part in name.split("."):
        value = getattr(value, part)
    return value


@pytest.mark.parametrize("dtype", [np.float32, np.float64, np.float16], ids=lambda d: d.__name__)
@pytest.mark.parametrize("name", UNARY)
def test_functions_give_the_same_bits_in_a_graph_as_eagerly(name, dtype):
    if name == "math.rint" and dtype is np.float16:
        pytest.skip("TensorFlow has no such kernel")
    function, x = public(name), tf.constant(FLOATS.astype(dtype))
    same_bits(tf.function(lambda x: function(x))(x), function(x))


@pytest.mark.parametrize("dtype", [np.float32, np.int32], ids=lambda d: d.__name__)
@pytest.mark.parametrize("name", BINARY)
def test_functions_of_two_arguments_give_the_same_bits_in_a_graph_as_eagerly(name, dtype):
    if dtype is np.int32:
        if name in ("math.atan2", "math.divide_no_nan", "math.multiply_no_nan", "math.xlogy"):
            pytest.skip("of floats alone")
        x, y = tf.constant(RANDOM.integers(-50, 50, SIZE, np.int32)), tf.constant(RANDOM.integers(1, 9, SIZE, np.int32))
    else:
        x, y = tf.constant(FLOATS), tf.constant(FLOATS[::-1].copy())
    function = public(name)
    for run in (function, lambda x, y: function(x, y[7]), lambda x, y: function(x[7], y)):
        same_bits(tf.function(lambda x, y: run(x, y))(x, y), run(x, y))


def chain(x):
    for _ in range(10):
        x = tf.tanh(x) + 1.0
    return x


def several_results(x):
    positive = x > 0.0
    rest = tf.where(positive, x, tf.exp(x))
    return tf.cast(positive, tf.int32) * 3, rest, tf.nn.relu(rest - 1.0) * tf.cast(positive, tf.float32)


def scalars_from_the_same_graph(x):
    mean = tf.reduce_mean(tf.where(tf.math.is_finite(x), x, tf.zeros_like(x)))
    return tf.square(x - mean) * mean + tf.constant([2.0])


def repeated_and_folded(x):
    return tf.tanh(x) * tf.tanh(x) + tf.identity(x) * (tf.constant(2.0) + 1.0)


def in_a_loop(x):
    return tf.while_loop(lambda i, y: i < 3, lambda i, y: (i + 1, tf.tanh(y) * 0.5 + y), (0, x))[1]


def with_its_gradient(x):
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = tf.reduce_sum(tf.sigmoid(x) * tf.tanh(x) + tf.nn.elu(x))
    return tape.gradient(y, x)


@pytest.mark.parametrize("spec", [tf.TensorSpec([SIZE]), tf.TensorSpec([None]), tf.TensorSpec(None)],
                         ids=["static", "dynamic", "unknown"])
@pytest.mark.parametrize("function", [chain, several_results, scalars_from_the_same_graph, repeated_and_folded, in_a_loop,
                                      with_its_gradient], ids=lambda f: f.__name__)
def test_plan_and_interpreter_agree(function, spec):
    graph = tf.function(function).get_concrete_function(spec).graph
    before = FLOATS.copy()
    args = [FLOATS, *(tensor._value for tensor in graph.external_captures)]
    for _ in range(2):
        for mine, plain in zip(plan_of(graph)(args), Interpreter(graph).run(*args), strict=True):
            same_bits(mine, plain)
    same_bits(FLOATS, before)


@pytest.mark.parametrize("function, count", [(chain, 1), (several_results, 3), (repeated_and_folded, 1)],
                         ids=lambda value: getattr(value, "__name__", None))
def test_groups_serve_large_arrays(function, count):
    graph = tf.function(function).get_concrete_function(tf.TensorSpec([None])).graph
    [group] = [node for node in simplified(graph, ["x"]).nodes if isinstance(node, Group)]
    scalars = [np.ones((), tensor.dtype.as_numpy_dtype) for tensor in group.inputs[1:]]
    results = group(FLOATS, *scalars)
    assert all(result.shape == FLOATS.shape for result in (results if count > 1 else [results]))


@pytest.mark.parametrize("shape", [(), (10,), (SIZE,), (3, 100_000), (0,)], ids=str)
def test_one_trace_serves_small_and_large_arrays(shape):
    function = tf.function(chain, input_signature=[tf.TensorSpec(None)])
    x = tf.constant(FLOATS[:int(np.prod(shape))].reshape(shape))
    same_bits(function(x), chain(x))


def test_the_result_of_an_element_does_not_depend_on_the_size():
    function = tf.function(chain, reduce_retracing=True)
    large = function(tf.constant(FLOATS)).numpy()
    for start in (0, 65_530, SIZE - 5):
        same_bits(function(tf.constant(FLOATS[start:start + 5])), large[start:start + 5])


def test_shapes_that_broadcast_or_do_not_fit():
    function = tf.function(lambda x, y: tf.tanh(x) * y + x, input_signature=[tf.TensorSpec([None, None])] * 2)
    x = tf.constant(FLOATS[:300_000].reshape(3, 100_000))
    for y in (x[:1], x[:, :1], x):
        same_bits(function(x, y), tf.tanh(x) * y + x)
    with pytest.raises(tf.errors.InvalidArgumentError, match=r"Incompatible shapes: \[3,100000\] vs. \[3,5\]") as caught:
        function(x, x[:, :5])
    assert caught.value.op.type == "Mul"


def test_arrays_in_another_order_of_memory():
    x = tf.constant(FLOATS[:300_000].reshape(500, 600))
    function = tf.function(lambda x: tf.tanh(tf.transpose(x)) * 2.0 + tf.transpose(x))
    same_bits(function(x), tf.tanh(tf.transpose(x)) * 2.0 + tf.transpose(x))


def test_an_error_in_one_block_names_its_node():
    @tf.function
    def quotient(x, y):
        return (x + 1) * 2 // y + x

    x, y = np.arange(SIZE, dtype=np.int32), np.ones(SIZE, np.int32)
    same_bits(quotient(tf.constant(x), tf.constant(y)), (x + 1) * 2 + x)
    y[-1] = 0
    with pytest.raises(tf.errors.InvalidArgumentError, match="Integer division by zero") as caught:
        quotient(tf.constant(x), tf.constant(y))
    assert caught.value.op.type == "FloorDiv" and "in quotient" in str(caught.value)
    assert quotient(tf.constant(x), tf.constant(x + 1))[-1] == 2 + x[-1]


def test_of_two_errors_the_first_node_is_named():
    function = tf.function(lambda x, y: (tf.constant(7) // x) + (5 % y))
    x, y = np.ones(SIZE, np.int32), np.ones(SIZE, np.int32)
    x[-1] = y[0] = 0  # the second node fails in the first block, the first node in the last
    with pytest.raises(tf.errors.InvalidArgumentError) as caught:
        function(tf.constant(x), tf.constant(y))
    assert caught.value.op.type == "FloorDiv"


def test_many_threads_may_run_one_function():
    function = tf.function(chain)
    inputs = [tf.constant(np.roll(FLOATS, shift)) for shift in range(4)]
    expected = [chain(x).numpy() for x in inputs]
    wrong = []

    def work(index):
        for _ in range(3):
            try:
                same_bits(function(inputs[index]), expected[index])
            except AssertionError as error:
                wrong.append(error)

    threads = [threading.Thread(target=work, args=(index,)) for index in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong


def test_a_function_called_back_while_it_runs():
    inner = tf.function(chain)
    outer = tf.function(lambda x: tf.numpy_function(lambda v: inner(tf.constant(v)).numpy(), [tf.tanh(x) + 1.0], tf.float32) * 2.0)
    x = tf.constant(FLOATS)
    same_bits(outer(x), chain(tf.tanh(x) + 1.0) * 2.0)


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_child_that_is_forked_during_a_product_can_multiply():
    a, stop = tf.ones([600, 600]), threading.Event()

    def multiply():
        while not stop.is_set():
            tf.matmul(a, a)

    others = [threading.Thread(target=multiply) for _ in range(2)]
    for other in others:
        other.start()
    try:
        for _ in range(10):
            child = os.fork()
            if not child:
                signal.alarm(20)  # a lock that nobody lets go would keep the child for ever
                right = float(tf.matmul(a, a)[0, 0]) == 600.0
                os._exit(0 if right and threads._holders == 0 else 1)
            assert os.waitpid(child, 0)[1] == 0
    finally:
        stop.set()
        for other in others:
            other.join()


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_child_has_threads_of_its_own():
    function = tf.function(chain)
    expected = function(tf.constant(FLOATS)).numpy()
    child = os.fork()
    if child == 0:
        try:
            same_bits(function(tf.constant(FLOATS)), expected)
        except BaseException:
            os._exit(1)
        os._exit(0)
    assert os.waitpid(child, 0)[1] == 0
    same_bits(function(tf.constant(FLOATS)), expected)
