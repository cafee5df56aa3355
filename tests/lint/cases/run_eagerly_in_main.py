"""A program that switches graphs off when it is run, whatever the version."""

import tensorflow as tf


@tf.function
def step(x):
    print(x)
    return x


def prepare():
    return tf.ones(2)


def main():
    x = prepare()
    if tf.__version__ >= "2.3":
        tf.config.run_functions_eagerly(True)
    step(x)


if __name__ == "__main__":
    main()
