"""Layers that are changed between two calls of `fit`, with and without a new `compile`."""

from tensorflow import keras

base = keras.applications.VGG16()
drop = keras.layers.Dropout(0.2)
model = keras.Sequential([base, drop, keras.layers.Dense(1)])
model.compile("sgd", "mse")
model.fit(1, 2)
base.trainable = True  # [outer-value-frozen-in-graph]
model.fit(1, 2)
base.trainable = False
model.compile("sgd", "mse")
model.fit(1, 2)
for layer in base.layers:
    layer.trainable = True  # [outer-value-frozen-in-graph]
model.fit(1, 2)


def loop():
    for epoch in range(10):
        drop.rate = 0.1 * epoch  # [outer-value-frozen-in-graph]
        if epoch > 3:
            base.trainable = True  # [outer-value-frozen-in-graph]
        model.fit(1, 2)


def loop2():
    for epoch in range(10):
        if epoch == 3:
            base.trainable = True
            model.compile("sgd")
        model.fit(1, 2)


def loop3():
    for seed in range(10):
        model = keras.Sequential([base, drop, keras.layers.Dense(1)])
        base.trainable = seed > 3
        model.compile("sgd")
        model.fit(1, 2)


def once():
    base.trainable = False
    model.fit(1, 2)
    for layer in base.layers:
        layer.trainable = True


def fine_tune(x, y):
    model.fit(x, y)
    model.optimizer.clipnorm = 0.1  # [outer-value-frozen-in-graph]
    model.optimizer.learning_rate = 0.1
    model.fit(x, y)
    model.optimizer.weight_decay = 0.1
    model.compile(model.optimizer, "mse")
    model.fit(x, y)
