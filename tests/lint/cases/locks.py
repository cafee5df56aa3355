"""Locks and events of threads, by what makes them, by what callers give, and by the name of a method that nothing else has."""

import threading

import tensorflow as tf

lock = threading.Lock()


@tf.function
def step(x, lock2):
    lock.acquire()  # [world-read-in-graph]
    y = x * 2
    lock.release()
    lock2.acquire()  # [world-read-in-graph]
    return y


@tf.function
def other(x):
    with lock:  # [world-read-in-graph]
        return x * 2


def guarded(x, mutex, ready):
    mutex.acquire()  # [world-read-in-graph]
    ready.set()  # [world-read-in-graph]
    with mutex:  # [world-read-in-graph]
        return x


@tf.function
def third(x):
    return guarded(x, lock, threading.Event())


class Pool:
    def __enter__(self):
        return self

    def __exit__(self, *error):
        pass


pool = Pool()


@tf.function
def innocent(x):
    with pool:
        return x
