"""Changes that nothing is left of when the trace ends, and their neighbours of which something is."""

import contextlib

import tensorflow as tf

depth = 0
backend = None
stack = []


class Scope:
    def __enter__(self):
        global depth
        depth += 1

    def __exit__(self, *exc):
        global depth
        depth -= 1


class Entrance:
    def __enter__(self):
        global depth
        depth += 1  # [outer-mutation-in-graph]

    def __exit__(self, *exc):
        pass


@contextlib.contextmanager
def use_backend(name):
    global backend
    previous = backend
    backend = name
    try:
        yield
    finally:
        backend = previous


@contextlib.contextmanager
def set_backend(name):
    global backend
    yield
    backend = name  # [outer-mutation-in-graph]


@tf.function
def scoped(x):
    with Scope(), Entrance():
        x += 1
    with use_backend("first"):
        x += 1
    with set_backend("second"):
        return x


@tf.function
def balanced(x):
    global depth
    depth += 1
    stack.append("balanced")
    x = x * 2
    stack.pop()
    depth -= 1
    return x


@tf.function
def unbalanced(x):
    global depth
    depth += 2  # [outer-mutation-in-graph]
    stack.append("unbalanced")  # [outer-mutation-in-graph]
    x = x * 2
    if depth > 5:
        stack.pop(0)  # [outer-mutation-in-graph]
    depth -= 1  # [outer-mutation-in-graph]
    return x


class Model(tf.Module):
    def __init__(self):
        super().__init__()
        self.training = False
        self.steps = 0

    @tf.function
    def train(self, x):
        training = self.training
        self.training = True
        x = self.run(x)
        self.training = training
        self.steps += 1  # [outer-mutation-in-graph]
        return x

    @tf.function
    def infer(self, x):
        try:
            self.training = None
            return self.run(x)
        finally:
            self.training = False

    def run(self, x):
        return x * 2 if self.training else x


# A graph function for each object that it makes.


class Made(tf.Module):
    @tf.function
    def __init__(self, a):
        self.a = a
        if self.a is None:
            self.a = 1.0
        stack.append("Made")  # [outer-mutation-in-graph]


# An attribute that the same trace has set before it adds to it.


class Decoder(tf.keras.layers.Layer):
    def build(self, shape):
        self.width = shape[-1]
        if self.extra:
            self.width += self.extra

    def call(self, x):
        if x.shape[-1] != self.width:
            self.build(x.shape)
        self.calls += 1  # [outer-mutation-in-graph]
        return x


class Pooling:
    def __init__(self):
        self.factor = 1
        self.depth = 1

    def start(self, x):
        self.factor = 1
        if x is None:
            self.depth = 1
        return x

    def pool(self, x):
        self.factor *= 2
        self.depth *= 2  # [outer-mutation-in-graph]
        return x * self.factor * self.depth


class Encoder(tf.keras.layers.Layer):
    def __init__(self):
        super().__init__()
        self.pooling = Pooling()

    def call(self, x):
        x = self.pooling.start(x)
        return self.pooling.pool(x)


# A wrapper of its own for each trace, from a function that also makes graph functions.


def recorded(recorder, function):
    def wrapper(*args):
        result = function(*args)
        return recorder(result)

    return wrapper


def compiled(function):
    @tf.function
    def step(*args):
        is_list = [False]

        def recorder(result):
            is_list[0] = isinstance(result, list)
            return result

        result = recorded(recorder, function)(*args)
        return result[0] if is_list[0] else result

    return step


seen = []


def record(result):
    seen.append(1)  # [outer-mutation-in-graph]
    return result


def shapes(function):
    result = compiled(recorded(record, function)).get_concrete_function()
    return result


doubled = tf.function(recorded(record, lambda x: x * 2))


# An attribute that each trace sets for itself; one that is cleared at the end.


class Solver:
    def __init__(self):
        self.batch = None
        self.weights = []
        self.last = 0

    @tf.function
    def fit(self, x):
        for i in range(3):
            self.batch = i
            self.weights = self.model.weights
            x = self.gradient(x)
        self.batch = None
        self.last = x.shape[0] + 1  # [outer-mutation-in-graph]
        return x

    def gradient(self, x):
        return x * self.batch * len(self.weights)

    def report(self):
        return self.batch, self.weights, self.last


# Parts of an object that is handed to other code, which may call its methods within the trace.


class Sampler:
    def set_size(self, x):
        self.size = tf.size(x)

    def sample(self, x):
        return x[: self.size]


class Decoder:
    def __init__(self):
        self.sampler = Sampler()


class Translator(tf.Module):
    def __init__(self):
        super().__init__()
        self.decoder, self.other = Decoder(), Decoder()

    @tf.function
    def translate(self, x, decode):
        self.decoder.sampler.set_size(x)
        return decode(self.decoder, x)


# What `__enter__` asks an object for, `__exit__` asks it to take back.


class Contexts:
    def __init__(self):
        self.all = []
        self.count = 0

    def push(self, context):
        self.all.append(context)

    def pop(self):
        self.all.pop()

    def tick(self):
        self.count += 1  # [outer-mutation-in-graph]


contexts, clock = Contexts(), Contexts()


class Context:
    def __enter__(self):
        contexts.push(self)
        clock.tick()

    def __exit__(self, *exc):
        contexts.pop()


@tf.function
def within(x):
    with Context():
        return x * 2


def set_backend_to(name):
    global backend
    backend = name


def keep(item):
    stack.append(item)  # [outer-mutation-in-graph]


class Backend:
    def __enter__(self):
        set_backend_to("graph")

    def __exit__(self, *exc):
        set_backend_to(None)


@tf.function
def on_a_backend(x):
    keep(1)
    set_backend_to("fast")
    try:
        with Backend():
            x = x * 2
    finally:
        set_backend_to("slow")
        keep(2)
    return x


def resize_as_asked(x):
    global size
    global kept
    global count
    kept = size
    if size is None:
        size = input()
    size = [int(one) for one in size.split(",")]
    x = tf.reshape(x, size)
    size = kept
    count = size  # [outer-mutation-in-graph]
    return x


size, kept, count = "2,2", None, 0
resized = tf.data.Dataset.from_tensors(tf.zeros([4])).map(resize_as_asked)
print(count)


class Backends:
    def __init__(self):
        self.name = "keras"
        self.seen = []

    def set_name(self, name):
        self.name = name

    def reset_name(self):
        self.name = "keras"

    def keep_seen(self, x):
        self.seen.append(x)  # [outer-mutation-in-graph]

    def reset_seen(self):
        self.seen = []


backends = Backends()


@tf.function
def on_another_backend(x):
    backends.set_name("fast")
    backends.keep_seen(x)
    try:
        x = x * 2
    finally:
        backends.reset_name()
    return x


class Nested(tf.Module):
    def __init__(self):
        super().__init__()
        self.depth = 0
        self.steps = 0

    def enter(self, x):
        self.depth += 1
        self.steps += 2  # [outer-mutation-in-graph]
        return x

    def leave(self, x):
        self.depth -= 1
        self.steps -= 1  # [outer-mutation-in-graph]
        return x

    @tf.function
    def run(self, x):
        return self.leave(self.enter(x))


class OneWay(tf.Module):
    def __init__(self):
        super().__init__()
        self.count = 0

    def lower(self):
        self.count -= 1  # [outer-mutation-in-graph]

    @tf.function
    def run(self, x, back=False):
        self.count += 1  # [outer-mutation-in-graph]
        if back:
            self.lower()
        return x


class Stacked(tf.keras.layers.Layer):
    """Empties at the end of each call what it fills: it finds the list empty each time, also if it is not traced."""

    def __init__(self, count):
        super().__init__()
        self.parts = []
        self.kept = []
        self.last = []
        self.layers_ = [tf.keras.layers.Dense(4) for _ in range(count)]

    def _add(self, layer, x):
        self.parts.append(layer(x))
        return tf.concat(self.parts, axis=-1)

    def call(self, x, training=None):
        self.parts.append(x)
        self.kept.append(x)  # [outer-mutation-in-graph]
        self.last.clear()  # [outer-mutation-in-graph]
        self.last.append(x)  # [outer-mutation-in-graph]
        for layer in self.layers_:
            x = self._add(layer, x)
        self.parts.clear()
        if training:
            self.kept.clear()  # [outer-mutation-in-graph]
        return x


class Several:
    """What each trace empties first, under a text, is its own: unless somebody else reads it by that text."""

    def __init__(self, parts):
        self.parts = [dict(part) for part in parts]

    @tf.function
    def step(self, x):
        for part in self.parts:
            part["inputs"] = []
        for part in self.parts:
            part["inputs"].append(x * part["rate"])
        return [part["apply"](part["inputs"]) for part in self.parts]

    @tf.function
    def kept(self, x):
        for part in self.parts:
            part["seen"] = []  # [outer-mutation-in-graph]
            part["seen"].append(x)
        return x

    def seen(self):
        return [part["seen"] for part in self.parts]
