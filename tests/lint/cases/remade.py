"""Graph functions that are made again and again, and such that are kept."""

import functools

import seqio
import tensorflow as tf

X = tf.constant(1.0)
DTYPES = (tf.float32, tf.float64)
STRATEGY = tf.distribute.get_strategy()


def double(x):
    return 2 * x


def loops(xs, functions):
    for x in xs:
        tf.function(double)(x)  # [graph-function-in-loop]
        step = tf.function(lambda y: y + 1)  # [graph-function-in-loop]
        step(x)
        tf.function(jit_compile=True)(double)(x)  # [graph-function-in-loop]

        @tf.function
        def inner():  # [graph-function-in-loop]
            return x + 1

        inner()
        @tf.function
        def replicated():  # [graph-function-in-loop]
            return x + 1

        STRATEGY.run(replicated)
    while True:
        tf.function(double)(xs)  # [graph-function-in-loop]
    return [tf.function(double)(x) for x in xs]  # [graph-function-in-loop]


class Model:
    def __init__(self):
        self.kept = tf.function(self.forward)
        self.kept_at_once = tf.function(self.forward)(1.0)
        self._lazy = None
        self.cache = {}

    def forward(self, x):
        return x

    def predict(self, x):
        return tf.function(self.forward)(x)  # [graph-function-in-loop]

    def evaluate(self, x):
        @tf.function
        def run(x):  # [graph-function-in-loop]
            return self.forward(x)

        return run(x)

    def guarded(self, x):
        if self._lazy is None:
            self._lazy = tf.function(self.forward)
        return self._lazy(x)

    def stored(self, x):
        step = tf.function(self.forward)
        self.cache[x] = step
        return step(x)

    def train(self, data):
        step = tf.function(self.forward)
        for batch in data:
            step(batch)

    @functools.lru_cache
    def cached(self, x):
        return tf.function(self.forward)(x)

    @tf.function
    def whole(self, x):
        return tf.function(self.forward)(x)

    def fit(self, x):
        return tf.function(self.forward)(x)

    def export(self, x):
        return tf.function(self.forward)(x)


def helper(x):
    return tf.function(double)(x)  # [graph-function-in-loop]


for value in range(3):
    helper(tf.constant(value))


def only_once(x):
    return tf.function(double)(x)


only_once(X)


def two_times(x):
    return tf.function(double)(x)  # [graph-function-in-loop]


two_times(X)
two_times(X)


def of_the_caller(f, x):
    return tf.function(f)(x)


of_the_caller(double, X)
of_the_caller(abs, X)


def factory(scale):
    @tf.function
    def step(x):
        return x * scale

    return step


def several(functions, data, xs):
    steps = []
    for function in functions:
        step = tf.function(function)
        step(xs)
        steps.append(step)
    for function in functions:
        tf.function(function)(xs)
        tf.function(function.call)(xs)
    for dtype in (tf.float32, tf.float64):
        tf.function(lambda x: tf.cast(x, dtype))(xs)
    for dtype in DTYPES:

        @tf.function
        def cast(x):
            return tf.cast(x, dtype)

        cast(xs)
    for epoch in range(3):
        step = tf.function(double)
        for batch in data:
            step(batch)
    for x in xs:
        step = tf.function(double)
        return step(x)
    for x in xs:
        concrete = tf.function(double).get_concrete_function(x)
    return {function: tf.function(function) for function in functions}, concrete


def test_double():
    assert tf.function(double)(1.0) == 2.0


class DoubleTest(tf.test.TestCase):
    def check(self, x):
        return tf.function(double)(x)


def main():
    step = tf.function(double)
    print(step(1.0))


once = tf.function(double)
print(once(X), tf.function(double)(X))


def solved(x):
    try:
        factor = tf.linalg.cholesky(x)
    except ValueError:
        factor = x

    try:
        import accelerated
    except ImportError:
        @tf.function
        def solve(y):  # [graph-function-in-loop]
            return tf.linalg.cholesky_solve(factor, y)
    return solve(x)


def solved_fast(x, fast):
    if fast:
        @tf.function(jit_compile=True)
        def solve(y):  # [graph-function-in-loop]
            return tf.sin(y)
    else:
        @tf.function
        def solve(y):  # [graph-function-in-loop]
            return tf.sin(y)
    return solve(x)


def solved_first(x, first):
    if first:
        @tf.function
        def solve(y):
            return tf.sin(y)

        return solve(x)
    return x


def is_safe(function, x):
    try:
        @tf.function
        def traced(y):
            return function(y)

        traced(x)
    except ValueError:
        return False
    return True


@seqio.map_over_dataset
def answered(x):
    @tf.function
    def answer(label):
        return tf.cond(label > 0, lambda: "yes", lambda: "no")

    return answer(x["label"])


@functools.wraps(answered)
def answered_again(x):
    @tf.function
    def answer(label):  # [graph-function-in-loop]
        return tf.cond(label > 0, lambda: "yes", lambda: "no")

    return answer(x["label"])


def all_sum(reduction, tensors):
    def _all_sum():
        return [tensor + reduction for tensor in tensors]

    if tf.executing_eagerly():
        return tf.function(_all_sum)()  # [graph-function-in-loop]
    return _all_sum()


def _check(strategy):
    @tf.function
    def step():
        return tf.constant(1.0)

    strategy.run(step)


def setup_strategy():
    """One call, or another try after it has failed."""
    strategy = tf.distribute.MirroredStrategy()
    try:
        _check(strategy)
    except ValueError:
        strategy = tf.distribute.get_strategy()
        _check(strategy)
    return strategy


def compute_slowly(x):
    @tf.function
    def step(value):
        return value + 1.0

    return step(x)


def main_with_another_way(x):
    try:
        return x.numpy()
    except AttributeError:
        return compute_slowly(x)


main_with_another_way(tf.ones(2))
