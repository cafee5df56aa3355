"""State that TensorFlow keeps, Python objects that live within one call, and outer ones that are only read."""
import collections
import dataclasses
import enum
import logging

import numpy as np
import tensorflow as tf

log = logging.getLogger("innocent")
LIMITS = {"low": -1.0, "high": 1.0}
names = ("first", "second")
counter = tf.Variable(0, dtype=tf.int64)
table = tf.Variable(tf.zeros([4]))
received = []


class Mode(enum.Enum):
    TRAIN = 1
    TEST = 2


@dataclasses.dataclass(frozen=True)
class Options:
    scale: float = 2.0
    mode: Mode = Mode.TRAIN


class Dense(tf.Module):
    def __init__(self, units):
        super().__init__()
        self.units = units
        self.weight = None
        self.calls = tf.Variable(0)

    @tf.function
    def __call__(self, x):
        if self.weight is None:
            self.weight = tf.Variable(tf.ones([x.shape[-1], self.units]), name="weight")
        self.calls.assign_add(1)
        return tf.matmul(x, self.weight)

    @tf.function
    def train(self, x, rate):
        with tf.GradientTape() as tape:
            loss = tf.reduce_mean(tf.square(self(x)))
        self.weight.assign_sub(rate * tape.gradient(loss, self.weight))
        return loss


@tf.function
def count(x):
    counter.assign_add(tf.cast(tf.size(x), tf.int64))
    return counter.read_value()


@tf.function
def scatter(x):
    table.scatter_nd_update([[1], [3]], x[0, :2])
    table[0].assign(x[0, 0])
    return table + 0.0


@tf.function
def local_objects(x):
    stack, seen, recent = [], set(), collections.deque(maxlen=2)
    cache = collections.OrderedDict()
    for name in names:
        stack.append(x)
        seen.add(name)
        recent.append(name)
        cache.setdefault(name, x * len(seen))
    stack.sort(key=id)
    last = stack.pop()
    return last, list(cache.values()), " ".join(recent)


@tf.function
def limited(x):
    return tf.clip_by_value(x, LIMITS["low"], LIMITS["high"]) + len(names)


@tf.function
def option(x, options):
    if options.mode is Mode.TRAIN:
        return x * options.scale
    return x


@tf.function
def local_class(x):
    class Holder:
        total = 0

        def add(self, value):
            self.total += value
            return self

    return x + Holder().add(1).add(2).total


@tf.function
def local_array(x):
    mask = np.zeros(x.shape, dtype="float32")
    mask[0, 0] = 1.0
    mask += 1.0
    return x * mask


@tf.function
def local_generator(x):
    def halves(value):
        for _ in range(3):
            value = value / 2.0
            yield value
    iterator = halves(x)
    next(iterator)
    return list(iterator)


@tf.function
def local_closure(x):
    calls = 0

    def call(value):
        nonlocal calls
        calls += 1
        return value * calls

    return call(call(x))


@tf.function
def told(x):
    tf.print("told", tf.reduce_sum(x))
    tf.py_function(lambda value: received.append(value.shape), [x], [])
    return tf.numpy_function(lambda value: value * 2, [x], tf.float32)


@tf.function
def quiet(x):
    log.debug("not shown %s", x.shape)  # [print-in-graph] not observed
    return x


layer, options = Dense(3), Options()
for scale in (1.0, 2.0, 3.0):
    x = tf.ones([2, 2]) * scale
    print(layer(x).numpy().sum(), layer.train(x, tf.constant(0.1)).numpy())
    for function in (count, scatter, local_objects, limited, local_class, local_array, local_generator, local_closure,
                     told, quiet):
        function(x)
    option(x, options)
print(int(counter), int(layer.calls), len(received), table.numpy())
