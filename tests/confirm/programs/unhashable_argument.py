"""Settings that no graph can be looked up by: the call raises."""
import argparse

import tensorflow as tf


@tf.function
def step(x, settings):
    return x * settings.rate


settings = argparse.Namespace(rate=0.5)
step(tf.constant(2.0), settings)  # [unhashable-argument-in-graph] observed
