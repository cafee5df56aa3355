"""Values of which a program has a few: numbers of its layers, texts that are written there."""

import tensorflow as tf


@tf.function
def apply(x, i):
    return x * i


@tf.function
def act(x, name):
    return x if name == "none" else tf.nn.relu(x)


def forward(layers, x):
    for i, layer in enumerate(layers):
        x = apply(layer(x), i)
    return x


def activations(x):
    for name in ("none", "relu", "elu"):
        x = act(x, name)
    return x


def by_index(blocks, x):
    for i in range(len(blocks)):
        x = apply(blocks[i](x), i)
    return x


def over_data(dataset):
    for i, x in enumerate(dataset):
        apply(x, i)  # [python-scalar-retrace]


NAMES = ["a", "b", "c"]


def named(x):
    for name in NAMES:
        act(x, name)


def read(x, path):
    for line in open(path):
        act(x, line)


def numbers(x):
    for n in (8, 16, 32):
        apply(x, n)  # [python-scalar-retrace]
