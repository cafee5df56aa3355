import json
from copy import deepcopy
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers
from tests.conformance.support.tell import fails, show


def told(config):
    """A config as text, with short names for what is in all of them."""
    text = json.dumps(config, sort_keys=True)
    for long, short in (('{"class_name": "DTypePolicy", "config": {"name": "float32"}, "module": "keras", "registered_name": null}', "FLOAT32"),
                        ('{"class_name": "Zeros", "config": {}, "module": "keras.initializers", "registered_name": null}', "ZEROS"),
                        ('{"class_name": "GlorotUniform", "config": {"input_axes": null, "output_axes": null, "seed": null}, "module": '
                         '"keras.initializers", "registered_name": null}', "GLOROT")):
        text = text.replace(long, short)
    print(text)


def again(thing):
    """The config of an object, and whether the object made of it has the same."""
    config = thing.get_config()
    told(config)
    copy = type(thing).from_config(deepcopy(config))
    if copy.get_config() != config:
        told(copy.get_config())


def numbers(model):
    model.set_weights([np.sin(np.arange(w.size) + 1).reshape(w.shape) * 0.5 for w in model.get_weights()])

# %% layers
for layer in (layers.Dense(3, activation="relu", kernel_regularizer="l2", bias_constraint="non_neg"), layers.Embedding(3, 2, mask_zero=True),
              layers.Conv1D(2, 3), layers.Conv2D(2, (3, 2), strides=2, padding="same"), layers.Conv2DTranspose(2, 3), layers.DepthwiseConv2D(3),
              layers.SeparableConv2D(2, 3), layers.MaxPooling1D(), layers.AveragePooling2D(2), layers.GlobalAveragePooling2D(),
              layers.ZeroPadding2D((1, 2)), layers.Cropping1D(), layers.UpSampling2D(), layers.Reshape((2, -1)), layers.Permute((2, 1)),
              layers.RepeatVector(3), layers.Flatten(), layers.Masking(1.0), layers.Dropout(0.5, seed=1), layers.SpatialDropout1D(0.5),
              layers.GaussianNoise(0.1), layers.BatchNormalization(momentum=0.9), layers.LayerNormalization(), layers.GroupNormalization(2),
              layers.Normalization(mean=1.0, variance=2.0), layers.Rescaling(2.0), layers.Add(), layers.Dot(1), layers.Concatenate(1),
              layers.ReLU(6.0), layers.LeakyReLU(), layers.PReLU(), layers.ELU(), layers.Softmax(), layers.Activation("tanh"),
              layers.ActivityRegularization(0.1), layers.MultiHeadAttention(2, 3), layers.Attention(), layers.EinsumDense("ab,bc->ac", 3),
              layers.Identity(), layers.InputLayer(shape=(3,))):
    again(layer)

# %% recurrent-layers
for layer in (layers.LSTM(3, return_sequences=True, dropout=0.1), layers.GRU(3, kernel_initializer="zeros"), layers.SimpleRNN(3),
              layers.RNN(layers.LSTMCell(3)), layers.RNN([layers.GRUCell(2), layers.GRUCell(3)])):
    again(layer)
layer = layers.Bidirectional(layers.LSTM(3), merge_mode="sum")
config = layer.get_config()
print(sorted(config), config["layer"]["config"]["name"], config["backward_layer"]["config"]["go_backwards"])
copy = layers.Bidirectional.from_config(config)
print(copy.get_config() == config, copy.merge_mode)
again(layers.TimeDistributed(layers.Dense(2)))

# %% other-objects
from tensorflow.keras import initializers, losses, metrics, optimizers, regularizers

for thing in (initializers.GlorotUniform(1), initializers.RandomNormal(stddev=0.1), initializers.VarianceScaling(seed=3), initializers.Constant(3),
              initializers.Orthogonal(2.0), regularizers.L1L2(0.1, 0.2), losses.MeanSquaredError(), losses.Huber(delta=2.0),
              losses.SparseCategoricalCrossentropy(from_logits=True, name="s"), losses.BinaryCrossentropy(label_smoothing=0.1),
              metrics.Mean("m"), metrics.SparseCategoricalAccuracy(), metrics.Precision(0.3), metrics.AUC(20),
              optimizers.SGD(0.5, momentum=0.25, nesterov=True), optimizers.Adam(0.5, clipnorm=1.0), optimizers.RMSprop(0.5),
              optimizers.AdamW(0.5), optimizers.Adagrad(0.5), optimizers.schedules.ExponentialDecay(0.1, 10, 0.9),
              optimizers.schedules.CosineDecay(0.1, 10), optimizers.schedules.PiecewiseConstantDecay([1], [0.1, 0.2])):
    again(thing)
told(optimizers.Adam(optimizers.schedules.ExponentialDecay(0.1, 10, 0.9)).get_config()["learning_rate"])
for thing in (losses.mse, tf.keras.activations.relu, initializers.Zeros(), {"a": [1, (2, 3)], "b": None}, np.float32(2), b"x",
              slice(1, None), tf.constant([1, 2]), np.array([1.5]), tf.TensorShape([None, 2]), tf.int32):
    told(tf.keras.utils.serialize_keras_object(thing))
print(tf.keras.activations.serialize(tf.nn.relu), initializers.serialize(initializers.Ones()))
print(tf.keras.utils.deserialize_keras_object({"module": "builtins", "class_name": "function", "config": "mean_squared_error",
                                                "registered_name": "function"}) is losses.mse)
print(optimizers.get({"class_name": "SGD", "config": {"learning_rate": 0.25}}).get_config()["learning_rate"])
print(initializers.get({"module": "keras.initializers", "class_name": "Ones", "config": {}, "registered_name": None})((2,)).numpy())

# %% own-layers
class Linear(layers.Layer):
    def __init__(self, units=4, **kwargs):
        super().__init__(**kwargs)
        self.units = units

    def build(self, input_shape):
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer="ones")

    def call(self, inputs):
        return inputs @ self.w


class Told(Linear):
    def get_config(self):
        return {**super().get_config(), "units": self.units}


again(Linear(3))
again(Told(5, name="told"))
again(layers.Dense(2, name="d"))


class WithObject(layers.Layer):
    def __init__(self, thing):
        super().__init__()
        self.thing = thing


fails(lambda: WithObject(object()).get_config())
told(tf.keras.utils.serialize_keras_object(Linear(3, name="a")))


@tf.keras.utils.register_keras_serializable(package="mine")
class Registered(Linear):
    pass


@tf.keras.utils.register_keras_serializable(package="mine", name="act")
def activation(x):
    return x * 2


told(tf.keras.utils.serialize_keras_object(Registered(3, name="r")))
told(layers.Dense(2, activation=activation, name="a").get_config())
copy = layers.Dense.from_config(layers.Dense(2, activation=activation, kernel_initializer="ones", name="a").get_config())
print(copy(tf.ones((1, 2))).numpy(), tf.keras.utils.get_registered_name(Registered), tf.keras.utils.get_registered_object("mine>act") is activation)
config = tf.keras.utils.serialize_keras_object(Linear(2))
fails(lambda: tf.keras.utils.deserialize_keras_object(config))
with tf.keras.utils.custom_object_scope({"Linear": Linear}):
    print(tf.keras.utils.deserialize_keras_object(config).units)
print(tf.keras.utils.deserialize_keras_object(config, custom_objects={"Linear": Linear}).units)
fails(lambda: tf.keras.utils.deserialize_keras_object({"class_name": "__lambda__", "config": {"value": "x"}}))
fails(lambda: tf.keras.utils.deserialize_keras_object(3.5j))
fails(lambda: layers.Flatten.from_config({"colour": "red"}))

# %% sequential
model = tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(2, activation="relu", name="a"), layers.Dense(1, name="b")], name="s")
numbers(model)
told(model.get_config())
copy = tf.keras.Sequential.from_config(model.get_config())
print(copy.name, [layer.name for layer in copy.layers], copy.built, copy.input_shape)
copy.set_weights(model.get_weights())
show(copy(tf.ones((1, 3))))
clone = tf.keras.models.clone_model(model)
print(clone.name, [w.path for w in clone.weights], clone.layers[0] is model.layers[0])
again_from_json = tf.keras.models.model_from_json(model.to_json())
print(again_from_json.name, [tuple(w.shape) for w in again_from_json.weights])
unbuilt = tf.keras.Sequential([layers.Dense(2, name="x")], name="u")
told(unbuilt.get_config())
print(tf.keras.models.clone_model(unbuilt).built)
model.compile("sgd", "mse", metrics=["mae"])
told(json.loads(model.to_json())["compile_config"]["loss"])
doubled = tf.keras.models.clone_model(model, clone_function=lambda layer: layers.Dense.from_config({**layer.get_config(), "units": 4}) if layer.name == "a" else type(layer).from_config(layer.get_config()))
print([tuple(w.shape) for w in doubled.weights])

# %% functional
a, b = tf.keras.Input((3,), name="a"), tf.keras.Input((2,), name="b")
shared = layers.Dense(2, name="shared")
x = shared(a)
y = shared(layers.Concatenate(name="both")([b, layers.Dense(1, name="one")(a)]))
z = layers.Add(name="sum")([x, y * 2.0])
model = tf.keras.Model([a, b], {"z": z, "y": layers.Dropout(0.5, name="drop")(y)}, name="m")
config = model.get_config()
told(config)
numbers(model)
copy = tf.keras.Model.from_config(config)
copy.set_weights(model.get_weights())
for m in (model, copy, tf.keras.models.model_from_json(model.to_json())):
    print([layer.name for layer in m.layers], m.input_shape, m.output_names)
for result in tf.nest.flatten([model([tf.ones((1, 3)), tf.ones((1, 2))]), copy({"a": tf.ones((1, 3)), "b": tf.ones((1, 2))})]):
    show(result)
clone = tf.keras.models.clone_model(model)
print([layer.name for layer in clone.layers], clone.get_layer("shared") is shared, [w.path for w in clone.weights])
model.summary()
model.summary(show_trainable=True, line_length=76)
fails(lambda: model.get_layer("none"))
fails(lambda: tf.keras.Model(a, b))
print(shared.input, shared.output.shape, model.input[0].name, sorted(model.output))

# %% masks-in-models
tokens = tf.keras.Input((None,), dtype="int32", name="tokens")
x = layers.Embedding(5, 3, mask_zero=True, name="embedding")(tokens)
x = layers.LSTM(2, name="lstm")(x)
model = tf.keras.Model(tokens, layers.Dense(1, name="out")(x), name="m")
model.summary()
told(model.get_config()["layers"][-2]["inbound_nodes"])
numbers(model)
show(model(tf.constant([[1, 2, 0], [3, 0, 0]])))
copy = tf.keras.Model.from_config(model.get_config())
copy.set_weights(model.get_weights())
show(copy(tf.constant([[1, 2, 0], [3, 0, 0]])))
show(model.predict(np.array([[1, 2, 0], [3, 0, 0]]), verbose=0))

# %% nested-models
inner = tf.keras.Sequential([layers.Dense(2, name="i1"), layers.Dense(3, name="i2")], name="inner")
a = tf.keras.Input((4,), name="a")
block = tf.keras.Model(a, layers.Dense(4, name="bd")(a), name="block")
x = tf.keras.Input((4,), name="x")
model = tf.keras.Model(x, inner(block(x)), name="outer")
model.summary(expand_nested=True)
model.summary(expand_nested=True, show_trainable=True)
model.summary(layer_range=["block", "inner"])
copy = tf.keras.Model.from_config(model.get_config())
print([layer.name for layer in copy.layers], [w.path for w in copy.weights])


class Own(tf.keras.Model):
    def train_step(self, data):
        print("own step")
        return super().train_step(data)


own = Own(x, inner(block(x)), name="own")
print(type(own).__name__, isinstance(own, tf.keras.Model), [layer.name for layer in own.layers])
own.compile("sgd", "mse")
own.fit(np.ones((2, 4)), np.ones((2, 3)), verbose=0)


class Sub(tf.keras.Model):
    def __init__(self, units=2, **kwargs):
        inputs = tf.keras.Input((3,))
        super().__init__(inputs, layers.Dense(units)(inputs), **kwargs)
        self.units = units


sub = Sub(5, name="sub")
print(sub.output_shape, [layer.name for layer in sub.layers])
again(sub)


class Plain(tf.keras.Model):
    def __init__(self, units=2):
        super().__init__()
        self.dense = layers.Dense(units)

    def call(self, x):
        return self.dense(x)


told(Plain(3).get_config())
fails(lambda: tf.keras.models.clone_model(Plain(3)))
