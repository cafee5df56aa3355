"""Methods of layers that set a flag between two fits of a model that is put together of them."""

import keras


class Noise(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.on = True

    def switch_off(self):
        self.on = False

    def call(self, x):
        return x + 1.0 if self.on else x  # [outer-value-frozen-in-graph]


def twice(x):
    noise = Noise()
    start = keras.Input((2,))
    out = noise(start)
    out = keras.layers.Dense(2)(out)
    model = keras.Model(start, out)
    model.compile("sgd", "mse")
    model.fit(x, x)
    noise.switch_off()
    model.fit(x, x)


def compiled(x):
    noise = Noise()
    model = keras.Sequential([noise])
    model.compile("sgd", "mse")
    model.fit(x, x)
    noise.switch_off()
    model.compile("sgd", "mse")
    model.fit(x, x)


def other(x):
    noise = Noise()
    model = keras.Sequential([keras.layers.Dense(2)])
    model.compile("sgd", "mse")
    model.fit(x, x)
    noise.switch_off()
    model.fit(x, x)


def predicted(x):
    noise = Noise()
    model = keras.Sequential([noise])
    model.compile("sgd", "mse")
    model.fit(x, x)
    noise.switch_off()
    model.predict(x)
