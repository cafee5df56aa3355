import tensorflow as tf

from net.model import Net


def main():
    net = Net()
    optimizer = tf.keras.optimizers.SGD()
    for _ in range(3):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(net(tf.ones((2, 2))))
        optimizer.apply_gradients(zip(tape.gradient(loss, net.trainable_variables), net.trainable_variables))


main()
