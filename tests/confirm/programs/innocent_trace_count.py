"""A program that asks how often its function was traced gets an answer that no eager run can give."""
import tensorflow as tf


@tf.function
def step(x):
    return x + 1


for value in (1, 2):
    step(tf.constant(value))
    print("traces:", step.experimental_get_tracing_count())
