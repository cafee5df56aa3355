"""Datasets and Keras. needs tensorflow"""
import tensorflow as tf


@tf.function
def over_a_dataset(x):
    total = 0.0
    for batch in tf.data.Dataset.from_tensor_slices(x).batch(2):
        total += tf.reduce_sum(batch)
    return total


@tf.function
def over_an_outer_one(x):
    for batch in numbers:
        x += tf.reduce_sum(batch)
    return x


numbers = tf.data.Dataset.range(5).map(lambda i: tf.cast(i, tf.float32) * 2.0).batch(2)
model = tf.keras.Sequential([tf.keras.Input([2]), tf.keras.layers.Dense(2, kernel_initializer="ones")])
predict = tf.function(lambda x: model(x, training=False))
for scale in (1.0, 2.0):
    x = tf.constant([1.0, 2.0, 3.0]) * scale
    print(over_a_dataset(x).numpy(), over_an_outer_one(x).numpy(), predict(tf.ones([1, 2]) * scale).numpy())
