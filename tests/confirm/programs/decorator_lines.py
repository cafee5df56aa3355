"""What a decorator keeps of a method or a function that a graph function calls."""
import functools

import tensorflow as tf


class Decoder(tf.Module):
    @functools.cached_property  # [tensor-leaked-from-graph] observed
    def table(self):
        """The table."""
        return tf.range(4)

    @tf.function
    def look(self, i):
        return self.table[i]


decoder = Decoder()
decoder.look(tf.constant(1))
print(decoder.table)


@functools.lru_cache(maxsize=None)  # [tensor-leaked-from-graph] observed
def powers(n):
    return tf.pow(2, tf.range(n))


@tf.function
def power(i):
    return powers(4)[i]


@tf.function
def twice(i):
    return 2 * powers(4)[i]


print(power(tf.constant(1)))
try:
    print(twice(tf.constant(1)))
except TypeError:
    print("out of scope")


@functools.lru_cache(maxsize=None)
def never(n):
    return n + 1


print(never(1))
