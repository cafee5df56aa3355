"""Linting in several processes, with the findings and the order of one."""

from __future__ import annotations

import multiprocessing
import os
import signal
from collections.abc import Callable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from functools import partial

from graphlint.findings import Report
from graphlint.wording import count

_LEAST = 8  # files that are worth a process of their own


class Died(RuntimeError):
    """A process ended without a word."""


def lint_in_processes(lint_some: Callable[..., Report], files: Sequence[str], jobs: int, progress: Callable[[str], None]) -> Report:
    """Lint these files, which the paths of `lint_some` lead to. Raises `Died`, and what it raises."""
    # Neighbours read the same helpers, and a process reads them once: each has one part.
    size = -(-len(files) // max(1, min(jobs, len(files) // _LEAST)))
    parts = [files[start : start + size] for start in range(0, len(files), size)]
    # A new interpreter: a copy of this one would have the locks of its threads, but not the threads.
    context = multiprocessing.get_context("spawn")
    pool = ProcessPoolExecutor(len(parts), context, initializer=_start)
    try:
        futures = [pool.submit(partial(_lint_part, lint_some), frozenset(part)) for part in parts]
        for number, _ in enumerate(as_completed(futures), 1):
            progress(f"linting, {number} of {count(len(parts), 'part')} done")
        reports = [future.result() for future in futures]
    except BrokenProcessPool as error:
        raise Died("a process that linted was killed, perhaps for want of memory; --jobs 1 needs less") from error
    finally:
        pool.shutdown(cancel_futures=True)
    return Report(tuple(finding for report in reports for finding in report.findings),
                  tuple(problem for report in reports for problem in report.problems),
                  tuple(path for report in reports for path in report.left_out))


def _start() -> None:
    """An interrupt ends the process without a traceback: it is for the one that waits."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


def _lint_part(lint_some: Callable[..., Report], part: frozenset[str]) -> Report:
    report = lint_some(wanted=part.__contains__)
    # What is wrong with the paths themselves is found by each call.
    return Report(report.findings, tuple(problem for problem in report.problems if problem.path in part), report.left_out)


def cores() -> int:
    """How many processes can run at once."""
    try:
        return len(os.sched_getaffinity(0))
    except AttributeError:  # not on all platforms
        return os.cpu_count() or 1
