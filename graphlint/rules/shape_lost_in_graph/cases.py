"""How shape-lost-in-graph decides."""

from graphlint.rules.case import Case

_OPENED = "y = tf.py_function(lambda value: value, [x], tf.float32)\n"
_MODEL = """
import numpy as np
import tensorflow as tf

def parse(x, y):
    x, y = tf.numpy_function(lambda x, y: (x, y), [x, y], [tf.float32, tf.float32])
{shaped}    return x, y

data = tf.data.Dataset.from_tensors((np.ones(3, np.float32), np.ones(1, np.float32)))
model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(data.map(parse).batch(1), verbose=0)
"""


def _of(code: str, says: str = "", note: str = "") -> Case:
    return Case(_OPENED + code, says or f"`{code}`", note)


CASES = (
    _of("return len(y.shape)"),
    _of("return y * (y.shape[0] * 2)"),
    _of("return tf.reshape(x, y.shape.as_list())"),
    _of("return tf.unstack(y)"),
    _of("return tf.keras.layers.Flatten()(y)"),
    Case(_MODEL.format(shaped=""), says="`model.fit(data.map(parse).batch(1))` where `parse` returns what `tf.numpy_function` makes"),
    Case(
        _MODEL.format(shaped="    x.set_shape([3])\n    y.set_shape([1])\n"),
        says="the same where `parse` sets the shapes",
    ),
    _of("return tf.shape(y)[0]", note="the shape when the graph runs"),
    _of("return tf.reduce_sum(y) + y[0]"),
    _of("return y.shape.rank", note="None"),
    _of("y.set_shape([3])\nreturn len(y.shape)", "`y.set_shape([3])`, then `len(y.shape)`"),
    _of("return len(tf.ensure_shape(y, [None]).shape)"),
    _of("return len(tf.reshape(y, [-1]).shape)"),
    _of("return tf.unstack(y, num=3)"),
)
