"""Loops that AutoGraph does not convert: zaccharieramzi/tfkbnufft#8, tensorflow/tensorflow#33308, #51585."""

import tensorflow as tf


@tf.autograph.experimental.do_not_convert
def kbinterp(x, table):
    parts = []
    for b in tf.range(tf.shape(x)[0]):  # [tensor-condition-without-autograph]
        parts.append(x[b])
    return tf.stack(parts)


def pipeline(files):
    ds = tf.data.Dataset.from_tensor_slices(files)
    return ds.map(lambda x: kbinterp(x, 3))


band = [[0, 1], [1, 3]]


@tf.function
def band2bin(bands):
    parts = [tf.tile(bands[:, b, :], [1, band[b][1]]) for b in tf.range(bands.shape[1])]  # [eager-only-call-in-graph, tensor-condition-without-autograph]
    return tf.concat(parts, axis=1)


class Multi(tf.keras.Model):
    def __init__(self, n, width):
        super().__init__()
        self.n = n
        self.nets = []
        for _ in range(n):
            net = tf.keras.models.Sequential()
            net.add(tf.keras.layers.Dense(width))
            self.nets.append(net)

    @tf.function
    def __call__(self, x):
        out = tf.TensorArray(tf.float32, size=self.n)
        for i in tf.range(self.n):
            out = out.write(i, self.nets[i](x))  # [eager-only-call-in-graph]
        return out.stack()


class Multi3(tf.keras.Model):
    def __init__(self, n, width):
        super().__init__()
        self.n = n
        self.nets = [tf.keras.layers.Dense(width) for _ in range(n)]

    def call(self, x):
        out = []
        for i in tf.range(self.n):  # [tensor-condition-without-autograph]
            out.append(self.nets[i](x))  # [eager-only-call-in-graph]
        return tf.stack(out)
