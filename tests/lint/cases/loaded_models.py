"""Models that are loaded or trained beforehand: as other models, they run in a graph by their call alone."""

import keras
import tensorflow as tf


class Encoded(tf.keras.Model):
    def __init__(self, path):
        super().__init__()
        self.encoder = keras.models.load_model(path)
        self.twin = tf.keras.models.clone_model(self.encoder)
        self.base = tf.keras.applications.MobileNetV2(include_top=False)

    def call(self, x):
        x = self.encoder.predict(x)  # [eager-only-call-in-graph]
        x = self.twin.predict(x)  # [eager-only-call-in-graph]
        x = self.base.predict(x)  # [eager-only-call-in-graph]
        return self.base(self.encoder(x)).numpy()  # [eager-only-call-in-graph]

    def embed(self, x):
        return self.encoder.predict(x)
