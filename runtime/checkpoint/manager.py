"""`tf.train.CheckpointManager`: numbered checkpoints in a folder, of which the last few are kept."""

from __future__ import annotations

import glob
import os
import time

from runtime.checkpoint import state_file


class CheckpointManager:
    """Saves a Checkpoint under ``DIRECTORY/ckpt-N`` and deletes old ones.

    Args:
        checkpoint: a `tf.train.Checkpoint`.
        directory: the folder; what an earlier manager left there is taken over.
        max_to_keep: how many to keep; None for all.
        keep_checkpoint_every_n_hours: of those that would be deleted, keep one every so many hours.
        checkpoint_name: in place of ``ckpt``.
        step_counter, checkpoint_interval: save only if the counter has grown by the interval since the last save.
        init_fn: called by `restore_or_initialize` if there is no checkpoint.

    Raises:
        ValueError: `max_to_keep` is not positive, an interval without a counter, or a damaged list of checkpoints.
    """

    def __init__(self, checkpoint, directory, max_to_keep, keep_checkpoint_every_n_hours=None, checkpoint_name="ckpt",
                 step_counter=None, checkpoint_interval=None, init_fn=None, last_checkpoint_step=None):
        if max_to_keep is not None and max_to_keep <= 0:
            raise ValueError(f"Expected a positive integer or `None` for `max_to_keep`, got {max_to_keep}.")
        if checkpoint_interval is not None and step_counter is None:
            raise ValueError("`step_counter` should be passed if `checkpoint_interval` is not None.")
        self._checkpoint = checkpoint
        self._directory = os.fspath(directory)
        self._max_to_keep = max_to_keep
        self._keep_hours = keep_checkpoint_every_n_hours
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._last_step = last_checkpoint_step
        self._init_fn = init_fn
        self._kept = {}  # prefix → time, oldest first
        self._latest = None
        self._last_preserved = time.time()
        state = state_file.read(self._directory)
        if state is not None:
            self._latest = state.latest
            if state.last_preserved is not None:
                self._last_preserved = state.last_preserved
            self._kept = dict(zip(state.paths, state.times or [self._last_preserved] * len(state.paths)))

    @property
    def checkpoint(self):
        return self._checkpoint

    @property
    def directory(self):
        return self._directory

    @property
    def checkpoint_interval(self):
        return self._interval

    @property
    def latest_checkpoint(self):
        """Prefix of the newest checkpoint, or None."""
        return self._latest

    @property
    def checkpoints(self):
        """Prefixes of the checkpoints that may be deleted in turn, oldest first."""
        return list(self._kept)

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        """Save, unless the interval has not passed. Returns the prefix, or None if nothing was saved."""
        if self._interval is not None:
            step = int(self._step_counter)
            if self._last_step is not None and (step == self._last_step or
                                                check_interval and step < self._last_step + self._interval):
                return None
            self._last_step = step
        counter = self._checkpoint.save_counter
        counter.assign_add(1)
        path = self._checkpoint.write(f"{self._prefix}-{int(counter if checkpoint_number is None else checkpoint_number)}")
        self._kept.pop(path, None)
        self._kept[path] = time.time()
        self._latest = path
        self._record()
        self._sweep()
        self._record()
        return path

    def _sweep(self):
        while self._max_to_keep and len(self._kept) > self._max_to_keep:
            path, saved = next(iter(self._kept.items()))
            del self._kept[path]
            if self._keep_hours and saved - self._keep_hours * 3600 >= self._last_preserved:
                self._last_preserved = saved
                continue
            for name in glob.glob(f"{glob.escape(path)}.data-?????-of-?????") + [f"{path}.index"]:
                if os.path.exists(name):
                    os.remove(name)

    def _record(self):
        state_file.write(self._directory, self._latest, self._kept, self._kept.values(), self._last_preserved)

    def restore_or_initialize(self):
        """Restore the latest checkpoint and return its prefix; without one call `init_fn` and return None."""
        if self._latest is not None:
            self._checkpoint.restore(self._latest)
            if self._interval is not None:
                self._last_step = int(self._step_counter)
            return self._latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self):
        """For programs that save in the background: all is written at once here."""
