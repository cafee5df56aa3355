"""What people have reported: programs of their kind, in short."""

import librosa
import numpy as np
import tensorflow as tf
from sklearn.cluster import KMeans
from tensorflow import keras

model = keras.Sequential([keras.Input((3,)), keras.layers.Dense(1)])


def by_length(y_true, y_pred):
    return tf.reduce_sum(y_pred - y_true) / len(y_true)  # [eager-only-call-in-graph]


def of_pairs(margin):
    def loss(y_true, y_pred):
        near, far = y_pred  # [eager-only-call-in-graph]
        return tf.maximum(near - far + margin, 0.0)

    return loss


model.compile(loss=by_length)
model.compile(loss=of_pairs(0.5))


@tf.function
def predicted(net, x):
    return net.predict(x)  # [eager-only-call-in-graph]


predicted(model, np.ones((2, 3)))


class Evolving(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(3)
        self.clusters = KMeans(n_clusters=3)

    def mutate(self):
        return [w.numpy() for w in self.dense.weights]  # [eager-only-call-in-graph]

    def cluster(self, rows):
        return self.clusters.fit_predict(rows)  # [eager-only-call-in-graph]

    def call(self, x):
        return self.dense(x) + self.mutate()[0] + tf.map_fn(self.cluster, x)


def read_audio(path):
    samples, rate = librosa.load(path)  # [eager-only-call-in-graph]
    return samples, rate


def masked_path(path):
    parts = tf.strings.split(path, "/")
    joined = tf.strings.join(parts, "/")  # [eager-only-call-in-graph]
    return tf.strings.join([joined, ".png"])


def keep_ones(image, label):
    if label == 1:
        return image, label  # [unsupported-in-tensor-loop]
    else:
        pass


tf.data.Dataset.list_files("*.wav").map(read_audio)
tf.data.Dataset.list_files("*.png").map(masked_path)
tf.data.Dataset.range(3).map(lambda i: (i, i)).map(keep_ones)


class Decoder(keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.table = None
        self.kl_weight = 0.0

    def make_table(self):
        self.table = tf.range(10)  # [tensor-leaked-from-graph]

    def call(self, x):
        if self.table is None:
            self.make_table()
        self.add_loss(self.kl_weight * tf.reduce_sum(x))  # [outer-value-frozen-in-graph]
        return tf.gather(self.table, x)


class Trained(keras.Model):
    def train_step(self, data):
        x, y = data
        self.truth = y  # [tensor-leaked-from-graph]
        return {"loss": tf.reduce_mean(self(x) - y)}


class Watching(keras.callbacks.Callback):
    def on_epoch_begin(self, epoch, logs=None):
        self.model.get_layer("decoder").kl_weight = min(1.0, epoch / 10)

    def on_train_batch_end(self, batch, logs=None):
        print(self.model.truth)


class Running:
    def __init__(self):
        self.output = tf.zeros([3])
        for _ in range(3):
            self.run()
        print(self.output)

    @tf.function
    def run(self):
        self.output = tf.random.normal([3])  # [tensor-leaked-from-graph]
        return self.output


class Schedule:
    def __init__(self, start, lowest, decay):
        self.epsilon, self.lowest, self.decay = start, lowest, decay

    def step(self):
        self.epsilon = max(self.lowest, self.epsilon * self.decay)
        return self.epsilon


class Acting:
    def __init__(self, schedule):
        self.schedule = schedule

    @tf.function
    def policy(self, x, epsilon):
        return x * epsilon

    def act(self, x):
        epsilon = self.schedule.step()
        return self.policy(x, epsilon)  # [python-scalar-retrace]


Acting(Schedule(1.0, 0.1, 0.9)).act(tf.ones([3]))


@tf.function
def train_step(optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def train_epoch(optimizer, data):
    for x in data:
        train_step(optimizer, x)


def experiment(data):
    optimizer = keras.optimizers.Adam()
    for _ in range(3):
        train_epoch(optimizer, data)  # [variable-created-in-graph]


for seed in range(3):
    experiment([tf.ones([1, 3])])


def experiment_of_its_own(data):
    # One program may run only one of the two: each has a graph of its own then.
    optimizer = keras.optimizers.Adam()
    train_epoch(optimizer, data)


def sliced(x, axis):
    if axis == 1:
        return x[:, 1:]
    elif axis == 2:
        return x[:, :, 1:]
    else:
        raise ValueError(axis)


keras.layers.Lambda(sliced, arguments={"axis": 1})


def seen(y_true, y_pred):
    shown = keras.backend.get_value(y_true)  # [eager-only-call-in-graph]
    rate = keras.backend.get_value(model.optimizer.learning_rate)
    return tf.reduce_sum(y_pred - y_true) * shown * rate


model.compile(loss=seen)
tf.data.Dataset.list_files("*").interleave(lambda path: tf.data.Dataset.load(path))  # [eager-only-call-in-graph]


class Trainer:
    @tf.function
    def step(self, optimizer, x):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(model(x))
        optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))

    def train(self, data, optimizer):
        for x in data:
            self.step(optimizer, x)


trainer = Trainer()
trainer.train([tf.ones([1, 3])], keras.optimizers.Adam())
trainer.train([tf.ones([1, 3])], keras.optimizers.Adam(0.01))  # [variable-created-in-graph]
for rate in (0.1, 0.01):
    Trainer().train([tf.ones([1, 3])], keras.optimizers.Adam(rate))
    optimizer = keras.optimizers.Adam(rate)
    train_step(optimizer, tf.ones([1, 3]))  # [variable-created-in-graph]
