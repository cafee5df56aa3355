"""Processes that the program starts write to the same streams."""
import subprocess
import sys

import tensorflow as tf


@tf.function
def step(x):
    return x + 1


print(int(step(tf.constant(1))))
subprocess.run([sys.executable, "-c", "print('from a child')"], check=True)
subprocess.run([sys.executable, "-c", "import sys; sys.stderr.write('error of a child\\n')"], check=True)
print(int(step(tf.constant(2))), flush=True)
