"""Defaults of graph functions that choose between ways, where all calls in sight leave them as they are."""

import enum

import tensorflow as tf


class Mode(enum.Enum):
    PLAIN = 1
    SHOWN = 2


@tf.function
def by_flag(x, debug=False):
    if debug:
        print(x.numpy())
    return x


@tf.function
def by_text(x, mode="plain"):
    if mode == "shown":
        print(x.numpy())
    return x


@tf.function
def by_member(x, mode=Mode.PLAIN):
    if mode is Mode.SHOWN:
        print(x.numpy())
    return x


@tf.function
def plain(x, mode=Mode.PLAIN):
    if mode == Mode.PLAIN:
        print("plain", x)  # [print-in-graph]
    return x


@tf.function
def shown(x, mode="plain"):
    if mode == "shown":
        print("shown", x)  # [print-in-graph]
    return x


@tf.function
def uncalled(x, mode=Mode.PLAIN):
    if mode is Mode.SHOWN:
        print("shown", x)  # [print-in-graph]
    return x


by_flag(tf.ones(2))
by_text(tf.ones(2))
by_text(tf.ones(2), mode="plain")
by_member(tf.ones(2))
plain(tf.ones(2))
shown(tf.ones(2))
shown(tf.ones(2), "shown")
