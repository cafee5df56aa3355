"""A small convolutional network that is trained, evaluated and asked, with its progress bar."""
import numpy as np
import tensorflow as tf
tf.keras.utils.set_random_seed(0)
model = tf.keras.Sequential([
    tf.keras.Input((28, 28, 1)),
    tf.keras.layers.Conv2D(8, 3, activation="relu"), tf.keras.layers.MaxPooling2D(),
    tf.keras.layers.Conv2D(16, 3, activation="relu"), tf.keras.layers.Flatten(),
    tf.keras.layers.Dropout(0.5), tf.keras.layers.Dense(10)])
model.compile("adam", tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True), metrics=["accuracy"])
x = np.random.RandomState(0).rand(96, 28, 28, 1).astype("float32")
y = np.random.RandomState(1).randint(0, 10, 96)
model.fit(x, y, epochs=2, batch_size=32)
print(model.evaluate(x, y))
print(model.predict(x[:8]).shape)
