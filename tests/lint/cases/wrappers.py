"""A project's own wrappers, read off the code."""

import functools

import tensorflow as tf


def compiled(fn):
    return tf.function(fn, jit_compile=True)


@compiled
def decorated(x):
    print(x)  # [print-in-graph]


def configured(**options):
    def wrap(fn):
        return tf.function(fn, **options)

    return wrap


@configured(autograph=False)
def decorated_with_options(x):
    print(x)  # [print-in-graph]


def maybe(fn, use_graph=True):
    if use_graph:
        fn = tf.function(fn)
    return fn


@maybe
def maybe_decorated(x):
    print(x)  # [print-in-graph]


def logged(fn):
    @functools.wraps(fn)
    def inner(*args):
        return fn(*args)

    return tf.function(inner)


@logged
def logged_function(x):
    print(x)  # [print-in-graph]


def timed(fn):
    @functools.wraps(fn)
    def inner(*args):
        print("calling")
        return fn(*args)

    return inner


@timed
def plain(x):
    print(x)


class Trainer:
    def __init__(self, use_graph):
        self.train = self.step
        if use_graph:
            self.train = tf.function(self.step)

    def step(self, x):
        print(x)  # [print-in-graph]


def build(step):
    return tf.function(step)


def passed(x):
    print(x)  # [print-in-graph]


built = build(passed)
built_lambda = build(lambda x: print(x))  # [print-in-graph]


def with_boxes(function):
    @functools.wraps(function)
    def wrap(image, *args, **options):
        if len(args) >= 1:
            image, boxes = function(image, *args)  # of functions that take boxes
            return image, boxes
        return function(image, **options)

    return wrap


@tf.function
@with_boxes
def brighter(image):
    return image + tf.reduce_mean(image)


def with_relaxed_shapes(relax):
    def decorator(func):
        graph = tf.function(func)
        concrete = {}

        @functools.wraps(func)
        def wrapper(*args):
            key = str(relax(args))
            if key not in concrete:
                concrete[key] = graph.get_concrete_function(*args)
            return concrete[key](*args)

        return wrapper

    return decorator


@with_relaxed_shapes(len)
def relaxed(x):
    print("relaxed")  # [print-in-graph]
    return x
