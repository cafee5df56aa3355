"""New shapes and dtypes build new graphs: one line for each graph, fewer than eagerly."""
import tensorflow as tf


@tf.function
def total(x):
    print("total of", x.shape, x.dtype)  # [print-in-graph] observed
    return tf.reduce_sum(x)


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32)])
def any_length(x):
    return tf.reduce_sum(x)


for size in (1, 2, 1, 2, 3):
    total(tf.ones([size]))
    any_length(tf.ones([size]))
total(tf.ones([1], tf.int32))
