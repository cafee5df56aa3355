"""Items that one branch sets, dtypes of quotients, Python loops that are left, and ranges of tensors."""

import tensorflow as tf

SIZES = [1, 2, 3]


@tf.function
def items(x: tf.Tensor, given, kind):
    total = tf.reduce_sum(x)
    one = {"a": x}
    both = {}
    there = {"a": x}
    filled = {}
    within = {}
    if total > 0.0:
        one["b"] = x * 2.0  # [unsupported-in-tensor-loop]
        both["a"] = x
        there["a"] = x * 2.0
        made = {}
        made["a"] = x
        x = made["a"]
    else:
        both["a"] = -x
    filled.update(given)
    if total > 1.0:
        filled["a"] = x * 2.0
    if kind == "a":
        within["a"] = x * 2.0
    before = {}
    before["a"] = x
    if total > 2.0:
        before["a"] = x * 2.0
    return one, both, there, filled, given, within, before


@tf.function
def quotients(x: tf.Tensor):
    size = tf.size(x)
    if size == 0:
        return 0
    return tf.reduce_sum(x) / tf.cast(size, x.dtype)  # [unsupported-in-tensor-loop]


class Decoder:
    def __init__(self, lengths, length=6):
        self.length = length
        self.given = lengths
        self.blocks = [tf.keras.layers.Dense(2) for _ in range(3)]

    @tf.function
    def decode(self, x: tf.Tensor):
        for _ in range(self.length):
            x = x * 2.0
            if tf.reduce_max(x) > 9.0:
                break  # [unsupported-in-tensor-loop]
        for block in self.blocks:
            x = block(x)
            if tf.reduce_max(x) > 9.0:
                break  # [unsupported-in-tensor-loop]
        for size in SIZES:
            if tf.reduce_max(x) > size:
                return x  # [unsupported-in-tensor-loop]
        for _ in range(self.given):
            if tf.reduce_max(x) > 9.0:
                break
        for block in self.blocks:
            if block.name == "last":
                break
        return x


@tf.function
def ranges(x: tf.Tensor):
    found, kept, rows = [], [], []
    for i in range(tf.shape(x)[0]):
        found.append(x[i])  # [unsupported-in-tensor-loop]
        if x[i] > 3.0:
            return found  # [unsupported-in-tensor-loop]
    for i in range(x.shape[0]):
        kept.append(x[i])
    rows = [x[i] for i in range(tf.shape(x)[0])]  # [tensor-condition-without-autograph]
    axes = list(range(tf.rank(x)))  # [eager-only-call-in-graph]
    return found, kept, rows, axes, [x[i] for i in range(x.shape[0])]


@tf.function
def recorded(x: tf.Tensor, rates):
    if tf.reduce_sum(x) == 0.0:
        loss, rate = 0.0, 0.0
        mean = tf.reduce_mean(x)
        total = 0.0  # [unsupported-in-tensor-loop]
    else:
        with tf.GradientTape() as tape:
            loss = -tf.reduce_mean(x)
            mean = tf.reduce_mean(x)
            if rates:
                loss -= mean
        for rate in rates:
            x = x * rate
    return loss, mean, rate, total


class InLoops:
    @tf.function
    def staged(self, data):
        for _ in tf.range(3):
            if tf.reduce_sum(data) > 0:
                sample = tf.identity(data)  # [unsupported-in-tensor-loop]
            else:
                self.put(data)
            if tf.reduce_any(tf.math.is_nan(sample)):
                tf.print("NaN")
        return data

    @tf.function
    def unrolled(self, data):
        for _ in range(3):
            if tf.reduce_sum(data) > 0:
                number = tf.random.uniform([])  # [unsupported-in-tensor-loop]
                within = number + 1
                data += within
            data += number
        return data

    @tf.function
    def set_before(self, data):
        last = data
        for _ in tf.range(3):
            if tf.reduce_sum(data) > 0:
                last = data + 1
            data += last
        return data


@tf.function
def several_at_once(x: tf.Tensor):
    for _ in tf.range(3):
        if x > 0:
            alpha, beta, gamma = x, x + 1, x + 2  # [unsupported-in-tensor-loop]
        else:
            x = x + 1
        x = x + alpha + beta + gamma
    return x
