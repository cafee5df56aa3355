import tensorflow as tf
from lib.differentiated import Differentiated


def test_gradients():
    x = tf.ones((2, 2))
    with tf.GradientTape() as tape:
        tape.watch(x)
        y = Differentiated()(x)
    assert tape.gradient(y, x) is not None
