"""`tf.bitwise`."""

from runtime.ops.comparison import bitwise_and, bitwise_or, bitwise_xor, invert, left_shift, right_shift
