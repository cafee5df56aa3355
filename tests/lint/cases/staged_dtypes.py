"""Names and returned values that have one dtype on one way through a staged branch or loop, and another on another."""

import tensorflow as tf

mse = tf.keras.losses.MeanSquaredError()
N = tf.constant(5)


@tf.function
def sums(n: tf.Tensor, batches: tf.Tensor):
    total = 0
    for i in tf.range(n):
        total += tf.random.normal([])  # [unsupported-in-tensor-loop]
    loss = 0
    for batch in batches:
        loss = loss + mse(batch, batch)  # [unsupported-in-tensor-loop]
    scaled = tf.constant(0)
    for i in tf.range(n):
        scaled = 1.5 + scaled  # [unsupported-in-tensor-loop]
    count = 0.0
    for i in tf.range(n):
        count += i  # [unsupported-in-tensor-loop]
    fine = 0.0
    for i in tf.range(n):
        fine += 1
        fine = fine * 2 + tf.cast(i, tf.float32)
    name = ""
    for i in tf.range(n):
        name = name + "a"
    largest = 0
    for i in tf.range(n):
        largest = tf.maximum(largest, i)
    highest = 0.0
    for batch in batches:
        highest = tf.maximum(1, batch)
    return total, loss, scaled, count, fine, name, largest, highest


@tf.function
def best_of(n: tf.Tensor):
    best = float("inf")
    found = None
    first = None
    for i in tf.range(n):
        first = i
        if i > 2:
            best = i  # [unsupported-in-tensor-loop]
            found = i  # [unsupported-in-tensor-loop]
    return best, found, first


@tf.function
def branches(n: tf.Tensor):
    value = 0
    if n > 0:
        value = tf.cast(n, tf.float32)  # [unsupported-in-tensor-loop]
    half = 0.5
    if n > 0:
        half = tf.cast(n, tf.float32) / 2
    return value, half


@tf.function
def returns(n: tf.Tensor):
    if n > 0:
        return tf.cast(n, tf.float32)
    return 0  # [unsupported-in-tensor-loop]


@tf.function
def returns_nothing(n: tf.Tensor):
    if n > 0:
        return n  # [unsupported-in-tensor-loop]
    else:
        return


@tf.function
def returns_alike(n: tf.Tensor):
    if n > 0:
        return 1.0
    return tf.sqrt(2.0)


@tf.function
def until_done(n: tf.Tensor):
    done = False
    while not done:  # [unsupported-in-tensor-loop]
        n += 1
        done = n > 10
    ready = tf.constant(False)
    while not ready:
        n += 1
        ready = n > 20
    return n
