"""`tf.bitwise`."""

from runtime.ops.bitwise import bitwise_and, bitwise_or, bitwise_xor, invert, left_shift, right_shift
