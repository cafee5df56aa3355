import tensorflow as tf

weight = tf.Variable([1.0])


@tf.function
def train(optimizer):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(weight * weight)
    optimizer.apply_gradients(zip(tape.gradient(loss, [weight]), [weight]))
    return loss


for optimizer in (tf.keras.optimizers.Adam(0.1), tf.keras.optimizers.SGD(0.1, momentum=0.9)):
    print("loss %.3f" % train(optimizer))
