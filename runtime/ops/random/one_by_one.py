"""Numbers drawn one after the other, for kernels that decide by each what they draw next."""

from __future__ import annotations

import numpy as np

from runtime.ops.random import philox


class OneByOne:
    """Numbers from the blocks at `counter`, in their order."""

    def __init__(self, key, counter):
        self._key, self._counter, self._left = key, counter, ()

    def word(self):
        """A whole number of 32 bits."""
        if not self._left:
            self._left = philox.block(self._key, self._counter)[::-1]
            self._counter = (self._counter + 1) % 2**128
        *rest, last = self._left
        self._left = rest
        return last

    def long_word(self):
        """One of 64 bits, the low half first."""
        low = self.word()
        return low | self.word() << 32

    def single(self):
        """A float32 in [0, 1)."""
        return np.float32((self.word() & 0x7FFFFF) / 2.0**23)

    def double(self):
        """A float in [0, 1)."""
        first = self.word()
        return ((first & 0xFFFFF) << 32 | self.word()) / 2.0**52

    def below(self, limit):
        """A whole number from 0 on, below a `limit` of 32 bits."""
        return self._below(limit, self.word, 2**32)

    def below_long(self, limit):
        """The same for a `limit` of 64 bits."""
        return self._below(limit, self.long_word, 2**64)

    @staticmethod
    def _below(limit, draw, span):
        if not limit & (limit - 1):
            return draw() & (limit - 1)
        rest = (span - 1) % limit + 1  # numbers below that would make some results more likely
        while (number := draw()) < rest:
            pass
        return number % limit
