"""Models that make the function that trains them: as plain Python, or as a graph function."""

import tensorflow as tf


class Looped(tf.keras.Model):
    def call(self, x):
        print("eager")
        return x

    def train_step(self, data):
        print("eager")
        return {}

    def predict_step(self, data):
        print("eager")
        return {}

    def make_train_function(self):
        if self.train_function is not None:
            return self.train_function

        def train_function(iterator):
            return self.train_step(next(iterator))

        self.train_function = train_function
        return train_function

    def make_test_function(self):
        self.test_function = lambda iterator: self.test_step(next(iterator))

    def make_predict_function(self):
        self.predict_function = lambda iterator: self.predict_step(next(iterator))


class Traced(tf.keras.Model):
    def train_step(self, data):
        print("traced")  # [print-in-graph]
        return {}

    def call(self, x):
        print("traced")  # [print-in-graph]
        return x

    def make_train_function(self):
        def train_function(iterator):
            return self.train_step(next(iterator))

        if not self.run_eagerly:
            train_function = tf.function(train_function)
        self.train_function = train_function
        return train_function


class Forced(tf.keras.Model):
    def train_step(self, data):
        print("traced")  # [print-in-graph]
        return {}

    def make_train_function(self, force=False):
        return super().make_train_function(force)
