"""`tf.train.CheckpointManager`: numbered checkpoints in a folder, of which the last few are kept."""

from __future__ import annotations

import os

from runtime.checkpoint.checkpoint import refuse_in_graphs
from runtime.checkpoint.kept import KeptCheckpoints


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
        self._prefix = os.path.join(self._directory, checkpoint_name)
        self._step_counter = step_counter
        self._interval = checkpoint_interval
        self._last_step = last_checkpoint_step
        self._init_fn = init_fn
        self._kept = KeptCheckpoints(max_to_keep, keep_checkpoint_every_n_hours)
        self._kept.read(self._directory)

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
        return self._kept.latest

    @property
    def checkpoints(self):
        """Prefixes of the checkpoints that may be deleted in turn, oldest first."""
        return list(self._kept.times)

    def save(self, checkpoint_number=None, check_interval=True, options=None):
        """Save, unless the interval has not passed. Returns the prefix, or None if nothing was saved."""
        refuse_in_graphs("CheckpointManager.save")
        if self._interval is not None:
            step = int(self._step_counter)
            if self._last_step is not None and (step == self._last_step or
                                                check_interval and step < self._last_step + self._interval):
                return None
            self._last_step = step
        counter = self._checkpoint.save_counter
        counter.assign_add(1)
        path = self._checkpoint.write(f"{self._prefix}-{int(counter if checkpoint_number is None else checkpoint_number)}")
        self._kept.add(path)
        self._kept.write(self._directory)
        self._kept.sweep()
        self._kept.write(self._directory)
        return path

    def restore_or_initialize(self):
        """Restore the latest checkpoint and return its prefix; without one call `init_fn` and return None."""
        if self._kept.latest is not None:
            self._checkpoint.restore(self._kept.latest)
            if self._interval is not None:
                self._last_step = int(self._step_counter)
            return self._kept.latest
        if self._init_fn is not None:
            self._init_fn()
        return None

    def sync(self):
        """For programs that save in the background: all is written at once here."""
