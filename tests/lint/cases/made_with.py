"""What an object is made with holds in its methods: settings that are left as they are, or given as constants."""

import uuid

import tensorflow as tf

log = []


class Sampling:
    def __init__(self, n, static=False, verbose=False):
        self.n = n
        self.static = static
        self.verbose = verbose
        self.switched = False

    def __enter__(self):
        if self.static:
            log.append(uuid.uuid4())
        if self.verbose:
            print("sampling")  # [print-in-graph]
        if self.n:
            log.append(self.n)  # [outer-mutation-in-graph]
        if self.switched:
            print("switched")  # [print-in-graph]

    def __exit__(self, *error):
        return None

    def switch(self):
        self.switched = True


@tf.function
def plain(x, n):
    with Sampling(n):
        return x


@tf.function
def shown(x):
    with Sampling(0, verbose=True):
        return x


quiet = Sampling(0)


@tf.function
def of_the_module(x):
    with quiet:
        return x


class Helper:
    def __init__(self, debug=False):
        self.debug = debug
        self.level = 0

    def run(self, x):
        if self.debug:
            print("debug")
        return x


class Switched(Helper):
    def run(self, x):
        if self.debug:
            print("maybe")  # [print-in-graph]
        return x


class Net:
    def __init__(self):
        self.helper = Helper()
        self.other = Switched(debug=log)

    @tf.function
    def step(self, x):
        return self.helper.run(x) + self.other.run(x)
