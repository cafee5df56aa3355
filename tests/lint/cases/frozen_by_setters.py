"""Methods that do nothing but set what a graph function of the same object reads: after its first call, in vain."""

import contextlib

import tensorflow as tf


class Decoder(tf.Module):
    def __init__(self, steps=100):
        super().__init__()
        self.use_window = False
        self.window = 3
        self.steps = steps
        self.mean = None
        self.scale = 1.0
        self.gain = 1.0
        self.bias = 0.0
        self.power = 2.0
        self.order = 1
        self.gamma = 1.0
        self.slopes = [1.0]
        # Most of what it holds has no setter.
        self.units, self.axis, self.rank, self.depth, self.width, self.height = range(6)
        self.first, self.last, self.least, self.most = range(4)

    def setup_window(self, window):
        """Restricts what is looked at."""
        self.use_window = True
        self.window = window

    def set_steps(self, steps):
        self.steps = steps

    def setGamma(self, gamma):
        self.gamma = gamma

    def updateSlopes(self, slopes):
        self.slopes = [tf.maximum(0.01, slopes[0])]

    def set_mean(self, mean):
        self.mean = mean  # without it, nothing runs: it is set before

    def set_scale(self, scale):
        self.scale = scale
        self.decode = tf.function(self._decode)  # a new graph

    def set_gain(self, gain):
        self.gain = gain

    def set_bias(self, bias):
        if bias is not None:
            self.bias = bias

    def set_order(self, order):
        if not isinstance(order, int):
            raise TypeError(f"{order} is no number")
        self.order = order

    def initialise(self, power):
        self.power = power

    @tf.function
    def infer(self, x):
        if self.use_window:  # [outer-value-frozen-in-graph]
            x = x[: self.window]  # [outer-value-frozen-in-graph]
        return x[: self.steps] - self.mean  # [outer-value-frozen-in-graph]

    @tf.function
    def plain(self, x):
        x = x**self.gamma  # [outer-value-frozen-in-graph]
        x = x * self.slopes[0]  # [outer-value-frozen-in-graph]
        x = x**self.order  # [outer-value-frozen-in-graph]
        return x * self.gain + self.bias + self.power  # [outer-value-frozen-in-graph]

    def _decode(self, x):
        return x * self.scale


decoder = Decoder()
decoder.set_gain(2.0)
decoder.plain(tf.constant([1.0]))


class Noisy(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.rate = 0.1

    def set_rate(self, rate):
        self.rate = rate

    def call(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


class Process:
    """What a fit computes, and another method reads: a second fit does not reach the graph."""

    def __init__(self, noise):
        self.noise = noise
        self.mean = None
        self.scale = None

    def fit(self, x, y):
        self.mean = tf.linalg.solve(tf.matmul(x, x, transpose_a=True) / self.noise, y)
        return self

    def train(self, x):
        self.scale = tf.reduce_mean(x)
        self.scaled = tf.function(self._scaled)

    def _scaled(self, x):
        return x * self.scale

    @tf.function
    def predict(self, x):
        return x @ self.mean  # [outer-value-frozen-in-graph]


class Posterior(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.mean = None
        self.kept = None

    def call(self, x):
        if self.mean is None:  # [outer-value-frozen-in-graph]
            return x
        return x * self.mean + self.kept

    def fit(self, x=None, y=None):
        self.mean = tf.reduce_mean(x)

    def adapt(self, x):
        self.kept = tf.reduce_max(x)
        self.compile()


class Damped(tf.keras.layers.Layer):
    def __init__(self, rate, gain):
        super().__init__()
        self._rate = rate
        self.gain = gain
        self._bias = 0.0
        self.units, self.axis, self.rank, self.depth = range(4)

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, rate):
        """Is there to be set whenever it is wanted."""
        self._rate = rate

    @property
    def gain(self):
        return self._gain  # [outer-value-frozen-in-graph]

    @gain.setter
    def gain(self, gain):
        if not tf.reduce_all(gain > 0):
            message = "gain must be positive"
            raise ValueError(message)
        self._gain = gain

    @property
    def bias(self):
        return self._bias

    @bias.setter
    def bias(self, bias):
        self._bias = bias
        self.make_call_function()

    def make_call_function(self):
        self.graph = tf.function(self.call)

    def call(self, x):
        return x * self._rate * self.gain + self._bias  # [outer-value-frozen-in-graph]


_ENABLED = False
_SCALE = 1.0
_DEPTH = 0


@contextlib.contextmanager
def low_precision(enabled=True, scale=None):
    """For whoever uses the package."""
    global _ENABLED, _SCALE
    old = (_ENABLED, _SCALE)
    try:
        _ENABLED = enabled
        _SCALE = 2.0 if scale is None else scale
        yield
    finally:
        _ENABLED, _SCALE = old


@contextlib.contextmanager
def one_level():
    global _DEPTH
    _DEPTH += 1
    yield
    _DEPTH -= 1


def is_enabled():
    return _ENABLED  # [outer-value-frozen-in-graph]


class Scaled(tf.keras.layers.Layer):
    def call(self, x):
        if is_enabled():
            x = x * _SCALE  # [outer-value-frozen-in-graph]
        return x * _DEPTH


class Gan(tf.keras.Model):
    def compile(self, optimizer, weight=1.0, **kwargs):
        super().compile(optimizer="adam", **kwargs)
        self.other = optimizer
        self.weight = weight
        if weight > 1.0:
            self.is_heavy = weight
        if isinstance(weight, float):
            self.checked = weight
        else:
            raise TypeError(weight)

    def compile_from_config(self, config):
        self.compile(**config)

    def train_step(self, data):
        self._train_part(data)
        return {"weight": self.weight}

    @tf.function
    def _train_part(self, data):
        with tf.GradientTape() as tape:
            loss = tf.reduce_sum(self(data)) * self.weight  # [outer-value-frozen-in-graph]
        variables = self.trainable_variables
        self.other.apply_gradients(zip(tape.gradient(loss, variables), variables))  # [outer-value-frozen-in-graph]
        return self.is_heavy + self.checked  # [outer-value-frozen-in-graph]


class MadeAgain(tf.keras.Model):
    def compile(self, optimizer, **kwargs):
        super().compile(optimizer="adam", **kwargs)
        self.other = optimizer
        self.part = tf.function(self._part)

    def _part(self, data):
        self.other.apply_gradients([(data, self.kernel)])


class Descent(tf.Module):
    def __init__(self, damping, count):
        super().__init__()
        self.damping = damping
        self.count = tf.Variable(count)
        self.cost = 0.0


class Newton(Descent):
    def update_parameters(self, count, damping):
        self.count.assign(count)
        self.damping = damping

    def update_cost(self):
        self.cost = 1.0  # what that is for, its name does not tell

    @tf.function
    def minimize(self, x):
        return x * self.damping + self.cost  # [outer-value-frozen-in-graph]


class Plain(Descent):
    @tf.function
    def minimize(self, x):
        return x * self.damping  # what another class sets, of the same base, is another object's


class SettableThroughout(tf.keras.layers.Layer):
    """That everything can be set does not tell that anybody does, once it is in use."""

    def __init__(self, rate, gain):
        super().__init__()
        self._rate = rate
        self.gain = gain

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, rate):
        self._rate = rate

    @property
    def gain(self):
        return self._gain

    @gain.setter
    def gain(self, gain):
        self._gain = gain

    def call(self, x):
        return x * self._rate * self.gain


class SetThroughout(tf.Module):
    def __init__(self):
        super().__init__()
        self.rate = 1.0
        self.gain = 1.0
        self.bias = 1.0

    def set_rate(self, rate):
        self.rate = rate

    def set_gain(self, gain):
        self.gain = gain

    def set_bias(self, bias):
        self.bias = bias

    @tf.function
    def infer(self, x):
        return x * self.rate + self.gain + self.bias


class Table(tf.Module):
    def __init__(self, values):
        super().__init__()
        self.values = tf.Variable(values, shape=tf.TensorShape(None))
        self.update()

    def update(self):
        """To be called when the values have changed."""
        self.size = tf.shape(self.values)[0]

    @tf.function
    def look_up(self, x):
        return tf.gather(self.values, tf.cast(x * tf.cast(self.size, tf.float32), tf.int32))  # [outer-value-frozen-in-graph]


class Scaled(Table):
    def update(self):
        super().update()


class Sampled(tf.Module):
    def __init__(self, sampler):
        super().__init__()
        self.sampler = sampler
        self.weights = tf.Variable(0.0)

    def update(self, sampler):
        self.sampler = sampler
        self.draw()  # what the graph needs of it is in a variable

    def draw(self):
        self.weights.assign(self.sampler(3))

    @tf.function
    def infer(self, x):
        self.draw()
        return x * self.weights


class Scaler:
    def __init__(self):
        self.mean = 0.0

    def fit(self, data):
        self.mean = float(max(data))

    @tf.function
    def transform(self, x):
        return x - self.mean  # the only one who has it fitted makes it anew


class Pipeline:
    def fit(self, data):
        self.scaler = Scaler()
        self.scaler.fit(data)
        return self.scaler.transform(data)


class Stain:
    def __init__(self):
        self.set_scale(1.0)
        self.context = None
        self.shape = None
        self.rank, self.axis, self.units, self.depth = range(4)

    def set_scale(self, scale):
        if not tf.is_tensor(scale):
            scale = tf.constant(scale)
        self.scale = scale

    def set_context(self, image):
        self.context = tf.reduce_mean(image)

    def set_shape(self, shape):
        self.shape = shape

    @tf.function
    def transform(self, x):
        if self.shape is None:
            raise ValueError("there is no shape")
        x = tf.reshape(x, self.shape)
        if self.context is not None:
            x = x - self.context  # it may be set before anything runs
        return x / self.scale  # [outer-value-frozen-in-graph]


class Gaussian:
    """A public method that makes the parts anew."""

    def __init__(self, data):
        self.reset(data)
        self.monitor = None
        self.steps = 0

    def reset(self, data):
        self.optimizer = tf.keras.optimizers.Adam(0.1)
        self.data = data
        self.steps = 0

    def rebuild(self, data):
        self.other = tf.keras.optimizers.Adam(0.1)
        self.step_again = tf.function(self._step_again)

    @tf.function
    def step(self, x):
        self.optimizer.apply_gradients([(x, self.data)])  # [outer-value-frozen-in-graph]
        return x + self.steps

    def _step_again(self, x):
        self.other.apply_gradients([(x, x)])


class Environment:
    """A method that makes the graph function anew as well, and one that fills what is missing."""

    def __init__(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(3)])
        self.rng = None

    @tf.function
    def act(self, x):
        return self.net(x)

    @tf.function
    def draw(self, x):
        return x + self.rng.normal([3])

    def reset(self):
        self.net = tf.keras.Sequential([tf.keras.layers.Dense(3)])
        self.act = tf.function(self.act.python_function)

    def reset_random(self):
        if self.rng is None:
            self.rng = tf.random.Generator.from_seed(1)


class Activated(tf.keras.layers.Layer):
    """A function that is set is frozen; a layer that is set has the model compiled again."""

    def __init__(self, activation):
        super().__init__()
        self.activation = activation
        self.dense = tf.keras.layers.Dense(3)
        self.first = self.second = self.third = 1

    def set_activation(self, activation):
        self.activation = activation

    def set_dense(self, units):
        self.dense = tf.keras.layers.Dense(units)

    def call(self, x):
        x = self.dense(x)
        return self.activation(x)  # [outer-value-frozen-in-graph]


class Flow(tf.Module):
    """Each function sets up an object of its own before it uses it."""

    def __init__(self):
        super().__init__()
        self.sampling = True
        self.beta = 0.1

    @tf.function
    def __call__(self, x):
        if self.sampling:
            return x * self.beta
        return x


def sample(x):
    flow = Flow()
    flow.sampling = True
    flow.beta = 0.5
    return flow(x)


def density(x):
    flow = Flow()
    flow.beta = 1.0
    flow.sampling = False
    return flow(x)


class Switched(tf.Module):
    """Here the object has been used before."""

    def __init__(self):
        super().__init__()
        self.sampling = True

    @tf.function
    def __call__(self, x):
        if self.sampling:  # [outer-value-frozen-in-graph]
            return x
        return -x


def used_before(x):
    flow = Switched()
    y = flow(x)
    flow.sampling = False
    return y, flow(x)
