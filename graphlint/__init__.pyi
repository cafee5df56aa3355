"""The types of the public face. `graphlint.confirm` is a package that can be called."""

from collections.abc import Sequence
from os import PathLike
from typing import Any, Protocol, TextIO

from pylint.lint import PyLinter

from graphlint.api import check as check
from graphlint.checking.run import Checked as Report
from graphlint.confirm.confirmation import Confirmation as Confirmation
from graphlint.confirm.session import Observe
from graphlint.confirm.watching.watch import Watch
from graphlint.confirm.watching.watch import WatchCallback as _WatchCallback
from graphlint.reported import Finding as Finding
from graphlint.reported import Problem as Problem

__all__ = ["Confirmation", "Finding", "Problem", "Report", "check", "confirm", "load_ipython_extension", "register", "unload_ipython_extension"]

DISTRIBUTION: str

class _Confirm(Protocol):
    WatchCallback: type[_WatchCallback]

    def watch(
        self, output: str | PathLike[str] | TextIO | bool | None = ..., *, lint: bool = ..., log_dir: str | PathLike[str] | None = ...,
        libraries: bool = ...,
    ) -> Watch: ...
    def __call__(
        self, script: str | PathLike[str], arguments: Sequence[str] = ..., *, backend: str | None = ..., timeout: float = ...,
        memory: int | None = ..., observe: Observe = ..., options: Sequence[str] = ...,
    ) -> Confirmation: ...

confirm: _Confirm

def register(linter: PyLinter) -> None: ...
def load_ipython_extension(shell: Any) -> None: ...
def unload_ipython_extension(shell: Any) -> None: ...
