"""What `runtime` costs, as ratios to TensorFlow in the same run.

    python benchmarks/runtime_speed.py [--tensorflow PYTHON] [--repeat N] [--kernels]

`PYTHON` is an interpreter that has TensorFlow (this one by default). Each measure alternates between the two, each in
a process of its own, and the smallest of the repeats counts. Without TensorFlow only the runtime's own times are shown.
"""

from __future__ import annotations

import argparse
import itertools
import json
import linecache
import os
import subprocess
import sys
import tempfile
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
TARGETS = {"import": 1 / 15, "memory after import": 1 / 8, "call, identity of a scalar": 1 / 12,
           "call, 10 ops on 10 floats": 1 / 10, "call, 100 ops on 10 floats": 1 / 5, "while_loop, 1,000 iterations": 0.7,
           "trace 100 ops": 1 / 10, "eager scalar add": 1 / 4, "training step 32x64->64->1 in a function": 1 / 2,
           "1,000,000 floats: 20 ops, tanh and +": 1.2, "1,000,000 floats: 20 ops, * and +": 1.2,
           "1,000,000 floats: 20 ops, exp and -": 1.2, "1,000,000 floats: 20 ops, relu and -": 1.2,
           "AutoGraph: convert ten lines": 1 / 15, "AutoGraph: convert them again": 1 / 2, "save a model of 100 MB": 1.5, "load a model of 100 MB": 1.5,
           "epoch of 10,000 samples, fit": 1 / 2, "epoch of 10,000 samples, custom loop": 1 / 2}
#: Of what models spend their time in.
KERNEL_TARGETS = {
    **{f"1,000,000 floats: {name}": 1.1 for name in ("elu", "sigmoid", "gelu", "softmax", "relu with gradient", "dropout")},
    "random.normal of 1,000,000": 2.0, "top_k: 10 of 100 x 10,000": 1.5,
    "while_loop, 1,000 iterations": 0.25, "loop with a condition over 1,000": 0.25,
    "conv2d 3x3, 32x28x28x32 to 64": 1.6, "conv2d with gradients": 2.0,
    "depthwise 3x3, 32x28x28x32": 4.0, "max pooling with gradient": 2.0,
    "embedding step, 100,000 words": 1.0, "CNN training step": 1.8, "LSTM training step": 0.9,
    "eager scalar add": 0.15, "eager tanh of 10": 0.25, "call with Python arguments": 0.05,
}


TEN_LINES = """
def collatz_{0}(n, limit):
    steps = tf.constant({0})
    while n != 1:
        if n % 2 == 0:
            n = n // 2
            continue
        n = 3 * n + 1
        steps = steps + 1
        if steps > limit:
            break
    return steps if n > 0 else -steps
"""
NUMBERS = itertools.count()


def ten_lines(tf):
    """A function of ten lines whose code no other call has given."""
    number = next(NUMBERS)
    text, file, namespace = TEN_LINES.format(number), f"<ten lines {number}>", {"tf": tf}
    linecache.cache[file] = len(text), None, text.splitlines(True), file
    exec(compile(text, file, "exec"), namespace)
    return namespace[f"collatz_{number}"]


def measures(tf):
    """{measure: function that does it once}, everything traced beforehand."""
    scalar, ten, million = tf.constant(1.0), tf.ones([10]), tf.ones([1_000_000])

    def chain(length):
        def body(x):
            for _ in range(length // 2):
                x = tf.tanh(x) + 1.0
            return x
        return body

    def pairs(first, second):
        def body(x):
            for _ in range(10):
                x = second(first(x))
            return x
        return tf.function(body)

    identity = tf.function(lambda x: x)
    ten_ops, hundred_ops = tf.function(chain(10)), tf.function(chain(100))
    tanhs, products = pairs(tf.tanh, lambda x: x + 1.0), pairs(lambda x: x * 1.01, lambda x: x + 1.0)
    powers, rectified = pairs(tf.exp, lambda x: x - 2.0), pairs(tf.nn.relu, lambda x: x - 0.01)
    loop = tf.function(lambda n: tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (0,))[0])
    x, y = tf.random.normal([32, 64], seed=1), tf.random.normal([32, 1], seed=2)
    weights = [tf.Variable(tf.random.normal([64, 64], seed=3) * 0.1), tf.Variable(tf.zeros([64])),
               tf.Variable(tf.random.normal([64, 1], seed=4) * 0.1), tf.Variable(tf.zeros([1]))]

    @tf.function
    def step(x, y):
        with tf.GradientTape() as tape:
            hidden = tf.nn.relu(tf.matmul(x, weights[0]) + weights[1])
            loss = tf.reduce_mean(tf.square(tf.matmul(hidden, weights[2]) + weights[3] - y))
        for variable, gradient in zip(weights, tape.gradient(loss, weights)):
            variable.assign_sub(0.01 * gradient)
        return loss

    converted = ten_lines(tf)
    model, folder = tf.Module(), tempfile.TemporaryDirectory()
    model.weights = [tf.Variable(tf.random.normal([2500, 2500], seed=seed)) for seed in range(4)]
    model.call = tf.function(lambda x: x @ model.weights[0], input_signature=[tf.TensorSpec([None, 2500])])
    path = os.path.join(folder.name, "model")
    tf.saved_model.save(model, path)

    return {
        "save a model of 100 MB": lambda: tf.saved_model.save(model, path),
        "load a model of 100 MB": lambda: tf.saved_model.load(os.path.join(folder.name, "model")),
        "call, identity of a scalar": lambda: identity(scalar),
        "call, 10 ops on 10 floats": lambda: ten_ops(ten),
        "call, 100 ops on 10 floats": lambda: hundred_ops(ten),
        "while_loop, 1,000 iterations": lambda: loop(tf.constant(1000)),
        "trace 100 ops": lambda: tf.function(chain(100), autograph=False).get_concrete_function(ten),
        "AutoGraph: convert ten lines": lambda: tf.autograph.to_graph(ten_lines(tf)),
        "AutoGraph: convert them again": lambda: tf.autograph.to_graph(converted),
        "eager scalar add": lambda: scalar + scalar,
        "training step 32x64->64->1 in a function": lambda: step(x, y),
        "1,000,000 floats: 20 ops, tanh and +": lambda: tanhs(million),
        "1,000,000 floats: 20 ops, * and +": lambda: products(million),
        "1,000,000 floats: 20 ops, exp and -": lambda: powers(million),
        "1,000,000 floats: 20 ops, relu and -": lambda: rectified(million),
    }


def kernels(tf):
    """{measure: function that does it once}: what models spend their time in."""
    million, wide = tf.random.normal([1000, 1000], seed=1), tf.random.normal([100, 10_000], seed=1)
    scalar, ten = tf.constant(1.0), tf.ones([10])
    images = tf.random.normal([32, 28, 28, 32], seed=1)
    filters, depthwise = tf.random.normal([3, 3, 32, 64], seed=2) * 0.1, tf.random.normal([3, 3, 32, 1], seed=3)

    def with_gradient(forward, *arguments):
        def body():
            with tf.GradientTape() as tape:
                tape.watch(arguments)
                result = tf.reduce_sum(forward(*arguments))
            return tape.gradient(result, arguments)
        return tf.function(body)

    def unary(function):
        traced = tf.function(function)
        return lambda: traced(million)

    def conv(x, f):
        return tf.nn.conv2d(x, f, 1, "SAME")

    loop = tf.function(lambda n: tf.while_loop(lambda i: i < n, lambda i: (i + 1,), (0,))[0])

    @tf.function
    def conditional(values):
        total = 0.0
        for value in values:
            if value > 0.0:
                total += value
            else:
                total -= 1.0
        return total

    def trained(model, x, y, optimizer):
        loss = tf.keras.losses.SparseCategoricalCrossentropy(from_logits=True)

        @tf.function
        def step():
            with tf.GradientTape() as tape:
                value = loss(y, model(x, training=True))
            variables = model.trainable_variables
            optimizer.apply_gradients(zip(tape.gradient(value, variables), variables))
            return value
        return step

    layers = tf.keras.layers
    words, labels = tf.random.uniform([256], 0, 100_000, tf.int32, seed=1), tf.random.uniform([32], 0, 10, tf.int32, seed=1)
    embedding = tf.keras.Sequential([layers.Embedding(100_000, 64), layers.Dense(10)])
    cnn = tf.keras.Sequential([layers.Conv2D(32, 3, activation="relu"), layers.Conv2D(64, 3, activation="relu"),
                               layers.MaxPooling2D(), layers.Flatten(), layers.Dense(10)])
    lstm = tf.keras.Sequential([layers.LSTM(64), layers.Dense(10)])
    with_numbers = tf.function(lambda x, i, flag: x)
    a_thousand, values = tf.constant(1000), tf.random.normal([1000], seed=1)
    return {
        "1,000,000 floats: elu": unary(tf.nn.elu), "1,000,000 floats: sigmoid": unary(tf.sigmoid),
        "1,000,000 floats: gelu": unary(tf.nn.gelu), "1,000,000 floats: softmax": unary(tf.nn.softmax),
        "1,000,000 floats: relu with gradient": with_gradient(tf.nn.relu, million),
        "1,000,000 floats: dropout": unary(lambda x: tf.nn.dropout(x, 0.5)),
        "random.normal of 1,000,000": tf.function(lambda: tf.random.normal([1_000_000])),
        "top_k: 10 of 100 x 10,000": lambda: tf.math.top_k(wide, 10),
        "while_loop, 1,000 iterations": lambda: loop(a_thousand),
        "loop with a condition over 1,000": lambda: conditional(values),
        "conv2d 3x3, 32x28x28x32 to 64": lambda: conv(images, filters),
        "conv2d with gradients": with_gradient(conv, images, filters),
        "depthwise 3x3, 32x28x28x32": lambda: tf.nn.depthwise_conv2d(images, depthwise, [1, 1, 1, 1], "SAME"),
        "max pooling with gradient": with_gradient(lambda x: tf.nn.max_pool2d(x, 2, 2, "VALID"), images),
        "embedding step, 100,000 words": trained(embedding, words, tf.random.uniform([256], 0, 10, tf.int32, seed=2),
                                                 tf.keras.optimizers.Adam()),
        "CNN training step": trained(cnn, tf.random.normal([32, 28, 28, 1], seed=4), labels, tf.keras.optimizers.Adam()),
        "LSTM training step": trained(lstm, tf.random.normal([32, 20, 32], seed=5), labels, tf.keras.optimizers.Adam()),
        "eager scalar add": lambda: scalar + scalar, "eager tanh of 10": lambda: tf.tanh(ten),
        "call with Python arguments": lambda: with_numbers(scalar, 3, True),
    }


def epochs(tf):
    """{measure: function that trains a small dense network for one epoch}, with its data pipeline."""
    x = tf.random.normal([10_000, 32], seed=1).numpy()
    y = (x[:, :1] > 0).astype("float32")

    def network():
        return tf.keras.Sequential([tf.keras.layers.Dense(64, "relu"), tf.keras.layers.Dense(64, "relu"), tf.keras.layers.Dense(1)])

    fitted, trained = network(), network()
    fitted.compile("adam", tf.keras.losses.BinaryCrossentropy(from_logits=True), metrics=["accuracy"])
    dataset = tf.data.Dataset.from_tensor_slices((x, y)).shuffle(10_000, seed=1).batch(32).prefetch(2)
    optimizer, loss = tf.keras.optimizers.Adam(), tf.keras.losses.BinaryCrossentropy(from_logits=True)

    @tf.function
    def step(features, labels):
        with tf.GradientTape() as tape:
            value = loss(labels, trained(features, training=True))
        variables = trained.trainable_variables
        optimizer.apply_gradients(zip(tape.gradient(value, variables), variables))
        return value

    def loop():
        for features, labels in dataset:
            step(features, labels)

    return {"epoch of 10,000 samples, fit": lambda: fitted.fit(x, y, batch_size=32, verbose=0),
            "epoch of 10,000 samples, custom loop": loop}


def memory():
    """Resident memory of this process, bytes."""
    with open("/proc/self/statm") as statm:
        return int(statm.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def best_time(action, budget=0.6):
    """Seconds of one `action`: the smallest of several means."""
    action()
    start = time.perf_counter()
    action()
    once = max(time.perf_counter() - start, 1e-7)
    number = max(1, min(2000, int(budget / 8 / once)))
    best = float("inf")
    for _ in range(7):
        start = time.perf_counter()
        for _ in range(number):
            action()
        best = min(best, (time.perf_counter() - start) / number)
    return best


def child(module, kernels_only):
    """Print this process's measures as JSON."""
    start = time.perf_counter()
    tf = __import__(module)
    result = {"import": time.perf_counter() - start, "memory after import": memory()}
    actions = kernels(tf) if kernels_only else {**measures(tf), **epochs(tf)}
    for name, action in actions.items():
        result[name] = best_time(action)
    print(json.dumps(result))


def run(python, module, kernels_only):
    environment = {**os.environ, "PYTHONPATH": ROOT, "TF_CPP_MIN_LOG_LEVEL": "3", "CUDA_VISIBLE_DEVICES": ""}
    environment.pop("PYTHONDONTWRITEBYTECODE", None)  # the runtime's own modules are to be compiled once, as any others
    done = subprocess.run([python, os.path.abspath(__file__), "--child", module, *(["--kernels"] if kernels_only else [])], env=environment, capture_output=True,
                          text=True)
    if done.returncode:
        raise SystemExit(f"{python} could not measure {module}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout.splitlines()[-1])


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--tensorflow", default=sys.executable, metavar="PYTHON", help="interpreter that has TensorFlow")
    parser.add_argument("--repeat", type=int, default=3, help="processes of each kind")
    parser.add_argument("--kernels", action="store_true", help="measure what models spend their time in, and nothing else")
    parser.add_argument("--child", help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        child(options.child, options.kernels)
        return
    found = subprocess.run([options.tensorflow, "-c", "import importlib.util as u; print(u.find_spec('tensorflow'))"],
                           capture_output=True, text=True)
    has_tensorflow = found.returncode == 0 and "None" not in found.stdout
    ours, theirs = [], []
    subprocess.run([sys.executable, "-c", "import runtime"], cwd=ROOT)
    for _ in range(options.repeat):
        ours.append(run(sys.executable, "runtime", options.kernels))
        if has_tensorflow:
            theirs.append(run(options.tensorflow, "tensorflow", options.kernels))
    print(f"{'measure':42}{'runtime':>12}{'TensorFlow':>12}{'ratio':>8}{'target':>8}")
    for name, target in (KERNEL_TARGETS if options.kernels else TARGETS).items():
        mine = min(result[name] for result in ours)
        scale, unit = (1e-6, "MB") if name.startswith("memory") else (1e6, "us")
        row = f"{name:42}{mine * scale:>9,.1f} {unit}"
        if theirs:
            other = min(result[name] for result in theirs)
            row += f"{other * scale:>9,.1f} {unit}{mine / other:>8.3f}{target:>8.3f}"
        print(row)


if __name__ == "__main__":
    main()
