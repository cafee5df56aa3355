"""Variables in compiled graphs: reads and writes may move, what is seen may not."""

import numpy as np
import pytest

import runtime as tf
from runtime.execute.blocks import Group
from runtime.execute.passes import stages


def last_nodes(function, *args):
    return stages(function.get_concrete_function(*args).graph)[-1][1].nodes


def test_a_step_of_adam_is_one_group_between_reads_and_writes():
    variable = tf.Variable(np.ones([1000, 300], np.float32))
    optimizer = tf.keras.optimizers.Adam()
    optimizer.build([variable])
    step = tf.function(lambda gradient: optimizer.apply_gradients([(gradient, variable)]))
    gradient = tf.constant(np.linspace(-1, 1, 300_000, dtype=np.float32).reshape(1000, 300))
    nodes = last_nodes(step, gradient)
    kinds = ["group" if isinstance(node, Group) else str(node).lower().strip("_")[:4] for node in nodes]
    assert kinds.count("group") == 1 and kinds[0] == "read" and kinds[-4:] == ["assi", "assi", "writ", "assi"]
    other = tf.Variable(np.ones([1000, 300], np.float32))
    plain = tf.keras.optimizers.Adam()
    plain.build([other])
    for _ in range(3):
        step(gradient)
        plain.apply_gradients([(gradient, other)])
    np.testing.assert_array_equal(variable.numpy(), other.numpy())


def test_a_value_just_written_is_not_read():
    variable = tf.Variable([1.0, 2.0])

    @tf.function
    def twice():
        variable.assign_add([1.0, 1.0])
        first = variable * 1.0
        variable.assign(first * 2.0)
        return first, variable + 0.0, variable.read_value()

    first, second, third = twice()
    assert first.numpy().tolist() == [2, 3] and second.numpy().tolist() == third.numpy().tolist() == [4, 6]
    assert sum(str(node) in ("ReadVariableOp", "_read") for node in last_nodes(twice)) == 1


def test_two_names_of_one_variable():
    @tf.function
    def both(a, b):
        a.assign([1.0, 1.0])
        before = b + 0.0
        b.assign([5.0, 5.0])
        return before, a + 0.0

    one, two = tf.Variable([0.0, 0.0]), tf.Variable([0.0, 0.0])
    assert [value.numpy().tolist() for value in both(one, one)] == [[1, 1], [5, 5]]
    assert [value.numpy().tolist() for value in both(one, two)] == [[0, 0], [1, 1]]


def test_what_python_writes_in_between_is_seen():
    variable = tf.Variable([1.0])

    @tf.function
    def step():
        before = variable + 0.0
        tf.py_function(lambda: variable.assign([7.0]), [], tf.float32)
        return before, variable + 0.0

    assert [value.numpy().tolist() for value in step()] == [[1], [7]]


def test_what_a_branch_or_loop_writes_is_seen():
    variable = tf.Variable(1.0)

    @tf.function
    def step(n):
        before = variable + 0.0
        if n > 0:
            variable.assign(10.0)
        between = variable + 0.0
        for _ in tf.range(n):
            variable.assign_add(1.0)
        return before, between, variable + 0.0

    assert [float(value) for value in step(tf.constant(3))] == [1, 10, 13]
    assert [float(value) for value in step(tf.constant(0))] == [13, 13, 13]


def test_an_effect_before_a_failure_is_kept():
    variable = tf.Variable([0.0, 0.0])

    @tf.function
    def step(index):
        variable.assign([1.0, 2.0])
        chosen = tf.gather([1.0, 2.0], index)
        variable.assign_add([chosen, chosen])

    with pytest.raises(tf.errors.InvalidArgumentError):
        step(tf.constant(9))
    assert variable.numpy().tolist() == [1, 2]


def test_a_variable_whose_shape_changes():
    variable = tf.Variable([1.0], shape=tf.TensorShape([None]))

    @tf.function
    def grow(x):
        variable.assign(x)
        variable.assign_add(x)
        return variable + 0.0

    assert grow(tf.constant([1.0, 2.0])).numpy().tolist() == [2, 4]
    assert grow(tf.constant([3.0])).numpy().tolist() == [6]
    with pytest.raises((tf.errors.InvalidArgumentError, ValueError)):
        tf.function(lambda: variable.assign_add([1.0, 2.0, 3.0]))()
