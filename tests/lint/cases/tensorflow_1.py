"""Code that needs TensorFlow 1 builds one graph: its layers are traced by nothing. Graph functions and datasets are."""

import tensorflow as tf

inputs = tf.placeholder(tf.float32, [None, 3])


class Scale(tf.keras.layers.Layer):
    def call(self, x):
        print("building")
        return tf.to_float(x)


@tf.function
def decorated(x):
    print("tracing it")  # [print-in-graph]
    return x


def parse(line):
    print(line)  # [print-in-graph]
    return line


lines = tf.data.Dataset.from_tensor_slices(["a"]).map(parse)
