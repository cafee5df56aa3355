import tensorflow as tf
import flow

flow.debug()


@tf.function
def step(x):
    print("step", x)
    return x


for _ in range(3):
    step(tf.ones(2))
