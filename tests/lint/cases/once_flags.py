"""A flag that a trace clears where it chose what goes into the graph: eager code goes on otherwise, the graph does not."""

import tensorflow as tf
from tensorflow import keras
from tensorflow.python.keras import backend_config


class Warm:
    def __init__(self):
        self.first = True
        self.open = {"loss": True}
        self.quiet = True
        self.size = None
        self.made = False
        self.table = None

    @tf.function
    def warm(self, x):
        if self.first:
            x = 10.0 * x
            self.first = False  # [outer-mutation-in-graph]
        return x

    @tf.function
    def weighed(self, x, key="loss"):
        weights = {"loss": x}
        if self.open[key]:
            weights[key] = 2.0 * x
            self.open[key] = False  # [outer-mutation-in-graph]
        return weights[key]

    @tf.function
    def chosen(self, x):
        if not self.quiet:
            loss = x * x
            self.quiet = True  # [outer-mutation-in-graph]
        else:
            loss = tf.abs(x)
        return loss

    @tf.function
    def measured(self, x):
        if self.size is None:  # what is the same each time is found out once
            shape = x.shape
            self.size = shape[-1]
        return x / self.size

    @tf.function
    def built(self, x):
        if not self.made:
            x = self.make(x)
            self.made = True
        return x * self.table

    def make(self, x):
        self.table = tf.Variable(tf.ones([3]))
        return x


def closure():
    first = True

    @tf.function
    def step(x):
        nonlocal first
        if first:
            loss = tf.reduce_sum(x)
            first = False  # [outer-mutation-in-graph]
        else:
            loss = tf.reduce_mean(x)
        return loss

    return step


class Multiplied(keras.optimizers.Optimizer):
    """After a package that gives each layer a rate of its own."""

    def __init__(self, rates, name="Multiplied", **kwargs):
        super().__init__(name, **kwargs)
        self.rates = rates
        self.fresh = {key: True for key in rates}
        self.epsilon = backend_config.epsilon()

    def _resource_apply_dense(self, grad, var, apply_state=None):
        rate = self._get_hyper("rate")
        if self.fresh[var.name]:
            rate = rate * self.rates[var.name]
            self.fresh[var.name] = False  # [outer-mutation-in-graph]
        return var.assign_sub(rate * grad)


class Accumulating(keras.Model):
    def __init__(self):
        super().__init__()
        self.inner = keras.layers.Dense(1)
        self.count = tf.Variable(0)
        self.first_call = True
        self.ready = False

    def restart(self):
        self.count.assign(0)

    def prepare(self):
        self.kept = tf.Variable(0.0)

    def train_step(self, data):
        if self.first_call:
            self.restart()
            self.first_call = False  # [outer-mutation-in-graph]
        if not self.ready:
            self.prepare()
            self.ready = True
        self.count.assign_add(1)
        return {"count": self.count}


class Moded:
    """Flags that nobody sets for what a trace has done say which way is meant, and that way is traced each time."""

    def __init__(self, noise, simple=False):
        self.noise = noise
        self.simple = simple
        self.started = False
        self.frozen = False

    def prepare(self):
        if self.noise == 0.0:
            self.simple = True

    @tf.function
    def step(self, x):
        if not self.simple:
            print("noisy")  # [print-in-graph]
            x = x + tf.random.normal(x.shape, stddev=self.noise)
        if not self.started:  # `fit` sets it after the first step
            print("starting")
        if not self.frozen:  # `_stop` sets it in the trace
            print("running")
            x = self._slow(x)
        return x

    def _slow(self, x):
        return self._stop(x)

    def _stop(self, x):
        self.frozen = True
        return 2.0 * x

    def fit(self, batches):
        for batch in batches:
            self.step(batch)
            self._mark()

    def _mark(self):
        self.started = True


class Innocent:
    """What the flag guards is the same at each call, or the trace itself sets the flag first."""

    def __init__(self, blocks):
        self.blocks = blocks
        self.first = self.warned = self.cached = self.known = self.made = False
        self.freqs = None

    @tf.function
    def residual(self, x):
        self.first = True
        for block in self.blocks:
            if self.first:
                x = block(x)
                self.first = False
            else:
                x = x + block(x)
        return x

    @tf.function
    def checked(self, x):
        if not self.warned:
            shape = x.shape
            assert len(shape) > 1
            self.warned = True
        shape = tf.shape(x)
        return x * tf.cast(shape[0], tf.float32)

    @tf.function
    def planned(self, x):
        freqs = self.freqs
        if not self.cached:
            freqs = tf.range(10.0).shape
            self.freqs = freqs
            self.cached = True
        return x * freqs[0]

    @tf.function
    def converted(self, x):
        if not self.known:
            x = tf.convert_to_tensor(x)
            self.known = True
        return x

    @tf.function
    def helped(self, x):
        if not self.made:
            x = make_weights(self, x)
            self.made = True
        return x * self.weights


def make_weights(owner, x):
    owner.weights = tf.Variable(tf.ones([3]))
    return x
