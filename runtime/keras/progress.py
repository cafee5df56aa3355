"""The progress bar of `fit`, `evaluate` and `predict`."""

from __future__ import annotations

import math
import sys
import time

import numpy as np


class Progbar:
    """Writes ``3/10 ━━━─── 5s 1s/step - loss: 0.5`` over and over (verbose=1), or a line at the end (verbose=2).

    Args:
        target: number of steps, None while unknown.
        interval: seconds between two writings.
        stateful_metrics: names that are shown as they are; others are averaged over the steps until the end.
    """

    def __init__(self, target, width=20, verbose=1, interval=0.05, stateful_metrics=None, unit_name="step"):
        self.target, self.width, self.verbose, self.interval, self.unit_name = target, width, verbose, interval, unit_name
        self.stateful_metrics = set(stateful_metrics or ())
        self._seen, self._values, self._last_write, self._last_width = 0, {}, 0, 0
        self._start, self._after_first = time.time(), None

    def update(self, current, values=None, finalize=None):
        """Step `current` is done, with (name, value) pairs. `finalize`: by default, whether the target is reached."""
        if finalize is None:
            finalize = self.target is not None and current >= self.target
        steps = max(current - self._seen, 1)
        for name, value in values or ():
            if finalize or name in self.stateful_metrics:
                self._values[name] = (value, 1)
            else:
                total, count = self._values.get(name, (0.0, 0))
                self._values[name] = (total + value * steps, count + steps)
        self._seen = current
        now = time.time()
        per_step = self._step_seconds(current, now)
        if self.verbose == 1:
            if now - self._last_write < self.interval and not finalize:
                return
            self._write_bar(current, now, per_step, finalize)
        elif self.verbose == 2 and finalize and self.target:
            _write(f"{self._count(current)} - {now - self._start:.0f}s -{self._rate(per_step)}{self._metrics(signed=True)}\n")
        self._last_write = now

    def add(self, n, values=None):
        self.update(self._seen + n, values)

    def _write_bar(self, current, now, per_step, finalize):
        invisible = 8
        if self.target:
            done = int(self.width * current / self.target)
            bar = f"\x1b[1m{self._count(current)}\x1b[0m "
            if done > 0:
                bar += f"\x1b[32m{'━' * done}\x1b[0m"
                invisible += 9
            bar += f"\x1b[37m{'━' * (self.width - done)}\x1b[0m"
            invisible += 17
        else:
            bar = f"{current:7d}/Unknown"
        left = _duration(per_step * (self.target - current)) if self.target and not finalize else f"{now - self._start:.0f}s"
        info = f" \x1b[1m{left}\x1b[0m{self._rate(per_step)}{self._metrics()}"
        width = len(bar) + len(info) - invisible
        _write("\b" * self._last_width + "\r" + bar + info + " " * max(self._last_width - width, 0) + ("\n" if finalize else ""))
        self._last_width = width

    def _count(self, current):
        return f"{current:{int(math.log10(self.target)) + 1}d}/{self.target}"

    def _metrics(self, signed=False):
        text = ""
        for name, (total, count) in self._values.items():
            value = float(np.mean(total)) / max(1, count)
            text += f" - {name}: {value:.4f}" if (value if signed else abs(value)) > 1e-3 else f" - {name}: {value:.4e}"
        return text

    def _rate(self, seconds):
        if seconds >= 1 or seconds == 0:
            return f" {seconds:.0f}s/{self.unit_name}"
        return f" {seconds * 1e3:.0f}ms/{self.unit_name}" if seconds >= 1e-3 else f" {seconds * 1e6:.0f}us/{self.unit_name}"

    def _step_seconds(self, current, now):
        """The first step, which traces, does not count once there are others."""
        if not current:
            return 0
        if self._after_first is not None and current > 1:
            return (now - self._after_first) / (current - 1)
        if current == 1:
            self._after_first = now
        return (now - self._start) / current


def _duration(seconds):
    if seconds > 3600:
        return f"{seconds // 3600:.0f}:{seconds % 3600 // 60:02.0f}:{seconds % 60:02.0f}"
    return f"{int(seconds // 60)}:{int(seconds % 60):02d}" if seconds > 60 else f"{int(seconds)}s"


def _write(text):
    sys.stdout.write(text)
    sys.stdout.flush()


_interactive = True


def enable_interactive_logging():
    """Show the progress bar, as by default."""
    _set_interactive(True)


def disable_interactive_logging():
    """No progress bar where `verbose` is "auto": a line for each epoch."""
    _set_interactive(False)


def is_interactive_logging_enabled():
    return _interactive


def _set_interactive(value):
    global _interactive
    _interactive = value
