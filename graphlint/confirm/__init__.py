"""`graphlint confirm`: run a program eagerly and as a graph, and show what each finding does.

A child process observes one run (`child`, with `backends`, `observe`, `functions`, `output`, `state`, `lines` and
`values`; `current` knows which call a thread is in); the parent starts it (`session`), compares two runs (`compare`, with
`texts` and `values`), judges the findings (`verdicts`) and shows them (`report`). `confirmation` is the whole of it.

What the program imports as TensorFlow is served by `backends`, with `alias` (other names for the runtime), `private` (the
runtime beside a `runtime` of the program's), `lacking` (what cannot be served), `spawned` (processes that the program starts)
and `overlay` (edited texts of its files).

`watching` observes a program that is running anyway, in its own process: `watch` and `WatchCallback`, the two names of this package.

The package can be called: ``graphlint.confirm("train.py")`` is `script.confirm`.
"""

from __future__ import annotations

import sys
import types
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from graphlint.confirm.confirmation import Confirmation
    from graphlint.confirm.watching.watch import WatchCallback, watch

__all__ = ["WatchCallback", "watch"]


class _Package(types.ModuleType):
    """This package; what it needs is imported when it is used, so that `import graphlint.confirm` takes no time."""

    def __getattr__(self, name: str) -> object:
        if name in __all__:
            from graphlint.confirm.watching import watch

            return getattr(watch, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")

    def __call__(self, *arguments: Any, **options: Any) -> Confirmation:
        from graphlint.confirm.script import confirm

        return confirm(*arguments, **options)


sys.modules[__name__].__class__ = _Package
