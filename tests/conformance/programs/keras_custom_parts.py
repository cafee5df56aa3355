import warnings
import numpy as np
import tensorflow as tf
from tell import fails, near, show
from tensorflow.keras import layers

tf.get_logger().setLevel("ERROR")  # the loops below trace on purpose
rng = np.random.default_rng(13)
X = rng.normal(size=(12, 4)).astype("float32")
Y = (X[:, 0] + X[:, 1] > 0).astype("int32")


def told(logs):
    print({name: [float(f"{v:.3g}") for v in np.ravel(values)] for name, values in logs.items()})


def dense(units, activation=None, seed=1, **kwargs):
    return layers.Dense(units, activation, kernel_initializer=tf.keras.initializers.GlorotUniform(seed=seed), **kwargs)

# %% metric-of-counts
class F1(tf.keras.metrics.Metric):
    def __init__(self, threshold=0.5, name="f1", **kwargs):
        super().__init__(name=name, **kwargs)
        self.threshold = threshold
        self.tp = self.add_weight(name="tp", initializer="zeros")
        self.fp = self.add_weight(name="fp", initializer="zeros")
        self.fn = self.add_weight(name="fn", initializer="zeros")

    def update_state(self, y_true, y_pred, sample_weight=None):
        y = tf.cast(tf.reshape(y_true, [-1]), tf.float32)
        p = tf.cast(tf.reshape(y_pred, [-1]) > self.threshold, tf.float32)
        w = 1.0 if sample_weight is None else tf.cast(tf.reshape(sample_weight, [-1]), tf.float32)
        self.tp.assign_add(tf.reduce_sum(w * y * p))
        self.fp.assign_add(tf.reduce_sum(w * (1 - y) * p))
        self.fn.assign_add(tf.reduce_sum(w * y * (1 - p)))

    def result(self):
        return tf.math.divide_no_nan(2 * self.tp, 2 * self.tp + self.fp + self.fn)

    def get_config(self):
        return {**super().get_config(), "threshold": self.threshold}

m = F1()
m.update_state([1, 0, 1, 1], [0.9, 0.8, 0.3, 0.7])
near(m.result(), m(tf.constant([1]), tf.constant([0.6])), m([0], [0.6], sample_weight=[0.5]))
m.reset_state()
near(m.result())
print(m.get_config(), [v.name for v in m.variables], F1.from_config(m.get_config()).threshold)
model = tf.keras.Sequential([tf.keras.Input((4,)), dense(1, "sigmoid")])
model.compile("sgd", "binary_crossentropy", metrics=[F1(), "accuracy"])
told(model.fit(X, Y, batch_size=4, epochs=2, verbose=0, shuffle=False, validation_split=0.25).history)
told(model.evaluate(X, Y, verbose=0, return_dict=True))

# %% losses-as-functions-and-classes
def pinball(tau):
    def loss(y, p):
        e = tf.cast(y, p.dtype) - p
        return tf.reduce_mean(tf.maximum(tau * e, (tau - 1) * e), axis=-1)
    return loss

class Focal(tf.keras.losses.Loss):
    def __init__(self, gamma=2.0, **kwargs):
        super().__init__(**kwargs)
        self.gamma = gamma

    def call(self, y, p):
        y = tf.cast(y, p.dtype)
        p = tf.clip_by_value(p, 1e-7, 1 - 1e-7)
        return -tf.reduce_mean(y * (1 - p) ** self.gamma * tf.math.log(p) + (1 - y) * p ** self.gamma * tf.math.log(1 - p), -1)

y, p = tf.constant([[1.0], [0.0], [1.0]]), tf.constant([[0.8], [0.3], [0.1]])
near(Focal()(y, p), Focal(reduction="sum")(y, p), Focal(reduction=None)(y, p), Focal()(y, p, sample_weight=[1.0, 0.0, 2.0]), pinball(0.9)(y, p))
print(Focal(name="f").get_config(), Focal().name, Focal().reduction)
model = tf.keras.Sequential([tf.keras.Input((4,)), dense(1, "sigmoid")])
for loss in [Focal(gamma=1.0), pinball(0.9), lambda y, p: (tf.cast(y, tf.float32) - p) ** 2, tf.keras.losses.Huber(0.5), "log_cosh"]:
    model.compile("sgd", loss)
    told(model.fit(X, Y, batch_size=6, verbose=0, shuffle=False).history)

# %% callbacks-in-order
class Log(tf.keras.callbacks.Callback):
    def on_train_begin(self, logs=None):
        print("train", self.params, logs)

    def on_epoch_begin(self, epoch, logs=None):
        print("epoch", epoch, logs)

    def on_train_batch_end(self, batch, logs=None):
        print("batch", batch, sorted(logs))

    def on_test_batch_begin(self, batch, logs=None):
        print("test", batch, logs)

    def on_epoch_end(self, epoch, logs=None):
        print("end", epoch, sorted(logs))
        if epoch == 1:
            self.model.stop_training = True

    def on_predict_batch_end(self, batch, logs=None):
        print("predict", batch, sorted(logs), logs["outputs"].shape)

model = tf.keras.Sequential([tf.keras.Input((4,)), dense(1)])
model.compile("sgd", "mse", metrics=["mae"])
model.fit(X, Y, batch_size=4, epochs=5, verbose=0, shuffle=False, callbacks=[Log()], validation_data=(X[:4], Y[:4]))
model.predict(X, batch_size=8, verbose=0, callbacks=[Log()])

# %% schedules-by-callbacks
model = tf.keras.Sequential([tf.keras.Input((4,)), dense(1)])
model.compile(tf.keras.optimizers.SGD(0.1), "mse")
rates = []
watch = tf.keras.callbacks.LambdaCallback(on_epoch_end=lambda epoch, logs: rates.append(float(model.optimizer.learning_rate)))
plateau = tf.keras.callbacks.ReduceLROnPlateau(monitor="loss", factor=0.5, patience=1, min_delta=0.2, min_lr=0.01)
told(model.fit(X, Y, epochs=6, verbose=0, shuffle=False, callbacks=[plateau, watch]).history)
near(rates)
rates.clear()
step = tf.keras.callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.5 if epoch else 0.2)
told(model.fit(X, Y, epochs=3, verbose=0, shuffle=False, callbacks=[step, watch]).history)
near(rates)

# %% functional-with-shared-layers-and-two-inputs
a, b = tf.keras.Input((4,), name="a"), tf.keras.Input((4,), name="b")
shared = tf.keras.Sequential([dense(5, "relu", name="s1"), dense(3, seed=2, name="s2")], name="shared")
u, v = shared(a), shared(b)
distance = layers.Lambda(lambda t: tf.abs(t[0] - t[1]), name="distance")([u, v])
cosine = layers.Dot(axes=1, normalize=True, name="cosine")([u, v])
out = dense(1, "sigmoid", name="same")(layers.Concatenate(name="both")([distance, cosine]))
model = tf.keras.Model({"a": a, "b": b}, {"same": out, "cosine": cosine}, name="siamese")
model.compile("adam", {"same": "binary_crossentropy", "cosine": "mse"}, loss_weights={"same": 1.0, "cosine": 0.1}, metrics={"same": ["accuracy"]})
told(model.fit({"a": X, "b": X[::-1].copy()}, {"same": Y, "cosine": np.ones(12)}, epochs=2, verbose=0, shuffle=False).history)
out = model.predict({"a": X[:2], "b": X[2:4]}, verbose=0)
print(list(out))
near(out["same"], out["cosine"])
print([layer.name for layer in model.layers], model.count_params(), model.get_layer("shared").output.shape)
inner = tf.keras.Model(model.inputs, model.get_layer("distance").output)
near(inner([X[:1], X[1:2]]))

# %% subclass-with-own-train-and-test-step
class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.a, self.b = dense(3, "tanh"), dense(2, seed=2)
        self.loss_tracker = tf.keras.metrics.Mean(name="loss")
        self.acc = tf.keras.metrics.SparseCategoricalAccuracy(name="acc")

    def call(self, x, training=False):
        x = self.a(x)
        if training:
            x = x * 0.9
        return self.b(x)

    @property
    def metrics(self):
        return [self.loss_tracker, self.acc]

    def train_step(self, data):
        x, y, w = tf.keras.utils.unpack_x_y_sample_weight(data)
        with tf.GradientTape() as tape:
            logits = self(x, training=True)
            each = tf.nn.sparse_softmax_cross_entropy_with_logits(y, logits)
            loss = tf.reduce_mean(each if w is None else each * w) + tf.add_n([tf.nn.l2_loss(v) for v in self.trainable_variables if "kernel" in v.name]) * 0.01
        grads = tape.gradient(loss, self.trainable_variables)
        self.optimizer.apply(grads, self.trainable_variables)
        self.loss_tracker.update_state(loss)
        self.acc.update_state(y, logits)
        return {m.name: m.result() for m in self.metrics}

    def test_step(self, data):
        x, y, _ = tf.keras.utils.unpack_x_y_sample_weight(data)
        self.acc.update_state(y, self(x, training=False))
        return {"acc": self.acc.result()}

    def predict_step(self, x):
        return tf.argmax(self(x, training=False), -1)

model = Own()
model.compile(tf.keras.optimizers.Adam(0.05))
told(model.fit(X, Y, sample_weight=np.linspace(0, 1, 12).astype("float32"), batch_size=4, epochs=3, verbose=0, shuffle=False).history)
told(model.evaluate(X, Y, verbose=0, return_dict=True))
show(model.predict(X, verbose=0))
print(model.train_on_batch(X, Y, return_dict=True).keys())

# %% layer-with-state-losses-and-metrics
class Running(layers.Layer):
    def build(self, shape):
        self.mean = self.add_weight(shape=shape[-1:], initializer="zeros", trainable=False, name="mean")
        self.count = self.add_weight(shape=(), dtype="int32", initializer="zeros", trainable=False, name="count")
        self.gain = self.add_weight(shape=shape[-1:], initializer="ones", constraint=tf.keras.constraints.MaxNorm(1.5), name="gain")

    def call(self, x, training=None):
        if training:
            self.count.assign_add(1)
            self.mean.assign(self.mean * 0.9 + 0.1 * tf.reduce_mean(x, 0))
        self.add_loss(0.01 * tf.reduce_sum(tf.abs(self.gain)))
        return (x - self.mean) * self.gain

model = tf.keras.Sequential([tf.keras.Input((4,)), Running(name="running"), dense(1, activity_regularizer="l1")])
model.compile(tf.keras.optimizers.SGD(0.5), "mse")
told(model.fit(X, Y, batch_size=4, epochs=2, verbose=0, shuffle=False).history)
near(model.layers[0].mean, model.layers[0].gain)
print(int(model.layers[0].count), [v.name for v in model.non_trainable_variables], len(model.losses))

# %% recurrent-cell-of-your-own
class Minimal(layers.Layer):
    def __init__(self, units, **kwargs):
        super().__init__(**kwargs)
        self.units = self.state_size = units

    def build(self, shape):
        init = tf.keras.initializers.Orthogonal(seed=3)
        self.kernel = self.add_weight(shape=(shape[-1], self.units), initializer=tf.keras.initializers.GlorotUniform(seed=2), name="kernel")
        self.recurrent = self.add_weight(shape=(self.units, self.units), initializer=init, name="recurrent")

    def call(self, x, states):
        h = tf.tanh(x @ self.kernel + states[0] @ self.recurrent)
        return h, [h]

    def get_config(self):
        return {**super().get_config(), "units": self.units}

sequence = rng.normal(size=(3, 5, 2)).astype("float32")
rnn = layers.RNN(Minimal(3), return_sequences=True, return_state=True)
y, state = rnn(sequence)
near(y[0], state)
near(layers.RNN([Minimal(3), Minimal(2)])(sequence))
try:
    layers.Bidirectional(layers.RNN(Minimal(3)))
except TypeError as error:
    print(str(error).partition("'> ")[2].partition("\n")[0])
tf.keras.utils.register_keras_serializable("own")(Minimal)
model = tf.keras.Sequential([tf.keras.Input((5, 2)), layers.Bidirectional(layers.RNN(Minimal(3))), dense(1)])
model.compile("adam", "mse")
told(model.fit(sequence, np.ones((3, 1)), epochs=3, verbose=0, shuffle=False).history)
print([v.path.split("/", 1)[1] for v in model.trainable_variables])

# %% masks-through-lstm-and-losses
tokens = np.array([[1, 2, 0, 0], [3, 0, 0, 0], [2, 1, 3, 1]])
init = tf.keras.initializers.GlorotUniform(seed=4)
inputs = tf.keras.Input((4,), dtype="int32")
x = layers.Embedding(5, 3, mask_zero=True, embeddings_initializer=tf.keras.initializers.RandomNormal(seed=1))(inputs)
x = layers.LSTM(3, return_sequences=True, kernel_initializer=init, recurrent_initializer=init)(x)
x = layers.TimeDistributed(dense(5, "softmax"))(x)
model = tf.keras.Model(inputs, x)
model.compile("sgd", "sparse_categorical_crossentropy", weighted_metrics=["accuracy"])
told(model.fit(tokens, tokens, epochs=2, verbose=0, shuffle=False).history)
near(model.predict(tokens, verbose=0)[1])
gru = layers.GRU(2, stateful=True, kernel_initializer=init, recurrent_initializer=init)
near(gru(tf.ones([2, 3, 2])), gru(tf.ones([2, 3, 2])))
gru.reset_state()
near(gru(tf.ones([2, 3, 2])))

# %% preprocessing-and-augmenting-layers-in-a-model
norm = layers.Normalization()
norm.adapt(X * 3 + 2)
near(norm.mean, norm.variance, norm(X[:1]))
model = tf.keras.Sequential([tf.keras.Input((4,)), norm, layers.GaussianNoise(0.5, seed=1), layers.Dropout(0.5, seed=2), dense(2, "softmax")])
near(model(X[:2]), model(X[:2], training=True), model(X[:2], training=True))
model.compile("sgd", "sparse_categorical_crossentropy", metrics=["accuracy"])
data = tf.data.Dataset.from_tensor_slices((X, Y)).shuffle(12, seed=2).batch(4).repeat()
told(model.fit(data, shuffle=False, steps_per_epoch=3, epochs=2, verbose=0).history)

# %% frozen-layers-and-fine-tuning
base = tf.keras.Sequential([tf.keras.Input((4,)), dense(3, "relu", name="low"), layers.BatchNormalization(name="bn")], name="base")
head = dense(2, "softmax", seed=5, name="head")
inputs = tf.keras.Input((4,))
model = tf.keras.Model(inputs, head(base(inputs, training=False)))
base.trainable = False
model.compile(tf.keras.optimizers.SGD(0.1), "sparse_categorical_crossentropy")
before = base.get_weights()
told(model.fit(X, Y, epochs=2, verbose=0, shuffle=False).history)
print(all((a == b).all() for a, b in zip(before, base.get_weights())), len(model.trainable_weights), len(model.non_trainable_weights))
base.trainable = True
base.get_layer("bn").trainable = False
model.compile(tf.keras.optimizers.SGD(0.01), "sparse_categorical_crossentropy")
told(model.fit(X, Y, epochs=2, verbose=0, shuffle=False).history)
print([bool((a == b).all()) for a, b in zip(before, base.get_weights())], [v.name for v in model.trainable_weights])
