import re
import numpy as np
import tensorflow as tf
from tensorflow.keras import layers, losses, metrics, models
from tests.conformance.support.tell import fails, show


def glorot(seed):
    return tf.keras.initializers.GlorotUniform(seed=seed)


def data(count=10):
    x = np.linspace(-1, 1, count * 3).reshape(count, 3).astype("float32")
    return x, (x.sum(1, keepdims=True) > 0).astype("float32")


def shown(history):
    for name, values in history.history.items():
        print(name, [f"{value:.4f}" for value in values])

# %% seed-sequential
print(issubclass(tf.keras.Model, tf.keras.layers.Layer))
tf.keras.backend.clear_session()
model = models.Sequential()
model.add(tf.keras.Input((10,)))
model.add(layers.Dense(4, kernel_initializer=glorot(1)))
model.add(layers.Dense(2, kernel_initializer=glorot(2)))
model.add(layers.Dense(1, kernel_initializer=glorot(3)))
model.summary()
for variable in model.variables:
    print(variable.name, variable.path, variable.shape, variable.dtype)
    show(variable.numpy())
print(model.variables[1])
model.layers[0].trainable = False
print([variable.path for variable in model.trainable_variables], model.layers[0].trainable)
model.summary()
print(model.layers, model, model.name, model.input_shape, model.output_shape)

# %% seed-call-as-a-graph
class MyModel(tf.keras.Model):
    def __init__(self, keep_probability=0.2):
        super(MyModel, self).__init__()
        self.dense1 = tf.keras.layers.Dense(4, kernel_initializer=glorot(1))
        self.dense2 = tf.keras.layers.Dense(5, kernel_initializer=glorot(2))
        self.keep_probability = keep_probability

    @tf.function
    def call(self, inputs, training=True):
        print("traced", training)
        y = self.dense2(self.dense1(inputs))
        if training:
            return tf.nn.dropout(y, self.keep_probability)
        else:
            return y

model = MyModel()
x = tf.ones((2, 3))
print(model(x, training=True).shape)
show(model(x, training=False))
show(model(x, training=False))
print([variable.path for variable in model.weights])
model.summary()

# %% subclassed
class Block(layers.Layer):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.inner = [layers.Dense(2, kernel_initializer=glorot(5)), layers.Dropout(0.5, seed=3)]

    def build(self, input_shape):
        print("build", input_shape)
        self.w = self.add_weight(shape=(input_shape[-1], self.units), initializer=glorot(7), name="w")
        self.steps = self.add_weight(shape=(), initializer="zeros", trainable=False, name="steps")

    def call(self, x, training=False):
        self.steps.assign_add(1.0)
        self.add_loss(tf.reduce_sum(self.w ** 2))
        return self.inner[1](self.inner[0](x @ self.w), training=training)

block = Block(4)
print(block.built, block)
show(block(tf.ones((2, 3))))
show(block(tf.ones((2, 3)), training=True))
show(block(tf.ones((2, 3)), training=True))
print([v.path for v in block.weights], [v.path for v in block.trainable_weights], [v.path for v in block.non_trainable_weights])
print(block.steps.numpy(), block.count_params(), [round(float(loss), 4) for loss in block.losses])
with tf.GradientTape() as tape:
    loss = tf.reduce_sum(block(tf.ones((2, 3))))
for gradient in tape.gradient(loss, block.trainable_variables):
    show(gradient)
print(block.w + 1.0 == tf.add(block.w, 1.0), tf.is_tensor(block.w), isinstance(block.w, tf.Variable))

# %% fit
x, y = data()
model = models.Sequential([layers.Dense(4, "tanh", kernel_initializer=glorot(1)), layers.Dropout(0.25, seed=5),
                           layers.Dense(1, "sigmoid", kernel_initializer=glorot(2))])
model.compile("adam", "binary_crossentropy", metrics=["accuracy", "mae"])
shown(model.fit(x, y, epochs=3, batch_size=4, shuffle=False, verbose=0, validation_split=0.2))
print([f"{value:.4f}" for value in model.evaluate(x, y, verbose=0)])
print({name: f"{value:.4f}" for name, value in model.evaluate(x, y, verbose=0, return_dict=True).items()})
show(model.predict(x, verbose=0))
model.compile(tf.keras.optimizers.SGD(0.1, momentum=0.9), tf.keras.losses.MeanSquaredError())
shown(model.fit(x, y, epochs=2, batch_size=4, shuffle=False, verbose=0))
model.compile(tf.keras.optimizers.RMSprop(0.01), "mse", run_eagerly=True)
shown(model.fit(x, y, epochs=2, batch_size=4, shuffle=False, verbose=0))
model.summary()

# %% traces-of-fit
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1, kernel_initializer=glorot(1))

    def call(self, x, training=None):
        print("call", training, "symbolic" if tf.is_symbolic_tensor(x) else "eager", x.shape)
        return self.dense(x)

x, y = data()
model = Model()
model.compile("sgd", "mse", metrics=["mse"])
model.fit(x, y, batch_size=4, verbose=0, epochs=2)
model.fit(x, y, batch_size=4, verbose=0)
model.evaluate(x, y, verbose=0)
model.predict(x, batch_size=4, verbose=0)

# %% progress-bar
import contextlib, io
x, y = data()
model = models.Sequential([layers.Dense(1, kernel_initializer=glorot(1))])
model.compile("sgd", "mse", metrics=["mae"])
text = io.StringIO()
with contextlib.redirect_stdout(text):
    model.fit(x, y, batch_size=5, epochs=2, verbose=2, shuffle=False, validation_data=(x, y))
    model.fit(x, y, batch_size=5, epochs=2, verbose=1, shuffle=False)
    model.evaluate(x, y, verbose=2)
    model.predict(x, verbose=2)
for line in text.getvalue().replace("\x08", "").splitlines():
    for part in line.split("\r"):
        print(repr(re.sub(r"\d+(s|ms|us)\b", "0s", part.rstrip())))

# %% callbacks
class Tell(tf.keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        print("begin", epoch, logs)

    def on_train_batch_end(self, batch, logs=None):
        print("batch", batch, sorted(logs))

    def on_epoch_end(self, epoch, logs=None):
        print("end", epoch, {name: round(value, 4) for name, value in logs.items()})

    def on_train_end(self, logs=None):
        print("over", sorted(logs))

x, y = data()
model = models.Sequential([layers.Dense(1, kernel_initializer=glorot(1))])
model.compile("sgd", "mse", metrics=[metrics.RootMeanSquaredError()])
stop = tf.keras.callbacks.EarlyStopping("loss", min_delta=10.0, patience=1, verbose=1)
epochs = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: print("lambda", epoch))
history = model.fit(x, y, batch_size=5, epochs=5, verbose=0, shuffle=False, callbacks=[Tell(), stop, epochs])
print(history.epoch, sorted(history.history))

# %% custom-train-step
class Custom(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(1, kernel_initializer=glorot(1))
        self.seen = metrics.Mean(name="seen")

    def call(self, x):
        return self.dense(x)

    def train_step(self, batch):
        x, y = batch
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean((self(x, training=True) - y) ** 2)
        self.optimizer.apply_gradients(zip(tape.gradient(loss, self.trainable_variables), self.trainable_variables))
        self.seen.update_state(loss)
        return {"seen": self.seen.result()}

x, y = data()
model = Custom()
model.compile(optimizer=tf.keras.optimizers.Adam(0.1))
shown(model.fit(x, y, batch_size=5, epochs=2, verbose=0, shuffle=False))

# %% custom-loop
x, y = data()
model = models.Sequential([layers.Dense(2, "relu", kernel_initializer=glorot(1)), layers.Dense(2, kernel_initializer=glorot(4))])
optimizer = tf.keras.optimizers.Adam(tf.keras.optimizers.schedules.ExponentialDecay(0.1, 2, 0.5))
loss_fn = losses.SparseCategoricalCrossentropy(from_logits=True)
accuracy = metrics.SparseCategoricalAccuracy()

@tf.function
def step(x, y):
    print("traced")
    with tf.GradientTape() as tape:
        logits = model(x, training=True)
        loss = loss_fn(y, logits)
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    accuracy.update_state(y, logits)
    return loss

for epoch in range(3):
    show(step(tf.constant(x), tf.constant(y)))
show(accuracy.result())
print(optimizer.iterations.numpy(), [v.path for v in optimizer.variables])
show(optimizer.learning_rate)
for weight in model.get_weights():
    show(weight)

# %% losses-and-metrics
y_true = tf.constant([[0.0, 1.0], [1.0, 0.0], [0.0, 1.0]])
y_pred = tf.constant([[0.2, 0.8], [0.6, 0.4], [0.7, 0.3]])
for loss in (losses.MeanSquaredError(), losses.MeanAbsoluteError(), losses.BinaryCrossentropy(), losses.BinaryCrossentropy(True),
             losses.CategoricalCrossentropy(), losses.CategoricalCrossentropy(from_logits=True, label_smoothing=0.1),
             losses.Huber(), losses.LogCosh(), losses.Hinge(), losses.KLDivergence(), losses.MeanSquaredError("sum"),
             losses.MeanSquaredError(reduction=None), losses.MeanSquaredLogarithmicError()):
    print(loss.name)
    show(loss(y_true, y_pred))
show(losses.SparseCategoricalCrossentropy()(tf.constant([1, 0, 1]), y_pred))
show(losses.MeanSquaredError()(y_true, y_pred, sample_weight=[1.0, 0.0, 2.0]))
for metric in (metrics.Mean(), metrics.Sum(), metrics.MeanSquaredError(), metrics.CategoricalAccuracy(), metrics.BinaryAccuracy(),
               metrics.RootMeanSquaredError(), metrics.Accuracy()):
    if isinstance(metric, (metrics.Mean,)) and type(metric).__name__ == "Mean" or type(metric).__name__ == "Sum":
        metric.update_state([1.0, 2.0], sample_weight=[1.0, 3.0])
    else:
        metric.update_state(y_true, y_pred)
    print(metric, metric.name, [v.path for v in metric.variables])
    show(metric.result())
    metric.reset_state()
    show(metric.result())

# %% errors
dense = layers.Dense(2, kernel_initializer=glorot(1))
fails(lambda: dense.kernel)
fails(lambda: dense(tf.ones(3)))
dense(tf.ones((2, 3)))
fails(dense, tf.ones((2, 4)))
fails(layers.Dense, -1)
fails(lambda: layers.Dense(1, foo=3))
fails(lambda: layers.Dense(1, name="a/b"))
fails(setattr, dense, "other", layers.Dense(1))
fails(dense, [1.0, 2.0])
fails(tf.keras.Sequential, [3])
fails(tf.keras.activations.get, "foo")
fails(tf.keras.Sequential([dense]).fit, np.ones((2, 3)))
fails(tf.keras.Sequential([dense]).evaluate, np.ones((2, 3)))
fails(tf.keras.Model(), tf.ones(1))
class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(2)

    def call(self, x, training=False):
        return self.dense(x)

model = Model()
model(tf.ones((2, 3)))
try:
    model(tf.ones((2, 4)))
except ValueError as error:
    print(error)
optimizer = tf.keras.optimizers.SGD(0.1)
optimizer.apply_gradients([(tf.ones((2,)), dense.bias)])
fails(optimizer.apply_gradients, [(tf.ones((3, 2)), dense.kernel)])
fails(tf.keras.optimizers.SGD, 1)
fails(tf.keras.optimizers.SGD, momentum=3)

# %% initializers
for initializer in (glorot(1), tf.keras.initializers.GlorotNormal(2), tf.keras.initializers.HeUniform(3),
                    tf.keras.initializers.HeNormal(4), tf.keras.initializers.RandomNormal(seed=5),
                    tf.keras.initializers.RandomUniform(seed=6), tf.keras.initializers.TruncatedNormal(seed=7),
                    tf.keras.initializers.Zeros(), tf.keras.initializers.Constant(3), tf.keras.initializers.LecunNormal(8)):
    show(initializer((2, 3)))
tf.keras.utils.set_random_seed(11)
show(tf.keras.initializers.GlorotUniform()((2, 2)))
show(layers.Dense(2)(tf.ones((1, 3))))
show(layers.Dropout(0.5)(tf.ones((2, 4)), training=True))

# %% functional
inputs = tf.keras.Input((3,), name="given")
hidden = layers.Dense(4, "relu", kernel_initializer=glorot(1), name="hidden")(inputs)
outputs = layers.Dense(1, kernel_initializer=glorot(2), name="last")(hidden)
model = tf.keras.Model(inputs, outputs, name="small")
print(inputs, outputs.shape)
show(model(tf.ones((2, 3))))
print([v.path for v in model.weights], model.input_shape, model.output_shape)
model.summary()
x, y = data()
model.compile("sgd", "mse")
shown(model.fit(x, y, epochs=2, shuffle=False, verbose=0))
fails(model, tf.ones((2, 4)))

# %% image-and-sequence-layers
x = tf.reshape(tf.linspace(-1.0, 1.0, 2 * 6 * 6), (2, 6, 6, 1))
model = models.Sequential([tf.keras.Input((6, 6, 1)), layers.Conv2D(2, 3, activation="relu", kernel_initializer=glorot(1)),
                           layers.MaxPooling2D(), layers.BatchNormalization(momentum=0.5), layers.Flatten(),
                           layers.Dense(2, "softmax", kernel_initializer=glorot(2))])
show(model(x))
show(model(x, training=True))
show(model(x))
model.summary()
print([v.path for v in model.weights])
tokens = tf.constant([[1, 2, 0], [3, 3, 1]])
embedded = layers.Embedding(4, 3, embeddings_initializer=glorot(3))(tokens)
show(embedded)
lstm = layers.LSTM(2, kernel_initializer=glorot(4), recurrent_initializer=tf.keras.initializers.Orthogonal(seed=5), return_sequences=True)
show(lstm(embedded))
print([(v.path, v.shape) for v in lstm.weights])

# %% names-after-a-sequential
import tensorflow as tf
keras, layers = tf.keras, tf.keras.layers
def names():
    i = keras.Input((2,))
    return keras.Model(i, layers.Dense(1)(i)).name
keras.backend.clear_session()
s = keras.Sequential([keras.Input((2,)), layers.Dense(1)])
print(s.name, names(), names(), keras.Sequential().name)
keras.backend.clear_session()
s = keras.Sequential([layers.Dense(1)])
print(names())
s.build((None, 2))
print(names())
keras.backend.clear_session()
s = keras.Sequential()
s.add(keras.Input((2,)))
s.add(layers.Dense(2))
s.add(layers.Dense(2))
print(names())
s.pop()
print(names())

# %% types-of-results-on-batches
import numpy as np
import tensorflow as tf
keras = tf.keras
x, y = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")
for metrics in [], ["mae"]:
    m = keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones")])
    m.compile("sgd", "mse", metrics=metrics)
    for result in m.train_on_batch(x, y), m.test_on_batch(x, y), m.train_on_batch(x, y, return_dict=True), m.evaluate(x, y, verbose=0), m.predict_on_batch(x):
        inside = result.values() if isinstance(result, dict) else result if isinstance(result, list) else []
        print(type(result).__name__, [type(one).__name__ for one in inside])

# %% pickled-models
import copy, pickle
import numpy as np
import tensorflow as tf
tf.get_logger().setLevel("ERROR")
keras = tf.keras
class Twice(keras.layers.Layer):
    def call(self, x):
        return x * 2
i = keras.Input((2,))
x, y = np.ones((4, 2), "float32"), np.zeros((4, 1), "float32")
for m in (keras.Sequential([keras.Input((2,)), keras.layers.Dense(1, kernel_initializer="ones")]), keras.Model(i, keras.layers.Dense(1)(i), name="mine")):
    m.compile("adam", "mse")
    m.fit(x, y, verbose=0)
    for again in pickle.loads(pickle.dumps(m)), copy.deepcopy(m):
        print(type(again).__name__, again.name == m.name, again is m, np.array_equal(again.predict(x, verbose=0), m.predict(x, verbose=0)), again.compiled,
              int(again.optimizer.iterations))
print(type(pickle.loads(pickle.dumps(keras.layers.Dense(2)))).__name__, copy.deepcopy(keras.layers.Dense(2, name="d")).name)

# %% layers-are-modules
# differs: in the runtime Keras' classes are modules, as they were until Keras 2
print(issubclass(tf.keras.Model, tf.Module), issubclass(tf.keras.layers.Layer, tf.Module))
model = tf.keras.Sequential([tf.keras.Input((2,)), tf.keras.layers.Dense(1)])
fails(lambda: [layer.name for layer in model.submodules])
fails(lambda: type(model.name_scope).__name__)

# %% layers-in-a-module
import tensorflow as tf
class Holder(tf.Module):
    def __init__(self):
        super().__init__()
        self.layer = tf.keras.layers.Dense(2, name="e")
        self.layer.build((1, 2))
        self.v = tf.Variable(1.0, name="v")
print([v.name for v in Holder().variables], [v.path for v in Holder().layer.variables])
