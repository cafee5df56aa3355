"""NumPy in losses: tensorflow/tensorflow#98779, #37177."""

import numpy as np
import tensorflow as tf

q = tf.keras.Sequential([tf.keras.layers.Dense(4)])
target = tf.keras.Sequential([tf.keras.layers.Dense(4)])
optimizer = tf.keras.optimizers.Adam()


def compute_loss(experiences, gamma, q, target):
    states, actions, rewards, nexts, done = experiences
    best = tf.reduce_max(target(nexts), axis=-1)
    y = rewards + (1 - done) * gamma * best
    values = tf.gather_nd(q(states), tf.stack([tf.range(q(states).shape[0]), tf.cast(actions, tf.int32)], axis=1))
    return np.mean(np.square(y - values))  # [eager-only-call-in-graph]


@tf.function
def agent_learn(experiences, gamma):
    with tf.GradientTape() as tape:
        loss = compute_loss(experiences, gamma, q, target)
    optimizer.apply_gradients(zip(tape.gradient(loss, q.trainable_variables), q.trainable_variables))


def get_losses(fake, real):
    return tf.reduce_mean(np.abs(tf.sqrt(tf.nn.moments(fake, [0])[1]) - tf.sqrt(tf.nn.moments(real, [0])[1])))  # [eager-only-call-in-graph]


@tf.function
def losses(a, b):
    return get_losses(a, b)
