"""What is given in sight is known better than by the interface that it is annotated with."""

import tensorflow as tf

from base import Op
from network import Pipeline
from ops.count import Plain

pipeline = Pipeline(Plain())


@tf.function
def step(x):
    return pipeline.run(x)


@tf.function
def inner(x):
    return Pipeline(last=Plain()).run(x)


def steps(op: Op):
    @tf.function
    def run(x):
        return op.forward(x)  # [numpy-random-in-graph, outer-mutation-in-graph]

    return run
