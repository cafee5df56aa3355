"""Settings that TensorFlow cannot look up a graph by."""

import argparse

import tensorflow as tf


@tf.function
def step(x, settings):
    return x * settings.rate


print(step(tf.constant(2.0), argparse.Namespace(rate=0.5)).numpy())  # [unhashable-argument-in-graph]
