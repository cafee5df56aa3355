"""The wrapper of tf.function itself."""

import tensorflow as tf


def jit(f, device=None):
    """One graph function for each call."""
    return tf.function(f)
