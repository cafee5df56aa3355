"""`tf.compat.v2`: what ``import tensorflow`` gives, under another name."""

import sys

import runtime

sys.modules[__name__] = runtime
