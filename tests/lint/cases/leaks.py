"""Symbolic tensors that outlive the trace, and those that do not."""

import collections
import functools

import tensorflow as tf
from tensorflow import keras

history = []
latest = None
by_name = {}
queue = collections.deque(maxlen=3)
seen = set()
table = [None, None]
settings = {}
EAGER = tf.constant([1.0, 2.0])
STATE = tf.Variable([1.0, 2.0])


class Holder:
    value = None
    numbers = []

    def __init__(self):
        self.items = []
        self.named = {}
        self.sum = tf.Variable(0.0)
        self.inner = None

    def keep(self, item):
        self.items.append(item)  # [tensor-leaked-from-graph]

    def put(self, name, item):
        self.named[name] = item  # [tensor-leaked-from-graph]

    @tf.function
    def step(self, x):
        loss = tf.reduce_sum(x)
        self.loss = loss  # [tensor-leaked-from-graph]
        self.both = (loss, 1.0)  # [tensor-leaked-from-graph]
        self.named["loss"] = loss * 2.0  # [tensor-leaked-from-graph]
        self.items += [loss]  # [tensor-leaked-from-graph]
        Holder.value = loss  # [tensor-leaked-from-graph]
        self.keep(loss)
        self.put("mean", loss / 2.0)
        self.sum.assign_add(loss)
        self.count = x.shape[0]  # [outer-mutation-in-graph]
        self.local = []  # [outer-mutation-in-graph]
        return loss

    @tf.function
    def shared(self, x):
        self.within = tf.reduce_sum(x)
        return self.twice()

    def twice(self):
        return self.within * 2.0

    def report(self):
        return self.loss, self.both, self.value, self.count


class Plain:
    def __init__(self):
        self.kept = None


holder = Holder()
other = Holder()


@tf.function
def outside(x):
    global latest
    total = tf.reduce_sum(x)
    latest = total  # [tensor-leaked-from-graph]
    history.append(total)  # [tensor-leaked-from-graph]
    history.extend([total, total])  # [tensor-leaked-from-graph]
    history.insert(0, -total)  # [tensor-leaked-from-graph]
    by_name["total"] = total  # [tensor-leaked-from-graph]
    by_name.update(total=total)  # [tensor-leaked-from-graph]
    by_name.setdefault("total", total)  # [tensor-leaked-from-graph]
    queue.append((total, 1))  # [tensor-leaked-from-graph]
    table[0] = [total]  # [tensor-leaked-from-graph]
    holder.inner = total > 1.0  # [tensor-leaked-from-graph]
    setattr(other, "inner", total)  # [tensor-leaked-from-graph]
    outside.last = total  # [tensor-leaked-from-graph]
    return total


def closure():
    last = None
    kept = []

    @tf.function
    def step(x):  # [graph-function-in-loop]
        nonlocal last
        y = tf.square(x)
        last = y  # [tensor-leaked-from-graph]
        kept.append({"y": y})  # [tensor-leaked-from-graph]
        return y

    step(tf.constant(1.0))
    return last, kept


@tf.function
def by_default(x, cache=[]):
    cache.append(tf.abs(x))  # [outer-mutation-in-graph]
    return x


def remember(item, items):
    items.append(item)  # [tensor-leaked-from-graph]


@tf.function
def through_helpers(x):
    remember(tf.reduce_max(x), history)
    functools.partial(remember, tf.reduce_min(x))(history)
    local = []
    remember(tf.reduce_max(x), local)
    return local[0]


@tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
def signed(x):
    history.append(x)  # [tensor-leaked-from-graph]
    return x


@tf.function
def innocent(x, names):
    total = tf.reduce_sum(x)
    parts = [total]
    parts.append(total)
    found = {"total": total}
    found["mean"] = total / 2.0
    found.update(sum=total)
    inner = Plain()
    inner.kept = total
    STATE.assign(x)
    holder.sum.assign(total)
    history.append("called")  # [outer-mutation-in-graph]
    settings["shape"] = x.shape
    settings["dtype"] = x.dtype  # [outer-mutation-in-graph]
    settings["rank"] = len(x.shape)  # [outer-mutation-in-graph]
    kept = list(history)
    kept.append(total)
    copied = dict(by_name)
    copied["total"] = total
    values = collections.defaultdict(list)
    values["a"].append(total)

    def inside(y):
        parts.append(y)
        return y

    inside(total)
    tf.py_function(history.append, [total], [])
    return total, found, inner.kept


class Layer(keras.layers.Layer):
    def call(self, inputs):
        self.mask = inputs > 0.0
        hidden = tf.nn.relu(inputs)
        self.add_loss(tf.reduce_sum(hidden))
        return hidden * self.scale()

    def scale(self):
        return tf.cast(self.mask, tf.float32)


def plain(x):
    history.append(tf.reduce_sum(x))
    holder.inner = tf.reduce_sum(x)


class Counting(tf.keras.layers.Layer):
    """Its other methods run in the same trace, but for those that describe the layer."""

    def call(self, inputs):
        self.count = tf.reduce_max(inputs) + 1  # [tensor-leaked-from-graph]
        self.seen = tf.reduce_sum(inputs)  # [tensor-leaked-from-graph]
        self.mask = tf.abs(inputs)
        self.given = self.name
        return inputs

    def compute_output_shape(self, shape):
        return tf.TensorShape([self.count, shape[1]])

    def get_config(self):
        return {"seen": self.seen, "given": self.given}

    def compute_mask(self, inputs, mask=None):
        return self.mask


class Quiet(Counting):
    def call(self, inputs):
        self.count = 3
        self.seen = tf.reduce_mean(inputs)
        return inputs

    def get_config(self):
        return {}

class ShownAttention(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.scores = None
        self.inner = None

    def call(self, x):
        self.scores = tf.nn.softmax(x)  # [tensor-leaked-from-graph]
        self.inner = tf.nn.relu(x)  # [tensor-leaked-from-graph]
        return x * self.scores

    def shown(self):
        return self.scores.numpy()

    def get_inner(self):
        return self.inner



STORE = []


def keep(x):
    STORE.append(x)  # [tensor-leaked-from-graph]
    return x


@tf.function
def keeps_what_is_not_known(x, other):
    return keep(other.of(x))


@tf.function
def keeps_tensors():
    return keep(tf.ones([2]))


class Positions(tf.keras.layers.Layer):
    """What is made once and kept is a tensor of the first graph: every later one fails."""

    def __init__(self):
        super().__init__()
        self.table = None
        self.masks = {}
        self.scale = None
        self.units = None

    def encoding(self, length):
        if self.table is None:
            self.table = tf.range(float(length))  # [tensor-leaked-from-graph]
        return self.table

    def call(self, x):
        if 3 not in self.masks:
            self.masks[3] = tf.ones([3, 3])  # [tensor-leaked-from-graph]
        if self.scale is None:
            self.scale = tf.Variable(1.0)
        if self.units is None:
            self.units = x.shape[-1]
        return x + self.encoding(3) + self.masks[3]


_ORIGIN = None


@tf.function
def from_origin(x):
    global _ORIGIN
    if _ORIGIN is None:
        with tf.init_scope():
            _ORIGIN = tf.constant(1.0)
    kept = {}
    if "x" not in kept:
        kept["x"] = x * 2.0
    return x - _ORIGIN + kept["x"]


class Named(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([None])])
    def __call__(self, x):
        parts = {"a": x, "b": x}
        self.names = [name for name in parts if name != "a"]  # [outer-mutation-in-graph]
        self.parts = [parts[name] for name in parts]  # [tensor-leaked-from-graph]
        return x

    def described(self):
        return self.names, self.parts


class Recurrent(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.initialized = False
        self.states = ()

    def initial(self):
        return tuple(tf.zeros([3]) for _ in range(2))

    def call(self, x):
        if not self.initialized:
            self.states = self.initial()  # [tensor-leaked-from-graph]
            self.initialized = True
        return x + self.states[0]


class Replay(tf.Module):
    def __init__(self):
        self.rows = tf.TensorArray(tf.float32, 10, clear_after_read=False)
        self.seen = None
        self.within = None

    @tf.function
    def store(self, i, x):
        self.rows = self.rows.write(i, x)  # [tensor-leaked-from-graph]
        self.seen = tf.TensorArray(tf.float32, 1)  # [tensor-leaked-from-graph]
        self.within = tf.TensorArray(tf.float32, 1)
        self.within = self.within.write(0, x)
        return self.within.stack()

    def read(self):
        return self.rows.stack(), self.seen.stack()


class Continued(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.cell = tf.keras.layers.Dense(3)
        self.last = tf.zeros([1, 3])
        self.kept = None

    def call(self, x):
        state = self.last
        for _ in range(3):
            state = self.cell(state)
        self.last = state  # [tensor-leaked-from-graph]
        kept = self.kept
        self.kept = kept
        return x + state


class Loss:
    def __init__(self):
        self.logs = {"real": {}, "fake": {}}
        self.parts = {}
        self.given = {}

    def __call__(self, x):
        self.logs["real"]["mean"] = tf.reduce_mean(x)
        self.logs["fake"]["mean"] = tf.reduce_mean(-x)
        self.parts["real"] = tf.sin(x)  # [tensor-leaked-from-graph]
        return x

    def get_logs(self, key):
        return self.logs[key]

    def report(self):
        print(self.parts["real"])


class WithLoss:
    def __init__(self):
        self.loss = Loss()

    @tf.function
    def step(self, x):
        loss = self.loss(x)
        return loss, self.loss.get_logs("real"), self.loss.get_logs("fake")


class Units(tf.keras.layers.Layer):
    def __init__(self, factor):
        super().__init__()
        self.factor = factor
        self.rank = None

    def build(self, shape):
        self.rank = len(shape)
        self.factor = tf.convert_to_tensor(self.factor)
        super().build(shape)

    def call(self, x):
        if self.rank is None:
            self.build(x.shape)
        return x * self.factor


class Calibration(tf.keras.metrics.Metric):
    def __init__(self):
        super().__init__()
        self.confidences = None
        self.total = self.add_weight(name="total")
        self.shape_of = None

    def update_state(self, y_true, y_pred, sample_weight=None):
        self.confidences = tf.reduce_max(y_pred, axis=-1)  # [tensor-leaked-from-graph]
        self.last = tf.reduce_min(y_pred)
        self.total.assign_add(tf.reduce_sum(self.last))

    def result(self):
        if self.confidences is None:
            return tf.constant(0.0)
        return tf.reduce_mean(self.confidences) + self.total


class Basis:
    def __init__(self, size):
        self.multipliers = tf.ones((size, 3))

    def features(self, x):
        return x @ self.multipliers


class Sizes:
    def __init__(self, size):
        self.size = size


class Lazily(tf.keras.Model):
    def call(self, x):
        if not hasattr(self, "basis"):
            self.basis = Basis(x.shape[-1])  # [tensor-leaked-from-graph]
        if not hasattr(self, "sizes"):
            self.sizes = Sizes(x.shape[-1])
        return self.basis.features(x) * self.sizes.size


class EitherWay(tf.keras.Model):
    """Each trace sets it, on the one way or the other."""

    def __init__(self, size):
        super().__init__()
        self.with_pairs = False
        self.size = size
        self.total = None

    def call(self, x):
        if self.with_pairs:
            self.pairs = x * x
        else:
            self.pairs = tf.zeros([x.shape[0], self.size])
        if self.total is None:
            self.total = x * 2.0  # [tensor-leaked-from-graph]
        else:
            self.total += x  # [tensor-leaked-from-graph]
        if self.with_pairs:
            self.single = x  # [tensor-leaked-from-graph]
        else:
            self.kept = tf.ones([self.size])  # [tensor-leaked-from-graph]
        return [self.pairs, self.kept]

    def use_pairs(self):
        self.with_pairs = True


class Memory:
    """What a model returns may be a tuple or a list: its first items are tensors all the same."""

    def __init__(self, model: tf.keras.Model):
        self.model = model
        self.past = None
        self.both = None

    def start(self):
        self.past = None
        self.both = None

    @tf.function
    def step(self, x):
        if self.past is not None:
            x = x + self.past
        outputs = self.model(x, training=True)[:2]
        loss, logits = outputs[:2]
        self.past = logits  # [tensor-leaked-from-graph]
        self.both = outputs  # [outer-mutation-in-graph]
        return loss

    def shown(self):
        return self.both


class Emptied:
    """What the trace takes out again is not there afterwards."""

    @tf.function
    def run(self, x):
        self.rows = []
        self.rows.append(x)
        out = tf.add_n(self.rows)
        self.rows.clear()
        return out

    @tf.function
    def run_again(self, x):
        self.columns = []
        self.columns.append(x)
        out = tf.add_n(self.columns)
        self.columns = []
        return out


EMPTIED = Emptied()
print(EMPTIED.run(tf.ones(3)), EMPTIED.rows, EMPTIED.run_again(tf.ones(3)), EMPTIED.columns)
