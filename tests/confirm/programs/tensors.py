"""What tensors of a graph cannot do."""
import math

import numpy as np
import tensorflow as tf

kept = []
table = {}


class Model:
    loss = None

    @tf.function
    def step(self, x):
        self.loss = tf.reduce_sum(x)  # [tensor-leaked-from-graph] observed self.loss
        return x


@tf.function
def keep(x):
    kept.append(tf.square(x))  # [tensor-leaked-from-graph] observed kept
    return x


@tf.function
def enter(x):
    table["last"] = tf.sqrt(x)  # [tensor-leaked-from-graph] observed table
    return x


@tf.function
def as_number(x):
    return x * math.sqrt(tf.reduce_sum(x))  # [eager-only-call-in-graph] observed


@tf.function
def as_array(x):
    return x * tf.reduce_sum(x).numpy()  # [eager-only-call-in-graph] observed


@tf.function
def of_numpy(x):
    return np.maximum(x, 1.0) + np.sum(np.asarray(x))  # [eager-only-call-in-graph] observed


@tf.function
def as_index(x):
    return [1.0, 2.0, 3.0, 4.0, 5.0][tf.argmax(x)]  # [eager-only-call-in-graph] observed


@tf.function(autograph=False)
def unconverted(x):
    if tf.reduce_sum(x) > 0.0:  # [tensor-condition-without-autograph] observed
        return x
    return -x


@tf.function
def in_comprehension(x):
    return [y for y in (x, -x) if tf.reduce_sum(y) > 0.0][0]  # [tensor-condition-without-autograph] observed


@tf.autograph.experimental.do_not_convert
def sign(x):
    while tf.reduce_sum(x) < 10.0:  # [tensor-condition-without-autograph] observed
        x = x * 2.0
    return x


@tf.function
def through_helper(x):
    return sign(x)


@tf.function
def returned(x):
    for item in tf.sort(x):
        if item > 1.0:
            return item  # [unsupported-in-tensor-loop] observed
    return tf.constant(0.0)


@tf.function
def gathered(x):
    items = []
    for item in tf.sort(x):
        items.append(item)  # [unsupported-in-tensor-loop] observed
    return tf.stack(items)


@tf.function
def one_sided(x):
    if tf.reduce_sum(x) > 0.0:
        y = x  # [unsupported-in-tensor-loop] observed
    return y


@tf.function
def unwritten(x):
    array = tf.TensorArray(tf.float32, size=2, clear_after_read=False)
    for i in tf.range(2):
        array.write(i, x[i])  # [discarded-result-in-graph] observed
    return array.stack()


@tf.function
def unscattered(x):
    array = tf.TensorArray(tf.float32, size=2)
    array.scatter([0, 1], x[:2])  # [discarded-result-in-graph] observed
    return array.stack()


model = Model()
for scale in (1.0, 2.0):
    x = tf.constant([1.0, 2.0, 3.0]) * scale
    for function in (model.step, keep, enter, as_number, as_array, of_numpy, as_index, unconverted, in_comprehension,
                     through_helper, returned, gathered, one_sided, unwritten, unscattered):
        try:
            function(x)
        except Exception:
            pass


@tf.function
def called_once(x):
    array = tf.TensorArray(tf.float32, 1, element_shape=())
    array.write(0, x)  # [discarded-result-in-graph] observed
    return array.stack()


called_once(tf.constant(2.0))
