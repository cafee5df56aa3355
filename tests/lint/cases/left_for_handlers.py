"""What raises in a try leaves it for its handler: what comes after it there is not done."""

import tensorflow as tf


@tf.function
def step(x):
    total = tf.reduce_sum(x)
    try:
        print(total.numpy())
    except AttributeError:
        pass
    return total


@tf.function
def step2(x):
    total = tf.reduce_sum(x)
    try:
        print("begin")  # [print-in-graph]
        value = total.numpy()
        print(value)
    except AttributeError:
        print("graph")
    try:
        print(total)  # [print-in-graph]
    except AttributeError:
        pass
    for i in range(2):
        try:
            float(total)
            print("never")  # [print-in-graph]
        except TypeError:
            continue
    return total
