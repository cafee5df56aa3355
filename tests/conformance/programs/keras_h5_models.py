# needs: h5py (the files)
import json
import os
import tempfile
import h5py
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses, metrics
from tests.conformance.support.tell import fails, near

FOLDER = tempfile.mkdtemp()
X, Y = np.sin(np.arange(12)).reshape(4, 3), np.cos(np.arange(4)).reshape(4, 1)


def path(name="m.h5"):
    return os.path.join(FOLDER, name)


def numbers(model):
    model.set_weights([np.sin(np.arange(w.size) + 1).reshape(w.shape) * 0.5 for w in model.get_weights()])
    return model


def told(name="m.h5"):
    """What is in a file."""
    with h5py.File(path(name)) as file:
        for key, value in sorted(file.attrs.items()):
            print(key, json.dumps(json.loads(value), sort_keys=True) if key.endswith("config") else value)
        file.visititems(lambda name, thing: print(name, sorted(thing.attrs), getattr(thing, "shape", "")))


def edit(change, name="m.h5"):
    """Change the config in a file."""
    with h5py.File(path(name), "r+") as file:
        config = json.loads(file.attrs["model_config"])
        change(config)
        file.attrs["model_config"] = json.dumps(config).encode()

# %% sequential
model = numbers(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, activation="relu"), layers.BatchNormalization(), layers.Dense(1)], name="s"))
model.compile("adam", losses.MeanSquaredError(), metrics=["mae", "accuracy", metrics.RootMeanSquaredError(name="r")])
model.fit(X, Y, verbose=0)
model.save(path())
told()
copy = tf.keras.models.load_model(path())
print(np.array_equal(copy.predict(X, verbose=0), model.predict(X, verbose=0)), type(copy.optimizer).__name__, int(copy.optimizer.iterations))
print(all(np.array_equal(a, b) for a, b in zip(copy.optimizer.variables, model.optimizer.variables)))
print(sorted(copy.evaluate(X, Y, verbose=0, return_dict=True)))

# %% functional
inputs = tf.keras.Input((3,), name="x")
a = layers.Dense(2, name="a")(inputs)
b = layers.Dense(2, name="b")(inputs)
model = numbers(tf.keras.Model(inputs, [layers.Add(name="c")([a, b]), layers.Concatenate(name="d")([a, b])], name="f"))
model.save(path())
told()
copy = tf.keras.models.load_model(path())
near(*copy(X), *model(X))
print([layer.name for layer in copy.layers], copy.compiled)

# %% nested-models
inner = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2)], name="inner")
inputs = tf.keras.Input((3,))
model = numbers(tf.keras.Model(inputs, layers.Dense(1)(inner(inputs))))
model.compile("sgd", losses.MeanSquaredError())
model.save(path())
told()
near(tf.keras.models.load_model(path())(X), model(X))

# %% loss-by-name
# differs: TensorFlow 2.21 does not read again what it wrote for a loss that is given by name
model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)])
model.compile("sgd", "mse")
model.save(path())
print(tf.keras.models.load_model(path()).loss.__name__)

# %% recurrent
model = numbers(tf.keras.Sequential([tf.keras.Input((4,)), layers.Reshape((2, 2)), layers.Bidirectional(layers.LSTM(2)), layers.Dense(1)]))
model.save(path())
near(tf.keras.models.load_model(path(), compile=False)(X[:, [0, 1, 2, 0]]), model(X[:, [0, 1, 2, 0]]))

# %% own-classes
class Twice(layers.Layer):
    def __init__(self, factor=2.0, **kwargs):
        super().__init__(**kwargs)
        self.factor = factor

    def call(self, x):
        return x * self.factor

    def get_config(self):
        return {**super().get_config(), "factor": self.factor}


@tf.keras.utils.register_keras_serializable("mine")
class Thrice(Twice):
    pass


model = tf.keras.Sequential([tf.keras.Input((3,)), Twice(5.0), Thrice(3.0)])
model.save(path())
fails(tf.keras.models.load_model, path())
copy = tf.keras.models.load_model(path(), custom_objects={"Twice": Twice})
near(copy(X[:1]), model(X[:1]))
with h5py.File(path()) as file:
    print([layer["class_name"] for layer in json.loads(file.attrs["model_config"])["config"]["layers"]])

# %% own-loss
def own(y, p):
    return tf.reduce_mean(tf.abs(y - p))


model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)])
model.compile("sgd", own)
model.save(path())
with h5py.File(path()) as file:
    print(json.loads(file.attrs["training_config"])["loss"])
print(tf.keras.models.load_model(path(), custom_objects={"own": own}).compiled)

# %% without-the-optimizer
model = numbers(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)]))
model.compile("adam", "mse")
model.fit(X, Y, verbose=0)
model.save(path(), include_optimizer=False)
told()
print(tf.keras.models.load_model(path()).compiled)

# %% weights
model = numbers(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, name="a"), layers.Dense(1, name="b")]))
model.save(path())
other = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, name="c"), layers.Dense(1, name="d")])
other.load_weights(path())
near(other(X), model(X))
third = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, name="a", kernel_initializer="zeros"), layers.Dense(2, name="z", kernel_initializer="ones")])
third.load_weights(path(), by_name=True)
near(*third.weights)
fails(third.load_weights, path())
import warnings

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    third.load_weights(path(), skip_mismatch=True)
print(*(warning.message for warning in caught), sep="\n")
fails(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2)]).load_weights, path())
fails(tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, name="a", use_bias=False)]).load_weights, path(), by_name=True)
fails(other.load_weights, path(), bogus=1)
try:
    other.load_weights(path("none.keras"), by_name=True)
except ValueError as error:
    print(str(error)[:50])

# %% as-keras-2-wrote-it
inputs = tf.keras.Input((3,), name="x")
a, b = layers.Dense(2, name="a")(inputs), layers.Dense(2, name="b")(inputs)
model = numbers(tf.keras.Model(inputs, layers.Add(name="c")([a, b])))
model.save(path())


def change(config):
    for layer in config["config"]["layers"]:
        layer["config"]["dtype"] = "float32"
        if layer["class_name"] == "InputLayer":
            layer["config"] = {"batch_input_shape": [None, 3], "dtype": "float32", "sparse": False, "ragged": False, "name": "x"}
        if layer["class_name"] == "Dense":
            del layer["config"]["quantization_config"]
            layer["config"]["kernel_initializer"] = {"class_name": "GlorotUniform", "config": {"seed": None}}
            layer["config"]["bias_initializer"] = {"class_name": "Zeros", "config": {}}
            layer["inbound_nodes"] = [[["x", 0, 0, {}]]]
        if layer["class_name"] == "Add":
            layer["inbound_nodes"] = [[["a", 0, 0, {}], ["b", 0, 0, {}]]]
    config["config"]["input_layers"], config["config"]["output_layers"] = [["x", 0, 0]], [["c", 0, 0]]


edit(change)
copy = tf.keras.models.load_model(path())
near(copy([X]), model(X))

# %% sequential-as-keras-2-wrote-it
model = numbers(tf.keras.Sequential([tf.keras.Input((3,)), layers.BatchNormalization(), layers.Dense(2)]))
model.save(path())


def change(config):
    config["config"] = {"name": "old", "layers": config["config"]["layers"]}
    first, second, third = config["config"]["layers"]
    first["config"] = {"batch_input_shape": [None, 3], "dtype": "float32", "sparse": False, "ragged": False, "name": "x"}
    second["config"] = {"name": "bn", "trainable": True, "dtype": "float32", "axis": [1], "momentum": 0.99, "epsilon": 0.001}
    third["config"] = {"name": "d", "trainable": True, "dtype": "float32", "units": 2, "activation": "linear", "use_bias": True}


edit(change)
copy = tf.keras.models.load_model(path())
near(copy(X), model(X))
print(copy.name, [layer.name for layer in copy.layers], copy.layers[0].axis)

# %% many-layers
model = tf.keras.Sequential([tf.keras.Input((1,))] + [layers.Dense(1, use_bias=False, name="layer" * 700 + str(number)) for number in range(20)])
model.save(path())
with h5py.File(path()) as file:
    print(sorted(file["model_weights"].attrs))
print(len(tf.keras.models.load_model(path()).layers))

# %% errors
try:
    tf.keras.models.load_model(path("none.h5"))
except FileNotFoundError as error:
    print(str(error)[:70])
with open(path("no.h5"), "w") as file:
    file.write("no")
try:
    tf.keras.models.load_model(path("no.h5"))
except Exception as error:
    print("not loaded")
with h5py.File(path("empty.h5"), "w"):
    pass
try:
    tf.keras.models.load_model(path("empty.h5"))
except ValueError as error:
    print(str(error)[:30])
model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)])
try:
    model.save(path("m.bogus"))
except ValueError as error:
    print(str(error)[:40])
