"""`tf.train.checkpoints_iterator`: the checkpoints of a training that goes on in another program."""

from __future__ import annotations

import time

from runtime.checkpoint.state_file import latest_checkpoint
from runtime.core.logger import get_logger


def checkpoints_iterator(checkpoint_dir, min_interval_secs=0, timeout=None, timeout_fn=None):
    """The latest checkpoint of a folder, again each time there is a new one.

    Args:
        min_interval_secs: how long to wait at least between two.
        timeout: how many seconds to wait for a new one; None for ever.
        timeout_fn: asked after each checkpoint and each timeout whether to end. Without it the first timeout is the end.
    """
    latest = None
    while True:
        found = _next(checkpoint_dir, latest, timeout)
        if found is not None:
            begin, latest = time.time(), found
            yield latest
            time.sleep(max(begin + min_interval_secs - time.time(), 0))
        elif timeout_fn is None:
            get_logger().info("Timed-out waiting for a checkpoint (without timeout_fn).")
            return
        if timeout_fn is not None and timeout_fn():
            get_logger().info("Done. No new checkpoints will be generated.")
            return


def _next(folder, last, timeout, pause=1):
    """The latest checkpoint once it is not `last`; None after `timeout` seconds."""
    get_logger().info("Waiting for new checkpoint at %s", folder)
    end = None if timeout is None else time.time() + timeout
    while True:
        found = latest_checkpoint(folder)
        if found is not None and found != last:
            get_logger().info("Found new checkpoint at %s", found)
            return found
        if end is not None and time.time() + pause > end:
            return None
        time.sleep(pause)
