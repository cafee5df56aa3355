"""Objects from outside, changed in graph contexts."""

import collections
import heapq
import operator
import queue

import numpy as np
import settings
import tensorflow as tf

HISTORY = []
TABLE = {}
SEEN = set()
QUEUE = collections.deque(maxlen=3)
COUNTS = collections.defaultdict(int)
GROUPS = collections.defaultdict(list)
LOGS = {"loss": [], "accuracy": []}
ARRAY = np.zeros(3)
HEAP = []
counter = 0
last = None


@tf.function
def containers(x):
    HISTORY.append(x)  # [outer-mutation-in-graph]
    HISTORY.extend([x])  # [outer-mutation-in-graph]
    HISTORY[0] = x  # [outer-mutation-in-graph]
    HISTORY[1:] = [x]  # [outer-mutation-in-graph]
    HISTORY.sort()  # [outer-mutation-in-graph]
    del HISTORY[0]  # [outer-mutation-in-graph]
    TABLE["x"] = x  # [outer-mutation-in-graph]
    TABLE.update(x=x)  # [outer-mutation-in-graph]
    TABLE.setdefault("x", x)  # [outer-mutation-in-graph]
    SEEN.add("x")  # [outer-mutation-in-graph]
    QUEUE.appendleft(x)  # [outer-mutation-in-graph]
    COUNTS["x"] += 1  # [outer-mutation-in-graph]
    GROUPS["x"].append(x)  # [outer-mutation-in-graph]
    LOGS["loss"].append(x)  # [outer-mutation-in-graph]
    ARRAY[0] = 1.0  # [outer-mutation-in-graph]
    ARRAY[:] += 1.0  # [outer-mutation-in-graph]
    ARRAY.fill(0.0)  # [outer-mutation-in-graph]
    heapq.heappush(HEAP, 1)  # [outer-mutation-in-graph]
    np.copyto(ARRAY, 1.0)  # [outer-mutation-in-graph]
    alias = HISTORY
    alias.append(x)  # [outer-mutation-in-graph]
    alias += [x]  # [outer-mutation-in-graph]
    HISTORY[0].inner.append(x)
    settings.step = x  # [outer-mutation-in-graph]
    settings.values["x"] = x  # [outer-mutation-in-graph]
    containers.calls = x  # [outer-mutation-in-graph]
    return x


@tf.function
def names(x):
    global counter, last
    counter += 1  # [outer-mutation-in-graph]
    last = x  # [outer-mutation-in-graph]
    return x


@tf.function
def arguments(items: list, table: dict, state, x, acc=[]):
    items.append(x)  # [outer-mutation-in-graph]
    table["x"] = x  # [outer-mutation-in-graph]
    acc.append(x)  # [outer-mutation-in-graph]
    state.count += 1  # [outer-mutation-in-graph]
    x["y"] = 1  # [outer-mutation-in-graph]
    state.append(x)
    x._keras_mask = None
    return x


class Model(tf.Module):
    calls = 0
    shared = []

    def __init__(self, given):
        self.steps = 0
        self.losses = []
        self.cache = {}
        self.given = given
        self.last = None
        self.table = tf.lookup.experimental.DenseHashTable(tf.int64, tf.int64, -1, 0, -2)

    @tf.function
    def step(self, x):
        self.steps += 1  # [outer-mutation-in-graph]
        self.steps = self.steps + 1  # [outer-mutation-in-graph]
        self.losses.append(x)  # [outer-mutation-in-graph]
        self.losses += [x]  # [outer-mutation-in-graph]
        self.cache["x"] = x  # [outer-mutation-in-graph]
        self.last = x  # [outer-mutation-in-graph]
        setattr(self, "first", x)  # [outer-mutation-in-graph]
        Model.calls += 1  # [outer-mutation-in-graph]
        Model.shared.append(x)  # [outer-mutation-in-graph]
        self.shared.append(x)  # [outer-mutation-in-graph]
        type(self).calls += 1  # [outer-mutation-in-graph]
        del self.given  # [outer-mutation-in-graph]
        self.helper(x)
        return x

    def helper(self, x):
        self.losses.pop()  # [outer-mutation-in-graph]

    @property
    def latest(self):
        return self.last, self.first, self.steps


def closure():
    results = []
    total = 0

    @tf.function
    def step(x):
        nonlocal total
        results.append(x)  # [outer-mutation-in-graph]
        total += 1  # [outer-mutation-in-graph]
        return x

    return step, results


@tf.function
def local_objects(x):
    items = []
    items.append(x)
    items += [x]
    table = dict(a=1)
    table["x"] = x
    array = np.zeros(3)
    array[0] = 1.0
    copied = list(HISTORY)
    copied.append(x)
    copy = HISTORY.copy()
    copy.append(x)
    merged = {**TABLE}
    merged["x"] = x
    count = 0
    count += 1
    total = 0.0

    def inner(y):
        nonlocal total
        items.append(y)
        total += y

    inner(x)
    return items


def push(buffer, value):
    buffer.append(value)  # [outer-mutation-in-graph]


def push_local(buffer, value):
    buffer.append(value)


@tf.function
def by_arguments(x):
    push(HISTORY, x)
    mine = []
    push_local(mine, x)
    collect(x)
    collect(x, [])
    collect_outside(x, HISTORY)
    return mine


def collect(x, into=None):
    if into is None:
        into = []
    into.append(x)
    return into


def collect_outside(x, into=None):
    if into is None:
        into = []
    into.append(x)  # [outer-mutation-in-graph]
    return into


class Recorder:
    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)  # [outer-mutation-in-graph]

    def add_local(self, x):
        self.items.append(x)


RECORDER = Recorder()


@tf.function
def objects(x):
    RECORDER.add(x)
    mine = Recorder()
    mine.add_local(x)
    mine.items.append(x)
    mine.last = x
    return x


def eager(x):
    HISTORY.append(x)


def specification(fn, x):
    record = []

    @tf.function
    def wrapper(x):
        record.append(x.shape)  # [outer-mutation-in-graph]
        return fn(x)

    wrapper.get_concrete_function(x)
    return record


class Integrator:
    def __init__(self, solver):
        self.solver = solver

    @tf.function
    def integrate(self, x):
        return self.run(x, solver=self.solver)

    def run(self, x, **options):
        options["steps"] = 3  # a dict of this call, whatever it holds
        return options["solver"](x)

    def get_config(self):
        return {"solver": self.solver}


class Decaying:
    def __init__(self):
        self.count = 0
        self.start = 0
        self.size = 0

    @tf.function
    def step(self, x):
        self.count += 1  # [outer-mutation-in-graph]
        if self.count > 100:
            self.start = self.count  # [outer-mutation-in-graph]
        if x.shape[0] > 3:
            self.size = self.start
        return x * (self.count - self.start) * self.size


class Slots(tf.keras.Model):
    def __init__(self, names):
        super().__init__()
        self.names = names
        self.seen = [None, None]
        self.cache = {}

    @tf.function
    def call(self, x):
        for i in range(len(self.names)):
            self.seen[i] = x.of(i)  # [outer-mutation-in-graph]
            self.cache[i] = x.of(i)  # [outer-mutation-in-graph]
        return self.cache

    def last(self):
        return self.seen


OUTBOX = queue.Queue()


@tf.function
def queued(x):
    OUTBOX.put(x)  # [outer-mutation-in-graph]
    operator.setitem(TABLE, "x", 1)  # [outer-mutation-in-graph]
    waiting = queue.SimpleQueue()
    waiting.put(x)
    return waiting.get()


def split(data):
    label = data.pop("label")  # [outer-mutation-in-graph]
    return data["x"], label


@tf.function
def of_dict(data):
    x, label = split(data)
    return x + label


@tf.function
def of_copy(data, rows):
    x, label = split(dict(data))
    rows.append(x)  # [outer-mutation-in-graph]
    return x + label


of_dict({"x": tf.ones(2), "label": tf.ones(2)})
of_copy({"x": tf.ones(2), "label": tf.ones(2)}, [])
tf.data.Dataset.from_tensors({"x": [1.0], "label": [1.0]}).map(split)


@tf.function
def of_options(inputs: dict):
    if "old_name" in inputs:
        inputs["name"] = inputs.pop("old_name")
    if "other_name" in inputs:
        name = inputs.pop("other_name")
        inputs.pop("other")  # [outer-mutation-in-graph]
        return name
    return inputs["name"]


def made_with_attributes(model):
    @tf.function
    def loss(x):
        loss.values.append(1.0)  # [outer-mutation-in-graph]
        loss.names.append("x")
        loss.count += 1  # [outer-mutation-in-graph]
        return model(x)

    loss.values = []
    loss.names = Namespace()
    loss.count = 0
    return loss


class Accumulated:
    def __init__(self):
        self.first = True
        self.ready = False
        self.made = False
        self.sums = [tf.Variable(0.0)]

    @tf.function
    def step(self, x):
        if self.first:
            self.sums[0].assign(x)
            self.first = False  # [outer-mutation-in-graph]
        else:
            self.sums[0].assign_add(x)

    @tf.function
    def started(self, x):
        if not self.ready:
            self.sums[0].assign(x)
            self.ready = True  # [outer-mutation-in-graph]

    @tf.function
    def of_variables(self, x):
        if not self.made:
            self.sums.append(tf.Variable(x))
            self.sums[1].assign(x)
            self.made = True


inputs_by_graph = {}


@tf.function
def noted_by_graph(x):
    key = id(tf.compat.v1.get_default_graph())
    inputs_by_graph[key] = x  # [outer-mutation-in-graph]
    return x


def input_of(graph):
    return inputs_by_graph[id(graph)]


class Signals:
    def __init__(self):
        self.dt = None
        self.gain = None
        self.other = None


class Simulator:
    """What the constructor alone has set is the same object at each call."""

    def __init__(self, dt, gain):
        self.dt = dt
        self.gain = gain
        self.count = 0
        self.signals = Signals()

    @tf.function
    def run(self, x):
        self.signals.dt = self.dt
        self.signals.gain = self.gain  # [outer-mutation-in-graph]
        self.signals.other = self.count  # [outer-mutation-in-graph,outer-value-frozen-in-graph]
        return x * self.dt

    def go(self):
        self.count += 1
        y = self.run(tf.ones(2))
        print(self.signals.dt, self.signals.gain, self.signals.other)
        return y

    def rescale(self):
        self.signals.gain = 1.0


class Sized:
    """The sizes of the features are the same for all calls, those of the batches are not."""

    def __init__(self):
        self.width = self.depth = self.rows = None

    @tf.function
    def run(self, x):
        self.width = x.shape[1]
        self.depth = x.shape[-1]
        self.rows = x.shape[0]  # [outer-mutation-in-graph]
        return x

    def described(self):
        return self.width, self.depth, self.rows
