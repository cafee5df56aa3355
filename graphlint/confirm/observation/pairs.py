"""One call of a graph function, made eagerly and as a graph from the same state. The program goes on with the graph's."""
from __future__ import annotations

import contextlib
from typing import TYPE_CHECKING

from graphlint.confirm.backends import Backend
from graphlint.confirm.observation import functions
from graphlint.confirm.observation.output import Log
from graphlint.confirm.observation.snapshot import Snapshot

if TYPE_CHECKING:
    from graphlint.confirm.observation.observe import Calls, Observed


def observe(calls: Calls, backend: Backend, log: Log, call: Observed):
    """Make the call: eagerly, with everything put back afterwards, then as a graph.

    Where the two differ it is made eagerly once more, with other random numbers of the framework: what differs then
    too is chance. A call whose state cannot be put back is made as a graph alone, and the reason is recorded.
    """
    with calls.current.turn() as mine:
        if not mine:
            return _alone(calls, log, call, ["other threads are in graph functions at the same time"])
        return _both(calls, backend, log, call)


def _both(calls, backend, log, call):
    before = _snapshot(backend, call)
    try:
        if before.problems:
            return _alone(calls, log, call, before.problems)
        _shadow(calls, backend, call, "eager")
        before.restore()
        try:
            return calls.run(call)
        finally:
            if call.seen.get("eager") != call.seen.get("graph"):
                after = _snapshot(backend, call)
                before.restore()
                _shadow(calls, backend, call, "control")
                before.restore()
                after.restore()
                after.forget()
    finally:
        before.forget()


def _alone(calls, log, call, problems):
    log.write("unpaired", call=call.number, problems=problems)
    return calls.run(call)


def _snapshot(backend, call):
    return Snapshot(backend, call.target.inner, functions.reachable(
        backend.tf, call.target, call.args, call.kwargs, everything=True))


def _shadow(calls, backend, call, run):
    """Make the call eagerly; whatever it raises is recorded and ends there."""
    with calls.current.entered(run=run), _eagerly(backend.tf), contextlib.suppress(BaseException):
        calls.run(call)


@contextlib.contextmanager
def _eagerly(tf):
    tf.config.run_functions_eagerly(True)
    try:
        yield
    finally:
        tf.config.run_functions_eagerly(False)
