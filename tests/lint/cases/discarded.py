"""Results of functional updates that are dropped, and those that are kept."""

import keras
import tensorflow as tf
from keras import backend as K

weights = tf.Variable([1.0, 2.0])
log = []


@tf.function
def dropped(x):
    array = tf.TensorArray(tf.float32, 3)
    array.write(0, x[0])  # [discarded-result-in-graph]
    array.unstack(x)  # [discarded-result-in-graph]
    array.scatter([0, 1], x)  # [discarded-result-in-graph]
    array.split(x, [1, 2])  # [discarded-result-in-graph]
    array.write(0, x[0]).write(1, x[1])  # [discarded-result-in-graph]
    kept = array.write(0, x[0])
    kept.write(1, x[1])  # [discarded-result-in-graph]
    for i in tf.range(3):
        array.write(i, x[i])  # [discarded-result-in-graph]
    if tf.reduce_sum(x) > 0.0:
        array.write(2, x[2])  # [discarded-result-in-graph]
    tf.tensor_scatter_nd_update(x, [[0]], [1.0])  # [discarded-result-in-graph]
    tf.tensor_scatter_nd_add(x, [[0]], [1.0])  # [discarded-result-in-graph]
    tf.tensor_scatter_nd_sub(x, [[0]], [1.0])  # [discarded-result-in-graph]
    tf.tensor_scatter_nd_max(x, [[0]], [1.0])  # [discarded-result-in-graph]
    tf.tensor_scatter_nd_min(x, [[0]], [1.0])  # [discarded-result-in-graph]
    fill(array, x)
    return array.stack()


def fill(array, x):
    array.write(1, x[1])  # [discarded-result-in-graph]


class Recorder:
    def __init__(self):
        self.array = tf.TensorArray(tf.float32, 3, clear_after_read=False)

    @tf.function
    def record(self, x):
        self.array.write(0, x[0])  # [discarded-result-in-graph]
        return x


@tf.function
def kept(x):
    array = tf.TensorArray(tf.float32, 3)
    array = array.write(0, x[0])
    array = array.unstack(x)
    array = array.scatter([0, 1], x)
    for i in tf.range(3):
        array = array.write(i, x[i])
    first = array.write(0, x[0])
    arrays = [array.write(0, x[0])]
    array.mark_used()
    array.size()
    array.close()
    x = tf.tensor_scatter_nd_update(x, [[0]], [1.0])
    y = tf.tensor_scatter_nd_add(x, [[0]], [1.0])
    weights.assign(x)
    weights.assign_add(x)
    weights.scatter_nd_update([[0]], [1.0])
    weights.scatter_update(tf.IndexedSlices(x[:1], [0]))
    tf.debugging.assert_positive(x)
    tf.print(x)
    tf.stack([x, y])
    tf.split(x, 3)
    tf.io.write_file("/dev/null", tf.strings.as_string(x[0]))
    with open("/dev/null") as file:  # [world-read-in-graph]
        file.write
    return give(array, x), first, arrays


def give(array, x):
    return array.write(1, x[1])


class Writer:
    def write(self, index, value):
        log.append(index)  # [outer-mutation-in-graph]

    def split(self, value):
        return value


@tf.function
def own(x):
    writer = Writer()
    writer.write(0, x)
    writer.split(x)
    return x


def plain(x):
    array = tf.TensorArray(tf.float32, 3)
    array.write(0, x)
    tf.tensor_scatter_nd_update(x, [[0]], [1.0])
    return array.stack()


@tf.function
def by_part(x):
    array = tf.TensorArray(tf.float32, 3)
    for i in tf.range(3):
        if x[i] == 2:
            array.write(i, 1.0)  # [discarded-result-in-graph]
    return array.stack()


@tf.function
def in_while_loop(x):
    array = tf.TensorArray(tf.float32, 3).unstack(tf.zeros([3]))

    def body(i, x, array):
        array.write(i, x)  # [discarded-result-in-graph]
        kept = array.write(i, x)
        return i + 1, x, kept

    _, _, array = tf.while_loop(lambda i, *_: i < 3, body, [tf.constant(0), x, array])
    return array.stack()


@tf.function
def never_read(centers, labels, array):
    updated = tf.tensor_scatter_nd_sub(centers, labels, centers)  # [discarded-result-in-graph]
    _ = tf.tensor_scatter_nd_add(centers, labels, centers)  # [discarded-result-in-graph]
    kept = tf.tensor_scatter_nd_add(centers, labels, centers)
    later = tf.tensor_scatter_nd_add(centers, labels, centers)

    def read():
        return later

    return kept + read()


@tf.function
def stopped(x):
    tf.stop_gradient(x)  # [discarded-result-in-graph]
    return x * tf.stop_gradient(x)


@tf.function
def clipped(x):
    for u in [weights]:
        u = tf.clip_by_value(u, -1.0, 1.0)  # [discarded-result-in-graph]
    for w in [weights]:
        w = tf.clip_by_norm(w, 1.0)
        x = x + w
    for v in [weights]:
        v = tf.clip_by_norm(v, 1.0)
    tf.random.shuffle(x)  # [discarded-result-in-graph]
    return tf.random.shuffle(x) + v


@tf.function
def ordered(x):
    update = tf.tensor_scatter_nd_update(weights, [[0]], [0.0])  # [discarded-result-in-graph]
    with tf.control_dependencies([update]):  # which orders what has effects
        y = tf.identity(x)
    used = tf.tensor_scatter_nd_update(x, [[0]], [0.0])
    with tf.control_dependencies([used]):
        return y + used


@tf.function
def forgotten(x, cap):
    tf.minimum(x, cap)  # [discarded-result-in-graph]
    tf.reshape(x, [-1])  # [discarded-result-in-graph]
    tf.ensure_shape(x, [None, 3])
    unused = tf.cast(x, tf.float32)
    return tf.maximum(x, 0.0)


def fits(a, b):
    try:
        tf.reshape(a, b.shape)
        return True
    except ValueError:
        return False


@tf.function
def fitted(a, b):
    return tf.reshape(a, b.shape) if fits(a, b) else a


def likelihood(y_true, y_pred):
    """What Keras' backend and operations return is dropped."""
    spread = K.square(y_pred[:, 1])
    K.clip(spread, 0.1, None)  # [discarded-result-in-graph]
    keras.ops.slice_update(spread, [0], [0.1])  # [discarded-result-in-graph]
    K.set_value(scale, 1.0)
    return K.mean(K.log(spread) + K.square(y_true - y_pred[:, 0]) / spread)


scale = K.variable(0.0)
network = keras.Sequential([keras.layers.Dense(2)])
network.compile("sgd", loss=likelihood)
