"""tf.TensorArray and the lists of tensors under it: versions, gradients, cost."""

import numpy as np
import pytest

import runtime as tf
from runtime.ops.kernels.list_values import Blank, OneElement, TensorList

C = tf.constant


def scalars(*values):
    return TensorList([np.float32(v) for v in values], tf.float32, (), fresh=True)


def test_every_version_keeps_its_elements():
    import random
    rng = random.Random(0)
    versions = [(scalars(1.0, 2.0, 3.0), [1.0, 2.0, 3.0])]
    for step in range(500):
        held, expected = rng.choice(versions)
        kind = rng.randrange(4)
        value = np.float32(step)
        if kind == 0 and expected:
            index = rng.randrange(len(expected))
            held, expected = held.with_item(index, value), [*expected[:index], step, *expected[index + 1:]]
        elif kind == 1:
            held, expected = held.pushed(value), [*expected, step]
        elif kind == 2 and expected:
            held, last = held.popped()
            assert last == expected[-1]
            expected = expected[:-1]
        versions.append((held, expected))
    for held, expected in versions:
        assert [float(item) for item in held.items()] == expected
        assert len(held) == len(expected)


def test_writing_the_newest_version_copies_nothing():
    held = scalars(*range(10)).with_item(0, np.float32(5))
    storage = held._items
    for index in range(10):
        held = held.with_item(index, np.float32(index))
        assert held._items is storage


def test_adding_one_element_copies_nothing():
    total = scalars(*range(5)).with_item(0, np.float32(1))
    storage = total._items
    total = total + OneElement(5, 3, np.float32(10), tf.float32, ())
    assert total._items is storage and float(total.items()[3]) == 13.0
    total = OneElement(5, 3, np.float32(10), tf.float32, ()) + total
    assert total._items is storage and float(total.items()[3]) == 23.0


def test_sums_of_lists():
    one = OneElement(3, 1, np.float32(2), tf.float32, ())
    assert (one + one).items() == [None, 4.0, None]
    assert (Blank(3, tf.float32, ()) + scalars(1, 2, 3)).items() == [1.0, 2.0, 3.0]
    with pytest.raises(tf.errors.InvalidArgumentError, match="different lengths. One is 2 and the other is 3"):
        scalars(1, 2) + scalars(1, 2, 3)


@pytest.mark.parametrize("graph", [False, True])
@pytest.mark.parametrize("write", [
    lambda x: tf.TensorArray(tf.float32, 3).unstack(x * 2.0).stack(),
    lambda x: tf.TensorArray(tf.float32, 3).unstack(x).gather([2, 0, 1]) * 3.0,
    lambda x: tf.TensorArray(tf.float32, 3).unstack(tf.reshape(x, [3, 1])).concat() ** 2,
    lambda x: tf.TensorArray(tf.float32, 3).scatter([1, 2, 0], x * x).stack(),
    lambda x: tf.TensorArray(tf.float32, 2, infer_shape=False).split(x * x, [2, 1]).concat(),
    lambda x: tf.TensorArray(tf.float32, 2, infer_shape=False).split(x * x, [2, 1]).read(0),
    lambda x: tf.TensorArray(tf.float32, 0, dynamic_size=True).write(4, x[0] * x[1]).write(1, x[2]).stack(),
    lambda x: tf.TensorArray(tf.float32, 3, element_shape=[]).write(0, x[0]).write(0, x[1] * x[1]).stack(),
], ids=["unstack", "gather", "concat", "scatter", "split-concat", "split-read", "dynamic", "written-twice"])
def test_gradients(write, graph):
    weights = C([1.0, 10.0, 100.0, 1000.0, 10000.0])

    def f(x):
        y = write(x)
        return tf.reduce_sum(y * weights[:tf.shape(y)[0]])

    x = C([1.0, 2.0, 3.0])
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = (tf.function(f, autograph=False) if graph else f)(x)
    got = tape.gradient(y, x).numpy()
    step = 2.0 ** -7  # the functions are quadratic at most, so that differences are exact
    for index in range(3):
        e = np.eye(3, dtype=np.float32)[index] * step
        assert got[index] == pytest.approx((f(x + e) - f(x - e)).numpy() / (2 * step), rel=1e-3)


def test_reading_a_captured_array_in_a_loop_takes_linear_time():
    lengths = []
    original = TensorList.items

    def counted(self):
        if self._items is None:
            lengths.append(1)
        return original(self)

    @tf.function
    def f(x):
        rows = tf.TensorArray(tf.float32, 200, clear_after_read=False).unstack(x)
        return tf.while_loop(lambda i, a: i < 200, lambda i, a: (i + 1, a + rows.read(i) * 2.0), [0, 0.0])[1]

    x = tf.ones([200])
    TensorList.items = counted
    try:
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = f(x)
        g = tape.gradient(y, x)
    finally:
        TensorList.items = original
    assert y.numpy() == 400.0 and (g.numpy() == 2.0).all()
    assert len(lengths) < 20  # copies of the list


@pytest.mark.parametrize("make, text", [
    (lambda: tf.TensorArray(tf.float32, 2).write(2, 1.0).stack(), "Trying to modify element 2 in a list with 2 elements."),
    (lambda: tf.TensorArray(tf.float32, 2).read(2), "Trying to access element 2 in a list with 2 elements."),
    (lambda: tf.TensorArray(tf.float32, 2).stack(), "Tried to stack list which only contains uninitialized tensors"),
    (lambda: tf.TensorArray(tf.float32, 2).write(0, C(1)).read(0), "op elements int32 but list elements float"),
    (lambda: tf.TensorArray(tf.float32, 1).unstack([1.0, 2.0]).stack(), "expected a list with 1 elements but got a list with 2"),
])
def test_errors_when_a_graph_runs(make, text):
    f = tf.function(make, autograph=False)
    with pytest.raises(tf.errors.InvalidArgumentError, match=text):
        f()


def test_array_through_nested_functions():
    @tf.function
    def fill(array, n):
        return tf.while_loop(lambda i, t: i < n, lambda i, t: (i + 1, t.write(i, i * i)), [0, array])[1]

    @tf.function
    def squares(n):
        return fill(tf.TensorArray(tf.int32, n), n).stack()

    np.testing.assert_array_equal(squares(C(5)), [0, 1, 4, 9, 16])
