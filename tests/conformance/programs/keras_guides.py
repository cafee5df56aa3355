import warnings
import numpy as np
import tensorflow as tf
from tensorflow import keras
from tensorflow.keras import layers
from tests.conformance.support.tell import fails

ops = keras.ops
warnings.simplefilter("ignore")
tf.get_logger().setLevel("ERROR")
keras.utils.set_random_seed(0)

# %% residual-network
inputs = keras.Input(shape=(32, 32, 3), name="img")
x = layers.Conv2D(32, 3, activation="relu")(inputs)
block = layers.MaxPooling2D(3)(x)
x = layers.Conv2D(32, 3, activation="relu", padding="same")(block)
x = layers.add([x, block])
x = layers.GlobalAveragePooling2D()(x)
model = keras.Model(inputs, layers.Dense(10)(layers.Dropout(0.5)(x)), name="toy_resnet")
model.summary()
features = keras.Model(model.inputs, [layer.output for layer in model.layers])
print([tuple(feature.shape) for feature in features(np.zeros((1, 32, 32, 3), "float32"))])


def small():
    inputs = keras.Input(shape=(8,))
    return keras.Model(inputs, layers.Dense(1)(inputs))


models = [small() for _ in range(3)]
inputs = keras.Input(shape=(8,))
keras.Model(inputs, layers.average([m(inputs) for m in models])).summary()

# %% several-inputs-and-outputs
title, body, tags = keras.Input((None,), name="title"), keras.Input((None,), name="body"), keras.Input((12,), name="tags")
x = layers.concatenate([layers.LSTM(16)(layers.Embedding(100, 8)(title)), layers.LSTM(8)(layers.Embedding(100, 8)(body)), tags])
model = keras.Model([title, body, tags], {"priority": layers.Dense(1, name="priority")(x), "department": layers.Dense(4, name="department")(x)})
model.compile(keras.optimizers.RMSprop(1e-3), {"priority": keras.losses.BinaryCrossentropy(from_logits=True),
                                               "department": keras.losses.CategoricalCrossentropy(from_logits=True)}, {"priority": 1.0, "department": 0.2})
data = {"title": np.ones((8, 5), int), "body": np.ones((8, 6), int), "tags": np.ones((8, 12), "float32")}
history = model.fit(data, {"priority": np.ones((8, 1)), "department": np.eye(4)[[0, 1, 2, 3] * 2]}, batch_size=4, verbose=0)
print(sorted(history.history), {name: value.shape for name, value in model.predict(data, verbose=0).items()})
a, b = keras.Input((2,), name="a"), keras.Input((1,), name="b")
model = keras.Model({"a": a, "b": b}, layers.Concatenate()([a, b]))
print(model({"a": np.ones((1, 2)), "b": np.zeros((1, 1))}).numpy())
for given in ({"a": np.ones((1, 2))}, {"a": np.ones((1, 3)), "b": np.zeros((1, 1))}):
    fails(lambda: model(given))

# %% losses-and-state-of-layers
class Penalty(layers.Layer):
    def call(self, inputs):
        self.add_loss(1e-2 * ops.mean(inputs))
        return inputs


class Outer(layers.Layer):
    def __init__(self):
        super().__init__()
        self.inner = Penalty()

    def call(self, inputs):
        return self.inner(inputs)


layer = Outer()
for _ in range(3):
    print(len(layer.losses))
    layer(ops.zeros((1, 1)))


class Total(layers.Layer):
    def __init__(self, size):
        super().__init__()
        self.total = self.add_weight(initializer="zeros", shape=(size,), trainable=False)

    def call(self, inputs):
        self.total.assign_add(ops.sum(inputs, axis=0))
        return self.total


layer = Total(2)
print([layer(ops.ones((2, 2))).numpy().tolist() for _ in range(2)], len(layer.weights), layer.trainable_weights)


class Sampling(layers.Layer):
    def __init__(self):
        super().__init__()
        self.seed_generator = keras.random.SeedGenerator(1337)

    def call(self, inputs):
        mean, log_variance = inputs
        return mean + ops.exp(0.5 * log_variance) * keras.random.normal(ops.shape(mean), seed=self.seed_generator)


class Autoencoder(keras.Model):
    def __init__(self):
        super().__init__(name="autoencoder")
        self.mean, self.variance, self.sample, self.decoder = layers.Dense(2), layers.Dense(2), Sampling(), layers.Dense(5)

    def call(self, inputs):
        mean, variance = self.mean(inputs), self.variance(inputs)
        self.add_loss(-0.5 * ops.mean(variance - ops.square(mean) - ops.exp(variance) + 1))
        return self.decoder(self.sample((mean, variance)))


model = Autoencoder()
model.compile("adam", keras.losses.MeanSquaredError())
x = np.linspace(0, 1, 20).reshape(4, 5).astype("float32")
print([f"{value:.4f}" for value in model.fit(x, x, epochs=2, verbose=0).history["loss"]])
model.summary()

# %% own-steps
class Steps(keras.Model):
    def train_step(self, data):
        x, y, weight = data if len(data) == 3 else (*data, None)
        with tf.GradientTape() as tape:
            y_pred = self(x, training=True)
            loss = self.compute_loss(y=y, y_pred=y_pred, sample_weight=weight)
        self.optimizer.apply(tape.gradient(loss, self.trainable_variables), self.trainable_variables)
        for metric in self.metrics:
            if metric.name == "loss":
                metric.update_state(loss)
            else:
                metric.update_state(y, y_pred, sample_weight=weight)
        return {metric.name: metric.result() for metric in self.metrics}


inputs = keras.Input((3,))
model = Steps(inputs, layers.Dense(1, kernel_initializer="ones")(inputs))
model.compile("sgd", "mse", metrics=["mae"])
x = np.linspace(0, 1, 12).reshape(4, 3)
history = model.fit(x, np.ones((4, 1)), sample_weight=np.arange(4.0), verbose=0, shuffle=False)
print({name: [f"{value:.4f}" for value in values] for name, values in sorted(history.history.items())}, type(model).__name__)


class Batches(keras.utils.PyDataset):
    def __len__(self):
        return 2

    def __getitem__(self, index):
        return x[2 * index:2 * index + 2], np.ones((2, 1))


model.fit(Batches(), epochs=2, verbose=0)


class Told(keras.callbacks.Callback):
    def on_epoch_end(self, epoch, logs=None):
        print(epoch, sorted(logs), f"{float(self.model.optimizer.learning_rate):.3f}")

    def on_predict_batch_end(self, batch, logs=None):
        print(batch, sorted(logs))

    def on_test_end(self, logs=None):
        print(sorted(logs))


model = keras.Sequential([keras.Input((3,)), layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mean_absolute_error"])
model.fit(x, np.ones((4, 1)), batch_size=2, verbose=0, validation_split=0.5, callbacks=[Told()])
model.predict(x, batch_size=2, verbose=0, callbacks=[Told()])

# %% recurrent-models
model = keras.Sequential([layers.Embedding(input_dim=1000, output_dim=64), layers.GRU(256, return_sequences=True), layers.SimpleRNN(128), layers.Dense(10)])
model.summary()
encoder = keras.Input(shape=(None,))
output, h, c = layers.LSTM(64, return_state=True, name="encoder")(layers.Embedding(1000, 64)(encoder))
decoder = keras.Input(shape=(None,))
y = layers.LSTM(64, name="decoder")(layers.Embedding(2000, 64)(decoder), initial_state=[h, c])
keras.Model([encoder, decoder], layers.Dense(10)(y)).summary()
keras.Sequential([keras.Input((5, 10)), layers.Bidirectional(layers.LSTM(64, return_sequences=True)), layers.Bidirectional(layers.LSTM(32)), layers.Dense(10)]).summary()

# %% masks
padded = keras.utils.pad_sequences([[711, 632, 71], [73, 8, 3215, 55, 927]], padding="post")
masked = layers.Embedding(5000, 4, mask_zero=True)(padded)
print(padded, masked._keras_mask)


class Halves(layers.Layer):
    def call(self, inputs):
        return ops.split(inputs, 2, axis=1)

    def compute_mask(self, inputs, mask=None):
        return None if mask is None else ops.split(mask, [3], axis=1)


class Softmax(layers.Layer):
    def __init__(self):
        super().__init__()
        self.supports_masking = True

    def call(self, inputs, mask=None):
        exponents = ops.exp(inputs) * ops.expand_dims(ops.cast(mask, "float32"), -1)
        return exponents / ops.sum(exponents, axis=1, keepdims=True)


print([half._keras_mask.numpy().tolist() for half in Halves()(ops.concatenate([masked, masked], axis=1)[:, :6]) if hasattr(half, "_keras_mask")])
inputs = keras.Input((None,), dtype="int32")
model = keras.Model(inputs, Softmax()(layers.Dense(1)(layers.Embedding(10, 4, mask_zero=True, embeddings_initializer="ones")(inputs))))
print(np.round(model(np.array([[1, 2, 0], [3, 0, 0]])).numpy()[..., 0], 4))
model.summary()

# %% frozen-models
inner = keras.Sequential([keras.Input((3,)), layers.Dense(3), layers.BatchNormalization()], name="inner")
model = keras.Sequential([keras.Input((3,)), inner, layers.Dense(3)], name="outer")
model.trainable = False
print(inner.trainable, inner.layers[0].trainable, len(model.trainable_weights))
model.summary(show_trainable=True)
inner.trainable = True
model.compile("adam", "mse")
model.summary(expand_nested=True, show_trainable=True)

# %% names
print(keras.config.floatx(), keras.backend.image_data_format(), keras.layers.InputSpec(shape=(None, 3)).shape, keras.tree.map_structure(lambda v: v + 1, {"a": [1, 2]}))
print(keras.random.uniform((2,), seed=1), keras.random.randint((3,), 0, 9, seed=1), keras.random.shuffle(tf.range(5), seed=1), keras.random.categorical(
    tf.zeros((1, 3)), 4, seed=1), keras.random.dropout(tf.ones(4), 0.5, seed=1))
print(layers.Dense(2).compute_output_spec(keras.Input((3,))).shape, keras.dtype_policies.DTypePolicy("float64").name)
print(layers.Dense(2, dtype="float64", kernel_initializer="ones")(np.ones((1, 3), "float32")).dtype, layers.Dense(2)(tf.ones((1, 2), tf.int32)).dtype)
variable = keras.Variable([1.0, 2.0])
variable.assign_add([1.0, 1.0])
print(variable.numpy(), (variable + 1).numpy(), (-variable).numpy(), variable[0].numpy(), (variable * variable).numpy())


class Checked(layers.Layer):
    def __init__(self):
        super().__init__()
        self.input_spec = layers.InputSpec(ndim=3, axes={2: 4})

    def call(self, inputs):
        return inputs


for shape in ((2, 3, 4), (2, 3), (2, 3, 5)):
    fails(lambda: Checked()(np.ones(shape)).shape)
for bad in (lambda: layers.Dense(-1), lambda: layers.Dense(3, foo=1), lambda: layers.Dense(3, activation="foo"), lambda: layers.LSTM(2)(np.ones((2, 3))),
            lambda: keras.Sequential([3]), lambda: keras.Input(), lambda: layers.Reshape((3,))(np.ones((2, 4))), lambda: layers.Dropout(2.0)):
    fails(bad)
