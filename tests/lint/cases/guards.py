"""Branches that are dead in a graph, and guards that let something happen once."""

from typing import TYPE_CHECKING

import tensorflow as tf

DEBUG = False
VERBOSE = True
LEVEL = 0
LOG = []


@tf.function
def dead(x, verbose=False):
    if tf.executing_eagerly():
        print(x)
    if not tf.inside_function():
        print(x)
    if tf.executing_eagerly() and x is not None:
        print(x)
    if not tf.executing_eagerly() or DEBUG:
        print(x)  # [print-in-graph]
    if tf.inside_function():
        print(x)  # [print-in-graph]
    else:
        print(x)
    print(x) if tf.executing_eagerly() else None
    tf.executing_eagerly() and print(x)
    tf.inside_function() or print(x)
    if DEBUG:
        print(x)
    if VERBOSE:
        print(x)  # [print-in-graph]
    if LEVEL == 1:
        print(x)
    if LEVEL != 1:
        print(x)  # [print-in-graph]
    if False:
        print(x)
    if 0:
        print(x)
    quiet = True
    if not quiet:
        print(x)
    if verbose:
        print(x)  # [print-in-graph]
    return x


@tf.function
def returns_early(x):
    if tf.executing_eagerly():
        return x
    print(x)  # [print-in-graph]
    if not tf.executing_eagerly():
        return x
    print(x)
    return x


@tf.function
def arguments(x):
    helper(x)
    helper(x, False)
    helper(x, verbose=None)
    helper(x, level=1)
    loud(x, verbose=True)
    passes_on(x, verbose=False)
    return x


def helper(x, verbose=False, level=0):
    if verbose:
        print(x)
    if level > 0:
        print(x)  # [print-in-graph]
    if level == 2:
        print(x)


def loud(x, verbose=False):
    if verbose:
        print(x)  # [print-in-graph]


def passes_on(x, verbose):
    quiet_helper(x, verbose=verbose)


def quiet_helper(x, verbose=True):
    if verbose:
        print(x)


class Model:
    def __init__(self, verbose):
        self.verbose = verbose
        self.warned = False
        self.noise = None
        self.training = True

    @tf.function
    def step(self, x):
        if self.verbose:
            print(x)  # [print-in-graph]
        if not self.verbose:
            print(x)  # [print-in-graph]
        if self.training:
            print(x)  # [print-in-graph]
        if not self.warned:
            print("only once")
            self.warned = True
        if self.noise is None:
            self.noise = 1.0
            LOG.append(x)
        return x

    def reset(self):
        self.training = False


def loops():
    @tf.function
    def step(x):
        for i in range(3):
            if i == 0:
                continue
            print(i)  # [print-in-graph]
        while tf.reduce_sum(x) < 3:  # [tensor-condition-without-autograph]
            print(x)  # [print-in-graph]
            x += 1
        else:
            print("done")  # [print-in-graph]
        match x:
            case 1:
                print(x)  # [print-in-graph]
            case _ if x > 1:
                print(x)  # [print-in-graph]
        try:
            print(x)  # [print-in-graph]
        finally:
            print(x)  # [print-in-graph]
        with tf.name_scope("a"):
            print(x)  # [print-in-graph]
        return x

    return step


class Report:
    def __init__(self, name, verbose=False):
        self.name = name
        self.verbose = verbose

    def tell(self):
        if self.verbose:
            print(self.name)  # [print-in-graph]


@tf.function
def silent_report(x):
    Report("step").tell()
    return x


@tf.function
def told_report(x):
    Report("step", verbose=True).tell()
    return x


def measured(*parts, noise=None):
    if noise is not None:
        print(noise)
    return parts


@tf.function
def measures(x, parts):
    return x, measured(*parts)


@tf.function
def left_at_its_default(x, verbose=False, as_graph=True, told=False):
    if verbose:
        print("never", x)
    if told:
        print("told", x)  # [print-in-graph]
    if as_graph:
        return x
    return x.numpy()


@tf.function
def called_by_others(x, verbose=False):
    if verbose:
        print("perhaps", x)  # [print-in-graph]
    return x


left_at_its_default(tf.constant(1.0))
left_at_its_default(tf.constant(1.0), told=True)


class MadeOnce(tf.Module):
    def __init__(self):
        self.ready, self.quiet = False, True

    @tf.function
    def __call__(self, x):
        if self.ready is False:
            self.v = tf.Variable(1.0)
            self.ready = True
        if self.ready is True:
            self.w = tf.Variable(1.0)  # [variable-created-in-graph]
        return x


UNMADE = "not made yet"


class MadeLate(tf.Module):
    def __init__(self):
        self.v = self.mode = UNMADE

    @tf.function
    def __call__(self, x):
        if self.v == UNMADE:
            self.v = tf.Variable(1.0)
        if self.mode == UNMADE:
            self.w = tf.Variable(1.0)  # [variable-created-in-graph]
        return self.v * x


@tf.function
def found_before(parts, name):
    found = None
    for part in parts:
        if part.name == name:
            if found is not None:
                print("another one")  # [print-in-graph]
            found = part
    return found


@tf.function
def never_found(parts, name):
    found = None
    for part in parts:
        if part.name == name and found is not None:
            print("never")
    return found


class Padded(tf.keras.layers.Layer):
    def build(self, input_shape):
        self.dim = len(input_shape)
        self.count = 0

    def call(self, x):
        if self.dim == 6:
            print("six axes")  # [print-in-graph]
        if self.count == 0:
            print("the first call")
            self.count = 1
        return x


class Mangled(tf.Module):
    """Python keeps the attribute as `_Mangled__rate`, so that it is missing each time."""

    @tf.function
    def __call__(self):
        if not hasattr(self, "__rate"):
            self.__rate = tf.Variable(0.1)  # [variable-created-in-graph]
        return self.__rate


class Guarded(tf.Module):
    @tf.function
    def __call__(self):
        if not hasattr(self, "_rate"):
            self._rate = tf.Variable(0.1)
        return self._rate


class Set(tf.Module):
    """`setattr` takes a name as it is."""

    @tf.function
    def __call__(self):
        if not hasattr(self, "__rate"):
            setattr(self, "__rate", tf.Variable(0.1))
        return getattr(self, "__rate")
