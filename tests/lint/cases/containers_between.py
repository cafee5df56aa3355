"""What is put into containers between two calls of a graph function: by helpers, in branches, under another key, of another object."""

import tensorflow as tf

RATES = {"actor": 0.1, "critic": 0.1, "same": 0.5}


@tf.function
def step(x):
    return x * RATES["actor"] * RATES["critic"] * RATES["same"]  # [outer-value-frozen-in-graph]


def put(name, rate):
    RATES[name] = rate


def by_helper(x, late):
    step(x)
    if late:
        put("actor", 0.5)
    RATES["same"] = 0.5  # as it was
    put("same", 0.5)
    step(x)


class Holder:
    def __init__(self):
        self.scales = {"a": 1.0}
        self.rows = []

    def scale(self, value):
        self.scales["a"] = value

    @tf.function
    def step(self, x):
        return x * self.scales["a"]  # [outer-value-frozen-in-graph]

    @tf.function
    def total(self, x):
        return x + tf.add_n(self.rows)


def of_one_object(x):
    holder = Holder()
    holder.step(x)
    with tf.device("cpu"):
        holder.scale(0.5)
    holder.step(x)


def filled_first(x):
    holder = Holder()
    holder.rows.append(x)
    holder.total(x)
    holder.total(x)


class Twin:
    def __init__(self):
        self.scales = {"a": 1.0}

    @tf.function
    def step(self, x):
        return x * self.scales["a"]


def of_another_object(x):
    first, second = Twin(), Twin()
    first.step(x)
    second.scales["a"] = 0.5
    first.step(x)
    second.step(x)


def back_again(x):
    twin = Twin()
    twin.step(x)
    twin.scales["a"] = 0.5
    twin.scales["a"] = 1.0
    twin.step(x)


class OwnLoop(tf.keras.Model):
    """Its loop calls what `make_train_function` gives, rather than `fit` of Keras."""

    def __init__(self):
        super().__init__()
        self.focus = {"weight": 1.0, "kind": "linear"}
        self.current_epoch = 0

    def train_step(self, data):
        kind = self.focus["kind"]
        return {"loss": data * self.focus["weight"], "kind": kind}  # [outer-value-frozen-in-graph]

    def make_train_function(self):
        def train_function(iterator):
            return self.train_step(next(iterator))

        self.train_function = tf.function(train_function)
        return self.train_function

    def decay(self):
        self.focus["weight"] = max(1 - self.current_epoch / 10, 0.1)
        self.focus["kind"] = "linear"

    def fit(self, data, epochs):
        train_function = self.make_train_function()
        for epoch in range(epochs):
            self.current_epoch = epoch
            self.decay()
            train_function(iter(data))
