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


class Louder(Helper):
    """What a class hands on to the constructor that sets it."""

    def __init__(self, rate, **kwargs):
        with quiet:
            super().__init__(**kwargs)
        self.rate = rate

    def scaled(self, x):
        if self.debug:
            print("scaled")  # [print-in-graph]
        return self.rate * x


class Loudest(Louder):
    def __init__(self, **kwargs):
        Louder.__init__(self, 2.0, **kwargs)

    def shown(self, x):
        if self.debug:
            print("shown")
        return self.scaled(x)


off, on = Louder(1.0, debug=False), Louder(1.0, debug=True)


@tf.function
def handed_on(x):
    return off.run(x) + on.scaled(x)


def integral(kind, **options):
    used = kind(debug=False, **options)

    @tf.function
    def integrand(x):
        return used.shown(x)

    return integrand


integral(Loudest)


class Decided(Helper):
    """What a constructor hands on of what it is given it may change before."""

    def __init__(self, **kwargs):
        kwargs.setdefault("debug", False)
        kwargs["debug"] = bool(log)
        super().__init__(**kwargs)

    def told(self, x):
        if self.debug:
            print("told")  # [print-in-graph]
        return x


class Dropped(Helper):
    def __init__(self, **kwargs):
        kwargs.pop("debug", None)
        super().__init__(log, **kwargs)

    def told(self, x):
        if self.debug:
            print("told")  # [print-in-graph]
        return x


decided, dropped = Decided(debug=False), Dropped(debug=False)


@tf.function
def changed(x):
    return decided.told(x) + dropped.told(x)
