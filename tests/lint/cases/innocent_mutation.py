"""What looks like a change of outside state, and is none."""

import seq2seq
import tensorflow as tf

VARIABLE = tf.Variable(0.0)


class Queue:
    def __init__(self):
        self.variable = tf.Variable([0.0])

    def append(self, x):
        self.variable.assign(x)

    def update(self, x):
        self.variable.assign(x)

    def __setitem__(self, key, x):
        self.variable.assign(x)


class Scheduler:
    def __init__(self):
        self._rate = tf.Variable(0.1)

    @property
    def rate(self):
        return self._rate

    @rate.setter
    def rate(self, value):
        self._rate.assign(value)


class Model(tf.Module):
    def __init__(self, optimizer, metrics, buffer):
        self.optimizer = optimizer
        self.metric = tf.keras.metrics.Mean()
        self.metrics_given = metrics
        self.buffer = buffer
        self.queue = Queue()
        self.scheduler = Scheduler()
        self.features = None
        self.end_points = {}
        self.batch = None
        self.training = False
        self.cache = {}
        self.counter = tf.Variable(0)

    @tf.function
    def step(self, x):
        self.queue.append(x)
        self.queue.update(x)
        self.queue[0] = x
        self.scheduler.rate = 0.5
        self.buffer.append(x)
        self.buffer.add(x)
        self.metric.update_state(x)
        self.metrics_given.update(x)
        self.optimizer.update(x)
        self.optimizer.learning_rate = 0.5
        self.counter.assign_add(1)
        VARIABLE.assign(x)
        array = tf.TensorArray(tf.float32, 3)
        array = array.write(0, x)
        self.training = True
        return self.run(x)

    def run(self, x):
        # Set and used within one trace.
        self.features = x * 2.0
        self.end_points = {}
        self.end_points["features"] = self.features
        self.batch = x
        return self.finish()

    def finish(self):
        return self.features + self.end_points["features"] + self.batch

    @tf.function
    def memo(self, key):
        if key not in self.cache:
            self.cache[key] = tf.ones([2])
        return self.cache[key]


@tf.function
def put_back(state: dict, x):
    state["tape"] = x
    result = x * 2.0
    del state["tape"]
    return result


first = True


@tf.function
def once(x):
    global first
    if first:
        print("only once")
        first = False
    return x


@tf.function
def ways_out(x):
    log = []
    tf.py_function(log.append, [x], [])
    tf.py_function(lambda y: RESULTS.append(y), [x], [])
    tf.numpy_function(record, [x], [])
    with tf.init_scope():
        RESULTS.append(x)
    return x


RESULTS = []


def record(x):
    RESULTS.append(x)
    print(x)


@tf.py_function(Tout=tf.float32)
def decorated_way_out(x):
    print(x)
    RESULTS.append(x)
    return x


@tf.function
def calls_way_out(x):
    return decorated_way_out(x)


class Decoder:
    def __init__(self):
        self.state = None

    def setup(self, state):
        self.state = state

    def initialize(self):
        return self.state


DECODER = Decoder()


@tf.function
def framework_calls_back(x):
    # What decode() does with the decoder is not seen: it may call initialize() within this trace.
    DECODER.setup(x)
    return seq2seq.decode(DECODER)


def with_ones(shape):
    return [1 if size is None else size for size in shape]


def halved(shape, axis):
    sizes = with_ones(shape)
    sizes[axis] = sizes[axis] // 2  # a list made here, of what the shape holds
    return sizes


@tf.function
def reshaped(x):
    return tf.reshape(x, halved(x.shape, 0) + [2])


class Target(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = tf.keras.layers.Dense(1)


NEXT = Target()
CHAIN = tf.keras.Sequential([tf.keras.layers.Dense(1)])


@tf.function
def replaces_in_new_lists():
    CHAIN.weights[0] = NEXT.weights[0]  # the list is made for who reads it
    NEXT.trainable_variables.append(CHAIN.weights[0])
    NEXT.layers.clear()


@tf.function
def replaces_in_lists_of_something(layer):
    layer.trainable_weights[0] = tf.zeros([2])


class Slots(tf.keras.Model):
    def __init__(self, names):
        super().__init__()
        self.names = names
        self.branches = {name: None for name in names}
        self.rows = [None] * len(self.branches)

    @tf.function
    def call(self, x):
        for i in range(len(self.names)):
            self.branches[self.names[i]] = x.of(i)  # filled by each trace for itself
            self.rows[i] = x.of(i)
        return self.branches, self.rows


class Averaging(tf.keras.optimizers.Optimizer):
    """What an optimizer inherits from Keras is the same at each call."""

    def __init__(self, inner):
        super().__init__(name="averaging", learning_rate=0.1)
        self.inner = inner

    def apply_gradients(self, pairs):
        self.inner.steps = self.iterations
        return self.inner.apply_gradients(pairs)


averaging = Averaging(Averaging(None))


@tf.function
def apply_averaged(pairs):
    return averaging.apply_gradients(pairs)


class Grid:
    """Keras' float type is a setting: the same at each call."""

    def __call__(self, x, dtype=None):
        if dtype is None:
            self.dtype = tf.keras.backend.floatx()
        else:
            self.dtype = dtype
        return tf.cast(x, self.dtype)

    def describe(self):
        return self.dtype


grid = Grid()


@tf.function
def on_a_grid(x):
    return grid(x) + grid(x, x.dtype)


class Detector(tf.Module):
    """The names of what there is are the same at each call, what goes by them is not."""

    def __init__(self):
        super().__init__()
        self.names = []
        self.rows = []

    @property
    def batched(self):
        if not self.names:
            raise RuntimeError("predict first")
        return self.names

    @tf.function
    def predict(self, x):
        found = {"boxes": x, "anchors": x + 1.0}
        found.update(scores=x)
        self.names = [name for name in found if name != "anchors"]
        rows = tf.unstack(x, 3)
        self.rows = [row for row in rows]  # [tensor-leaked-from-graph]
        return found
