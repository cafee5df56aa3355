"""Which run, and which call of a graph function, the code of a thread belongs to."""
from __future__ import annotations

import contextlib
import os
import threading
import weakref
from collections.abc import Iterator
from dataclasses import dataclass

PATIENCE = 10.0  # seconds that a thread waits for another's turn: that one may be waiting for it


def worker() -> int:
    """The thread that the code of this one belongs to: its own, or that which waits while it runs a replica of `tf.distribute`."""
    return getattr(threading.current_thread(), "works_for", None) or threading.get_ident()


@dataclass(eq=False)
class _Entry:
    thread: int
    run: str
    call: int | None


class Current:
    """What each thread is in. The framework's own threads run Python for the call that was entered last."""

    def __init__(self, run: str):
        self._run = run
        self._entries: list[_Entry] = []
        self._changed = threading.Condition()
        self._owner: int | None = None
        self._others: weakref.WeakSet[threading.Thread] = weakref.WeakSet()  # that have made calls
        if hasattr(os, "register_at_fork"):
            os.register_at_fork(after_in_child=self._after_fork)

    @property
    def run(self) -> str:
        """The run that is observed: one process may observe several, turn by turn."""
        entry = self._entry()
        return entry.run if entry else self._run

    @property
    def call(self) -> int | None:
        """The outermost call that this thread is in."""
        entry = self._entry() if self._entries else None  # asked at each write
        return entry.call if entry else None

    def call_of(self, thread: int) -> int | None:
        """The outermost call that another thread is in."""
        return next((entry.call for entry in reversed(self._entries) if entry.thread == thread), None)

    @property
    def inside(self) -> bool:
        """Whether this thread is in a call, or in what else was entered."""
        return self._entry() is not None

    @property
    def orderly(self) -> bool:
        """Whether what this thread does comes in the same order in each run: the program's own threads come by chance."""
        return worker() == threading.main_thread().ident or self._owner == worker()

    @property
    def alone(self) -> bool:
        """Whether the state of the program is this thread's doing: no other one is alive that makes calls."""
        if not self.orderly:
            self._others.add(threading.current_thread())
        return self.orderly and not any(thread.is_alive() for thread in self._others)

    @contextlib.contextmanager
    def entered(self, call: int | None = None, run: str | None = None) -> Iterator[None]:
        """What this thread does here belongs to a call, or to a run; to those it was in, where none is given."""
        around = self._entry()
        entry = _Entry(worker(), run or self.run, call if call is not None else around and around.call)
        self._entries.append(entry)
        try:
            yield
        finally:
            self._entries.remove(entry)

    @contextlib.contextmanager
    def turn(self) -> Iterator[bool]:
        """Other threads wait with their calls until this ends. False where one of them is in a call already."""
        with self._changed:
            free = self._owner is None and not self._entries
            if free:
                self._owner = worker()
        try:
            yield free
        finally:
            if free:
                with self._changed:
                    self._owner = None
                    self._changed.notify_all()

    def wait(self) -> None:
        """Wait until no other thread has its turn."""
        if self._owner not in (None, worker()):
            with self._changed:
                self._changed.wait_for(lambda: self._owner is None, PATIENCE)

    def _entry(self):
        if not self._entries:
            return None
        thread = worker()
        own = next((entry for entry in reversed(self._entries) if entry.thread == thread), None)
        if own is None and isinstance(threading.current_thread(), threading._DummyThread):
            return self._entries[-1]
        return own

    def _after_fork(self):
        self._changed = threading.Condition()
        self._owner = None
