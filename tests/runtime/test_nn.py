"""tf.nn against plain loops and numerical derivatives."""

import itertools

import numpy as np
import pytest

import runtime as tf

RNG = np.random.default_rng(0)


def _image(*shape):
    return RNG.normal(size=shape)


def _slow_conv(x, w, strides, dilations, pads):
    """Convolution by its definition."""
    x = np.pad(x, ((0, 0), *pads, (0, 0)))
    reach = [(k - 1) * d + 1 for k, d in zip(w.shape[:2], dilations)]
    out = [(n - r) // s + 1 for n, r, s in zip(x.shape[1:3], reach, strides)]
    y = np.zeros((len(x), *out, w.shape[3]))
    for i, j, a, b in itertools.product(range(out[0]), range(out[1]), range(w.shape[0]), range(w.shape[1])):
        y[:, i, j] += x[:, i * strides[0] + a * dilations[0], j * strides[1] + b * dilations[1]] @ w[a, b]
    return y


@pytest.mark.parametrize("size", [(5, 6), (7, 4)])
@pytest.mark.parametrize("strides", [(1, 1), (2, 1), (2, 3)])
@pytest.mark.parametrize("dilations", [(1, 1), (2, 1)])
@pytest.mark.parametrize("pads", [((0, 0), (0, 0)), ((1, 2), (0, 1))])
def test_conv2d_by_definition(size, strides, dilations, pads):
    x, w = _image(2, *size, 3), _image(3, 2, 3, 4)
    y = tf.nn.conv2d(x, w, strides, [(0, 0), *pads, (0, 0)], dilations=dilations)
    np.testing.assert_allclose(y, _slow_conv(x, w, strides, dilations, pads), atol=1e-12)


def _check_gradients(f, *xs, eps=1e-6):
    xs = [tf.constant(x, tf.float64) for x in xs]
    with tf.GradientTape() as tape:
        tape.watch(xs)
        y = f(*xs)
        seed = tf.constant(RNG.normal(size=y.shape))
        total = tf.reduce_sum(y * seed)
    for index, gradient in enumerate(tape.gradient(total, xs)):
        value = xs[index].numpy()
        for place in list(np.ndindex(value.shape))[::max(1, value.size // 12)]:
            ends = []
            for sign in (1, -1):
                moved = value.copy()
                moved[place] += sign * eps
                args = [*xs[:index], tf.constant(moved), *xs[index + 1:]]
                ends.append(float(tf.reduce_sum(f(*args) * seed)))
            assert float(gradient.numpy()[place]) == pytest.approx((ends[0] - ends[1]) / (2 * eps), abs=1e-5, rel=1e-4)


@pytest.mark.parametrize("f, shapes", [
    (lambda x, w: tf.nn.conv2d(x, w, 2, "SAME"), [(2, 5, 6, 2), (3, 3, 2, 3)]),
    (lambda x, w: tf.nn.conv2d(x, w, 1, "VALID"), [(1, 7, 6, 2), (3, 2, 2, 2)]),
    (lambda x, w: tf.nn.conv2d(x, w, 1, "SAME"), [(1, 4, 4, 4), (3, 3, 2, 4)]),
    (lambda x, w: tf.nn.conv2d_transpose(x, w, [1, 8, 8, 2], 2), [(1, 4, 4, 3), (3, 3, 2, 3)]),
    (lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "SAME"), [(1, 4, 5, 2), (3, 2, 2, 2)]),
    (lambda x, w: tf.nn.conv1d(x, w, 2, "SAME"), [(2, 7, 3), (3, 3, 2)]),
    (lambda x: tf.nn.max_pool2d(x, 3, 2, "SAME"), [(1, 5, 6, 2)]),
    (lambda x: tf.nn.avg_pool2d(x, 3, 2, "SAME"), [(1, 5, 6, 2)]),
    (tf.nn.gelu, [(7,)]), (tf.nn.silu, [(7,)]), (tf.nn.elu, [(7,)]), (tf.nn.selu, [(7,)]), (tf.nn.leaky_relu, [(7,)]),
    (tf.nn.softmax, [(3, 4)]), (tf.nn.log_softmax, [(3, 4)]), (lambda x: tf.nn.softmax(x, axis=0), [(3, 4)]),
    (lambda x, y: tf.nn.softmax_cross_entropy_with_logits(tf.nn.softmax(y), x), [(3, 4), (3, 4)]),  # labels add up to 1
    (lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([0, 3, 1], x), [(3, 4)]),
    (lambda x, y: tf.nn.sigmoid_cross_entropy_with_logits(y, x), [(3,), (3,)]),
    (lambda x: tf.nn.l2_normalize(x, -1), [(3, 4)]), (lambda x, b: tf.nn.bias_add(x, b, "NCHW"), [(2, 3, 2, 2), (3,)]),
    (lambda x: tf.nn.moments(x, [0])[1], [(4, 3)]),
    (lambda x, s, o: tf.nn.batch_normalization(x, *tf.nn.moments(x, [0]), o, s, 1e-3), [(4, 3), (3,), (3,)]),
])
def test_gradients_by_differences(f, shapes):
    _check_gradients(f, *[_image(*shape) for shape in shapes])


@pytest.mark.parametrize("f, shapes", [
    (lambda x, w: tf.nn.conv2d(x, w, 2, "SAME"), [(1, 4, 4, 2), (3, 3, 2, 2)]),
    (lambda x, w: tf.nn.depthwise_conv2d(x, w, [1, 1, 1, 1], "VALID"), [(1, 4, 4, 2), (2, 2, 2, 1)]),
    (lambda x: tf.nn.avg_pool2d(x, 2, 2, "VALID"), [(1, 4, 4, 1)]), (lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), [(1, 4, 4, 1)]),
    (tf.nn.softmax, [(2, 3)]), (tf.nn.elu, [(5,)]), (tf.nn.selu, [(5,)]),
    (lambda x: tf.nn.sparse_softmax_cross_entropy_with_logits([0, 2], x), [(2, 3)]),
])
def test_second_gradients_by_differences(f, shapes):
    def first(*xs):
        with tf.GradientTape() as tape:
            tape.watch(xs)
            y = tf.reduce_sum(f(*xs) ** 3)
        return tape.gradient(y, xs[0])

    _check_gradients(first, *[_image(*shape) for shape in shapes])


@pytest.mark.parametrize("padding", ["SAME", "VALID"])
@pytest.mark.parametrize("window, stride", [(2, 2), (3, 1), (3, 2)])
def test_pooling_by_definition(padding, window, stride):
    x = _image(2, 6, 5, 3)
    for pooled, combine in ((tf.nn.max_pool2d, np.nanmax), (tf.nn.avg_pool2d, np.nanmean)):
        y = pooled(x, window, stride, padding).numpy()
        out = y.shape[1:3]
        pads = [max((o - 1) * stride + window - n, 0) if padding == "SAME" else 0 for o, n in zip(out, x.shape[1:3])]
        padded = np.pad(x, ((0, 0), *((p // 2, p - p // 2) for p in pads), (0, 0)), constant_values=np.nan)
        for i, j in np.ndindex(*out):
            block = padded[:, i * stride:i * stride + window, j * stride:j * stride + window]
            np.testing.assert_allclose(y[:, i, j], combine(block, axis=(1, 2)))


def test_channels_first_is_refused_as_on_tensorflows_cpu():
    with pytest.raises(tf.errors.UnimplementedError, match="only supports the NHWC tensor format"):
        tf.nn.conv2d(np.zeros((1, 2, 4, 4), np.float32), np.zeros((3, 3, 2, 2), np.float32), 1, "SAME", data_format="NCHW")


def test_kernels_leave_their_inputs_alone():
    x, w = _image(1, 4, 4, 2), _image(2, 2, 2, 2)
    kept = x.copy(), w.copy()
    a, b = tf.constant(x), tf.constant(w)
    with tf.GradientTape() as tape:
        tape.watch([a, b])
        y = tf.nn.max_pool2d(tf.nn.relu(tf.nn.conv2d(a, b, 1, "SAME")), 2, 2, "VALID")
    tape.gradient(y, [a, b])
    assert (a.numpy() == kept[0]).all() and (b.numpy() == kept[1]).all()
