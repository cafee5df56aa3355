import tensorflow as tf


class Attention(tf.keras.layers.Layer):
    def call(self, inputs):
        self.last_score = tf.nn.softmax(inputs)  # [tensor-leaked-from-graph]
        self.last_length = tf.shape(inputs)[1]
        return inputs * self.last_score
