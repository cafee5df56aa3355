"""Graph functions that a method makes and calls in a loop, where what calls the method is called in a loop."""

import tensorflow as tf


class Peaks:
    def __init__(self):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])

    def run(self, data):
        @tf.function
        def predict(x):  # [graph-function-in-loop]
            return self.model(x)

        return [predict(x) for x in data]

    def test(self, data):
        return len(self.run(data))


def evaluate(model, data):
    @tf.function
    def predict(x):  # [graph-function-in-loop]
        return model(x)

    return [predict(x) for x in data]


def score(model, data):
    return sum(evaluate(model, data))


def fresh(model, data):
    @tf.function
    def predict(x):
        return model(x)

    return [predict(x) for x in data]


def experiment(data):
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    return fresh(model, data)


def main(parts):
    peaks, model = Peaks(), tf.keras.Sequential([tf.keras.layers.Dense(1)])
    for part in parts:
        print(peaks.test(part), score(model, part), experiment(part))


def refined(x, weights):
    @tf.function
    def check(total, n):  # [graph-function-in-loop]
        return total < 1.0

    def body(total, n):
        return total + 0.1, n + 1

    return tf.while_loop(check, body, (x, weights))


def refine(weights):
    return [refined(x, weights) for x in tf.unstack(weights)]


def each(paths, parts):
    """Other objects, or one that is made ready anew, have other models."""
    for part in parts:
        peaks = Peaks()
        peaks.test(part)
    print([one.test(parts) for one in [Peaks() for _ in paths]])


class Anew(Peaks):
    def test_anew(self, data):
        self.model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
        return len(self.run_anew(data))

    def run_anew(self, data):
        @tf.function
        def predict(x):
            return self.model(x)

        return [predict(x) for x in data]


def anew(parts):
    peaks = Anew()
    for part in parts:
        peaks.test_anew(part)
