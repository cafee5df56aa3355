"""`tf.__internal__`: the few names of it that programs use."""

from __future__ import annotations

import types

from runtime.api_dispatch import add_dispatch_support
from runtime.core.absent import absent_from
from runtime.core.composite import CompositeTensor  # noqa: F401
from runtime.core.func_graph import FuncGraph  # noqa: F401
from runtime.core.tensor import EagerTensor  # noqa: F401
from runtime.core.tensor import SymbolicTensor  # noqa: F401
from runtime.core.trackable import AutoTrackable


def _part(name, **members):
    return types.SimpleNamespace(__name__=f"runtime.internal.{name}", **members)


dispatch = _part("dispatch", add_dispatch_support=add_dispatch_support)
tracking = _part("tracking", AutoTrackable=AutoTrackable, Trackable=AutoTrackable)

__getattr__ = absent_from("tf.__internal__")
