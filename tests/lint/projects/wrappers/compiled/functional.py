"""The wrapper by another name, and one that is made of it."""

from compiled.src import staging

jit = staging.jit


def eagerly(f):
    return f


off = eagerly
