"""What tf.py_function and tf.numpy_function return has no static shape: where that is needed, and where it is not."""

import numpy as np
import tensorflow as tf

dense = tf.keras.layers.Dense(2)
dropout = tf.keras.layers.Dropout(0.5)


def doubled(x):
    return x * 2


def pair(x):
    return x, x


def opened(x):
    return tf.numpy_function(doubled, [x], tf.float32)


def opened_by_eager(x):
    return tf.py_function(func=doubled, inp=[x], Tout=x.dtype)


def shaped(x):
    y = tf.numpy_function(doubled, [x], tf.float32)
    y.set_shape([None, 3])
    return y


def size_of(x):
    return len(x.shape)  # [shape-lost-in-graph]


def size_of_known(x):
    return len(x.shape)


@tf.function
def length(x):
    return len(opened(x).shape)  # [shape-lost-in-graph]


@tf.function
def as_list(x):
    y = opened_by_eager(x)
    return tf.reshape(y, y.shape.as_list())  # [shape-lost-in-graph]


@tf.function
def by_method(x):
    y = opened(x)
    return y.get_shape().as_list()  # [shape-lost-in-graph]


@tf.function
def unpacked(x):
    rows, columns = opened(x).shape  # [shape-lost-in-graph]
    return tf.constant(rows * columns)


@tf.function
def gone_over(x):
    return tf.constant([size for size in opened(x).shape])  # [shape-lost-in-graph]


@tf.function
def listed(x):
    return tf.constant([*opened(x).shape])  # [shape-lost-in-graph]


@tf.function
def multiplied(x):
    y = opened(x)
    return y * (y.shape[0] * 2)  # [shape-lost-in-graph]


@tf.function
def counted(x):
    y = opened(x)
    total = 0.0
    for row in range(y.shape[0]):  # [shape-lost-in-graph]
        total += tf.reduce_sum(y[row])
    return total


@tf.function
def zeros(x):
    y = opened(x)
    return tf.zeros(y.shape) + y  # [shape-lost-in-graph]


@tf.function
def zeros_of_rest(x):
    y = opened(x)
    return tf.zeros(y.shape[1:]) + y  # [shape-lost-in-graph]


@tf.function
def computed(x):
    y = tf.cast(tf.numpy_function(doubled, [x], tf.float32) / 255.0, tf.float32)
    return len(y.shape)  # [shape-lost-in-graph]


@tf.function
def computed_of_helper(x):
    y = opened(x) / 255.0
    z = tf.cast(y, tf.float32)
    return len(z.shape) + len(y.shape)  # [shape-lost-in-graph]


@tf.function
def unstacked(x):
    return tf.unstack(opened(x))  # [shape-lost-in-graph]


@tf.function
def masked(x):
    return tf.boolean_mask(x, opened(x) > 0)  # [shape-lost-in-graph]


@tf.function
def layered(x):
    return dense(opened(x))  # [shape-lost-in-graph]


@tf.function
def one_of_two(x):
    y, z = tf.py_function(pair, [x], [tf.float32, tf.float32])
    y.set_shape([2, 3])
    return len(y.shape) + len(z.shape)  # [shape-lost-in-graph]


@tf.function
def by_helper(x):
    return size_of(opened(x)) + size_of_known(shaped(x))


@tf.function
def set_too_late(x):
    y = opened(x)
    size = len(y.shape)  # [shape-lost-in-graph]
    y.set_shape([2, 3])
    return size


class Reader:
    def __init__(self, size):
        self.size = size

    def read(self, x):
        return tf.numpy_function(doubled, [x], tf.float32)

    def parse(self, x):
        return tf.image.resize(self.read(x), self.size)  # [shape-lost-in-graph]

    def parse_shaped(self, x):
        image = self.read(x)
        image.set_shape([None, None, 3])
        return tf.image.resize(image, self.size)

    def parse_ensured(self, x):
        return tf.image.resize(tf.ensure_shape(self.read(x), [None, None, 3]), self.size)

    def dataset(self):
        data = tf.data.Dataset.from_tensors(tf.ones([8, 8, 3]))
        data.map(self.parse_shaped)
        data.map(self.parse_ensured)
        return data.map(self.parse)


images = tf.data.Dataset.from_tensors(tf.ones([8, 8, 3]))
images.map(lambda x: tf.image.central_crop(opened(x), 0.5))  # [shape-lost-in-graph]
images.map(opened).map(lambda x: tf.reduce_sum(x))
images.map(lambda x: tf.image.random_flip_left_right(opened(x)))
Reader([4, 4]).dataset()


@tf.function
def dynamic(x):
    y = opened(x)
    size = tf.shape(y)[0]
    return tf.reduce_sum(y + x) + tf.reduce_mean(y[0]) + tf.cast(size, tf.float32) + tf.matmul(y, x, transpose_b=True)[0, 0]


@tf.function
def rank_asked(x):
    y = opened(x)
    if y.shape.rank is None:
        y.set_shape([2, 3])
    return y.shape.rank


@tf.function
def guarded(x):
    y = opened(x)
    return len(y.shape) if y.shape.ndims is not None else tf.rank(y)


@tf.function
def either_size(x):
    y = opened(x)
    return y.shape[0] or tf.shape(y)[0]


@tf.function
def handled(x):
    y = opened(x)
    try:
        return len(y.shape)
    except ValueError:
        return 2


@tf.function
def reshaped(x):
    y = tf.reshape(opened(x), [-1, 3])
    return len(y.shape) + dense(y)


@tf.function
def ensured(x):
    y = tf.ensure_shape(opened(x), [2, 3])
    return len(y.shape) + y.shape[0] * 2


@tf.function
def counted_out(x):
    return tf.unstack(opened(x), num=2)


@tf.function
def dropped(x):
    return dropout(opened(x))


@tf.function
def set_in_loop(x):
    both = tf.py_function(pair, [x], [tf.float32, tf.float32])
    for one in both:
        one.set_shape([2, 3])
    return len(both[0].shape)


def with_shape(y, shape):
    y.set_shape(shape)


@tf.function
def set_by_helper(x):
    y = opened(x)
    with_shape(y, [2, 3])
    return len(y.shape)


def eagerly(x):
    return len(opened(x).shape)


OUTSIDE = tf.numpy_function(doubled, [tf.ones([2, 3])], tf.float32)


@tf.function
def from_outside(x):
    return len(OUTSIDE.shape) + x


@tf.function
def in_python(x):
    return tf.py_function(lambda value: len(value.shape), [opened(x)], tf.int32)


@tf.function
def of_argument(x):
    return len(x.shape) + x.shape[0] * 2


@tf.function
def of_unknown_types(x, types):
    y = tf.numpy_function(doubled, [x], types)
    return len(y)


x = tf.ones([2, 3])
eagerly(x)
np.ones(3)
