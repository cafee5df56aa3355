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


class Inspected(tf.keras.layers.Layer):
    """Nothing here reads what is kept of the attention: who uses the layer will."""

    def call(self, x):
        scores = tf.nn.softmax(x)
        self.last_scores = scores  # [tensor-leaked-from-graph]
        self._own_scores = scores
        self.parts = {"scores": scores}
        return self.combine(scores * x)

    def combine(self, x):
        return x + self.parts["scores"]


class Shown(tf.keras.layers.Layer):
    """What is kept for those who use the layer, and read by nothing here but what gives it to them."""

    def __init__(self):
        super().__init__()
        self._chosen = None
        self._inner = None
        self._used = None

    def call(self, x):
        self._chosen = []
        for scale in (1.0, 2.0):
            self._chosen.append(tf.reduce_sum(x * scale))  # [tensor-leaked-from-graph]
        self._inner = tf.reduce_sum(x)
        self._used = tf.reduce_sum(x)
        return x

    @property
    def chosen(self):
        """Of the last batch."""
        return self._chosen

    @property
    def _own(self):
        return self._inner

    @property
    def used(self):
        return self._used


class Showing(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.net = Shown()

    def call(self, x):
        return self.net(x) + self.net.used

    @property
    def chosen(self):
        return self.net.chosen


class ShowingAll(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.nets = [Shown(), Shown()]

    @property
    def chosen(self):
        return [net.chosen for net in self.nets]


class CrossAttention(tf.keras.layers.Layer):
    """What one layer keeps for the next one, and this for whoever uses the model."""

    def __init__(self):
        super().__init__()
        self.attention = tf.keras.layers.MultiHeadAttention(2, 2)

    def call(self, x, context):
        output, scores = self.attention(x, context, return_attention_scores=True)
        self.last_attention = scores  # [tensor-leaked-from-graph]
        return output


class DecoderLayer(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.cross_attention = CrossAttention()

    def call(self, x, context):
        x = self.cross_attention(x, context)
        self.last_attention = self.cross_attention.last_attention  # [tensor-leaked-from-graph]
        return x


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


class Attention(tf.keras.layers.Layer):
    """What its other methods take the value of, they read outside of any trace."""

    def __init__(self):
        super().__init__()
        self.kept = {}
        self.terms = None
        self.sizes = None

    def call(self, x):
        scores = tf.nn.softmax(x)
        self.kept["scores"] = scores  # [tensor-leaked-from-graph]
        self.terms = tf.reduce_mean(scores)  # [tensor-leaked-from-graph]
        self.sizes = scores
        return scores

    def importance(self):
        scores = self.kept["scores"]
        return tf.reduce_mean(scores, axis=0).numpy()

    def described(self):
        parts = tf.split(self.terms, 2)
        return [float(part) for part in parts]

    def size(self):
        return int(self.sizes.shape[0]) + int(tf.rank(self.sizes))


class Shown(tf.keras.layers.Layer):
    """Methods that run the layer before they read, or that look at what is static, or ask whether they run eagerly."""

    def __init__(self):
        super().__init__()
        self.hidden = self.scores = self.asked = None

    def call(self, x):
        self.hidden = tf.nn.relu(x)
        self.scores = tf.nn.softmax(x)
        self.asked = tf.nn.softmax(x)
        return self.hidden * self.scores * self.asked

    def embed(self, x):
        self(x)
        return self.hidden.numpy()

    def rank(self):
        return np.ndim(self.scores)

    def entropy(self):
        p = self.asked
        if tf.executing_eagerly():
            return p.numpy()
        return tf.reduce_sum(p)


class Inspected(tf.keras.layers.Layer):
    """A local variable of the same name is no reader."""

    def call(self, x):
        focus = tf.nn.softmax(x)
        self.focus = focus  # [tensor-leaked-from-graph]
        return focus * x


class Places(tf.keras.layers.Layer):
    """Places for tensors that the layer makes and fills at each call, for whoever asks."""

    def call(self, x):
        self._maps = [None] * 2
        self.by_name = {}
        self.by_row = [[] for _ in range(2)]
        for i in range(2):
            self._maps[i] = tf.nn.softmax(x)  # [tensor-leaked-from-graph]
            self.by_row[i].append(x[i])  # [tensor-leaked-from-graph]
        self.by_name["mean"] = tf.reduce_mean(x)  # [tensor-leaked-from-graph]
        return x

    @property
    def maps(self):
        return self._maps


class Scratch(tf.keras.layers.Layer):
    """Places that only the call itself reads, or that hold nothing but numbers."""

    def call(self, x):
        self.gates = {}
        self.gates["in"] = tf.nn.sigmoid(x)
        self.sizes_seen = {}
        self.sizes_seen["last"] = len(x.shape)
        self._fill(x)
        return x * self.gates["in"] * self.gates["out"]

    def _fill(self, x):
        self.gates["out"] = tf.nn.tanh(x)


class Guarded(tf.keras.layers.Layer):
    """What those who ask for it may ask for too early."""

    def __init__(self):
        super().__init__()
        self._penalty = None
        self._cost = None

    def call(self, x):
        self._penalty = tf.reduce_sum(x)  # [tensor-leaked-from-graph]
        self._cost = tf.reduce_sum(x)  # [tensor-leaked-from-graph]
        return x

    def penalty(self):
        if self._penalty is not None:
            return self._penalty
        return 0.0

    def cost(self):
        if self._cost is None:
            raise ValueError("call it first")
        return self._cost


class Scaled(tf.keras.layers.Layer):
    """What another method computes of it may be for the same trace."""

    def __init__(self):
        super().__init__()
        self._sum = None

    def call(self, x):
        self._sum = tf.reduce_sum(x)
        return x

    def scaled(self, factor):
        if self._sum is None:
            return 0.0
        return factor * self._sum
