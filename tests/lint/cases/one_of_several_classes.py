"""An attribute that may be an object of one of several classes: a method sees the parts of its own class alone."""

import tensorflow as tf


class Alone(tf.keras.layers.Layer):
    def call(self, x):
        return tf.nn.relu(x)


class Crossed(tf.keras.layers.Layer):
    def call(self, pair):
        source, target = pair
        return source + target


class Encoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.attention = Alone()

    def call(self, x):
        return self.attention(x + 1.0)


class Decoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.attention = Crossed()

    def call(self, pair):
        source, target = pair
        return self.attention((source, target * 2.0))


class Memory(tf.keras.layers.Layer):
    def __init__(self, is_crossed):
        super().__init__()
        if is_crossed:
            self.attend = Decoder()
        else:
            self.attend = Encoder()
        self.is_crossed = is_crossed

    def call(self, x):
        if self.is_crossed:
            return self.attend((x, x * 2.0))
        return self.attend(x)


class Items(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.parts = [Encoder(), Decoder()]

    def call(self, x):
        first = self.parts[0]
        return first(x)
