import os
import tempfile
import warnings
import numpy as np
import tensorflow as tf
from tensorflow.keras import callbacks, layers
from tests.conformance.support.tell import fails, show

warnings.simplefilter("ignore")
tf.get_logger().setLevel("ERROR")
x = np.linspace(-1, 1, 24).reshape(8, 3).astype("float32")
ya, yb = x.sum(1, keepdims=True), x[:, :2]


def branching(structure=lambda a, b: [a, b]):
    """A model with the outputs a (1) and b (2)."""
    tf.keras.utils.set_random_seed(1)
    inputs = tf.keras.Input((3,))
    return tf.keras.Model(inputs, structure(layers.Dense(1, name="a")(inputs), layers.Dense(2, name="b")(inputs)))


def line():
    tf.keras.utils.set_random_seed(2)
    return tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1, kernel_initializer="ones")])


def told(logs):
    """Logs with floats to four digits after the point."""
    print({name: [f"{float(v):.4f}" for v in np.ravel(value)] for name, value in logs.items()})


def fit(model, y, sample_weight=None, class_weight=None, validation_split=0.0, epochs=1, optimizer="sgd", callbacks=None, **kwargs):
    model.compile(optimizer, **kwargs)
    history = model.fit(x, y, verbose=0, shuffle=False, sample_weight=sample_weight, class_weight=class_weight,
                        validation_split=validation_split, epochs=epochs, callbacks=callbacks)
    told(history.history)

# %% losses-of-outputs
fit(branching(), [ya, yb], loss=["mse", "mae"])
fit(branching(), [ya, yb], loss="mse", metrics=["mae", "mse"])
fit(branching(), {"a": ya, "b": yb}, loss={"a": "mse", "b": "mae"}, loss_weights={"a": 1.0, "b": 0.5}, metrics={"b": ["mae", "mse"]})
fit(branching(), [ya, yb], loss=["mse", "mae"], loss_weights=[1.0, 0.5], metrics=[["mae"], None])
fit(branching(), [ya, yb], loss=["mse", None])
fit(branching(), [ya, yb], loss=["mse"])
named = lambda a, b: {"p": a, "q": b}
fit(branching(named), {"p": ya, "q": yb}, loss={"p": "mse", "q": "mae"}, metrics={"p": "mae"})
fit(branching(named), {"p": ya, "q": yb}, loss="mse")
fit(line(), ya, loss=["mse", "mae"])
fails(lambda: fit(branching(), {"a": ya}, loss={"a": "mse"}))
fails(lambda: fit(branching(), [ya, yb], loss=["mse", "mse"], loss_weights=[1.0]))
fails(lambda: fit(branching(), [ya, yb], loss=["mse", "mae"], class_weight={0: 1.0}))
fails(lambda: fit(branching(), [ya, yb], loss="mse", metrics={"c": "mse"}))
fails(lambda: fit(branching(), [ya, yb, ya], loss="mse"))


class Own(tf.keras.Model):
    def __init__(self, named):
        super().__init__()
        self.a, self.b, self.named = layers.Dense(1, kernel_initializer="ones"), layers.Dense(2, kernel_initializer="ones"), named

    def call(self, inputs):
        return {"p": self.a(inputs), "q": self.b(inputs)} if self.named else [self.a(inputs), self.b(inputs)]


fit(Own(False), [ya, yb], loss=["mse", "mae"], metrics=[["mae"], ["mse"]])
fit(Own(False), [ya, yb], loss="mse")
fit(Own(True), {"p": ya, "q": yb}, loss={"p": "mse", "q": "mae"}, metrics={"p": "mae", "q": "mse"})

# %% evaluate-outputs
model = branching()
model.compile("sgd", loss=["mse", "mae"], metrics=[["mae"], ["mse"]])
print([f"{v:.4f}" for v in model.evaluate(x, [ya, yb], verbose=0)], model.metrics_names)
told(model.evaluate(x, [ya, yb], verbose=0, return_dict=True))
told(model.train_on_batch(x, [ya, yb], return_dict=True))
print([f"{v:.4f}" for v in model.test_on_batch(x, [ya, yb])])
print([p.shape for p in model.predict(x, verbose=0)])
data = tf.data.Dataset.from_tensor_slices((x, (ya, yb))).batch(3)
told(model.fit(data, verbose=0).history)
told(model.fit(x, [ya, yb], validation_data=(x, [ya, yb]), verbose=0, epochs=2).history)

# %% weights-of-samples
weights = np.arange(8.0)
fit(line(), ya, loss="mse", sample_weight=weights, metrics=["mae"], weighted_metrics=["mae", "mse"])
fit(line(), (ya > 0).astype("int32"), loss="binary_crossentropy", class_weight={0: 1.0, 1: 3.0}, weighted_metrics=["accuracy"])
fit(branching(), [ya, yb], loss=["mse", "mae"], sample_weight=[weights, np.ones(8)], weighted_metrics=[["mae"], ["mse"]])
fit(branching(), [ya, yb], loss=["mse", "mae"], sample_weight=weights)
fit(branching(), [ya, yb], loss=["mse", "mae"], validation_split=0.25, metrics=[["mae"], None])
fit(branching(), [ya, yb], loss=["mse", "mae"], metrics=["mae", "mse"], weighted_metrics=["mae", "mse"])

# %% masks-in-training
tokens = np.array([[1, 2, 0], [3, 0, 0], [1, 1, 1], [2, 0, 0]])
targets = np.linspace(0, 1, 12).reshape(4, 3, 1)
tf.keras.utils.set_random_seed(3)
model = tf.keras.Sequential([layers.Embedding(4, 3, mask_zero=True), layers.GRU(2, return_sequences=True), layers.Dense(1)])
model.compile("sgd", "mse", metrics=["mae"], weighted_metrics=["mse"])
told(model.fit(tokens, targets, epochs=2, verbose=0, shuffle=False).history)
told(model.fit(tokens, targets, sample_weight=np.ones((4, 3)) * 2, verbose=0, shuffle=False).history)
show(np.round(model.predict(tokens, verbose=0), 4))

# %% order-of-samples
class Tells(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.total = self.add_weight(shape=(), initializer="zeros")

    def train_step(self, data):
        tf.print(tf.reshape(tf.cast(data[0], tf.int32), [-1]), summarize=-1, output_stream=sys.stdout)
        return {"loss": self.total * 1}


import sys

for seed, options in ((5, {}), (5, {"batch_size": 3}), (6, {"batch_size": 3, "shuffle": "batch"}), (7, {"batch_size": 4, "shuffle": False})):
    tf.keras.utils.set_random_seed(seed)
    model = Tells()
    model.compile("sgd")
    model.fit(np.arange(8.0).reshape(8, 1), np.zeros((8, 1)), epochs=2, verbose=0, **options)
tf.keras.utils.set_random_seed(8)
model = line()
model.compile("adam", "mse")
told(model.fit(x, ya, epochs=3, batch_size=3, verbose=0, validation_split=0.25).history)

# %% steps-per-execution
seen = []


class Seen(callbacks.Callback):
    def on_train_batch_begin(self, batch, logs=None):
        seen.append(("begin", batch))

    def on_train_batch_end(self, batch, logs=None):
        seen.append(("end", batch, f"{logs['loss']:.4f}"))

    def on_test_batch_end(self, batch, logs=None):
        seen.append(("test", batch))


model = line()
model.compile("sgd", "mae", steps_per_execution=3)
model.fit(x, ya + 1, batch_size=1, verbose=0, callbacks=[Seen()], shuffle=False)
model.evaluate(x, ya, batch_size=2, verbose=0, callbacks=[Seen()])
print(seen)
model.compile("sgd", "mse", jit_compile=True)
told(model.fit(x, ya + 1, verbose=0, shuffle=False).history)


class Losses(layers.Layer):
    def call(self, inputs):
        self.add_loss(tf.reduce_sum(tf.square(inputs)) * 0.1)
        return inputs


model = tf.keras.Sequential([tf.keras.Input((3,)), Losses(), layers.Dense(1, kernel_initializer="ones", kernel_regularizer="l2")])
fit(model, ya, loss="mse")
fit(model, ya)

# %% early-stopping
fit(line(), ya + 1, loss="mse", optimizer=tf.keras.optimizers.SGD(1.5), epochs=5, callbacks=[callbacks.EarlyStopping(
    "loss", patience=1, verbose=1, restore_best_weights=True)])
fails(lambda: fit(line(), ya, loss="mse", callbacks=[callbacks.EarlyStopping("other")]))
fit(line(), ya + 1, loss="mse", metrics=["mae"], epochs=3, callbacks=[callbacks.EarlyStopping("mae", min_delta=10.0, mode="min")])
fit(line(), ya * np.nan, loss="mse", epochs=3, callbacks=[callbacks.TerminateOnNaN()])

# %% learning-rates
fit(line(), ya + 1, loss="mse", epochs=3, callbacks=[callbacks.LearningRateScheduler(lambda epoch, rate: rate * 0.5, verbose=1)])
fit(line(), ya + 1, loss="mse", epochs=4, optimizer=tf.keras.optimizers.SGD(1.5), callbacks=[callbacks.ReduceLROnPlateau(
    "loss", factor=0.5, patience=1, verbose=1, min_lr=0.3)])
fails(lambda: callbacks.ReduceLROnPlateau(factor=1.0))
fails(lambda: fit(line(), ya, loss="mse", callbacks=[callbacks.LearningRateScheduler(lambda epoch: 1)]))
for name in ("sgd", "adam", "rmsprop", "adagrad", "adamw", "adadelta", "adamax"):
    model = line()
    model.compile(name, "mse")
    model.fit(x, ya + 1, epochs=2, batch_size=2, verbose=0, shuffle=False)
    show(np.round(model.get_weights()[0], 4))
    print(name, [v.name for v in model.optimizer.variables])
schedules = tf.keras.optimizers.schedules
for schedule in (schedules.ExponentialDecay(0.1, 4, 0.5, staircase=True), schedules.PolynomialDecay(0.1, 4, 0.01, power=2.0),
                 schedules.PolynomialDecay(0.1, 4, 0.01, cycle=True), schedules.CosineDecay(0.1, 4, alpha=0.1),
                 schedules.CosineDecay(0.0, 4, warmup_target=0.2, warmup_steps=2), schedules.CosineDecayRestarts(0.1, 2, 2.0, 0.5),
                 schedules.InverseTimeDecay(0.1, 2, 0.5), schedules.PiecewiseConstantDecay([2, 4], [0.1, 0.01, 0.001])):
    print([f"{float(schedule(step)):.5f}" for step in range(7)])
model = line()
model.compile(tf.keras.optimizers.SGD(schedules.ExponentialDecay(0.5, 2, 0.5)), "mse")
model.fit(x, ya + 1, epochs=2, batch_size=4, verbose=0, shuffle=False)
print(f"{float(model.optimizer.learning_rate):.5f}", int(model.optimizer.iterations))

# %% files-of-callbacks
folder = tempfile.mkdtemp()
log = os.path.join(folder, "log.csv")
for append in (False, True):
    fit(line(), ya + 1, loss="mse", epochs=2, callbacks=[callbacks.CSVLogger(log, append=append, separator=";")])
for row in open(log):
    print(";".join(f"{float(cell):.4f}" if cell.count(".") else cell for cell in row.strip().split(";")))
calls = []
fit(line(), ya, loss="mse", epochs=2, callbacks=callbacks.LambdaCallback(
    on_epoch_begin=lambda epoch, logs: calls.append(epoch), on_train_batch_end=lambda batch, logs: calls.append(sorted(logs))))
print(calls)
for bad in (lambda: callbacks.ModelCheckpoint("m", save_weights_only=True), lambda: callbacks.ModelCheckpoint("m"),
            lambda: callbacks.ModelCheckpoint("m.keras", save_freq="day")):
    fails(bad)

# %% metrics-of-confusion
metrics = tf.keras.metrics
true, predicted = np.array([0, 1, 1, 0, 1.0]), np.array([0.1, 0.9, 0.4, 0.6, 0.7])
for metric in (metrics.TruePositives(), metrics.FalsePositives(), metrics.TrueNegatives(), metrics.FalseNegatives(), metrics.Precision(),
               metrics.Recall(), metrics.Precision(thresholds=[0.3, 0.5]), metrics.AUC(), metrics.AUC(curve="PR", num_thresholds=10),
               metrics.AUC(from_logits=True), metrics.RootMeanSquaredError(), metrics.BinaryAccuracy(threshold=0.65)):
    metric.update_state(true, predicted)
    metric.update_state(true, predicted[::-1], sample_weight=[1, 2, 0, 1, 1])
    print(metric.name, [f"{v:.4f}" for v in np.ravel(metric.result())], [v.name for v in metric.variables])
scores = np.array([[0.1, 0.9, 0.8], [0.05, 0.95, 0.01]], "float32")
for metric, labels in ((metrics.TopKCategoricalAccuracy(2), [[0, 0, 1], [1, 0, 0]]), (metrics.SparseTopKCategoricalAccuracy(1), [2, 1]),
                       (metrics.CosineSimilarity(), [[0.0, 1, 1], [1, 1, 0]]), (metrics.KLDivergence(), [[0.2, 0.3, 0.5], [0.1, 0.8, 0.1]]),
                       (metrics.Hinge(), [[0, 1, 1], [1, 1, 0]]), (metrics.Poisson(), [[0.0, 1, 1], [1, 1, 0]])):
    metric.update_state(labels, scores)
    print(metric.name, f"{float(metric.result()):.4f}")
metric = metrics.MeanIoU(num_classes=2)
metric.update_state([0, 0, 1, 1], [0, 1, 0, 1])
print(float(metric.result()))
losses = tf.keras.losses
for loss in (losses.SquaredHinge(), losses.Poisson(), losses.CosineSimilarity(), losses.BinaryFocalCrossentropy(gamma=3.0),
             losses.BinaryFocalCrossentropy(apply_class_balancing=True, label_smoothing=0.1), losses.SparseCategoricalCrossentropy(ignore_class=1)):
    labels = np.array([1, 0]) if "sparse" in loss.name else np.array([[0, 1, 1], [1, 1, 0.0]])
    print(loss.name, f"{float(loss(labels, scores.astype('float32'))):.4f}")

# %% optimizers-on-slices-of-one-row
import tensorflow as tf
from tell import fails, show
optimizers = tf.keras.optimizers
kinds = {
    "SGD": lambda **more: optimizers.SGD(0.1, **more), "momentum": lambda **more: optimizers.SGD(0.1, momentum=0.9, nesterov=True, **more),
    "Adam": lambda **more: optimizers.Adam(0.1, **more), "amsgrad": lambda **more: optimizers.Adam(0.1, amsgrad=True, **more),
    "AdamW": lambda **more: optimizers.AdamW(0.1, **more), "Adagrad": lambda **more: optimizers.Adagrad(0.1, **more),
    "RMSprop": lambda **more: optimizers.RMSprop(0.1, **more), "centered": lambda **more: optimizers.RMSprop(0.1, centered=True, momentum=0.5, **more),
    "Adadelta": lambda **more: optimizers.Adadelta(1.0, **more), "Adamax": lambda **more: optimizers.Adamax(0.1, **more)}
def slices():
    return tf.IndexedSlices(tf.constant([[1.0, 1.0], [1.0, 2.0], [-1.0, 3.0]]), tf.constant([0, 0, 2]), tf.constant([3, 2]))
for name, make in kinds.items():
    for more in {}, {"weight_decay": 0.1}, {"clipnorm": 1.0}, {"global_clipnorm": 1.0}, {"clipvalue": 0.5}:
        v, optimizer = tf.Variable(tf.ones([3, 2])), make(**more)
        for _ in range(2):
            optimizer.apply_gradients([(slices(), v)])
        print(name, more)
        show(v, *optimizer.variables[2:])
    v, optimizer = tf.keras.Variable(tf.ones([3, 2])), make()
    optimizer.build([v])
    step = tf.function(lambda: optimizer.apply([slices()], [v]), autograph=False)
    step()
    show(v.value)

# %% embeddings-of-one-row-many-times
import numpy as np
import tensorflow as tf
from tell import show
for optimizer in "sgd", "adam", "adagrad", "rmsprop", "adadelta", "adamax":
    model = tf.keras.Sequential([tf.keras.layers.Embedding(4, 2, embeddings_initializer="ones"), tf.keras.layers.GlobalAveragePooling1D(),
                                 tf.keras.layers.Dense(1, kernel_initializer="ones")])
    model.compile(optimizer, "mse")
    model.fit(np.array([[0, 0, 1], [0, 2, 2]]), np.array([[1.0], [2.0]]), epochs=2, verbose=0, shuffle=False)
    show(model.layers[0].embeddings.value)
