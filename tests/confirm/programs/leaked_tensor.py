"""A tensor that is kept and used outside its graph."""
import tensorflow as tf


class Holder:
    last = None


@tf.function
def step(x):
    Holder.last = x * 2.0  # [outer-mutation-in-graph] observed Holder.last
    return x


for value in (1.0, 2.0):
    step(tf.constant(value))
try:
    print("last", float(Holder.last + 1.0))
except TypeError as error:
    print("out of scope:", "cannot be used here" in str(error))
