import tensorflow as tf


@tf.function
def squares(count):
    found = []
    for i in tf.range(count):
        found.append(i * i)
    return tf.stack(found)


print(squares(tf.constant(4)))
