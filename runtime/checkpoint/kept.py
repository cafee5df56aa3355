"""Which checkpoints of a series are kept: the last few, and of older ones one every so many hours."""

from __future__ import annotations

import glob
import os
import time

from runtime.checkpoint import state_file


class KeptCheckpoints:
    """The checkpoints that may be deleted in turn.

    Args:
        max_to_keep: how many; None or 0 for all.
        hours: of those that would be deleted, keep one every so many hours; None for none.

    Attributes:
        times: prefix → when it was saved, oldest first.
        latest: the newest prefix, or None.
    """

    def __init__(self, max_to_keep, hours):
        self._max_to_keep, self._hours = max_to_keep, hours
        self.times = {}
        self.latest = None
        self.last_preserved = time.time()

    def read(self, folder, filename="checkpoint"):
        """Take over what the list in `folder` tells. Raises ValueError if it is damaged."""
        state = state_file.read(folder, filename)
        if state is not None:
            self.latest = state.latest
            if state.last_preserved is not None:
                self.last_preserved = state.last_preserved
            self.times = dict(zip(state.paths, state.times or [self.last_preserved] * len(state.paths)))

    def add(self, path):
        """Note a new checkpoint."""
        self.times.pop(path, None)
        self.times[path] = time.time()
        self.latest = path

    def sweep(self):
        """Delete those that are too many; how many were deleted."""
        deleted = 0
        while self._max_to_keep and len(self.times) > self._max_to_keep:
            path, saved = next(iter(self.times.items()))
            del self.times[path]
            if self._hours and saved - self._hours * 3600 >= self.last_preserved:
                self.last_preserved = saved
                continue
            for name in glob.glob(f"{glob.escape(path)}.data-?????-of-?????") + [f"{path}.index"]:
                if os.path.exists(name):
                    os.remove(name)
            deleted += 1
        return deleted

    def write(self, folder, filename="checkpoint"):
        """Write the list in `folder`."""
        state_file.write(folder, self.latest, self.times, self.times.values(), self.last_preserved, filename)
