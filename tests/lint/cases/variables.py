"""Variables, and what holds them, created in graph contexts."""

import keras
import tensorflow as tf
import tensorflow.compat.v1 as tf1
from tensorflow import keras as tfk
from tensorflow.keras import layers
from tensorflow.keras.layers import Dense, Flatten
from tensorflow.keras.optimizers import Adam


@tf.function
def every_kind(x):
    a = tf.Variable(0.0)  # [variable-created-in-graph]
    b = tf1.get_variable("b", [2])  # [variable-created-in-graph]
    c = tf.compat.v1.get_variable("c", [2])  # [variable-created-in-graph]
    x = tf.keras.layers.Dense(2)(x)  # [variable-created-in-graph]
    x = layers.BatchNormalization()(x)  # [variable-created-in-graph]
    x = Dense(3)(x)  # [variable-created-in-graph]
    x = keras.layers.LSTM(3)(x)  # [variable-created-in-graph]
    x = tfk.layers.Dropout(0.5)(x)  # [variable-created-in-graph]
    d = tf.keras.optimizers.Adam()  # [variable-created-in-graph]
    e = Adam(0.1)  # [variable-created-in-graph]
    f = tf.keras.optimizers.legacy.SGD()  # [variable-created-in-graph]
    g = tf.keras.metrics.Mean()  # [variable-created-in-graph]
    h = tf.random.Generator.from_seed(1)  # [variable-created-in-graph]
    model = tf.keras.Sequential([layers.Dense(2), layers.ReLU()])  # [variable-created-in-graph]
    x = model(x)
    later = layers.Dense(2)  # [variable-created-in-graph]
    x = later(x)
    x = layers.Bidirectional(layers.LSTM(3))(x)  # [variable-created-in-graph]
    x = layers.TimeDistributed(layers.Dense(2))(x)  # [variable-created-in-graph]
    return x


@tf.function
def innocent(x, *layers_given, **options):
    never_called = layers.Dense(2)
    options["units"] = 3
    x = Flatten()(x)
    x = layers.ReLU()(x)
    x = tf.keras.layers.Concatenate()([x, x])
    x = tf.raw_ops.Conv2D(input=x, filter=x, strides=[1], padding="SAME")
    loss = tf.keras.losses.MeanSquaredError()(x, x)
    init = tf.keras.initializers.GlorotUniform()([2, 2])
    with tf.init_scope():
        v = tf.Variable(0.0)  # [variable-created-in-graph]
    return x + tf.zeros([2])


class Net(tf.Module):
    def __init__(self):
        self.v = tf.Variable(0.0)  # [variable-created-in-graph]
        self.dense = Dense(2)  # [variable-created-in-graph]


class Unused(tf.Module):
    def __init__(self):
        self.dense = Dense(2)
        self.dropout = layers.Dropout(0.5)  # [variable-created-in-graph]


@tf.function
def constructs_and_never_calls(x):
    return Unused()


@tf.function
def constructs_a_module(x):
    net = Net()
    return net.dense(x)


class Guarded(tf.Module):
    def __init__(self):
        self.v = None
        self.w = []
        self.x = {}
        self.built = False
        self.ready = False
        self.Dense = Dense(2)
        self.setting = True

    @tf.function
    def __call__(self, x):
        if self.v is None:
            self.v = tf.Variable(x)
        if not hasattr(self, "u"):
            self.u = tf.Variable(x)
        if not self.w:
            self.w.append(tf.Variable(x))
        if len(self.w) == 1:
            self.w.append(tf.Variable(x))
        if "k" not in self.x:
            self.x["k"] = tf.Variable(x)
        if not self.built:
            self.build(x)
        if not self.ready:
            self.r = tf.Variable(x)
            self.ready = True
        if getattr(self, "t", None) is None:
            self.t = tf.Variable(x)
        try:
            self.q
        except AttributeError:
            self.q = tf.Variable(x)
        self.lazy()
        self.y = self.y if self.y is not None else tf.Variable(x)
        return self.Dense(x)

    def build(self, x):
        self.kernel = tf.Variable(x)
        self.built = True

    def lazy(self):
        if self.lazily is not None:
            return self.lazily
        self.lazily = tf.Variable(0.0)
        return self.lazily

    @tf.function
    def no_guard(self, x):
        if self.v is not None:
            a = tf.Variable(x)  # [variable-created-in-graph]
        if self.setting:
            b = tf.Variable(x)  # [variable-created-in-graph]
        if not self.setting:
            c = tf.Variable(x)  # [variable-created-in-graph]
        if x is None:
            d = tf.Variable(x)  # [variable-created-in-graph]
        self.e = tf.Variable(x)  # [variable-created-in-graph]
        return a


state = None
HOLDER = []
CACHE = {}


@tf.function
def guarded_globals(x):
    global state
    if state is None:
        state = tf.Variable(0.0)
    if not HOLDER:
        HOLDER.append(tf.Variable(0.0))
    if "a" not in CACHE:
        CACHE["a"] = tf.Variable(0.0)
    return state + HOLDER[0]


def make_counter():
    count = None

    @tf.function
    def step(x):
        nonlocal count
        if count is None:
            count = tf.Variable(0.0)
        return count.assign_add(x)

    return step


@tf.function
def in_a_helper(x):
    return helper(x, None) + helper(x, tf.constant(1.0))


def helper(x, v):
    if v is None:
        v = tf.Variable(0.0)  # [variable-created-in-graph]
    return x + v


class Layer(tf.keras.layers.Layer):
    def build(self, shape):
        self.w = self.add_weight(shape=[2])

    @tf.function
    def call(self, x):
        w = self.add_weight(shape=[2])  # [variable-created-in-graph]
        return x * w


def eager():
    return tf.Variable(0.0)


class Network:
    def build(self):
        model = tf.keras.Sequential()
        model.add(layers.Dense(3, input_shape=(100,)))  # [variable-created-in-graph]
        model.add(layers.Reshape((3,)))
        for units in (1, 2):
            model.add(layers.Dense(units))  # [variable-created-in-graph]
        return model

    def build_more(self):
        model = tf.keras.Sequential()
        model.add(layers.Dense(3))
        return model

    @tf.function
    def step(self, x):
        self.build_more()  # never called: its layers have made nothing
        return tf.function(self.build())(x)


class Attention(tf.keras.layers.Layer):
    def build(self, shape):
        self.project = layers.Dense(shape[-1])

    def call(self, x):
        return self.project(x)


class Passed(tf.keras.layers.Layer):
    def build(self, shape):
        self.project = layers.Activation("relu")

    def call(self, x):
        return self.project(x)


class Attending(tf.keras.layers.Layer):
    def call(self, x):
        return Attention()(x) + Passed()(x)  # [variable-created-in-graph]


@tf.function
def train_step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_mean(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def make_model():
    return tf.keras.Sequential([tf.keras.Input((3,)), layers.Dense(1)])


def train(rate, data):
    model = make_model()
    optimizer = keras.optimizers.Adam(rate)
    checkpoint = tf.train.Checkpoint(optimizer=optimizer)
    for x in data:
        train_step(model, optimizer, x)  # [variable-created-in-graph]
    return checkpoint


def train_built(rate, data):
    model = make_model()
    optimizer = keras.optimizers.Adam(rate)
    optimizer.build(model.trainable_variables)
    for x in data:
        train_step(model, optimizer, x)


def train_with_own_graph(rate, data):
    model = make_model()
    optimizer = keras.optimizers.Adam(rate)
    step = tf.function(train_step.python_function)
    for x in data:
        step(model, optimizer, x)


def train_once(data):
    optimizer = keras.optimizers.Adam()
    for x in data:
        train_step(make_model(), optimizer, x)


def compare(data):
    for rate in (0.1, 0.01):
        train(rate, data)
        train_built(rate, data)
        train_with_own_graph(rate, data)


def compare_two(x):
    small = tf.keras.Sequential([layers.Dense(1)])
    large = tf.keras.Sequential([layers.Dense(100)])
    plain = keras.optimizers.SGD()
    other = keras.optimizers.SGD()
    train_step(small, plain, x)
    train_step(large, other, x)  # [variable-created-in-graph]
    train_step(large, plain, x)


class Own(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = layers.Dense(3)

    def call(self, x):
        return self.dense(x)


for rate in (0.1, 0.01):
    own = Own()
    train_step(own, keras.optimizers.SGD(rate), tf.ones((1, 3)))  # [variable-created-in-graph]


def given_step(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = model(x)
    optimizer.apply_gradients(zip(tape.gradient(loss, model.trainable_variables), model.trainable_variables))


def for_each_rate(model, data):
    for rate in (0.1, 0.01):
        optimizer = tf.keras.optimizers.Adam(rate)
        step = tf.function(given_step)  # one for each optimizer
        for x in data:
            step(model, optimizer, x)


def with_one(model, data):
    step = tf.function(given_step)
    for rate in (0.1, 0.01):
        optimizer = tf.keras.optimizers.Adam(rate)
        for x in data:
            step(model, optimizer, x)  # [variable-created-in-graph]


@tf.function
def learn(model, optimizer, x):
    with tf.GradientTape() as tape:
        loss = tf.reduce_sum(model(x))
    gradients = tape.gradient(loss, model.trainable_variables)
    optimizer.apply_gradients(zip(gradients, model.trainable_variables))
    return loss


def objective(trial):
    model = tf.keras.Sequential([tf.keras.Input((3,)), tf.keras.layers.Dense(1)])
    optimizer = tf.keras.optimizers.Adam(trial.suggest_float("rate", 1e-4, 1e-1))
    return float(learn(model, optimizer, tf.ones([1, 3])))  # [variable-created-in-graph]


def search(study):
    study.optimize(objective, n_trials=3)


@tf.function
def with_application(x):
    made = tf.keras.applications.VGG19(include_top=False, weights=None)  # [variable-created-in-graph]
    return made(x)


@tf.function
def with_loaded(x):
    return tf.keras.models.load_model("model.keras")(x)  # [variable-created-in-graph]
