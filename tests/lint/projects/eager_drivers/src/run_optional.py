import tensorflow as tf
import flow

flow.debug_some(level=2)


@tf.function
def step(x):
    print("step", x)  # [print-in-graph]
    return x


for _ in range(3):
    step(tf.ones(2))
