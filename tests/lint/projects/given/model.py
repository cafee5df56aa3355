import tensorflow as tf
from tensorflow import keras


class Coded(keras.Model):
    last_code = None
    last_size = None

    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)

    def keep(self, code):
        self.last_code = code  # [tensor-leaked-from-graph]
        self.last_size = code
        return self.last_size

    def train_step(self, x):
        return {"loss": tf.reduce_mean(self.keep(self.dense(x)))}
