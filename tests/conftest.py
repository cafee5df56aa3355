"""For all tests: what the programs that they run leave in temporary folders goes with these tests."""

from __future__ import annotations

import os
import signal
import tempfile
from collections.abc import Iterator

import pytest


@pytest.fixture(scope="session", autouse=True)
def _temporary_folders() -> Iterator[None]:
    before = os.environ.get("TMPDIR"), tempfile.tempdir
    with tempfile.TemporaryDirectory(prefix="graphlint-tests-") as folder:
        os.environ["TMPDIR"] = tempfile.tempdir = folder
        yield
        if before[0] is None:
            del os.environ["TMPDIR"]
        else:
            os.environ["TMPDIR"] = before[0]
        tempfile.tempdir = before[1]


@pytest.fixture(scope="session", autouse=True)
def _interruptible() -> None:
    """Programs that tests interrupt hear it also where these tests run in the background of a shell, which ignores interrupts."""
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)
