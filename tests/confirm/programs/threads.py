"""Graph functions called from threads, one after the other."""
import threading

import tensorflow as tf


@tf.function
def step(x):
    print("in a thread")  # [print-in-graph] observed
    return x + 1


for value in (1, 2, 3):
    thread = threading.Thread(target=lambda: print("result", int(step(tf.constant(value)))))
    thread.start()
    thread.join()
