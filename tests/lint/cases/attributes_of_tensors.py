"""Python attributes that are put on tensors, and read on the other side of a trace, where they are missing."""

import tensorflow as tf


class Named:
    def __init__(self):
        self.tag = "named"


@tf.function
def asks(x):
    return x if x.tag == "b" else -x  # [attribute-of-traced-tensor]


@tf.function
def asks_with_default(x):
    return x if getattr(x, "tag", None) == "b" else -x  # [attribute-of-traced-tensor]


@tf.function
def asks_whether(x):
    if hasattr(x, "tag"):  # [attribute-of-traced-tensor]
        return x
    return -x


def helper(y):
    return y.tag == "b"  # [attribute-of-traced-tensor]


@tf.function
def asks_in_a_helper(x):
    return x if helper(x) else -x


def other(y):
    return y.mark + 1  # [attribute-of-traced-tensor]


@tf.function
def asks_in_another(x):
    return x * other(x)


@tf.function
def asks_of_elements(xs):
    return xs[0] if xs[0].tag == "b" else -xs[0]  # [attribute-of-traced-tensor]


class Model(tf.Module):
    @tf.function
    def step(self, x):
        return x * x.weight  # [attribute-of-traced-tensor]

    def run(self, x):
        given = tf.constant(x)
        given.weight = 2.0
        return self.step(given)


def put(t, mark):
    t.mark = mark
    return t


x = tf.constant(1.0)
x.tag = "a"
asks(x)
asks_with_default(x)
asks_whether(x)
asks_in_a_helper(x)
asks_in_another(put(x, 3.0))
asks_of_elements([x])
Model().run(1.0)


@tf.function
def labels(x):
    y = x * 2
    y.label = "twice"
    return y


@tf.function
def counts(x):
    x.seen = 1
    return x * 2


def reads():
    z = labels(tf.constant(1.0))
    print(z.label)  # [attribute-of-traced-tensor]
    print(labels(tf.constant(2.0)).label)  # [attribute-of-traced-tensor]
    given = tf.constant(3.0)
    counts(given)
    print(given.seen)  # [attribute-of-traced-tensor]


def puts_it_again():
    z = labels(tf.constant(1.0))
    z.label = "again"
    print(z.label)


# What is innocent


def reads_label(y):
    return y.label


@tf.function
def within(x):
    y = x * 2
    y.label = "twice"
    return y, reads_label(y)


captured = tf.constant(2.0)
captured.scale = 4.0


@tf.function
def captures(x):
    return x * captured.scale


@tf.function
def of_object(x, named):
    return x if named.tag == "named" else -x


variable = tf.Variable(1.0)
variable.tag = "variable"


@tf.function
def of_variable(v):
    return v + (1.0 if v.tag == "variable" else 0.0)


class Masking(tf.keras.layers.Layer):
    def call(self, inputs):
        outputs = inputs * 2.0
        outputs._keras_mask = tf.cast(inputs, tf.bool)
        return outputs


class Masked(tf.keras.layers.Layer):
    def call(self, inputs):
        return inputs, getattr(inputs, "_keras_mask", None)


@tf.function
def own(x):
    return x.shape, x.dtype, x.name, x.op


def plain():
    t = tf.constant(1.0)
    t.note = "plain"
    return t.note


named = Named()


def run():
    within(tf.constant(1.0))
    captures(tf.constant(1.0))
    of_object(tf.constant(1.0), named)
    of_variable(variable)
    own(tf.constant(1.0))
    tf.keras.Sequential([Masking(), Masked()])(tf.ones([1, 2]))
