"""All functions run eagerly because the program says so."""
import tensorflow as tf

tf.config.run_functions_eagerly(True)


@tf.function
def step(x):
    print("step", x)  # [print-in-graph] not observed
    return x


for value in (1, 2):
    step(tf.constant(value))
