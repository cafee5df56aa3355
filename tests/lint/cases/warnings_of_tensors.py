"""Warnings that show tensors, also where these are written into the text; what a helper is given is not looked into there."""

import logging
import tensorflow as tf

logger = logging.getLogger(__name__)


class A(tf.keras.layers.Layer):
    def call(self, x):
        logger.warning("loss %s", x)  # [print-in-graph]
        logger.warning("loss %s", tf.reduce_sum(x))  # [print-in-graph]
        return self.helper(x)

    def helper(self, x):
        logger.warning("loss %s", x)  # [print-in-graph]
        return x


@tf.function
def f(x):
    logger.warning("loss %s", x)  # [print-in-graph]
    logger.warning(f"loss {x}")  # [print-in-graph]
    logger.warning("loss {}".format(x))  # [print-in-graph]
    y = x + 1
    logger.warning(f"loss {y}")  # [print-in-graph]
    return h(y)


def h(y):
    logger.warning("h %s", y)  # [print-in-graph]
    logger.warning(f"h {y}")  # [print-in-graph]
    return y


f(tf.ones(1))
