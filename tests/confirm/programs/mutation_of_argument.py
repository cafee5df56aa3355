"""TensorFlow refuses to return from a function that changed the list it was given."""
import tensorflow as tf


@tf.function
def push(items, x):
    items.append(x)  # [outer-mutation-in-graph] observed items
    return x


buffer = []
for value in (1, 2):
    try:
        push(buffer, tf.constant(value))
    except ValueError as error:
        print("refused:", type(error).__name__)
