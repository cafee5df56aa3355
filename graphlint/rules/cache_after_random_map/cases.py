"""How cache-after-random-map decides."""

from graphlint.rules.case import Case

_PROGRAM = """
import tensorflow as tf

data = tf.data.Dataset.range(4)

def augment(x):
    return tf.cast(x, tf.float32) + {draw}

{made}
"""


def _of(made: str, draw: str = "tf.random.uniform([])", says: str = "", note: str = "") -> Case:
    return Case(_PROGRAM.format(made=made, draw=draw), says or f"`{made}`", note)


CASES = (
    _of("data.map(augment).cache()"),
    _of("data.map(augment).batch(2).cache().prefetch(1)"),
    _of("data.map(lambda x: augment(x)).cache()"),
    _of("data.cache().map(augment)"),
    _of("data.map(augment).cache()", "tf.random.uniform([], seed=1)", "`data.map(augment).cache()` with `tf.random.uniform([], seed=1)`", "the same numbers in each epoch anyway"),
    _of("data.map(augment).cache()", "tf.random.stateless_uniform([], [x, x])", "the same with `tf.random.stateless_uniform`"),
    _of("data.map(augment).repeat(3).cache()", note="three other ones of each element"),
    _of("data.shuffle(4).cache()", note="the elements are the same, in an order that is kept"),
    _of("validation = data.map(augment).cache()", note="by its name"),
)
