"""Python's operators on tensors, Variables and what they meet."""

import numpy as np
import pytest

import runtime as tf

C = tf.constant


def graph_nodes(function, *specs):
    graph = tf.function(function, autograph=False).get_concrete_function(*specs).graph
    graph.verify()
    return [(op.name, op.type) for op in graph.get_operations() if op.type not in ("Placeholder", "Identity", "NoOp")]


@pytest.mark.parametrize("function, expected, dtype", [
    (lambda x: x + 1, [8, -6], tf.int32), (lambda x: 1 - x, [-6, 8], tf.int32), (lambda x: x * 2, [14, -14], tf.int32),
    (lambda x: x / 2, [3.5, -3.5], tf.float64), (lambda x: x // 2, [3, -4], tf.int32), (lambda x: x % 3, [1, 2], tf.int32),
    (lambda x: x ** 2, [49, 49], tf.int32), (lambda x: -x, [-7, 7], tf.int32), (lambda x: abs(x), [7, 7], tf.int32),
    (lambda x: ~x, [-8, 6], tf.int32), (lambda x: x & 3, [3, 1], tf.int32), (lambda x: x ^ 1, [6, -8], tf.int32),
    (lambda x: 1 | x, [7, -7], tf.int32),
    (lambda x: x < 0, [False, True], tf.bool), (lambda x: 0 <= x, [True, False], tf.bool),
    (lambda x: x == 7, [True, False], tf.bool), (lambda x: x != 7, [False, True], tf.bool),
    (lambda x: 2 ** (x // 7 + 1), [4, 1], tf.int32),
])
def test_integer_operators_on_tensors_variables_and_in_graphs(function, expected, dtype):
    for operand in (C([7, -7]), tf.Variable([7, -7])):
        for result in (function(operand), tf.function(lambda: function(operand), autograph=False)()):
            assert result.dtype is tf.as_dtype(dtype)
            assert result.numpy().tolist() == expected


def test_integers_wrap_around():
    assert (C(2**31 - 1) + 1).numpy() == -2**31
    assert (C(200, tf.uint8) + C(100, tf.uint8)).numpy() == 44
    assert abs(C(-2**31)).numpy() == -2**31
    assert (C(5, tf.uint8) - C(6, tf.uint8)).numpy() == 255


def test_booleans_and_strings():
    assert (C([True, False]) & True).numpy().tolist() == [True, False]
    assert (C([True, False]) ^ C([True, True])).numpy().tolist() == [False, True]
    assert (~C(True)).numpy() == False  # noqa: E712
    assert (C([True, False]) * True).dtype is tf.bool
    assert (C(["a", "b"]) + "x").numpy().tolist() == [b"ax", b"bx"]
    assert ("x" + C("a")).numpy() == b"xa"


def test_none_and_unlike_shapes_compare_without_an_error():
    assert (C([1, 2]) == None) is False  # noqa: E711
    assert (C([1, 2]) != None) is True  # noqa: E711
    assert (C([1, 2]) == C([1, 2, 3])).numpy() == False  # noqa: E712
    assert (C([1, 2]) != C([1, 2, 3])).numpy() == True  # noqa: E712


def test_tensors_of_plain_graphs_compare_by_identity():
    graph = tf.Graph()
    with graph.as_default():
        a, b = C(1), C(1)
        assert (a == b) is False
        assert (a == a) is True
        assert (a != b) is True


class Meters:
    """A value that knows how to take part in arithmetic with a tensor on its left."""

    def __radd__(self, other):
        return ("added", other)

    def __rmatmul__(self, other):
        return NotImplemented


def test_the_right_operand_may_know_better():
    x = C(1)
    assert (x + Meters())[0] == "added"
    with pytest.raises(ValueError, match="Attempt to convert a value"):
        x @ Meters()
    with pytest.raises(ValueError, match="Attempt to convert a value"):
        x - Meters()


def test_numpy_arrays_on_the_left_leave_the_work_to_the_tensor():
    result = np.array([1.5, 2.0]) * C([1.0, 2.0])
    assert isinstance(result, tf.Tensor) and result.dtype is tf.float32
    assert result.numpy().tolist() == [1.5, 4.0]


def test_operands_are_converted_inside_the_operators_scope():
    spec = tf.TensorSpec([2], tf.float32, "x")
    assert graph_nodes(lambda x: x + 1, spec) == [("add/y", "Const"), ("add", "AddV2")]
    assert graph_nodes(lambda x: (2 - x, x - 1), spec) == [("sub/x", "Const"), ("sub", "Sub"), ("sub_1/y", "Const"),
                                                           ("sub_1", "Sub")]
    assert graph_nodes(lambda x: -abs(x), spec) == [("Abs", "Abs"), ("Neg", "Neg")]
    boolean = tf.TensorSpec([2], tf.bool, "x")
    assert [name for name, _ in graph_nodes(lambda x: x ^ x, boolean)] == ["xor/LogicalOr", "xor/LogicalAnd",
                                                                           "xor/LogicalNot", "xor"]


def test_a_variable_is_read_before_its_operator():
    v = tf.Variable(1.0)
    names = [name for name, _ in graph_nodes(lambda: (v + 1, v == 1))]
    assert names == ["ReadVariableOp", "add/y", "add", "Equal/ReadVariableOp", "Equal/y", "Equal"]


@pytest.mark.parametrize("function, eager, graph", [
    (lambda: C(1) + 1.5, tf.errors.InvalidArgumentError, TypeError),
    (lambda: C(1) * 1.5, TypeError, TypeError),
    (lambda: C(1) / 1.5, TypeError, TypeError),
    (lambda: C([1, 2]) + C([1, 2, 3]), tf.errors.InvalidArgumentError, ValueError),
    (lambda: C(1) // 0, tf.errors.InvalidArgumentError, tf.errors.InvalidArgumentError),
    (lambda: C(2) ** C(-1), tf.errors.InvalidArgumentError, tf.errors.InvalidArgumentError),
    (lambda: -C(True), tf.errors.InvalidArgumentError, TypeError),
    (lambda: C("a") < C("b"), tf.errors.InvalidArgumentError, TypeError),
    (lambda: divmod(C(7), 2), TypeError, TypeError),
])
def test_what_is_refused(function, eager, graph):
    with pytest.raises(eager):
        function()
    with pytest.raises(graph):
        tf.function(function, autograph=False)()
