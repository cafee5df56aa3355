import tensorflow as tf
from tests.conformance.support.tell import fails

one = tf.constant(1)
images = tf.ones([2, 2, 3])


def both(function, *args):
    """Eagerly, and in a graph that is given the tensors."""
    fails(lambda: function(*args).dtype)
    fails(lambda: tf.function(lambda *given: function(*given), autograph=False)(*args).dtype)

# %% dtypes-that-are-tensors
fails(tf.as_dtype, tf.constant(1.0))
fails(tf.cast, one, tf.constant(1.0))
fails(tf.as_dtype, "float32")

# %% messages-that-are-no-text
fails(tf.debugging.check_numerics, [1.0], 1)
fails(tf.debugging.assert_all_finite, [1.0], None)

# %% windows
rows = tf.ones([1, 4, 4, 1])
for pool in (tf.nn.max_pool2d, tf.nn.avg_pool2d):
    fails(pool, rows, tf.constant(2), 1, "SAME")
    fails(pool, rows, 2, [1, 2, 3], "SAME")
    print(pool(rows, tf.constant([2, 2]), 1, "SAME").shape)
fails(tf.nn.max_pool1d, rows[0], [1, 2], 1, "SAME")

# %% images-and-factors
for adjust in (tf.image.adjust_hue, tf.image.adjust_saturation, tf.image.adjust_contrast):
    both(adjust, images[0], tf.constant(0.5))
    fails(lambda: adjust(images, tf.constant([0.5, 0.5])).dtype)
    both(adjust, images, tf.constant(0.5))
fails(tf.image.grayscale_to_rgb, tf.ones([1]))

# %% rates-and-logits
both(tf.nn.dropout, images, tf.constant(0.5, tf.float64))
both(tf.nn.dropout, images, one)
both(tf.nn.sparse_softmax_cross_entropy_with_logits, tf.constant([0]), tf.constant([[1, 2]], tf.int8))
both(tf.nn.softmax_cross_entropy_with_logits, tf.constant([[True, False]]), tf.constant([[True, False]]))

# %% axes
fails(tf.squeeze, [[1]], tf.constant([0]))
print(tf.squeeze([[1]], (0,)), tf.squeeze([[1]], 1))

# %% dtypes-of-results
fails(tf.shape, [1], tf.float32)
fails(tf.unique, [1], tf.float32)
fails(tf.strings.to_number, "1", tf.bool)
fails(tf.bitcast, 1, tf.string)

# %% dtypes-without-kernels
def refused(function, *args):
    for run in (function, tf.function(function, autograph=False)):
        try:
            run(*args)
        except tf.errors.OpError as error:
            print(type(error).__name__, error.message.split(":")[0].split("{{")[0])


refused(tf.realdiv, one, one)
refused(tf.linalg.det, tf.eye(2, dtype=tf.float16))
refused(tf.math.erfinv, tf.constant(0.5, tf.float16))
refused(lambda x: tf.unique(x).y, tf.constant([1j]))
refused(lambda x: (tf.realdiv(x, x), x)[1], one)
refused(lambda x: tf.cond(x > 3, lambda: tf.realdiv(x, x), lambda: x), one)

# %% counts-of-datasets
data = tf.data.Dataset.range(4)
for count in (one, tf.constant(1, tf.int64), tf.constant(1.0)):
    fails(lambda: data.take(count).cardinality().numpy())
    fails(lambda: data.map(lambda x: x, num_parallel_calls=count).cardinality().numpy())
    fails(lambda: data.interleave(lambda x: data, cycle_length=count).element_spec)

# %% sizes-tapes-variables-and-eager-tensors
import numpy as np
import tensorflow as tf
from tell import fails
x = tf.constant([1.0, 2.0, 3.0, 4.0, 5.0, 6.0])
for num in 1, 2, 3:
    fails(tf.split, x, [2, 4], num=num)
    fails(tf.split, x, tf.constant([2, 4]), num=num)
def batch_jacobian(persistent, pfor):
    rows = tf.reshape(x, [3, 2])
    with tf.GradientTape(persistent=persistent) as tape:
        tape.watch(rows)
        y = rows * rows
    return tape.batch_jacobian(y, rows, experimental_use_pfor=pfor).shape
for persistent in False, True:
    for pfor in False, True:
        fails(batch_jacobian, persistent, pfor)
def in_graph(make):
    with tf.Graph().as_default():
        return make()
for make in (lambda: tf.Variable([1.0, 2.0], shape=[3]), lambda: tf.Variable([1.0, 2.0], shape=[None]).shape, lambda: tf.Variable(1.0, constraint=0),
             lambda: x + x, lambda: tf.add(x, 1.0), lambda: x * tf.constant(1.0), lambda: tf.reduce_sum(x), lambda: tf.constant(1.0) + x, lambda: tf.identity(x)):
    fails(in_graph, make)
for axis in 1, -1, -2, -3, [0], [0, 0]:
    fails(tf.cumsum, x, axis=axis)
for indices, dims in (([3, 30], [4, 4]), ([3], [[4]]), (3, [0, 4]), (3, [4, 0])):
    fails(tf.unravel_index, indices, dims)

# %% metrics-that-take-no-pairs
import numpy as np
import tensorflow as tf
from tell import fails
keras = tf.keras
class Unweighted(keras.metrics.Metric):
    def update_state(self, y_true, y_pred):
        pass
    def result(self):
        return 0.0
for metric in keras.metrics.Mean(), Unweighted(), keras.metrics.MeanAbsoluteError():
    model = keras.Sequential([keras.layers.Dense(1)])
    model.compile("sgd", "mse", metrics=[metric], run_eagerly=True)
    fails(lambda: type(model.fit(np.ones((2, 2)), np.ones((2, 1)), verbose=0)).__name__)
