"""Decorators of the project that let a function run once, though what they return cannot be read off."""

import uuid

import sonnet as snt
import tensorflow as tf
import wrapt

_SEEN = "_seen"
VERBOSE = False


def once(function):
    key = uuid.uuid4()

    @wrapt.decorator
    def wrapper(wrapped, instance, args, kwargs):
        if instance is None:
            if not wrapper.seen_none:
                wrapped(*args, **kwargs)
                wrapper.seen_none = True
            return
        seen = getattr(instance, _SEEN, None)
        if seen is None:
            seen = set()
            setattr(instance, _SEEN, seen)
        if key not in seen:
            wrapped(*args, **kwargs)
            seen.add(key)

    wrapper.seen_none = False
    decorated = wrapper(function)
    return decorated


def unless_verbose(function):
    @wrapt.decorator
    def wrapper(wrapped, instance, args, kwargs):
        if not VERBOSE:
            return wrapped(*args, **kwargs)
        return None

    return wrapper(function)


class Linear(tf.Module):
    @once
    def create(self, x):
        self.w = tf.Variable(tf.ones([x.shape[-1]]))

    @snt.once
    def create_with_sonnet(self, x):
        self.c = tf.Variable(tf.zeros([x.shape[-1]]))

    @unless_verbose
    def create_anew(self, x):
        self.b = tf.Variable(tf.zeros([x.shape[-1]]))  # [variable-created-in-graph]

    def __call__(self, x):
        self.create(x)
        self.create_with_sonnet(x)
        self.create_anew(x)
        return x * self.w + self.b


linear = tf.function(Linear())


def evaluation(loss):
    first = True

    @tf.function
    def evaluate(x):
        nonlocal first
        if first:
            print("first")
            first = False
        else:
            print("each later time")  # [print-in-graph]
        return loss(x)

    return evaluate
