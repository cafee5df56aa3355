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


class Corrected:
    def __init__(self, dark=None):
        self.dark = dark
        self.size = None
        self.table = None

    def set_size(self, size):
        self.size = size

    def correct(self, image):
        if self.dark is not None:
            image = image - self.dark
        else:
            print("no dark field", image)  # [print-in-graph]
        if self.table is None:
            print("making a table")
            self.table = 3
        if self.size is None:
            print("no size yet")
        if self.dark is None:
            print("nothing to do")  # [print-in-graph]
            return image
        return image


corrected = tf.data.Dataset.range(3).map(Corrected().correct)


class Scored(tf.keras.Model):
    def call(self, state):
        return tf.constant(state) * 2.0  # [eager-only-call-in-graph]
