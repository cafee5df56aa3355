import tensorflow as tf

import rules
from hooks import Cool, Halve
from loop import Loop


def main():
    loop = Loop([tf.Variable(1.0)], "plain", [Halve(), Cool()])
    loop.run(100)
    for index in range(10):
        loop.agent.act(tf.constant(1.0), 0.1 * index)  # [python-scalar-retrace]
        loop.agent.act(tf.constant(1.0), tf.constant(0.1 * index))


if __name__ == "__main__":
    main()
