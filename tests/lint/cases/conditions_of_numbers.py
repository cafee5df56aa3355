"""Conditions that are numbers: Python asks whether they are zero, AutoGraph and Keras take bools alone."""

import tensorflow as tf

counter = tf.Variable(0)
enabled = tf.Variable(True)
rates = tf.Variable([0.1, 0.2])


@tf.function
def branches(x):
    if tf.size(x):  # [unsupported-in-tensor-loop]
        x = x / 2.0
    if not tf.shape(x)[0]:  # [unsupported-in-tensor-loop]
        x = x + 1.0
    if tf.reduce_sum(x) and x[0] > 0.0:  # [unsupported-in-tensor-loop]
        x = x + 1.0
    if counter % 2:  # [unsupported-in-tensor-loop]
        x = x + 1.0
    if counter:  # [unsupported-in-tensor-loop]
        x = x + 1.0
    x = x if rates else -x  # [unsupported-in-tensor-loop]
    for i in tf.range(3):
        if i:  # [unsupported-in-tensor-loop]
            x = x + 1.0
    return x


@tf.function
def turns(x):
    n = tf.size(x)
    while n:  # [unsupported-in-tensor-loop]
        x = x + 1.0
        n -= 1
    return x


@tf.function
def compared(x, flag=False):
    """Bools, what is known at the trace, and what may be either."""
    large = tf.reduce_any(x > 0.0)
    if large:
        x = x + 1.0
    if enabled:
        x = x + 1.0
    if tf.size(x) > 0 and tf.reduce_sum(x) != 0.0:
        x = x + 1.0
    if len(x.shape) and x.shape[0]:
        x = x + 1.0
    if flag and tf.reduce_all(x > 0.0):
        x = x + 1.0
    if tf.cast(tf.size(x), tf.bool):
        x = x + 1.0
    if counter is not None:
        x = x + 1.0
    n = 3
    while n:
        n -= 1
    try:
        if tf.size(x):
            x = x + 1.0
    except Exception:
        pass
    return x


class Gated(tf.keras.layers.Layer):
    def __init__(self, use_bias=True, mask=None):
        super().__init__()
        self.use_bias = use_bias
        self.scale = None
        self.mask = mask

    def build(self, shape):
        if self.use_bias:
            self.bias = self.add_weight(name="bias", shape=shape[-1:])
        else:
            self.bias = None
        self.scale = tf.Variable(1.0)

    def call(self, x):
        if self.bias:  # [tensor-condition-without-autograph]
            x = x + self.bias
        if self.bias is not None:
            x = x + self.bias
        if self.mask:
            x = x * self.mask
        return x

    @tf.function
    def scaled(self, x):
        if self.scale:  # [unsupported-in-tensor-loop]
            x = x * self.scale
        return x
