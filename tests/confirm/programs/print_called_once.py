"""One call prints the same text both ways; a second line is never reached."""
import tensorflow as tf


@tf.function
def step(x, verbose):
    print("step")  # [print-in-graph] not observed
    if verbose:
        print("verbose")  # [print-in-graph] not reached
    return x


step(tf.constant(1), False)
