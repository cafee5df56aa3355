"""A program that runs its functions both ways, or eagerly where a setting says so."""

import os

import tensorflow as tf


@tf.function
def step(x):
    print(x)  # [print-in-graph]
    return x


def main():
    step(tf.ones(2))
    tf.config.run_functions_eagerly(True)
    step(tf.ones(2))


if os.environ.get("EAGER"):
    tf.config.run_functions_eagerly(True)
if __name__ == "__main__":
    main()
