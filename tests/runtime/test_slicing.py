"""Indexing: every slice of a small array is NumPy's, eagerly, under a tape, and in graphs that know more or less."""

import itertools

import numpy as np
import pytest
import runtime as tf

X = np.arange(12, dtype=np.int32).reshape(3, 4)
PARTS = [0, -1, 2, slice(None), slice(1, None), slice(None, -1), slice(None, None, -1), slice(5, None), slice(-9, 2),
         slice(3, 0, -2), slice(2, 1), Ellipsis, None]
PAIRS = [pair for pair in itertools.product(PARTS, PARTS) if pair != (Ellipsis, Ellipsis)]


@pytest.mark.parametrize("index", PARTS + PAIRS, ids=str)
def test_numpy_agrees(index):
    expected = X[index]
    tensor = tf.constant(X)
    np.testing.assert_array_equal(tensor[index], expected)
    with tf.GradientTape():  # another way through the code
        np.testing.assert_array_equal(tensor[index], expected)
    for dims in ([3, 4], [None, 4], [None, None], None):
        concrete = tf.function(lambda x: x[index]).get_concrete_function(tf.TensorSpec(dims, tf.int32))
        result = concrete(tensor)
        np.testing.assert_array_equal(result, expected)
        assert concrete.structured_outputs.shape.is_compatible_with(expected.shape)
        if dims == [3, 4]:
            assert concrete.structured_outputs.shape == expected.shape


@pytest.mark.parametrize("index", PARTS[:-2] + [(slice(None), 1), (0, slice(1, 3)), (slice(None, None, 2), slice(3, 0, -2))],
                         ids=str)
def test_slices_of_variables_are_assigned(index):
    expected = X.copy()
    expected[index] = -1
    variable = tf.Variable(X)
    variable[index].assign(np.full(X[index].shape, -1, np.int32))
    np.testing.assert_array_equal(variable, expected)


@pytest.mark.parametrize("index, text", [
    (3, "slice index 3 of dimension 0 out of bounds."), (-4, "slice index -1 of dimension 0 out of bounds."),
    ((0, 4), "slice index 4 of dimension 1 out of bounds."),
    ((0, 0, 0), "Index out of range using input dim 2; input has only 2 dims"),
    (slice(None, None, 0), "strides[0] must be non-zero"), ((..., ...), "Multiple ellipses in slice spec not allowed")])
def test_out_of_bounds(index, text):
    prefix = "{{function_node __wrapped__StridedSlice_device_/job:localhost/replica:0/task:0/device:CPU:0}} "
    tensor = tf.constant(X)
    for _ in range(2):
        with pytest.raises(tf.errors.InvalidArgumentError) as error:
            tensor[index]
        assert str(error.value) == f"{prefix}{text} [Op:StridedSlice] name: strided_slice/"
    with pytest.raises(ValueError) as error:
        tf.function(lambda x: x[index], autograph=False)(tensor)
    assert text in str(error.value)


@pytest.mark.parametrize("index", ["a", 1.5, [[0, 1]], np.array([0, 1]), {}, 1j])
def test_what_is_no_index(index):
    with pytest.raises(TypeError) as error:
        tf.constant(X)[index]
    shown = index[0] if isinstance(index, list) else index
    assert str(error.value) == ("Only integers, slices (`:`), ellipsis (`...`), tf.newaxis (`None`) and scalar "
                                f"tf.int32/tf.int64 tensors are valid indices, got {shown!r}")


def test_tensor_indices():
    x = tf.constant(X)
    for one in (tf.constant(1), tf.constant(1, tf.int64), np.int64(1), np.array(1), tf.Variable(1)):
        np.testing.assert_array_equal(x[one], X[1])
        np.testing.assert_array_equal(x[:, one], X[:, 1])
        np.testing.assert_array_equal(x[one:], X[1:])
        np.testing.assert_array_equal(x[0, :one], X[0, :1])


def test_masks():
    x = tf.constant(X)
    np.testing.assert_array_equal(x[x > 5], X[X > 5])
    np.testing.assert_array_equal(x[np.array([True, False, True])], X[[True, False, True]])
    with pytest.raises(ValueError, match="mask cannot be scalar."):
        x[True]


@pytest.mark.parametrize("index", [0, slice(None, None, 2), (slice(None), -1), (None, 1), (..., slice(1, 3))], ids=str)
def test_gradients(index):
    x = tf.constant(X.astype(np.float32))
    expected = np.zeros(X.shape, np.float32)
    expected[tuple(i for i in index if i is not None) if isinstance(index, tuple) else index] = 1
    for function in (lambda x: x[index], tf.function(lambda x: x[index])):
        with tf.GradientTape() as tape:
            tape.watch(x)
            y = tf.reduce_sum(function(x))
        np.testing.assert_array_equal(tape.gradient(y, x), expected)
