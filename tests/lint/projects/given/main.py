import random

import tensorflow as tf
from tensorflow import keras

from library import Runner, train
from measures import best, scaled, worst
from model import Coded


def rotate(image, label):
    return tf.image.rot90(image, k=random.choice([0, 1])), label


def noisy(x):
    return x * random.random()  # [python-random-in-graph]


def compiled(function, x):
    step = tf.function(function)
    step(x)
    return step(x)


def loud(x):
    print(x)
    return x


class Report(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(self.model.last_code)


list(train(rotate))
compiled(noisy, tf.ones([3]))
Runner(loud).run(tf.ones([3]))
model = Coded()
model.compile("adam")
model.fit(tf.zeros([4, 8]), epochs=2, callbacks=[Report()])
measured = keras.Sequential([keras.layers.Dense(1)])
measured.compile("sgd", loss=scaled, metrics=["accuracy", worst, best])  # [print-in-graph, print-in-graph, print-in-graph]
