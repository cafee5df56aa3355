"""Datasets that are cached after random numbers were drawn for their elements."""

import random

import numpy as np
import tensorflow as tf

generator = tf.random.Generator.from_seed(1)
flip = tf.keras.layers.RandomFlip()


def load(x):
    return tf.cast(x, tf.float32)


def noisy(x):
    return load(x) + tf.random.normal([])


def by_helper(x):
    return noisy(x) * 2.0


def by_generator(x):
    return load(x) + generator.uniform([])


def by_python(x):
    return load(x) + tf.numpy_function(lambda: np.float32(random.random()), [], tf.float32)


def by_layer(x):
    return flip(tf.zeros([4, 4, 3]))


def seeded(x):
    return load(x) + tf.random.normal([], seed=3)


def stateless(x):
    return load(x) + tf.random.stateless_normal([], [x, x])


def switched(x, training=False):
    return noisy(x) if training else load(x)


def prepared(x, training):
    if training:
        x = by_helper(x)
    return load(x)


data = tf.data.Dataset.range(4)
data.map(noisy).cache()  # [cache-after-random-map]
data.map(by_helper).batch(2).cache().prefetch(1)  # [cache-after-random-map]
data.map(by_generator).cache("file")  # [cache-after-random-map]
data.map(by_python).shuffle(4).cache()  # [cache-after-random-map]
data.map(by_layer).cache()  # [cache-after-random-map]
data.map(lambda x: tf.image.random_flip_left_right(tf.zeros([4, 4, 3]))).cache()  # [cache-after-random-map]
data.map(noisy).map(load).cache()  # [cache-after-random-map]
data.map(lambda x: prepared(x, True)).cache()  # [cache-after-random-map]

data.cache().map(noisy)
data.map(load).cache().map(by_helper)
data.map(load).cache()
data.map(seeded).cache()
data.map(stateless).cache()
data.map(switched).cache()
data.map(lambda x: prepared(x, False)).cache()
data.shuffle(4).cache()
data.map(noisy).repeat(3).cache()
data.map(noisy).batch(2)
validation = data.map(noisy).cache()


def by_steps(size):
    batches = data.map(noisy)
    batches = batches.batch(size)
    batches = batches.cache()  # [cache-after-random-map]
    return batches.prefetch(1)


class Reader:
    def __init__(self, size):
        self.size = size

    def augment(self, x):
        return tf.image.random_crop(tf.zeros([8, 8, 3]), self.size)

    def dataset(self):
        return data.map(self.augment).cache()  # [cache-after-random-map]

    def plain(self):
        return data.map(load).cache().map(self.augment)

    def test_data(self):
        return data.map(self.augment).cache()


class Store:
    """Its methods have the names of a dataset's."""

    def map(self, function):
        return self

    def cache(self):
        return self


Store().map(noisy).cache()
