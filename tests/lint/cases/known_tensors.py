"""What shows an argument, or a result, to be a tensor; and what does not."""

import numpy as np
import tensorflow as tf
from tensorflow import keras

SIGNATURE = (tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32))
pairs = tf.data.Dataset.from_tensor_slices(([1.0, 2.0], [3.0, 4.0]))
EAGER = tf.constant([1.0, 2.0])


@tf.function(input_signature=[tf.TensorSpec([None], tf.float32), tf.TensorSpec([], tf.int32)])
def signed(x, n):
    np.zeros(n)  # [eager-only-call-in-graph]
    if isinstance(x, np.ndarray):
        np.sum(x)
    if x is None:
        np.sum(n)
    return np.sum(x)  # [eager-only-call-in-graph]


@tf.function(input_signature=SIGNATURE)
def signed_by_name(x, n):
    return np.sum(x)  # [eager-only-call-in-graph]


@tf.function(input_signature=[{"x": tf.TensorSpec([], tf.float32)}])
def signed_by_structure(features):
    return list(features)


class Model(tf.Module):
    @tf.function(input_signature=[tf.TensorSpec([], tf.float32)])
    def serve(self, x):
        return int(np.round(x))  # [eager-only-call-in-graph]


@tf.function
def called(x, y, z, size):
    np.sum(x)  # [eager-only-call-in-graph]
    np.sum(y + 1.0)  # [eager-only-call-in-graph]
    np.sum(y)  # [eager-only-call-in-graph]
    np.sum(z)
    return np.zeros(size)


@tf.function
def called_by_nobody(x):
    return np.sum(x)


@tf.function
def called_with_arrays(x):
    return np.sum(x)


@tf.function
def called_with_numbers(x):
    return np.sqrt(x + 1)


for first, second in pairs:
    called(tf.square(first), second, 3, size=2)
called(EAGER, second, EAGER, 2)
called_with_numbers(1.0)
called_with_numbers(tf.constant(1.0))


def parse(record):
    name = record.numpy()  # [eager-only-call-in-graph]
    return tf.io.parse_single_example(record, {}), name


tf.data.TFRecordDataset(["x"]).map(parse)


def scale(image, label):
    image = image / 255.0
    np.mean(image)  # [eager-only-call-in-graph]
    low, high = label
    for part in label:
        np.sum(part)  # [eager-only-call-in-graph]
    return image, np.eye(tf.cast(image, tf.int32))  # [eager-only-call-in-graph]


pairs.map(scale)
pairs.filter(lambda x, y: bool(x > y))  # [eager-only-call-in-graph]
pairs.map(lambda features: features["x"] + np.float32(features["y"]))  # [eager-only-call-in-graph]
pairs.reduce(0.0, lambda total, x: total + float(np.max(x[0] * 2.0)))  # [eager-only-call-in-graph]


@tf.function
def loops(n: tf.Tensor):
    tf.while_loop(lambda i: bool(i < n), lambda i: i + 1, [0])  # [eager-only-call-in-graph]
    tf.map_fn(lambda row: np.sum(row * 2.0), EAGER)  # [eager-only-call-in-graph]
    parts = tf.split(n, 2)
    np.stack(parts)  # [eager-only-call-in-graph]
    for part in parts:
        np.sum(part)  # [eager-only-call-in-graph]
    names = tf.nest.map_structure(lambda item: item, n)
    return np.sum(names)


class Net(keras.Model):
    def __init__(self):
        super().__init__()
        self.dense = keras.layers.Dense(2)
        self.stack = [keras.layers.Dense(2), keras.layers.ReLU()]
        self.attention = keras.layers.MultiHeadAttention(2, 2)
        self.mean = keras.metrics.Mean()
        self.error = keras.losses.MeanSquaredError()

    def call(self, inputs, training=False):
        hidden = self.dense(inputs)
        np.sum(hidden)  # [eager-only-call-in-graph]
        out, scores = self.attention(hidden, hidden, return_attention_scores=True)
        np.sum(inputs - 1.0)  # [eager-only-call-in-graph]
        x, y = inputs
        return np.sum(training)

    def train_step(self, data):
        x, y = data
        error = self.error(y, self(x))
        float(error)  # [eager-only-call-in-graph]
        float(self.mean.result())  # [eager-only-call-in-graph]
        np.exp(x - y)  # [eager-only-call-in-graph]
        return {"loss": error.numpy()}  # [eager-only-call-in-graph]


def squared(y_true, y_pred):
    return np.square(y_true - y_pred)  # [eager-only-call-in-graph]


class Error(keras.losses.Loss):
    def call(self, y_true, y_pred):
        return np.abs(y_pred - y_true)  # [eager-only-call-in-graph]


Net().compile(loss=squared)


@tf.function
def containers(x: tf.Tensor, names, key):
    total = tf.reduce_sum(x)
    total in [1.0, 2.0]  # [eager-only-call-in-graph]
    if total not in (1.0, 2.0):  # [eager-only-call-in-graph]
        total = -total
    2.0 in x  # [eager-only-call-in-graph]
    ["a", "b"][tf.argmax(x)]  # [eager-only-call-in-graph]
    ["a", "b"][: tf.argmax(x)]  # [eager-only-call-in-graph]
    chr(tf.argmax(x))  # [eager-only-call-in-graph]
    list(map(abs, x))  # [eager-only-call-in-graph]
    tf.print(f"{total:.2f}")  # [eager-only-call-in-graph]
    tf.print("%.2f" % total)  # [eager-only-call-in-graph]
    np.sum(abs(total))  # [eager-only-call-in-graph]
    total in names
    key in {"a": x}
    names[total]
    x[tf.argmax(x)]
    x.shape[0] in [1, 2]
    total.item()
    total.tolist()
    np.array({"total": total})
    np.flip(x)
    np.random.seed(x.shape[0])  # [numpy-random-in-graph]
    round(total)
    {"a": total}["a"]
    return total


@tf.function
def asked(x: tf.Tensor, flags=(True, False)):
    parts = [tf.reduce_sum(x), tf.reduce_max(x)]
    if any(part > 0 for part in parts):  # [eager-only-call-in-graph]
        x += 1
    if all([parts[0] > 0]):  # [eager-only-call-in-graph]
        x += 1
    x += max(parts)  # [eager-only-call-in-graph]
    x += sorted([x[0], x[1]])[0]  # [eager-only-call-in-graph]
    x += max([parts[0]]) + sum(parts)
    if any(flags) or any(part.shape.rank for part in parts):
        x += sorted(parts, key=lambda part: part.dtype.name)[0]
    return x


def bounded(x, size, low=None):
    low = 1 - size if low is None else max(min(low, size - 1), 1 - size)
    return x * low


class Sized(tf.keras.layers.Layer):
    """A size that is a tensor until the shape is known, and a number from then on."""

    def __init__(self):
        super().__init__()
        self.size = tf.zeros((), dtype=tf.int32)
        self.scale = tf.zeros(())

    def build(self, shape):
        self.size = int(np.sqrt(shape[-1]))

    def call(self, x):
        return bounded(x, self.size, 0) + max(self.scale * x, 1.0)  # [eager-only-call-in-graph]


@tf.function
def by_numpy(x: tf.Tensor, rows=((1, 2), (3,))):
    padded = tf.keras.utils.pad_sequences(rows)
    image = tf.keras.preprocessing.image.random_shear(x * 2, 0.2)  # [eager-only-call-in-graph]
    return padded + tf.keras.preprocessing.sequence.pad_sequences(x) + image  # [eager-only-call-in-graph]


@tf.function
def filled(x: tf.Tensor, key):
    several, named, numbers, keyed, calls = [], {}, [], {}, []
    for i in range(3):
        several.append(tf.sin(x))
        keyed[key] = i
        numbers.append(i)
    named["a"] = tf.sin(x)
    named["b"] = 3
    calls.append(lambda: print(x))  # [print-in-graph]
    for call in calls:
        call()
    np.mean(named["b"]) + np.mean(numbers) + np.mean(keyed[0])
    np.array(several)  # [eager-only-call-in-graph]
    return np.mean(named["a"])  # [eager-only-call-in-graph]


RATES = [0.1, 0.2, 0.3]
SCALES = [0.1, 0.2, 0.3]
if len(RATES) > 2:
    SCALES = tf.constant(SCALES)


class Blocks(tf.Module):
    def __init__(self, given, rows=()):
        self.blocks = []
        self.given = given
        self.rows = rows
        for _ in range(3):
            self.blocks.append(tf.keras.layers.Dense(3))

    @tf.function
    def chosen_by_tensors(self, x):
        for i in tf.range(3):
            x = self.blocks[i](x)  # [eager-only-call-in-graph]
            x = x * RATES[i]  # [eager-only-call-in-graph]
            x = x * SCALES[i] * self.rows[i]
            x = self.given[i](x)
        for i in range(3):
            x = self.blocks[i](x)
        return x


class Clipped(keras.layers.Layer):
    """Whether it is one input or a list of inputs, NumPy makes an array of it."""

    def __init__(self, shift):
        super().__init__()
        self.shift = shift

    def call(self, inputs):
        if self.shift:
            inputs = inputs + self.shift
        return np.maximum(inputs, 0.0)  # [eager-only-call-in-graph]


class Decay(keras.optimizers.schedules.LearningRateSchedule):
    """Its step is one tensor."""

    def __call__(self, step):
        return 0.1 * float(step)  # [eager-only-call-in-graph]


class ByHead(keras.losses.Loss):
    """A training loop of one's own hands it what it likes."""

    def call(self, y_true, y_pred):
        return sum(tf.reduce_mean(y_pred[key]) for key in y_pred)


@tf.function
def taken_as_data(x, size):
    """Nobody calls it here, and only a tensor can be what these are applied to."""
    with tf.GradientTape():
        total = tf.reduce_sum(x)
    np.sum(x)  # [eager-only-call-in-graph]
    for i in tf.range(10):
        if size[i] > 0:
            return total  # [unsupported-in-tensor-loop]
    return tf.zeros(np.abs(size))


NAMES = ["a", "b"]
TABLE = np.zeros((2, 2))
LATER = [1.0, 2.0]
LATER = tf.constant(LATER)


class Heads(tf.keras.Model):
    def __init__(self):
        super().__init__()
        self.heads = [tf.keras.layers.Dense(1) for _ in range(2)]
        self.anchors = np.arange(4)
        self.steps = tf.range(3)

    @tf.function
    def head(self, x: tf.Tensor, which: tf.Tensor, given: list, array: np.ndarray):
        for i in tf.range(2):
            x += self.heads[i](x)  # [eager-only-call-in-graph]
        x += self.anchors[which]  # [eager-only-call-in-graph]
        x += TABLE[which, 0]  # [eager-only-call-in-graph]
        x += TABLE[:which]  # [eager-only-call-in-graph]
        x += given[which]  # [eager-only-call-in-graph]
        x += LATER[which] + self.steps[which] + array[which] + self.heads[0](x) + TABLE[0, 1]
        return x, NAMES[which]  # [eager-only-call-in-graph]


class States(tf.keras.layers.Layer):
    def __init__(self, rnn):
        super().__init__()
        self.rnn = tf.keras.layers.Bidirectional(rnn, merge_mode=None)
        self.last = tf.keras.layers.RNN(tf.keras.layers.LSTMCell(3), return_state=True)

    def call(self, x):
        outputs = self.rnn(x)
        first, second = self.last(x)[1:]
        return outputs[0], tuple(outputs[1:]), first, second


class Poisson:
    @tf.function
    def step(self, **data):
        np.sin(data["x"])  # [eager-only-call-in-graph]
        range(data["n"])
        return self.residual(**data)

    def residual(self, x, y, n):
        np.zeros(n)
        return np.sum(x) * float(y)  # [eager-only-call-in-graph]

    @tf.function
    def several(self, *data):
        x, y, n = data
        np.zeros(n)
        return np.sum(x) * float(y)  # [eager-only-call-in-graph]

    @tf.function
    def any_of(self, *values):
        return np.sum(values[0])

    def train(self):
        for n in range(100):
            self.step(x=tf.ones(3), y=tf.ones([]), n=n)  # [python-scalar-retrace]
            self.several(tf.ones(3), tf.ones([]), n)  # [python-scalar-retrace]
        self.any_of(tf.ones(3))
        self.any_of(*[1] * 3)


class OfDicts:
    @tf.function
    def loss(self, inputs):
        x, y = inputs["x"], inputs["y"]
        return np.sum(x) * y  # [eager-only-call-in-graph]

    @tf.function
    def of_pairs(self, pairs):
        for x, y in pairs:
            np.sum(y)  # [eager-only-call-in-graph]
        return x

    @tf.function
    def by_name(self, inputs):
        total = 0.0
        for name in inputs:
            if name == "x":
                total += float(name == "x")
                break
        return total

    @tf.function
    def of_settings(self, inputs):
        return np.sum(inputs["x"]) + np.zeros(inputs["n"])

    def batch(self):
        return {"x": np.ones(3), "y": np.ones(3)}

    def train(self):
        batch = self.batch()
        self.loss(batch)
        self.by_name({"x": tf.ones(3), "y": tf.ones(3)})
        self.of_pairs([(tf.ones([]), tf.ones(3))])
        self.of_settings({"x": tf.ones(3), "n": 3})


class Embedder(tf.Module):
    def __call__(self, tokens):
        return tf.cast(tokens, tf.float32)


@tf.function
def of_results(first, second, third):
    np.sum(second)  # [eager-only-call-in-graph]
    len([third])
    np.sum(third)  # [eager-only-call-in-graph]
    return [x for x in first]  # [tensor-condition-without-autograph]


def score(model, tokens):
    embed, dense, mse = Embedder(), tf.keras.layers.Dense(1), tf.keras.losses.MeanSquaredError()
    of_results(embed(tokens), dense(embed(tokens)), mse(tokens, tokens))


class Bags(keras.Model):
    def call(self, bags):
        return [self.scorer(bag) for bag in bags]  # [tensor-condition-without-autograph]

    def train_step(self, data):
        bags, labels = data
        for bag in bags:  # [tensor-condition-without-autograph]
            self.scorer(bag)
        return {}


class Several(keras.Model):
    def call(self, parts):
        return [self.scorer(part) for part in parts]

    def train_step(self, data):
        parts, labels = data
        return {str(i): self.scorer(part) for i, part in enumerate(parts)}


def train_bags(rows):
    x = np.stack(rows).astype(np.float32)
    bags, several = Bags(), Several()
    bags.fit(x, np.zeros(len(rows)), epochs=3)
    several.fit([x, x], np.zeros(len(rows)))


class Switched(tf.keras.layers.Layer):
    def call(self, x: tf.Tensor, training: tf.Tensor = False, scale: tf.Tensor = None):
        if training:
            return x
        return np.sqrt(scale) + float(x[0])  # [eager-only-call-in-graph]


LEVELS = tf.ones([3])
GAIN = tf.Variable(2.0)


@tf.function
def constants(x):
    a = tf.constant(1.0 / tf.abs(x), dtype=tf.float32)  # [eager-only-call-in-graph]
    b = tf.constant(GAIN)  # [eager-only-call-in-graph]
    c = tf.constant([1.0, 2.0], shape=[2, 1]) + tf.constant(LEVELS)
    return a + b + c + tf.convert_to_tensor(x) + tf.constant(x.shape.as_list()[0], tf.float32)
