"""Methods of subclasses: what construction by a base puts in their place hides them in each object."""

import tensorflow as tf


def quiet(x):
    return x


class Base:
    def __init__(self):
        self.log = quiet

    @tf.function
    def run(self, x):
        self.log(x)
        return x

    def log(self, x):
        print("base", x)  # [print-in-graph]


class Sub(Base):
    def log(self, x):
        print("never", x)

    @tf.function
    def run2(self, x):
        self.log(x)
        return x

    @tf.function
    def run3(self, x):
        super().log(x)
        return x

    @tf.function
    def run4(self, x):
        Base.log(self, x)
        return x


class Calls(Base):
    def __init__(self):
        super().__init__()
        self.n = 1

    def log(self, x):
        print("never", x)

    @tf.function
    def run2(self, x):
        self.log(x)
        return x


class Own(Base):
    def __init__(self):
        self.n = 1

    def log(self, x):
        print("told", x)  # [print-in-graph]

    @tf.function
    def run2(self, x):
        self.log(x)
        return x


class MadeBase:
    def __new__(cls):
        self = super().__new__(cls)
        self.log = quiet
        return self


class Made(MadeBase):
    def __init__(self):
        self.n = 1

    def log(self, x):
        print("never", x)

    @tf.function
    def run2(self, x):
        self.log(x)
        return x


class NewMade(MadeBase):
    def __new__(cls):
        return object.__new__(cls)

    def log(self, x):
        print("anew", x)  # [print-in-graph]

    @tf.function
    def run2(self, x):
        self.log(x)
        return x
