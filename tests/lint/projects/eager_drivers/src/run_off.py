import tensorflow as tf
from flow import run_eager

run_eager(False)


@tf.function
def step(x):
    print("step", x)  # [print-in-graph]
    return x


for _ in range(3):
    step(tf.ones(2))
