"""Code in an advice can be pasted; where the source is abbreviated or no expression by itself, words say what to do."""

import tensorflow as tf


@tf.function
def step(x, rate=1.0, **options):
    return x * rate


x = tf.constant(1.0)
for n in range(10):
    step(x, n)  # [python-scalar-retrace]
    step(x, rate=n / 3)  # [python-scalar-retrace]
    step(x, **{"rate": n / 3})  # [python-scalar-retrace]
    step(*(x, n / 3))  # [python-scalar-retrace]
    step(*[x], *[n / 3])  # [python-scalar-retrace]
    step(x, (1.0 + n) * (2.0 + n) * (3.0 + n) * (4.0 + n))  # [python-scalar-retrace]
    step(x, 1.0 if n < 3 else 0.5 * n)  # [python-scalar-retrace]
    step(x, f"first  {n}")  # [python-scalar-retrace]
    step(x, f"first\n{n}")  # [python-scalar-retrace]
    step(x, (rate := n / 7))  # [python-scalar-retrace]
settings = {"rate": 0.5}
for settings["rate"] in (0.1, 0.2, 0.3):
    step(x, settings["rate"])  # [python-scalar-retrace]
    step(x, **settings)  # [python-scalar-retrace]

step(x, **{"rate": True})
step(x, rate=1)  # [equal-scalars-share-a-trace]


@tf.function
def truth(x, training=False):
    if tf.abs(x) * 2.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0 + 1.0:  # [unsupported-in-tensor-loop]
        x = x + 1
    if tf.abs(x) * 2.0:  # [unsupported-in-tensor-loop]
        x = x + 1
    if tf.reduce_sum(x):  # [unsupported-in-tensor-loop]
        x = x + 1
    return x


@tf.function
def flags(x):
    done = False
    for _ in tf.range(3):
        if tf.reduce_sum(x) > 3.0:
            done = True
    if done is True:  # [unsupported-in-tensor-loop]
        x = x + 1
    if done is False:  # [unsupported-in-tensor-loop]
        x = x + 2
    if done is not True:  # [unsupported-in-tensor-loop]
        x = x + 3
    return x


class Trainer:
    @tf.function
    def step(self, optimizer, x):
        optimizer.apply_gradients([(x, self.weights)])
        return x

    def train(self):
        for rate in (0.1, 0.2):
            pair = (tf.keras.optimizers.Adam(rate), x)
            self.step(*pair)  # [variable-created-in-graph]
