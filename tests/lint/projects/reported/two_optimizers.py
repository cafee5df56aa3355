"""One optimizer after the other: tensorflow/tensorflow#34983."""

import tensorflow as tf
from tensorflow import keras

model = keras.Sequential([keras.layers.Dense(2)])
loss_object = keras.losses.MeanSquaredError()


@tf.function
def train_step(x, y, opt):
    with tf.GradientTape() as tape:
        loss = loss_object(y, model(x))
    grads = tape.gradient(loss, model.trainable_variables)
    opt.apply_gradients(zip(grads, model.trainable_variables))


first = keras.optimizers.Adam()
second = keras.optimizers.RMSprop()
for x, y in keras.data():
    train_step(x, y, first)
for x, y in keras.data():
    train_step(x, y, second)  # [variable-created-in-graph]
