"""Schedules and losses: tensorflow/tensorflow#42662, #41760, #30534, #56296, dhirajmaji7/Attention-Res-UNet#1, madrugado/Attention-Based-Aspect-Extraction#21."""

import math
import numpy as np
import tensorflow as tf
import tensorflow.keras.backend as K


class Cosine(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, base, steps):
        super().__init__()
        warm = np.linspace(0, base, 10)
        iters = np.arange(steps)
        cosine = np.array([0.5 * base * (1 + math.cos(math.pi * t / steps)) for t in iters])
        self.lr_schedule = np.concatenate((warm, cosine))

    def __call__(self, step):
        return self.lr_schedule[step]  # [eager-only-call-in-graph]


class Warm(tf.keras.optimizers.schedules.LearningRateSchedule):
    def __init__(self, steps):
        super().__init__()
        self.steps = steps

    def __call__(self, step):
        if step < self.steps:  # [tensor-condition-without-autograph]
            return step / self.steps
        return math.cos(step)  # [eager-only-call-in-graph]


class Search(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)
        self.w_optimizer = tf.keras.optimizers.Adam()

    def train_step(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(self.dense(data))
        grads = tape.gradient(loss, self.dense.trainable_variables)
        if self.w_optimizer.iterations < 50:  # [tensor-condition-without-autograph]
            self.w_optimizer.apply_gradients(zip(grads, self.dense.trainable_variables))
        return {"loss": loss}


def weighted_dice_loss(y_true, y_pred):
    return 1.0 - tf.reduce_mean(y_true * y_pred)


def weighted_log_loss(y_true, y_pred):
    y_pred /= K.sum(y_pred, axis=-1, keepdims=True)
    weights = np.array([1, 5, 2, 4])
    weights = K.variable(weights)  # [variable-created-in-graph]
    return -K.mean(K.sum(y_true * K.log(y_pred) * weights, -1))


def gen_dice_loss(y_true, y_pred):
    return weighted_dice_loss(y_true, y_pred) + weighted_log_loss(y_true, y_pred)


def vgg_loss(y_true, y_pred):
    vgg = tf.keras.applications.VGG19(include_top=False)  # [variable-created-in-graph]
    model = tf.keras.Model(inputs=vgg.input, outputs=vgg.get_layer("block5_conv4").output)
    return tf.reduce_mean(tf.square(model(y_true) - model(y_pred)))


net = tf.keras.Sequential([tf.keras.layers.Dense(4)])
net.compile(optimizer="adam", loss=gen_dice_loss)
other = tf.keras.Sequential([tf.keras.layers.Conv2D(3, 3)])
other.compile("adam", loss=vgg_loss)


@tf.function
def get_compiled_model(vocab):
    model = tf.keras.Sequential([tf.keras.layers.Embedding(vocab, 3)])  # miss: [variable-created-in-graph]
    model.compile(optimizer="adam", loss="mse")
    return model


for epoch in range(3):
    get_compiled_model(10).train_on_batch(1, 2)


@tf.function(autograph=True)
def grown():
    v = tf.constant((0,))
    for i in tf.range(3):
        v = tf.concat((v, [i]), 0)  # [unsupported-in-tensor-loop]
    return v
