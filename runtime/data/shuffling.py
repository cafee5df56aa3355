"""The order in which `shuffle` gives elements, and `Dataset.random`: TensorFlow's, number by number, for the same seeds."""

from __future__ import annotations

from runtime.core.random_seed import random_bits
from runtime.ops.random import philox


class Numbers:
    """The 32-bit numbers of one Philox sequence, one by one."""

    __slots__ = ("_key", "_counter", "_block")
    _CHUNK = 64

    def __init__(self, seed, seed2):
        self._key = seed & (2**64 - 1)
        self._counter = (seed2 & (2**64 - 1)) << 64
        self._block = []

    def __call__(self):
        if not self._block:
            counters = philox.counters_from(self._counter, self._CHUNK)
            self._block = philox.blocks_at(self._key, counters).reshape(-1)[::-1].tolist()
            self._counter += self._CHUNK
        return self._block.pop()


class Seeds:
    """The pairs of seeds of a dataset's iterators.

    Args:
        seed, seed2: both 0 for random ones.
        changing: each iterator gets other seeds, drawn from these.
    """

    def __init__(self, seed, seed2, changing):
        if seed == 0 and seed2 == 0:
            seed, seed2 = random_bits(), random_bits()
        self._fixed = seed, seed2
        self._numbers = Numbers(seed, seed2) if changing else None
        self.drawn = []  # for the iterator that is moving on, when it was made

    def draw(self):
        return self._fixed if self._numbers is None else (self._numbers(), self._numbers())

    def next(self):
        return self.drawn.pop(0) if self.drawn else self.draw()


def shuffled(rows, size, seeds):
    """Elements in random order out of a buffer of `size`, filled from `rows`."""
    number = Numbers(*seeds.next())
    rows, buffer, start, end = iter(rows), [], 0, 0
    for row in rows:
        buffer.append(row)
        end += 1
        if end == size:
            break
    size = min(size, end)
    while end > start:
        index = (start + number() % (end - start)) % size
        first = start % size
        yield buffer[index]
        buffer[index] = buffer[first]
        start += 1
        row = next(rows, None)
        if row is None:
            buffer[first] = None
        else:
            buffer[end % size] = row
            end += 1


def random_numbers(seeds):
    """Without end."""
    number = Numbers(*seeds.next())
    while True:
        yield number()
