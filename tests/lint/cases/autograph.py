"""Branches and loops on tensors: where AutoGraph converts them, and where it does not."""

import functools

import tensorflow as tf
from tensorflow import keras

LIMIT = 3


@tf.function
def expressions(x: tf.Tensor):
    total = tf.reduce_sum(x)
    assert total > 0.0  # [tensor-condition-without-autograph]
    assert tf.reduce_all(x > 0.0), "positive"  # [tensor-condition-without-autograph]
    large = [name for name in ("a", "b") if total > 1.0]  # [tensor-condition-without-autograph]
    doubled = [part * 2.0 for part in x]  # [tensor-condition-without-autograph]
    summed = sum(part for part in x)  # [tensor-condition-without-autograph]
    named = {str(i): part for i, part in enumerate(tf.unstack(x)) if part > 1.0}  # [tensor-condition-without-autograph]
    found = any(total > limit for limit in (1.0, 2.0))  # [eager-only-call-in-graph]
    return large, doubled, summed, named, found


@tf.function(autograph=False)
def switched_off(x: tf.Tensor):
    total = tf.reduce_sum(x)
    if total > 1.0:  # [tensor-condition-without-autograph]
        total = -total
    while total < 5.0:  # [tensor-condition-without-autograph]
        total = total * 2.0
    for part in x:  # [tensor-condition-without-autograph]
        total = total + part
    sign = 1.0 if total > 0.0 else -1.0  # [tensor-condition-without-autograph]
    both = total > 1.0 and sign  # [tensor-condition-without-autograph]
    neither = not total > 1.0  # [tensor-condition-without-autograph]
    if x.shape[0] > 2 and LIMIT:
        total = total + 1.0
    if total is None:
        return x
    for i in range(3):
        total = total + float(i)
    if tf.executing_eagerly() and total > 1.0:
        total = total + 1.0
    return helper(total), both, neither


def helper(total):
    if total > 2.0:  # [tensor-condition-without-autograph]
        return -total
    return total


unconverted = tf.function(lambda x: 1.0 if tf.reduce_sum(x) > 0.0 else 2.0, autograph=False)  # [tensor-condition-without-autograph]


@tf.autograph.experimental.do_not_convert
def left_alone(x):
    if tf.reduce_sum(x) > 1.0:  # [tensor-condition-without-autograph]
        return x
    return -x


def generated(x):
    if tf.reduce_sum(x) > 1.0:  # [tensor-condition-without-autograph]
        yield x
    yield -x


def with_else(x):
    for i in range(3):
        if tf.reduce_sum(x) > 1.0:  # [tensor-condition-without-autograph]
            x = x + 1.0
    else:
        x = -x
    return x


class Point:
    def __init__(self, x):
        self.x = x if tf.reduce_sum(x) > 0.0 else -x  # [tensor-condition-without-autograph]

    @property
    def positive(self):
        return self.x if tf.reduce_sum(self.x) > 0.0 else -self.x  # [tensor-condition-without-autograph]

    def __add__(self, other):
        if tf.reduce_sum(other) > 0.0:  # [tensor-condition-without-autograph]
            return self.x
        return other

    def plain(self):
        if tf.reduce_sum(self.x) > 0.0:
            return self.x
        return -self.x


def keep(item):
    return tf.reduce_sum(item) > 0.0 and True  # [tensor-condition-without-autograph]


@tf.function
def reaches(x):
    point = Point(x)
    left_alone(x)
    list(generated(x))
    with_else(x)
    list(map(keep, [x, x]))
    return point.positive + point.plain() + (point + x)


def body(i, total):
    if i > 1:  # [tensor-condition-without-autograph]
        total = total + 1.0
    return i + 1, total


@tf.function
def loops(x):
    return tf.while_loop(lambda i, total: i < 3, body, [0, x])


class Layer(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)

    def call(self, inputs, training=None):
        if training:
            inputs = inputs * 2.0
        if inputs > 0.0:  # [tensor-condition-without-autograph]
            inputs = -inputs
        hidden = self.dense(inputs)
        if tf.reduce_sum(hidden) > 0.0:  # [tensor-condition-without-autograph]
            hidden = -hidden
        if len(inputs) > 2:
            hidden = -hidden
        if inputs.shape[-1] == 3 or self.dense.use_bias:
            hidden = hidden + 1.0
        return hidden


class Error(keras.losses.Loss):
    def call(self, y_true, y_pred):
        error = y_true - y_pred
        if error > 0.0:  # [tensor-condition-without-autograph]
            return error
        return -error


class Model(keras.Model):
    def train_step(self, data):
        x, y = data
        if y is None:
            return {}
        while tf.norm(x) > 1.0:  # [tensor-condition-without-autograph]
            x = x / 2.0
        return {"loss": x - y}


def element(image, label):
    if label > 3:
        label = label - 3
    assert label < 3  # [tensor-condition-without-autograph]
    return image, label


dataset = tf.data.Dataset.from_tensor_slices(([1.0], [2])).map(element)


@tf.function
def innocent(x: tf.Tensor, flag, names):
    total = tf.reduce_sum(x)
    if total > 1.0 and flag:
        total = -total
    while total < 5.0:
        total = total * 2.0
    for part in x:
        total = total + part
    sign = 1.0 if total > 0.0 else -1.0
    shapes = [size for size in x.shape if size > 1]
    known = [name for name in names if name]
    parts = [part + 1.0 for part in tf.unstack(x)]
    chosen = [total if total > 1.0 else part for part in parts]
    assert x.shape[0] is not None
    assert isinstance(total, tf.Tensor)
    assert len(names) > 1
    nested = tf.map_fn(lambda item: item if item > 0.0 else -item, x)
    branch = tf.cond(total > 1.0, lambda: 1.0 if total > 2.0 else 2.0, lambda: 3.0)
    if not tf.is_tensor(flag):
        total = total + 1.0
    try:
        assert total > 1.0
    except TypeError:
        pass

    def inner(item):
        if item > 1.0:
            return item
        return -item

    return inner(total), sign, shapes, known, chosen, nested, branch, functools.reduce(lambda a, b: a + b, parts)


def plain(x):
    assert tf.reduce_sum(x) > 0.0
    return [part for part in tf.range(3) if part > 1]


def with_gradient(scale):
    @tf.custom_gradient
    def scaled(x):
        total = 0.0
        for i in tf.range(3):  # [tensor-condition-without-autograph]
            total += x[i] * scale
        return total, lambda dy: dy

    return scaled


made_outside = with_gradient(2.0)


@tf.function
def with_gradients(x):
    @tf.custom_gradient
    def doubled(y):
        total = 0.0
        for i in tf.range(3):  # defined while AutoGraph converts
            total += y[i]
        return total, lambda dy: dy

    return doubled(x) + made_outside(x)
