"""What lists, dicts, sets and arrays hold when a function is traced, and what a loop puts into them between the calls."""
import random

import numpy as np
import tensorflow as tf

SETTINGS = {"clip": 0.2, "gamma": 0.99, "beta": 0.0}
WEIGHTS = {"mse": 1.0, "l1": 0.0}
SCALES = [1.0, 1.0]
TERMS = [tf.square]
ACTIVE = {"mse"}
mask = np.ones(3)
order = np.arange(3)
mean = np.zeros(3)


@tf.function
def step(x, names):
    x = x * SETTINGS["clip"]  # [outer-value-frozen-in-graph]
    x = x * SETTINGS["gamma"] * SETTINGS.get("beta")  # [outer-value-frozen-in-graph]
    for name in names:
        x = x * WEIGHTS[name]  # [outer-value-frozen-in-graph]
    for scale in SCALES:  # [outer-value-frozen-in-graph]
        x = x * scale
    if "l1" in ACTIVE:  # [outer-value-frozen-in-graph]
        x = tf.abs(x)
    x = x * mask + mask.shape[0]  # [outer-value-frozen-in-graph]
    x = tf.gather(x, order)  # [outer-value-frozen-in-graph]
    return sum([term(x) for term in TERMS]) - mean.copy()  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]


for epoch in range(3):
    step(tf.ones(3), ("mse", "l1"))
    SETTINGS["clip"] = 0.2 * (1 - epoch / 3)
    SETTINGS["beta"] += 0.1
    WEIGHTS["l1"] = 0.1 * epoch
    SCALES[epoch % 2] *= 0.5
    ACTIVE.add(f"l{epoch}")
    mask[epoch] = 0.0
    random.shuffle(order)
    TERMS.append(tf.abs)
    np.copyto(mean, np.full(3, epoch))


class Trainer:
    def __init__(self, config):
        self.config = config
        self.blocks = [tf.Variable(1.0)]
        self.losses = []
        self.rates = {"actor": 0.1, "critic": 0.1}
        self.blocked = set()

    def grow(self):
        self.blocks.append(tf.Variable(2.0))

    def block(self, user):
        self.blocked.add(user)

    def set_rate(self, name, rate):
        self.rates[name] = rate

    @tf.function
    def train_step(self, x):
        for block in self.blocks:  # [outer-value-frozen-in-graph]
            x = x * block
        if 3 in self.blocked:  # [outer-value-frozen-in-graph]
            x = x * 0.0
        x = x * self.config["lr"] * self.config["size"]  # [outer-value-frozen-in-graph]
        return x * self.rates["actor"] * self.rates["critic"]  # [outer-value-frozen-in-graph]

    def fit(self, data):
        for epoch, x in enumerate(data):
            self.config["lr"] = 0.1 / (epoch + 1)
            self.set_rate("actor", 0.1 * epoch)
            self.losses.append(self.train_step(x))


trainer = Trainer({"lr": 0.1, "size": 3})
for stage in range(3):
    trainer.fit([tf.ones(3)])
    trainer.grow()
trainer.train_step(tf.ones(3))
trainer.block(3)
trainer.train_step(tf.ones(3))


# Filled before anything runs, of one turn, read by no graph, or another item.
TABLE = {}
LAYERS = []
CACHE = {}
BATCH = {}
QUEUE = []
ROWS = np.zeros(3)
NAMED = {"a": 1.0, "b": 1.0}
RESULTS = []
for key in ("a", "b"):
    TABLE[key] = 1.0
for number in range(3):
    LAYERS.append(tf.Variable(1.0))
    ROWS[number] = number


@tf.function
def innocent(x):
    for layer in LAYERS:
        x = x * layer
    if "x" not in CACHE:
        CACHE["x"] = tf.Variable(1.0)
    x = x * TABLE["a"] + ROWS + ROWS.shape[0] + NAMED["b"] + len(NAMED)
    RESULTS.append(1)  # [outer-mutation-in-graph]
    return x * CACHE["x"]


for number in range(3):
    NAMED["a"] = number
    RESULTS.append(innocent(tf.ones(3)))


class Sweep:
    @tf.function
    def step(self, x):
        return x * SETTINGS["gamma"] * BATCH["rate"]


def sweep(rates):
    for rate in rates:
        BATCH["rate"] = rate
        Sweep().step(tf.ones(3))  # another object has another graph
        one = Sweep()
        one.step(tf.ones(3))


def made_anew(rates):
    config = {"rate": 0.1}
    for rate in rates:
        config["rate"] = rate

        @tf.function
        def run(x):  # [graph-function-in-loop]
            return x * config["rate"]

        run(tf.ones(3))


def factory(config):
    @tf.function
    def run(x):
        return x * config["rate"]

    return run


def anew_by_factory(rates):
    config = {}
    for rate in rates:
        config["rate"] = rate
        factory(config)(tf.ones(3))


class Store:
    """Objects of the program that are no containers, and values of Variables."""

    def __init__(self):
        self.rows = tf.Variable(tf.zeros(3))

    def __setitem__(self, index, value):
        self.rows.scatter_nd_update([[index]], [value])

    def append(self, value):
        self.rows.assign_add(value)


store = Store()


@tf.function
def with_store(x):
    return x * store.rows + sum(store)


for number in range(3):
    with_store(tf.ones(3))
    store[number] = 1.0
    store.append(tf.ones(3))


class Batches:
    """What is collected is emptied again."""

    def __init__(self):
        self.pending = []
        self.sizes = [1, 2]

    @tf.function
    def step(self, x):
        return x + tf.add_n(self.pending) if self.pending else x * self.sizes[0]

    def run(self, data):
        self.pending.append(data)
        result = self.step(data)
        self.pending.clear()
        return result

    def build(self):
        self.sizes.append(3)
        self.sizes.append(4)
        return self.step(tf.ones(3))


def described(config, names):
    config.features()
    kinds = dict()
    for feature in config.features():
        kinds[feature["name"]] = config.kind(feature)
    config.features()

    @tf.function(input_signature=[tf.TensorSpec([None], tf.string)])
    def features(protos):
        return {name: tf.io.decode_raw(protos, kinds[name]) for name in names}

    return features


scales_by_state = {"start": 1.0}
seen_by_state = {"start": 1.0}


@tf.function
def by_state(x):
    return x * scales_by_state[first_state] + seen_by_state[first_state]  # [outer-value-frozen-in-graph]


first_state = "start"
for state in ("start", "next", "last"):
    if state not in scales_by_state.keys() and len(state) > 1:
        scales_by_state[state] = len(state)
    seen_by_state[state] = len(state)
    by_state(tf.constant(1.0))
