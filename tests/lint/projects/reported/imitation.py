"""The number of the epoch is given to a graph function: microsoft/AirSim-Drone-Racing-VAE-Imitation#10."""

import tensorflow as tf
import racing_models
import racing_utils

mode = "latent"
epochs = 10000


@tf.function
def reset():
    loss_metric.reset_states()


@tf.function
def train(images, labels, epoch, mode):
    with tf.GradientTape() as tape:
        if mode == "full":
            out = model(images)
        elif mode == "latent":
            z, _, _ = coder.encode(images)
            out = model(z)
        loss = tf.reduce_mean(tf.losses.mean_squared_error(labels, out))
    grads = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(grads, model.trainable_variables))
    loss_metric(loss)


ds, test_ds = racing_utils.create("x")
if mode == "full":
    model = racing_models.Full()
elif mode == "latent":
    coder = racing_models.Coder()
    model = racing_models.Latent()
optimizer = tf.keras.optimizers.Adam(lr=1e-2)
loss_metric = tf.keras.metrics.Mean()
flag = True
for epoch in range(epochs):
    for x, y in ds:
        train(x, y, epoch, mode)  # [python-scalar-retrace]
        if flag:
            flag = False
    reset()
