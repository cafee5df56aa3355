"""What ``**kwargs`` hold in a call, and what closures are made with: branches on other values are never taken."""

import functools

import keras
import tensorflow as tf


def options(function):
    @functools.wraps(function)
    def wrapped(*args, **kwargs):
        verbose = kwargs.pop("verbose", False)
        if verbose:
            print("verbose")  # [print-in-graph]
        if kwargs.get("name") is not None:
            print("named")
        if "twice" in kwargs:
            print("twice")
        if kwargs.pop("fails", None) is True:
            print("fails")
        return function(*args, **kwargs)

    return wrapped


class Optional(keras.layers.Layer):
    @options
    def call(self, x):
        return self.second(x)

    @options
    def second(self, x):
        return self.third(x, verbose=True)

    @options
    def third(self, x):
        return x


def filled(function):
    def wrapped(*args, **kwargs):
        if "b" not in kwargs:
            kwargs["c"] = True
        if kwargs.get("c", False):
            print("may have been set")  # [print-in-graph]
        for key in ("d", "e"):
            if kwargs.get("d"):
                print("at the second turn")  # [print-in-graph]
            kwargs[key] = True
        return function(*args, **kwargs)

    return wrapped


@filled
def helper(x):
    return x


def trains(x, **kwargs):
    if kwargs.get("training"):
        print("Keras gives it")  # [print-in-graph]
    if kwargs.get("log"):
        print("whoever calls the layer gives it")  # [print-in-graph]
    return x


class Trained(keras.layers.Layer):
    def call(self, x, **kwargs):
        return trains(x, **kwargs)


@tf.function
def step(x, **kwargs):
    if kwargs.get("log"):
        print("whoever calls gives it")  # [print-in-graph]
    return helper(x)


def loss(scale, is_tensor=True):
    def converted(flag):
        def decorator(function):
            def wrapper(y_true, y_pred):
                if not flag:
                    print("not a tensor")  # [print-in-graph]
                return function(y_true, y_pred) * scale

            return wrapper

        return decorator

    return converted(is_tensor)(tf.subtract)


def switched(verbose, debug):
    if debug:
        verbose = True

    def wrapper(y_true, y_pred):
        if verbose:
            print("assigned anew")  # [print-in-graph]
        return y_pred - y_true

    return wrapper


def train(model):
    model.compile(loss=loss(2.0))
    model.compile(loss=loss(2.0, is_tensor=False))
    model.compile(loss=switched(False, True))


def described(x, **features):
    if features:
        print(x)  # [print-in-graph]
        return {name: print(value) for name, value in features.items()}  # [print-in-graph]
    for name in features.keys():
        print(name)  # [print-in-graph]
    return [print(name) for name in features]  # [print-in-graph]


@tf.function
def without(x):
    return described(x)


@tf.function
def with_one(x):
    return described(x, size=x)


def silent(x, **features):
    if features:
        print(x)
    return {name: print(value) for name, value in features.items()}


@tf.function
def says_nothing(x):
    return silent(x)
