"""Optimizers out of dicts, lists and comprehensions: the variables of the second are made too late."""

import tensorflow as tf

model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
opts = {"a": tf.keras.optimizers.Adam(), "b": tf.keras.optimizers.Adam()}
names = ["a", "b"]
made = {n: tf.keras.optimizers.Adam() for n in names}
listed = [tf.keras.optimizers.Adam() for _ in names]
built = {"a": tf.keras.optimizers.Adam(), "b": tf.keras.optimizers.Adam()}
for one in built.values():
    one.build(model.trainable_variables)


def apply(x, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


@tf.function
def step(x, opt):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))
    return loss


step(tf.ones((2, 3)), opts["a"])
step(tf.ones((2, 3)), opts["a"])
step(tf.ones((2, 3)), opts["b"])  # [variable-created-in-graph]


@tf.function
def step2(x, opt):
    opt.apply_gradients(zip([x], [model.trainable_variables[0]]))
    return x


for n in names:
    step2(tf.ones((2, 3)), made[n])  # [variable-created-in-graph]


@tf.function
def step3(x, opt):
    opt.apply_gradients(zip([x], [model.trainable_variables[0]]))
    return x


for i in range(2):
    step3(tf.ones((2, 3)), listed[i])  # [variable-created-in-graph]


@tf.function
def step4(x, opt):
    opt.apply_gradients(zip([x], [model.trainable_variables[0]]))
    return x


step4(tf.ones((2, 3)), built["a"])
step4(tf.ones((2, 3)), built["b"])
