"""A star import of something else leaves builtins what they are; names that are not seen are no graph functions."""

from mylib import *
from . import sibling
from .. import above
import tensorflow as tf


@function
def no_tensorflow(x):
    print(x)


@tf.function
def step(x):
    print(x)  # [print-in-graph]
    sibling.print(x)
    above.helper(x)
    return helper(x)
