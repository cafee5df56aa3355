"""A coin that is thrown once, a shift that never changes, and an order that is shuffled once and for all."""

import random

import tensorflow as tf

rng = random.Random(3)


def flip(image):
    if random.random() < 0.5:  # [python-random-in-graph]
        image = image[::-1]
    return image


@tf.function
def augment(image):
    image = flip(image)
    shift = rng.uniform(-1.0, 1.0)  # [python-random-in-graph]
    order = [0, 1, 2, 3]
    random.shuffle(order)  # [python-random-in-graph]
    return tf.gather(image, order) + shift


image = tf.constant([1.0, 2.0, 3.0, 4.0])
for _ in range(6):
    print("augmented:", augment(image).numpy())
