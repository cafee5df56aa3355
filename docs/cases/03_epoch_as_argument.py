import tensorflow as tf

weight = tf.Variable(2.0)


@tf.function
def train_step(x, epoch):
    rate = 0.1 / (1.0 + tf.cast(epoch, tf.float32))
    weight.assign_sub(rate * x)
    return weight.read_value()


for epoch in range(4):
    print("weight %.3f" % train_step(tf.constant(1.0), epoch))
