"""Warnings: of arguments and settings they are as good once, of tensors and behind tests of tensors they are not."""

import logging
import random
import time
import warnings

import tensorflow as tf


@tf.function
def checked(x, count, names):
    if count > 3:
        logging.warning("%s is many", count)  # [print-in-graph]
    for name in names:
        warnings.warn(f"{name} is unknown")  # [print-in-graph]
    if tf.reduce_any(x < 0):
        logging.warning("some are negative")  # [print-in-graph]
        warnings.warn("some are negative")  # [print-in-graph]
        if count > 3:
            warnings.warn("and they are many")  # [print-in-graph]
    logging.warning("the sum is %s", tf.reduce_sum(x))  # [print-in-graph]
    return x


def tried_again(x):
    for _ in range(3):
        try:
            return tf.cast(x, tf.int32)
        except ValueError as error:
            print(error)  # [print-in-graph]
            delay = random.uniform(0.0, 1.0)  # [python-random-in-graph]
            time.sleep(delay)  # [world-read-in-graph]
    return x


@tf.function
def tries(x):
    return tried_again(x)
