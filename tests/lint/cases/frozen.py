"""Values that the graph keeps, and that plain Python changes between the calls."""

import tensorflow as tf

rate = 0.1
momentum = 0.9
count = 0
settled = 1
settled = settled + 1
scales = [1.0]
mode = "train"


@tf.function
def update(x):
    x -= rate  # [outer-value-frozen-in-graph]
    x *= momentum
    x += settled
    x += scales[0]
    if mode == "train":  # [outer-value-frozen-in-graph]
        x = -x
    return x


def train(x):
    global count, rate
    for _ in range(3):
        x = update(x)
        rate = rate * 0.5
        count += 1
    return x


update(1.0)
mode = "test"
update(1.0)


def closure(batches):
    step = 0
    weight = 1.0
    offset = 0.0
    offset += 1.0

    @tf.function
    def run(x):
        return x * step + weight + offset  # [outer-value-frozen-in-graph]

    for batch in batches:
        run(batch)
        step += 1


def swept(x):
    scale = None

    @tf.function
    def run(x):
        return x * scale  # [outer-value-frozen-in-graph]

    for scale in (0.1, 0.2):
        run(x)


def made_anew(x):
    for scale in (0.1, 0.2):

        @tf.function
        def run(x):
            return x * scale

        run(x)


def renewed(thing):
    return thing


class Trainer:
    level = 0

    def __init__(self, rate, layers):
        self.rate = rate
        self.steps = 0
        self.depth = 0
        self.training = False
        self.cached = None
        self.width = 1
        self.seen = 0
        self.weight = tf.Variable(1.0)
        self.calls = 0
        for _ in layers:
            self.depth += 1
        self._reset()
        self.step = tf.function(self._step)

    def _reset(self):
        self.width = self.width + 1

    def build(self, shape):
        self.width += 1

    def _step(self, x):
        x *= self.rate  # [outer-value-frozen-in-graph]
        x += self.depth + self.width
        self.calls += 1  # [outer-mutation-in-graph]
        x += self.calls
        x += self.weight
        if self.cached is None:
            x += 1
        x += renewed(self.cached)
        if self.training:  # [outer-value-frozen-in-graph]
            x = -x
        return helper(self, x)

    def renew(self):
        self.step(1.0)
        self.cached = renewed(self.cached)

    def epoch(self, x):
        self.step(x)
        self.rate *= 0.5
        self.steps += 1
        self.seen = len(x)

    def train(self):
        self.training = True

    def eval(self):
        self.training = False


def helper(trainer, x):
    return x + trainer.steps  # [outer-value-frozen-in-graph]


class Model(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.temperature = 1.0
        self.layers_made = 0

    def add(self):
        self.layers_made += 1

    @tf.function
    def call(self, x):
        return x / self.temperature + self.layers_made  # [outer-value-frozen-in-graph]


class Cool(tf.keras.callbacks.Callback):
    def __init__(self, target: Model):
        super().__init__()
        self.target = target

    def on_epoch_end(self, epoch, logs=None):
        self.target.temperature *= 0.9


# A switch of the whole module, which is set before anything runs; one that is turned between calls.

VALIDATE = True
SCALED = True


def enable_validation():
    global VALIDATE
    VALIDATE = True


def disable_validation():
    global VALIDATE
    VALIDATE = False


def scale():
    global SCALED
    SCALED = True


def do_not_scale():
    global SCALED
    SCALED = False


@tf.function
def validated(x):
    x = tf.debugging.check_numerics(x, "x") if VALIDATE else x
    return x * 2 if SCALED else x  # [outer-value-frozen-in-graph]


def compare_scales(x):
    do_not_scale()
    plain = validated(x)
    scale()
    return plain, validated(x)


@tf.function
def innocent(x):
    total = 0
    for value in range(3):
        total += value
        x += total
    return x


innocent(1.0)


class Set:
    """Functions that assign what they are given are as good as assignments where they are called."""

    def __init__(self):
        self.rate = 0.1
        self.training = True
        self.scale = 1.0
        self.first = 1.0
        self._decay = 1.0

    def set_rate(self, rate):
        self.rate = rate

    def set_first(self, first):
        self.first = first

    def train(self, mode=True):
        self.training = mode

    def eval(self):
        self.train(False)

    @property
    def decay(self):
        return self._decay

    @decay.setter
    def decay(self, value):
        self._decay = value

    @tf.function
    def step(self, x):
        x = x * self.rate  # [outer-value-frozen-in-graph]
        if self.training:  # [outer-value-frozen-in-graph]
            x = x * self.scale  # [outer-value-frozen-in-graph]
        return x * self.first * self.decay  # [outer-value-frozen-in-graph]

    def fit(self, batches):
        self.set_first(0.5)
        for epoch, batch in enumerate(batches):
            self.set_rate(0.1 / (epoch + 1))
            self.decay = 0.5**epoch
            self.step(batch)


one = Set()
one.set_rate(0.2)
one.step(2.0)
one.scale = 2.0
one.step(2.0)


def make_annealed(model):
    temperature, turn, fixed = 1.0, 0, 1.0

    @tf.function
    def run(x):
        return model(x) / temperature * fixed  # [outer-value-frozen-in-graph]

    def train(batches):
        nonlocal temperature, turn
        for x in batches:
            turn += 1
            temperature = max(0.1, 0.99**turn)
            run(x)

    return train
