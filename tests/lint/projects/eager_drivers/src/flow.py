"""Helpers that make all functions run eagerly, or say that they do."""

import tensorflow as tf


def run_eager(on=True):
    tf.config.run_functions_eagerly(on)


def debug():
    run_eager()


def debug_some(level):
    if level > 3:
        run_eager()
