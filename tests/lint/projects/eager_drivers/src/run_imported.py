import tensorflow as tf
import settings

settings.note()


@tf.function
def step(x):
    print("step", x)
    return x


for _ in range(3):
    step(tf.ones(2))
