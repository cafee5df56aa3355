"""Loops over datasets, and over what a progress bar watches, that AutoGraph does not convert."""

import tensorflow as tf
from tqdm import tqdm


@tf.function
def total():
    dataset = tf.data.Dataset.range(5)
    return tf.add_n([value * 2 for value in dataset])  # [tensor-condition-without-autograph]


def doubled(dataset):
    for value in dataset:  # [tensor-condition-without-autograph]
        yield 2 * value


@tf.function
def of_generator():
    found = tf.constant(0, tf.int64)
    for value in doubled(tf.data.Dataset.range(5)):
        found += value
    return found


@tf.function(autograph=False)
def without():
    found = tf.constant(0, tf.int64)
    for value in tf.data.Dataset.range(5):  # [tensor-condition-without-autograph]
        found += value
    return found


@tf.function
def watched(x):
    found = tf.constant(0, tf.int64)
    for value in tqdm(tf.data.Dataset.range(4)):  # [tensor-condition-without-autograph]
        found += value
    for number, value in tqdm(enumerate(tf.data.Dataset.range(4))):  # miss: [tensor-condition-without-autograph]
        found += value * number
    for part in tqdm(tf.cast(x, tf.int64)):  # [tensor-condition-without-autograph]
        found += part
    for number in tqdm(range(3)):
        found += number
    return found


@tf.function
def converted():
    found = tf.constant(0, tf.int64)
    for value in tf.data.Dataset.range(4):
        found += value
    return found


def eagerly():
    return [value * 2 for value in tqdm(tf.data.Dataset.range(5))]


@tf.function(autograph=False)
def first(scale):
    for value in tf.data.Dataset.range(4):
        return tf.cast(value, tf.float32) * scale


@tf.function(autograph=False)
def first_three(scale):
    found = tf.constant(0.0)
    for number, value in enumerate(tf.data.Dataset.range(4)):
        if number == 3:
            break
        found += tf.cast(value, tf.float32) * scale
    return found


@tf.function
def next_one():
    return next(value for value in tf.data.Dataset.range(4))
