"""What is written between two runs of a graph function, in whatever way and wherever the runs and the write stand."""

import contextlib

import tensorflow as tf


class Sim:
    def __init__(self):
        self.rate = 1.0


class Branch(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def in_branch(x, slow):
    sim = Branch()
    sim.step(x)
    if slow:
        sim.rate = 0.5
    sim.step(x)


class Managed(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def in_block(x, path):
    sim = Managed()
    sim.step(x)
    with open(path):
        sim.rate = 0.5
    sim.step(x)


class Tried(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def in_try(x):
    sim = Tried()
    sim.step(x)
    try:
        sim.rate = 0.5
    finally:
        print("done")
    sim.step(x)


class Handled(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def in_handler(x):
    sim = Handled()
    try:
        sim.step(x)
        sim.step(x[1:])
    except ValueError:
        sim.rate = 0.5
    sim.step(x)


class Matched(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def in_match(x, mode):
    sim = Matched()
    sim.step(x)
    match mode:
        case "slow":
            sim.rate = 0.5
    sim.step(x)


class Helped(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def slow_down(sim):
    sim.rate = 0.5


def first(sim, x):
    sim.step(x)


def second(sim, x):
    sim.step(x)


def in_helpers(x):
    sim = Helped()
    first(sim, x)
    slow_down(sim)
    second(sim, x)


class Recursive(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def anneal(sim, x, depth):
    sim.step(x)
    sim.rate = 1.0 / depth
    if depth < 5:
        anneal(sim, x, depth + 1)


def in_recursion(x):
    anneal(Recursive(), x, 1)


class Named(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def by_setattr(x):
    sim = Named()
    sim.step(x)
    setattr(sim, "rate", 0.5)
    sim.step(x)


class Updated(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def by_vars(x):
    sim = Updated()
    sim.step(x)
    vars(sim).update(rate=0.5)
    sim.step(x)


class Keyed(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def by_dict(x):
    sim = Keyed()
    sim.step(x)
    sim.__dict__["rate"] = 0.5
    sim.step(x)


class Deleted(Sim):
    rate = 0.1

    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


def by_del(x):
    sim = Deleted()
    sim.step(x)
    del sim.rate
    sim.step(x)


class Slowed(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


@contextlib.contextmanager
def slowly(sim):
    before = sim.rate
    sim.rate = 0.5
    yield
    sim.rate = before


def by_manager(x):
    sim = Slowed()
    sim.step(x)
    with slowly(sim):
        sim.step(x)


class Guarded(Sim):
    @tf.function
    def step(self, x):
        return x * self.rate  # [outer-value-frozen-in-graph]


class Slowly:
    def __init__(self, sim):
        self.sim = sim

    def __enter__(self):
        self.before = self.sim.rate
        self.sim.rate = 0.5

    def __exit__(self, *raised):
        self.sim.rate = self.before


def by_manager_object(x):
    sim = Guarded()
    sim.step(x)
    with Slowly(sim):
        sim.step(x)


RATE = 1.0
SCALE = 1.0


@tf.function
def paced(x):
    return x * RATE  # [outer-value-frozen-in-graph]


@tf.function
def scaled(x):
    return x * SCALE


def global_in_branch(x, slow):
    global RATE
    paced(x)
    if slow:
        RATE = 0.5
    paced(x)


# The neighbours: nothing differs, or nothing runs again.


class Calm(Sim):
    def __init__(self):
        super().__init__()
        self.mode = "fast"
        self.rates = [1.0]

    @tf.function
    def step(self, x):
        return x * self.rate if self.mode == "fast" else x

    @tf.function
    def other(self, x):
        return x + 1.0


def as_it_was(x):
    sim = Calm()
    sim.step(x)
    sim.rate = 1.0
    sim.step(x)


def set_and_back(x):
    sim = Calm()
    sim.step(x)
    sim.rate = 0.5
    print(sim.rate)
    sim.rate = 1.0
    sim.step(x)


def kept_and_back(x):
    sim = Calm()
    sim.step(x)
    before = sim.rate
    sim.rate = 0.5
    print(sim.rate)
    sim.rate = before
    sim.step(x)


def of_another(x):
    sim = Calm()
    twin = Calm()
    sim.step(x)
    twin.rate = 0.5
    sim.step(x)
    twin.step(x)


def of_another_by_helper(x):
    sim = Calm()
    twin = Calm()
    sim.step(x)
    slow_down(twin)
    sim.step(x)
    twin.step(x)


def before_the_first(x, slow):
    sim = Calm()
    if slow:
        sim.rate = 0.5
    sim.step(x)
    sim.step(x)


def after_the_last(x, slow):
    sim = Calm()
    sim.step(x)
    sim.step(x)
    if slow:
        sim.rate = 0.5


def one_or_the_other(x, slow):
    sim = Calm()
    if slow:
        sim.step(x)
    else:
        sim.rate = 0.5
    if not slow:
        sim.step(x)


def left_before(x, quick):
    sim = Calm()
    if quick:
        sim.step(x)
        return
    sim.rate = 0.5
    sim.step(x)


def made_anew(x):
    sim = Calm()
    sim.step(x)
    sim = Calm()
    sim.rate = 0.5
    sim.step(x)


def made_each_turn(x):
    for rate in (1.0, 0.5):
        sim = Calm()
        sim.rate = rate
        sim.step(x)


def each_of_many(x, count):
    for sim in [Calm() for _ in range(count)]:
        sim.step(x)
        sim.rate = 0.5


def run_with(x, rate):
    sim = Calm()
    sim.rate = rate
    sim.step(x)


def made_in_helper(x):
    run_with(x, 1.0)
    run_with(x, 0.5)


def not_read_again(x):
    sim = Calm()
    sim.step(x)
    setattr(sim, "rate", 0.5)
    sim.other(x)


def managed_inside(x):
    sim = Calm()
    with slowly(sim):
        sim.step(x)
    with slowly(sim):
        sim.step(x)


def global_as_it_was(x):
    global SCALE
    scaled(x)
    SCALE = 1.0
    scaled(x)
