import tensorflow as tf

values = tf.Variable([1.0, 2.0, 3.0])


@tf.function
def run():
    with tf.GradientTape() as tape:
        loss = -tf.reduce_mean(tf.math.log(values))
    optimizer = tf.keras.optimizers.Adam(0.5)
    optimizer.apply_gradients([(tape.gradient(loss, values), values)])


run()
print(values.numpy())
