"""Names that shadow others."""

import tensorflow as tf


def print(*args):
    tf.print(*args)


class list:
    def append(self, x):
        tf.print(x)


ITEMS = list()


@tf.function
def shadowed(x):
    print(x)
    ITEMS.append(x)
    return x


class np:
    class random:
        @staticmethod
        def normal():
            return 1.0


@tf.function
def not_numpy(x):
    return x + np.random.normal()


def local_names(tf, items):
    @tf.function
    def inner(x):
        builtin(x)

    return inner


def builtin(x):
    __builtins__.print(x)


def parameter(print):
    @tf.function
    def inner(x):
        print(x)

    return inner


@tf.function
def own_local(x):
    log = tf.print
    log(x)
    warnings = tf
    warnings.warn = 1
    return x


class Tf:
    @staticmethod
    def function(fn):
        return fn


def rebinds():
    tf = Tf()

    @tf.function
    def inner(x):
        import logging

        logging.info(x)

    return inner
