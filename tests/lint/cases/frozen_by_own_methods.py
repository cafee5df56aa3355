"""What methods change after they have run a graph function, for their next call, and what they make anew."""
import numpy as np
import tensorflow as tf


class Learner:
    def __init__(self, n):
        self.pool = list(range(n))
        self.chosen = []
        self.anchors = tf.zeros([1, 2])
        self.weights = {"a": 1.0, "b": 1.0}
        self.current = {}
        self.epoch = 0
        self.schedules = {"rate": abs}
        self.metric = tf.keras.metrics.Mean()
        self.size = 3
        self.mean = 0.0
        self.cached = None
        self.total = 0.0

    @tf.function
    def score(self, x):
        x = tf.gather(x, self.pool) - self.anchors  # [outer-value-frozen-in-graph, outer-value-frozen-in-graph]
        x = x * self.weights["a"]  # [outer-value-frozen-in-graph]
        return x * self.weights["b"] * self.size

    def query(self, x):
        scores = self.score(x).numpy()
        index = self.pool[int(np.argmax(scores))]
        self.pool.remove(index)
        self.chosen.append(index)
        self.anchors = tf.gather(x, self.chosen)
        self.weights["a"] = float(len(scores))
        self.weights["b"] = 1.0
        self.size = 3
        self.total = float(scores[0])
        return index

    def schedule(self):
        for name, schedule in self.schedules.items():
            self.current[name] = schedule(self.epoch)

    def start(self):
        self.metric = tf.keras.metrics.Mean()

    @tf.function
    def step(self, x):
        self.metric.update_state(x)  # [outer-value-frozen-in-graph]
        return x * self.current["rate"]  # [outer-value-frozen-in-graph]

    def fit(self, data):
        for epoch in range(3):
            self.epoch = epoch
            self.start()
            self.schedule()
            for x in data:
                self.step(x)

    @tf.function
    def predict(self, x):
        return x - self.mean + (self.cached if self.cached is not None else 0.0)

    def estimate(self, x):
        scores = self.score(x)
        self.mean = float(scores[0])  # set once, by what another graph function gives
        if self.cached is None:
            self.cached = self.predict(x)
        return self.predict(x)


class Augmentation:
    def __init__(self):
        self.scale = 1.0


class Pipeline:
    """A dataset that is made anew has its functions traced anew."""

    def __init__(self):
        self.strength = 0.0
        self.options = {"p": 0.0}
        self.part = Augmentation()
        self.weight = tf.Variable(1.0)

    def augment(self, x):
        return x * self.strength * self.options["p"] * self.part.scale

    def make(self):
        return tf.data.Dataset.range(3).map(self.augment)

    def renew(self):
        self.part = Augmentation()

    @tf.function
    def step(self, x):
        return x * self.weight

    def fit(self):
        for epoch in range(3):
            self.strength = epoch / 3
            self.options["p"] = epoch / 3
            self.renew()
            for x in self.make():
                self.step(x)


class Pruning:
    def set_axes(self, shape):
        self.axes = list(range(len(shape) - 2))
        return self

    def apply(self, x):
        return tf.reduce_mean(x, axis=self.axes)


class Pruned(tf.keras.layers.Layer):
    def build(self, shape):
        self.pruning = Pruning().set_axes(shape)

    def call(self, x):
        return self.pruning.apply(x)


def prune_all(weights):
    for weight in weights:
        pruning = Pruning().set_axes(weight.shape)  # of an object of this turn
        weight.assign(pruning.apply(weight))


class Growing(tf.Module):
    def __init__(self):
        self.blocks = [tf.identity]
        self.scale = 1.0

    def grow(self):
        self.blocks.append(tf.nn.relu)
        self.scale *= 0.5

    def generate(self, x):
        for block in self.blocks:
            x = block(x)
        return x * self.scale

    def save(self, path):
        tf.saved_model.save(self, path, signatures=tf.function(self.generate))  # made anew each time


growing = Growing()
for level in range(3):
    growing.grow()
    growing.save(f"level{level}")


class Renewed(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.before = None
        self.after = None

    def train_step(self, data):
        x, y = data
        if self.before is not None:
            x = self.before(x)
        return super().train_step((x, y))

    def test_step(self, data):
        x, y = data
        if self.after is not None:
            x = self.after(x)
        return super().test_step((x, y))

    def fit(self, x, y, before=None):
        self.train_function = None
        self.before = before
        return super().fit(x, y)

    def evaluate(self, x, y, after=None):
        self._reset_compile_cache()
        self.after = after
        return super().evaluate(x, y)


class CountsSteps(tf.keras.Model):
    def train_step(self, data):
        return {"alpha": self.counter / self.steps_per_epoch}  # [outer-value-frozen-in-graph]

    def fit(self, *args, steps_per_epoch=300, **kwargs):
        self.steps_per_epoch = steps_per_epoch
        self.counter.assign(0.0)
        return super().fit(*args, steps_per_epoch=steps_per_epoch, **kwargs)


class FollowsTheData(tf.keras.Model):
    def train_step(self, data):
        return {"size": self.size}

    def fit(self, x, **kwargs):
        self.size = len(x)
        return super().fit(x[: self.size], epochs=2, **kwargs)


class Points:
    """What changes it is called by what the loop calls."""

    def __init__(self):
        self._data = {}
        self.scale = 1.0

    def __call__(self, name):
        return self._data[name]  # [outer-value-frozen-in-graph]

    def rescale(self, name):
        return self.scale  # [outer-value-frozen-in-graph]

    def grow(self, index):
        for key, data in self._data.items():
            self._data[key] = tf.concat([data, data[index:index + 1]], axis=0)

    def shrink(self, index):
        self.scale = self.scale * 0.5


class Domain:
    def __init__(self):
        self.var = Points()

    def update(self, index):
        self.var.grow(index)
        self.var.shrink(index)

    def loss(self):
        x = self.var("x")
        return tf.reduce_sum(x) * self.var.rescale(3)


class Resampled:
    def __init__(self):
        self.box = Domain()

    @tf.function
    def step(self):
        return self.box.loss()

    def solve(self, epochs):
        for epoch in range(epochs):
            if epoch % 100 == 0:
                self.box.update(epoch)
            self.step()
