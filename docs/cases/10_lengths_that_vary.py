import tensorflow as tf

table = tf.Variable(tf.random.normal([100, 8]))


@tf.function
def encode(words):
    return tf.reduce_sum(tf.gather(table, words), axis=1)


for length in (3, 5, 7, 9):
    print(encode(tf.ones([2, length], tf.int32)).shape)
