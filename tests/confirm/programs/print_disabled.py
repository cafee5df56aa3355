"""A record that no handler and no level lets through writes nothing; a new graph at each call writes each time."""
import logging

import tensorflow as tf

log = logging.getLogger("quiet")
log.setLevel(logging.ERROR)


@tf.function
def quiet(x):
    log.info("value %s", x)  # [print-in-graph] not observed
    return x


@tf.function
def each(n):
    print("n is", n)  # [print-in-graph] not observed
    return tf.constant(n)


for value in (1, 2, 3):
    quiet(tf.constant(value))
    each(value)  # [python-scalar-retrace] observed
