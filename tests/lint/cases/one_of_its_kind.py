"""Tests for a member of an enumeration, a class or a sentinel, and of settings that are always left out."""

import enum

import tensorflow as tf


class Cache(enum.Enum):
    NONE = 0
    VARIABLE = 1


def make(cache, x):
    if cache is Cache.VARIABLE:
        return tf.Variable(x)
    return x


def limited(x, limit=None):
    if limit:
        print("limit", x)
    return x


def reduced(loss):
    if isinstance(loss, tuple) is False:
        return loss
    print("several")
    return loss[0]


@tf.function
def step(x):
    y = make(Cache.NONE, x)
    return limited(y) + reduced(tf.abs(y))


UNSET = object()


class Mode(enum.Enum):
    TRAIN = enum.auto()
    TEST = enum.auto()
    OTHER = 3
    ALIAS = 3


class Net:
    def __init__(self, mode=Mode.TRAIN):
        self.mode = mode

    def run(self, x, mode, kind=Net0, given=UNSET):
        if mode == Mode.TEST:
            print("never")
        if mode is not Mode.TRAIN:
            print("never")
        if mode is Mode.TRAIN:
            print("always")  # [print-in-graph]
        if kind is Other:
            print("never")
        if given is not UNSET:
            print("never")
        if given is UNSET:
            print("always")  # [print-in-graph]
        if self.mode is Mode.TEST:
            print("who knows")  # [print-in-graph]
        return x


class Net0:
    pass


class Other:
    pass


NET = Net()


@tf.function
def main(x, limit=None, flag=False):
    if limit:
        print("never")
    if flag:
        print("never")
    if isinstance(x, tuple) is True:
        print("never")
    return NET.run(x, Mode.TRAIN) + NET.run(x, Mode.TRAIN, Net0)


main(tf.ones(2))


@tf.function
def alias(x):
    return other(x, Mode.OTHER)


def other(x, mode):
    if mode is Mode.ALIAS:
        print("the same")  # [print-in-graph]
    return x
