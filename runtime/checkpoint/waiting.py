"""`tf.train.checkpoints_iterator`: the checkpoints of a folder, as they come."""

from __future__ import annotations

import time

from runtime.checkpoint.state_file import latest_checkpoint
from runtime.core.logger import get_logger


def _wait(folder, last, timeout, sleep=1):
    """The next checkpoint that is not `last`, or None after `timeout` seconds."""
    get_logger().info("Waiting for new checkpoint at %s", folder)
    end = None if timeout is None else time.time() + timeout
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != last:
            get_logger().info("Found new checkpoint at %s", found)
            return found
        if end is not None and time.time() + sleep > end:
            return None
        time.sleep(sleep)


def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
    """Yields each new checkpoint of a folder.

    Args:
        min_interval_secs: how long to wait at least between two.
        timeout: how long to wait for one; for ever if None.
        timeout_fn: what to ask then: whether that is all. Without it, it is.
    """
    last = None
    while True:
        found = _wait(checkpoint_dir, last, timeout)
        if found:
            start, last = time.time(), found
            yield found
            rest = start + min_interval_secs - time.time()
            if rest > 0:
                time.sleep(rest)
        elif timeout_fn is None:
            get_logger().info("Timed-out waiting for a checkpoint (without timeout_fn).")
            return
        if timeout_fn is not None and timeout_fn():
            get_logger().info("Done. No new checkpoints will be generated.")
            return
