"""A step of a generative adversarial network: its noise and its dropout are chance."""
import tensorflow as tf
from tensorflow.keras import layers

generator = tf.keras.Sequential([
    tf.keras.Input((100,)), layers.Dense(7 * 7 * 32, use_bias=False), layers.BatchNormalization(), layers.LeakyReLU(),
    layers.Reshape((7, 7, 32)),
    layers.Conv2DTranspose(16, 5, strides=2, padding="same", use_bias=False), layers.BatchNormalization(), layers.LeakyReLU(),
    layers.Conv2DTranspose(1, 5, strides=2, padding="same", use_bias=False, activation="tanh")])
discriminator = tf.keras.Sequential([
    tf.keras.Input((28, 28, 1)), layers.Conv2D(16, 5, strides=2, padding="same"), layers.LeakyReLU(), layers.Dropout(0.3),
    layers.Flatten(), layers.Dense(1)])
entropy = tf.keras.losses.BinaryCrossentropy(from_logits=True)
optimizers = tf.keras.optimizers.Adam(1e-4), tf.keras.optimizers.Adam(1e-4)


@tf.function
def train_step(images):
    noise = tf.random.normal([16, 100])
    with tf.GradientTape() as tape, tf.GradientTape() as other:
        fake = generator(noise, training=True)
        real_out, fake_out = discriminator(images, training=True), discriminator(fake, training=True)
        generator_loss = entropy(tf.ones_like(fake_out), fake_out)
        discriminator_loss = entropy(tf.ones_like(real_out), real_out) + entropy(tf.zeros_like(fake_out), fake_out)
    weights = generator.trainable_variables
    optimizers[0].apply_gradients(zip(tape.gradient(generator_loss, weights), weights))
    weights = discriminator.trainable_variables
    optimizers[1].apply_gradients(zip(other.gradient(discriminator_loss, weights), weights))
    return generator_loss, discriminator_loss


images = tf.random.uniform([16, 28, 28, 1])
for _ in range(4):
    losses = train_step(images)
print(*map(float, losses))
