"""Hooks of monitored sessions: what happens before and after each run."""

from __future__ import annotations

import os
import time
from typing import NamedTuple

import numpy as np

from runtime.compat.graphs.current import get_default_graph
from runtime.compat.training.global_step import get_global_step
from runtime.compat.training.saver import Saver
from runtime.compat.training.file_writer import FileWriterCache
from runtime.core.logger import get_logger
from runtime.summary.events import Summary, SummaryValue


class SessionRunArgs(NamedTuple):
    """What a hook asks of the next run."""

    fetches: object
    feed_dict: object = None
    options: object = None


class SessionRunValues(NamedTuple):
    """What a hook gets of a run."""

    results: object
    options: object = None
    run_metadata: object = None


class SessionRunContext:
    """What hooks know of a run."""

    def __init__(self, original_args, session):
        self._original_args, self._session, self._stop_requested = original_args, session, False

    original_args = property(lambda self: self._original_args)
    session = property(lambda self: self._session)
    stop_requested = property(lambda self: self._stop_requested)

    def request_stop(self):
        """Have the monitored session stop."""
        self._stop_requested = True


class SessionRunHook:
    """The base: each method does nothing."""

    def begin(self):
        """Before the session is made; nodes may still be added."""

    def after_create_session(self, session, coord):
        """The session has been made, and Variables have their values."""

    def before_run(self, run_context):
        """Before each run; returns `SessionRunArgs` or None."""
        return None

    def after_run(self, run_context, run_values):
        """After each run, with what was asked for."""

    def end(self, session):
        """At the end, unless an error ended it."""


class SecondOrStepTimer:
    """Says when something is due, by seconds or by steps."""

    def __init__(self, every_secs=None, every_steps=None):
        if every_secs is None and every_steps is None:
            raise ValueError("Either every_secs or every_steps should be provided.")
        if every_secs is not None and every_steps is not None:
            raise ValueError("Can not provide both every_secs and every_steps.")
        self._every_secs, self._every_steps = every_secs, every_steps
        self.reset()

    def reset(self):
        self._last_step = self._last_time = None

    def should_trigger_for_step(self, step):
        """Whether it is due at a step."""
        if self._last_step is None:
            return True
        if self._last_step == step:
            return False
        if self._every_secs is not None:
            return time.time() >= self._last_time + self._every_secs
        return step >= self._last_step + self._every_steps

    def update_last_triggered_step(self, step):
        """It has been done; (seconds, steps) since the last time."""
        now = time.time()
        since = (None, None) if self._last_step is None else (now - self._last_time, step - self._last_step)
        self._last_time, self._last_step = now, step
        return since

    def last_triggered_step(self):
        return self._last_step


def _global_step(what):
    found = get_global_step()
    if found is None:
        raise RuntimeError(f"Global step should be created to use {what}.")
    return found


class StopAtStepHook(SessionRunHook):
    """Stops after so many steps, or at a step."""

    def __init__(self, num_steps=None, last_step=None):
        if num_steps is None and last_step is None:
            raise ValueError("One of num_steps or last_step must be specified.")
        if num_steps is not None and last_step is not None:
            raise ValueError("Only one of num_steps or last_step can be specified.")
        self._num_steps, self._last_step = num_steps, last_step

    def begin(self):
        self._step = _global_step("StopAtStepHook")

    def after_create_session(self, session, coord):
        if self._last_step is None:
            self._last_step = session.run(self._step) + self._num_steps

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        if run_values.results + 1 >= self._last_step and run_context.session.run(self._step) >= self._last_step:
            run_context.request_stop()


class LoggingTensorHook(SessionRunHook):
    """Logs tensors every so many runs or seconds, or at the end."""

    def __init__(self, tensors, every_n_iter=None, every_n_secs=None, at_end=False, formatter=None):
        only_at_end = at_end and every_n_iter is None and every_n_secs is None
        if not only_at_end and (every_n_iter is None) == (every_n_secs is None):
            raise ValueError("either at_end and/or exactly one of every_n_iter and every_n_secs must be provided.")
        if every_n_iter is not None and every_n_iter <= 0:
            raise ValueError(f"invalid every_n_iter={every_n_iter}.")
        self._tags = list(tensors)
        self._tensors = tensors if isinstance(tensors, dict) else {item: item for item in tensors}
        self._timer = None if only_at_end else SecondOrStepTimer(every_n_secs, every_n_iter)
        self._at_end, self._formatter = at_end, formatter

    def begin(self):
        if self._timer is not None:
            self._timer.reset()
        self._count = 0
        self._current = {tag: get_default_graph().as_graph_element(tensor) if isinstance(tensor, str) else tensor
                         for tag, tensor in self._tensors.items()}

    def before_run(self, run_context):
        self._due = self._timer is not None and self._timer.should_trigger_for_step(self._count)
        return SessionRunArgs(self._current) if self._due else None

    def _log(self, values):
        before = np.get_printoptions()
        np.set_printoptions(suppress=True)
        seconds, _ = (None, None) if self._timer is None else self._timer.update_last_triggered_step(self._count)
        if self._formatter:
            get_logger().info(self._formatter(values))
        else:
            text = ", ".join(f"{tag} = {values[tag]}" for tag in self._tags)
            get_logger().info("%s (%.3f sec)", text, seconds) if seconds is not None else get_logger().info(text)
        np.set_printoptions(**before)

    def after_run(self, run_context, run_values):
        if self._due:
            self._log(run_values.results)
        self._count += 1

    def end(self, session):
        if self._at_end:
            self._log(session.run(self._current))


class NanLossDuringTrainingError(RuntimeError):
    def __str__(self):
        return "NaN loss during training."


class NanTensorHook(SessionRunHook):
    """Stops, or raises, when the loss is NaN."""

    def __init__(self, loss_tensor, fail_on_nan_loss=True):
        self._loss, self._fails = loss_tensor, fail_on_nan_loss

    def before_run(self, run_context):
        return SessionRunArgs(self._loss)

    def after_run(self, run_context, run_values):
        if np.isnan(run_values.results):
            text = "Model diverged with loss = NaN."
            if self._fails:
                get_logger().error(text)
                raise NanLossDuringTrainingError
            get_logger().warning(text)
            run_context.request_stop()


class _TimedHook(SessionRunHook):
    """Calls its `_when_due` after the steps at which its timer is due."""

    def before_run(self, run_context):
        return SessionRunArgs(self._step)

    def after_run(self, run_context, run_values):
        if self._timer.should_trigger_for_step(run_values.results + 1):
            step = run_context.session.run(self._step)
            if self._timer.should_trigger_for_step(step):
                self._when_due(run_context, step)


class StepCounterHook(_TimedHook):
    """Logs how many steps are made in a second."""

    def __init__(self, every_n_steps=100, every_n_secs=None, output_dir=None, summary_writer=None):
        if (every_n_steps is None) == (every_n_secs is None):
            raise ValueError("exactly one of every_n_steps and every_n_secs should be provided.")
        self._timer = SecondOrStepTimer(every_n_secs, every_n_steps)
        self._folder, self._writer = output_dir, summary_writer

    def begin(self):
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._step = _global_step("StepCounterHook")

    def _when_due(self, run_context, step):
        seconds, steps = self._timer.update_last_triggered_step(step)
        if seconds:
            if self._writer is not None:
                self._writer.add_summary(Summary(value=[SummaryValue(tag="global_step/sec", simple_value=steps / seconds)]), step)
            get_logger().info("global_step/sec: %g", steps / seconds)


class CheckpointSaverListener:
    """What is told of checkpoints."""

    def begin(self):
        """Before the session is made."""

    def before_save(self, session, global_step_value):
        """Before a checkpoint is written."""

    def after_save(self, session, global_step_value):
        """After it; true to stop."""

    def end(self, session, global_step_value):
        """At the end."""


class CheckpointSaverHook(_TimedHook):
    """Writes checkpoints: at the start, every so many steps or seconds, and at the end."""

    def __init__(self, checkpoint_dir, save_secs=None, save_steps=None, saver=None, checkpoint_basename="model.ckpt", scaffold=None,
                 listeners=None, save_graph_def=True):
        if saver is not None and scaffold is not None:
            raise ValueError("You cannot provide both saver and scaffold.")
        self._path = os.path.join(checkpoint_dir, checkpoint_basename)
        self._saver, self._scaffold = saver, scaffold
        self._timer = SecondOrStepTimer(save_secs, save_steps)
        self._listeners = listeners or []

    def begin(self):
        self._step = _global_step("CheckpointSaverHook")
        if self._saver is None and self._scaffold is None:
            self._saver = Saver()
        for listener in self._listeners:
            listener.begin()

    def after_create_session(self, session, coord):
        step = session.run(self._step)
        self._save(session, step)
        self._timer.update_last_triggered_step(step)

    def _when_due(self, run_context, step):
        self._timer.update_last_triggered_step(step)
        if self._save(run_context.session, step):
            run_context.request_stop()

    def end(self, session):
        step = session.run(self._step)
        if step != self._timer.last_triggered_step():
            self._save(session, step)
        for listener in self._listeners:
            listener.end(session, step)

    def _save(self, session, step):
        for listener in self._listeners:
            listener.before_save(session, step)
        (self._saver or self._scaffold.saver).save(session, self._path, global_step=step)
        return any([listener.after_save(session, step) for listener in self._listeners])


class FinalOpsHook(SessionRunHook):
    """Runs something at the end, and keeps its values."""

    final_ops_values = None

    def __init__(self, final_ops, final_ops_feed_dict=None):
        self._final, self._feeds = final_ops, final_ops_feed_dict

    def end(self, session):
        if self._final is not None:
            self.final_ops_values = session.run(self._final, feed_dict=self._feeds)


class FeedFnHook(SessionRunHook):
    """Feeds each run with what a function gives."""

    def __init__(self, feed_fn):
        self.feed_fn = feed_fn

    def before_run(self, run_context):
        return SessionRunArgs(fetches=None, feed_dict=self.feed_fn())


class SummarySaverHook(SessionRunHook):
    """Writes summaries: at the first run, and every so many steps or seconds.

    Args:
        summary_op: a summary's tensor, or a list of them; or `scaffold`, which has one.
    """

    def __init__(self, save_steps=None, save_secs=None, output_dir=None, summary_writer=None, scaffold=None, summary_op=None):
        if (scaffold is None) == (summary_op is None):
            raise ValueError("Exactly one of scaffold or summary_op must be provided.")
        self._summary, self._scaffold, self._folder, self._writer = summary_op, scaffold, output_dir, summary_writer
        self._timer = SecondOrStepTimer(save_secs, save_steps)

    def begin(self):
        if self._writer is None and self._folder:
            self._writer = FileWriterCache.get(self._folder)
        self._next_step = None
        self._step = _global_step("SummarySaverHook")

    def before_run(self, run_context):
        self._due = self._next_step is None or self._timer.should_trigger_for_step(self._next_step)
        requests = {"global_step": self._step}
        summary = self._summary if self._summary is not None else self._scaffold.summary_op
        if self._due and summary is not None:
            requests["summary"] = summary if isinstance(summary, list) else [summary]
        return SessionRunArgs(requests)

    def after_run(self, run_context, run_values):
        if not self._writer:
            return
        step = run_values.results["global_step"] + 1
        if self._next_step is None or self._due:
            step = run_context.session.run(self._step)
        if self._due:
            self._timer.update_last_triggered_step(step)
            for summary in run_values.results.get("summary", ()):
                self._writer.add_summary(summary, step)
        self._next_step = step + 1

    def end(self, session=None):
        if self._writer:
            self._writer.flush()


class GlobalStepWaiterHook(SessionRunHook):
    """Waits with the first run until the global step has come to a number, which other processes bring it to."""

    def __init__(self, wait_until_step):
        self._wait_until_step = wait_until_step

    def begin(self):
        self._started = False
        self._step = _global_step("_GlobalStepWaiterHook")

    def before_run(self, run_context):
        if self._started or self._wait_until_step <= 0:
            self._started = True
            return
        get_logger().info("Waiting for global step %d before starting training.", self._wait_until_step)
        while run_context.session.run(self._step) < self._wait_until_step:
            time.sleep(0.5)
        self._started = True
