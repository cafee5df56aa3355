"""Factories of graph functions that a method calls, which a loop further out calls on the same object."""

import tensorflow as tf


def make_predict(model, samples):
    def predict(x):
        return [model(x) for _ in range(samples)]

    return tf.function(predict)  # [graph-function-in-loop]


def make_kept(model):
    def predict(x):
        return model(x)

    return tf.function(predict)


def make_of_data(scale):
    def predict(x):
        return x * scale

    return tf.function(predict)


class Scorer:
    def __init__(self, model):
        self.model = model
        self.kept = None

    def run(self, dataset):
        predict = make_predict(self.model, 3)
        return [predict(x) for x in dataset]

    def score(self, dataset):
        return sum(self.run(dataset))

    def run_kept(self, dataset):
        if self.kept is None:
            self.kept = make_kept(self.model)
        return [self.kept(x) for x in dataset]

    def run_of_data(self, dataset, scale):
        predict = make_of_data(scale)
        return [predict(x) for x in dataset]


def main(model, datasets):
    scorer = Scorer(model)
    for dataset in datasets:
        scorer.score(dataset)
    for dataset in datasets:
        scorer.run_kept(dataset)
    for scale, dataset in enumerate(datasets):
        scorer.run_of_data(dataset, scale)


def make_step():
    @tf.function
    def step(model, optimizer, x):
        optimizer.apply_gradients([(x, model.weight)])

    return step


def fold(data):
    optimizer = tf.keras.optimizers.Adam(1e-3)
    model = tf.keras.Sequential([tf.keras.layers.Dense(1)])
    step = make_step()
    for x in data:
        step(model, optimizer, x)


def cross_validate(folds):
    for data in folds:
        fold(data)
